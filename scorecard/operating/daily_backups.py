"""The daily backups of the running server, in the folder ``backups`` beside the games.

There is one file a day, with the day in its name (UTC), and none if nothing has changed. The newest
of each of so many days, weeks and months are kept. A file that is dated later than today, which a
wrong clock leaves behind, is never deleted.
"""

from __future__ import annotations

import fcntl
import filecmp
import os
import re
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from scorecard.config import Settings
from scorecard.operating import backups

NAME = re.compile(r"scorecard-(\d{4}-\d\d-\d\d)\.(?:db|gz)")
FAILED = "last-failure.txt"
LATE = timedelta(days=2)
"""How old changes may be that are in no backup."""


def folder_of(settings: Settings) -> Path:
    """Return where the daily backups are."""
    return settings.data_dir / "backups"


def files(settings: Settings) -> dict[date, Path]:
    """Return the daily backups by their days, oldest first."""
    by_day = {}
    with suppress(FileNotFoundError):
        for path in folder_of(settings).iterdir():
            if name := NAME.fullmatch(path.name):
                with suppress(ValueError):
                    by_day[date.fromisoformat(name[1])] = path
    return dict(sorted(by_day.items()))


def is_due(settings: Settings, today: date) -> bool:
    """Whether there is something to back up, and no backup of today."""
    if settings.backups_kept is None or today in files(settings):
        return False
    return not backups.is_empty(settings)


def make(settings: Settings, now: datetime) -> Path | None:
    """Make today's backup and delete outdated ones; return its file.

    Return None where there is one of today, where nothing has changed since the last one, and
    while another process is making it. Raises :class:`~scorecard.operating.backups.BackupError`,
    and keeps the reason in a file for :func:`faults`.
    """
    today = now.astimezone(UTC).date()
    folder = folder_of(settings)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with alone(folder) as is_alone:
            if not is_alone or not is_due(settings, today):
                return None
            made = _make(settings, today)
            (folder / FAILED).unlink(missing_ok=True)
            return made
    except (backups.BackupError, OSError) as error:
        is_said = isinstance(error, backups.BackupError)
        sentence = str(error) if is_said else f"No backups can be kept there: {error}."
        with suppress(OSError):
            (folder / FAILED).write_text(f"{now:%Y-%m-%d %H:%M} UTC: {sentence}\n")
        raise backups.BackupError(sentence) from error


def _make(settings: Settings, today: date) -> Path | None:
    before = files(settings)
    is_sqlite = backups.sqlite_file(settings) is not None
    made = folder_of(settings) / f"scorecard-{today}{'.db' if is_sqlite else '.gz'}"
    for left_over in made.parent.glob(".scorecard-*"):
        left_over.unlink()
    backups.back_up(settings, made)
    newest = before[max(before)] if before else None
    if newest and filecmp.cmp(newest, made, shallow=False):
        made.unlink()
        return None
    assert settings.backups_kept is not None, "otherwise none is due"
    for day in outdated([*before, today], settings.backups_kept, today):
        before[day].unlink()
    return made


def outdated(days: Collection[date], most_kept: tuple[int, int, int], today: date) -> list[date]:
    """Return the days whose backups are outdated; never today nor a later day."""
    periods: tuple[Callable[[date], Hashable], ...] = (
        lambda day: day,
        lambda day: day.isocalendar()[:2],
        lambda day: (day.year, day.month),
    )
    past = sorted((day for day in days if day <= today), reverse=True)
    staying = {today}
    for period, most in zip(periods, most_kept, strict=True):
        newest: dict[Hashable, date] = {}
        for day in past:
            newest.setdefault(period(day), day)
        staying.update([*newest.values()][:most])
    return [day for day in past if day not in staying]


def faults(settings: Settings, now: datetime) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with the daily backups."""
    if settings.backups_kept is None:
        return
    with suppress(OSError):
        failed = (folder_of(settings) / FAILED).read_text().strip()
        yield f"The last daily backup failed at {failed}"
    by_day = files(settings)
    today = now.astimezone(UTC).date()
    for day, path in by_day.items():
        if day > today:
            yield f"{path} is dated later than today. Delete it if the clock was wrong then."
    past = [day for day in by_day if day <= today]
    changed = backups.last_change(settings)
    if past and changed and changed > datetime.combine(max(past), time(), UTC) + LATE:
        yield f"The newest daily backup is of {max(past)}, and games were changed since."


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Hold the folder's lock; provide False if another process holds it."""
    descriptor = os.open(folder / ".lock", os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
