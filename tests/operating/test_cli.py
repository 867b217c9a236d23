"""The command line: answers on standard output, sentences on standard error, an exit status."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorecard import __version__
from tests.command import run

RECORD: dict[str, Any] = {
    "game": "brownie_points",
    "players": ["Ann", "Bob"],
    "rounds": [{"entries": {"Ann": {"score": 450}, "Bob": {"score": 100}}}],
}


def test_it_says_its_version() -> None:
    command = [sys.executable, "-m", "scorecard", "--version"]
    assert __version__.encode() in subprocess.run(command, capture_output=True, check=True).stdout


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


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a group with some of everything."""
    from scorecard.app import create_app, migrate
    from scorecard.config import Settings
    from scorecard.database.db import db
    from scorecard.services.files.exporting import exports
    from scorecard.services.files.format import file_format
    from tests.factories import EVENING
    from tests.rich_group import rich_group

    folder = tmp_path_factory.mktemp("source")
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", ("secret",)))
    migrate(app)
    with app.app_context():
        club = rich_group(db.session)
        return file_format.write(exports.of_group(db.session, club.group, EVENING)).encode()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, exported: bytes) -> str:
    folder = str(tmp_path_factory.mktemp("data"))
    done = run("import", "-", "--data", folder, data=exported)
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    assert (
        "New: 7 players, 2 seasons, 13 games and 2 rule sets, into Thursday, a new group." in said
    )
    assert "/groups/join/" in said
    assert "with this recovery code (good once): " in said
    return folder


class TestGroups:
    def uid(self, data: str) -> str:
        (line,) = run("groups", "--data", data).stdout.decode().splitlines()
        uid, games, noun, name = line.split()
        assert (games, noun, name) == ("13", "games", "Thursday")
        return uid

    def test_what_was_imported_is_exported_the_same(
        self, data: str, exported: bytes, tmp_path: Path
    ) -> None:
        file = tmp_path / "group.json"
        done = run("export", self.uid(data), str(file), "--data", data)
        assert done.returncode == 0, done.stderr
        here, there = (
            [line for line in text.splitlines() if b'"exported_at"' not in line]
            for text in (exported, file.read_bytes())
        )
        assert here == there

    def test_twice_changes_nothing(self, data: str, exported: bytes) -> None:
        done = run("import", "-", "--data", data, data=exported)
        assert (done.returncode, b"Nothing is new" in done.stdout) == (0, True)
        assert b"recovery code" not in done.stdout

    def test_seasons_games_and_scores_go_out(self, data: str, exported: bytes) -> None:
        document = json.loads(exported)
        for part in ("seasons", "games"):
            uid = document[part][0]["uid"]
            done = run("export", uid, "-", "--data", data)
            assert json.loads(done.stdout)["kind"] == part.removesuffix("s"), done.stderr
        done = run("export", self.uid(data), "-", "--csv", "--data", data)
        assert done.stdout.startswith(b"\xef\xbb\xbfgroup,game_id,")
        season = document["seasons"][0]["uid"]
        standings = ("--csv", "--part", "standings", "--semicolon", "--data", data)
        done = run("export", season, "-", *standings)
        assert done.stdout.startswith(b"\xef\xbb\xbfgroup;season;season_id;rank;"), done.stderr
        done = run("export", self.uid(data), "-", *standings)
        assert b"Only a season has standings" in done.stderr
        done = run("export", season, "-", "--semicolon", "--data", data)
        assert b"--part and --semicolon belong to --csv" in done.stderr

    def test_what_is_not_there_is_a_sentence(self, data: str) -> None:
        done = run("export", "-nosuchthing", "-", "--data", data)
        assert done.returncode == 1
        assert b"no group, season or game -nosuchthing" in done.stderr
        assert b"Traceback" not in done.stderr

    def test_a_broken_file_changes_nothing(self, data: str, exported: bytes) -> None:
        done = run("import", "-", "--data", data, data=exported[: len(exported) // 2])
        assert done.returncode == 1
        assert b"ends in the middle" in done.stderr
        assert b"Traceback" not in done.stderr

    def test_a_game_that_stands_by_itself_comes_with_its_link(
        self, data: str, exported: bytes, tmp_path: Path
    ) -> None:
        uid = json.loads(exported)["games"][0]["uid"]
        game = run("export", uid, "-", "--data", data).stdout
        done = run("import", "-", "--data", str(tmp_path), data=game)
        assert done.returncode == 0
        assert b"Open it as scorekeeper: /join/" in done.stdout

    def test_recounting_finds_what_differs_and_mends_it(
        self, exported: bytes, tmp_path: Path
    ) -> None:
        import sqlite3

        data = str(tmp_path)
        run("import", "-", "--data", data, data=exported)
        done = run("recount", "--data", data)
        assert (done.returncode, done.stdout) == (0, b"No difference.\n")
        with sqlite3.connect(tmp_path / "scorecard.db") as connection:
            connection.execute("UPDATE standings SET points = points + 100")
            connection.execute("UPDATE games SET kind = ''")
            connection.execute("UPDATE seats SET total = 7")
        connection.close()
        for command in (["recount"], ["recount"], ["recount", "--write"]):
            done = run(*command, "--data", data)
            assert done.returncode == 1
            assert b"its kind is kept as ''" in done.stdout
            assert b"total is kept as 7, and is " in done.stdout
            assert b"Thursday: Season Summer" in done.stdout
        assert run("recount", "--data", data).returncode == 0

    def test_purging_erases_what_lay_in_the_bin_for_thirty_days(
        self, exported: bytes, tmp_path: Path
    ) -> None:
        import sqlite3

        data = str(tmp_path)
        run("import", "-", "--data", data, data=exported)
        # What the file has in its bin went there on an evening long ago, but came here today.
        done = run("purge", "--data", data)
        assert done.stdout == b"Nothing has lain in the trash for 30 days.\n"
        with sqlite3.connect(tmp_path / "scorecard.db") as connection:
            connection.execute("UPDATE games SET kept_until = NULL")
        connection.close()
        done = run("purge", "--data", data)
        assert done.stdout == b"Nothing has lain in the trash for 30 days.\n"
        with sqlite3.connect(tmp_path / "scorecard.db") as connection:
            connection.execute("UPDATE bin_counts SET days = 30")
        connection.close()
        done = run("purge", "--data", data)
        assert done.returncode == 0
        assert sum(line.startswith(b"Game ") for line in done.stdout.splitlines()) == 1
        assert run("recount", "--data", data).returncode == 0


LOADED = (
    "import sys; from scorecard.cli import main\n"
    "try: main(sys.argv[1:])\n"
    "except SystemExit: pass\n"
    "names = ('flask', 'sqlalchemy', 'gevent', 'scorecard.web', 'spectree', 'cryptography')\n"
    "print([name for name in names if name in sys.modules])"
)


def loaded_by(*arguments: str, data: bytes = b"") -> list[str]:
    """Return which of the things that take time to load a command has loaded."""
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    found: list[str] = ast.literal_eval(done.stdout.decode().splitlines()[-1])
    return found


def test_scoring_does_not_load_the_web() -> None:
    assert loaded_by("score", "-", data=b"[]") == []


@pytest.mark.parametrize("command", ["check", "backup FILE", "groups"])
@pytest.mark.long
def test_what_only_asks_the_database_loads_no_pages(
    data: str, tmp_path: Path, command: str
) -> None:
    arguments = command.replace("FILE", str(tmp_path / "all.backup")).split()
    assert loaded_by(*arguments, "--data", data) == ["flask", "sqlalchemy"]
