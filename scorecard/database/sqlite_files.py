"""SQLite's files: wait for other writers, and notice when the files are deleted or replaced.

SQLite goes on writing to a file that was deleted or replaced while it was open, and what it writes
then is lost. So every use of a connection first compares the files at their place with those that
it opened, and opens them anew if they are others.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa

from scorecard.database import pieces
from scorecard.machine import outages

BUSY_SECONDS = 5
"""How long a write waits while another process is writing to the same file."""
PAUSE_SECONDS = 0.002
"""Time between two tries to write, in which other phones are served. It is short, because the file
is free only for a moment after each write of another process."""
GLANCE_MILLISECONDS = 50
"""How long SQLite itself may wait for another process, which blocks this whole process."""
MOST_WAITING = 10
"""Writes that wait at once, each with a connection; the other connections are for reading."""
ENDINGS = ("", "-wal", "-shm")
"""Endings of the files of one database: its pages, its log, and the log's index."""
REOPEN = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_INTERNAL,
    }
)
"""Errors after which a connection is replaced, because it would not recover: it keeps pages that it
has read, and stays read-only if it could not open a file for writing, even for a moment."""
BEGIN = "BEGIN IMMEDIATE"
EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
CHANGES_NOTHING = "UPDATE alembic_version SET version_num = version_num WHERE 0 = 1"
"""A statement that is refused whenever a write is. BEGIN IMMEDIATE is not enough: on a read-only
database it begins a transaction that only reads."""

Identity = tuple[tuple[int, int] | None, ...]

_places = BoundedSemaphore(MOST_WAITING)
_turn = Lock()
"""Held by the one waiting write of this process that tries, so that waiting costs little."""
_NO_FILES: tuple[str, Identity] = "", ()
_committed_to: WeakKeyDictionary[sa.Engine, tuple[str, Identity]] = WeakKeyDictionary()
"""Which files the last commit of a database went to, as :func:`remember` noted them."""
_opened_before: set[str] = set()
"""Databases that were opened: if one is gone, no empty one must be created in its place."""


def begin_immediate(connection: sa.Connection) -> None:
    """Begin a write; wait for other processes that are writing, while other requests are served.

    SQLite's own waiting would stop the whole server. If many writes wait already, a further one is
    refused, and the phone sends it again. A write that comes while others wait is behind them.
    """
    # Give way now and not at the first statement: then all other writes would wait for this one.
    pieces.give_way()
    with _impatient(connection.connection) as driver:
        code = sqlite3.SQLITE_BUSY if _turn.locked() else _try(driver, BEGIN)
        if code == sqlite3.SQLITE_BUSY and _places.acquire(blocking=False):
            try:
                code = _wait_to_begin(driver)
            finally:
                _places.release()
    if code != sqlite3.SQLITE_OK:
        # One more try through SQLAlchemy, which raises the error in its own class.
        connection.exec_driver_sql(BEGIN)


def try_to_write(connection: sa.Connection) -> None:
    """Raise the error that a write would meet now; do not wait for another write."""
    with _impatient(connection.connection) as driver:
        code = _try(driver, CHANGES_NOTHING)
    if code not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_BUSY):
        connection.execution_options(is_write=True).exec_driver_sql(CHANGES_NOTHING)


@contextmanager
def _impatient(connection: sa.PoolProxiedConnection) -> Iterator[Any]:
    """Provide the driver's connection, with SQLite's own waiting switched off."""
    driver: Any = connection.driver_connection
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        yield driver
    finally:
        driver.execute(f"PRAGMA busy_timeout = {GLANCE_MILLISECONDS}")


def _wait_to_begin(driver: Any) -> int:
    """Begin a write as soon as nobody else is writing; return SQLite's last code."""
    code, deadline = sqlite3.SQLITE_BUSY, time.monotonic() + BUSY_SECONDS
    if _turn.acquire(timeout=BUSY_SECONDS):
        try:
            while code == sqlite3.SQLITE_BUSY and time.monotonic() < deadline:
                time.sleep(PAUSE_SECONDS)
                code = _try(driver, BEGIN)
        finally:
            _turn.release()
    return code


