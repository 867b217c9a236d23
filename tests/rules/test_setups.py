"""Set-ups that are alike are worked out once; what is refused stays refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring import refusal_of, sheet_of

RECORD = {"game": "brownie_points", "players": ["Ann", "Bob", "Cy"], "rounds": []}


@pytest.mark.parametrize("key", ["options", "amendments"])
def test_nothing_in_place_of_a_list_is_refused_whatever_was_scored_before(key: str) -> None:
    for _twice in "12":
        refusal_of({**RECORD, key: None})
        sheet_of(RECORD)


@pytest.mark.parametrize(
    ("game", "players", "options", "sentence"),
    [
        (
            "ace_deuce_jack",
            3,
            {"first_banker": "zoe"},
            'The option “First bank” must be one of the players (Ann, Bob, Cy), not "zoe".',
        ),
        (
            "pitch",
            4,
            {"teams": {"Ann, Bob": [""]}},
            ("The option “Teams” needs the letter and the names of each team, as in “A: Ann, Cy”."),
        ),
        (
            "pitch",
            4,
            {"teams": {"A": ["Ann", "Zoe"]}},
            ('The option “Teams” cannot put "Zoe" in team A: the players are Ann, Bob, Cy and Di.'),
        ),
    ],
)
def test_a_refused_option_is_named_as_people_know_it(
    game: str, players: int, options: dict[str, Any], sentence: str
) -> None:
    names = ["Ann", "Bob", "Cy", "Di"][:players]
    refusal = refusal_of({"game": game, "players": names, "options": options, "rounds": []})
    assert (refusal.message, refusal.item) == (sentence, next(iter(options)))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ace_deuce_jack", {"first_banker": "bob "}),
        ("pitch", {"teams": {"A": ["ann", "BOB"], "B": ["cy", "Di"]}}),
    ],
)
def test_a_player_may_be_typed_in_small_letters(game: str, options: dict[str, Any]) -> None:
    names = ["Ann", "Bob", "Cy", "Di"]
    sheet_of({"game": game, "players": names, "options": options, "rounds": []})
