"""What a server process does beside serving: daily backups, the bin, and what waits to be counted.

Only ``scorecard/serving/server.py`` imports this, because it needs gevent.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import gevent
from sqlalchemy.exc import SQLAlchemyError

from scorecard.config import Settings
from scorecard.machine import outages
from scorecard.operating import backups, daily_backups, housekeeping

LOOK_SECONDS = 900
"""Between two looks whether a daily backup is due, or whether nobody else does what is daily."""
BACKUP_NICE = 10
"""By how much a backup stands back behind everything else the machine does."""
LOOK_FOR_WORK_SECONDS = 5
BETWEEN_RATINGS_SECONDS = 0.05
DAY_SECONDS = 24 * 60 * 60

log = logging.getLogger("scorecard")


def keep_house(settings: Settings, worker: Any) -> None:
    """Do what is done once a day, in one process of those that share the data folder.

    Another one goes on where that one ends.
    """
    while worker.alive:
        try:
            with daily_backups.alone(settings.data_dir) as is_alone:
                if is_alone:
                    backing_up = gevent.spawn(_back_up_daily, settings, worker)
                    clearing = gevent.spawn(_clear_up_daily, worker)
                    gevent.joinall([backing_up, clearing, gevent.spawn(_work_off, worker)])
        except OSError as error:
            log.error("Nothing is backed up, and no bin emptied: %s", error)
        gevent.sleep(LOOK_SECONDS)


def _back_up_daily(settings: Settings, worker: Any) -> None:
    """Make a backup once a day, in a process of its own, so that serving goes on meanwhile."""
    done = None
    command = [sys.executable, "-m", "scorecard", "backups", "--make"]
    while worker.alive:
        today = datetime.now(UTC).date()
        try:
            if today != done and daily_backups.is_due(settings, today):
                subprocess.run(  # noqa: S603 - our own command
                    [*command, "--data", str(settings.data_dir)],
                    check=True,
                    capture_output=True,
                    text=True,
                    preexec_fn=lambda: os.nice(BACKUP_NICE),
                )
                done = today
        except subprocess.CalledProcessError as error:
            log.error("No daily backup: %s", error.stderr.strip())
        except (backups.BackupError, OSError) as error:
            log.error("No daily backup: %s", error)
        gevent.sleep(LOOK_SECONDS)


def _clear_up_daily(worker: Any) -> None:
    """Empty the bin, and put into it what nobody ever played, now and once a day."""
    while worker.alive:
        try:
            erased = housekeeping.clear_up(worker.wsgi, datetime.now(UTC))
        except (SQLAlchemyError, OSError) as error:
            why = outages.reason(error) or type(error).__name__
            log.warning("The bin was not emptied: %s.", why)
        else:
            if erased:
                log.warning("Erased from the bin: %d.", len(erased))
        gevent.sleep(DAY_SECONDS)


def _work_off(worker: Any) -> None:
    """Work off what waits to be counted, with room between for everybody else.

    That is votes past their deadline, what an update of Scorecard counts otherwise, and ratings
    after a correction.
    """
    while worker.alive:
        try:
            is_under_way = housekeeping.work_off(worker.wsgi, datetime.now(UTC))
        except Exception as error:  # noqa: BLE001 - one game that cannot be rated stops no others
            is_under_way = False
            why = outages.reason(error) or type(error).__name__
            log.warning("Votes, games or ratings still wait to be counted: %s.", why)
        gevent.sleep(BETWEEN_RATINGS_SECONDS if is_under_way else LOOK_FOR_WORK_SECONDS)
