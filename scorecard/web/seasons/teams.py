"""Teams of a season: all of them on one page, where scorekeepers make, change and remove them."""

from __future__ import annotations

from flask import render_template, request

from scorecard import errors
from scorecard.models import Player
from scorecard.services.history import changes
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons, teams
from scorecard.services.standings import team_tables
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.seasons.seasons import ONE
from scorecard.web.write import writes

blueprint = views.Views("teams", __name__)
TEAMS = f"{ONE}/teams"
TEAM = f"{TEAMS}/<uid:team_uid>"


@blueprint.group_page(TEAMS, "member")
def page(
    visit: access.GroupVisit, season_uid: str, error: errors.ScorecardError | None = None
) -> str:
    """Show the teams of a season; scorekeepers can make some in an open one."""
    season = seasons.find(visit.session, visit.group, season_uid)
    lineups = team_tables.of_season(visit.session, season)
    return render_template(
        "seasons/teams/index.html",
        visit=visit,
        season=season,
        lineups=lineups,
        offered=_offered(visit, lineups),
        name=request.form.get("name", ""),
        chosen=request.form.getlist("players"),
        longest_name=names.LONGEST_NAME,
        **responses.beside(error),
    )


@blueprint.group_form(TEAMS, "keeper", then="teams.page", again=page, texts=["name"])
def make(visit: access.GroupVisit, write: changes.Write, season_uid: str, name: str) -> None:
    """Make a team."""
    season = seasons.find(visit.session, visit.group, season_uid)
    teams.make(visit.session, season, write, name, _chosen(visit))


@blueprint.group_page(TEAM, "keeper")
def edit(
    visit: access.GroupVisit,
    season_uid: str,
    team_uid: str,
    error: errors.ScorecardError | None = None,
) -> str:
    """Show the form that changes a team."""
    season = seasons.find(visit.session, visit.group, season_uid)
    team = teams.find(visit.session, season, team_uid)
    lineups = team_tables.of_season(visit.session, season)
    present, others = team_tables.parted(lineups, team)
    is_typed, is_stale = "name" in request.form, isinstance(error, errors.Stale)
    return render_template(
        "seasons/teams/edit.html",
        visit=visit,
        season=season,
        team=team,
        # Also whoever has retired since.
        offered=[*present, *(one for one in _offered(visit, others) if one not in present)],
        name=request.form["name"] if is_typed else team.name,
        chosen=request.form.getlist("players") if is_typed else [one.uid for one in present],
        longest_name=names.LONGEST_NAME,
        # A form that was refused as stale stays so, unless it says that it means it.
        stale=is_stale,
        version=writes.form_version() if is_stale else visit.group.version,
        **responses.beside(error),
    )


@blueprint.group_form(TEAM, "keeper", then="teams.page", again=edit, texts=["name"])
def change(
    visit: access.GroupVisit, write: changes.Write, season_uid: str, team_uid: str, name: str
) -> None:
    """Change a team: its name, and who is in it."""
    season = seasons.find(visit.session, visit.group, season_uid)
    team = teams.find(visit.session, season, team_uid)
    teams.change(visit.session, team, write, name, _chosen(visit))


@blueprint.group_form(f"{TEAM}/remove", "keeper", then="teams.page", again=page)
def remove(visit: access.GroupVisit, write: changes.Write, season_uid: str, team_uid: str) -> None:
    """Remove a team; its players stay."""
    season = seasons.find(visit.session, visit.group, season_uid)
    # Found only here, so that the same tap twice does not look for what is gone.
    teams.remove(visit.session, teams.find(visit.session, season, team_uid), write)


def _offered(visit: access.GroupVisit, lineups: list[team_tables.Lineup]) -> list[Player]:
    """Return the players who are in none of some teams, but for guests."""
    taken = {player for lineup in lineups for player in lineup.players}
    roster = visit.group.roster
    return [one for one in roster if not one.is_guest and one not in taken]


def _chosen(visit: access.GroupVisit) -> list[Player]:
    """Return the players that are ticked."""
    ticked = request.form.getlist("players")
    return [rosters.chosen(visit.group, uid, "players") for uid in ticked]
