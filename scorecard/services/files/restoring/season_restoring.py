"""Write the seasons of a file into the database, and what closed ones awarded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Award, Game, Group, Season, Standing
from scorecard.services.files.format import file_format, season_parts, tables
from scorecard.services.files.restoring import inserting, renaming
from scorecard.services.standings import awards, lineups, results


def restore(
    session: Session, season: file_format.Document, group: Group, places: inserting.Places
) -> Season:
    """Write a season of a file into a group, but for what it awarded."""
    uids = {uid: player.uid for uid, player in places.players.items()}
    part = renaming.season(season, uids)
    added = Season(**places.row(season_parts.SEASONS, group.id, part))
    session.add(added)
    session.flush()
    places.put(season_parts.ADJUSTMENTS, [(added.id, one) for one in season["adjustments"]])
    for sort, table, key in (
        (lineups.TEAMS, season_parts.TEAMS, "teams"),
        (lineups.DIVISIONS, season_parts.DIVISIONS, "divisions"),
    ):
        _restore_parts(added, sort, table, season[key], places)
    return added


def _restore_parts(
    season: Season,
    sort: lineups.Sort,
    table: tables.Table,
    parts: Sequence[file_format.Document],
    places: inserting.Places,
) -> None:
    """Write the teams or divisions of a season; who is in two of them here is in the first."""
    part_of: dict[int, int] = {}
    for part_id, part in places.add(table, [(season.id, part) for part in parts]):
        for uid in part["players"]:
            part_of.setdefault(places.players[uid].id, part_id)
    inserting.insert_rows(
        places.session,
        sort.member,
        [
            {"season_id": season.id, "player_id": player_id, sort.part_id.key: part_id}
            for player_id, part_id in part_of.items()
        ],
    )


def restore_awards(
    session: Session,
    season: Season,
    games: Sequence[file_format.Document],
    places: inserting.Places,
) -> None:
    """Write what games awarded in a closed season, and the standings that follow from it."""
    game_ids = {
        uid: game_id
        for game_id, uid in session.execute(
            select(Game.id, Game.uid).where(Game.group_id == season.group_id)
        )
    }
    rows = []
    for game in games:
        key = results.order_key_of(datetime.fromisoformat(game["begun_at"]), game["game"])
        rows += [
            places.row(
                season_parts.AWARDS,
                season.id,
                award,
                order_key=key,
                game_id=game_ids.get(game["game"]),
                side=awards.NO_SIDE,
            )
            for award in game["players"]
        ]
    for start in range(0, len(rows), awards.ROWS_AT_ONCE):
        pieces.give_way()
        session.connection().execute(insert(Award), rows[start : start + awards.ROWS_AT_ONCE])
    if rows:
        session.execute(insert(Standing), awards.standings_of(season, rows))
