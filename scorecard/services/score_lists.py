"""Scores as CSV, for spreadsheets: one line per score, UTF-8 with a byte order mark.

Moments are those of the group's time zone, UTC outside of groups. Games in the bin are left out.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Player, Round, Score, Seat
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
    players: dict[int, dict[int, Player]] = {}
    for start in range(0, len(ids), TOGETHER):
        found = session.scalars(
            select(Game)
            .where(Game.id.in_(ids[start : start + TOGETHER]), Game.deleted_at.is_(None))
            .order_by(Game.started_at, Game.id)
        ).all()
        scores = _scores(session, [game.id for game in found])
        for game in found:
            if game.group and game.group_id not in players:
                players[game.group.id] = {row.id: row.one for row in game.group.players}
            one_of = players.get(game.group_id or 0, {})
            rows = _rows(game, scores[game.id], one_of, only)
            writer.writerows([defused(cell) for cell in row] for row in rows)
    return out.getvalue()


def defused(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs as a formula; numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS):
        return f"'{cell}"
    return cell


def armed(cell: str) -> str:
    """Return a cell as it was before it was defused."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA_SIGNS) else cell


def _scores(session: Session, ids: Sequence[int]) -> defaultdict[int, list[Any]]:
    """Return the rows of all scores of some games, by the game, round after round.

    Rows and not objects: a group may have a hundred thousand.
    """
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(
        select(Round.game_id, Round.number, Score.points)
        .add_columns(Seat.position, Seat.name, Seat.total, Seat.is_out, Seat.player_id)
        .join(Score, Score.round_id == Round.id)
        .join(Seat, Seat.id == Score.seat_id)
        .where(Round.game_id.in_(ids))
        .order_by(Round.game_id, Round.number, Seat.position)
    ):
        found[row.game_id].append(row)
    return found


def _rows(
    game: Game, scores: Iterable[Any], one_of: Mapping[int, Player], only: Player | None
) -> Iterator[Sequence[Any]]:
    zone: tzinfo = ZoneInfo(game.group.time_zone) if game.group else UTC
    about = (
        game.group.name if game.group else "",
        game.uid,
        sheets.rules_of(game).name,
        _local(game.started_at, zone),
        _local(game.ended_at, zone),
        game.status.replace("_", " "),
    )
    for row in scores:
        player = one_of.get(row.player_id)
        if only is None or player is only:
            total = "" if row.is_out else row.total
            name = player.name if player else row.name
            yield *about, row.number, row.position, name, row.points, total


def _local(moment: datetime | None, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}" if moment else ""
