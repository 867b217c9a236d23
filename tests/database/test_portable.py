"""Backups that go from one database to the other, and what is refused as one."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.cli import main
from scorecard.config import Settings
from scorecard.database.db import Model, alembic, db, engine_options
from scorecard.models import Game, Group
from scorecard.operating import backups, checks
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from tests.factories import EVENING, Club, Table
from tests.rich_group import rich_group
from tests.servers.postgresql import Cluster

Place = Callable[[str], Settings]


@pytest.fixture
def place(tmp_path: Path, cluster: Cluster, template: str) -> Place:
    """Return settings for an empty database of either kind."""

    def make(kind: str) -> Settings:
        folder = tmp_path / f"place-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        url = f"sqlite:///{folder / 'scorecard.db'}"
        if kind == "postgresql":
            url = cluster.database(template)
        return Settings(folder, url, ("a test's secret key",))

    return make


class App:
    """An app on one database, closed again after each use, so that nothing stays open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app: Flask = create_app(settings, is_served=False)
        migrate(self.app)

    def __enter__(self) -> Session:
        self.context = self.app.app_context()
        self.context.push()
        return db.session

    def __exit__(self, *_error: object) -> None:
        db.session.close()
        db.engine.dispose()
        self.context.pop()


def content(settings: Settings) -> dict[str, list[Any]]:
    """Return every row of every table."""
    engine = sa.create_engine(**engine_options(settings.database_url))
    with engine.connect() as connection:
        found = {
            table.name: [
                tuple(row)
                for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns))
            ]
            for table in Model.metadata.sorted_tables
        }
    engine.dispose()
    return found


def test_every_row_goes_from_one_database_to_the_other_and_back(
    place: Place, tmp_path: Path
) -> None:
    here, there, home = place("sqlite"), place("postgresql"), place("sqlite")
    with App(here) as session:
        rich_group(session)
        text = exported(session)
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    assert backups.back_up(here, first, is_portable=True) == first.stat().st_size
    assert first.stat().st_mode & 0o777 == 0o600
    assert backups.restore(there, first) is None
    with App(there) as session:
        assert exported(session) == text
    backups.back_up(there, second)
    # The same rows make the same bytes, whichever database they are in.
    assert second.read_bytes() == first.read_bytes()
    assert backups.restore(home, second) is None
    assert content(home) == content(here) == content(there)
    assert list(checks.faults(there)) == []


def exported(session: Session) -> str:
    group = session.scalars(sa.select(Group)).one()
    return file_format.write(exports.of_group(session, group, EVENING))


