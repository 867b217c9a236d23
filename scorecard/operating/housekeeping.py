"""The server's housekeeping: it empties the bin, and does pending counts.

Each piece is looked for first, then checked again and done in a transaction of its own. On
PostgreSQL that runs beside others and locks the piece's group or game; only erasing from the bin
has the database to itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

from flask import Flask
from sqlalchemy.orm import Session

from scorecard.database import collisions
from scorecard.database.db import begin_write, db, leave_no_trace
from scorecard.services.book import consent, voting
from scorecard.services.groups import guesses
from scorecard.services.keeping import catching_up, expiring, old_keys, purging
from scorecard.services.limits import quotas
from scorecard.services.standings import rerating, results

Done = TypeVar("Done")

PAUSE_SECONDS = 0.02
"""Between two transactions, for other writes."""


def clear_up(app: Flask, now: datetime) -> list[str]:
    """Move unplayed games to the trash, and erase what has lain there for its time.

    Old keys of writes, wrong guesses and daily quotas are erased, too, also from the database's log
    of writes. Return a sentence for each thing erased from the bin. A few are done at a time, so
    that nobody waits. If something cannot be moved to the trash or erased, all else is done; the
    last exception is raised then.
    """
    with app.app_context():
        why: Exception | None = None
        for unplayed in expiring.unplayed(db.session, now):
            _done, failed = _tried(partial(expiring.expire, unplayed=unplayed, now=now))
            why = failed or why
            time.sleep(PAUSE_SECONDS)
        _little_by_little(lambda session: expiring.expire_scorecards(session, now))
        _write(lambda session: purging.count_day(session, now))
        erased: list[str] = []
        for one in purging.overdue(db.session, now):
            line, failed = _tried(partial(purging.purge, one=one, now=now), is_alone=True)
            erased += [line] if line else []
            why = failed or why
            time.sleep(PAUSE_SECONDS)
        _little_by_little(lambda session: old_keys.forget_some(session, now))
        _write(lambda session: _forget_counts(session, now))
    if why:
        raise why
    return erased


def _forget_counts(session: Session, now: datetime) -> None:
    guesses.forget_old(session, now)
    quotas.forget_other_days(session, now.date())
    leave_no_trace(session)


def _write(do: Callable[[Session], Done], *, is_alone: bool = False) -> Done:
    """Do something in a transaction, beside others unless it ``is_alone``; return its result."""

    def write(_number: int) -> Done:
        # Forget what was read before the transaction.
        db.session.rollback()
        begin_write(db.session, is_beside=not is_alone)
        done = do(db.session)
        db.session.commit()
        return done

    return collisions.do_over(db.session, write)


def _tried(
    do: Callable[[Session], Done], *, is_alone: bool = False
) -> tuple[Done | None, Exception | None]:
    """Do as :func:`_write` does; return the result, or the error unless it passes by itself."""
    try:
        return _write(do, is_alone=is_alone), None
    except Exception as error:
        if collisions.is_passing(error):
            raise
        db.session.rollback()
        return None, error


def _little_by_little(do_some: Callable[[Session], object]) -> None:
    """Do pieces in a transaction each until there are no more."""
    while _write(do_some):
        time.sleep(PAUSE_SECONDS)


def count_votes(app: Flask, now: datetime) -> int:
    """Decide on the changes of house rules whose deadline has passed; return on how many."""
    with app.app_context():
        of = dict.fromkeys(
            proposal.house_rules.group.uid for proposal in voting.overdue(db.session, now)
        )
        return sum(_write(partial(consent.settle_overdue, uid=uid, at=now)) for uid in of)


def bring_some_along(app: Flask, now: datetime) -> bool:
    """Recount a few games that an earlier release has counted; return whether there were any."""
    with app.app_context():
        if waiting := catching_up.waiting(db.session):
            _write(lambda session: catching_up.update_some(session, waiting, now))
        return waiting is not None


def rate_some(app: Flask, now: datetime) -> bool:
    """Rate a few games whose ratings are due after a correction; return whether there were any.

    If a season cannot be rated, the next one is tried; the last exception is raised if there is
    none.
    """
    failed: list[rerating.Rated] = []
    why: Exception | None = None
    with app.app_context():
        while rated := rerating.waiting(db.session, failed):
            uid = rerating.group_of(rated).uid
            _done, why = _tried(partial(results.rate_some, rated=rated, uid=uid, at=now))
            if why is None:
                return True
            failed.append(rated)
        if why:
            raise why
    return False
