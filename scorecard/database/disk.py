"""The disk that the games are on, and how much room is left on it."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from scorecard.config import Settings
from scorecard.database.db import database_address, file_of

TRIED_BYTES = 64 * 1024
"""Size of the file that is written for a moment to try out the disk: more than a count takes."""


def folder_of(settings: Settings) -> Path:
    """Return a folder on the disk of the database; with PostgreSQL, on that of the backups."""
    return _database_folder(settings.database_url) or settings.data_dir


def free_bytes(settings: Settings) -> int:
    """Return how much room is left."""
    return shutil.disk_usage(folder_of(settings)).free


def is_above_floor(settings: Settings) -> bool:
    """Whether there is more room than is reserved for running games, or that is unknown."""
    try:
        return not settings.disk_floor or free_bytes(settings) >= settings.disk_floor
    except OSError:
        return True


def has_room(settings: Settings) -> bool:
    """Whether a temporary file fits beside the database; PostgreSQL's disk cannot be seen."""
    folder = _database_folder(settings.database_url)
    if folder is None:
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(TRIED_BYTES))
            file.flush()
    except OSError:
        return False
    return True


@cache
def _database_folder(database_url: str) -> Path | None:
    file = file_of(database_address(database_url))
    return file.parent if file else None
