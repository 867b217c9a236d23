"""The rules of one game over the API: as they hold there, what answers a question, and rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorecard.rules.games import all_games
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described
from tests.web.conftest import Program

RULED = {"situation": "A card fell", "decision": "It lies", "decided_by": "All"}


@pytest.fixture
def keeper(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann", "Bob")


@pytest.fixture
def book(keeper: Member) -> str:
    """Return the id of house rules of the group."""
    made = keeper.post(
        "/house-rules",
        name="Cabin",
        game="brownie_points",
        options={"target": 7000},
        notes="# Snacks\nNobody eats *over* the table.",
    )
    assert made.status_code == 201
    return str(made.get_json()["id"])


def game_in(keeper: Member, **more: Any) -> Program:
    game = Program(keeper.client)
    return game.start("Ann", "Bob", group=keeper.id, is_confirmed=True, **more)


def get(client: FlaskClient, rule: str, **values: str) -> Any:
    """Return what a good request is answered, which is as it is described."""
    return answered_as_described(client, rule, **values).get_json()


class TestRules:
    RULE = "/api/v1/games/{game_uid}/rules"

    def test_they_are_those_that_hold_at_the_table(self, keeper: Member, book: str) -> None:
        game = game_in(keeper, house_rules=book, options={"target": 6000})
        found = get(keeper.client, self.RULE, game_uid=game.id)
        assert found["house_rules"]["name"] == "Cabin"
        assert found["house_rules"]["otherwise"] == "target 6,000"
        target = next(one for one in found["settings"] if one["option"] == "target")
        assert (target["value"], target["words"], target["book"]) == (6000, "6,000", "7,000")
        assert target["usual"] == "15,000"
        assert found["notes"] == [{"title": "Snacks", "text": "Nobody eats over the table."}]
        assert found["how_to_score"]
        assert (found["amendments"], found["rulings"]) == ([], [])

    def test_what_was_changed_and_settled_is_among_them(self, keeper: Member, book: str) -> None:
        game = game_in(keeper, house_rules=book)
        game.play(100, 200)
        agreed = {"reason": "It is late", "agreed_by": ["Ann", "Bob"]}
        amended = {"options": {"target": 5000}, **agreed}
        assert game.post("/amendments", amended).status_code == 200
        assert game.post("/rulings", RULED).status_code == 201
        found = get(keeper.client, self.RULE, game_uid=game.id)
        assert [one["reason"] for one in found["amendments"]] == ["It is late"]
        assert [one["situation"] for one in found["rulings"]] == ["A card fell"]

    def test_a_question_finds_what_answers_it_also_misspelt(
        self, keeper: Member, book: str
    ) -> None:
        game = game_in(keeper, house_rules=book)
        url = f"{self.RULE}/find"
        (first, *_) = get(keeper.client, url, game_uid=game.id, q="snakcs")["found"]
        assert (first["kind"], first["title"]) == ("Note", "Snacks")
        (first, *_) = get(keeper.client, url, game_uid=game.id, q="eats")["found"]
        assert [piece["text"] for piece in first["excerpt"] if piece["is_match"]] == ["eats"]
        assert "".join(piece["text"] for piece in first["excerpt"]) == first["text"]
        nothing = get(keeper.client, url, game_uid=game.id)
        assert nothing == {"question": "", "found": []}

    @pytest.mark.parametrize("key", sorted(all_games()))
    def test_every_card_game_has_its_rules_and_its_example(
        self, client: FlaskClient, key: str
    ) -> None:
        found = get(client, "/api/v1/rules/{key}", key=key)
        assert found["how_to_score"] == [str(one) for one in all_games()[key].how_to_score]
        example = found["example"]
        assert bool(example) == bool(all_games()[key].example)
        if example:
            scored = client.post("/api/v1/score", json=example["record"]).get_json()
            assert scored["totals"] == example["totals"]
            assert len(example["stories"]) == len(example["round_scores"])


class TestRulings:
    RULE = "/api/v1/games/{game_uid}/rulings"

    def test_one_goes_into_the_book_of_the_game(self, keeper: Member, book: str) -> None:
        game = game_in(keeper, house_rules=book)
        before = get(keeper.client, self.RULE, game_uid=game.id)
        assert before == {"rulings": [], "book": {"id": book, "name": "Cabin"}, "books": []}
        made = game.post("/rulings", RULED)
        assert made.status_code == 201
        assert made.get_json()["version"] == game.version
        (ruling,) = get(keeper.client, self.RULE, game_uid=game.id)["rulings"]
        assert {key: ruling[key] for key in RULED} == RULED
        (same,) = keeper.get(f"/house-rules/{book}").get_json()["rulings"]
        assert same == ruling

    def test_sent_twice_it_is_one(self, keeper: Member, book: str) -> None:
        game = game_in(keeper, house_rules=book)
        version, headers = game.version, {"Idempotency-Key": "settled once"}
        for _time in range(2):
            answer = game.post("/rulings", RULED | {"version": version}, headers=headers)
            assert answer.status_code == 201
        assert answer.headers["Idempotency-Replayed"] == "true"
        assert len(get(keeper.client, self.RULE, game_uid=game.id)["rulings"]) == 1

    def test_without_a_book_one_is_chosen_or_begun(self, keeper: Member, book: str) -> None:
        game = game_in(keeper)
        found = get(keeper.client, self.RULE, game_uid=game.id)
        assert (found["book"], found["books"]) == (None, [{"id": book, "name": "Cabin"}])
        assert game.post("/rulings", RULED | {"book": book}).status_code == 201
        assert len(keeper.get(f"/house-rules/{book}").get_json()["rulings"]) == 1
        begun = game.post("/rulings", RULED | {"name": "Porch"})
        assert begun.get_json()["house_rules"]["name"] == "Porch"
        assert len(get(keeper.client, self.RULE, game_uid=game.id)["rulings"]) == 2

    @pytest.mark.parametrize("field", RULED)
    def test_what_is_blank_is_refused_and_named(
        self, keeper: Member, book: str, field: str
    ) -> None:
        game = game_in(keeper, house_rules=book)
        refused = game.post("/rulings", RULED | {field: " "})
        assert problem(refused, 422, "bad_input")["field"] == field

    def test_a_game_outside_of_groups_has_no_book(self, program: Callable[[], Program]) -> None:
        game = program().start("Ann", "Bob")
        problem(game.post("/rulings", RULED), 404, "not_found")
        assert game.get("/rulings").get_json() == {"rulings": [], "book": None, "books": []}

    def test_a_player_from_outside_writes_into_the_games_book_and_chooses_none(
        self, keeper: Member, program: Callable[[], Program], book: str
    ) -> None:
        played_by, without = game_in(keeper, house_rules=book), game_in(keeper)
        guest = program().join(played_by, 2)
        assert guest.post("/rulings", RULED).status_code == 201
        guest = program().join(without, 2)
        assert guest.get("/rulings").get_json()["books"] == []
        problem(guest.post("/rulings", RULED | {"book": book}), 404, "not_found")
