"""The database: model base, engine settings, and the one way to begin a write."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from flask import Flask
from flask_alembic import Alembic
from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import orm

from scorecard.database import engines, sqlite_files, stored
from scorecard.database.notes import Notes
from scorecard.machine import outages

READ_ONLY = "25006"
"""PostgreSQL's error code for a write while it accepts none."""
POSTGRESQL = {
    # The driver's own transaction handling is switched off: see _begin.
    "isolation_level": "AUTOCOMMIT",
    # Each write that waits for another one holds a connection; readers need further ones.
    "pool_size": 10,
    "max_overflow": 20,
}
MOST_CONNECTIONS = 32
"""Connections of one process to PostgreSQL, with two for messages from other processes."""
NETWORK: Mapping[str, int | str] = {
    "connect_timeout": sqlite_files.BUSY_SECONDS,
    # Seconds and milliseconds after which a machine that fell silent is given up.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""The settings of libpq for the network, unless the address of the database has its own."""

OF_SEVERAL: Mapping[str, int | str] = {"target_session_attrs": "read-write"}
"""And where the address names several servers, of which one at a time takes writes."""
JSON_WRITER = json.JSONEncoder(separators=(",", ":"))


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """A column of aware moments, stored in UTC; it works without time zones in the database."""

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


class Model(orm.DeclarativeBase):
    """The base of every table."""

    type_annotation_map: ClassVar = {datetime: UtcDateTime}
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


BY_KEY = {"sqlite_with_rowid": False}
"""The last argument of a table whose primary key is most of a row.

SQLite then stores the rows in the order of the key, without a second copy of it as an index. Every
further index holds the whole key, so a long key and several indexes are better without.
"""


def erased_with(table: str, **more: Any) -> orm.MappedColumn[Any]:
    """Return a foreign key to a table; with the row it refers to, its own row is erased."""
    return orm.mapped_column(sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), **more)


def parts_by(order: str, **more: Any) -> orm.Mapped[Any]:
    """Return a relationship to rows of another table, sorted, that are deleted with this one."""
    return orm.relationship(order_by=order, cascade="all, delete-orphan", **more)


def with_default(value: Any, *of_type: Any, **more: Any) -> orm.MappedColumn[Any]:
    """Return a column with a default value, in Python and in the database.

    The database needs it for an earlier release that runs beside this one and does not know the
    column. ``list`` and ``dict`` stand for empty ones.
    """
    # Found by identity, because 0 equals False.
    known: Any = sa.false() if value is False else _EMPTY.get(value, str(value))
    return orm.mapped_column(*of_type, default=value, server_default=known, **more)


_EMPTY = {list: sa.text("'[]'"), dict: sa.text("'{}'"), "": sa.text("''")}


db = SQLAlchemy()


def packaged(name: str) -> Path:
    """Return a folder of the project: inside the package, as in a wheel, or beside it."""
    package = Path(__file__).parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


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
    app.teardown_appcontext(lambda _error: close(db.session))
    alembic.init_app(app)


def close(session: orm.Session) -> None:
    """Close a session, even a broken one: that must not spoil an answer that was given."""
    try:
        session.close()
    except sa.exc.DBAPIError:
        session.invalidate()


def engine_options(database_url: str) -> dict[str, Any]:
    """Return the options of a database's engine; raise ValueError for an unusable address."""
    url = database_address(database_url)
    _nothing, address = url.get_dialect()().create_connect_args(url)
    several = OF_SEVERAL if "," in address.get("host", "") else {}
    return options_for(url, {**NETWORK, **several})


def options_for(url: sa.URL, usual: Mapping[str, int | str]) -> dict[str, Any]:
    """Return an engine's options; settings in its address go before the ``usual`` ones."""
    common = {"url": url, "json_serializer": JSON_WRITER.encode}
    waiting = {"pool_timeout": sqlite_files.BUSY_SECONDS}
    if url.get_backend_name() == "sqlite":
        return common | waiting if file_of(url) else common
    network = {name: value for name, value in usual.items() if name not in url.query}
    return {**common, **waiting, **POSTGRESQL, "connect_args": network}


def database_address(database_url: str, name: str = "DATABASE_URL") -> sa.URL:
    """Return the parsed address of a database that can be used; raise ValueError otherwise.

    No error shows the address itself, which may hold a password, but the ``name`` of its setting.
    """
    try:
        url = sa.make_url(database_url)
    except (sa.exc.ArgumentError, ValueError):
        raise ValueError(f"{name} is no address of a database.") from None
    # The older name, which some hosts still use.
    url = url.set(drivername="postgresql") if url.drivername == "postgres" else url
    engine = url.get_backend_name()
    if engine not in ("sqlite", "postgresql"):
        raise ValueError(f"{name} names {engine}; only postgresql and sqlite can be used.")
    if engine == "postgresql" and not find_spec("psycopg"):
        raise ValueError("For PostgreSQL, install card-table-scorecard[postgresql].")
    return url


