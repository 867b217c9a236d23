"""Copy the database to a file and back, while the server may be running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from alembic.script import ScriptDirectory

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.db import migrations_folder


class BackupError(Exception):
    """A sentence that says why there is no backup, or why it cannot be restored."""


def back_up(settings: Settings, file: Path) -> int:
    """Write a copy of the database to ``file``, as of one moment; return its size in bytes.

    The copy is written beside the file first and put in its place when it is whole.
    """
    source = _database(settings)
    if not source.exists():
        raise BackupError(f"There are no games in {settings.data_dir} yet.")
    partial = file.with_name(file.name + ".partial")
    try:
        with closing(_connect(source)) as origin, closing(_connect(partial)) as copy:
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        partial.replace(file)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise BackupError(f"{file} cannot be written: {error}.") from error
    return file.stat().st_size


def restore(settings: Settings, file: Path) -> Path | None:
    """Make the database what it was in ``file``; return where the one it replaces is kept.

    The copy goes through the database itself, in one transaction, so that a running server goes
    on with the restored games. A backup of an older release is brought to this one's schema.
    """
    check(file)
    target = _database(settings)
    kept = None
    try:
        if count_games(settings):
            moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
            kept = target.with_name(f"{target.stem}-before-restore-{moment}.db")
            back_up(settings, kept)
        with closing(_connect(file, read_only=True)) as origin, closing(_connect(target)) as copy:
            origin.backup(copy)
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be restored: {error}.") from error
    migrate(create_app(settings))
    return kept


def check(file: Path) -> None:
    """Refuse a file that is no whole backup, or of a newer release than this one."""
    try:
        with closing(_connect(file, read_only=True)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{file} is not a Scorecard backup: {error}.") from error
    if verdict != "ok":
        raise BackupError(f"{file} is damaged: {verdict}.")
    known = {script.revision for script in _migrations().walk_revisions()}
    if revision is None or revision[0] not in known:
        raise BackupError(f"{file} was made by a newer Scorecard. Update this one first.")


def count_games(settings: Settings) -> int:
    """Return how many games the database holds; 0 where there is none."""
    database = _database(settings)
    if not database.exists():
        return 0
    with closing(_connect(database)) as connection:
        try:
            (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
        except sqlite3.OperationalError:
            return 0
    return int(games)


def _migrations() -> ScriptDirectory:
    folder = str(migrations_folder())
    return ScriptDirectory(folder, version_locations=[folder])


def _database(settings: Settings) -> Path:
    url = sa.make_url(settings.database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupError("Only SQLite databases can be backed up with this command.")
    return Path(url.database)


def _connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    mode = "?mode=ro" if read_only else ""
    return sqlite3.connect(f"{path.absolute().as_uri()}{mode}", uri=True, timeout=30)
