"""Requests with a code that can be guessed: look it up, and count wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import request
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game, RecoveryCode, WriteKey
from scorecard.services.groups import guesses
from scorecard.services.history import changes
from scorecard.services.limits import quotas
from scorecard.web.http import access, limits
from scorecard.web.write import writes

ORIGINS = 2**20
"""The number of buckets for addresses: enough to make collisions rare, but few enough that each
stored bucket stands for thousands of addresses."""

Opened = TypeVar("Opened")


def game_to_join(typed: str) -> Game:
    """Begin a write, and return the game of a short code; count a wrong one."""
    return _look_up(
        guesses.refuse_to_join, lambda: guesses.game_to_join(db.session, typed, _guesser())
    )


def recovery_code(typed: str) -> RecoveryCode | WriteKey:
    """Begin a write, and return a recovery code; count a wrong one.

    For a repeated request, whose first time has spent the code, return its stored key.
    """

    def find() -> RecoveryCode | WriteKey:
        device = access.current_device()
        done = changes.earlier(db.session, writes.this_write(device)) if device else None
        return done or guesses.recovery_code(db.session, typed, _guesser())

    return _look_up(guesses.refuse_to_recover, find)


def _look_up(
    refuse: Callable[[Session, guesses.Guesser], None], find: Callable[[], Opened]
) -> Opened:
    # The whole body must be here before anything is counted.
    request.get_data(cache=True)
    refuse(db.session, _guesser())
    db.session.rollback()
    access.start_writing()
    try:
        return find()
    except (errors.NotFound, errors.TooMany):
        # The count is committed although the request is refused, and counts for no quota.
        quotas.charge_nobody(db.session)
        db.session.commit()
        raise


def _guesser() -> guesses.Guesser:
    address = limits.bucket("address", limits.network(), ORIGINS)
    return guesses.Guesser(address, access.current_device(), access.now())
