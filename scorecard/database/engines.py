"""Engines with PostgreSQL's protocol, but without all of its features.

CockroachDB and YugabyteDB have neither locks of whole tables nor LISTEN and NOTIFY. Their
transactions are serializable: of two that collide, one fails and is run again. So it is with
PostgreSQL, too, where its ``default_transaction_isolation`` is ``serializable``.

A pooler in front of PostgreSQL, such as PgBouncer, lends a connection to each transaction. What
lasts longer is lost on the way: statements prepared before, notifications, and locks of a session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

if TYPE_CHECKING:
    # The library is optional.
    import psycopg

NO_NEWS = "The database at DATABASE_URL carries no news to other processes: set REDIS_URL"
NEEDS_REDIS = (
    "DATABASE_URL leads through a pooler, which carries no news to other processes: "
    "set REDIS_URL, or the address of PostgreSQL itself"
)
TRYING_NEWS = ("SELECT pg_notify('scorecard_try', '')", "LISTEN scorecard_silence", "UNLISTEN *")
"""Statements that try notifications out; nobody listens to the one channel or uses the other."""
LACKING = ("0A", "42")
"""Classes of error codes: features that an engine lacks, and statements that it refuses."""
_SERIALIZABLE = "scorecard.is_serializable"


def learn(connection: psycopg.Connection[Any], info: dict[Any, Any]) -> None:
    """Note on a new connection whether its transactions are serializable; mind a pooler."""
    if _is_through_pooler(connection):
        connection.prepare_threshold = None
    asking = "SELECT current_setting('default_transaction_isolation')"
    found = connection.execute(asking).fetchone()
    connection.rollback()
    info[_SERIALIZABLE] = found == ("serializable",)


def is_serializable(connection: sa.Connection) -> bool:
    """Whether transactions are serializable, so that writes need no lock of a table."""
    return bool(connection.info.get(_SERIALIZABLE, False))


def beginning(connection: sa.Connection, patience_seconds: int, *, is_beside: bool) -> str:
    """Return the statements that begin a write, and limit how long it waits for a lock.

    Writes that are not ``beside`` others lock a table, which all writes share otherwise. It is one
    that is hardly ever changed or vacuumed; its lock is given in the order of asking, unlike that
    of a row that others share. On a serializable engine only the writes that are not beside others
    wait for each other, by the lock of a row.
    """
    if is_serializable(connection):
        level = "SERIALIZABLE"
        lock = "" if is_beside else "; SELECT version_num FROM alembic_version FOR UPDATE"
    else:
        # A write must see what the write before it left, also after waiting for it. With one view
        # for all queries it would see what was there before it waited.
        level = "READ COMMITTED"
        lock = f"; LOCK TABLE alembic_version IN {'ROW SHARE' if is_beside else 'EXCLUSIVE'} MODE"
    return f"BEGIN ISOLATION LEVEL {level}; SET LOCAL lock_timeout = '{patience_seconds}s'{lock}"


def why_silent(connection: psycopg.Connection[Any]) -> str:
    """Return why a connection in autocommit gets no notifications; "" where it does."""
    if _is_through_pooler(connection):
        return NEEDS_REDIS
    try:
        for statement in TRYING_NEWS:
            connection.execute(statement)
    except Exception as error:
        if str(getattr(error, "sqlstate", ""))[:2] in LACKING:
            return NO_NEWS
        raise
    return ""


def _is_through_pooler(connection: psycopg.Connection[Any]) -> bool:
    """Whether there is a pooler, which reports another process id than that of PostgreSQL."""
    found = connection.execute("SELECT pg_backend_pid()").fetchone()
    connection.rollback()
    return found is None or found[0] != connection.info.backend_pid
