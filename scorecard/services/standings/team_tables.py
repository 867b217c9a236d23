"""The table of a season's teams: what the table of its players says of them, added up.

Everything here is JSON-plain, as that one is, and points are in parts of a point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Player, Season, Team, TeamMember
from scorecard.models.group import WITH_MERGED
from scorecard.models.names import as_stored
from scorecard.services.limits import codes
from scorecard.services.standings import standings

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lineup:
    """A team, and the players who count for it, by name; merges are followed."""

    team: Team
    players: list[Player]


def of_season(session: Session, season: Season) -> list[Lineup]:
    """Return a season's teams by name, read by one statement, and one more where some were merged.

    Who was merged into another player is in that one's team, and else takes their own along. A
    guest is in none, until they are no guest any more.
    """
    rows = session.execute(
        select(Team, Player)
        .outerjoin(TeamMember, TeamMember.team_id == Team.id)
        .outerjoin(Player, Player.id == TeamMember.player_id)
        .where(Team.season_id == season.id)
        .order_by(Player.merged_into_id.is_not(None), Player.id)
        .options(WITH_MERGED)
    ).all()
    team_of: dict[Player, Team] = {}
    for team, player in rows:
        if player and not player.one.is_guest:
            team_of.setdefault(player.one, team)
    players_of: defaultdict[Team, list[Player]] = defaultdict(list)
    for player in sorted(team_of, key=lambda player: (player.name.casefold(), player.id)):
        players_of[team_of[player]].append(player)
    teams = sorted({row.Team for row in rows}, key=lambda team: (team.name.casefold(), team.id))
    return [Lineup(team, players_of[team]) for team in teams]


def add(session: Session, season: Season, name: str, players: Sequence[Player]) -> Team:
    """Add a team of a season whose name and players are checked."""
    team = Team(uid=codes.new_uid(), season=season, name=name)
    session.add(team)
    session.flush()
    put(session, team, players)
    return team


def put(session: Session, team: Team, players: Sequence[Player]) -> None:
    """Put players who are in no team of the season into one."""
    session.add_all(
        TeamMember(season_id=team.season_id, player=player, team=team) for player in players
    )


def parted(lineups: Sequence[Lineup], team: Team) -> tuple[list[Player], list[Lineup]]:
    """Return the players of one of some teams, and the other teams."""
    (own,) = (lineup.players for lineup in lineups if lineup.team is team)
    return own, [lineup for lineup in lineups if lineup.team is not team]


def present(session: Session, season: Season, table: Sequence[standings.Row]) -> list[Row]:
    """Return the table of a season's teams, [] without any; of a closed one, as it was frozen.

    ``table`` is that of its players. A team's points are theirs in it, added up, with or without a
    place. A team of whom nobody has played has no place, and those who tie share one.
    """
    if season.final is not None:
        return _frozen(season.final)
    of_player = {row["player"]: row for row in table}
    rows = [_row(lineup, of_player) for lineup in of_season(session, season)]
    played = [row["points"] for row in rows if row["games"]]
    for row in rows:
        if row["games"]:
            row["rank"] = 1 + sum(points > row["points"] for points in played)
    return sorted(rows, key=lambda row: (row["rank"] is None, -row["points"]))


def _row(lineup: Lineup, of_player: Mapping[str, standings.Row]) -> Row:
    """Return a team's row before it has a place."""
    found = [(player, of_player.get(player.uid)) for player in lineup.players]
    return {
        "team": lineup.team.uid,
        "name": lineup.team.name,
        "rank": None,
        "games": sum(row["games"] for _player, row in found if row),
        "points": sum(row["points"] for _player, row in found if row),
        "players": [
            standings.who(player)
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