def _try(driver: Any, statement: str) -> int:
    """Execute a statement; return SQLite's result code."""
    try:
        driver.execute(statement)
    except sqlite3.Error as error:
        return outages.code_of(error) or sqlite3.SQLITE_ERROR
    return sqlite3.SQLITE_OK


def empty_log(engine: sa.Engine) -> None:
    """Move what SQLite's log holds into the pages, and empty the log.

    Transactions that read still need the log; they are waited for a while. If that is not enough,
    the daily housekeeping does it.
    """
    if engine.dialect.name != "sqlite":
        return
    deadline = time.monotonic() + BUSY_SECONDS
    with (
        suppress(sqlite3.Error),
        closing(engine.raw_connection()) as connection,
        _impatient(connection) as driver,
    ):
        # The first column says that somebody needs the log.
        while driver.execute(EMPTY_LOG).fetchone()[0] and time.monotonic() < deadline:
            time.sleep(PAUSE_SECONDS)


def remember(connection: sqlite3.Connection, record: Any) -> None:
    """Note on a connection which files it has opened."""
    with closing(connection.cursor()) as cursor:
        # Reading opens all of them.
        cursor.execute("PRAGMA schema_version").fetchone()
        path = cursor.execute("PRAGMA database_list").fetchone()[2]
    if path:
        _opened_before.add(os.path.realpath(path))
        record.info["files"] = (path, identity(path))


def identity(path: str) -> Identity:
    """Return device and inode of each file of a database, None for one that is missing."""
    return tuple([_inode(file) for file in _files(path)])


@cache
def _files(path: str) -> tuple[str, ...]:
    """Return the files of a database; cached, because every use of a connection needs them."""
    return tuple(path + ending for ending in ENDINGS)


def _inode(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path's takes twice as long, several times a write
    except OSError:
        return None
    return status.st_dev, status.st_ino


@sa.event.listens_for(sa.Engine, "do_connect")
def _open(
    dialect: sa.Dialect, _record: object, arguments: list[Any], options: dict[str, Any]
) -> Any:
    """Open a database that was opened before without creating it, should it be gone."""
    if dialect.name != "sqlite" or not arguments:
        return None
    if os.path.realpath(arguments[0]) not in _opened_before:
        return None
    uri = f"{Path(arguments[0]).absolute().as_uri()}?mode=rw"
    return dialect.connect(uri, **{**options, "uri": True})


@sa.event.listens_for(sa.Engine, "engine_connect")
def _leave_lost_files(connection: sa.Connection) -> None:
    """Open the database anew if the files at its place are others than those that are open.

    First the log is moved into the pages of the lost files, so that these are complete should they
    come back, and the log does not get into the files now at their place.
    """
    if _is_lost(connection):
        driver: Any = connection.connection.driver_connection
        with suppress(sqlite3.Error):
            driver.execute(EMPTY_LOG).fetchone()
        connection.invalidate()
        connection.engine.dispose()


@sa.event.listens_for(sa.Engine, "commit")
def _refuse_lost_files(connection: sa.Connection) -> None:
    """Refuse to commit to files that are no longer at their place."""
    if _is_lost(connection):
        raise OSError(errno.ESTALE, "the files of the database are not those that were opened")
    _committed_to[connection.engine] = connection.info.get("files", _NO_FILES)


def confirm(engine: sa.Engine) -> None:
    """Raise OSError if the files that were just committed to are no longer at their place."""
    path, opened = _committed_to.get(engine, _NO_FILES)
    if path and identity(path) != opened:
        raise OSError(errno.ESTALE, "the database's files are no longer those written to")


def _is_lost(connection: sa.Connection) -> bool:
    path, opened = connection.info.get("files", _NO_FILES)
    return bool(path) and identity(path) != opened


@sa.event.listens_for(sa.Engine, "handle_error")
def _reopen(context: sa.engine.ExceptionContext) -> None:
    if outages.code_of(context.original_exception) in REOPEN:
        context.is_disconnect = True
