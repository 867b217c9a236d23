"""What a link opens, over the API: looked at without joining."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described
from tests.web.conftest import Program

Programs = Callable[[], Program]


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_link_to_a_game_says_what_it_opens_and_lets_nobody_in(
    program: Programs, role: str
) -> None:
    keeper, other = program().start("Ann", "Bob"), program()
    link = keeper.get("/invitation").get_json()["links"][role]
    token = link.rsplit("/", 1)[-1]
    found = answered_as_described(other.client, "/api/v1/join/{token}", token=token).get_json()
    assert found == {
        "game": "brownie_points",
        "name": "Brownie Points",
        "players": ["Ann", "Bob"],
        "is_ended": False,
        "role": role,
    }
    assert len(keeper.get("/devices").get_json()["devices"]) == 1
    problem(other.client.get(f"/api/v1/games/{keeper.id}"), 404, "not_found")


def test_a_link_to_a_group_says_whose_it_is_and_nothing_else(app: Flask) -> None:
    keeper = Member(app.test_client()).found("Ann")
    token = keeper.get("/invitation").get_json()["link"].rsplit("/", 1)[-1]
    other = app.test_client()
    found = answered_as_described(other, "/api/v1/groups/join/{token}", token=token).get_json()
    assert found == {"name": "Thursday"}
    assert other.get("/api/v1/groups").get_json() == {"groups": []}


def test_a_link_that_is_good_no_longer_opens_nothing(program: Programs, app: Flask) -> None:
    keeper = program().start("Ann", "Bob")
    link = keeper.get("/invitation").get_json()["links"]["player"]
    assert keeper.post("/renew").status_code == 200
    other, token = program(), link.rsplit("/", 1)[-1]
    assert other.client.get(f"/api/v1/join/{token}").status_code == 410
    unknown = "a-token-that-opens-nothing"
    problem(other.client.get(f"/api/v1/join/{unknown}"), 404, "unknown_pass")
    problem(other.client.get(f"/api/v1/groups/join/{unknown}"), 404, "not_found")
