"""Background chores of a server process: daily backups, emptying the bin, pending counts.

Only ``scorecard/serving/server.py`` imports this, because it needs gevent.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import gevent

from scorecard.config import Settings
from scorecard.machine import outages
from scorecard.operating import backups, daily_backups, housekeeping

LOOK_SECONDS = 900
"""Between two checks whether a backup is due, or whether no other process does the chores."""
BACKUP_NICE = 10
"""The niceness of a backup's process."""
LOOK_FOR_WORK_SECONDS = 5
AGAIN_SECONDS, AT_MOST_SECONDS = 5, 300
"""After how long a chore that failed is tried again: each time twice as long, up to so long."""
BETWEEN_RATINGS_SECONDS = 0.05
DAY_SECONDS = 24 * 60 * 60

log = logging.getLogger("scorecard")


def keep_house(settings: Settings, worker: Any) -> None:
    """Do the chores, in one of the processes that share a data folder at a time."""
    done: set[date] = set()
    chores: dict[str, Callable[[], float]] = {
        "No daily backup": lambda: _back_up_daily(settings, done),
        "The bin was not emptied": lambda: _clear_up_daily(worker),
        "Votes still wait to be counted": lambda: _count_votes(worker),
        "Games or ratings still wait to be counted": lambda: _count_anew(worker),
    }

    def keep_if_alone() -> float:
        with daily_backups.alone(settings.data_dir) as is_alone:
            if is_alone:
                gevent.joinall(
                    [gevent.spawn(again_and_again, worker, *one) for one in chores.items()]
                )
        return LOOK_SECONDS

    again_and_again(worker, "Nothing is backed up, and no bin emptied", keep_if_alone)


def again_and_again(worker: Any, undone: str, chore: Callable[[], float]) -> None:
    """Do a chore as long as the worker lives; it returns the seconds until the next time.

    One that fails is tried again soon. ``undone`` is logged once for each new reason, and again
    after a success.
    """
    logged, pause = "", AGAIN_SECONDS
    while worker.alive:
        try:
            rest = chore()
            logged, pause = "", AGAIN_SECONDS
        except Exception as error:  # noqa: BLE001 - no chore stops the others, nor itself for ever
            if (why := _why(error)) != logged:
                log.error("%s: %s.", undone, why)
            logged, rest, pause = why, pause, min(2 * pause, AT_MOST_SECONDS)
        gevent.sleep(rest)


def _why(error: Exception) -> str:
    """Return why a chore failed, without a full stop; of a fault of ours only its kind."""
    if isinstance(error, backups.BackupError | OSError):
        return outages.in_one_line(error).rstrip(".")
    return (outages.reason(error) or outages.kind_of(error)).rstrip(".")


def _back_up_daily(settings: Settings, done: set[date]) -> float:
    """Make today's backup in a child process."""
    today = datetime.now(UTC).date()
    if today not in done and daily_backups.is_due(settings, today):
        command = [sys.executable, "-m", "scorecard", "backups", "--make"]
        try:
            subprocess.run(  # noqa: S603 - our own command
                [*command, "--data", str(settings.data_dir)],
                check=True,
                capture_output=True,
                text=True,
                preexec_fn=lambda: os.nice(BACKUP_NICE),
            )
        except subprocess.CalledProcessError as error:
            raise backups.BackupError(error.stderr.strip()) from error
        # Remembered, because no file is made if nothing has changed.
        done.add(today)
    return LOOK_SECONDS


def _clear_up_daily(worker: Any) -> float:
    if erased := housekeeping.clear_up(worker.wsgi, datetime.now(UTC)):
        log.warning("Erased from the bin: %d.", len(erased))
    return DAY_SECONDS


def _count_votes(worker: Any) -> float:
    housekeeping.count_votes(worker.wsgi, datetime.now(UTC))
    return LOOK_FOR_WORK_SECONDS


def _count_anew(worker: Any) -> float:
    """Do a piece of the pending counts: games of an earlier release, then due ratings."""
    app, now = worker.wsgi, datetime.now(UTC)
    is_under_way = housekeeping.bring_some_along(app, now) or housekeeping.rate_some(app, now)
    return BETWEEN_RATINGS_SECONDS if is_under_way else LOOK_FOR_WORK_SECONDS
