"""Writes beside each other on PostgreSQL: who waits for whom, what is done over, what stands."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from psycopg import errors as refusals
from sqlalchemy.orm import Session

from scorecard.config import Settings
from scorecard.database import collisions
from scorecard.database.db import begin_write, db
from scorecard.models import Game, Group
from scorecard.services.limits import locking, quotas
from scorecard.services.limits.locking import Hold
from scorecard.web.http import limits, redoing
from tests.conftest import opened
from tests.servers.postgresql import Cluster
from tests.torture.audit import Audit
from tests.web.conftest import Program, as_device, group_of

pytestmark = pytest.mark.long

GROUPS, TABLES, ROUNDS, HANDS = 5, 3, 4, 8
NAMES = ("Ann", "Bob")
MOST_TRIES = 50
BUSY = 503


@pytest.fixture
def settings_here(cluster: Cluster, template: str, tmp_path: Path) -> Settings:
    return Settings(tmp_path, cluster.database(template), ("a test's secret",), has_limits=False)


@pytest.fixture
def app(settings_here: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr("scorecard.web.http.limits.limiter.enabled", False)
    with opened(settings_here) as app:
        yield app


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecard.database.sqlite_files.BUSY_SECONDS", 1)


def in_group(app: Flask, client: FlaskClient | None = None, group: str = "") -> Program:
    """Begin a game in a group, of this phone or of a new one."""
    client = client or app.test_client()
    return Program(client).start(*NAMES, group=group or group_of(client))


def enter(phone: Program, number: int, seat: int, score: int = 50) -> int:
    """Count, with a key of its own, as long as the server is busy; return the status."""
    headers = {"Idempotency-Key": secrets.token_hex(8)}
    for _ in range(MOST_TRIES):
        answer = phone.enter(number, seat, {"score": score}, headers=headers, is_confirmed=True)
        if answer.status_code != BUSY:
            break
    return answer.status_code


@contextmanager
def holding(app: Flask, lock: Callable[[Session], None]) -> Iterator[None]:
    """Hold a lock meanwhile, as another write that has not come to its commit."""
    with app.app_context(), Session(db.engine) as other:
        begin_write(other, is_beside=True)
        lock(other)
        yield


def group_version(app: Flask, uid: str) -> int:
    with app.app_context():
        return db.session.scalars(sa.select(Group.version).where(Group.uid == uid)).one()


class TestWhoWaits:
    @pytest.fixture
    def tables(self, app: Flask, impatient: None) -> list[Program]:
        """Two tables of one group, one of another, and one of none."""
        client = app.test_client()
        group = group_of(client)
        first, second = (in_group(app, client, group) for _ in range(2))
        return [first, second, in_group(app), Program(app.test_client()).start(*NAMES)]

    def statuses(self, tables: list[Program]) -> list[int]:
        answers = [table.enter(1, 1, {"score": 50}) for table in tables]
        for answer in answers:
            assert (answer.status_code == BUSY) == ("Retry-After" in answer.headers)
        return [answer.status_code for answer in answers]

    def test_for_a_count_only_those_at_its_table(self, app: Flask, tables: list[Program]) -> None:
        uid = tables[0].id
        with holding(app, lambda other: locking.lock_game(other, uid, Hold.SHARE)):
            assert self.statuses(tables) == [BUSY, 200, 200, 200]

    def test_for_what_moves_results_those_of_the_group(
        self, app: Flask, tables: list[Program]
    ) -> None:
        uid = tables[0].id
        with holding(app, lambda other: locking.lock_game(other, uid)):
            assert self.statuses(tables) == [BUSY, BUSY, 200, 200]

    def test_what_moves_results_for_counts_at_any_table_of_the_group(
        self, app: Flask, tables: list[Program]
    ) -> None:
        first, second, elsewhere, alone = tables
        for table in tables:
            assert table.enter(1, 1, {"score": 50}).status_code == 200
            assert table.enter(1, 2, {"score": 50}).status_code == 200
        with holding(app, lambda other: locking.lock_game(other, first.id, Hold.SHARE)):
            ended = [one.post("/end").status_code for one in (second, elsewhere, alone)]
        assert ended == [BUSY, 200, 200]
        assert second.post("/end").status_code == 200

    def test_for_what_has_the_database_to_itself_everybody(
        self, app: Flask, tables: list[Program]
    ) -> None:
        with app.app_context(), Session(db.engine) as other:
            begin_write(other)
            assert self.statuses(tables) == [BUSY] * 4

    def test_for_a_count_anywhere_whoever_moves_a_game_to_another_group(
        self, app: Flask, tables: list[Program]
    ) -> None:
        first, _second, elsewhere, alone = tables
        with holding(app, lambda other: locking.lock_game(other, first.id, Hold.SHARE)):
            moved = [one.post("/move", {"group": None}).status_code for one in (elsewhere, alone)]
        assert moved == [BUSY, BUSY]
        assert elsewhere.post("/move", {"group": None}).status_code == 200

    def test_for_a_game_outside_of_groups_none_but_its_own(
        self, app: Flask, tables: list[Program]
    ) -> None:
        uid = tables[3].id
        with holding(app, lambda other: locking.lock_game(other, uid)):
            assert self.statuses(tables) == [200, 200, 200, BUSY]

    def test_for_what_is_stored_whoever_stores_from_the_same_household(
        self, app: Flask, settings_here: Settings, tables: list[Program]
    ) -> None:
        app.config["SETTINGS"] = replace(settings_here, has_limits=True)
        with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
            here = limits.household()

        def store(other: Session, household: str) -> None:
            account = quotas.Account(household, datetime.now(UTC), lambda: True, is_known=True)
            quotas._add(other, account, 1)

        for household, status in ((here, BUSY), ("elsewhere", 200)):
            with holding(app, partial(store, household=household)):
                assert self.statuses(tables[:1]) == [status]


def test_each_round_that_closes_raises_the_groups_version_whoever_else_closes_one(
    app: Flask,
) -> None:
    client = app.test_client()
    group = group_of(client)
    tables = [in_group(app, client, group) for _ in range(HANDS)]
    cookie = client.get_cookie("scorecard")
    assert cookie
    for table in tables:
        table.client = app.test_client()
        table.client.set_cookie("scorecard", cookie.value)
    before = group_version(app, group)

    def play(table: Program) -> list[int]:
        return [enter(table, number, seat) for number in range(1, 6) for seat in (1, 2)]

    with ThreadPoolExecutor(HANDS) as pool:
        answers = list(pool.map(play, tables))
    assert answers == [[200] * 10] * HANDS
    # A first count of equals moves nobody's place or total; so only what closes a round does.
    assert group_version(app, group) == before + 5 * HANDS


class TestDoneOver:
    """A write that fails because others came between is done over, once."""

    @pytest.fixture
    def fail(self) -> Iterator[Callable[..., None]]:
        """Let so many commits from now on fail with a refusal of the database."""
        left: list[type[psycopg.Error]] = []

        def refuse(_session: Session) -> None:
            if left:
                kind = left.pop()
                raise sa.exc.DBAPIError.instance("COMMIT", None, kind("made up"), psycopg.Error)

        sa.event.listen(Session, "before_commit", refuse)
        yield lambda kind, times: left.extend([kind] * times)
        sa.event.remove(Session, "before_commit", refuse)

    @pytest.mark.parametrize(
        "kind",
        [refusals.SerializationFailure, refusals.DeadlockDetected, refusals.UniqueViolation],
    )
    def test_once_nobody_comes_between(
        self, app: Flask, fail: Callable[..., None], kind: type[psycopg.Error]
    ) -> None:
        phone = in_group(app)
        fail(kind, collisions.TRIES - 1)
        answer = phone.enter(1, 1, {"score": 50})
        assert answer.status_code == 200
        assert answer.get_json()["version"] == 2
        lines = phone.get("/changes").get_json()["changes"]
        assert [line["version"] for line in lines] == [2, 1]

    def test_not_for_ever(self, app: Flask, fail: Callable[..., None]) -> None:
        phone = in_group(app)
        fail(refusals.SerializationFailure, collisions.TRIES)
        answer = phone.enter(1, 1, {"score": 50})
        assert answer.status_code == BUSY
        assert answer.headers["Retry-After"]
        assert phone.sheet()["version"] == 1
        assert phone.enter(1, 1, {"score": 50}).status_code == 200

    def test_the_last_try_has_the_database_to_itself(
        self, app: Flask, fail: Callable[..., None]
    ) -> None:
        phone = in_group(app)
        shared: list[bool] = []

        def note(connection: sa.Connection) -> None:
            if connection.get_execution_options().get("is_write"):
                shared.append(connection.get_execution_options()["is_beside"])

        with app.app_context():
            engine = db.engine
        sa.event.listen(engine, "begin", note)
        fail(refusals.SerializationFailure, collisions.TRIES - 1)
        assert phone.enter(1, 1, {"score": 50}).status_code == 200
        assert shared == [number < redoing.ALONE_FROM for number in range(1, collisions.TRIES + 1)]

    def test_a_fault_is_not_done_over(self, app: Flask, fail: Callable[..., None]) -> None:
        phone = in_group(app)
        fail(refusals.NotNullViolation, 1)
        assert phone.enter(1, 1, {"score": 50}).status_code >= 400
        assert phone.sheet()["version"] == 1


class Evening:
    """A phone of its own for every table of every group; each does what comes to its mind."""

    def __init__(self, app: Flask) -> None:
        keeper = app.test_client()
        self.groups = [group_of(keeper, *NAMES, name=f"{number}") for number in range(GROUPS)]
        self.tables = [in_group(app, keeper, one) for one in self.groups for _ in range(TABLES)]
        cookie = keeper.get_cookie("scorecard")
        assert cookie
        for table in self.tables:
            table.client = app.test_client()
            table.client.set_cookie("scorecard", cookie.value)
        self.told: Counter[int] = Counter()

    def play(self, number: int) -> None:
        """Play at a table, and do what touches the group and other groups in between."""
        table, chance = self.tables[number], Random(number)
        for round_ in range(1, ROUNDS + 1):
            for seat in (1, 2):
                self.told[enter(table, round_, seat, 50 * chance.randrange(9))] += 1
            for path, body in chance.sample(self._ideas(chance), 2):
                self._do(table, path, body)
        self._do(table, "/end", {})

    def _ideas(self, chance: Random) -> list[tuple[str, dict[str, Any]]]:
        return [
            ("/end", {}),
            ("/undo", {}),
            ("/delete", {}),
            ("/move", {"group": chance.choice(self.groups)}),
            ("/move", {"group": None}),
        ]

    def _do(self, table: Program, path: str, body: dict[str, Any]) -> None:
        self.told[self._until_answered(table, path, body)] += 1
        back = {"/end": "/reopen", "/delete": "/restore", "/undo": "/redo"}.get(path)
        if back:
            self.told[self._until_answered(table, back, body)] += 1

    def _until_answered(self, table: Program, path: str, body: dict[str, Any]) -> int:
        headers = {"Idempotency-Key": secrets.token_hex(8)}
        for _ in range(MOST_TRIES):
            answer = table.post(path, body, headers=headers)
            if answer.status_code != BUSY:
                break
        return answer.status_code


def test_many_groups_at_once_lose_nothing_do_nothing_twice_and_never_wait_for_each_other(
    app: Flask, settings_here: Settings
) -> None:
    evening = Evening(app)
    with ThreadPoolExecutor(HANDS) as pool:
        list(pool.map(evening.play, range(len(evening.tables))))
    assert set(evening.told) <= {200, 409}, evening.told
    assert evening.told[200] > 9 * evening.told[409], evening.told
    with app.app_context():
        deadlocks = db.session.scalar(
            sa.text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        )
    assert deadlocks == 0
    faults = Audit(settings_here).faults([], in_full=True)
    # The groups and games were made without keys.
    assert [fault for fault in faults if not fault.endswith("without a key.")] == []


def test_one_game_tapped_twelve_times_by_a_phone_that_nobody_knew_is_one(app: Flask) -> None:
    phone = as_device(app.test_client(), secrets.token_urlsafe(18))
    cookie = phone.get_cookie("scorecard")
    assert cookie

    def start(_number: int) -> Any:
        client = app.test_client()
        client.set_cookie("scorecard", cookie.value)
        body = {"game": "brownie_points", "players": list(NAMES)}
        return client.post("/api/v1/games", json=body, headers={"Idempotency-Key": "one"})

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(start, range(12)))
    assert [answer.status_code for answer in answers] == [201] * 12
    assert len({answer.get_json()["game"]["id"] for answer in answers}) == 1
    with app.app_context():
        assert db.session.scalar(sa.select(sa.func.count(Game.id))) == 1
