"""Writes that were under way at once, of which one has to be done over from its beginning."""

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
"""PostgreSQL's codes: others came between; two waited for each other; somebody else was faster to
insert what there may be but once, such as the same write that was sent twice."""


MIGRATED_AT_ONCE = DONE_OVER | {"55P03", "42P07"}
"""And for one of two migrations: it waited too long for the other; the other made a table."""


TRIES = 6
"""Of what is done over: on a serializable engine all who write may meet, so there are some more."""
PAUSE_SECONDS = 0.02
"""Before the second try, at most; then twice as long each time, so that those who met part."""


class ComeBetween(Exception):
    """Raised where somebody else's write came between the first look and the lock."""


def is_collision(error: BaseException, codes: frozenset[str] = DONE_OVER) -> bool:
    """Whether the write that raised an error may well be done once begun anew."""
    if isinstance(error, sa.exc.DBAPIError):
        return getattr(error.orig, "sqlstate", None) in codes
    return isinstance(error, ComeBetween)


def is_passing(error: BaseException) -> bool:
    """Whether an error may be gone once all is begun anew, and comes of no spoilt rows.

    Others came between or held a lock for too long, or the database was away.
    """
    is_outage = outages.reason(error) is not None and not outages.is_damage(error)
    return is_collision(error) or is_outage


def do_over(session: Session, do: Callable[[int], Done]) -> Done:
    """Return what is done in a transaction; where others come between, it is done over.

    ``do`` is given the number of the try.
    """
    for number in range(1, TRIES):
        try:
            return do(number)
        except Exception as error:
            if not is_collision(error):
                raise
        session.rollback()
        # They part after a time by chance.
        time.sleep(random.uniform(0, PAUSE_SECONDS * 2 ** (number - 1)))  # noqa: S311
    return do(TRIES)
