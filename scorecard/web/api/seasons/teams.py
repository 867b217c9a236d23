"""Teams of a season over the API: list, make, change and remove them, as divisions are."""

from __future__ import annotations

from http.client import CREATED
from typing import Any

from pydantic import Field

from scorecard.models import Season
from scorecard.services.standings import lineups
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.http import access
from scorecard.web.seasons import teams as team_pages

TEAMS = f"{SEASON}/teams"
TEAM = f"{TEAMS}/<uid:team_uid>"


class NewPartBody(spec.GroupWriteBody):
    """A team or division to make."""

    name: str
    players: list[str] = Field(
        description="The ids of who is in it; nobody is in two teams, or two divisions."
    )


class ChangePartBody(spec.GroupWriteBody):
    """What to change of a team or division; what is left out stays."""

    name: str | None = None
    players: list[str] | None = Field(default=None, description="The ids of all who are in it.")


class PartAnswer(model.Model):
    """A team or division: its name, and who is in it."""

    id: fields.Uid
    name: str
    players: list[fields.IdOf] = Field(description="By name, merges followed.")


class TeamsAnswer(model.Model):
    """The teams of a season, by name."""

    teams: list[PartAnswer]


@spec.group_read(TEAMS, "member", TeamsAnswer, "seasons")
def list_teams(visit: access.GroupVisit, season: Season) -> object:
    """List the teams of a season."""
    return {"teams": listed(visit, season, lineups.TEAMS)}


group_write("POST", TEAMS, "keeper", "seasons", body=NewPartBody, status=CREATED)(
    team_pages.make_team
)
group_write("PUT", TEAM, "keeper", "seasons", body=ChangePartBody)(team_pages.change_team)
group_write("POST", f"{TEAM}/remove", "keeper", "seasons")(team_pages.remove)


def listed(visit: access.GroupVisit, season: Season, sort: lineups.Sort) -> list[dict[str, Any]]:
    """Return the teams or divisions of a season."""
    return [
        {"uid": lineup.part.uid, "name": lineup.part.name, "players": lineup.players}
        for lineup in lineups.of_season(visit.session, season, sort)
    ]
