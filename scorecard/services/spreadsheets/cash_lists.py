"""The cash box of a group as CSV, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from scorecard.models import CashEntry, CashShare, Group
from scorecard.rules import kinds
from scorecard.rules.typed.amounts import CENTS
from scorecard.services.spreadsheets import csv_files

COLUMNS = (
    "group",
    "day",
    "kind",
    "note",
    "card_game",
    "game_id",
    "player",
    "player_id",
    "amount",
    "in_box",
    "entry_id",
)


def of_group(session: Session, group: Group, separator: csv_files.Separator = "comma") -> str:
    """Return a cash box as the text of a CSV file: a line for each entry and player, oldest first.

    Amounts add up to what each player is owed, below 0 owes. What an entry puts into the box, or
    takes out, stands in its first line.
    """
    entries = session.scalars(
        select(CashEntry)
        .where(CashEntry.group_id == group.id)
        .order_by(CashEntry.day, CashEntry.id)
        .options(
            selectinload(CashEntry.shares).joinedload(CashShare.player), joinedload(CashEntry.game)
        )
    )
    rows = (row for entry in entries for row in _rows(group, entry))
    return csv_files.write(COLUMNS, rows, separator)


def _rows(group: Group, entry: CashEntry) -> Iterator[Sequence[Any]]:
    game = entry.game
    about = (
        group.name,
        entry.day.isoformat(),
        entry.kind,
        entry.note,
        kinds.name_of(game.kind) if game else "",
        game.uid if game else "",
    )
    in_box = entry.in_box / CENTS
    for share in entry.shares:
        player = share.player.one
        yield (*about, player.name, player.uid, share.amount / CENTS, in_box, entry.uid)
        in_box = 0.0
    if not entry.shares:
        yield (*about, "", "", 0.0, in_box, entry.uid)
