"""Tell what is out of order round the app, and will pass, from a fault of ours.

A disk that is full, a database that is locked, damaged or gone, a server that does not answer, no
free file descriptor: the same request may be answered in a moment. Everything else is our fault.
"""

from __future__ import annotations

import errno
import sqlite3
import traceback
from pathlib import Path

from sqlalchemy import exc

NO_SUCH_TABLE = ("no such table", "no such column")
"""What SQLite says when the file is another one, an empty or an older one: it may come back."""
UNDEFINED = ("42P01", "42703")
"""What PostgreSQL says then."""
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
"""What SQLite says of a statement that is wrong."""
PRIMARY_CODE = 0xFF
"""The part of SQLite's extended codes that is the code."""
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
DAMAGED_CLASS = "XX"
"""What SQLite and PostgreSQL say of a damaged file."""
PACKAGE = "/scorecard/"
"""What names of files hold that are ours."""


def reason(error: BaseException) -> str | None:
    """Return in one line what is out of order, or None where the fault is ours."""
    if isinstance(error, exc.TimeoutError):
        return "every connection to the database is taken"
    if isinstance(error, exc.DBAPIError) and error.orig:
        is_passing = error.connection_invalidated or is_outage(error.orig)
        return in_one_line(error.orig) if is_passing else None
    return in_one_line(error) if is_outage(error) else None


def is_outage(error: BaseException) -> bool:
    """Whether a driver or the system says that something is out of order round the app."""
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
    """Whether a database says that what it has to read is damaged."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    code = getattr(cause, "sqlstate", None) or ""
    return code_of(cause) in DAMAGED or code.startswith(DAMAGED_CLASS)


def kind_of(error: BaseException) -> str:
    """Return the kind of a fault and our lines of code that it went through, the last one first.

    What the fault says of itself may hold names, and addresses that let somebody in.
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
    # What the driver itself says has no code; it is about how it was called.
    return bool(code) and code not in OUR_FAULTS


def in_one_line(error: BaseException) -> str:
    """Return what an error says in one line; its kind where it says nothing."""
    return " ".join(str(error).split()) or type(error).__name__
