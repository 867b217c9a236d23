"""House rules changed while a game runs: from which round they hold, and what they touch."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.amendments import effective
from scorecard.rules.games import all_games
from scorecard.rules.sheet import entry_form
from tests.scoring import refusal_of, sheet_of

GAMES = [rules for rules in all_games().values() if rules.example]


def direct(*rounds: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {
        "game": "brownie_points",
        "players": ["Ann", "Bob"],
        "options": {"target": 10_000},
        "rounds": [{"entries": {"Ann": {"score": a}, "Bob": {"score": b}}} for a, b in rounds],
        **more,
    }


def squirts(**more: Any) -> dict[str, Any]:
    entries = {"Ann": {"pile": {"6": 5}, "squirts": 1}, "Bob": {"pile": {"5": 2}}}
    return {
        "game": "brownie_points",
        "players": ["Ann", "Bob"],
        "rounds": [{"entries": entries}] * 2,
        **more,
    }


def test_an_amendment_holds_from_its_round_on() -> None:
    amended = squirts(amendments=[{"from_round": 2, "options": {"squirts_value": 200}}])
    assert [scores["Ann"] for scores in sheet_of(amended).round_scores] == [400, 300]


def test_from_round_1_it_scores_everything_anew() -> None:
    amended = squirts(amendments=[{"from_round": 1, "options": {"squirts_value": 200}}])
    assert [scores["Ann"] for scores in sheet_of(amended).round_scores] == [300, 300]


def test_a_total_is_held_against_a_new_target_only_when_the_next_round_ends() -> None:
    lower = [{"from_round": 2, "options": {"target": 4_000}}]
    before = sheet_of(direct((5_000, 1_000), amendments=lower))
    assert (before.status, before.target) == ("in_progress", 4_000)
    after = sheet_of(direct((5_000, 1_000), (0, 0), amendments=lower))
    assert (after.status, after.winners) == ("finished", ("Ann",))


def test_later_amendments_build_on_earlier_ones() -> None:
    amendments = [
        {"from_round": 2, "options": {"squirts_value": 200}},
        {"from_round": 2, "options": {"target": 5_000}},
    ]
    sheet = sheet_of(squirts(amendments=amendments))
    assert (sheet.round_scores[1]["Ann"], sheet.target) == (300, 5_000)


def test_the_round_being_counted_is_looked_at_with_what_holds_now() -> None:
    record = squirts(amendments=[{"from_round": 3, "options": {"squirts_value": 300}}])
    sheet = sheet_of(record, open_round=record["rounds"][0])
    assert sheet.open_round
    assert sheet.open_round.scores["Ann"] == 200
    assert entry_form(record) != entry_form(squirts())


@pytest.mark.parametrize(
    ("amendments", "code"),
    [
        ([{"from_round": 2, "options": {"jackpot": 1}}], "unknown_option"),
        ([{"from_round": 2, "options": {"target": 1}}], "option_out_of_range"),
        ([{"from_round": "2"}], "not_whole_number"),
        ([{"from_round": 2, "why": ""}], "malformed"),
        ([{"from_round": 3}, {"from_round": 2}], "malformed"),
        ("none", "malformed"),
    ],
)
def test_what_cannot_be_is_refused(amendments: Any, code: str) -> None:
    refused = refusal_of(direct((100, 200), amendments=amendments))
    assert (refused.code, refused.round) == (code, 0)


def test_partnerships_stay_as_they_are() -> None:
    teams = {"A": ["Ann", "Bob"], "B": ["Cy", "Di"]}
    record = {
        "game": "pitch",
        "players": ["Ann", "Bob", "Cy", "Di"],
        "amendments": [{"from_round": 1, "options": {"teams": teams}}],
    }
    refused = refusal_of(record)
    assert "plays together" in refused.message


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.key)
def test_an_amendment_that_names_nothing_changes_nothing(rules: Any) -> None:
    record = dict(rules.example.record)
    amended = record | {"amendments": [{"from_round": 2, "options": {}}]}
    assert sheet_of(amended) == sheet_of(record)


def test_a_log_comes_to_what_holds_from_each_round_on() -> None:
    log = [
        {"from_round": 2, "options": {"target": 4_000, "squirts_value": 200}, "reason": "a"},
        {"from_round": 3, "options": {"target": 6_000}, "reason": "b"},
        {"from_round": 1, "options": {"target": 5_000}, "reason": "c"},
        {"from_round": 3, "options": {"target": 7_000}, "reason": "d"},
    ]
    assert effective(log) == [
        {"from_round": 1, "options": {"target": 5_000}},
        {"from_round": 2, "options": {"squirts_value": 200}},
        {"from_round": 3, "options": {"target": 7_000}},
    ]
    assert len(log[0]["options"]) == 2  # type: ignore[arg-type]
