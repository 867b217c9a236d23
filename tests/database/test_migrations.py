"""Every migration up and down, and the models as the migrations leave the database."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import Model, alembic, db
from scorecard.database.migrating import DatabaseRefused
from scorecard.services.keeping import purging
from tests.releases import FOLDER, load


@pytest.fixture(autouse=True)
def empty(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'empty.db'}", ("secret",)))
    with app.app_context():
        yield app


def tables() -> set[str]:
    return set(sa.inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_they_are_numbered_and_each_follows_the_one_before() -> None:
    scripts = list(reversed(list(alembic.script_directory.walk_revisions())))
    numbers = [f"{number:04}" for number in range(1, len(scripts) + 1)]
    assert [script.revision for script in scripts] == numbers
    assert [Path(script.path).name[:4] for script in scripts] == numbers
    assert all(script.doc for script in scripts)


def test_up_makes_what_the_models_say() -> None:
    alembic.upgrade()
    assert tables() == set(Model.metadata.tables)
    assert alembic.compare_metadata() == []


def columns() -> dict[tuple[str, str], str]:
    """Return every column of every table, with its type."""
    there = sa.inspect(db.engine)
    return {
        (table, str(column["name"])): str(column["type"])
        for table in tables()
        for column in there.get_columns(table)
    }


def unsaid() -> set[tuple[str, str]]:
    """Return the columns that whoever adds a row must know of."""
    there = sa.inspect(db.engine)
    return {
        (table, str(column["name"]))
        for table in tables()
        for column in there.get_columns(table)
        if not column["nullable"] and column["default"] is None
    }


def test_each_step_leaves_what_the_code_before_it_reads_and_writes() -> None:
    """So processes of two releases can serve side by side while one replaces the other."""
    for script in reversed(list(alembic.script_directory.walk_revisions())):
        before, needed = columns(), unsaid()
        alembic.upgrade(script.revision)
        assert before.items() <= columns().items(), script.revision
        old_tables = {table for table, _column in before}
        added = {one for one in unsaid() - needed if one[0] in old_tables}
        assert added == set(), script.revision


def test_each_step_goes_down_and_up_again() -> None:
    alembic.upgrade()
    whole = tables()
    for script in list(alembic.script_directory.walk_revisions()):
        alembic.downgrade(str(script.down_revision or "base"))
        alembic.upgrade(script.revision)
        alembic.upgrade()
        assert tables() == whole
    alembic.downgrade("base")
    assert tables() == set()


def test_migrating_twice_changes_nothing(empty: Flask) -> None:
    migrate(empty)
    before = tables()
    migrate(empty)
    assert tables() == before


AT = "2026-03-14 20:00:00"
OWN_GAME = "own_scorecard/Four-card game"
PLAYED: dict[str, tuple[str, tuple[object, ...]]] = {
    "devices": ("id, uid, created_at", (1, "a phone", AT)),
    "games": (
        "id, uid, rules, options, is_blind, first_seat, version, code, status, reason, "
        "started_at, changed_at",
        (1, "a game", "pay_me", "{}", 0, 1, 4, "7KM4RX", "in_progress", "", AT, AT),
    ),
    "seats": (
        "id, game_id, position, name, total, rank, is_winner, is_out",
        (1, 1, 1, "Ann", 30, 1, 0, 1),
    ),
    "rounds": ("id, game_id, number, data, is_closed, version", (1, 1, 1, "{}", 1, 3)),
    "entries": (
        "id, round_id, seat_id, data, device_id, version, entered_at",
        (1, 1, 1, '{"score": 30}', 1, 3, AT),
    ),
    "scores": ("round_id, seat_id, points", (1, 1, 30)),
    "memberships": (
        "id, game_id, device_id, role, is_barred, joined_at",
        (1, 1, 1, "keeper", 0, AT),
    ),
    "claims": ("membership_id, seat_id", (1, 1)),
    "passes": (
        "id, game_id, role, nonce, token_hash, expires_at",
        (1, 1, "player", "n", "t", AT),
    ),
    "changes": (
        "id, game_id, version, kind, what, about, is_undoable, device_id, at",
        (1, 1, 1, "started", "{}", "{}", 0, 1, AT),
    ),
    "write_keys": (
        "id, device_id, key, fingerprint, game_id, version, at",
        (1, 1, "k", "f", 1, 1, AT),
    ),
}
"""A row of every table that games were kept in before there were groups."""


def insert(*tables: str) -> None:
    """Put its row into each of the tables."""
    with db.engine.begin() as connection:
        for table in tables:
            columns, values = PLAYED[table]
            marks = ", ".join("?" for _value in values)
            connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return what the tables hold of what was put into them."""
    with db.engine.connect() as connection:
        return {
            table: [
                tuple(row) for row in connection.exec_driver_sql(f"SELECT {columns} FROM {table}")
            ]
            for table, (columns, _values) in PLAYED.items()
        }


def test_games_from_before_groups_stay_as_they_were() -> None:
    alembic.upgrade("0003")
    insert(*PLAYED)
    before = rows()
    assert before == {table: [values] for table, (_columns, values) in PLAYED.items()}
    for revision in ("0004", "head"):
        alembic.upgrade(revision)
        assert rows() == before
    with db.engine.connect() as connection:
        new = connection.exec_driver_sql("SELECT group_id, kind, deleted_at FROM games").one()
        assert tuple(new) == (None, "pay_me", None)
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    alembic.downgrade("0003")
    assert rows() == before


