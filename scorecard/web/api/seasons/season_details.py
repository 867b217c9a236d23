"""More of a season over the API: how it goes and went, what closing it does, what it is about."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from flask import Response
from pydantic import Field

from scorecard import answers
from scorecard.answers import says
from scorecard.database.db import db
from scorecard.models import Group, Season
from scorecard.services.seasons import (
    reopening,
    season_chart,
    season_plans,
    season_sheet,
    season_words,
    seasons,
    trials,
)
from scorecard.services.standings import division_tables, lines
from scorecard.web.api import model, spec
from scorecard.web.api.people import group_answers, groups
from scorecard.web.api.seasons.seasons import SEASON, ChangeSeasonBody, NewSeasonBody, given
from scorecard.web.http import access
from scorecard.web.live import events
from scorecard.web.pages import named
from scorecard.web.seasons import seasons as season_pages


@answers.answer
class LineOfPlayer(answers.OfPlayer):
    """How the season went for one player: a value for each day, null where there was none yet."""

    points: Annotated[
        list[int | None],
        says("After the day, or the average where that ranks; 55,440 parts are a point."),
    ]
    ranks: list[int | None]


class SeasonChartAnswer(model.Model):
    """How a season went, day by day."""

    days: list[date] = Field(description="With games; the latest sixty.")
    weights: list[int] = Field(description="How often each day counts, in halves: 2 for once.")
    players: list[LineOfPlayer] = Field(description="The first twelve of the table.")
    left_out: int = Field(description="How many more are in the table.")


class ShortLine(model.Model):
    """One line of a season's table, in short; 55,440 of its points are one point."""

    player: str
    name: str
    colour: int
    initial: str
    rank: int | None = Field(description="Null while too few games are played.")
    division: int | None = Field(description="As in the standings.")
    division_name: str
    points: int
    per_game: int | None = Field(
        description="These for each game that counts; null unless the season is ranked by them."
    )
    games: int


class ClosingPreviewAnswer(model.Model):
    """What closing a season now would do; nothing of it is done."""

    sentences: list[str]
    last_days: list[date] = Field(description="On which it may end, the later first.")
    promotion: list[str] = Field(
        description="Who goes up and down between divisions in a season that follows, in words."
    )
    standings: list[lines.SeasonStandingAnswer] = Field(description="As the table would stay.")
    titles: list[seasons.TitleAnswer]


class ReopeningPreviewAnswer(model.Model):
    """What reopening a closed season now would do; nothing of it is done."""

    sentences: list[str] = Field(description="Also which games have changed since it was closed.")
    standings: list[ShortLine] = Field(description="As the table would be.")


class SeasonTrialAnswer(model.Model):
    """What a season would make of games that were played; nothing of it is stored."""

    latest: trials.LatestGame | None = Field(description="Null where no game counts.")
    sentences: list[str] = Field(description="Who would lead, and on which games it was tried.")
    table: list[ShortLine] = Field(description="As it would be.")


class SheetCell(model.Model):
    """What some games brought a player; 55,440 parts are a point, null where there was none."""

    counted: int | None
    dropped: int | None = Field(description="What does not count.")


class SheetLine(model.Model):
    """A player's line; `earlier` and `later` sum up what stands on other pages."""

    row: ShortLine
    earlier: SheetCell | None
    cells: list[SheetCell | None] = Field(description="One per column.")
    later: SheetCell | None
    by_hand: int | None = Field(description="What scorekeepers gave and took; null for nothing.")
    total: SheetCell


class SeasonSheetAnswer(model.Model):
    """A page of a season's sheet: who got what, in the order of the table."""

    by: season_sheet.By
    columns: list[season_sheet.SheetColumn] = Field(
        description="At most thirty, the earliest first."
    )
    lines: list[SheetLine]
    teams: list[season_sheet.SheetTeamLine] = Field(
        description="By evening only, in the order of their table."
    )
    page: int = Field(description="Page 1 has the latest columns.")
    pages: int
    first: int = Field(description="Which one of all columns is the first, counted from 1.")
    last: int
    all_columns: int


class KindName(model.Model):
    """A card game, as a group's books know it."""

    kind: str
    name: str


class KindsAnswer(model.Model):
    """The card games that a season may be about, those of the shelf first."""

    kinds: list[KindName]


