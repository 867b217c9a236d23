"""Copy the whole database to a file and back, while the server may be running.

A backup is a copy of the SQLite file, or portable (``scorecard.database.portable``): PostgreSQL
has only that one, SQLite both. Either can be restored into either database, because every backup
first becomes an SQLite database of this release, where it is looked at, before anything is
replaced: one that is made here and takes the rows of the file, so that nothing else survives.
The secret keys are in no backup: whoever found it could be any phone with them.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorecard.app import create_app, migrate
from scorecard.config import OperatorError, Settings, sync_folder
from scorecard.database import collisions, migrating, portable
from scorecard.database.db import (
    database_address,
    db,
    engine_options,
    file_of,
    reason,
)
from scorecard.models import Game
from scorecard.operating import schemas

SQLITE_MAGIC = b"SQLite format 3\x00"
GZIP_MAGIC = b"\x1f\x8b"
DATABASE_NEWER = "The games are of a newer Scorecard. Update this one first."


class BackupError(OperatorError):
    """A sentence that says why there is no backup, or why it cannot be restored."""


def back_up(settings: Settings, file: Path, *, is_portable: bool = False) -> int:
    """Write a snapshot of all games to ``file``, atomically; return its size in bytes."""
    source = sqlite_file(settings)
    if source and not source.exists():
        raise BackupError(f"There are no games in {settings.data_dir} yet.")
    try:
        with _in_place_when_whole(file) as partial:
            if source and not is_portable:
                _copy(source, partial, is_one_file=True)
            else:
                with _reading(settings) as connection, partial.open("wb") as out:
                    portable.write(connection, migrating.head(), out)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"{file} cannot be written: {error}.") from error
    return file.stat().st_size


def restore(settings: Settings, file: Path) -> Path | None:
    """Restore the database from ``file``; return the backup of the one that it replaces.

    It is replaced in one transaction, so that a running server goes on with the restored games. A
    backup of an older release is migrated to this one's schema.
    """
    with unpacked(settings, file) as staged:
        replaced = _keep_present(settings)
        try:
            if target := sqlite_file(settings):
                _copy(staged, target)
            else:
                _replace_rows(settings, staged)
        except (sqlite3.Error, SQLAlchemyError) as error:
            raise BackupError(f"{file} cannot be restored: {reason(error)}.") from error
        except migrating.DatabaseRefused as error:
            raise BackupError(str(error)) from error
    return replaced


@contextmanager
def unpacked(settings: Settings, file: Path) -> Iterator[Path]:
    """Provide a backup as an SQLite file of this release, inside the block.

    Raises :class:`BackupError` for a file that is no backup, not whole, or of a newer release.
    """
    with _staging(settings) as staged:
        try:
            magic = _magic(file)
            if magic.startswith(GZIP_MAGIC):
                _load(file, staged)
            elif magic == SQLITE_MAGIC:
                schemas.take_rows(file, staged, _known_revision(file))
            else:
                raise portable.Spoilt("it is something else")
            _bring_up_to_date(settings, staged)
            _refuse_lost_rows(staged)
        except portable.Spoilt as error:
            raise BackupError(f"{file} is not a Scorecard backup to restore: {error}.") from error
        except migrating.DatabaseRefused as error:
            raise BackupError(f"{file} cannot be restored: {error}") from error
        except (sqlite3.Error, SQLAlchemyError, OverflowError) as error:
            what = "cannot be read" if collisions.is_passing(error) else "is damaged"
            raise BackupError(f"{file} {what}: {reason(error)}.") from error
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error}.") from error
        yield staged


def strangers(file: Path) -> Iterator[str]:
    """Yield a sentence for every schema object of a backup that is not ours, and not restored."""
    if _magic(file) == SQLITE_MAGIC:
        yield from schemas.strangers(file, _known_revision(file))


@contextmanager
def snapshot(settings: Settings) -> Iterator[Path]:
    """Provide a snapshot of all games as an SQLite file of this release, inside the block."""
    with _staging(settings) as staged:
        try:
            if source := sqlite_file(settings):
                if not source.exists():
                    raise BackupError(f"There are no games in {settings.data_dir} yet.")
                _copy(source, staged)
            else:
                staged.write_bytes(schemas.empty_database())
                with _reading(settings) as origin, _writing(staged) as target:
                    portable.copy_rows(origin, target)
            _bring_up_to_date(settings, staged)
        except (sqlite3.Error, SQLAlchemyError, portable.Spoilt) as error:
            what = "cannot be copied" if collisions.is_passing(error) else "are damaged"
            raise BackupError(f"The games {what}: {reason(error)}.") from error
        except migrating.DatabaseRefused as error:
            raise BackupError(str(error)) from error
        except OSError as error:
            raise BackupError(f"The games cannot be copied: {error}.") from error
        yield staged


def count_games(settings: Settings) -> int:
    """Return how many games the database holds; 0 where there is none."""
    return int(_look_up(settings, "SELECT count(*) FROM games") or 0)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 game", "1,200 games"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def is_empty(settings: Settings) -> bool:
    """Whether no device has ever written anything into the database."""
    return _look_up(settings, "SELECT id FROM devices LIMIT 1") is None


def last_change(settings: Settings) -> datetime | None:
    """Return when a game was last changed, or None where there is none."""
    changed_at: datetime | None = _look_up(settings, sa.select(sa.func.max(Game.changed_at)))
    return changed_at


def _look_up(settings: Settings, statement: str | sa.Select[Any]) -> Any:
    """Return one value from the database, or None where it has no tables yet."""
    source = sqlite_file(settings)
    if source and not source.exists():
        return None
    with _engine(settings.database_url) as engine:
        try:
            with engine.connect() as connection:
                if not sa.inspect(connection).has_table("games"):
                    return None
                asked = sa.text(statement) if isinstance(statement, str) else statement
                return connection.scalar(asked)
        except DBAPIError as error:
            raise BackupError(f"The games cannot be read: {reason(error)}.") from error


def sqlite_file(settings: Settings) -> Path | None:
    """Return the SQLite file of the games, or None for PostgreSQL."""
    try:
        return file_of(database_address(settings.database_url))
    except ValueError as error:
        raise BackupError(str(error)) from error


def _known_revision(file: Path) -> str:
    """Return an SQLite file's migration; raise ``portable.Spoilt`` unless it is whole and ours."""
    with closing(_connect(file, read_only=True)) as connection:
        try:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.Error as error:
            raise portable.Spoilt(str(error)) from error
    if verdict != "ok":
        raise portable.Spoilt(f"it is damaged: {verdict}")
    revision = str(row[0]) if row else None
    _refuse_unknown(revision)
    return str(revision)


