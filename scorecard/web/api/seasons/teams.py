"""Teams of a season over the API: list, make, change and remove them."""

from __future__ import annotations

from collections.abc import Sequence
from http.client import CREATED

from pydantic import Field

from scorecard.models import Player
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons, teams
from scorecard.services.standings import team_tables
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.http import access
from scorecard.web.seasons import teams as team_pages

TEAMS = f"{SEASON}/teams"
TEAM = f"{TEAMS}/<uid:team_uid>"


class NewTeamBody(spec.GroupWriteBody):
    """A team to make."""

    name: str
    players: list[str] = Field(description="The ids of who is in it; nobody is in two teams.")


class ChangeTeamBody(spec.GroupWriteBody):
    """What to change of a team; what is left out stays."""

    name: str | None = None
    players: list[str] | None = Field(default=None, description="The ids of all who are in it.")


class TeamAnswer(model.Model):
    """A team: its name, and who is in it."""

    id: fields.Uid
    name: str
    players: list[fields.IdOf] = Field(description="By name, merges followed.")


class TeamsAnswer(model.Model):
    """The teams of a season, by name."""

    teams: list[TeamAnswer]


@spec.group_read(TEAMS, "member", TeamsAnswer, "seasons")
def list_teams(visit: access.GroupVisit, season_uid: str) -> object:
    """List the teams of a season."""
    season = seasons.find(visit.session, visit.group, season_uid)
    lineups = team_tables.of_season(visit.session, season)
    return {
        "teams": [
            {"uid": lineup.team.uid, "name": lineup.team.name, "players": lineup.players}
            for lineup in lineups
        ]
    }


@group_write("POST", TEAMS, "keeper", "seasons", status=CREATED)
def make_team(
    visit: access.GroupVisit, this: changes.Write, season_uid: str, json: NewTeamBody
) -> None:
    """Make a team of an open season."""
    season = seasons.find(visit.session, visit.group, season_uid)
    teams.make(visit.session, season, this, json.name, _chosen(visit, json.players))


@group_write("PUT", TEAM, "keeper", "seasons")
def change_team(
    visit: access.GroupVisit,
    this: changes.Write,
    season_uid: str,
    team_uid: str,
    json: ChangeTeamBody,
) -> None:
    """Change a team of an open season: its name, and who is in it."""
    season = seasons.find(visit.session, visit.group, season_uid)
    team = teams.find(visit.session, season, team_uid)
    lineups = team_tables.of_season(visit.session, season)
    present = next(lineup.players for lineup in lineups if lineup.team is team)
    players = present if json.players is None else _chosen(visit, json.players)
    name = team.name if json.name is None else json.name
    teams.change(visit.session, team, this, name, players)


group_write("POST", f"{TEAM}/remove", "keeper", "seasons")(team_pages.remove)


def _chosen(visit: access.GroupVisit, uids: Sequence[str]) -> list[Player]:
    """Return the players with some ids."""
    return [rosters.chosen(visit.group, uid, "players") for uid in uids]