def test_what_is_new_after_it_gets_numbers_of_its_own(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("postgresql")
    with App(here) as session:
        Table(session).play(450, 100)
    file = tmp_path / "all.gz"
    backups.back_up(here, file, is_portable=True)
    backups.restore(there, file)
    with App(there) as session:
        Table(session, "Xi", "Yo").play(50, 0)
    assert [row[0] for row in content(there)["games"]] == [1, 2]


def test_a_copy_of_an_sqlite_file_goes_into_postgresql_too(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("postgresql")
    with App(here) as session:
        Table(session).play(450, 100)
    file = tmp_path / "copy.db"
    backups.back_up(here, file)
    backups.restore(there, file)
    assert content(there) == content(here)


def test_what_postgresql_held_is_kept(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("postgresql")
    for settings, scores in ((here, (450, 100)), (there, (50, 0))):
        with App(settings) as session:
            Table(session).play(*scores)
    before = content(there)
    file = tmp_path / "other.gz"
    backups.back_up(here, file, is_portable=True)
    kept = backups.restore(there, file)
    assert kept
    assert kept.parent == there.data_dir
    assert content(there) == content(here)
    backups.restore(there, kept)
    assert content(there) == before


def test_rows_point_back_and_forth_within_a_table(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("postgresql")
    with App(here) as session:
        club = Club(session, "Ann", "Bob")
        # A player who points to one that comes later.
        club.players["Ann"].merged_into = club.players["Bob"]
        session.commit()
    file = tmp_path / "all.gz"
    backups.back_up(here, file, is_portable=True)
    backups.restore(there, file)
    assert content(there) == content(here)


def test_text_and_json_arrive_as_they_are(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("postgresql")
    with App(here) as session:
        table = Table(session, "Zoë 🍫", "<b>'\"\\")
        table.game.options = {"z": 1, "a": [None, 1.5, 2**70, "\x00\u2028"], "ä": {"": True}}
        session.commit()
    file = tmp_path / "all.gz"
    backups.back_up(here, file, is_portable=True)
    backups.restore(there, file)
    with App(there) as session:
        game = session.scalars(sa.select(Game)).one()
        assert list(game.options) == ["z", "a", "ä"]
        assert game.options == {"z": 1, "a": [None, 1.5, 2**70, "\x00\u2028"], "ä": {"": True}}
        assert [seat.name for seat in game.seats] == ["Zoë 🍫", "<b>'\"\\"]


def test_an_older_one_is_brought_up_to_date(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "older.gz"
    lines: list[dict[str, Any] | list[Any]] = [
        {"format": "scorecard backup", "version": 1, "revision": "0001"},
    ]
    old = place("sqlite")
    app = create_app(old, is_served=False)
    with app.app_context():
        alembic.upgrade("0001")
        for name in sa.inspect(db.engine).get_table_names():
            if name != "alembic_version":
                columns = [column["name"] for column in sa.inspect(db.engine).get_columns(name)]
                lines.append({"table": name, "columns": columns})
                if name == "devices":
                    lines.append([7, "a phone", "2026-03-14T20:00:00+00:00"])
        db.engine.dispose()
    write(file, lines)
    there = place("postgresql")
    backups.restore(there, file)
    assert [row[:2] for row in content(there)["devices"]] == [(7, "a phone")]


def write(file: Path, lines: list[Any], **trailer: Any) -> None:
    """Write a file in the format by hand."""
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    rows = sum(isinstance(line, list) for line in lines)
    end = {"rows": rows, "sha256": hashlib.sha256(text).hexdigest(), **trailer}
    file.write_bytes(gzip.compress(text + json.dumps(end).encode() + b"\n"))


def test_groups_without_games_are_kept_too(place: Place, tmp_path: Path) -> None:
    here, there = place("sqlite"), place("sqlite")
    with App(here) as session:
        Table(session).play(450, 100)
    with App(there) as session:
        Club(session, "Ann", "Bob")
    before = content(there)
    file = tmp_path / "all.gz"
    backups.back_up(here, file, is_portable=True)
    kept = backups.restore(there, file)
    assert kept
    backups.restore(there, kept)
    assert content(there) == before


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_commands_take_it_from_place_to_place(place: Place, tmp_path: Path, kind: str) -> None:
    here, there = place("sqlite"), place(kind)
    with App(here) as session:
        Table(session).play(450, 100)
    file = str(tmp_path / "all.gz")

    def run(settings: Settings, *command: str, answer: str = "") -> tuple[int, str]:
        environment = {
            "SCORECARD_DATA": str(settings.data_dir),
            "DATABASE_URL": settings.database_url,
        }
        result = CliRunner(env=environment).invoke(main, command, input=answer)
        return result.exit_code, result.output

    assert run(here, "backup", "--portable", file)[0] == 0
    assert run(there, "restore", file) == (0, f"Restored {file}.\n")
    assert content(there) == content(here)
    status, said = run(there, "restore", file, answer="n\n")
    assert status == 1
    assert "Replace what is there (1 game)?" in said
    status, said = run(there, "restore", "--yes", file)
    assert status == 0
    assert "What was there before is in" in said
    assert run(there, "check") == (0, "No fault.\n")


@pytest.mark.parametrize(
    ("revision", "sentence"), [("9999", "of a newer Scorecard"), ("0004", "of an older Scorecard")]
)
def test_a_database_of_another_release_is_left_alone(
    place: Place, tmp_path: Path, revision: str, sentence: str
) -> None:
    there = place("postgresql")
    with App(there) as session:
        Table(session).play(50, 0)
        session.execute(sa.text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
        session.commit()
    with pytest.raises(backups.BackupError, match=sentence):
        backups.back_up(there, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_what_goes_wrong_on_the_way_leaves_postgresql_as_it_was(
    place: Place, tmp_path: Path
) -> None:
    here, there = place("sqlite"), place("postgresql")
    for settings in (here, there):
        with App(settings) as session:
            Table(session).play(50, 0)
    with App(here) as session:
        # Only SQLite can keep it, and it comes long after the first rows.
        session.scalars(sa.select(Game)).one().reason = "Nothing\x00"
        session.commit()
    before = content(there)
    file = tmp_path / "all.gz"
    backups.back_up(here, file, is_portable=True)
    with pytest.raises(backups.BackupError, match="cannot be restored"):
        backups.restore(there, file)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(backups.BackupError, match="its end is missing"):
        backups.restore(there, file)
    assert content(there) == before


@pytest.mark.long
class TestSpoilt:
    @pytest.fixture
    def there(self, place: Place) -> Iterator[Settings]:
        """A place with a game, which is the same afterwards."""
        settings = place("sqlite")
        with App(settings) as session:
            Table(session).play(50, 0)
        before = content(settings)
        yield settings
        assert content(settings) == before
        # No copy that was made on the way is left behind, and nothing was put aside.
        names = {path.name.split("-")[0] for path in settings.data_dir.iterdir()}
        assert names <= {"scorecard.db", "scorecard.db.lock"}

    @pytest.fixture
    def good(self, place: Place, tmp_path: Path) -> Path:
        here = place("sqlite")
        with App(here) as session:
            Table(session).play(450, 100)
        file = tmp_path / "good.gz"
        backups.back_up(here, file, is_portable=True)
        return file

    def refuse(self, settings: Settings, file: Path, sentence: str) -> None:
        with pytest.raises(backups.BackupError) as caught:
            backups.restore(settings, file)
        assert sentence in str(caught.value)
        assert file.name in str(caught.value)

    def test_what_is_cut_off_anywhere(self, there: Settings, good: Path) -> None:
        whole = good.read_bytes()
        for length in (2, 15, len(whole) // 2, len(whole) - 9, len(whole) - 1):
            good.write_bytes(whole[:length])
            self.refuse(there, good, "its end is missing")

    def test_what_is_damaged_anywhere(self, there: Settings, good: Path) -> None:
        whole = good.read_bytes()
        for place_ in (3, len(whole) // 3, len(whole) - 6):
            good.write_bytes(whole[:place_] + bytes([whole[place_] ^ 0x5A]) + whole[place_ + 1 :])
            self.refuse(there, good, "good.gz")

    def test_what_was_changed_and_packed_again(self, there: Settings, good: Path) -> None:
        lines = gzip.decompress(good.read_bytes()).splitlines(keepends=True)
        changed = [line.replace(b"450", b"950") for line in lines]
        assert changed != lines
        good.write_bytes(gzip.compress(b"".join(changed)))
        self.refuse(there, good, "it was changed after it was written")
        without_a_row = [line for line in lines if not line.startswith(b'[1,"brownie')][:-2]
        good.write_bytes(gzip.compress(b"".join([*without_a_row, lines[-1]])))
        self.refuse(there, good, "rows are missing")

    def test_what_is_newer(self, there: Settings, good: Path) -> None:
        lines = [json.loads(line) for line in gzip.decompress(good.read_bytes()).splitlines()[:-1]]
        write(good, [{**lines[0], "version": 2}, *lines[1:]])
        self.refuse(there, good, "newer Scorecard")
        write(good, [{**lines[0], "revision": "9999"}, *lines[1:]])
        self.refuse(there, good, "newer Scorecard")

    def test_what_is_something_else(self, there: Settings, good: Path) -> None:
        for other in (b"", b"Dear diary", gzip.compress(b"Dear diary\n"), gzip.compress(b"{}\n")):
            good.write_bytes(other)
            self.refuse(there, good, "is not a Scorecard backup")

    def test_rows_that_cannot_be(self, there: Settings, good: Path) -> None:
        lines = [json.loads(line) for line in gzip.decompress(good.read_bytes()).splitlines()[:-1]]
        devices = {"table": "devices", "columns": ["id", "uid", "created_at"]}
        table = lines.index(devices)
        for row in (
            [1, "too short"],
            [1, "no moment", "yesterday"],
            [1, None, "2026-03-14T20:00:00+00:00"],
            [1, {"no": "text"}, "2026-03-14T20:00:00+00:00"],
            [2**80, "too large a number", "2026-03-14T20:00:00+00:00"],
        ):
            write(good, [*lines[: table + 1], row, *lines[table + 1 :]])
            self.refuse(there, good, "good.gz")
        write(good, [lines[0], {"table": "secrets", "columns": ["id"]}, *lines[1:]])
        self.refuse(there, good, "its table secrets is not one of revision")
        write(good, [lines[0], *(line for line in lines[1:] if line != devices)])
        self.refuse(there, good, "good.gz")
        pointing = [line for line in lines if not (isinstance(line, list) and line[1] == 1)]
        assert pointing != lines
        write(good, pointing)
        self.refuse(there, good, "good.gz")
