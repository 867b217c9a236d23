"""What takes up less room since a migration, and all of it again for an older release."""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sa

from scorecard.database.db import Model, alembic, db
from tests.database.test_migrations import PLAYED, dump, empty, insert, rows

__all__ = ["empty"]


def kept_by_their_keys() -> set[str]:
    """Return the tables whose rows SQLite keeps in the order of their keys."""
    listed = "SELECT name FROM pragma_table_list WHERE wr = 1"
    with db.engine.connect() as connection:
        return set(connection.exec_driver_sql(listed).scalars())


def test_rows_that_are_mostly_their_key_are_kept_by_it() -> None:
    """Alembic does not compare that, and forgets it where it makes a table anew."""
    alembic.upgrade()
    wanted = {
        table.name
        for table in Model.metadata.tables.values()
        if not table.dialect_options["sqlite"]["with_rowid"]
    }
    assert wanted
    assert kept_by_their_keys() == wanted


def test_rows_that_are_found_by_their_keys_go_there_and_back_as_they_are(tmp_path: Path) -> None:
    alembic.upgrade("0029")
    insert(*PLAYED)

    def made() -> list[str]:
        return sorted(dump(tmp_path / "empty.db").splitlines())

    before = made()
    alembic.upgrade("0031")
    assert made() != before
    alembic.downgrade("0029")
    assert made() == before


def test_references_that_took_an_index_of_their_own_come_back_for_the_release_before() -> None:
    alembic.upgrade("0030")
    insert(*PLAYED)
    alembic.upgrade("0035")

    def made() -> dict[str, object]:
        there = sa.inspect(db.engine)
        return {
            table: (
                # Alembic writes them down in any order.
                {key["name"]: key for key in there.get_foreign_keys(table)},
                there.get_indexes(table),
            )
            for table in ("scores", "feats", "write_keys")
        }

    before, played, by_key = made(), rows(), kept_by_their_keys()
    alembic.upgrade("0036")
    after = made()
    assert all(before[table] != after[table] for table in before)
    assert (rows(), kept_by_their_keys()) == (played, by_key)
    alembic.downgrade("0035")
    assert (made(), rows(), kept_by_their_keys()) == (before, played, by_key)


def test_lines_say_again_whose_every_entry_is_for_the_release_before() -> None:
    own = {"device": 1, "at": "2026-03-14T20:00:00+00:00"}
    data, others = {"data": 30}, {"data": 20, "device": 2, "at": "earlier"}
    kept = {"ended_at": [None, "now"], "entry/1/1": [None, data], "entry/1/2": [others, data]}
    whole = kept | {"entry/1/1": [None, data | own], "entry/1/2": [others, data | own]}
    alembic.upgrade()
    insert("devices", "games", "changes")

    def what() -> object:
        with db.engine.connect() as connection:
            return json.loads(connection.exec_driver_sql("SELECT what FROM changes").scalar_one())

    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE changes SET what = ?", (json.dumps(kept),))
    alembic.downgrade("0031")
    assert what() == whole
    alembic.upgrade()
    assert what() == whole
