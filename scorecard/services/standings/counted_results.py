"""Which results of a season count for its players, and in how many games they came in second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Player, Season, Standing

Row = dict[str, Any]

BEST_FIRST = Award.points.desc(), Award.order_key.asc()
"""The order in which results count: the best first, of equal ones the earlier."""
WORST_FIRST = Award.points.asc(), Award.order_key.desc()
PLACE = func.row_number().over(partition_by=Award.player_id, order_by=BEST_FIRST)
"""The number of a result among the player's in a season, the best first."""
GAMES = func.count().over(partition_by=Award.player_id)
"""How many results the player has in all."""


def dropped(session: Session, season: Season) -> set[tuple[int, str]]:
    """Return the awards of a season that do not count: a player's id and a game's order key each.

    Whatever says that not every result counts says it here.
    """
    if season.best_of is None and not season.drop_worst:
        return set()
    placed = (
        select(Award.player_id, Award.order_key, PLACE.label("place"), GAMES.label("games"))
        .where(Award.season_id == season.id)
        .subquery()
    )
    is_dropped = (
        placed.c.place > season.best_of
        if season.best_of is not None
        else (placed.c.place > placed.c.games - season.drop_worst) & (placed.c.place > 1)
    )
    rows = session.execute(select(placed.c.player_id, placed.c.order_key).where(is_dropped))
    return {(row.player_id, row.order_key) for row in rows}


def beside(session: Session, season: Season, table: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return the lines of a season's table with four more values.

    ``seconds`` is how often the player came in second, ``counted_results`` how many of the games
    count. Where only the best count, ``counted_games`` are their ids, the best first; where the
    worst do not, ``dropped_games`` are theirs, the worst first. Otherwise these two are None.
    """
    seconds = _seconds(session, season)
    return [
        {
            **line,
            "seconds": seconds.get(line["player"], 0),
            "counted_results": (counted := season.counted(line["games"])),
            "counted_games": _games(session, season, line["player"], BEST_FIRST, counted)
            if season.best_of
            else None,
            "dropped_games": _games(
                session, season, line["player"], WORST_FIRST, line["games"] - counted
            )
            if season.drop_worst
            else None,
        }
        for line in table
    ]


def _seconds(session: Session, season: Season) -> dict[str, int]:
    rows = session.execute(
        select(Player.uid, Standing.seconds)
        .join(Standing, Standing.player_id == Player.id)
        .where(Standing.season_id == season.id)
    )
    return {row.uid: row.seconds for row in rows}


def _games(
    session: Session, season: Season, player: str, order: Sequence[Any], most: int
) -> list[str]:
    """Return the ids of so many of a player's games; those that were erased are left out.

    It is a read for each player, for only so are there no more rows than a season names.
    """
    games = session.scalars(
        select(Game.uid)
        .select_from(Award)
        .join(Player, Player.id == Award.player_id)
        .outerjoin(Game, Game.id == Award.game_id)
        .where(Award.season_id == season.id, Player.uid == player)
        .order_by(*order)
        .limit(most)
    )
    return [game for game in games if game is not None]
