"""A little room on the disk, kept so that the games can still be opened once the disk is full.

SQLite reads a database as ours only where it can write an index beside it (``-shm``), which goes
whenever nobody has the database open. So a server that runs goes on reading when the disk fills up,
but could not be started again. The room is a file of that size and some, given up then, and taken
again by the first start that finds more.
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
"""The index has 32 KB; with the rest some more counts can be saved."""
ENDING = "-spare"
NO_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says where it cannot make its files."""
PATIENCE_SECONDS = 5
"""How long what was given up may take to be free."""
PAUSE_SECONDS = 0.1


def using(database: Path, use: Callable[[], object]) -> None:
    """Open a database with ``use``, with the room that is kept where there is no other.

    Afterwards the room is kept again, if it can be. Raises whatever ``use`` raises.
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
    """Return whether room was kept, which it is no longer."""
    try:
        _file(database).unlink()
    except (OSError, ValueError):
        # It was never kept, or the database is in no file.
        return False
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
    """Take the room, all of it or nothing."""
    file = _file(database)
    with suppress(OSError):
        if file.exists() and file.stat().st_size == BYTES:
            return
        try:
            # Nothing that a file system could keep in less.
            file.write_bytes(os.urandom(BYTES))
        except OSError:
            file.unlink()


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}{ENDING}")
