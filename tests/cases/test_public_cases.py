"""Every published case of the games on the shelf, through all three doors: one answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorecard.rules import score
from scorecard.rules.games import all_games

CASES = json.loads((Path(__file__).parents[1] / "data/public_cases.json").read_text())["cases"]
OURS = [case for case in CASES if case["game"] in all_games()]
PARTS = ("game", "options", "players", "rounds", "edits", "end_early")


def record_of(case: dict[str, Any]) -> dict[str, Any]:
    return {part: case[part] for part in PARTS if part in case}


def check(answer: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare an answer with what a case expects, as the file says how to read it."""
    for key, value in expected.items():
        if key == "error":
            check_error(answer["error"], value)
        elif key == "kept_totals":
            assert answer["kept"]["totals"] == value
        elif key == "clean":
            assert answer["warnings"] == []
        elif key == "warnings":
            shown = [(warning["round"], warning["code"]) for warning in answer["warnings"]]
            for warning in value:
                assert (warning["round"], warning["code"]) in shown
        else:
            assert answer[key] == value, key


def check_error(error: dict[str, Any], expected: dict[str, Any]) -> None:
    if expected["round"] == "edit":
        assert error["edit"] >= 1
    else:
        assert error["round"] == expected["round"]
    assert error["code"] == expected["code"]
    message = error["message"].lower()
    for token in expected.get("mention", []):
        assert any(part.lower() in message for part in token.split("|")), (token, message)


def test_there_are_cases_for_every_game_on_the_shelf() -> None:
    with_rules_of_their_own = {key for key, rules in all_games().items() if not rules.specialised}
    assert {case["game"] for case in OURS} == with_rules_of_their_own


@pytest.mark.parametrize("case", OURS, ids=lambda case: case["id"])
def test_python(case: dict[str, Any]) -> None:
    check(score(record_of(case)).to_json(), case["expected"])


@pytest.mark.parametrize("case", OURS, ids=lambda case: case["id"])
def test_http(client: FlaskClient, case: dict[str, Any]) -> None:
    response = client.post("/api/v1/score", json=record_of(case))
    assert response.status_code == (422 if "error" in case["expected"] else 200)
    check(response.get_json(), case["expected"])


def test_command_line_one_by_one_and_all_at_once() -> None:
    command = [sys.executable, "-m", "scorecard", "score", "-"]
    whole = json.dumps([record_of(case) for case in OURS])
    done = subprocess.run(command, input=whole, capture_output=True, text=True, check=False)
    answers = json.loads(done.stdout)
    assert len(answers) == len(OURS)
    for case, answer in zip(OURS, answers, strict=True):
        check(answer, case["expected"])
    assert done.returncode == 1, "the highest status: some of them are refused"
    for case in OURS[:1] + [case for case in OURS if "error" in case["expected"]][:1]:
        one = subprocess.run(
            command, input=json.dumps(record_of(case)), capture_output=True, text=True, check=False
        )
        check(json.loads(one.stdout), case["expected"])
        assert one.returncode == ("error" in case["expected"])


@pytest.mark.parametrize("case", OURS, ids=lambda case: case["id"])
def test_all_three_give_the_same_answer(client: FlaskClient, case: dict[str, Any]) -> None:
    plain = score(record_of(case)).to_json()
    sent = client.post("/api/v1/score", json=record_of(case)).get_json()
    assert {key: sent[key] for key in plain} == plain
