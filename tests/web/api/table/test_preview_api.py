"""Before a round is entered over the API: what is typed in it, and what it would score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.told import numbers_in
from tests.web.api.test_api import problem
from tests.web.api.test_openapi import answered_as_described, check_answer
from tests.web.conftest import Program

Programs = Callable[[], Program]
SAID = {"pitcher": "Ann", "bid": 3, "high": "A", "low": "B", "jack": "A", "game": "A"}
PREVIEW = "/api/v1/games/{game_uid}/rounds/{number}/preview"


def preview(game: Program, number: int = 1, **body: Any) -> TestResponse:
    body = {"version": game.version, **body}
    url = PREVIEW.format(game_uid=game.id, number=number)
    return game.client.post(url, json=body)


def previewed(game: Program, number: int = 1, **body: Any) -> dict[str, Any]:
    response = preview(game, number, **body)
    assert response.status_code == 200, response.get_json()
    check_answer(game.client, PREVIEW, response)
    return dict(response.get_json())


@pytest.fixture
def game(program: Programs) -> Program:
    return program().start("Ann", "Bob")


class TestPreview:
    def test_it_scores_what_is_sent_and_saves_nothing(self, game: Program) -> None:
        before = game.get().data
        found = previewed(game, entries={"1": {"score": 250}})
        assert (found["scores"], found["missing"]) == ({"Ann": 250}, [2])
        assert game.get().data == before

    def test_it_stands_beside_what_was_counted_before(self, game: Program) -> None:
        game.enter(1, 2, {"score": 100})
        found = previewed(game, entries={"1": {"score": 250}})
        assert (found["scores"], found["missing"]) == ({"Ann": 250, "Bob": 100}, [])

    def test_it_is_what_entering_then_scores(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", "Cy", "Di", game="pitch")
        found = previewed(game, said=SAID)
        entered = game.put("/rounds/1", {"said": SAID}).get_json()
        (round_,) = entered["rounds"]
        assert found["scores"] == round_["scores"]
        assert found["story"] == round_["story"]

    def test_of_a_past_round_it_says_what_a_correction_would_be(self, game: Program) -> None:
        game.play(100, 200)
        found = previewed(game, entries={"2": {"score": 50}})
        assert found["scores"] == {"Ann": 100, "Bob": 50}

    def test_what_others_counted_in_secret_is_not_in_it(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", is_blind=True)
        assert game.enter(1, 2, {"score": 750}).status_code == 200
        found = previewed(game, entries={"1": {"score": 250}})
        assert found["scores"] == {"Ann": 250}
        assert "750" not in numbers_in(str(found))

    def test_in_a_round_that_is_over_nothing_is_secret_any_more(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", is_blind=True)
        game.play(100, 750)
        found = previewed(game, entries={"1": {"score": 250}})
        assert found["scores"] == {"Ann": 250, "Bob": 750}

    def test_warnings_are_told(self, game: Program) -> None:
        game.enter(1, 2, {"pile": {"3": 2}})
        found = previewed(game, entries={"1": {"pile": {"3": 2}}})
        warned = game.put("/rounds/1", {"entries": {"1": {"pile": {"3": 2}}}}).get_json()
        assert found["warnings"] == warned["open_round"]["warnings"] != []

    def test_what_cannot_be_entered_is_refused_alike(self, game: Program) -> None:
        for entry in ({"score": "x"}, {"score": 10**9}, 5, {"nonsense": 1}):
            entries = {"1": entry}
            seen, entered = (
                preview(game, entries=entries),
                game.put("/rounds/1", {"entries": entries}),
            )
            assert seen.status_code == entered.status_code == 422
            assert seen.get_json() == entered.get_json()

    @pytest.mark.parametrize(
        ("number", "body", "status", "code"),
        [
            (3, {"entries": {"1": {"score": 5}}}, 404, "not_found"),
            (0, {"entries": {"1": {"score": 5}}}, 404, "not_found"),
            (1, {"entries": {"7": {"score": 5}}}, 404, "not_found"),
            (1, {"entries": {"x": {"score": 5}}}, 422, "bad_input"),
            (1, {"said": {"entries": {}}}, 422, "bad_input"),
            (1, {"score": 5}, 422, "bad_input"),
        ],
    )
    def test_what_is_not_there_is_named(
        self, game: Program, number: int, body: dict[str, Any], status: int, code: str
    ) -> None:
        problem(preview(game, number, **body), status, code)

    def test_nobody_looks_at_what_another_would_count(
        self, game: Program, program: Programs
    ) -> None:
        bob = program().join(game, 2)
        assert previewed(bob, entries={"2": {"score": 50}})["scores"] == {"Bob": 50}
        problem(preview(bob, entries={"1": {"score": 5}}), 403, "not_allowed")


class TestForm:
    RULE = "/api/v1/games/{game_uid}/rounds/{number}/form"

    def form(self, game: Program, number: str) -> dict[str, Any]:
        answer = answered_as_described(game.client, self.RULE, game_uid=game.id, number=number)
        return dict(answer.get_json()["form"])

    def test_it_names_who_plays_and_what_can_be_chosen(self, program: Programs) -> None:
        game = program().start("Ann", "Bob", "Cy", "Di", game="pitch")
        fields = {field["key"]: field for field in self.form(game, "1")["rounds"][0]["fields"]}
        assert set(fields) >= {"pitcher", "bid"}
        assert fields["pitcher"]["names"] == ["Ann", "Bob", "Cy", "Di"]

    def test_past_rounds_and_the_next_ones_have_one_and_others_do_not(self, game: Program) -> None:
        game.play(100, 200)
        for number in ("1", "2", "5"):
            assert self.form(game, number)["players"] == ["Ann", "Bob"]
        problem(game.get("/rounds/99/form"), 404, "not_found")
