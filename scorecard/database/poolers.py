"""A pooler in front of PostgreSQL, such as PgBouncer, that lends a connection to each transaction.

What lasts longer than a transaction is lost on the way: statements prepared before, notifications,
and locks of a session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # The library is optional.
    import psycopg

NEEDS_REDIS = (
    "DATABASE_URL leads through a pooler, which carries no news to other processes: "
    "set REDIS_URL, or the address of PostgreSQL itself"
)


def get_along(connection: psycopg.Connection[Any]) -> None:
    """Do without prepared statements on a new connection that leads through a pooler."""
    if is_between(connection):
        connection.prepare_threshold = None


def is_between(connection: psycopg.Connection[Any]) -> bool:
    """Whether there is a pooler, which reports another process id than that of PostgreSQL."""
    found = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.rollback()
    return found is None or found[0] != connection.info.backend_pid
