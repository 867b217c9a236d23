"""Engines that speak as PostgreSQL does, and lack some of what it has.

CockroachDB and YugabyteDB spread one database over many machines, on which there is neither a lock
of a whole table nor LISTEN and NOTIFY. They let nobody notice that others write at the same time:
where two collide, one fails and is done over. The same is had from PostgreSQL itself, where its
``default_transaction_isolation`` is ``serializable``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from scorecard.database import poolers

if TYPE_CHECKING:
    # The library is optional.
    import psycopg

NO_NEWS = "The database at DATABASE_URL carries no news to other processes: set REDIS_URL"
TRYING_NEWS = ("SELECT pg_notify('scorecard_try', '')", "LISTEN scorecard_silence", "UNLISTEN *")
"""What tells nobody anything: whoever listens would hear what others try meanwhile."""
LACKING = ("0A", "42")
"""Classes of the codes of what an engine does not know, or does not let this user do."""
_SERIALIZABLE = "scorecard.is_serializable"


def learn(connection: psycopg.Connection[Any], info: dict[Any, Any]) -> None:
    """Note with a new connection whether its engine lets nobody notice that others write."""
    asking = "SELECT current_setting('default_transaction_isolation')"
    found = connection.execute(asking).fetchone()
    connection.rollback()
    info[_SERIALIZABLE] = found == ("serializable",)


def is_serializable(connection: sa.Connection) -> bool:
    """Whether writes run as if each came alone, so that no lock keeps them apart."""
    return bool(connection.info.get(_SERIALIZABLE, False))


def beginning(connection: sa.Connection, patience_seconds: int, *, is_beside: bool) -> str:
    """Return the statements that begin a write, which waits so long for others.

    A lock of a table keeps one that has the database to itself from those ``beside`` each other.
    It is a table that is hardly ever changed or vacuumed, and whoever waits for it has their turn,
    which is not so with a row that others share. A serializable engine needs no such lock; there
    a row lets those that would be alone come one after the other.
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
    """Return why no news come over a connection that commits by itself; "" where they do."""
    if poolers.is_between(connection):
        return poolers.NEEDS_REDIS
    try:
        for statement in TRYING_NEWS:
            connection.execute(statement)
    except Exception as error:
        if str(getattr(error, "sqlstate", ""))[:2] in LACKING:
            return NO_NEWS
        raise
    return ""
