"""A stranger who stores without end: refused in time, and nobody at a table notices."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorecard.services.limits import bounds, quotas
from scorecard.web.http import limits
from tests.conftest import make_app
from tests.factories import Club
from tests.services.files.other_server import document_of
from tests.web.conftest import NOON, Place, Program
from tests.web.plain_browser import PlainBrowser

pytestmark = pytest.mark.usefixtures("at_noon")
CARD = {
    "name": "Ours",
    "fields": [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}],
    "notes": "x" * 3_000,
}
ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}
NEVER = 10**18
"""Bytes that no disk has left."""


def keep(client: Any, number: int, **more: Any) -> TestResponse:
    """Save a scorecard, over the API."""
    card = {**CARD, "name": f"Card {number}"}
    answer: TestResponse = client.post("/api/v1/scorecards", json={"definition": card}, **more)
    return answer


def size(place: Place) -> int:
    with closing(sqlite3.connect(place.file)) as other:
        return int(other.execute("PRAGMA page_count").fetchone()[0]) * 4096


@pytest.fixture
def elsewhere(session: Session) -> dict[str, Any]:
    """Return the file of a group on another server."""
    return document_of(Club(session, "Ann", "Bob"))


@pytest.fixture
def small_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "NEW_A_DAY", 100_000)


@pytest.fixture
def nearly_full(place: Place) -> Iterator[None]:
    settings = place.app.config["SETTINGS"]
    place.app.config["SETTINGS"] = replace(settings, disk_floor=NEVER)
    yield
    place.app.config["SETTINGS"] = settings


@pytest.mark.usefixtures("small_day")
class TestOneAddress:
    @pytest.mark.usefixtures("apart")
    def test_phones_without_end_store_no_more_than_a_day_allows(
        self, place: Place, elsewhere: dict[str, Any]
    ) -> None:
        """Each request is of another phone, so that no bound of one phone is in the way."""
        before = size(place)
        for number in count():
            answer = keep(place.app.test_client(), number)
            if answer.status_code != 201:
                break
            assert number < 100
        assert (answer.status_code, answer.get_json()["code"]) == (429, "too_much_today")
        assert 0 < int(answer.headers["Retry-After"]) <= 24 * 3600
        assert size(place) - before < 200_000
        # It stays so, for whatever else is new, and leaves not even a phone behind.
        with closing(sqlite3.connect(place.file)) as other:
            phones = other.execute("SELECT count(*) FROM devices").fetchone()
            begun = {"game": "brownie_points", "players": ["Cy", "Di"]}
            stranger = place.app.test_client()
            assert stranger.post("/api/v1/games", json=begun).status_code == 429
            assert stranger.post("/api/v1/groups", json={"name": "X"}).status_code == 429
            assert stranger.post("/api/v1/groups/import", json=elsewhere).status_code == 429
            assert phones == other.execute("SELECT count(*) FROM devices").fetchone()
        # The table behind the same address goes on, others begin.
        assert place.count(450, "a").status_code == 200
        bob = Program(place.app.test_client()).join(place.phone, 2)
        assert bob.enter(1, 2, {"score": 100}).status_code == 200
        assert keep(place.app.test_client(), 0, environ_base=ELSEWHERE).status_code == 201

    def test_the_form_keeps_what_was_typed(self, place: Place) -> None:
        with place.app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
            household = limits.household()
        with place.engine.begin() as connection:
            row = f"'{NOON.date()}', '{household}', {quotas.NEW_A_DAY}"
            connection.exec_driver_sql(f"INSERT OR REPLACE INTO daily_uses VALUES ({row})")
        phone = PlainBrowser(place.app.test_client())
        phone.get("/games/new/brownie_points")
        page = phone.press("Start", {"player": ["Cyril", "Diana"]})
        assert phone.status == 429
        assert "A lot was saved from here today" in page.text
        assert phone.field("player") == "Cyril"

    def test_without_limits_on_work_there_is_none_on_days(self, place: Place) -> None:
        settings = replace(place.app.config["SETTINGS"], has_limits=False)
        place.app.config["SETTINGS"] = settings
        client = place.app.test_client()
        assert all(keep(client, number).status_code == 201 for number in range(40))

    def test_what_comes_at_once_is_counted_once_each(self, place: Place) -> None:
        """The sum is that of one after the other: nobody's share is lost on the way."""
        clients = [place.app.test_client() for _ in range(8)]
        gate = threading.Barrier(len(clients))

        def send(number: int) -> int:
            gate.wait()
            return keep(clients[number], number).status_code

        with closing(sqlite3.connect(place.file)) as other:
            asked = "SELECT sum(stored) FROM daily_uses"
            before = other.execute(asked).fetchone()[0]
            assert keep(place.app.test_client(), 9).status_code == 201
            one = other.execute(asked).fetchone()[0] - before
            with ThreadPoolExecutor(len(clients)) as pool:
                assert list(pool.map(send, range(len(clients)))) == [201] * len(clients)
            assert other.execute(asked).fetchone()[0] - before == 9 * one


