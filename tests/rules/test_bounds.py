"""A record too large to score is refused before any work, in a sentence that names the limit."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.bounds import (
    MOST_ACTIONS,
    MOST_AMENDMENTS,
    MOST_EDITS,
    MOST_RESCORED,
    MOST_ROUNDS,
)
from tests.scoring import refusal_of, sheet_of

NAMES = ("Ann", "Bob")
TARGET = 100_000
"""Nobody reaches it in a thousand rounds."""


class Counted(dict[str, Any]):
    """A round that counts how often it is looked into."""

    looks = 0

    def get(self, *arguments: Any) -> Any:
        Counted.looks += 1
        return super().get(*arguments)

    def __getitem__(self, key: str) -> Any:
        Counted.looks += 1
        return super().__getitem__(key)


@pytest.fixture(autouse=True)
def _count_anew() -> None:
    Counted.looks = 0


def a_round() -> Counted:
    return Counted(entries={name: {"score": 50} for name in NAMES})


def a_record(rounds: int, edits: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "game": "brownie_points",
        "players": list(NAMES),
        "options": {"target": TARGET},
        "rounds": [a_round() for _ in range(rounds)],
        "edits": [{"round": 1, "with": a_round()} for _ in range(edits)],
        **more,
    }


@pytest.mark.parametrize(
    ("record", "count", "most"),
    [
        (a_record(1_500, 1_500), "1,500", "1,200"),
        (a_record(MOST_RESCORED // MOST_EDITS + 1, MOST_EDITS), "101", "20,000"),
        (a_record(1, MOST_EDITS + 1), "201", "200"),
        (a_record(MOST_ROUNDS + 1), "1,201", "1,200"),
        (a_record(1, amendments=[{"from_round": 1}] * 32_000), "32,000", "200"),
    ],
    ids=["rounds and edits", "one round more", "one edit more", "rounds", "amendments"],
)
def test_what_is_too_large_is_refused_before_any_round_is_scored(
    record: dict[str, Any], count: str, most: str
) -> None:
    refused = refusal_of(record)
    assert (refused.code, refused.round, refused.kept.totals.get("Ann", 0)) == ("malformed", 0, 0)
    assert count in refused.message
    assert most in refused.message
    assert Counted.looks == 0


def test_what_is_just_not_too_large_is_scored() -> None:
    per_round = _looks(a_record(1))
    rounds = MOST_RESCORED // MOST_EDITS
    scored = sheet_of(a_record(rounds, MOST_EDITS))
    assert scored.totals == dict.fromkeys(NAMES, rounds * 50)
    # Once in the first place, and once for each correction.
    assert Counted.looks == per_round * (rounds + MOST_RESCORED)


def test_a_game_of_a_thousand_rounds_may_still_be_corrected() -> None:
    assert isinstance(score(a_record(1_000, 20)), Sheet)


def test_as_many_amendments_as_there_may_be_are_scored() -> None:
    amendments = [{"from_round": 1, "options": {"target": TARGET}}] * MOST_AMENDMENTS
    assert isinstance(score(a_record(1, amendments=amendments)), Sheet)


def test_a_hand_of_brag_is_told_in_so_many_actions() -> None:
    def told(actions: int) -> Sheet | Refusal:
        """Two fold, the others bet in turn, and one of them gives up in the end."""
        log: list[list[Any]] = [["Cy", "fold"], ["Di", "fold"]]
        log += [[NAMES[turn % 2], "bet", 1] for turn in range(actions - len(log) - 1)]
        hand = {"dealer": "Bob", "actions": [*log, ["Ann", "fold"]]}
        return score({"game": "brag", "players": [*NAMES, "Cy", "Di"], "rounds": [hand]})

    assert isinstance(told(MOST_ACTIONS), Sheet)
    refused = told(MOST_ACTIONS + 1)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.item, refused.round) == ("malformed", "actions", 1)
    assert "up to 500 actions" in refused.message


def _looks(record: dict[str, Any]) -> int:
    before = Counted.looks
    assert isinstance(score(record), Sheet)
    looks, Counted.looks = Counted.looks - before, 0
    return looks
