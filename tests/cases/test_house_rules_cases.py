"""Every published case of house rules, played through the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cases.test_public_cases import CASES, check
from tests.command import run

HOUSE_RULES = [case for case in CASES if case["game"] == "house_rules"]


def replay(cases: Any) -> tuple[int, Any]:
    done = run("replay", "-", data=json.dumps(cases).encode())
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    status, found = replay(HOUSE_RULES)
    assert status == 1, "some of them are refused, as they should be"
    return {case["id"]: answer for case, answer in zip(HOUSE_RULES, found, strict=True)}


def check_parts(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare an answer with what a case expects; games and rules are told by their parts."""
    game = expected.pop("game", {})
    for name, wanted in expected.pop("rules", {}).items():
        assert answer["rules"][name] == wanted
    for key, value in game.items():
        assert answer["game"][key] == value, key
    check(answer, expected)


@pytest.mark.parametrize("case", HOUSE_RULES, ids=lambda case: case["id"])
def test_replayed(case: dict[str, Any], answers: dict[str, Any]) -> None:
    check_parts(answers[case["id"]], dict(case["expected"]))


START: list[dict[str, Any]] = [
    {"op": "create_rules", "name": "Cabin", "game": "brownie_points", "options": {}},
    {"op": "agree", "name": "Cabin", "players": ["Ann", "Bob"]},
    {"op": "start_game", "rules": "cabin", "players": ["Ann", "Bob"]},
    {"op": "add_round", "round": {"entries": {"Ann": {"score": 500}, "Bob": {"score": 100}}}},
]


REFUSED: list[tuple[list[dict[str, Any]], str]] = [
    ([START[0], {**START[0], "name": " CABIN"}], "duplicate_name"),
    ([{**START[0], "name": "  "}], "blank_name"),
    ([{**START[0], "game": "chess"}], "unknown_game"),
    ([START[0], {"op": "agree", "name": "Hut", "players": ["Ann"]}], "unknown_rules"),
    ([START[0], {**START[1], "version": 3}], "unknown_version"),
    ([*START[:2], {"op": "delete_rules", "name": "Cabin"}, START[2]], "unknown_rules"),
    ([*START, {"op": "amend_game", "options": {"target": 900}}], "reason_required"),
    (
        [
            *START,
            {
                "op": "amend_game",
                "options": {"target": 900},
                "reason": "short",
                "agreed_by": ["Ann"],
            },
        ],
        "agreement_required",
    ),
    ([{"op": "add_round", "round": {}}], "malformed"),
    ([{"op": "dance"}], "malformed"),
    ([*START[:3], {"op": "add_round", "round": {"entries": {"Cy": {}}}}], "unknown_player"),
    (
        [*START[:3], {"op": "add_round", "round": {"entries": {"Ann": {"score": 500}}}}],
        "missing_entry",
    ),
    ([*START[:2], {**START[2], "confirm": "yes"}], "malformed"),
    (
        [*START, {"op": "amend_game", "options": {"target": 900}, "retroactive": "yes"}],
        "malformed",
    ),
]


def test_the_first_step_that_cannot_be_ends_it() -> None:
    status, answers = replay([{"game": "house_rules", "steps": steps} for steps, _code in REFUSED])
    assert status == 1
    found = [(answer["error"]["code"], answer["error"]["round"]) for answer in answers]
    assert found == [(code, len(steps)) for steps, code in REFUSED]


def test_everything_before_a_refused_step_is_kept() -> None:
    _status, answer = replay({"game": "house_rules", "steps": [*START, {"op": "dance"}]})
    assert answer["kept"]["totals"] == {"Ann": 500, "Bob": 100}
    assert answer["kept"]["rules"] == {"Cabin": {"version": 1, "options": {}}}


def test_a_confirmed_start_is_warned_about() -> None:
    steps = [START[0], {**START[2], "confirm": True}]
    status, answer = replay({"game": "house_rules", "steps": steps})
    assert status == 0
    assert [(one["round"], one["code"]) for one in answer["warnings"]] == [(2, "not_all_agreed")]


@pytest.mark.parametrize("case", [5, {}, {"game": "house_rules"}, {"game": "pitch", "steps": []}])
def test_what_is_no_case_exits_with_2(case: Any) -> None:
    assert replay(case)[0] == 2
