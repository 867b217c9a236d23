"""What is said of a group over the JSON API: any of it at once, by scorekeepers."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member


@pytest.fixture
def keeper(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann")


def test_any_of_it_is_said_at_once(keeper: Member) -> None:
    answered = keeper.put("", name="Friday", time_zone="Europe/Berlin").get_json()
    assert (answered["name"], answered["time_zone"]) == ("Friday", "Europe/Berlin")
    version = answered["version"]
    answered = keeper.put("", name="Monday", time_zone=None).get_json()
    assert (answered["name"], answered["time_zone"]) == ("Monday", "Europe/Berlin")
    assert answered["version"] == version + 1


def test_what_is_left_out_stays_and_makes_no_version(keeper: Member) -> None:
    before = keeper.read()
    assert keeper.put("").get_json() == before


def test_all_is_refused_where_one_is(keeper: Member) -> None:
    refused = problem(keeper.put("", name="Friday", time_zone="Mars"), 422, "bad_input")
    assert refused["field"] == "time_zone"
    problem(keeper.put("", name="Friday", mascot="Otto"), 422, "bad_input")
    assert keeper.read()["name"] == "Thursday"


def test_what_was_said_meanwhile_is_not_overwritten(keeper: Member) -> None:
    seen = keeper.version
    keeper.put("", name="Friday")
    problem(keeper.put("", time_zone="Europe/Berlin", version=seen), 409, "stale")
    assert keeper.read()["time_zone"] == "UTC"


def test_a_change_that_is_sent_twice_is_made_once(keeper: Member) -> None:
    seen = keeper.version
    first = keeper.put("", key="a" * 20, name="Friday")
    assert first.status_code == 200
    again = keeper.put("", key="a" * 20, name="Friday", version=seen)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["version"] == first.get_json()["version"]


def test_only_scorekeepers_say_it(app: Flask, keeper: Member) -> None:
    member = Member(app.test_client())
    link = keeper.get("/invitation").get_json()["link"]
    assert member.join(link.rsplit("/", 1)[-1]).status_code == 200
    problem(member.put("", name="Ours"), 403, "not_allowed")


def test_who_writes_or_saves_a_version_has_agreed_by_that(keeper: Member) -> None:
    keeper.put("/consent", threshold="keeper")
    keeper.put("/me", players=[keeper.player("Ann")])
    keeper.read()
    made = keeper.post("/house-rules", name="Cabin", game="brownie_points", options={})
    cabin = f"/house-rules/{made.get_json()['id']}"
    keeper.read()
    keeper.put(cabin, options={"target": 9_000})
    versions = keeper.get(cabin).get_json()["versions"]
    assert [one["agreed"] for one in versions] == [[keeper.player("Ann")]] * 2