@spec.group_read(f"{SEASON}/chart", "member", SeasonChartAnswer, "seasons")
def read_season_chart(visit: access.GroupVisit, season: Season) -> object:
    """Return how a season went: everybody's points and place after each day with games."""
    chart = season_chart.chart(visit.session, season)
    players = [
        LineOfPlayer(
            player=one.player,
            name=one.name,
            colour=one.colour,
            initial=one.initial,
            points=[day[at] for day in chart.points],
            ranks=[day[at] for day in chart.positions],
        )
        for at, one in enumerate(chart.players)
    ]
    return model.Extended(chart, players=players)


@spec.group_read(f"{SEASON}/sheet", "member", SeasonSheetAnswer, "seasons", refusals=(422,))
def read_sheet(visit: access.GroupVisit, season: Season) -> object:
    """Return who got what: by evening, or with `by=game` in the query by game; and `page=2`."""
    return season_sheet.sheet(visit.session, season, *season_pages.asked_sheet())


@spec.group_read(f"{SEASON}/closing", "keeper", ClosingPreviewAnswer, "seasons", refusals=(409,))
def preview_closing(visit: access.GroupVisit, season: Season) -> object:
    """Say what closing a season now would do: its table, its titles, and when it may end."""
    seasons.refuse_closed(season)
    days = seasons.last_days(season, visit.today)
    table = group_answers.table_of(visit.session, season)["standings"]
    return {
        "sentences": season_words.closing(visit.session, season, days, visit.today),
        "last_days": days,
        "promotion": division_tables.promotion(table),
        "standings": table,
        "titles": seasons.titles(table, season.scheme["kind"]),
    }


@spec.group_read(
    f"{SEASON}/reopening", "keeper", ReopeningPreviewAnswer, "seasons", refusals=(409,)
)
def preview_reopening(visit: access.GroupVisit, season: Season) -> object:
    """Say what reopening a closed season now would do: its table, and what has changed since."""
    preview = reopening.preview(visit.session, season)
    moved = [line.sentence for line in preview.moved]
    return {"sentences": [*preview.sentences, *moved], "standings": preview.table}


@spec.blueprint.post(f"{groups.GROUP}/seasons/preview")
@access.needs_in_group("keeper")
@spec.describes(SeasonTrialAnswer, "seasons", refusals=spec.WRITE_REFUSALS)
def preview_new_season(visit: access.GroupVisit, json: NewSeasonBody) -> object:
    """Say what a new season would make of games that were played; it is not made.

    Where none counts yet, it is tried on those of the last weeks with games.
    """
    return trials.trial(visit.session, visit.group, season_plans.Plan(**given(json)))


@spec.blueprint.post(f"{SEASON}/preview")
@named.in_group("keeper")
@spec.describes(SeasonTrialAnswer, "seasons", refusals=spec.WRITE_REFUSALS)
def preview_changed_season(
    visit: access.GroupVisit, season: Season, json: ChangeSeasonBody
) -> object:
    """Say what changes of an open season would make of its games; nothing is changed."""
    seasons.refuse_closed(season)
    plan = season_plans.Plan.of(season, **given(json))
    return trials.trial(visit.session, visit.group, plan, season)


@spec.group_read(f"{groups.GROUP}/events", "member", None, "seasons")
def stream_standings(visit: access.GroupVisit) -> Response:
    """Stream a group's standings, as server-sent events; they go on until you hang up.

    `standings` carries the table of the season of today, or of `season=<id>` in the query, as JSON
    and the group's version as id, now and whenever the group moves; `beat` is a sign of life;
    `gone` says that this device was removed.
    """
    return events.group_stream(visit, _standings_json)


def _standings_json(_group: Group, season: Season | None) -> str:
    return spec.model_json(group_answers.SeasonTable, group_answers.table_of(db.session, season))


@spec.group_read(f"{groups.GROUP}/kinds", "member", KindsAnswer, "seasons")
def list_kinds(visit: access.GroupVisit) -> object:
    """List the card games that a season may be about: of the shelf, ready-made, and played here."""
    offered = season_words.kinds_on_offer(visit.session, visit.group)
    return {"kinds": [{"kind": kind, "name": name} for kind, name in offered]}
