"""The shared part of the pages of teams and divisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from scorecard import errors
from scorecard.models import Player, Season
from scorecard.rules.words import Sentence, say
from scorecard.services.history import changes
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.seasons import parting, season_words
from scorecard.services.standings import lineups
from scorecard.web.http import access
from scorecard.web.pages import responses
from scorecard.web.write import writes


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of teams or divisions: their blueprint, and texts."""

    sort: lineups.Sort
    views: str
    heading: Sentence
    none: Sentence
    new: Sentence
    hint: Sentence
    save: Sentence
    full: Sentence
    remove: Sentence


TEAMS = Pages(
    lineups.TEAMS,
    "teams",
    heading=say("Teams"),
    none=say("No teams in this season."),
    new=say("New team"),
    hint=say(
        "Teams have a table of their own below the players’. A team’s points are its players’ "
        "points, added up."
    ),
    save=say("Save team"),
    full=say("Everyone is in a team."),
    remove=say("Remove team"),
)
DIVISIONS = Pages(
    lineups.DIVISIONS,
    "divisions",
    heading=say("Divisions"),
    none=say("No divisions in this season."),
    new=say("New division"),
    hint=say(
        "Each division has a table of its own, the highest one first. Who is in none stands in a "
        "last table."
    ),
    save=say("Save division"),
    full=say("Everyone is in a division."),
    remove=say("Remove division"),
)


def index(visit: access.GroupVisit, season: Season, pages: Pages) -> str:
    """Return the page with all teams, or divisions, of a season."""
    found = lineups.of_season(visit.session, season, pages.sort)
    return responses.page(
        "seasons/parts/index.html",
        season=season,
        pages=pages,
        lineups=found,
        offered=_offered(visit, found),
        name=request.form.get("name", ""),
        chosen=request.form.getlist("players"),
        promoted=request.form.get("promoted", season.promoted),
        most_promoted=parting.MOST_PROMOTED,
        words=season_words.of_teams(season, found),
        team_best=request.form.get("team_best", season.team_best or ""),
        longest_name=names.LONGEST_NAME,
    )


def edit(visit: access.GroupVisit, part: lineups.Part, pages: Pages) -> str:
    """Return the form that changes a team or division."""
    season = part.season
    every = lineups.of_season(visit.session, season, pages.sort)
    present, others = lineups.parted(every, part)
    is_typed, is_stale = "name" in request.form, isinstance(responses.refusal(), errors.Stale)
    return responses.page(
        "seasons/parts/edit.html",
        season=season,
        pages=pages,
        part=part,
        # Retired players of the part included.
        offered=[*present, *(one for one in _offered(visit, others) if one not in present)],
        name=request.form["name"] if is_typed else part.name,
        chosen=request.form.getlist("players") if is_typed else [one.uid for one in present],
        longest_name=names.LONGEST_NAME,
        # Stays stale unless the user overwrites.
        stale=is_stale,
        version=writes.form_version() if is_stale else visit.group.version,
    )


def change(
    visit: access.GroupVisit,
    write: changes.Write,
    part: lineups.Part,
    name: str | None,
    players: list[str] | None,
) -> None:
    """Change a team or division; what is None stays."""
    every = lineups.of_season(visit.session, part.season, lineups.sort_of(part))
    present, _others = lineups.parted(every, part)
    chosen = present if players is None else rosters.all_chosen(visit.group, players)
    parting.change(visit.session, part, write, part.name if name is None else name, chosen)


def _offered(visit: access.GroupVisit, found: Sequence[lineups.Lineup]) -> list[Player]:
    """Return the players without a team or division, guests left out."""
    taken = {player for lineup in found for player in lineup.players}
    roster = visit.group.roster
    return [one for one in roster if not one.is_guest and one not in taken]
