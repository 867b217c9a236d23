"""``scorecard check`` finds every kind of fault, each put into a good database by hand."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select, update

from scorecard.app import create_app, migrate
from scorecard.cli import main
from scorecard.config import Settings, from_environment
from scorecard.database.db import db
from scorecard.models import Game, Group
from scorecard.operating import backups, checks
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.history.changes import Write
from tests.factories import EVENING, Club, Table
from tests.rich_group import rich_group


def settings_in(folder: Path) -> Settings:
    return from_environment({"SCORECARD_DATA": str(folder), "SECRET_KEY": "secret"})


def app_in(settings: Settings) -> Flask:
    app = create_app(settings, is_served=False)
    migrate(app)
    return app


def close(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a group that has seen a lot, which has no fault."""
    settings = settings_in(tmp_path_factory.mktemp("played"))
    app = app_in(settings)
    with app.app_context():
        rich_group(db.session)
    close(app)
    file = settings.data_dir / "played.backup"
    backups.back_up(settings, file)
    return file


@pytest.fixture
def here(tmp_path: Path, played: Path) -> Settings:
    settings = settings_in(tmp_path / "here")
    (settings.data_dir / "scorecard.db").write_bytes(played.read_bytes())
    return settings


def spoil(settings: Settings, *statements: str) -> None:
    with closing(sqlite3.connect(settings.data_dir / "scorecard.db")) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            assert connection.execute(statement).rowcount, "nothing was spoilt"
        connection.commit()


def dump(settings: Settings) -> list[str]:
    with closing(sqlite3.connect(settings.data_dir / "scorecard.db")) as connection:
        return list(connection.iterdump())


def test_all_is_well_with_a_group_that_has_seen_a_lot(here: Settings) -> None:
    assert list(checks.faults(here)) == []


def test_all_is_well_with_what_was_imported(here: Settings, tmp_path: Path) -> None:
    there = settings_in(tmp_path / "there")
    origin, target = create_app(here, is_served=False), app_in(there)
    with origin.app_context():
        group = db.session.scalars(select(Group)).one()
        text = file_format.write(exports.of_group(db.session, group, EVENING))
    with target.app_context():
        device = Table(db.session).keeper
        found = imports.plan(db.session, imports.read(text.encode()), device, is_trusted=True)
        imports.carry_out(db.session, found, Write(device, EVENING), "secret")
        db.session.commit()
    close(origin)
    close(target)
    assert list(checks.faults(there)) == []


@pytest.mark.parametrize(
    ("statement", "sentences"),
    [
        (
            "UPDATE scores SET points = points + 50 WHERE (round_id, seat_id) = (1, 1)",
            ["round 1: Ann's score is kept as 550, and is 500."],
        ),
        (
            "DELETE FROM scores WHERE (round_id, seat_id) = (1, 1)",
            ["round 1: Ann's score is kept as none, and is 500."],
        ),
        ("UPDATE seats SET total = 7 WHERE id = 1", [": Ann's total is kept as 7, and is 500."]),
        ("UPDATE seats SET rank = 3 WHERE id = 1", [": Ann's rank is kept as 3, and is 1."]),
        (
            "UPDATE seats SET is_winner = 1 - is_winner WHERE id IN (1, 2)",
            [": Ann is a winner, and not kept so.", ": Bob is kept as a winner, and is not."],
        ),
        ("UPDATE seats SET is_out = 1 WHERE id = 1", [": Ann is kept as out, and is not."]),
        (
            "UPDATE games SET status = 'in_progress' WHERE id = 1",
            [": its status is kept as 'in_progress', and is 'ended_early'."],
        ),
        (
            "UPDATE games SET reason = 'Luck.' WHERE id = 1",
            [": its reason is kept as 'Luck.', and is "],
        ),
        (
            """UPDATE entries SET data = '{"score": 450}' WHERE id = 1""",
            ["round 1: Ann's score is kept as 500, and is 450.", "its results were kept otherwise"],
        ),
        (
            """UPDATE entries SET data = '{"score": 7}' WHERE id = 1""",
            ["round 1: the rules refuse it: "],
        ),
        ("UPDATE games SET rules = 'bridge' WHERE id = 1", ["bridge"]),
        ("UPDATE games SET options = '[1' WHERE id = 1", ["it cannot be read"]),
        ("UPDATE rounds SET number = 4 WHERE id = 1", [": its rounds are numbered 4."]),
        (
            "UPDATE entries SET seat_id = (SELECT max(id) FROM seats) WHERE id = 1",
            ["round 1: an entry is of a seat at another table."],
        ),
        (
            "UPDATE games SET version = 2147483647 WHERE id = 1",
            [", and so on."],
        ),
        (
            "DELETE FROM changes WHERE game_id = 1 AND version = 2",
            [": its history has no line for version 2."],
        ),
        (
            "UPDATE games SET version = version - 1 WHERE id = 1",
            [": its history goes on after version"],
        ),
        (
            "UPDATE changes SET kind = 'redo' WHERE game_id = 1 AND version = 2",
            [": more of its changes are taken back than were made."],
        ),
        (
            "UPDATE changes SET reverts_id = (SELECT max(id) FROM changes) WHERE id = 1",
            [": version 1 takes back a change that was not made before it."],
        ),
        (
            "INSERT INTO write_keys (device_id, key, fingerprint, version, at) "
            "VALUES (1, 'k', 'f', 1, '2026-03-14 20:00:00')",
            ["1 kept keys of writes belong to no game and no group."],
        ),
        (
            "INSERT INTO write_keys (device_id, key, fingerprint, game_id, version, at) "
            "VALUES (1, 'k', 'f', 1, 999, '2026-03-14 20:00:00')",
            ["a write is known to have led to version 999, but it stands at"],
        ),
        (
            "UPDATE groups SET version = 1",
            ["Thursday: its history goes on after version 1, which it stands at."],
        ),
        (
            "UPDATE results SET rank = 9 WHERE game_id = 1 AND player_id = 1",
            ["its results were kept otherwise"],
        ),
        ("UPDATE feats SET worth = 1 WHERE game_id = 1", ["its results were kept otherwise"]),
        (
            "UPDATE awards SET points = points + 1 WHERE rowid = (SELECT max(rowid) FROM awards)",
            ["Season Summer — 2nd: award of player"],
        ),
        (
            "UPDATE standings SET wins = wins + 1 WHERE rowid = (SELECT max(rowid) FROM standings)",
            ["Season Summer — 2nd: standing of player"],
        ),
        (
            "DELETE FROM rounds WHERE id = 1",
            [
                "Row 1 of entries points to a row of rounds that is not there.",
                "A row of scores points to a row of rounds that is not there.",
            ],
        ),
        (
            "DELETE FROM seats WHERE id = 1",
            ["Row 1 of entries points to a row of seats that is not there."],
        ),
        (
            "UPDATE scores SET seat_id = 999 WHERE (round_id, seat_id) = (1, 1)",
            [
                "round 1: Ann's score is kept as none,",
                "round 1: Somebody at another table's score is kept as",
            ],
        ),
        (
            "UPDATE write_keys SET game_id = 999 WHERE id = (SELECT min(id) FROM write_keys)",
            ["of write_keys points to a row of games that is not there."],
        ),
    ],
)
def test_each_kind_of_fault_is_found(here: Settings, statement: str, sentences: list[str]) -> None:
    if "UPDATE write_keys" in statement:
        spoil(
            here,
            "INSERT INTO write_keys (device_id, key, fingerprint, version, at) "
            "VALUES (1, 'k', 'f', 1, '2026-03-14 20:00:00')",
        )
    spoil(here, statement)
    found = list(checks.faults(here))
    for sentence in sentences:
        assert any(sentence in line for line in found), found


