"""How a request that holds a code comes to what the code opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import request
from sqlalchemy.orm import Session

from scorecard.db import db
from scorecard.errors import NotFound, TooMany
from scorecard.models import Game, RecoveryCode, WriteKey
from scorecard.services import changes, guesses, quotas
from scorecard.services.guesses import Guesser
from scorecard.web import limits
from scorecard.web.access import current_device, now, start_writing
from scorecard.web.writes import this_write

ORIGINS = 2**20
"""How many addresses are told apart: so many that nobody fills those of others by guessing, and so
few that a name of theirs, which is kept for an hour, leads back to thousands of addresses."""

Opened = TypeVar("Opened")


def game_to_join(typed: str) -> Game:
    """Begin a write, and return the game that a code opens; count the code where it opens none."""
    return _look_up(
        guesses.refuse_to_join, lambda: guesses.game_to_join(db.session, typed, _guesser())
    )


def recovery_code(typed: str) -> RecoveryCode | WriteKey:
    """Begin a write, and return a recovery code; count it where it is none.

    Return the trace of this very request where it was done before, by which the code was spent.
    """

    def find() -> RecoveryCode | WriteKey:
        device = current_device()
        done = changes.earlier(db.session, this_write(device)) if device else None
        return done or guesses.recovery_code(db.session, typed, _guesser())

    return _look_up(guesses.refuse_to_recover, find)


def _look_up(refuse: Callable[[Session, Guesser], None], find: Callable[[], Opened]) -> Opened:
    # A phone that sends half of its guess is waited for before anything is counted.
    request.get_data(cache=True)
    refuse(db.session, _guesser())
    db.session.rollback()
    start_writing()
    try:
        return find()
    except (NotFound, TooMany):
        # What was counted stays, whatever becomes of the request and however much was stored.
        quotas.charge_nobody(db.session)
        db.session.commit()
        raise


def _guesser() -> Guesser:
    address = limits.bucket("address", limits.network(), ORIGINS)
    return Guesser(address, current_device(), now())
