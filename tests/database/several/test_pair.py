"""Two servers of PostgreSQL under one address: one takes over, and what was told stays true."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.live.notify_line import NotifyLine
from scorecard.operating import backups
from tests.conftest import opened
from tests.servers.brokers import wait_until
from tests.servers.pairs import Pair
from tests.web.conftest import Program

pytestmark = pytest.mark.long
WAITS_FOR_STANDBY = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture
def pair() -> Iterator[Pair]:
    with Pair() as pair:
        pair.wait_until_whole()
        yield pair


@pytest.fixture
def settings(pair: Pair, tmp_path: Path) -> Settings:
    return Settings(tmp_path, pair.url, ("a test's secret key",))


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    with opened(settings) as app:
        yield app


def test_where_the_primary_dies_everything_goes_to_the_other(
    app: Flask, pair: Pair, settings: Settings, tmp_path: Path
) -> None:
    phone = Program(app.test_client()).start("Ann", "Bob")
    assert phone.enter(1, 1, {"score": 100}).status_code == 200
    first, before = pair.primary, phone.sheet()
    first.kill()
    wait_until(lambda: phone.enter(1, 2, {"score": 200}).status_code == 200)
    wait_until(lambda: pair.primary is not first)
    assert phone.sheet()["version"] == before["version"] + 1
    pair.wait_until_whole()
    # Now the first address leads to one that takes no writes.
    with app.app_context():
        db.engine.dispose()
    assert phone.play(50, 100).status_code == 200
    assert backups.back_up(settings, tmp_path / "backup")
    assert backups.count_games(settings) == 1
    line = NotifyLine(pair.url)
    with line.hearer() as heard, line.sender() as send:
        send("news")
        assert next(text for text in heard if text) == "news"


def test_what_was_done_before_is_told_only_once_the_standby_has_it_too(
    app: Flask, pair: Pair
) -> None:
    phone = Program(app.test_client()).start("Ann", "Bob")
    pair.leave_alone()
    pair.standby.kill()

    def waits_or_ends(writing: Future[TestResponse]) -> bool:
        return writing.done() or bool(pair.primary.ask(WAITS_FOR_STANDBY))

    def enter() -> TestResponse:
        key = {"Idempotency-Key": "one and the same"}
        return phone.enter(1, 1, {"score": 100}, headers=key)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(enter)
        wait_until(lambda: waits_or_ends(writing))
        assert not writing.done()
        # It is on the primary's disk, and nobody was told so.
        pair.primary.kill()
        assert writing.result().status_code == 503
        pair.primary.start()
        wait_until(lambda: app.test_client().get("/readyz").status_code == 200)
        again = pool.submit(enter)
        wait_until(lambda: waits_or_ends(again))
        assert not again.done()
        pair.standby.start()
        assert again.result().status_code == 200
    assert again.result().headers["Idempotency-Replayed"] == "true"
    assert [row["entry"] for row in phone.sheet()["open_round"]["entries"]] == [{"score": 100}]
