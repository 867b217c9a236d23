"""Scores as CSV, for spreadsheets: one line per score, UTF-8 with a byte order mark.

Moments are those of the group's time zone, UTC outside of groups. Games in the bin are left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import Game, Player, Round
from scorecard.services import sheets

COLUMNS = (
    "group",
    "game_id",
    "card_game",
    "started",
    "ended",
    "status",
    "round",
    "seat",
    "player",
    "points",
    "final_total",
)
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
TOGETHER = 200


def of_games(session: Session, games: Iterable[Game], only: Player | None = None) -> str:
    """Return the scores of games as the text of a CSV file, in the order they were begun.

    With ``only``, those of one player.
    """
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    ids = [game.id for game in games]
    for start in range(0, len(ids), TOGETHER):
        found = session.scalars(
            select(Game)
            .where(Game.id.in_(ids[start : start + TOGETHER]), Game.deleted_at.is_(None))
            .order_by(Game.started_at, Game.id)
            .options(
                selectinload(Game.seats),
                selectinload(Game.rounds).selectinload(Round.scores),
            )
        )
        for game in found:
            writer.writerows([defused(cell) for cell in row] for row in _rows(game, only))
    return out.getvalue()


def defused(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs as a formula; numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS):
        return f"'{cell}"
    return cell


def armed(cell: str) -> str:
    """Return a cell as it was before it was defused."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA_SIGNS) else cell


def _rows(game: Game, only: Player | None) -> Iterator[Sequence[Any]]:
    zone: tzinfo = ZoneInfo(game.group.time_zone) if game.group else UTC
    about = (
        game.group.name if game.group else "",
        game.uid,
        sheets.rules_of(game).name,
        _local(game.started_at, zone),
        _local(game.ended_at, zone),
        game.status.replace("_", " "),
    )
    for round_ in game.rounds:
        points_of = {score.seat_id: score.points for score in round_.scores}
        for seat in game.seats:
            is_wanted = only is None or (seat.player is not None and seat.player.one is only)
            if is_wanted and seat.id in points_of:
                name = seat.player.one.name if seat.player else seat.name
                total = "" if seat.is_out else seat.total
                yield *about, round_.number, seat.position, name, points_of[seat.id], total


def _local(moment: datetime | None, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}" if moment else ""
