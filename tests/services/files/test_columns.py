"""Every column is carried by files, or does not belong there for a reason that is named here."""

from __future__ import annotations

from typing import get_origin

import pytest
from pydantic import BaseModel

from scorecard.database.db import Model
from scorecard.services.files.format import (
    book_parts,
    game_parts,
    group_parts,
    season_parts,
    tables,
)

PARTS = (book_parts, game_parts, group_parts, season_parts)
TABLES = [
    table for parts in PARTS for table in vars(parts).values() if isinstance(table, tables.Table)
]
COUNTED = "follows from what was typed"
LINK = "nothing in a file lets anybody in"
OTHERWISE = "stands in the file in another shape"
HERE = "says how the phone is here, and those of a file are in nobody's hands"
WAITING = "only those that wait are carried, the others are in the history"
OF_EVERY_TABLE = {
    "id": "each server has its own",
    "kept_until": "each server keeps what is deleted for its own time",
}
NOT_CARRIED = {
    "amendments": {"closed_at": WAITING, "is_applied": WAITING},
    "awards": {
        "order_key": OTHERWISE,
        "game_id": OTHERWISE,
        "side": "of a closed season it is not known any more",
    },
    "claims": {"membership_id": OTHERWISE, "seat_id": OTHERWISE},
    "games": {
        "code": LINK,
        "status": COUNTED,
        "reason": COUNTED,
        "counted_by": COUNTED,
        "version_id": OTHERWISE,
    },
    "group_memberships": {"joined_at": HERE, "removed_at": HERE, "is_barred": HERE},
    "groups": {
        "join_nonce": LINK,
        "join_hash": LINK,
        "public_nonce": LINK,
        "public_hash": LINK,
        "deleted_at": "a group in the bin is not exported",
        "in_box": COUNTED,
        "unrated_from": COUNTED,
    },
    "division_members": {"season_id": OTHERWISE, "player_id": OTHERWISE, "division_id": OTHERWISE},
    "house_rules": {"public_nonce": LINK, "public_hash": LINK},
    "memberships": {"joined_at": HERE, "removed_at": HERE, "is_barred": HERE},
    "player_claims": {"membership_id": OTHERWISE, "player_id": OTHERWISE},
    "players": {"balance": COUNTED},
    "seasons": {"unrated_from": COUNTED},
    "seats": {
        "joined_after": OTHERWISE,
        "total": COUNTED,
        "is_out": COUNTED,
        "rank": COUNTED,
        "is_winner": COUNTED,
    },
    "team_members": {"season_id": OTHERWISE, "player_id": OTHERWISE, "team_id": OTHERWISE},
}
"""Why files do not carry a column, by its table."""
NOT_IN_FILES = {
    "bin_counts": "each server counts the days of its own bin",
    "daily_uses": "is of the server",
    "devices": "files number the phones that they name",
    "feats": COUNTED,
    "meetings": COUNTED,
    "passes": LINK,
    "passkeys": LINK,
    "recovery_codes": LINK,
    "results": COUNTED,
    "scorecards": "games hold the definition that they began with",
    "scorecard_versions": "games hold the definition that they began with",
    "scores": COUNTED,
    "standings": COUNTED,
    "tallies": COUNTED,
    "write_keys": "a write that arrives twice arrives at one server",
    "wrong_guesses": "is of the server",
}
"""Why files carry nothing of a table."""


@pytest.mark.parametrize("name", sorted(Model.metadata.tables.keys() - NOT_IN_FILES.keys()))
def test_every_column_is_carried_or_has_a_reason_not_to_be(name: str) -> None:
    columns = set(Model.metadata.tables[name].columns.keys()) - OF_EVERY_TABLE.keys()
    of_table = [table for table in TABLES if table.model.__tablename__ == name]
    carried = {field.column for table in of_table for field in table.fields}
    carried |= {table.inside for table in of_table if table.inside}
    assert columns - carried == NOT_CARRIED.get(name, {}).keys()


def test_only_tables_that_there_are_have_a_reason() -> None:
    assert NOT_IN_FILES.keys() <= Model.metadata.tables.keys() - NOT_CARRIED.keys()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.kind.__name__)
def test_what_is_no_column_of_a_part_is_a_part_or_a_list(table: tables.Table) -> None:
    stored = {field.name for field in table.fields}
    for field in tables.fields_of(table.kind):
        is_part = isinstance(field.kind, type) and issubclass(field.kind, BaseModel)
        assert field.name in stored or is_part or get_origin(field.kind) is list, field.name
