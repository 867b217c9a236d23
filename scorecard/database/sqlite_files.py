"""What a server must know of the file its games are in: who writes, and whether it is still there.

SQLite goes on with a file that was deleted or replaced under its feet, and what it acknowledges
then is lost. So every use of a connection first compares the files at their place with those it
opened, and begins anew where they are others.
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

import sqlalchemy as sa

from scorecard.machine import outages

BUSY_SECONDS = 5
"""How long a write waits while another process is writing to the same file."""
PAUSE_SECONDS = 0.002
"""Between two tries, in which other phones are served. Where another process writes much, the file
is free for a moment only after each write: who comes back seldom mostly finds it taken again."""
GLANCE_MILLISECONDS = 50
"""How long SQLite itself may wait for another process, in which it holds up everybody."""
MOST_WAITING = 10
"""Writes that wait so at once, each with a connection; the other connections are for reading."""
ENDINGS = ("", "-wal", "-shm")
"""The files that are one database: the pages, what is not yet in them, and who reads what."""
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
"""What a connection does not recover from by itself: it remembers pages that were read then, and a
file that it could open for reading only, for whatever reason and however short a moment."""
BEGIN = "BEGIN IMMEDIATE"
CHANGES_NOTHING = "UPDATE alembic_version SET version_num = version_num WHERE 0 = 1"
"""A statement that is refused wherever a write is. BEGIN IMMEDIATE is not: of a database that can
only be read it begins to read."""

Identity = tuple[tuple[int, int] | None, ...]

_places = BoundedSemaphore(MOST_WAITING)
_turn = Lock()
"""Of those who wait in one process only the first tries, so that waiting costs next to nothing."""
_seen: set[str] = set()
"""Databases that were there once: where one is gone, an empty one in its place would be wrong."""


def begin_immediate(connection: sa.Connection) -> None:
    """Begin a write, and wait for other processes that are writing; others are served meanwhile.

    SQLite's own waiting would stop the whole server, and every phone with it. Where many wait
    already, what comes more is to come again.
    """
    with _impatient(connection) as driver:
        code = _try(driver, BEGIN)
        if code == sqlite3.SQLITE_BUSY and _places.acquire(blocking=False):
            try:
                code = _wait_to_begin(driver)
            finally:
                _places.release()
    if code != sqlite3.SQLITE_OK:
        # The last try says why not, in the words of SQLAlchemy.
        connection.exec_driver_sql(BEGIN)


def try_to_write(connection: sa.Connection) -> None:
    """Raise what a write would be refused with now. Who is writing already is not waited for."""
    with _impatient(connection) as driver:
        code = _try(driver, CHANGES_NOTHING)
    if code not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_BUSY):
        connection.execution_options(is_write=True).exec_driver_sql(CHANGES_NOTHING)


@contextmanager
def _impatient(connection: sa.Connection) -> Iterator[Any]:
    """Provide the driver's connection, which waits for nobody meanwhile."""
    driver = connection.connection.driver_connection
    assert driver is not None, "it is open"
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
    """Do what can be done now; return SQLite's code."""
    try:
        driver.execute(statement)
    except sqlite3.Error as error:
        return outages.code_of(error) or sqlite3.SQLITE_ERROR
    return sqlite3.SQLITE_OK


def empty_log(engine: sa.Engine) -> None:
    """Bring what SQLite's log holds into the pages, and leave nothing in the log.

    Whoever reads just now still needs it, and is waited for a while; what cannot be done now is
    done with the daily housekeeping.
    """
    if engine.dialect.name != "sqlite":
        return
    deadline = time.monotonic() + BUSY_SECONDS
    with suppress(sqlite3.Error), closing(engine.raw_connection()) as connection:
        driver: Any = connection.driver_connection
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            while _is_log_needed(driver) and time.monotonic() < deadline:
                time.sleep(PAUSE_SECONDS)
        finally:
            driver.execute(f"PRAGMA busy_timeout = {GLANCE_MILLISECONDS}")


def _is_log_needed(driver: Any) -> bool:
    """Empty the log if nobody needs it; return whether somebody does."""
    (is_needed, *_pages) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(is_needed)


def remember(connection: sqlite3.Connection, record: Any) -> None:
    """Keep with a connection which files it has opened."""
    with closing(connection.cursor()) as cursor:
        # Reading opens all of them.
        cursor.execute("PRAGMA schema_version").fetchone()
        path = cursor.execute("PRAGMA database_list").fetchone()[2]
    if path:
        _seen.add(os.path.realpath(path))
        record.info["files"] = (path, identity(path))


def identity(path: str) -> Identity:
    """Return what tells the files of a database from others at the same place."""
    return tuple([_inode(file) for file in _files(path)])


@cache
def _files(path: str) -> tuple[Path, ...]:
    """Return the files of a database; kept, because every use of a connection asks for them."""
    return tuple(Path(path + ending) for ending in ENDINGS)


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


@sa.event.listens_for(sa.Engine, "do_connect")
def _open(
    dialect: sa.Dialect, _record: object, arguments: list[Any], options: dict[str, Any]
) -> Any:
    """Open a database that was there before only where it is there still."""
    if dialect.name != "sqlite" or not arguments or os.path.realpath(arguments[0]) not in _seen:
        return None
    uri = f"{Path(arguments[0]).absolute().as_uri()}?mode=rw"
    return dialect.connect(uri, **{**options, "uri": True})


@sa.event.listens_for(sa.Engine, "engine_connect")
def _leave_lost_files(connection: sa.Connection) -> None:
    """Open the database anew where its files are others than those that are open.

    What was acknowledged is first brought from the log into the pages, wherever these are now: so
    that they are whole when they come back, and nothing of it gets into others at their place.
    """
    if _is_lost(connection):
        driver = connection.connection.driver_connection
        assert driver is not None, "it is open"
        with suppress(sqlite3.Error):
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.invalidate()
        connection.engine.dispose()


@sa.event.listens_for(sa.Engine, "commit")
def _refuse_lost_files(connection: sa.Connection) -> None:
    """Acknowledge nothing that nobody will find."""
    if _is_lost(connection):
        raise OSError(errno.ESTALE, "the files of the database are not those that were opened")


def _is_lost(connection: sa.Connection) -> bool:
    path, opened = connection.info.get("files", ("", ()))
    return bool(path) and identity(path) != opened


@sa.event.listens_for(sa.Engine, "handle_error")
def _reopen(context: sa.engine.ExceptionContext) -> None:
    if outages.code_of(context.original_exception) in REOPEN:
        context.is_disconnect = True
