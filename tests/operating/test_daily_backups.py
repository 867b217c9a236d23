"""The daily backups that the server makes, and which of them stay."""

from __future__ import annotations

import json
import time
import urllib.request
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.cli import main
from scorecard.config import Settings, from_environment
from scorecard.database.db import db
from scorecard.operating import backups, checks, daily_backups
from tests.factories import Table
from tests.servers.server import PATIENCE_SECONDS, Server

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)


@pytest.fixture
def here(tmp_path: Path) -> Settings:
    return from_environment({"SCORECARD_DATA": str(tmp_path / "here"), "SECRET_KEY": "secret"})


@pytest.fixture
def app(here: Settings) -> Flask:
    app = create_app(here, is_served=False)
    migrate(app)
    return app


def play(app: Flask, at: datetime = NOON) -> None:
    with app.app_context():
        Table(db.session, at=at).play(450, 100)


def names(settings: Settings) -> list[str]:
    return [path.name for path in daily_backups.files(settings).values()]


def test_one_a_day_for_this_user_only(app: Flask, here: Settings) -> None:
    play(app)
    made = daily_backups.make(here, NOON)
    assert made == here.data_dir / "backups" / "scorecard-2026-03-14.db"
    assert made.stat().st_mode & 0o777 == 0o600
    play(app)
    assert daily_backups.make(here, NOON + DAY / 4) is None
    assert daily_backups.make(here, NOON + DAY)
    assert names(here) == ["scorecard-2026-03-14.db", "scorecard-2026-03-15.db"]


def test_none_of_games_in_which_nothing_has_changed(app: Flask, here: Settings) -> None:
    play(app)
    assert daily_backups.make(here, NOON)
    assert daily_backups.make(here, NOON + DAY) is None
    play(app)
    assert daily_backups.make(here, NOON + 2 * DAY)
    assert names(here) == ["scorecard-2026-03-14.db", "scorecard-2026-03-16.db"]


def test_none_of_nothing(app: Flask, here: Settings) -> None:
    assert not daily_backups.is_due(here, TODAY)
    assert daily_backups.make(here, NOON) is None


def test_any_of_them_can_be_restored(app: Flask, here: Settings) -> None:
    play(app)
    made = daily_backups.make(here, NOON)
    assert made
    play(app)
    backups.restore(here, made)
    assert backups.count_games(here) == 1
    assert list(checks.faults(here)) == []


def test_it_is_made_by_one_process_only(app: Flask, here: Settings) -> None:
    play(app)
    folder = daily_backups.folder_of(here)
    folder.mkdir()
    with daily_backups.alone(folder) as is_alone:
        assert is_alone
        assert daily_backups.make(here, NOON) is None
    assert daily_backups.make(here, NOON)


def test_what_a_killed_one_left_behind_goes(app: Flask, here: Settings) -> None:
    play(app)
    folder = daily_backups.folder_of(here)
    folder.mkdir()
    (folder / ".scorecard-2026-03-13.db-x8d7").write_bytes(b"half")
    (folder / "notes.txt").write_text("mine")
    assert daily_backups.make(here, NOON)
    left = {path.name for path in folder.iterdir()}
    assert left == {".lock", "notes.txt", "scorecard-2026-03-14.db"}


class TestKept:
    def days(self, count: int, last: date = TODAY) -> list[date]:
        return [last - timedelta(days=ago) for ago in range(count)]

    def keep(self, days: list[date], *kept: int, today: date = TODAY) -> list[date]:
        plan = (*kept, 0, 0, 0)[:3]
        gone = daily_backups.outdated(days, (plan[0], plan[1], plan[2]), today)
        return sorted(set(days) - set(gone))

    def test_the_newest_days(self) -> None:
        assert self.keep(self.days(30), 7) == sorted(self.days(7))

    def test_the_newest_of_each_week_and_month(self) -> None:
        kept = self.keep(self.days(800), 7, 4, 12)
        days = {date(2026, 3, day) for day in range(8, 15)}
        weeks = {date(2026, 3, 14), date(2026, 3, 8), date(2026, 3, 1), date(2026, 2, 22)}
        assert days | weeks < set(kept)
        months = sorted(set(kept) - days - weeks)
        assert months == [
            *(date(2025, 4, 30), date(2025, 5, 31), date(2025, 6, 30), date(2025, 7, 31)),
            *(date(2025, 8, 31), date(2025, 9, 30), date(2025, 10, 31), date(2025, 11, 30)),
            *(date(2025, 12, 31), date(2026, 1, 31), date(2026, 2, 28)),
        ]

    def test_made_day_by_day_the_same_ones_stay_as_chosen_at_once(self) -> None:
        kept: list[date] = []
        for day in reversed(self.days(800)):
            kept = self.keep([*kept, day], 7, 4, 12, today=day)
        assert kept == self.keep(self.days(800), 7, 4, 12)

    def test_evenings_far_apart_all_stay_while_there_is_room(self) -> None:
        evenings = [date(2026, month, 1) for month in (1, 2, 3)] + [date(2020, 5, 5)]
        assert self.keep(evenings, 7, 4, 12) == sorted(evenings)

    def test_a_clock_that_goes_back_deletes_nothing(self) -> None:
        days = self.days(7)
        assert self.keep([*days, date(2020, 1, 1)], 7, today=date(2020, 1, 1)) == sorted(
            [*days, date(2020, 1, 1)]
        )

    def test_a_file_from_the_future_takes_no_place(self) -> None:
        future = date(2099, 1, 1)
        assert self.keep([future, *self.days(9)], 7) == [*sorted(self.days(7)), future]


