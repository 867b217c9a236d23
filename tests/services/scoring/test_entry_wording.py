"""What was typed, in words."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.games import find
from scorecard.rules.sheet import entry_form
from scorecard.services.scoring.entry_wording import card_words, cards_in, entry_words
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


@pytest.mark.parametrize(
    ("key", "laid"),
    [
        ("ofcp", ("Ann", "Front Q♠ Q♥ 4♦, Middle 5♥ 6♥ 7♣ 8♦ 9♠, Back 2♣ 5♣ 9♣ J♣ K♣")),
        ("brag", ("Ann", "A♥ K♥ 9♥")),
        ("ace_deuce_jack", ("Cards shown", "J♥ 9♣ K♦")),
    ],
)
def test_the_cards_of_a_round_stand_by_whose_they_are(key: str, laid: tuple[str, str]) -> None:
    rules = find(key)
    assert rules
    assert rules.example
    example: Any = rules.example.record
    told = [
        cards_in(round_, rules.entries_key, entry_form(example)) for round_ in example["rounds"]
    ]
    assert told[0][0] == laid
