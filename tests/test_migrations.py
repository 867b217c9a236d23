"""Every migration up and down, and the models as the migrations leave the database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.db import Model, alembic, db


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
