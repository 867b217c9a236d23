"""How much may be kept: of one thing for one owner, and of everything from one household in a day.

What is new (a game, group, scorecard, set of house rules, or import) is begun only while the disk
has more room than is left for games under way, and while the household has not stored what it may
in a day. What anybody stores is put down to their household, in the transaction that stores it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import stored
from scorecard.models import DailyUse
from scorecard.rules.words import Sentence, say
from scorecard.services.limits import bounds

MEGABYTE = 1_000_000
NEW_A_DAY = 100 * MEGABYTE
"""Bytes stored from one household in a day (UTC) after which nothing new is begun there.

An evening of 200 people at 25 tables takes 2.3 MB, the largest file that can be sent in 35.
"""
ALL_A_DAY = 1_000 * MEGABYTE
"""Bytes after which nothing at all is stored from there that day; NEW_A_DAY on a disk that is
nearly full."""
NEW_A_DAY_IN_ALL = 1_000 * MEGABYTE
ALL_A_DAY_IN_ALL = 2_000 * MEGABYTE
"""Bytes stored from everywhere together in a day after which phones that were never here before
that day begin nothing new, and store nothing at all. All others do."""
EVERYBODY = "everybody"
"""The household under which the sum of all of them is kept."""
_ACCOUNT = "quotas.account"


@dataclass(frozen=True, slots=True)
class Account:
    """To whom it is put down what is stored now.

    ``household`` is "" where nothing is put down. ``has_room`` says whether the disk has room for
    new things; it is asked only where that matters, so not by a count. ``is_known`` says whether
    the phone was here on a day before.
    """

    household: str
    at: datetime
    has_room: Callable[[], bool]
    is_known: bool

    @property
    def day(self) -> date:
        """The day (UTC) on which it is put down."""
        return self.at.date()


def charge(session: Session, account: Callable[[], Account | None]) -> None:
    """Put down to an account what this session stores from now on; it is asked when needed."""
    session.info[_ACCOUNT] = account


def charge_nobody(session: Session) -> None:
    """Put down to nobody what this session stores from now on, so that nothing refuses it."""
    session.info.pop(_ACCOUNT, None)


def check(session: Session, bound: bounds.Bound, owner_id: int, *, more: int = 1) -> None:
    """Refuse to add so many where the owner has, or would have, more than the bound allows."""
    if bound.is_new:
        refuse_new(session)
    there: int = session.scalar(bound.rows, {"owner": owner_id}) or 0
    if there + more > bound.most:
        raise errors.BoundReached(bound.sentence(bound.most))


def refuse_new(session: Session) -> None:
    """Refuse to begin anything new where the disk is nearly full, or much was stored today."""
    account = _account(session)
    if account is None:
        return
    if not account.has_room():
        raise errors.DiskNearlyFull(
            say(
                "The disk of this server is nearly full, so nothing new can begin. "
                "Games that are running go on."
            )
        )
    if not account.household:
        return
    if stored_by(session, account.day, account.household) >= NEW_A_DAY:
        raise _tomorrow(
            account,
            say("A lot was saved from here today. Running games go on; begin new ones tomorrow."),
        )
    if not account.is_known and stored_by(session, account.day, EVERYBODY) >= NEW_A_DAY_IN_ALL:
        raise _tomorrow(
            account,
            say(
                "A lot was saved on this server today. Begin it tomorrow, or on a phone that has "
                "been here before."
            ),
        )


@dataclass(frozen=True, slots=True)
class Use:
    """What was stored on a day, in bytes.

    ``stored`` from everywhere, and ``most`` from one household; ``full`` households begin nothing
    new any more.
    """

    stored: int
    most: int
    full: int


def use_of(session: Session, day: date) -> Use:
    """Return what was stored on a day, in bytes."""
    full = sa.func.count().filter(DailyUse.stored >= NEW_A_DAY)
    is_one = (DailyUse.day == day, DailyUse.household != EVERYBODY)
    row = session.execute(sa.select(sa.func.max(DailyUse.stored), full).where(*is_one)).one()
    return Use(stored_by(session, day, EVERYBODY), row[0] or 0, row[1])


def stored_by(session: Session, day: date, household: str) -> int:
    """Return how many bytes were stored from a household on a day."""
    is_its = (DailyUse.day == day, DailyUse.household == household)
    return session.scalar(sa.select(DailyUse.stored).where(*is_its)) or 0


def forget_other_days(session: Session, today: date) -> None:
    """Forget what was stored on any other day."""
    session.execute(sa.delete(DailyUse).where(DailyUse.day != today))


@event.listens_for(Session, "before_commit")
def _put_down(session: Session) -> None:
    """Put down what this transaction stores, or refuse it where it is too much for a day."""
    if _ACCOUNT not in session.info or session.in_nested_transaction():
        return
    session.flush()
    size = stored.bytes_stored(session.connection())
    account = _account(session)
    if not size or account is None or not account.household:
        return
    mine, everybodys = _add(session, account, size)
    is_too_much = mine > ALL_A_DAY or (mine > NEW_A_DAY and not account.has_room())
    if is_too_much or (everybodys > ALL_A_DAY_IN_ALL and not account.is_known):
        raise _tomorrow(
            account,
            say("Too much was saved from here today. Try again tomorrow."),
        )


_TABLE = cast(sa.Table, DailyUse.__table__)
# Made once, because every write asks this.
_MORE = (
    sa.update(_TABLE)
    .where(
        _TABLE.c.day == sa.bindparam("on_day"),
        _TABLE.c.household.in_([sa.bindparam("by"), EVERYBODY]),
    )
    .values(stored=_TABLE.c.stored + sa.bindparam("size"))
    .returning(_TABLE.c.household, _TABLE.c.stored)
)


def _add(session: Session, account: Account, size: int) -> tuple[int, int]:
    """Add to what a household and everybody has stored today; return how much that is now."""
    names = {"on_day": account.day, "by": account.household, "size": size}
    connection = session.connection()
    now: dict[str, int] = dict(connection.execute(_MORE, names).all())
    for household in (account.household, EVERYBODY):
        if household not in now:
            row = {"day": account.day, "household": household, "stored": size}
            connection.execute(sa.insert(_TABLE), row)
            now[household] = size
    return now[account.household], now[EVERYBODY]


def _account(session: Session) -> Account | None:
    asked: Callable[[], Account | None] | None = session.info.get(_ACCOUNT)
    return asked() if asked else None


def _tomorrow(account: Account, sentence: Sentence) -> errors.TooMuchToday:
    midnight = datetime.combine(account.day + timedelta(days=1), time(), UTC)
    return errors.TooMuchToday(sentence, seconds=int((midnight - account.at).total_seconds()) + 1)
