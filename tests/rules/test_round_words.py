"""What a round is called, alone and inside a sentence."""

from __future__ import annotations

import pytest

from scorecard.rules.games import all_games
from scorecard.rules.round_words import KNOWN, round_words
from scorecard.web.http.languages import Speech
from tests.scoring import refusal_of


def test_a_round_is_called_in_four_ways() -> None:
    assert round_words("Hand") == ("Hand", "Hands", "hand", "hands")


def test_a_name_that_somebody_made_up_has_english_forms_and_stays_as_it_is_elsewhere() -> None:
    made_up = round_words("Durchgang")
    assert made_up == ("Durchgang", "Durchgangs", "durchgang", "durchgangs")
    assert [Speech("de").say(form) for form in made_up] == ["Durchgang"] * 4


@pytest.mark.parametrize("key", all_games())
def test_what_a_game_calls_its_rounds_can_be_said_in_other_languages(key: str) -> None:
    assert all_games()[key].round_word in KNOWN


@pytest.mark.parametrize("key", [key for key in all_games() if all_games()[key].entries_key])
def test_a_refused_round_is_called_as_its_game_calls_it(key: str) -> None:
    game = all_games()[key]
    players = ["Ann", "Bob", "Cy", "Di", "Ed"][: max(game.fewest, 2)]
    refused = refusal_of(
        {"game": key, "players": players, "rounds": [{game.entries_key: {"Zoe": 1}}]}
    )
    assert refused.message == f'{game.round_word} 1: "Zoe" is not one of the players.'


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ({"winner": "Ann", "folded": ["Ann"]}, "Ann cannot win hand 1, having folded."),
        ({"winner": "Ann", "out": ["Ann"]}, "Ann sits hand 1 out, so betting cannot be."),
        ({"winner": "Ann", "out": ["Ann", "Bob", "Cy"]}, "Hand 1 needs at least 2 players"),
        ({"seer": "Ann", "opponent": "Bob"}, "Hand 1 has no bets of"),
    ],
)
def test_brag_speaks_of_hands(hand: dict[str, object], why: str) -> None:
    bets = {} if "seer" in hand else {"contrib": {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 1}}
    record = {"game": "brag", "players": ["Ann", "Bob", "Cy", "Di"], "rounds": [{**bets, **hand}]}
    refused = refusal_of(record)
    assert refused.message.startswith(why)
