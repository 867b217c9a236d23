"""The clock is put back and forward while games run: who is in stays in, and order stays order."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

YEAR = timedelta(days=365)
HOUR = timedelta(hours=1)
real = time.time


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Put the clock so far ahead of what it was; back, where it is less than nothing."""

    def put(ahead: timedelta) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + ahead.total_seconds())

    return put


Put = Callable[[timedelta], None]
Programs = Callable[[], Program]


def count(phone: Program, number: int, points: int, key: str) -> int:
    version = phone.version
    body = {"entries": {"1": {"score": points}, "2": {"score": 100}}, "version": version}
    answers = [
        phone.put(f"/rounds/{number}", body, headers={"Idempotency-Key": key}) for _twice in "12"
    ]
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].get_json()["version"] == answers[1].get_json()["version"]
    return answers[0].status_code


@pytest.mark.parametrize("ahead", [-50 * YEAR, -YEAR, YEAR], ids=str)
def test_a_game_goes_on_and_its_history_stays_in_order(
    program: Programs, put: Put, ahead: timedelta
) -> None:
    keeper = program().start("Ann", "Bob")
    for number, moved in enumerate([timedelta(), ahead, timedelta(), -HOUR, ahead], start=1):
        put(moved)
        assert count(keeper, number, 50 * number, f"round {number}") == 200
        assert keeper.client.get(f"/games/{keeper.id}").status_code == 200
    history = keeper.get("/changes").get_json()["changes"]
    versions = [change["version"] for change in history]
    assert versions == sorted(versions, reverse=True)
    assert [seat["total"] for seat in keeper.sheet()["seats"]] == [750, 500]
    for number in range(5, 0, -1):
        assert keeper.post("/undo").status_code == 200
        assert len(keeper.sheet()["rounds"]) == number - 1


@pytest.mark.parametrize("ahead", [timedelta(days=300), timedelta(days=30), HOUR], ids=str)
def test_a_phone_that_came_while_the_clock_was_ahead_stays_in(
    app: Flask, put: Put, ahead: timedelta
) -> None:
    put(ahead)
    phone = PlainBrowser(app.test_client())
    phone.get("/").click("New game").click("Brownie Points")
    phone.press("Start", {"player": ["Ann", "Bob"]})
    table = "/".join(phone.url.split("/")[:3])
    put(timedelta())
    assert phone.get(table).status == 200
    assert "Ann" in phone.text
    # And so it does when the clock goes on from there.
    put(timedelta(days=399))
    assert phone.get(table).status == 200


def test_a_cookie_still_gets_too_old(app: Flask, put: Put) -> None:
    phone = PlainBrowser(app.test_client())
    phone.get("/").click("New game").click("Brownie Points")
    phone.press("Start", {"player": ["Ann", "Bob"]})
    table = "/".join(phone.url.split("/")[:3])
    put(timedelta(days=401))
    assert phone.get(table).status == 404
    # If it was the clock that was wrong, all is well once it is right.
    put(timedelta())
    assert phone.get(table).status == 200


@pytest.mark.parametrize("moved", [-HOUR, timedelta(days=-3000)], ids=str)
def test_a_limit_does_not_hold_for_years_because_the_clock_was_put_back(
    app: Flask, put: Put, moved: timedelta
) -> None:
    client = app.test_client()
    statuses = []
    while 429 not in statuses:
        statuses.append(client.post("/join", data={"code": "222222"}).status_code)
        assert len(statuses) < 1000
    put(moved)
    assert client.post("/join", data={"code": "222222"}).status_code == 404


def test_a_limit_holds_while_the_clock_goes_as_it_should(app: Flask) -> None:
    client = app.test_client()
    while client.post("/join", data={"code": "222222"}).status_code != 429:
        pass
    assert client.post("/join", data={"code": "222222"}).status_code == 429


def test_a_link_is_good_as_long_as_the_clock_says(program: Programs, put: Put) -> None:
    keeper = program().start("Ann", "Bob")
    token = keeper.get("/invitation").get_json()["links"]["player"].rsplit("/", 1)[-1]
    put(YEAR)
    assert program().client.get(f"/join/{token}").status_code == 410
    later = keeper.get("/invitation").get_json()["links"]["player"].rsplit("/", 1)[-1]
    put(-YEAR)
    for link in (token, later):
        assert program().client.get(f"/join/{link}").status_code == 200


@pytest.mark.parametrize("ahead", [-50 * YEAR, -YEAR, YEAR], ids=str)
def test_a_group_plays_on_and_its_standings_open(app: Flask, put: Put, ahead: timedelta) -> None:
    phone = PlainBrowser(app.test_client())
    phone.get("/groups/new").press("Create group", {"name": "Thursday"})
    group = "/".join(phone.url.split("/")[:3])
    for moved in (ahead, timedelta(), -ahead / 100):
        put(moved)
        for page in ("", "/games", "/seasons", "/players", "/records"):
            assert phone.get(group + page).status in (200, 404), page
        assert phone.get(group).status == 200
