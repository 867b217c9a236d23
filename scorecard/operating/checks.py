"""Checks that everything stored is whole and consistent, on a snapshot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from scorecard.config import Settings
from scorecard.database.db import begin_write, db, reason
from scorecard.operating import backups, daily_backups, schemas
from scorecard.services.keeping import catching_up, checking

MOST_LISTED = 20
"""Faults of the file itself that are listed one by one."""


def faults(settings: Settings, file: Path | None = None) -> Iterator[str]:
    """Yield a sentence for every fault of the games, or of those in a backup ``file``.

    Raises :class:`scorecard.operating.backups.BackupError` where they cannot be examined at all.
    """
    place = backups.unpacked(settings, file) if file else backups.snapshot(settings)
    with place as staged:
        # A snapshot has the database's schema; of a backup only rows were copied.
        yield from backups.strangers(file) if file else schemas.strangers(staged)
        yield from _faults_of_file(staged)
        with backups.app_on(settings, staged):
            try:
                begin_write(db.session)
                catching_up.update_all(db.session)
                db.session.commit()
                yield from checking.faults(db.session)
            except DBAPIError as error:
                yield f"The rest cannot be read: {reason(error)}."
    if file is None:
        yield from daily_backups.faults(settings, datetime.now(UTC))


def _faults_of_file(staged: Path) -> Iterator[str]:
    with closing(sqlite3.connect(staged)) as connection:
        for (line,) in connection.execute(f"PRAGMA integrity_check({MOST_LISTED})"):
            if line != "ok":
                yield f"The file is damaged: {line}."
        lost = connection.execute("PRAGMA foreign_key_check").fetchall()
        for table, row, target, _number in lost[:MOST_LISTED]:
            # Rows that are kept by their keys have no numbers.
            which = f"Row {row}" if row is not None else "A row"
            yield f"{which} of {table} points to a row of {target} that is not there."
        if len(lost) > MOST_LISTED:
            yield f"{len(lost) - MOST_LISTED} more rows point to nothing."
