"""A copy of the games to a file and back, also while the server runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.cli import main
from scorecard.config import Settings, from_environment
from scorecard.database.db import db
from scorecard.operating import checks, daily_backups, schemas
from scorecard.operating.backups import BackupError, back_up, count_games, restore, unpacked
from scorecard.services.table import games
from tests.factories import Table


@pytest.fixture
def here(tmp_path: Path) -> Settings:
    return from_environment({"SCORECARD_DATA": str(tmp_path / "here"), "SECRET_KEY": "secret"})


@pytest.fixture
def app(here: Settings) -> Flask:
    app = create_app(here)
    migrate(app)
    return app


def play(app: Flask, *names: str) -> str:
    with app.app_context():
        table = Table(db.session, *names)
        table.play(450, 100)
        return table.game.uid


def totals(app: Flask, uid: str) -> list[int] | None:
    with app.app_context():
        game = games.find_game(db.session, uid)
        return [seat.total for seat in game.seats] if game else None


def test_what_was_backed_up_is_there_again(app: Flask, here: Settings, tmp_path: Path) -> None:
    uid = play(app)
    file = tmp_path / "evening.backup"
    assert back_up(here, file) == file.stat().st_size
    later = play(app, "Cy", "Di")
    kept = restore(here, file)
    assert totals(app, uid) == [450, 100]
    assert totals(app, later) is None
    assert kept
    assert count_games(here) == 1
    # What was there before the restore is one restore away.
    restore(here, kept)
    assert totals(app, later) == [450, 100]


def test_a_backup_is_on_disk_with_its_name_once_it_is_told(
    app: Flask, here: Settings, tmp_path: Path, synced: list[str]
) -> None:
    play(app)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    back_up(here, folder / "evening.backup")
    assert synced[-1] == str(folder)


def test_into_an_empty_place(app: Flask, here: Settings, tmp_path: Path) -> None:
    uid = play(app)
    back_up(here, tmp_path / "evening.backup")
    there = from_environment({"SCORECARD_DATA": str(tmp_path / "there"), "SECRET_KEY": "secret"})
    assert restore(there, tmp_path / "evening.backup") is None
    other = create_app(there)
    migrate(other)
    assert totals(other, uid) == [450, 100]


def test_a_backup_is_whole_though_the_games_go_on(
    app: Flask, here: Settings, tmp_path: Path
) -> None:
    with app.app_context():
        table = Table(db.session)
        for _ in range(10):
            table.play(50, 0)
            back_up(here, tmp_path / "running.backup")
            with unpacked(here, tmp_path / "running.backup") as staged:
                assert staged.exists()
    # Nothing is left of what was written on the way.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "running.backup"]
    assert not [path for path in here.data_dir.iterdir() if path.is_dir()]


FOREIGN = (
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM seats; END",
    "CREATE VIEW v AS SELECT * FROM passes",
    "CREATE TABLE notes (text)",
    "CREATE UNIQUE INDEX only_one ON games (rules)",
    "DROP INDEX ix_seats_player_id_game_id",
)
NAMED = (
    "The trigger t on games is none of Scorecard's.",
    "The view v is none of Scorecard's.",
    "The table notes is none of Scorecard's.",
    "The index only_one on games is none of Scorecard's.",
    "The index ix_seats_player_id_game_id on seats is missing.",
)


def altered(file: Path, *statements: str) -> Path:
    """Do to a backup what somebody may who has it."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return file


@pytest.mark.parametrize("is_daily", [False, True])
def test_what_is_in_a_file_besides_rows_is_named_and_not_restored(
    app: Flask, here: Settings, tmp_path: Path, is_daily: bool
) -> None:
    uid = play(app)
    if is_daily:
        daily_backups.make(replace(here, backups_kept=(1, 1, 1)), datetime.now(UTC))
        (file,) = daily_backups.files(here).values()
    else:
        file = tmp_path / "evening.backup"
        back_up(here, file)
    altered(file, *FOREIGN)
    assert sorted(NAMED) == sorted(checks.faults(here, file))
    command = ["restore", str(file), "--yes", "--data", str(here.data_dir)]
    done = CliRunner().invoke(main, command)
    assert all(f"Its rows alone were taken. {sentence}" in done.output for sentence in NAMED)
    assert list(checks.faults(here)) == []
    assert totals(app, uid) == [450, 100]
    other = play(app, "Cy", "Di")
    assert totals(app, uid) == totals(app, other) == [450, 100]


