"""Every migration up and down, and the models as the migrations leave the database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.db import Model, alembic, db
from scorecard.services import bin as the_bin


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
    with db.engine.begin() as connection:
        for table, (columns, values) in PLAYED.items():
            marks = ", ".join("?" for _value in values)
            connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
    before = rows()
    assert before == {table: [values] for table, (_columns, values) in PLAYED.items()}
    for revision in ("0004", "head"):
        alembic.upgrade(revision)
        assert rows() == before
    with db.engine.connect() as connection:
        new = connection.exec_driver_sql("SELECT group_id, kind, deleted_at FROM games").one()
        assert tuple(new) == (None, "", None)
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    alembic.downgrade("0003")
    assert rows() == before


def test_what_lay_in_an_endless_bin_is_not_erased_by_the_update() -> None:
    alembic.upgrade("0003")
    with db.engine.begin() as connection:
        for table, (columns, values) in PLAYED.items():
            marks = ", ".join("?" for _value in values)
            connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
    alembic.upgrade("0005")
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE games SET deleted_at = ?", (AT,))
    alembic.upgrade()
    assert the_bin.purge(db.session, datetime.now(UTC) + timedelta(days=29)) == []
    assert len(the_bin.purge(db.session, datetime.now(UTC) + timedelta(days=31))) == 1


def test_migrations_import_no_models() -> None:
    for path in (Path(__file__).parents[1] / "migrations").glob("*.py"):
        assert not re.search(r"^\s*(from|import) scorecard", path.read_text(), re.MULTILINE)


def test_sqlite_keeps_what_it_acknowledges() -> None:
    with db.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": 5_000,
    }
