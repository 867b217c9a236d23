"""Writes that were under way at once, of which one has to be done over from its beginning."""

from __future__ import annotations

import sqlalchemy as sa

DONE_OVER = frozenset({"40001", "40P01", "23505"})
"""PostgreSQL's codes: others came between; two waited for each other; somebody else was faster to
insert what there may be but once, such as the same write that was sent twice."""


class ComeBetween(Exception):
    """Raised where somebody else's write came between the first look and the lock."""


def is_collision(error: BaseException) -> bool:
    """Whether the write that raised an error may well be done once begun anew."""
    if isinstance(error, sa.exc.DBAPIError):
        return getattr(error.orig, "sqlstate", None) in DONE_OVER
    return isinstance(error, ComeBetween)
