"""What was counted by worth, in words."""

from __future__ import annotations

from scorecard.rules.sheet import entry_form
from scorecard.services.scoring.entry_wording import entry_words
from tests.rules.games.test_brownie_points import record
from tests.rules.test_counting_by_worth import by_worth


def test_an_entry_in_words() -> None:
    form = entry_form(record())
    assert entry_words(by_worth({"50": 9, "game_changer": 1}, squirts=1), form) == (
        "Points pile: 9 × 50, 1 × Game Changer · Hand empty · Squirts"
    )
    assert entry_words(by_worth({}, {"dog_house": 1}), form) == "Left in hand: 1 × Dog House"