def test_what_is_in_the_database_besides_ours_is_told_and_goes_with_a_restore(
    app: Flask, here: Settings, tmp_path: Path
) -> None:
    play(app)
    altered(here.data_dir / "scorecard.db", *FOREIGN)
    assert sorted(NAMED) == sorted(checks.faults(here))
    back_up(here, tmp_path / "evening.backup")
    restore(here, tmp_path / "evening.backup")
    assert list(checks.faults(here)) == []


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["DROP TABLE write_keys", "CREATE VIEW write_keys AS SELECT 1"], "its table write_keys"),
        (["ALTER TABLE games ADD COLUMN more"], "its table games is not one of revision"),
        (["ALTER TABLE games DROP COLUMN anecdote"], "its table games is not one of revision"),
        (["UPDATE seats SET game_id = 99"], "points to nothing"),
    ],
)
def test_tables_that_are_not_ours_are_refused(
    app: Flask, here: Settings, tmp_path: Path, statements: list[str], sentence: str
) -> None:
    uid = play(app)
    file = tmp_path / "evening.backup"
    back_up(here, file)
    with pytest.raises(BackupError, match=sentence):
        restore(here, altered(file, *statements))
    assert totals(app, uid) == [450, 100]


def test_a_table_that_is_made_otherwise_is_told(app: Flask, here: Settings, tmp_path: Path) -> None:
    play(app)
    file = tmp_path / "evening.backup"
    back_up(here, file)
    altered(
        file,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'devices'",
    )
    assert "The table devices is not made as Scorecard makes it." in [*schemas.strangers(file)]


@pytest.mark.parametrize(
    "content", [b"", b"not a database", b"SQLite format 3\x00" + b"\x00" * 200]
)
def test_another_file_is_refused_and_nothing_is_touched(
    app: Flask, here: Settings, tmp_path: Path, content: bytes
) -> None:
    uid = play(app)
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(BackupError, match="other"):
        restore(here, file)
    assert totals(app, uid) == [450, 100]


def test_half_a_backup_is_refused(app: Flask, here: Settings, tmp_path: Path) -> None:
    uid = play(app)
    file = tmp_path / "evening.backup"
    back_up(here, file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(BackupError):
        restore(here, file)
    assert totals(app, uid) == [450, 100]


def test_one_of_a_newer_release_is_refused(app: Flask, here: Settings, tmp_path: Path) -> None:
    play(app)
    file = tmp_path / "newer.backup"
    back_up(here, file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BackupError, match="newer"):
        restore(here, file)


def test_a_place_that_cannot_be_written_is_a_sentence(
    app: Flask, here: Settings, tmp_path: Path
) -> None:
    play(app)
    with pytest.raises(BackupError, match="cannot be written"):
        back_up(here, tmp_path / "no" / "such" / "folder.backup")


def test_there_must_be_games(tmp_path: Path) -> None:
    nothing = from_environment({"SCORECARD_DATA": str(tmp_path / "new"), "SECRET_KEY": "secret"})
    with pytest.raises(BackupError, match="no games"):
        back_up(nothing, tmp_path / "x")


class TestCommands:
    def invoke(self, here: Settings, *arguments: str, typed: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(main, [*arguments, "--data", str(here.data_dir)], input=typed)
        return done.exit_code, done.output

    def test_backup_and_restore(self, app: Flask, here: Settings, tmp_path: Path) -> None:
        play(app)
        file = str(tmp_path / "evening.backup")
        assert self.invoke(here, "backup", file)[0] == 0
        status, output = self.invoke(here, "restore", file, typed="n\n")
        assert status == 1
        assert "Replace what is there (1 game)?" in output
        status, output = self.invoke(here, "restore", file, "--yes")
        assert status == 0
        assert "before-restore" in output

    def test_errors_are_sentences(self, here: Settings, tmp_path: Path) -> None:
        (tmp_path / "junk").write_text("junk")
        status, output = self.invoke(here, "restore", str(tmp_path / "junk"))
        assert status == 1
        assert "is not a Scorecard backup" in output
        status, output = self.invoke(here, "backup", str(tmp_path / "no" / "x"))
        assert status == 1
        assert "Error:" in output


class TestSettings:
    def test_a_secret_is_made_once_and_kept_for_this_user_only(self, tmp_path: Path) -> None:
        environment = {"SCORECARD_DATA": str(tmp_path)}
        first, second = from_environment(environment), from_environment(environment)
        assert first.secret_keys == second.secret_keys
        assert len(first.secret_keys[0]) == 64
        assert (tmp_path / "secret-keys").stat().st_mode & 0o777 == 0o600

    def test_older_secrets_follow_the_newest(self, tmp_path: Path) -> None:
        (tmp_path / "secret-keys").write_text("new\nold\n")
        assert from_environment({"SCORECARD_DATA": str(tmp_path)}).secret_keys == ("new", "old")

    def test_everything_can_be_set(self, tmp_path: Path) -> None:
        settings = from_environment(
            {
                "SCORECARD_DATA": str(tmp_path),
                "DATABASE_URL": "postgresql://somewhere/scorecard",
                "SECRET_KEY": "secret",
                "PUBLIC_URL": "https://cards.example.org/",
            }
        )
        assert settings.database_url == "postgresql://somewhere/scorecard"
        assert settings.secret_keys == ("secret",)
        assert settings.public_url == "https://cards.example.org"
