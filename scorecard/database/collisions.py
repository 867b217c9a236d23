"""Colliding transactions, of which one has to be run again from its beginning."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.machine import outages

Done = TypeVar("Done")

DONE_OVER = frozenset({"40001", "40P01", "23505"})
"""PostgreSQL's codes of collisions: a serialization failure, a deadlock, and a unique violation,
such as by the same write that was sent twice."""
MIGRATED_AT_ONCE = DONE_OVER | {"55P03", "42P07"}
"""And of a migration that runs beside another one: a lock timeout, and a table that exists."""
TRIES = 6
"""How often a transaction is tried: more than a few, for serializable ones collide often."""
PAUSE_SECONDS = 0.02
"""The longest pause before the second try; it doubles with every further one."""


def is_collision(error: BaseException, codes: frozenset[str] = DONE_OVER) -> bool:
    """Whether an error comes of a collision, so that the transaction can be run again."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else None
    return getattr(cause, "sqlstate", None) in codes


def is_passing(error: BaseException) -> bool:
    """Whether the next try may succeed: after a collision, a lock timeout or an outage."""
    is_outage = outages.reason(error) is not None and not outages.is_damage(error)
    return is_collision(error) or is_outage


def do_over(session: Session, do: Callable[[int], Done]) -> Done:
    """Run a transaction, given the number of the try, and again after each collision."""
    for number in range(1, TRIES):
        try:
            return do(number)
        except Exception as error:
            if not is_collision(error):
                raise
        session.rollback()
        # A random time, so that the same transactions do not collide again.
        time.sleep(random.uniform(0, PAUSE_SECONDS * 2 ** (number - 1)))  # noqa: S311
    return do(TRIES)
