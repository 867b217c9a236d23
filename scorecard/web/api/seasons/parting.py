"""Teams and divisions of a season over the API: list, make, change, remove and order them."""

from __future__ import annotations

from http.client import CREATED

from pydantic import AliasPath, Field

from scorecard.models import Division, Season
from scorecard.services.history import changes
from scorecard.services.standings import lineups
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people.groups import group_write
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.http import access
from scorecard.web.seasons import divisions as division_pages
from scorecard.web.seasons import teams as team_pages

TEAMS = f"{SEASON}/teams"
TEAM = f"{TEAMS}/<uid:team_uid>"
DIVISIONS = f"{SEASON}/divisions"
DIVISION = f"{DIVISIONS}/<uid:division_uid>"


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

    id: str = Field(validation_alias=AliasPath("part", "uid"))
    name: str = Field(validation_alias=AliasPath("part", "name"))
    players: list[fields.IdOf] = Field(description="By name, merges followed.")


class TeamsAnswer(model.Model):
    """The teams of a season, by name."""

    teams: list[PartAnswer]


@spec.group_read(TEAMS, "member", TeamsAnswer, "seasons")
def list_teams(visit: access.GroupVisit, season: Season) -> object:
    """List the teams of a season."""
    return {"teams": lineups.of_season(visit.session, season, lineups.TEAMS)}


group_write("POST", TEAMS, "keeper", "seasons", body=NewPartBody, status=CREATED)(
    team_pages.make_team
)
group_write("PUT", TEAM, "keeper", "seasons", body=ChangePartBody)(team_pages.change_team)
group_write("POST", f"{TEAM}/remove", "keeper", "seasons")(team_pages.remove)


class PromotionBody(spec.GroupWriteBody):
    """How many go up and down between neighbouring divisions."""

    promoted: int = Field(description="0 to 5; never more than half of those with a place.")


class DivisionsAnswer(model.Model):
    """The divisions of a season, the highest one first."""

    divisions: list[PartAnswer]


@spec.group_read(DIVISIONS, "member", DivisionsAnswer, "seasons")
def list_divisions(visit: access.GroupVisit, season: Season) -> object:
    """List the divisions of a season."""
    return {"divisions": lineups.of_season(visit.session, season, lineups.DIVISIONS)}


group_write("POST", DIVISIONS, "keeper", "seasons", body=NewPartBody, status=CREATED)(
    division_pages.make_division
)
group_write("PUT", DIVISION, "keeper", "seasons", body=ChangePartBody)(
    division_pages.change_division
)
group_write("POST", f"{SEASON}/promotion", "keeper", "seasons", body=PromotionBody)(
    division_pages.promote
)
group_write("POST", f"{DIVISION}/up", "keeper", "seasons")(division_pages.move_up)


@group_write("POST", f"{DIVISION}/remove", "keeper", "seasons")
def remove_division(visit: access.GroupVisit, this: changes.Write, division: Division) -> None:
    """Remove a division; its players stay."""
    division_pages.remove(visit, this, division)
