"""What the server does by itself, when something is in its way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import gevent
import pytest
from flask import Flask
from sqlalchemy import select

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.serving import chores
from tests.conftest import make_app

DAY_SECONDS = 24 * 60 * 60
MINUTES = 300
MANY = 100
UNDONE = "The bin was not emptied: database is locked"


@dataclass
class Worker:
    """A server process, as far as a chore knows it: it lives for so many rests."""

    wsgi: Flask | None = None
    lives: int = 1
    rests: list[float] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        return len(self.rests) < self.lives


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """A worker that notes how long its chores would rest."""
    worker = Worker()
    monkeypatch.setattr("gevent.sleep", worker.rests.append)
    return worker


def failing(*errors: Exception | None) -> Callable[[], float]:
    """Return a chore that fails so, one time after the other, and is done where nothing is said."""
    left: Iterator[Exception | None] = iter(errors)

    def chore() -> float:
        if error := next(left):
            raise error
        return DAY_SECONDS

    return chore


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_what_failed_is_tried_again_soon_and_then_less_and_less_often(worker: Worker) -> None:
    worker.lives = 12
    chores.again_and_again(worker, "Not done", failing(*[OSError("away")] * 10, None, OSError()))
    assert worker.rests[:3] == [5, 10, 20]
    assert worker.rests[:10] == sorted(worker.rests[:10])
    assert worker.rests[9:] == [MINUTES, DAY_SECONDS, 5]


def test_a_reason_is_logged_once_until_it_is_done_or_another_one(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    away, full = OSError("It is away."), OSError("It is full.")
    worker.lives = 7
    chores.again_and_again(worker, "Not done", failing(away, away, away, full, full, None, full))
    assert logged(caplog) == ["Not done: It is away.", *["Not done: It is full."] * 2]


def test_a_fault_of_ours_is_logged_by_its_kind_and_ends_no_chore(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    worker.lives = 2
    chores.again_and_again(worker, "Not done", failing(KeyError("a name"), None))
    assert worker.rests == [5, DAY_SECONDS]
    (line,) = logged(caplog)
    assert line.startswith("Not done: KeyError in ")
    assert "a name" not in line


def test_votes_that_cannot_be_counted_keep_no_ratings_waiting(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    worker = Worker(app, lives=MANY)
    rest_truly = gevent.sleep

    def count_votes(_app: Flask, _now: datetime) -> int:
        raise ZeroDivisionError

    def rate(_app: Flask, _now: datetime) -> bool:
        worker.lives = 0
        return False

    def rest(seconds: float) -> None:
        worker.rests.append(seconds)
        rest_truly(0)

    monkeypatch.setattr("scorecard.operating.housekeeping.count_votes", count_votes)
    monkeypatch.setattr("scorecard.operating.housekeeping.rate_some", rate)
    monkeypatch.setattr("gevent.sleep", rest)
    chores.keep_house(replace(app.config["SETTINGS"], backups_kept=None), worker)
    assert worker.lives == 0, "nothing was rated"
    (line,) = logged(caplog)
    assert line.startswith("Votes still wait to be counted: ZeroDivisionError in ")


def test_a_bin_that_could_not_be_written_to_is_emptied_a_moment_later(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("scorecard.database.sqlite_files.BUSY_SECONDS", 0)
    monkeypatch.setattr("scorecard.database.sqlite_files.GLANCE_MILLISECONDS", 1)
    file = tmp_path / "scorecard.db"
    app = make_app(Settings(tmp_path, f"sqlite:///{file}", ("a secret",), backups_kept=None))
    body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
    assert app.test_client().post("/api/v1/games", json=body).status_code == 201
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE games SET changed_at = '2001-01-01 00:00:00.000000'")
        other.execute("BEGIN IMMEDIATE")
        worker = Worker(app, lives=MANY)
        rest_truly = gevent.sleep

        def rest(seconds: float) -> None:
            worker.rests.append(seconds)
            if UNDONE in caplog.text and other.in_transaction:
                other.execute("ROLLBACK")
            if seconds == DAY_SECONDS:
                worker.lives = 0
            rest_truly(0)

        monkeypatch.setattr("gevent.sleep", rest)
        chores.keep_house(app.config["SETTINGS"], worker)
    assert len([line for line in logged(caplog) if line.startswith(UNDONE)]) == 1
    assert DAY_SECONDS in worker.rests
    with app.app_context():
        assert db.session.scalars(select(Game.deleted_at)).one() is not None
        db.engine.dispose()
