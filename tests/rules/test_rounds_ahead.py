"""What is typed in rounds that come after one that is not scored yet."""

from __future__ import annotations

import pytest

from scorecard.rules.fold import Fold
from scorecard.rules.games import all_games
from scorecard.rules.sheet import entry_form, fold_of
from scorecard.rules.typed.fields import EntryForm

NAMES = ("Ann", "Bob", "Cy", "Dan")


def record(key: str, **more: object) -> dict[str, object]:
    return {"game": key, "options": {}, "players": list(NAMES), "rounds": [], **more}


def entry_forms(typed: dict[str, object], rounds: int) -> list[EntryForm]:
    fold = fold_of(typed)
    assert isinstance(fold, Fold)
    return fold.forms(rounds)


@pytest.mark.parametrize("key", [key for key in all_games() if key != "own_scorecard"])
def test_every_game_tells_what_is_typed_in_thirty_rounds_to_come(key: str) -> None:
    players = NAMES[:2] if key == "spite_and_malice" else NAMES
    start = record(key, players=list(players))
    forms = entry_forms(start, 31)
    assert len(forms) == 31
    assert forms[0] == entry_form(start)
    # Nobody knows yet who deals then: only the round that comes next presets somebody.
    for form in forms[1:]:
        fields = [field for style in form.rounds for field in style.fields]
        assert [field.label for field in fields if field.kind == "player" and field.default] == []


def test_in_pay_me_each_hand_has_its_own_cards() -> None:
    highs = [form.styles[0].fields[0].high for form in entry_forms(record("pay_me"), 11)]
    assert highs == sorted(set(highs))
    one_played = record("pay_me", left={})
    assert entry_forms(one_played, 3)[2] == entry_forms(one_played, 11)[2]


def test_who_has_left_is_not_asked_in_rounds_after_that() -> None:
    forms = entry_forms(record("brownie_points", left={"Bob": 2}), 4)
    assert ["Bob" in form.players for form in forms] == [True, True, False, False]


def test_a_change_of_the_rules_holds_from_its_round_on() -> None:
    amended = record(
        "ace_deuce_jack",
        amendments=[{"from_round": 3, "options": {"min_bet": 5}}],
        options={"min_bet": 2},
    )
    lows = [form.rounds[0].fields[1].default for form in entry_forms(amended, 4)]
    assert lows == [2, 2, 5, 5]
