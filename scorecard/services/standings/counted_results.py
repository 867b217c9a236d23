"""Which results of a season count for its players, and in how many games they came in second."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Player, Season
from scorecard.services.standings import awards

Row = dict[str, Any]

PLACE = func.row_number().over(
    partition_by=Award.player_id, order_by=(Award.points.desc(), Award.order_key)
)
"""Which of a player's results in a season this is, the best first; of equal ones the earlier."""


def dropped(session: Session, season: Season) -> set[tuple[int, str]]:
    """Return the awards of a season that do not count: a player's id and a game's order key each.

    Whatever says that not every result counts says it here.
    """
    if season.best_of is None:
        return set()
    placed = (
        select(Award.player_id, Award.order_key, PLACE.label("place"))
        .where(Award.season_id == season.id)
        .subquery()
    )
    rows = session.execute(
        select(placed.c.player_id, placed.c.order_key).where(placed.c.place > season.best_of)
    )
    return {(row.player_id, row.order_key) for row in rows}


def beside(session: Session, season: Season, table: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return the lines of a season's table with three more numbers.

    ``seconds`` is how often the player came in second, ``counted_results`` how many of the games
    count, and ``counted_games`` their ids, the best first, or None where all games count.
    """
    seconds = _seconds(session, season)
    games = _counted_games(session, season, season.best_of) if season.best_of else {}
    return [
        {
            **line,
            "seconds": seconds.get(line["player"], 0),
            "counted_results": min(line["games"], season.best_of or line["games"]),
            "counted_games": games.get(line["player"], []) if season.best_of else None,
        }
        for line in table
    ]


def _seconds(session: Session, season: Season) -> dict[str, int]:
    rows = session.execute(
        select(Player.uid, func.count().label("seconds"))
        .join(Award, Award.player_id == Player.id)
        .where(Award.season_id == season.id, Award.rank == awards.SECOND)
        .group_by(Player.uid)
    )
    return {row.uid: row.seconds for row in rows}


def _counted_games(session: Session, season: Season, best_of: int) -> dict[str, list[str]]:
    """Return the ids of the games that count, by player; of equal results the earlier ones."""
    placed = (
        select(Award.player_id, Award.game_id, PLACE.label("place"))
        .where(Award.season_id == season.id)
        .subquery()
    )
    rows = session.execute(
        select(Player.uid, Game.uid)
        .select_from(placed)
        .join(Player, Player.id == placed.c.player_id)
        .join(Game, Game.id == placed.c.game_id)
        .where(placed.c.place <= best_of)
        .order_by(placed.c.player_id, placed.c.place)
    )
    counted: defaultdict[str, list[str]] = defaultdict(list)
    for player, game in rows:
        counted[player].append(game)
    return counted
