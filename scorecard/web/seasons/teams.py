"""Teams of a season: all of them on one page, where scorekeepers make, change and remove them."""

from __future__ import annotations

from flask import request

from scorecard.models import Season, Team
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.seasons import parting, season_plans, seasons
from scorecard.services.standings import lineups
from scorecard.web.http import access
from scorecard.web.pages import views
from scorecard.web.seasons import parting as shared
from scorecard.web.seasons import season_form
from scorecard.web.seasons.seasons import ONE

blueprint = views.Views("teams", __name__)
TEAMS = f"{ONE}/teams"
TEAM = f"{TEAMS}/<uid:team_uid>"


@blueprint.group_page(TEAMS, "member")
def page(visit: access.GroupVisit, season: Season) -> str:
    """Show the teams of a season; scorekeepers can make some in an open one."""
    return shared.index(visit, season, shared.TEAMS)


@blueprint.group_form(TEAMS, "keeper", then="teams.page", again=page)
def make_team(
    visit: access.GroupVisit, write: changes.Write, season: Season, name: str, players: list[str]
) -> None:
    """Make a team of an open season."""
    chosen = rosters.all_chosen(visit.group, players)
    parting.make(visit.session, season, write, lineups.TEAMS, name, chosen)


@blueprint.group_form(f"{TEAMS}/best", "keeper", then="teams.page", again=page)
def count_best(visit: access.GroupVisit, write: changes.Write, season: Season) -> None:
    """Say how many best of each team count every evening; all of them where nothing is typed."""
    seasons.refuse_closed(season)
    typed = request.form.get("team_best", "")
    best = season_form.whole(typed, "team_best", say("Best of a team per evening"))
    plan = season_plans.Plan.of(season, team_best=best or 0)
    seasons.change(visit.session, season, write, plan)


@blueprint.group_page(TEAM, "keeper")
def edit(visit: access.GroupVisit, team: Team) -> str:
    """Show the form that changes a team."""
    return shared.edit(visit, team, shared.TEAMS)


@blueprint.group_form(TEAM, "keeper", then="teams.page", again=edit)
def change_team(
    visit: access.GroupVisit,
    write: changes.Write,
    team: Team,
    name: str | None,
    players: list[str] | None,
) -> None:
    """Change a team of an open season: its name, and who is in it."""
    shared.change(visit, write, team, name, players)


@blueprint.group_form(f"{TEAM}/remove", "keeper", then="teams.page", again=page)
def remove(visit: access.GroupVisit, write: changes.Write, team: Team) -> None:
    """Remove a team; its players stay."""
    parting.remove(visit.session, team, write)
