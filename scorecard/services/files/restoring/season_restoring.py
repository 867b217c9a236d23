"""Write the seasons of a file into the database, and what closed ones awarded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Season
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
    rows_of = {}
    for game in games:
        key = results.order_key_of(datetime.fromisoformat(game["begun_at"]), game["game"])
        more = {"order_key": key, "game_id": game_ids.get(game["game"]), "side": awards.NO_SIDE}
        rows_of[key] = [
            places.row(season_parts.AWARDS, season.id, award, **more) for award in game["players"]
        ]
    awards.store(session, season, [rows_of[key] for key in sorted(rows_of)])
