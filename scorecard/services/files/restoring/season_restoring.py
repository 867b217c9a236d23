"""Write the seasons of a file into the database, and what closed ones awarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Award, Game, Group, Player, Season, Standing
from scorecard.services.files.format import file_format
from scorecard.services.files.restoring import inserting, renaming
from scorecard.services.standings import awards, results

SAME = ("uid", "name", "kinds", "least_games", "best_of", "scheme", "tie_breaks", "early")
"""What of a season is stored as it stands in the file."""


def restore(
    session: Session, season: file_format.Document, group: Group, places: inserting.Places
) -> Season:
    """Write a season of a file into a group, but for what it awarded."""
    ends_on, closed_at = season["ends_on"], inserting.moment_of(season["closed_at"])
    added = Season(
        group_id=group.id,
        starts_on=date.fromisoformat(season["starts_on"]),
        ends_on=date.fromisoformat(ends_on) if ends_on else None,
        created_at=inserting.moment_of(season["created_at"]),
        closed_at=closed_at,
        deleted_at=inserting.moment_of(season["deleted_at"]),
        kept_until=inserting.kept_until(season, places),
        **{name: season[name] for name in SAME},
    )
    if closed_at:
        uids = {uid: player.uid for uid, player in places.players.items()}
        added.final = renaming.frozen_table(season["final"], uids)
    session.add(added)
    session.flush()
    return added


def restore_awards(
    session: Session,
    season: Season,
    games: Sequence[file_format.Document],
    players: Mapping[str, Player],
) -> None:
    """Write what games awarded in a closed season, and the standings that follow from it."""
    game_ids = {
        results.order_key(game): game.id
        for game in session.scalars(select(Game).where(Game.group_id == season.group_id))
    }
    rows = []
    for game in games:
        key = results.order_key_of(datetime.fromisoformat(game["begun_at"]), game["game"])
        rows += [
            {
                "season_id": season.id,
                "order_key": key,
                "player_id": players[award["player"]].id,
                "game_id": game_ids.get(key),
                "side": awards.NO_SIDE,
                **{name: award[name] for name in ("rank", "is_win", "points")},
                "mu": award["rating"],
                "sigma": award["doubt"],
            }
            for award in game["players"]
        ]
    for start in range(0, len(rows), awards.ROWS_AT_ONCE):
        pieces.give_way()
        session.connection().execute(insert(Award), rows[start : start + awards.ROWS_AT_ONCE])
    if rows:
        session.execute(insert(Standing), awards.standings_of(season, rows))