def test_a_clock_that_jumps_makes_no_more_than_a_backup_a_day(app: Flask, here: Settings) -> None:
    for moment in (NOON, NOON + DAY, NOON, NOON - DAY, NOON + DAY, NOON):
        play(app)
        daily_backups.make(here, moment)
    assert names(here) == [f"scorecard-2026-03-{day}.db" for day in (13, 14, 15)]


class TestFailure:
    def test_it_is_written_down_and_told_until_one_succeeds(
        self, app: Flask, here: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(app)
        with monkeypatch.context() as full:
            full.setattr("os.fsync", raise_no_space)
            with pytest.raises(backups.BackupError, match="No space left"):
                daily_backups.make(here, NOON)
        (line,) = daily_backups.faults(here, NOON)
        assert line.startswith("The last daily backup failed at 2026-03-14 12:00 UTC: ")
        assert line.endswith("No space left on device.")
        assert names(here) == []
        assert daily_backups.make(here, NOON)
        assert list(daily_backups.faults(here, NOON)) == []

    def test_a_folder_that_cannot_be_made_is_a_sentence(self, app: Flask, here: Settings) -> None:
        play(app)
        daily_backups.folder_of(here).write_text("in its place")
        with pytest.raises(backups.BackupError, match=r"^No backups can be kept there: .*File"):
            daily_backups.make(here, NOON)

    def test_a_backup_long_before_the_last_change_is_told(self, app: Flask, here: Settings) -> None:
        play(app)
        assert daily_backups.make(here, NOON)
        play(app, NOON + 3 * DAY)
        (line,) = daily_backups.faults(here, NOON + 3 * DAY)
        assert line == "The newest daily backup is of 2026-03-14, and games were changed since."

    def test_one_dated_later_than_today_is_told(self, app: Flask, here: Settings) -> None:
        play(app)
        assert daily_backups.make(here, NOON + DAY)
        (line,) = daily_backups.faults(here, NOON)
        assert "scorecard-2026-03-15.db is dated later than today" in line


def raise_no_space(_descriptor: int) -> None:
    raise OSError(28, "No space left on device")


class TestSettings:
    def kept(self, tmp_path: Path, value: str) -> tuple[int, int, int] | None:
        environment = {"SCORECARD_DATA": str(tmp_path), "BACKUPS_KEPT": value}
        return from_environment(environment).backups_kept

    def test_how_many_are_kept_can_be_set(self, tmp_path: Path) -> None:
        assert self.kept(tmp_path, "") == (7, 4, 12)
        assert self.kept(tmp_path, "30/0/ 120") == (30, 0, 120)

    def test_they_can_be_switched_off(self, app: Flask, here: Settings, tmp_path: Path) -> None:
        play(app)
        environment = {"SCORECARD_DATA": str(here.data_dir), "BACKUPS_KEPT": "off"}
        settings = from_environment(environment)
        assert settings.backups_kept is None
        assert not daily_backups.is_due(settings, TODAY)
        assert list(daily_backups.faults(settings, NOON)) == []

    @pytest.mark.parametrize("value", ["7", "7/4", "0/4/12", "a/b/c", "-1/4/12", "7/4/12/1"])
    def test_what_makes_no_sense_is_a_sentence(self, tmp_path: Path, value: str) -> None:
        environment = {"SCORECARD_DATA": str(tmp_path), "BACKUPS_KEPT": value}
        result = CliRunner(env=environment).invoke(main, ["backups"])
        assert result.exit_code == 1
        assert "BACKUPS_KEPT says how many" in result.output


@pytest.mark.long
def test_the_server_makes_it_right_after_start(app: Flask, here: Settings, tmp_path: Path) -> None:
    play(app)
    server = Server(here.data_dir).start()
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not daily_backups.files(here):
            assert time.monotonic() < deadline, server.output.read_text()
            # It serves meanwhile.
            with urllib.request.urlopen(
                f"{server.url}/api/v1/rules", timeout=PATIENCE_SECONDS
            ) as answer:
                assert json.load(answer)
            time.sleep(0.1)
    finally:
        server.stop()
    (made,) = daily_backups.files(here).values()
    there = from_environment({"SCORECARD_DATA": str(tmp_path / "there"), "SECRET_KEY": "secret"})
    backups.restore(there, made)
    assert backups.count_games(there) == 1
    result = CliRunner(env={"SCORECARD_DATA": str(here.data_dir)}).invoke(main, ["backups"])
    assert made.name in result.output
