"""A spare file that reserves disk space, to open the database even when the disk is full.

To open a database SQLite must write an index file beside it (``-shm``), which it deletes after the
last connection. So a running server survives a full disk, but could not be started again. The spare
file is deleted then, and made again by the first start with enough space.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from scorecard.machine import outages

BYTES = 256 * 1024
"""The size of the spare file: 32 KB for the index, and the rest for some more counts."""
ENDING = "-spare"
NO_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
"""SQLite's error codes if it cannot create its files."""
PATIENCE_SECONDS = 5
"""The time for the file system to free deleted space."""
PAUSE_SECONDS = 0.1


def using(database: Path, use: Callable[[], object]) -> None:
    """Open a database with ``use``; on a full disk delete the spare file first.

    Afterwards make the spare file, if possible. Raises the errors of ``use``.
    """
    try:
        use()
    except DBAPIError as error:
        if outages.code_of(error.orig) not in NO_ROOM or not _give_up(database):
            raise
        _use_soon(use)
    if database.is_file():
        _keep(database)


def _give_up(database: Path) -> bool:
    """Delete the spare file; return whether there was one."""
    try:
        _file(database).unlink()
    except (OSError, ValueError):
        return False  # There is none, or the database is in no file.
    return True


def _use_soon(use: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            use()
            return
        except DBAPIError:
            if time.monotonic() > until:
                raise
        time.sleep(PAUSE_SECONDS)


def _keep(database: Path) -> None:
    """Write the spare file, whole or not at all."""
    file = _file(database)
    with suppress(OSError):
        if file.exists() and file.stat().st_size == BYTES:
            return
        try:
            # Random bytes, because a file system could compress zeros.
            file.write_bytes(os.urandom(BYTES))
        except OSError:
            file.unlink()


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}{ENDING}")