@pytest.mark.parametrize(
    ("rules", "options", "kind"),
    [
        ("pitch", "{}", "pitch"),
        ("own_scorecard", '{"scorecard": {"name": " Four-card  game"}}', OWN_GAME),
        ("own_scorecard", '{"scorecard": {"name": "open-face CHINESE poker"}}', "ofcp"),
        ("own_scorecard", '{"scorecard": 7}', ""),
        ("own_scorecard", "[1", ""),
    ],
)
def test_a_game_without_a_kind_is_told_which_it_is(rules: str, options: str, kind: str) -> None:
    """Also in databases that were migrated before anybody noticed."""
    alembic.upgrade("0009")
    insert("devices", "games")
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE games SET rules = ?, options = ?", (rules, options))
    alembic.upgrade()
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT kind FROM games").scalar_one() == kind


def test_what_lay_in_an_endless_bin_is_not_erased_by_the_update() -> None:
    alembic.upgrade("0003")
    insert(*PLAYED)
    alembic.upgrade("0005")
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE games SET deleted_at = ?", (AT,))
    alembic.upgrade()
    now = datetime.now(UTC)
    for day in range(30):
        purging.count_day(db.session, now + timedelta(days=day))
        assert purging.overdue(db.session, now + timedelta(days=day)) == []
    purging.count_day(db.session, now + timedelta(days=31))
    assert len(purging.overdue(db.session, now + timedelta(days=31))) == 1


def test_migrations_import_no_models() -> None:
    for path in (Path(__file__).parents[2] / "migrations").glob("*.py"):
        assert not re.search(r"^\s*(from|import) scorecard", path.read_text(), re.MULTILINE)


def delete_carelessly(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA secure_delete = OFF")


def test_sqlite_keeps_what_it_acknowledges_and_nothing_that_is_deleted() -> None:
    # Whatever SQLite was built to do by itself.
    sa.event.listen(sa.Engine, "connect", delete_carelessly, insert=True)
    try:
        connection = db.engine.connect()
    finally:
        sa.event.remove(sa.Engine, "connect", delete_carelessly)
    with connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in (
                *("journal_mode", "synchronous", "foreign_keys", "busy_timeout"),
                "secure_delete",
            )
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": 50,  # longer waits are our own, and hold up nobody else
        "secure_delete": 1,
    }


OLDEST = FOLDER / "0001.sql"


def copy_of_the_oldest(file: Path) -> str:
    """Make a database as the first code left it; return what it holds."""
    load(OLDEST.read_text(), file)
    return dump(file)


def dump(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return "\n".join(connection.iterdump())


def kept_beside(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.stem}-revision-*.db"))


def revision_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.db"
    before = copy_of_the_oldest(file)
    app = create_app(Settings(tmp_path, f"sqlite:///{file}", ("secret",)))
    with app.app_context():
        newest = next(alembic.script_directory.walk_revisions())

        def fail() -> None:
            raise RuntimeError("no further")

        monkeypatch.setattr(newest.module, "upgrade", fail)
        with pytest.raises(RuntimeError, match="no further"):
            migrate(app)
        monkeypatch.undo()
    assert dump(file) == before
    # The next start does it, and another copy does not take the place of the first.
    with app.app_context():
        assert migrate(app)
    assert [dump(path) for path in kept_beside(file)] == [before, before]


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["CREATE TABLE recipes (id INTEGER)"], "another program"),
        (["CREATE TABLE alembic_version (v)", "CREATE TABLE games (id)"], "another program"),
        (
            [
                "CREATE TABLE alembic_version (version_num TEXT)",
                "CREATE TABLE recipes (id)",
                "INSERT INTO alembic_version VALUES ('0001')",
            ],
            "another program",
        ),
        (
            [
                "CREATE TABLE alembic_version (version_num TEXT)",
                "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
            ],
            "another program",
        ),
        (
            [
                "CREATE TABLE alembic_version (version_num TEXT)",
                "INSERT INTO alembic_version VALUES ('9999')",
            ],
            "newer Scorecard",
        ),
    ],
)
def test_a_database_of_somebody_else_or_of_later_is_left_alone(
    tmp_path: Path, statements: list[str], sentence: str
) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    before = dump(file)
    with pytest.raises(DatabaseRefused, match=sentence):
        migrate(create_app(Settings(tmp_path, f"sqlite:///{file}", ("secret",))))
    assert dump(file) == before
    assert kept_beside(file) == []


def test_where_no_copy_can_be_kept_nothing_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.db"
    before = copy_of_the_oldest(file)

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    app = create_app(Settings(tmp_path, f"sqlite:///{file}", ("secret",)))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copymode", full)
        with pytest.raises(DatabaseRefused, match=r"must be copied .* No space left"):
            migrate(app)
    assert dump(file) == before
    assert list(tmp_path.glob("*.partial")) == []
    assert migrate(app)


def test_a_copy_is_for_the_same_eyes_only(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    copy_of_the_oldest(file)
    file.chmod(0o600)
    kept = migrate(create_app(Settings(tmp_path, f"sqlite:///{file}", ("secret",))))
    assert kept
    assert kept.stat().st_mode & 0o777 == 0o600
