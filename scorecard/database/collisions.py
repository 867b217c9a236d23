"""Writes that were under way at once, of which one has to be done over from its beginning."""

from __future__ import annotations

import sqlalchemy as sa

DONE_OVER = frozenset({"40001", "40P01", "23505"})
"""PostgreSQL's codes: others came between; two waited for each other; somebody else was faster to
insert what there may be but once, such as the same write that was sent twice."""


MIGRATED_AT_ONCE = DONE_OVER | {"55P03", "42P07"}
"""And for one of two migrations: it waited too long for the other; the other made a table."""


class ComeBetween(Exception):
    """Raised where somebody else's write came between the first look and the lock."""


def is_collision(error: BaseException, codes: frozenset[str] = DONE_OVER) -> bool:
    """Whether the write that raised an error may well be done once begun anew."""
    if isinstance(error, sa.exc.DBAPIError):
        return getattr(error.orig, "sqlstate", None) in codes
    return isinstance(error, ComeBetween)
