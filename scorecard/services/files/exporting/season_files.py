"""Write a season down, and what its games awarded once it was closed."""

from __future__ import annotations

from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season
from scorecard.models.season import begun_at
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format, season_parts, tables
from scorecard.services.standings import adjusted, lineups, results


def season_part(session: Session, season: Season, names: tables.Names) -> file_format.Document:
    """Return a season as a file has it."""
    awards = _awards(session, season, names) if season.is_closed else None
    by_hand = sorted(adjusted.all_of(session, season), key=lambda one: (one.at, one.uid))
    return season_parts.SEASONS.part(season, names) | {
        "awards": awards,
        "adjustments": [season_parts.ADJUSTMENTS.part(one, names) for one in by_hand],
        "teams": _parts(session, season, lineups.TEAMS, season_parts.TEAMS, names),
        "divisions": _parts(session, season, lineups.DIVISIONS, season_parts.DIVISIONS, names),
    }


def _parts(
    session: Session,
    season: Season,
    sort: lineups.Sort,
    table: tables.Table,
    names: tables.Names,
) -> list[file_format.Document]:
    """Return a season's teams or divisions as a file has them, with merged players as stored."""
    rows = session.execute(
        select(sort.part, sort.member.player_id)
        .outerjoin(sort.member, sort.part_id == sort.part.id)
        .where(sort.part.season_id == season.id)
        .order_by(sort.part.uid)
    )
    return [
        table.part(part, names)
        | {"players": sorted(names["player"](row.player_id) for row in of_part if row.player_id)}
        for part, of_part in groupby(rows, key=lambda row: row[0])
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
            "begun_at": file_naming.moment(begun_at(order_key)),
            "players": [season_parts.AWARDS.part(row, names) for row in of_game],
        }
        for order_key, of_game in groupby(rows, key=lambda row: row.order_key)
    ]