def _magic(file: Path) -> bytes:
    """Return the first bytes of a file, which tell its format."""
    with file.open("rb") as stream:
        return stream.read(len(SQLITE_MAGIC))


def _load(file: Path, staged: Path) -> None:
    with file.open("rb") as packed:
        reader = portable.Reader(packed)
        _refuse_unknown(reader.revision)
        staged.write_bytes(schemas.empty_database(reader.revision))
        with _writing(staged) as connection:
            reader.fill(connection)


def _replace_rows(settings: Settings, staged: Path) -> None:
    """Make the rows in PostgreSQL those of an SQLite file, in one transaction."""
    with _app_of(settings) as app:
        migrate(app)
    with _engine(settings.database_url) as engine, _engine(_url_of(staged)) as from_file:
        write = engine.execution_options(is_write=True)
        with from_file.connect() as origin, write.begin() as target:
            portable.copy_rows(origin, target)


def _keep_present(settings: Settings) -> Path | None:
    """Back up the database that is about to be replaced, if it holds anything; return the file."""
    if is_empty(settings):
        return None
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    source = sqlite_file(settings)
    name = f"{source.stem}-before-restore-{moment}.db" if source else f"before-restore-{moment}.gz"
    copy = source.with_name(name) if source else settings.data_dir / name
    back_up(settings, copy)
    return copy


@contextmanager
def _staging(settings: Settings) -> Iterator[Path]:
    try:
        folder = tempfile.TemporaryDirectory(dir=settings.data_dir, prefix=".copy-")
    except OSError as error:
        raise BackupError(f"There must be room for a copy: {error}.") from error
    with folder as name:
        yield Path(name) / "scorecard.db"


def _bring_up_to_date(settings: Settings, staged: Path) -> None:
    with app_on(settings, staged) as app:
        migrate(app)


def _refuse_lost_rows(staged: Path) -> None:
    with closing(_connect(staged)) as connection:
        lost = connection.execute("PRAGMA foreign_key_check").fetchone()
        if lost:
            # Rows that are kept by their keys have no numbers.
            which = f"row {lost[1]}" if lost[1] is not None else "a row"
            raise portable.Spoilt(f"{which} of its table {lost[0]} points to nothing")


def app_on(settings: Settings, staged: Path) -> AbstractContextManager[Flask]:
    """Provide the context of an app on a copy; close its connections afterwards."""
    return _app_of(replace(settings, database_url=_url_of(staged)))


@contextmanager
def _app_of(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings, is_served=False)
    try:
        with app.app_context():
            yield app
    finally:
        with app.app_context():
            db.engine.dispose()


@contextmanager
def _reading(settings: Settings) -> Iterator[sa.Connection]:
    """Provide a connection to the database, which must be of this release."""
    with _engine(settings.database_url) as engine:
        try:
            with engine.connect() as connection:
                revision = MigrationContext.configure(connection).get_current_revision()
                if revision is None:
                    raise BackupError("There are no games in the database yet.")
                if revision not in migrating.known():
                    raise BackupError(DATABASE_NEWER)
                if revision != migrating.head():
                    raise BackupError(
                        "The games are of an older Scorecard. Start this one once, which brings "
                        "them up to date."
                    )
                yield connection
        except DBAPIError as error:
            raise BackupError(f"The games cannot be read: {reason(error)}.") from error


@contextmanager
def _writing(staged: Path) -> Iterator[sa.Connection]:
    with _engine(_url_of(staged)) as engine, engine.begin() as connection:
        yield connection


@contextmanager
def _engine(url: str) -> Iterator[sa.Engine]:
    engine = sa.create_engine(**engine_options(url))
    try:
        yield engine
    finally:
        engine.dispose()


def _copy(source: Path, target: Path, *, is_one_file: bool = False) -> None:
    """Copy an SQLite file's content into another one, while both may be in use."""
    with closing(_connect(source)) as origin, closing(_connect(target)) as copy:
        origin.backup(copy)
        if is_one_file:
            copy.execute("PRAGMA journal_mode = DELETE")


def _refuse_unknown(revision: str | None) -> None:
    if revision not in migrating.known():
        is_later = revision is not None and revision.isdecimal() and revision > migrating.head()
        raise portable.Spoilt(portable.NEWER if is_later else "it is something else")


@contextmanager
def _in_place_when_whole(file: Path) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}-")
    os.close(descriptor)
    partial = Path(name)
    try:
        yield partial
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        partial.replace(file)
        sync_folder(file.absolute().parent)
    finally:
        for path in (partial, Path(f"{name}-wal"), Path(f"{name}-shm"), Path(f"{name}-journal")):
            path.unlink(missing_ok=True)


def _url_of(path: Path) -> str:
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def _connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    mode = "?mode=ro" if read_only else ""
    return sqlite3.connect(f"{path.absolute().as_uri()}{mode}", uri=True, timeout=30)
