"""How much may be stored: rows for one owner, and bytes from one household in a day.

A new game, group, scorecard, set of house rules or import is refused when the disk has only the
room that is reserved for running games, and when the household has stored too much that day. The
bytes of each transaction are added to its household's sum in that same transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import stored
from scorecard.models import DailyUse
from scorecard.rules.words import Sentence, say, with_values
from scorecard.services.limits import bounds

MEGABYTE = 1_000_000
NEW_A_DAY = 100 * MEGABYTE
"""Bytes stored from one household in a day (UTC) after which nothing new is begun there.

An evening of 200 people at 25 tables takes 1.8 MB, the largest file that can be sent in at most 35.
"""
ALL_A_DAY = 1_000 * MEGABYTE
"""Bytes stored from one household in a day after which nothing more is accepted from there; on a
nearly full disk it is NEW_A_DAY."""
NEW_A_DAY_IN_ALL = 1_000 * MEGABYTE
ALL_A_DAY_IN_ALL = 2_000 * MEGABYTE
"""Bytes stored from all households in a day after which phones that came for the first time on that
day can begin nothing new, or store nothing at all. Other phones are not limited by it."""
_ACCOUNT = "quotas.account"


@dataclass(frozen=True, slots=True)
class Account:
    """The household whose daily sum the bytes stored now are added to.

    ``household`` is "" where nothing is added. ``has_room`` says whether the disk has room for
    new things; it is called only where that matters, so not for a count. ``is_known`` says whether
    the phone was here on an earlier day.
    """

    household: str
    at: datetime
    has_room: Callable[[], bool]
    is_known: bool

    @property
    def day(self) -> date:
        """The day (UTC) to whose sum the bytes are added."""
        return self.at.date()


def charge(session: Session, account: Callable[[], Account | None]) -> None:
    """Add what this session stores from now on to an account, which is called when needed."""
    session.info[_ACCOUNT] = account


def charge_nobody(session: Session) -> None:
    """Add what this session stores from now on to no account, so that no quota refuses it."""
    session.info.pop(_ACCOUNT, None)


def check(session: Session, bound: bounds.Bound, owner_id: int, *, more: int = 1) -> None:
    """Refuse to add so many ``more`` rows if the owner would have more than the bound allows."""
    if bound.is_new:
        refuse_new(session)
    present: int = session.scalar(bound.rows, {"owner": owner_id}) or 0
    refuse_beyond(bound, present + more)


def refuse_beyond(bound: bounds.Bound, rows: int) -> None:
    """Refuse so many rows if the bound does not allow an owner to have them."""
    if rows > bound.most:
        raise errors.BoundReached(with_values(bound.sentence.pattern, {"most": bound.most}))


def refuse_new(session: Session) -> None:
    """Refuse to begin anything new when the disk is nearly full, or too much was stored today."""
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
    if not account.is_known and stored_in_all(session, account.day) >= NEW_A_DAY_IN_ALL:
        raise _tomorrow(
            account,
            say(
                "A lot was saved on this server today. Begin it tomorrow, or on a phone that has "
                "been here before."
            ),
        )


@dataclass(frozen=True, slots=True)
class Use:
    """The bytes of a day, in all and ``most`` by one household, and how many of these are full."""

    stored: int
    most: int
    full: int


def use_of(session: Session, day: date) -> Use:
    """Return what was stored on a day, in bytes."""
    full = sa.func.count().filter(DailyUse.stored >= NEW_A_DAY)
    asked = sa.select(sa.func.max(DailyUse.stored), full).where(DailyUse.day == day)
    row = session.execute(asked).one()
    return Use(stored_in_all(session, day), row[0] or 0, row[1])


def stored_by(session: Session, day: date, household: str) -> int:
    """Return how many bytes were stored from a household on a day."""
    is_its = (DailyUse.day == day, DailyUse.household == household)
    return session.scalar(sa.select(DailyUse.stored).where(*is_its)) or 0


def stored_in_all(session: Session, day: date) -> int:
    """Return the bytes stored on a day. A kept sum would let each write wait for the last one."""
    return int(session.connection().scalar(_IN_ALL, {"day": day}) or 0)


# Made once, because every write of a new phone asks this.
_IN_ALL = sa.select(sa.func.sum(DailyUse.stored)).where(DailyUse.day == sa.bindparam("day"))


def forget_other_days(session: Session, today: date) -> None:
    """Delete the sums of all days but today."""
    session.execute(sa.delete(DailyUse).where(DailyUse.day != today))


@event.listens_for(Session, "before_commit")
def _put_down(session: Session) -> None:
    """Add what this transaction stores to its account; refuse it if that is too much for a day."""
    if _ACCOUNT not in session.info or session.in_nested_transaction():
        return
    session.flush()
    size = stored.bytes_stored(session.connection())
    account = _account(session)
    if not size or account is None or not account.household:
        return
    is_too_much = not account.is_known and stored_in_all(session, account.day) >= ALL_A_DAY_IN_ALL
    mine = _add(session, account, size)
    if is_too_much or mine > ALL_A_DAY or (mine > NEW_A_DAY and not account.has_room()):
        raise _tomorrow(account, say("Too much was saved from here today. Try again tomorrow."))


_ADD = sa.text(
    "INSERT INTO daily_uses (day, household, stored) VALUES (:day, :household, :size) "
    "ON CONFLICT (day, household) DO UPDATE SET stored = daily_uses.stored + excluded.stored "
    "RETURNING stored"
).bindparams(sa.bindparam("day", type_=sa.Date))
"""It locks the row of the household, which is the last lock of every write."""


def _add(session: Session, account: Account, size: int) -> int:
    row = {"day": account.day, "household": account.household, "size": size}
    return int(session.connection().execute(_ADD, row).scalar_one())


def _account(session: Session) -> Account | None:
    find_account: Callable[[], Account | None] | None = session.info.get(_ACCOUNT)
    return find_account() if find_account else None


def _tomorrow(account: Account, sentence: Sentence) -> errors.TooMuchToday:
    midnight = datetime.combine(account.day + timedelta(days=1), time(), UTC)
    return errors.TooMuchToday(sentence, seconds=int((midnight - account.at).total_seconds()) + 1)
