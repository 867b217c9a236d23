"""What must hold so that groups could be spread over many databases; see "Beyond one database"."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.config import Settings
from scorecard.database.db import Model, db
from tests.conftest import make_app
from tests.rich_group import rich_group
from tests.web.conftest import Program, as_device

pytestmark = pytest.mark.long

OWNERS = {"games", "groups"}
NOBODYS = {
    *("devices", "scorecards", "scorecard_versions"),
    *("bin_counts", "wrong_guesses", "daily_uses"),
}
"""Tables that belong to no group and no game: phones, what people make for themselves, on how many
days a server has seen things in the bin, wrong codes, and what was stored on a day: each server's
own."""


def test_every_table_but_a_named_few_leads_to_its_group_or_game() -> None:
    leading = set(OWNERS)
    while more := {
        table.name
        for table in Model.metadata.tables.values()
        if table.name not in leading
        and any(key.column.table.name in leading for key in table.foreign_keys)
    }:
        leading |= more
    assert set(Model.metadata.tables) - leading == NOBODYS


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Return an app on SQLite, which says how it finds rows, whatever the other tests run on."""
    return make_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'games.db'}", ("secret",)))


@contextmanager
def plans(app: Flask) -> Iterator[list[tuple[str, str]]]:
    """Yield the statements that are asked meanwhile, with how SQLite finds the rows of each."""
    asked: list[tuple[str, Any]] = []

    def note(
        _connection: object, _cursor: object, statement: str, parameters: object, *_more: object
    ) -> None:
        asked.append((statement, parameters))

    found: list[tuple[str, str]] = []
    with app.app_context():
        engine = db.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
    with engine.connect() as connection:
        for statement, parameters in asked:
            if statement.split(None, 1)[0] not in ("SELECT", "UPDATE", "DELETE", "WITH"):
                continue
            values = parameters[0] if isinstance(parameters, list) else parameters
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            found += [(row[3], statement) for row in rows]


def test_what_a_table_asks_all_evening_reads_no_table_from_end_to_end(app: Flask) -> None:
    with app.app_context():
        rich_group(db.session)
        db.session.commit()
    keeper = Program(app.test_client()).start("Ann", "Bob")
    bob = Program(app.test_client()).join(keeper, 2)
    with plans(app) as found:
        keeper.play(450, 100)
        keeper.sheet()
        assert keeper.enter(2, 1, {"score": 50}).status_code == 200
        bob.sheet()
        assert bob.client.get(f"/games/{bob.id}").status_code == 200
        assert bob.client.get(f"/games/{bob.id}/rounds/2/seats/2").status_code == 200
        stream = bob.client.get(f"/games/{bob.id}/events", buffered=False)
        chunks: Iterator[Any] = iter(stream.response)
        next(chunks)
        assert b"event: sheet" in next(chunks)
        stream.close()
        assert keeper.get("/changes").status_code == 200
    assert found
    scans = {step: statement for step, statement in found if step.startswith("SCAN")}
    constant = {step for step in scans if "CONSTANT ROW" in step}
    assert not scans.keys() - constant, json.dumps(scans, indent=1)


def test_a_groups_page_does_not_look_at_every_game_that_has_ended(app: Flask) -> None:
    with app.app_context():
        club = rich_group(db.session)
        group, keeper = club.group.uid, club.keeper.uid
        db.session.commit()
    client = as_device(app.test_client(), keeper)
    with plans(app) as found:
        assert client.get(f"/groups/{group}").status_code == 200
    of_games = {statement: step for step, statement in found if "games USING" in step}
    assert of_games
    sorted_apart = {statement for step, statement in found if "TEMP B-TREE" in step}
    for statement, step in of_games.items():
        # The latest that has ended is the first in the index: one row, whatever lies behind it.
        is_latest = "LIMIT" in statement and statement not in sorted_apart
        assert is_latest or "ix_games_running" in step, (step, statement)
