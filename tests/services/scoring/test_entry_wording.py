"""What was typed, in words."""

from __future__ import annotations

import pytest

from scorecard.rules.sheet import entry_form
from scorecard.services.scoring.entry_wording import card_words, entry_words
from tests.rules.games.test_brownie_points import record
from tests.rules.test_counting_by_worth import by_worth


def test_an_entry_in_words() -> None:
    form = entry_form(record())
    assert entry_words(by_worth({"50": 9, "game_changer": 1}, squirts=1), form) == (
        "Points pile: 9 × 50, 1 × Game Changer · Hand empty · Squirts"
    )
    assert entry_words(by_worth({}, {"dog_house": 1}), form) == "Left in hand: 1 × Dog House"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["qh", "qd", "5c"], "Q♥ Q♦ 5♣"),
        (["Kh", "10s", "Td", "AS"], "K♥ 10♠ 10♦ A♠"),
        (["2", "4", "k", "a", "joker", "JOKER"], "2 4 K A Joker Joker"),
    ],
)
def test_cards_are_shown_alike_however_they_were_typed(typed: list[str], shown: str) -> None:
    assert card_words(typed) == shown
