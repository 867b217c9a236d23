"""Migrate a database to this release's schema: one process at a time, and all of it or nothing.

All migrations run in one transaction, so a process that dies in the middle leaves the database as
it was. A SQLite database is first copied to a file beside it.
"""

from __future__ import annotations

import fcntl
import logging
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import BinaryIO

import sqlalchemy as sa
from alembic.script import ScriptDirectory

from scorecard.database import collisions
from scorecard.database.db import alembic, db, file_of, packaged

PAUSE_SECONDS = 0.1
"""Between two tries where others migrate, too."""
ALWAYS_THERE = {"games", "seats", "rounds"}
"""Tables that every release has."""
NUMBER = re.compile(r"\d{4}")

log = logging.getLogger("scorecard")


class DatabaseRefused(Exception):
    """Raised with a sentence that says why a database is not migrated."""


def upgrade() -> Path | None:
    """Migrate the app's database if it is older; return the copy of the old one, if any.

    If another process is migrating it, wait for that. Raises :class:`DatabaseRefused` for a
    database of a newer release or of another program.
    """
    engine = db.engine
    with _alone(engine):
        while (revision := _revision(engine)) != head():
            copy = _copy(engine, revision) if revision else None
            if not _upgrade(revision):
                # No connection is held meanwhile: a pooler may have no other one.
                time.sleep(PAUSE_SECONDS)
            elif copy:
                log.warning("The games are of this release now. As they were before: %s", copy)
                return copy
    return None


def _upgrade(revision: str | None) -> bool:
    """Run the migrations after a revision; return whether no other process came between.

    Each begins as a write that has the database to itself, so that those after the first find
    nothing more to do. An empty PostgreSQL has nothing to lock: of two processes that make its
    tables one fails, and looks again. SQLite may refuse to write after it began by reading.
    """
    connection = alembic.migration_context.connection
    assert connection is not None, "migrations are not only written down"
    is_sqlite = connection.dialect.name == "sqlite"
    connection.execution_options(is_write=is_sqlite or revision is not None)
    try:
        alembic.upgrade()
    except sa.exc.DBAPIError as error:
        connection.rollback()
        if collisions.is_collision(error, collisions.MIGRATED_AT_ONCE):
            return False
        raise
    return True


def is_new_enough(connection: sa.Connection) -> bool:
    """Whether a database of Scorecard has the schema of this release, or a newer one."""
    revision: str = connection.scalar(sa.text("SELECT version_num FROM alembic_version")) or ""
    return revision >= head()


def is_of_this_release(engine: sa.Engine) -> bool:
    """Whether a database has the schema of this release, so that it need not be migrated.

    Raises :class:`DatabaseRefused` for one of a newer release or of another program.
    """
    return _revision(engine) == head()


def head() -> str:
    """Return the revision of this release's schema."""
    return str(_scripts().get_current_head())


def known() -> set[str]:
    """Return the revisions of this release and of all earlier ones."""
    return {script.revision for script in _scripts().walk_revisions()}


@cache
def _scripts() -> ScriptDirectory:
    folder = str(packaged("migrations"))
    return ScriptDirectory(folder, version_locations=[folder])


def _revision(engine: sa.Engine) -> str | None:
    """Return the revision of a database of Scorecard, None for an empty one; refuse any other."""
    with engine.connect() as connection:
        inspector = sa.inspect(connection)
        tables = set(inspector.get_table_names())
        revisions: list[str] = []
        columns = inspector.get_columns("alembic_version") if "alembic_version" in tables else []
        if any(column["name"] == "version_num" for column in columns):
            revisions = list(connection.scalars(sa.text("SELECT version_num FROM alembic_version")))
    revision = revisions[0] if revisions else None
    if revision and NUMBER.fullmatch(revision) and revision > head():
        raise DatabaseRefused("The database is of a newer Scorecard. Update this one first.")
    is_ours = revision in known() and tables >= ALWAYS_THERE
    if not is_ours and (revision or tables - {"alembic_version"}):
        raise DatabaseRefused("The database belongs to another program. It is left as it is.")
    return revision


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[None]:
    """Hold a lock so that no other process migrates the same file; wait for one that does."""
    file = file_of(engine.url)
    if file:
        # A separate file: closing the database's own file here would drop SQLite's locks on it.
        # It is locked before anything else, because even connecting can change the database.
        with _opened(file.with_name(f"{file.name}.lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    else:
        yield


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("ab")
    except OSError as error:
        raise DatabaseRefused(f"The games cannot be kept there: {error}.") from error


def _copy(engine: sa.Engine, revision: str) -> Path | None:
    """Copy a SQLite database, completely or not at all; return the file, None for PostgreSQL."""
    file = file_of(engine.url)
    if file is None:
        return None
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = file.with_name(f"{file.stem}-revision-{revision}-{moment}.db")
    partial = target.with_name(f"{target.name}.partial")
    try:
        with closing(sqlite3.connect(file)) as origin, closing(sqlite3.connect(partial)) as copy:
            shutil.copymode(file, partial)
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise DatabaseRefused(
            "The games must be copied before this release changes how they are kept, but "
            f"{target} cannot be written: {error}."
        ) from error
    return target
