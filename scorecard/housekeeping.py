"""What the server does by itself: it tidies up, and works off what waits to be counted."""

from __future__ import annotations

from datetime import datetime

from flask import Flask

from scorecard.db import begin_write, db, leave_no_trace
from scorecard.services import bin as the_bin
from scorecard.services import catching_up, consent, guesses, quotas, rerating, results


def empty_bin(app: Flask, now: datetime) -> list[str]:
    """Erase what has lain in the bin for its time; return a sentence for each.

    With it go the wrong guesses of codes that count no more. Nothing of it stays in the
    database's log of writes, nor of what was forgotten before.
    """
    with app.app_context():
        begin_write(db.session)
        erased = the_bin.purge(db.session, now)
        guesses.forget_old(db.session, now)
        quotas.forget_other_days(db.session, now.date())
        leave_no_trace(db.session)
        db.session.commit()
    return erased


def work_off(app: Flask, now: datetime) -> bool:
    """Do some of what waits for its time or its turn; return whether more of it waits."""
    settle_votes(app, now)
    return bring_some_along(app, now) or rate_some(app, now)


def settle_votes(app: Flask, now: datetime) -> int:
    """Count the votes on changes of house rules whose deadline has passed; return on how many."""
    with app.app_context():
        if not consent.overdue(db.session, now):
            return 0
        db.session.rollback()
        begin_write(db.session)
        # Somebody may have withdrawn it meanwhile.
        settled = consent.settle_overdue(db.session, now)
        db.session.commit()
    return settled


def bring_some_along(app: Flask, now: datetime) -> bool:
    """Count a few of the games anew that an earlier release has counted; return whether any were.

    The phones that show them are told.
    """
    with app.app_context():
        if not catching_up.is_waiting(db.session):
            return False
        db.session.rollback()
        begin_write(db.session)
        catching_up.go_on(db.session, now)
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
        season = rerating.waiting(db.session)
        if season and not rerating.go_on(db.session, season):
            results.touch(db.session, season.group, now)
        db.session.commit()
    return True
