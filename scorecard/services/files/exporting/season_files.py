"""Write a season down, and what its games awarded once it was closed."""

from __future__ import annotations

from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season, Team, TeamMember
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format, season_parts, tables
from scorecard.services.standings import adjusted, results


def season_part(session: Session, season: Season, names: tables.Names) -> file_format.Document:
    """Return a season as a file has it."""
    awards = _awards(session, season, names) if season.is_closed else None
    by_hand = sorted(adjusted.all_of(session, season), key=lambda one: (one.at, one.uid))
    return season_parts.SEASONS.part(season, names) | {
        "awards": awards,
        "adjustments": [season_parts.ADJUSTMENTS.part(one, names) for one in by_hand],
        "teams": _teams(session, season, names),
    }


def _teams(session: Session, season: Season, names: tables.Names) -> list[file_format.Document]:
    """Return a season's teams as a file has them, with players who were merged as they are."""
    rows = session.execute(
        select(Team, TeamMember.player_id)
        .outerjoin(TeamMember, TeamMember.team_id == Team.id)
        .where(Team.season_id == season.id)
        .order_by(Team.uid)
    )
    return [
        season_parts.TEAMS.part(team, names)
        | {"players": sorted(names["player"](row.player_id) for row in of_team if row.player_id)}
        for team, of_team in groupby(rows, key=lambda row: row.Team)
    ]


def _awards(session: Session, season: Season, names: tables.Names) -> list[file_format.Document]:
    """Return what each game of a closed season awarded, as a file has it."""
    rows = session.execute(
        select(Award.__table__)
        .join(Player, Player.id == Award.player_id)
        .where(Award.season_id == season.id)
        .order_by(Award.order_key, Player.uid)
    )
    return [
        {
            "game": results.uid_in(order_key),
            "begun_at": file_naming.moment(results.begun_at(order_key)),
            "players": [season_parts.AWARDS.part(row, names) for row in of_game],
        }
        for order_key, of_game in groupby(rows, key=lambda row: row.order_key)
    ]
