"""Tells outages of the surroundings, which pass, from faults of the app.

An outage is a full disk, a locked, damaged or missing database, a server that does not answer, or
no free file descriptor: the same request may succeed in a moment.
"""

from __future__ import annotations

import errno
import sqlite3
import traceback
from pathlib import Path

from sqlalchemy import exc

NO_SUCH_TABLE = ("no such table", "no such column")
"""SQLite's messages when the file is another one, empty or older: it may come back."""
UNDEFINED = ("42P01", "42703")
"""PostgreSQL's codes for the same."""
PASSING_CLASSES = ("08", "25", "28", "3D", "40", "53", "55", "57", "58", "XX")
"""Classes of PostgreSQL's codes: connection, read-only, who may, which database, deadlock,
resources, locks, the operator, the system, damage."""
PASSING_ERRNOS = frozenset(
    {
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.ENOBUFS,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EIO,
        errno.ESTALE,
    }
)
OUR_FAULTS = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    }
)
"""SQLite's codes for a wrong statement."""
PRIMARY_CODE = 0xFF
"""The bits of SQLite's extended codes that are the primary code."""
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
DAMAGED_CLASS = "XX"
"""Codes of SQLite and PostgreSQL for a damaged file."""
PACKAGE = "/scorecard/"
"""A part of the paths of our own files."""


def reason(error: BaseException) -> str | None:
    """Return an outage's reason in one line, or None for a fault of the app."""
    if isinstance(error, exc.TimeoutError):
        return "every connection to the database is taken"
    if isinstance(error, exc.DBAPIError) and error.orig:
        is_passing = error.connection_invalidated or is_outage(error.orig)
        return in_one_line(error.orig) if is_passing else None
    return in_one_line(error) if is_outage(error) else None


def is_outage(error: BaseException) -> bool:
    """Whether an exception of a driver or of the system is an outage."""
    if isinstance(error, sqlite3.Error):
        return _is_outage_of_sqlite(error)
    if isinstance(error, OSError):
        return error.errno in PASSING_ERRNOS
    if type(error).__module__.startswith("psycopg"):
        code: str | None = getattr(error, "sqlstate", None)
        if code:
            return code[:2] in PASSING_CLASSES or code in UNDEFINED
        return type(error).__name__ in ("OperationalError", "InterfaceError")
    return False


def is_damage(error: BaseException) -> bool:
    """Whether a database reports damage."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    code = getattr(cause, "sqlstate", None) or ""
    return code_of(cause) in DAMAGED or code.startswith(DAMAGED_CLASS)


def kind_of(error: BaseException) -> str:
    """Return a fault's exception class and our lines in its traceback, the last one first.

    Not its message, which may hold names, and addresses that let somebody in.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if PACKAGE in frame.filename] or frames[-1:]
    places = " < ".join(map(_place, reversed(ours)))
    return f"{type(error).__qualname__} in {places or 'no code'}"


def _place(frame: traceback.FrameSummary) -> str:
    _, is_ours, name = frame.filename.rpartition(PACKAGE)
    return f"{name if is_ours else Path(frame.filename).name}:{frame.lineno}"


def code_of(error: BaseException | None) -> int:
    """Return SQLite's code of an error, 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE


def _is_outage_of_sqlite(error: sqlite3.Error) -> bool:
    code = code_of(error)
    if code == sqlite3.SQLITE_ERROR:
        return str(error).startswith(NO_SUCH_TABLE)
    # The driver's own errors, about its arguments, have no code.
    return bool(code) and code not in OUR_FAULTS


def in_one_line(error: BaseException) -> str:
    """Return an error's message in one line, or its class if it has none."""
    return " ".join(str(error).split()) or type(error).__name__
