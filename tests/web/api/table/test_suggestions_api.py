"""What a new game may begin with, over the API: the same as on the form of a new game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described
from tests.web.conftest import Program

Programs = Callable[[], Program]
NOTHING: dict[str, Any] = {
    "game": None,
    "players": [],
    "names": [],
    "house_rules": [],
    "options": {},
    "is_blind": False,
    "words": [],
}


def suggested(of: Program | Member, **query: str) -> dict[str, Any]:
    return dict(answered_as_described(of.client, "/api/v1/suggestions", **query).get_json())


def test_a_new_device_is_suggested_nothing(program: Programs) -> None:
    assert suggested(program()) == NOTHING
    assert suggested(program(), game="pitch") == NOTHING | {"game": "pitch"}


def test_it_is_as_it_was_last_time(program: Programs) -> None:
    phone = program().start("Ann", "Bob", options={"target": 7000}, is_blind=True)
    found = suggested(phone)
    assert (found["game"], found["players"]) == ("brownie_points", ["Ann", "Bob"])
    assert (found["options"], found["is_blind"]) == ({"target": 7000}, True)
    assert found["words"] == ["Target 7,000 (usually 15,000)", "Hidden scores"]
    # What is suggested can be started.
    again = {key: found[key] for key in ("game", "players", "options", "is_blind")}
    started = phone.client.post("/api/v1/games", json=again)
    assert started.status_code == 201


def test_another_card_game_takes_the_players_and_not_the_settings(program: Programs) -> None:
    phone = program().start("Ann", "Bob", options={"target": 7000})
    found = suggested(phone, game="pay_me")
    assert (found["game"], found["players"], found["options"]) == ("pay_me", ["Ann", "Bob"], {})
    assert found["names"] == ["Ann", "Bob"]


def test_an_unknown_card_game_is_named_so(program: Programs) -> None:
    problem(program().client.get("/api/v1/suggestions?game=tarot"), 404, "not_found")


class TestInAGroup:
    @pytest.fixture
    def keeper(self, app: Flask) -> Member:
        return Member(app.test_client()).found("Ann", "Bob", "Cy")

    def test_the_roster_is_offered_and_who_played_last(self, keeper: Member) -> None:
        keeper.play(Cy=300, Ann=100)
        found = suggested(keeper, group=keeper.id)
        assert (found["players"], found["names"]) == (["Cy", "Ann"], ["Ann", "Bob", "Cy"])
        # Outside of the group nobody learns its names.
        assert suggested(keeper) == NOTHING

    def test_house_rules_are_offered_and_who_has_not_agreed(self, keeper: Member) -> None:
        book = keeper.post(
            "/house-rules", name="Cabin", game="brownie_points", options={"target": 7000}
        ).get_json()["id"]
        ann = keeper.player("Ann")
        assert keeper.put("/me", players=[ann]).status_code == 200
        found = suggested(keeper, group=keeper.id, game="brownie_points")
        assert found["house_rules"] == [
            {
                "id": book,
                "name": "Cabin",
                "version": 1,
                "words": ["Target 7,000 (usually 15,000)"],
                "missing": [{"player": ann, "agreed": None}],
                "is_suggested": True,
            }
        ]
        assert found["options"] == {}

    def test_nobody_else_is_told(self, keeper: Member, program: Programs) -> None:
        other = program().start("Xi", "Yo")
        answer = other.client.get(f"/api/v1/suggestions?group={keeper.id}")
        problem(answer, 404, "not_found")