class TestOnePhone:
    def test_the_form_keeps_what_was_typed_where_there_are_as_many_as_can_be(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bounds.SCORECARDS_OF_PHONE, "most", 1)
        phone = PlainBrowser(place.app.test_client())
        phone.get("/scorecards/new")
        fields = {"name": "Darts", "fields-0-kind": "points", "fields-0-label": "Legs"}
        phone.press("Save", fields)
        assert phone.status == 200
        phone.get("/scorecards/new")
        page = phone.press("Save", {**fields, "name": "Bowls"})
        assert phone.status == 409
        assert "the most one phone can keep. Delete one first." in page.text
        assert phone.field("name") == "Bowls"

    def test_programs_are_told_by_a_code(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bounds.GAMES_OF_PHONE, "most", 1)
        begun = {"game": "brownie_points", "players": ["Cy", "Di"]}
        answer = place.phone.client.post("/api/v1/games", json=begun)
        assert (answer.status_code, answer.get_json()["code"]) == (409, "bound_reached")
        assert answer.get_json()["detail"].startswith("You keep 1 open games")

    def test_the_same_scorecard_is_found_by_its_digest(self, place: Place) -> None:
        with closing(sqlite3.connect(place.file)) as other:
            plan = other.execute(
                "EXPLAIN QUERY PLAN SELECT * FROM scorecards "
                "WHERE device_id = 1 AND digest = 'x' AND deleted_at IS NULL"
            ).fetchall()
        assert "ix_scorecards_device_id_digest (device_id=? AND digest=?)" in plan[0][3]


@pytest.mark.usefixtures("nearly_full")
class TestANearlyFullDisk:
    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/api/v1/games", {"game": "brownie_points", "players": ["Cy", "Di"]}),
            ("/api/v1/groups", {"name": "Thursday"}),
            ("/api/v1/scorecards", {"definition": CARD}),
        ],
    )
    def test_nothing_new_is_begun(self, place: Place, path: str, body: dict[str, Any]) -> None:
        answer = place.phone.client.post(path, json=body)
        assert (answer.status_code, answer.get_json()["code"]) == (507, "disk_nearly_full")

    def test_no_file_is_taken_in(self, place: Place, elsewhere: dict[str, Any]) -> None:
        answer = place.phone.client.post("/api/v1/groups/import", json=elsewhere)
        assert (answer.status_code, answer.get_json()["code"]) == (507, "disk_nearly_full")

    @pytest.mark.parametrize(
        ("path", "data"),
        [
            ("/games/new/brownie_points", {"player": ["Cyril", "Diana"]}),
            ("/groups/new", {"name": "Cyril"}),
            ("/scorecards/new", {"name": "Cyril"}),
            ("/scorecards/import", {"text": '{"name": "Cyril"}'}),
        ],
    )
    def test_forms_keep_what_was_typed(self, place: Place, path: str, data: dict[str, Any]) -> None:
        if path.startswith("/scorecards"):
            card = '{"name": "Cyril", "fields": [{"kind": "points", "key": "p", "label": "P"}]}'
            data = {"name": "Cyril", "fields-0-kind": "points", "fields-0-label": "P"}
            data = {"text": card} if path.endswith("import") else data
        answer = place.app.test_client().post(path, data=data)
        assert answer.status_code == 507
        assert answer.headers["Scorecard-Code"] == "disk_nearly_full"
        assert "so nothing new can begin" in answer.text
        assert "Cyril" in answer.text

    def test_games_go_on(self, place: Place) -> None:
        bob = Program(place.app.test_client()).join(place.phone, 2)
        assert place.count(450, "a").status_code == 200
        assert bob.enter(1, 2, {"score": 100}).status_code == 200
        place.phone.sheet()
        assert place.phone.post("/end").status_code == 200
        assert place.phone.post("/rematch").status_code == 507

    def test_figures_say_so(self, place: Place) -> None:
        settings = replace(place.app.config["SETTINGS"], has_metrics=True, has_limits=True)
        watched = make_app(settings)
        client = watched.test_client()
        place.count(450, "a")
        assert client.post("/groups/new", data={"name": "Us"}).status_code == 507
        lines = client.get("/metrics").text.splitlines()
        figures = dict(line.rsplit(" ", 1) for line in lines if line and line[0] != "#")
        assert float(figures["scorecard_disk_floor_bytes"]) == NEVER
        assert 0 < float(figures["scorecard_disk_free_bytes"]) < NEVER
        stored = float(figures["scorecard_stored_today_bytes"])
        assert 500 < stored == float(figures["scorecard_stored_today_by_one_household_bytes"])
        assert float(figures["scorecard_households_full_today"]) == 0
        assert float(figures['scorecard_refused_writes_total{code="disk_nearly_full"}']) == 1


def test_an_end_comes_to_everything_from_one_address(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "ALL_A_DAY", 6_000)
    statuses = [place.count(50 * number, f"k{number}").status_code for number in range(1, 30)]
    assert set(statuses) == {200, 429}
    first = statuses.index(429)
    assert set(statuses[first:]) == {429}
    assert place.kept() == [{"score": 50 * first}]
    another = {"score": 50 * first + 50, "version": place.phone.sheet()["version"]}
    refused = place.phone.client.post(
        f"/games/{place.phone.id}/rounds/1/seats/1",
        data={"style": "direct", "key": "another", **another},
    )
    assert refused.status_code == 429
    assert refused.headers["Scorecard-Code"] == "too_much_today"
    assert int(refused.headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("path", "code"),
    [("/api/v1/join", "222222"), ("/api/v1/groups/recover", "2222-2222-2222-2222")],
)
def test_who_has_stored_too_much_guesses_no_more_often_for_that(
    place: Place, monkeypatch: pytest.MonkeyPatch, path: str, code: str
) -> None:
    monkeypatch.setattr(quotas, "ALL_A_DAY", 1)
    assert place.count(450, "a").get_json()["code"] == "too_much_today"
    answers = [place.phone.client.post(path, json={"code": code}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [404] * 10 + [429]
    assert answers[-1].get_json()["code"] == "too_many_requests"


def test_a_metrics_page_without_a_database_still_answers(place: Place) -> None:
    watched: Flask = make_app(replace(place.app.config["SETTINGS"], has_metrics=True))
    place.file.rename(place.file.with_name("elsewhere"))
    assert "scorecard_disk_free_bytes" in watched.test_client().get("/metrics").text
    place.file.with_name("elsewhere").rename(place.file)
