"""Seasons over the API: make, change, close, reopen, delete; and their standings."""

from __future__ import annotations

from http.client import CREATED
from typing import Any

from flask import request
from pydantic import Field

from scorecard.database.db import db
from scorecard.models import Season
from scorecard.rules.outcome import awards
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.seasons import season_plans, seasons
from scorecard.web.api import spec
from scorecard.web.api.fields import Day
from scorecard.web.api.people import group_answers
from scorecard.web.api.people.groups import GROUP, NEW_SEASON, group_write
from scorecard.web.http import access
from scorecard.web.seasons import seasons as season_pages
from scorecard.web.seasons import weights

SEASON = f"{GROUP}/seasons/<uid:season_uid>"
KINDS = "The card games that count; none for all."
DROP_WORST = "So many worst results do not count, but the best one always does."
RANKED_BY = "points, or average for the points per game that counts."
TIE_BREAKS = "In the order they are applied."
EARLY = (
    "What a game ended early does: full, half or none; with the game's own points also distance: "
    "the table's average and half the distance from it."
)
TEAM_BEST = "Of each team only so many best of every evening count; all of them with 0."
MAY_BE_NONE = ("ends_on", "best_of")


class NewSeasonBody(spec.GroupWriteBody):
    """A season to make; games played on its days count at once."""

    name: str
    starts_on: Day
    ends_on: Day | None = Field(default=None, description="Open without one.")
    kinds: list[str] = Field(default=[], description=KINDS)
    least_games: int = Field(default=1, description="Who has played fewer is not ranked.")
    best_of: int | None = Field(default=None, description="Only so many best results count.")
    drop_worst: int = Field(default=0, description=DROP_WORST)
    ranked_by: str = Field(default="points", description=RANKED_BY)
    scheme: dict[str, Any] = Field(
        default=awards.Scheme("places").to_json(),
        description="Such as `{kind: places, places: [5, 3, 2, 1]}`, or another kind: wins, "
        "points, average, relative, size, chips.",
    )
    tie_breaks: list[str] = Field(
        default=list(season_plans.USUAL_TIE_BREAKS), description=TIE_BREAKS
    )
    early: str = Field(default="full", description=EARLY)
    team_best: int = Field(default=0, description=TEAM_BEST)


class ChangeSeasonBody(spec.GroupWriteBody):
    """What to change of a season; what is left out stays."""

    name: str | None = None
    starts_on: Day | None = None
    ends_on: Day | None = Field(default=None, description="Open where it is null.")
    kinds: list[str] | None = Field(default=None, description=KINDS)
    least_games: int | None = Field(default=None, description="Who has fewer is not ranked.")
    best_of: int | None = Field(default=None, description="Every result counts where it is null.")
    drop_worst: int | None = Field(default=None, description=DROP_WORST)
    ranked_by: str | None = Field(default=None, description=RANKED_BY)
    scheme: dict[str, Any] | None = Field(default=None, description="As for a new season.")
    tie_breaks: list[str] | None = Field(default=None, description=TIE_BREAKS)
    early: str | None = Field(default=None, description=EARLY)
    team_best: int | None = Field(default=None, description=TEAM_BEST)


class CloseSeasonBody(spec.GroupWriteBody):
    """Whether another season follows the one to close."""

    next_name: str = Field(default="", description="Begins a season like it on the day after.")
    last_day: Day | None = Field(
        default=None, description="Ends a season that still runs, today where it is left out."
    )


class WeightBody(spec.GroupWriteBody):
    """How often an evening counts."""

    day: Day
    times: float = Field(description="0.5 to 10, in steps of a half; 1 is how often others count.")


@spec.group_read(f"{GROUP}/seasons", "member", group_answers.SeasonsAnswer, "seasons")
def list_seasons(visit: access.GroupVisit) -> object:
    """List a group's seasons."""
    found = seasons.of_group(visit.session, visit.group)
    return {"seasons": [group_answers.season_of(visit.session, season) for season in found]}


@group_write("POST", f"{GROUP}/seasons", "keeper", "seasons", answer=NEW_SEASON, status=CREATED)
def make_season(visit: access.GroupVisit, this: changes.Write, json: NewSeasonBody) -> object:
    """Make a season; `Location` says which one it is."""
    plan = season_plans.Plan(**given(json))
    return seasons.make(visit.session, visit.group, this, plan)


@spec.group_read(SEASON, "member", group_answers.SeasonAnswer, "seasons")
def read_season(visit: access.GroupVisit, season: Season) -> object:
    """Return a season."""
    return group_answers.season_of(visit.session, season)


@group_write("PUT", SEASON, "keeper", "seasons")
def change_season(
    visit: access.GroupVisit, this: changes.Write, season: Season, json: ChangeSeasonBody
) -> None:
    """Change a season that is open; its games are counted anew."""
    plan = season_plans.Plan.of(season, **given(json))
    seasons.change(visit.session, season, this, plan)


group_write("POST", f"{SEASON}/close", "keeper", "seasons", body=CloseSeasonBody)(
    season_pages.close_season
)
group_write("POST", f"{SEASON}/reopen", "keeper", "seasons")(season_pages.reopen)
group_write("POST", f"{SEASON}/delete", "keeper", "seasons")(season_pages.delete_season)
group_write("POST", f"{SEASON}/weights", "keeper", "seasons", body=WeightBody)(
    weights.weigh_evening
)


@spec.group_read(f"{SEASON}/standings", "member", group_answers.StandingsAnswer, "seasons")
def read_standings(visit: access.GroupVisit, season: Season) -> object:
    """Return a season's table."""
    others = [] if season.is_closed else seasons.overlapping(visit.session, season)
    return {**group_answers.table_of(visit.session, season), "overlapping": others}


@spec.open_read(
    "/standings/<uid:token>", group_answers.PublicStandingsAnswer, "seasons", refusals=(404,)
)
def read_public_standings(token: str) -> object:
    """Return what a public link shows: the season of today, or `season=<id>` in the query."""
    group = groups.by_public_link(db.session, token)
    all_seasons = seasons.of_group(db.session, group)
    asked = request.args.get("season", "")
    season = seasons.shown(db.session, group, asked, access.now())
    table = group_answers.table_of(db.session, season)
    return {"group": group.name, **table, "seasons": all_seasons}


def given(body: NewSeasonBody | ChangeSeasonBody) -> dict[str, Any]:
    """Return the fields that a body gives, as arguments of a plan."""
    given = body.model_dump(exclude_unset=True, exclude={"version"})
    return {
        name: value for name, value in given.items() if value is not None or name in MAY_BE_NONE
    }
