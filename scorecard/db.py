"""The database: model base, engine settings, and the one way to begin a write."""

from __future__ import annotations

import logging
import sqlite3
from datetime import UTC, datetime
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flask import Flask
from flask_alembic import Alembic
from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import orm

from scorecard import sqlite_files

GLANCE_MILLISECONDS = 50
"""How long SQLite itself may wait for another process, in which it holds up everybody."""


class Model(orm.DeclarativeBase):
    """The base of every table."""

    # Names contain every column, so that two constraints of one table never collide.
    metadata = sa.MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """An aware moment, kept in UTC also where the database knows no time zones."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Store ``value`` in UTC."""
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, _dialect: sa.Dialect) -> datetime | None:
        """Return the stored moment as an aware one."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


db = SQLAlchemy()


def migrations_folder() -> Path:
    """Return the folder of the numbered migrations: inside a wheel, or beside the package."""
    package = Path(__file__).parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


alembic = Alembic(metadatas=Model.metadata, run_mkdir=False)
logging.getLogger("alembic").setLevel(logging.WARNING)


def init_app(app: Flask) -> None:
    """Connect the application to its database and migrations."""
    db.init_app(app)
    # The extension closes async sessions, too, which starts an event loop after every request;
    # we have none, and under gevent the loops of two requests would meet in one thread.
    app.teardown_appcontext_funcs = [
        function for function in app.teardown_appcontext_funcs if not iscoroutinefunction(function)
    ]
    alembic.init_app(app)


def begin_write(session: orm.Session) -> None:
    """Begin the session's transaction as a write.

    SQLite then takes its write lock at once: a transaction that began by reading and wants to
    write later is refused when somebody else wrote in between.
    """
    session.connection(execution_options={"is_write": True})


@sa.event.listens_for(sa.Engine, "connect")
def _set_pragmas(connection: Any, record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # The driver's own transaction handling is switched off: see _begin.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # FULL: an acknowledged round survives a power cut.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA busy_timeout = {GLANCE_MILLISECONDS}")
    cursor.close()
    sqlite_files.remember(connection, record)


@sa.event.listens_for(sa.Engine, "begin")
def _begin(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":
        if connection.get_execution_options().get("is_write", False):
            sqlite_files.begin_immediate(connection)
        else:
            connection.exec_driver_sql("BEGIN")
