"""What the server does by itself: it tidies up, and works off what waits to be counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from flask import Flask
from sqlalchemy.orm import Session

from scorecard.database.db import begin_write, db, leave_no_trace
from scorecard.models import Season
from scorecard.services.book import consent, voting
from scorecard.services.groups import guesses
from scorecard.services.history import changes
from scorecard.services.keeping import catching_up, expiring, purging
from scorecard.services.limits import quotas
from scorecard.services.standings import rerating, results

Done = TypeVar("Done")

PAUSE_SECONDS = 0.02
"""Between two transactions, for everybody else's writes."""


def clear_up(app: Flask, now: datetime) -> list[str]:
    """Move what nobody ever played to the trash, and erase what has lain there for its time.

    Keys of old writes, wrong guesses and daily quotas that count no more are erased, too. Nothing
    of all that, nor of players forgotten before, stays in the database's log of writes. Return a
    sentence for each thing erased from the bin. A few are done at a time, so that nobody waits.
    """
    with app.app_context():
        _little_by_little(lambda session: expiring.expire_some(session, now))
        begin_write(db.session)
        purging.count_day(db.session, now)
        db.session.commit()
        erased = _little_by_little(lambda session: purging.purge_some(session, now))
        _little_by_little(lambda session: changes.forget_old_keys(session, now))
        begin_write(db.session)
        guesses.forget_old(db.session, now)
        quotas.forget_other_days(db.session, now.date())
        leave_no_trace(db.session)
        db.session.commit()
    return erased


def _little_by_little(do_some: Callable[[Session], list[Done]]) -> list[Done]:
    """Do something, a transaction for each piece, until nothing is left; return what was done."""
    done: list[Done] = []
    while True:
        begin_write(db.session)
        some = do_some(db.session)
        db.session.commit()
        if not some:
            return done
        done += some
        time.sleep(PAUSE_SECONDS)


def work_off(app: Flask, now: datetime) -> bool:
    """Do some of what waits for its time or its turn; return whether more of it waits."""
    count_votes(app, now)
    return bring_some_along(app, now) or rate_some(app, now)


def count_votes(app: Flask, now: datetime) -> int:
    """Decide on the changes of house rules whose deadline has passed; return on how many."""
    with app.app_context():
        if not voting.overdue(db.session, now):
            return 0
        db.session.rollback()
        begin_write(db.session)
        # Somebody may have withdrawn it meanwhile.
        counted = consent.settle_overdue(db.session, now)
        db.session.commit()
    return counted


def bring_some_along(app: Flask, now: datetime) -> bool:
    """Count a few of the games anew that an earlier release has counted; return whether any were.

    The phones that show them are told.
    """
    with app.app_context():
        if not catching_up.is_waiting(db.session):
            return False
        db.session.rollback()
        begin_write(db.session)
        catching_up.update_some(db.session, now)
        db.session.commit()
    return True


def rate_some(app: Flask, now: datetime) -> bool:
    """Rate a few of the games whose ratings wait after a correction; return whether any waited.

    Once none waits any more, the phones that show the standings are told.
    """
    with app.app_context():
        if rerating.waiting(db.session) is None:
            return False
        db.session.rollback()
        begin_write(db.session)
        # Somebody may have closed it meanwhile.
        rated = rerating.waiting(db.session)
        if rated and not rerating.rerate_some(db.session, rated):
            group = rated.group if isinstance(rated, Season) else rated
            results.touch(db.session, group, now)
        db.session.commit()
    return True