def test_a_fault_is_told_with_its_game(here: Settings) -> None:
    spoil(here, "UPDATE seats SET total = 7 WHERE id = 1")
    app = create_app(here, is_served=False)
    with app.app_context():
        uid = db.session.get_one(Game, 1).uid
    close(app)
    (line,) = [line for line in checks.faults(here) if "total is kept" in line]
    assert line == f"Brownie Points of 2026-03-14 ({uid}): Ann's total is kept as 7, and is 500."


def test_damaged_pages_are_told(here: Settings) -> None:
    file = here.data_dir / "scorecard.db"
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'ix_entries_seat_id'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as stream:
        stream.seek((page - 1) * size + size // 2)
        stream.write(b"\xff" * (size // 2))
    found = list(checks.faults(here))
    assert any(line.startswith("The file is damaged: ") for line in found), found


def test_a_full_disk_is_not_called_damage(here: Settings, tmp_path: Path) -> None:
    """Neither of the games nor of a backup."""
    file = tmp_path / "backup.db"
    backups.back_up(here, file)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    try:
        with pytest.raises(backups.BackupError, match=r"^The games cannot be copied: "):
            list(checks.faults(here))
        with pytest.raises(backups.BackupError, match=r"backup.db cannot be read: "):
            list(checks.faults(here, file))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


class TestCommand:
    @pytest.fixture
    def runner(self, here: Settings) -> CliRunner:
        return CliRunner(env={"SCORECARD_DATA": str(here.data_dir), "SECRET_KEY": "secret"})

    def test_its_exit_status_says_whether_all_is_well(
        self, runner: CliRunner, here: Settings
    ) -> None:
        result = runner.invoke(main, ["check"])
        assert (result.exit_code, result.output) == (0, "No fault.\n")
        spoil(here, "UPDATE seats SET total = 7 WHERE id IN (1, 2)")
        result = runner.invoke(main, ["check"])
        assert result.exit_code == 1
        assert result.output.endswith("\n2 faults.\n")

    def test_it_changes_nothing(self, runner: CliRunner, here: Settings) -> None:
        spoil(here, "UPDATE results SET rank = 9 WHERE game_id = 1 AND player_id = 1")
        before = dump(here)
        assert runner.invoke(main, ["check"]).exit_code == 1
        assert dump(here) == before
        names = {path.name for path in here.data_dir.iterdir()}
        assert names - {"scorecard.db-wal", "scorecard.db-shm"} == {"scorecard.db"}

    def test_it_examines_a_backup_too(self, runner: CliRunner, played: Path) -> None:
        assert runner.invoke(main, ["check", str(played)]).exit_code == 0

    def test_there_must_be_games(self, tmp_path: Path) -> None:
        result = CliRunner(env={"SCORECARD_DATA": str(tmp_path)}).invoke(main, ["check"])
        assert result.exit_code == 1
        assert "There are no games" in result.output

    def test_it_examines_one_moment_while_the_games_go_on(
        self, runner: CliRunner, here: Settings
    ) -> None:
        app = create_app(here, is_served=False)
        with app.app_context():
            club = Club(db.session, "Xi", "Yo")
            db.session.begin_nested()
            # A write is under way, and holds the lock, while it is examined.
            db.session.execute(update(Group).where(Group.id == club.group.id).values(name="?"))
            result = runner.invoke(main, ["check"])
            db.session.rollback()
        close(app)
        assert (result.exit_code, result.output) == (0, "No fault.\n")
