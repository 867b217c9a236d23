"""The table of a season's teams: what the table of its players says of them, added up.

Everything here is JSON-plain, as that one is, and points are in parts of a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Player, Season, Standing
from scorecard.models.names import as_stored
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.scoring import badges
from scorecard.services.standings import adjusted, lineups

Row = dict[str, Any]


def present(session: Session, season: Season, table: Sequence[Row]) -> list[Row]:
    """Return the table of a season's teams, [] without any; of a closed one, as it was frozen.

    ``table`` is that of its players. A team's points are theirs in it, added up, with or without a
    place; where only so many best of each evening count for it, what the others brought is left
    out. A team of whom nobody has played has no place, and those who tie share one.
    """
    if season.final is not None:
        return _frozen(season.final)
    of_player: Mapping[str, Row] = {row["player"]: row for row in table}
    if season.team_best:
        of_player = _for_teams(session, season, of_player)
    rows = [_row(lineup, of_player) for lineup in lineups.of_season(session, season, lineups.TEAMS)]
    played = [row["points"] for row in rows if row["games"]]
    for row in rows:
        if row["games"]:
            row["rank"] = 1 + sum(points > row["points"] for points in played)
    return sorted(rows, key=lambda row: (row["rank"] is None, -row["points"]))


def _for_teams(session: Session, season: Season, of_player: Mapping[str, Row]) -> Mapping[str, Row]:
    """Return the lines of players with what counts for their teams: of games, and by hand."""
    kept = session.execute(
        select(Player.uid, Standing.for_team)
        .join(Standing, Standing.player_id == Player.id)
        .where(Standing.season_id == season.id)
    )
    for_team = {row.uid: row.for_team for row in kept}
    return {
        uid: row | {"points": for_team.get(uid, 0) + adjusted.points_in(row) * UNIT}
        for uid, row in of_player.items()
    }


def _row(lineup: lineups.Lineup, of_player: Mapping[str, Row]) -> Row:
    """Return a team's row before it has a place."""
    found = [(player, of_player.get(player.uid)) for player in lineup.players]
    return {
        "team": lineup.part.uid,
        "name": lineup.part.name,
        "rank": None,
        "games": sum(row["games"] for _player, row in found if row),
        "points": sum(row["points"] for _player, row in found if row),
        "players": [
            badges.who(player)
            | {"games": row["games"] if row else 0, "points": row["points"] if row else 0}
            for player, row in found
        ],
    }


def _frozen(final: Mapping[str, Any]) -> list[Row]:
    # Tables that were frozen before there were teams do not speak of any.
    return [
        team | {"players": [one | {"name": as_stored(one["name"])} for one in team["players"]]}
        for team in final.get("teams", ())
    ]
