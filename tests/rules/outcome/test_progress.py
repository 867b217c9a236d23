"""How a game went, round by round."""

from __future__ import annotations

import pytest

from scorecard.rules.core import Refusal
from scorecard.rules.games import all_games
from scorecard.rules.outcome.progress import totals_by_round
from scorecard.rules.sheet import fold_of

BROWNIES = {"game": "brownie_points", "players": ["Ann", "Bob"], "options": {"target": 1_000}}


def totals_of(record: dict[str, object], *, is_ended: bool = False) -> list[dict[str, int | None]]:
    fold = fold_of(record)
    assert not isinstance(fold, Refusal)
    return [dict(row) for row in totals_by_round(fold, fold.sheet(is_ended=is_ended))]


def brownies(*rounds: tuple[int, int]) -> dict[str, object]:
    played = [{"entries": {"Ann": {"score": ann}, "Bob": {"score": bob}}} for ann, bob in rounds]
    return {**BROWNIES, "rounds": played}


def test_it_begins_with_nothing_and_adds_up() -> None:
    assert totals_of(brownies((100, -50), (200, 300))) == [
        {"Ann": 0, "Bob": 0},
        {"Ann": 100, "Bob": -50},
        {"Ann": 300, "Bob": 250},
    ]


def test_rounds_after_the_end_are_not_in_it() -> None:
    assert len(totals_of(brownies((1_200, 0), (100, 100)))) == 2


EXAMPLES = {key: rules.example for key, rules in all_games().items() if rules.example}


@pytest.mark.parametrize("key", EXAMPLES)
def test_it_ends_with_the_totals_of_every_game(key: str) -> None:
    record = dict(EXAMPLES[key].record)
    fold = fold_of(record)
    assert not isinstance(fold, Refusal)
    for is_ended in (False, True):
        sheet = fold.sheet(is_ended=is_ended)
        rows = totals_by_round(fold, sheet)
        assert len(rows) == len(sheet.round_scores) + 1
        assert rows[-1] == sheet.totals
        assert all(row.keys() == sheet.sides.keys() for row in rows)
