"""Write the seasons of a file into the database, and what closed ones awarded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Award, Game, Group, Season, Standing, TeamMember
from scorecard.services.files.format import file_format, season_parts
from scorecard.services.files.restoring import inserting, renaming
from scorecard.services.standings import awards, results


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
    _restore_teams(added, season["teams"], places)
    return added


def _restore_teams(
    season: Season, teams: Sequence[file_format.Document], places: inserting.Places
) -> None:
    """Write the teams of a season; of players who are one here, the first says in which team."""
    team_of: dict[int, int] = {}
    for team_id, team in places.add(season_parts.TEAMS, [(season.id, team) for team in teams]):
        for uid in team["players"]:
            team_of.setdefault(places.players[uid].id, team_id)
    inserting.insert_rows(
        places.session,
        TeamMember,
        [
            {"season_id": season.id, "player_id": player_id, "team_id": team_id}
            for player_id, team_id in team_of.items()
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
