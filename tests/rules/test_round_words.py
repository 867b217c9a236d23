"""What a round is called, alone and inside a sentence."""

from __future__ import annotations

import pytest

from scorecard.rules.games import all_games
from scorecard.rules.round_words import KNOWN, round_words
from scorecard.web.http.languages import Speech


def test_a_round_is_called_in_four_ways() -> None:
    assert round_words("Hand") == ("Hand", "Hands", "hand", "hands")


def test_a_name_that_somebody_made_up_has_english_forms_and_stays_as_it_is_elsewhere() -> None:
    made_up = round_words("Durchgang")
    assert made_up == ("Durchgang", "Durchgangs", "durchgang", "durchgangs")
    assert [Speech("de").say(form) for form in made_up] == ["Durchgang"] * 4


@pytest.mark.parametrize("key", all_games())
def test_what_a_game_calls_its_rounds_can_be_said_in_other_languages(key: str) -> None:
    assert all_games()[key].round_word in KNOWN
