"""How a game is going, over the API: what its chart, its moments and End Game's page show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.told import numbers_in
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described
from tests.web.conftest import Program

Programs = Callable[[], Program]


def chart_of(game: Program) -> Any:
    rule = "/api/v1/games/{game_uid}/chart"
    return answered_as_described(game.client, rule, game_uid=game.id).get_json()


def prospects_of(game: Program) -> Any:
    rule = "/api/v1/games/{game_uid}/prospects"
    return answered_as_described(game.client, rule, game_uid=game.id).get_json()["prospects"]


class TestChart:
    def test_it_has_everybodys_total_after_each_round(self, program: Programs) -> None:
        game = program().start("Ann", "Bob")
        game.play(100, 250)
        game.play(300, 50)
        found = chart_of(game)
        lines = {line["side"]: line["totals"] for line in found["lines"]}
        assert lines == {"Ann": [0, 100, 400], "Bob": [0, 250, 300]}
        assert (found["target"], found["version"]) == (15_000, game.sheet()["version"])

    def test_chances_add_up_and_say_what_they_go_by(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", options={"target": 1000})
        for _ in range(4):
            assert chart_of(game)["chances"] is None
            game.play(100, 50)
        chances = chart_of(game)["chances"]
        assert sum(chances["wins"].values()) == pytest.approx(1)
        assert chances["rounds"] == 4
        low, high = chances["rounds_to_go"]
        assert 1 <= low <= high

    def test_moments_are_told_with_their_round(self, program: Programs) -> None:
        game = program().start("Ann", "Bob")
        game.play(100, 250)
        game.play(300, 50)
        moments = [(one["round"], one["sentence"]) for one in chart_of(game)["moments"]]
        assert (2, "The best round: 300 points for Ann.") in moments
        assert (2, "The lead changed once, to Ann.") in moments

    def test_before_the_first_round_there_is_only_the_start(self, program: Programs) -> None:
        found = chart_of(program().start("Ann", "Bob"))
        assert [line["totals"] for line in found["lines"]] == [[0], [0]]
        assert found["moments"] == []

    def test_once_it_has_ended_nothing_is_guessed(self, program: Programs) -> None:
        game = program().start("Ann", "Bob")
        for _ in range(4):
            game.play(100, 250)
        assert game.post("/end").status_code == 200
        assert chart_of(game)["chances"] is None

    def test_a_count_in_secret_is_not_in_it_before_all_are_in(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", is_blind=True)
        assert game.enter(1, 1, {"score": 750}).status_code == 200
        assert "750" not in numbers_in(str(chart_of(game)))


class TestProspects:
    @pytest.fixture
    def keeper(self, app: Flask) -> Member:
        return Member(app.test_client()).found("Ann", "Bob")

    def test_they_say_in_which_season_a_game_will_count(self, keeper: Member) -> None:
        keeper.season("Summer")
        game = Program(keeper.client).start("Ann", "Bob", group=keeper.id)
        (none_yet,) = prospects_of(game)
        assert none_yet["sentence"] == "No round counts yet, so this game counts in no season."
        game.play(100, 250)
        (found,) = prospects_of(game)
        assert found["counts"]
        assert found["season"] == "Summer"
        assert found["sentence"].startswith("This game counts in Summer: ")

    def test_and_why_it_will_not(self, keeper: Member) -> None:
        keeper.season("Chips", scheme={"kind": "chips"}, kinds=[])
        game = Program(keeper.client).start("Ann", "Bob", group=keeper.id)
        game.play(100, 250)
        (found,) = prospects_of(game)
        assert not found["counts"]
        assert found["sentence"].endswith("only money games count there.")

    def test_an_ended_game_and_one_outside_of_groups_have_none(self, program: Programs) -> None:
        game = program().start("Ann", "Bob")
        game.play(100, 250)
        assert prospects_of(game) == []
