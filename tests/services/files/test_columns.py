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
ID = "each server has its own"
INSIDE = "the part stands inside of that of this"
COUNTED = "follows from what was typed"
IN_THE_BIN = "each server keeps what is deleted for its own time"
LINK = "nothing in a file lets anybody in"
OTHERWISE = "stands in the file in another shape"
HERE = "says how the phone is here, and those of a file are in nobody's hands"
NOT_CARRIED = {
    "agreements": {"version_id": INSIDE},
    "amendments": {
        "id": ID,
        "game_id": INSIDE,
        "closed_at": "only those that wait are carried, the others are in the history",
        "is_applied": "only those that wait are carried, the others are in the history",
    },
    "awards": {
        "season_id": INSIDE,
        "order_key": OTHERWISE,
        "game_id": OTHERWISE,
        "side": "of a closed season it is not known any more",
    },
    "changes": {"id": ID, "game_id": INSIDE},
    "claims": {"membership_id": INSIDE, "seat_id": OTHERWISE},
    "comments": {"id": ID, "proposal_id": INSIDE, "kept_until": IN_THE_BIN},
    "entries": {"id": ID, "round_id": INSIDE},
    "games": {
        "id": ID,
        "code": LINK,
        "status": COUNTED,
        "reason": COUNTED,
        "counted_by": COUNTED,
        "group_id": INSIDE,
        "version_id": OTHERWISE,
        "kept_until": IN_THE_BIN,
    },
    "group_changes": {"id": ID, "group_id": INSIDE},
    "group_memberships": {
        "id": ID,
        "group_id": INSIDE,
        "joined_at": HERE,
        "removed_at": HERE,
        "is_barred": HERE,
    },
    "groups": {
        "id": ID,
        "join_nonce": LINK,
        "join_hash": LINK,
        "public_nonce": LINK,
        "public_hash": LINK,
        "deleted_at": "a group in the bin is not exported",
    },
    "house_rules": {
        "id": ID,
        "group_id": INSIDE,
        "kept_until": IN_THE_BIN,
        "public_nonce": LINK,
        "public_hash": LINK,
    },
    "house_rules_versions": {"id": ID, "house_rules_id": INSIDE},
    "memberships": {
        "id": ID,
        "game_id": INSIDE,
        "joined_at": HERE,
        "removed_at": HERE,
        "is_barred": HERE,
    },
    "player_claims": {"membership_id": INSIDE, "player_id": OTHERWISE},
    "players": {"id": ID, "group_id": INSIDE},
    "proposals": {"id": ID, "house_rules_id": INSIDE},
    "rounds": {"id": ID, "game_id": INSIDE},
    "rulings": {"id": ID, "house_rules_id": INSIDE, "kept_until": IN_THE_BIN},
    "seasons": {"id": ID, "group_id": INSIDE, "unrated_from": COUNTED, "kept_until": IN_THE_BIN},
    "seats": {
        "id": ID,
        "game_id": INSIDE,
        "joined_after": OTHERWISE,
        "start": OTHERWISE,
        "total": COUNTED,
        "is_out": COUNTED,
        "rank": COUNTED,
        "is_winner": COUNTED,
    },
    "votes": {"proposal_id": INSIDE},
}
"""Why files do not carry a column, by its table."""
NOT_IN_FILES = {
    "bin_counts": IN_THE_BIN,
    "daily_uses": "is of the server",
    "devices": "files number the phones that they name",
    "feats": COUNTED,
    "passes": LINK,
    "passkeys": LINK,
    "recovery_codes": LINK,
    "results": COUNTED,
    "scorecards": "games hold the definition that they began with",
    "scorecard_versions": "games hold the definition that they began with",
    "scores": COUNTED,
    "standings": COUNTED,
    "write_keys": "a write that arrives twice arrives at one server",
    "wrong_guesses": "is of the server",
}
"""Why files carry nothing of a table."""


@pytest.mark.parametrize("name", sorted(Model.metadata.tables.keys() - NOT_IN_FILES.keys()))
def test_every_column_is_carried_or_has_a_reason_not_to_be(name: str) -> None:
    carried = {field.column for table in TABLES if table.name == name for field in table.fields}
    columns = Model.metadata.tables[name].columns.keys()
    assert sorted([*carried, *NOT_CARRIED[name]]) == sorted(columns)


def test_only_tables_that_there_are_have_a_reason() -> None:
    assert NOT_IN_FILES.keys() <= Model.metadata.tables.keys() - NOT_CARRIED.keys()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.kind.__name__}")
def test_what_is_no_column_of_a_part_is_a_part_or_a_list(table: tables.Table) -> None:
    stored = {field.name for field in table.fields}
    for field in tables.fields_of(table.kind):
        is_part = isinstance(field.kind, type) and issubclass(field.kind, BaseModel)
        assert field.name in stored or is_part or get_origin(field.kind) is list, field.name
