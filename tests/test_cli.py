"""The command line: answers on standard output, sentences on standard error, an exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorecard import __version__

RECORD: dict[str, Any] = {
    "game": "brownie_points",
    "players": ["Ann", "Bob"],
    "rounds": [{"entries": {"Ann": {"score": 450}, "Bob": {"score": 100}}}],
}


def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scorecard", *arguments]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def test_it_says_its_version() -> None:
    assert __version__.encode() in run("--version").stdout


@pytest.mark.parametrize("source", ["file", "standard input"])
def test_a_record_is_scored(tmp_path: Path, source: str) -> None:
    data = json.dumps(RECORD).encode()
    path = tmp_path / "game.json"
    path.write_bytes(data)
    done = run("score", str(path)) if source == "file" else run("score", "-", data=data)
    assert done.returncode == 0
    assert json.loads(done.stdout)["totals"] == {"Ann": 450, "Bob": 100}
    assert done.stderr == b""


def test_a_refused_record_has_status_1_and_says_why_to_people() -> None:
    refused = {**RECORD, "players": ["Ann", "Zed"]}
    done = run("score", "-", data=json.dumps(refused).encode())
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "unknown_player"
    assert b"Bob" in done.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"null",
        b"7",
        b'"text"',
        b"{}",
        b'{"game": "whist"}',
        b"NaN",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"game": "brownie_points", "game": "brownie_points"}',
        b"1" * 5_000,
    ],
)
def test_what_is_no_record_has_status_2(data: bytes) -> None:
    done = run("score", "-", data=data)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["message"]
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_a_list_is_answered_in_order_with_the_highest_status() -> None:
    refused = {**RECORD, "players": ["Ann"]}
    data = json.dumps([RECORD, refused, RECORD]).encode()
    done = run("score", "-", data=data)
    assert done.returncode == 1
    answers = json.loads(done.stdout)
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert run("score", "-", data=json.dumps([RECORD, 7, refused]).encode()).returncode == 2
    empty = run("score", "-", data=b"[]")
    assert (empty.returncode, json.loads(empty.stdout)) == (0, [])


def test_a_file_that_is_not_there_is_a_sentence() -> None:
    done = run("score", "nowhere.json")
    assert done.returncode == 2
    assert b"nowhere.json" in done.stderr
    assert b"Traceback" not in done.stderr


def test_names_of_any_script_come_through() -> None:
    record = {**RECORD, "players": ["李", "\ud83c\udf6b"], "rounds": []}
    done = run("score", "-", data=json.dumps(record).encode())
    assert done.returncode == 0
    assert list(json.loads(done.stdout)["totals"]) == ["李", "🍫"]


def test_half_a_character_is_no_traceback() -> None:
    data = b'{"game": "brownie_points", "players": ["\\ud800", "Bob"]}'
    done = run("score", "-", data=data)
    assert done.returncode in (0, 1)
    assert json.loads(done.stdout)


def test_scoring_does_not_load_the_web() -> None:
    script = (
        "import sys; from scorecard.cli import main\n"
        "try: main(['score', '-'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('flask', 'sqlalchemy', 'gevent') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"[]", capture_output=True, check=True
    )
    assert done.stdout.splitlines()[-1] == b"[]"