def file_of(url: sa.URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, and for PostgreSQL."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def reason(error: Exception) -> str:
    """Return what went wrong in one line, without the statement and its values."""
    cause = error.orig or error if isinstance(error, sa.exc.DBAPIError) else error
    return outages.in_one_line(cause).rstrip(".")


def begin_write(session: orm.Session, *, is_beside: bool = False) -> None:
    """Begin the session's transaction as a write, the only one unless it ``is_beside`` others.

    SQLite takes its write lock at once, because it refuses a transaction that began by reading and
    writes after somebody else did. For PostgreSQL's lock see :mod:`scorecard.database.engines`; a
    write beside others then locks its rows before it reads any: see
    :mod:`scorecard.services.limits.locking`.
    """
    options = {"is_write": True, "is_beside": is_beside}
    stored.begin(session.connection(execution_options=options))


def is_beside(session: orm.Session) -> bool:
    """Whether other writes may run while the session's transaction, a write, does."""
    connection = session.connection()
    is_shared: bool = connection.get_execution_options().get("is_beside", False)
    return is_shared and connection.dialect.name == "postgresql"


def try_to_write(connection: sa.Connection) -> None:
    """Raise the error that a write would meet now; change nothing, and wait for no other write."""
    if connection.dialect.name == "sqlite":
        sqlite_files.try_to_write(connection)
    else:
        connection.exec_driver_sql("SELECT id FROM games LIMIT 1 FOR KEY SHARE SKIP LOCKED")


@contextmanager
def apart() -> Iterator[orm.Session]:
    """Open a session on an empty database in memory, which is thrown away afterwards."""
    engine = sa.create_engine("sqlite://")
    Model.metadata.create_all(engine)
    try:
        with orm.Session(engine) as session:
            begin_write(session)
            yield session
    finally:
        engine.dispose()


_erased: Notes[sa.Engine, None] = Notes(lambda _session, engine, _: sqlite_files.empty_log(engine))


def leave_no_trace(session: orm.Session) -> None:
    """Make sure that nothing deleted by this transaction stays in a file of the database.

    SQLite keeps old content in its log until that is overwritten; so the log is emptied after the
    commit. PostgreSQL removes old content by its own housekeeping, at a time of its own.
    """
    _erased.of(session)[session.get_bind().engine] = None


def confirm(session: orm.Session) -> None:
    """Raise OSError if the SQLite files just written to are no longer at their place."""
    sqlite_files.confirm(session.get_bind().engine)


def commit_as_if_written(session: orm.Session, row: Model) -> None:
    """Commit after reading a row, and wait until a standby of PostgreSQL has it, too.

    After a crash PostgreSQL shows rows that its standby does not have yet, and that the next crash
    would lose. A transaction that has locked the row waits at its commit until they are there.
    """
    session.refresh(row, with_for_update=True)
    session.commit()


@sa.event.listens_for(sa.Engine, "connect")
def _make_ready(connection: Any, record: Any) -> None:
    if isinstance(connection, sqlite3.Connection):
        _set_pragmas(connection, record)
    else:
        engines.learn(connection, record.info)


def _set_pragmas(connection: sqlite3.Connection, record: Any) -> None:
    # The driver's own transaction handling is switched off: see _begin.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # FULL: an acknowledged round survives a power cut.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    # Deleted content is overwritten with zeros, however SQLite was built.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute(f"PRAGMA busy_timeout = {sqlite_files.GLANCE_MILLISECONDS}")
    cursor.close()
    sqlite_files.remember(connection, record)


@sa.event.listens_for(sa.Engine, "begin")
def _begin(connection: sa.Connection) -> None:
    options = connection.get_execution_options()
    is_write = options.get("is_write", False)
    if connection.dialect.name == "sqlite":
        if is_write:
            sqlite_files.begin_immediate(connection)
        else:
            connection.exec_driver_sql("BEGIN")
    elif begin := options.get("begin"):
        begin(connection)
    elif is_write:
        is_shared = options.get("is_beside", False)
        patience = sqlite_files.BUSY_SECONDS
        beginning = engines.beginning(connection, patience, is_beside=is_shared)
        _begin_anew_if_broken(connection, beginning)
    else:
        # As with SQLite, all queries of a request see the database as it was at one moment.
        _begin_anew_if_broken(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ")


def _begin_anew_if_broken(connection: sa.Connection, statement: str) -> None:
    """Begin a transaction; replace a connection to a server that was away meanwhile."""
    try:
        connection.exec_driver_sql(statement)
    except sa.exc.DBAPIError as error:
        if not error.connection_invalidated:
            raise
        connection.exec_driver_sql(statement)


@sa.event.listens_for(sa.Engine, "handle_error")
def _leave_read_only(context: sa.engine.ExceptionContext) -> None:
    """Drop a connection made while PostgreSQL was read-only: it would go on refusing writes."""
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True
