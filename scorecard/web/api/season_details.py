"""More of a season over the API: how it goes and went, what closing it does, what it is about."""

from __future__ import annotations

from datetime import date

from flask import Response, json
from pydantic import Field

from scorecard.db import db
from scorecard.models import Group, Season
from scorecard.services import season_chart, season_words, seasons
from scorecard.services.results import day_of
from scorecard.web.access import GroupVisit, needs_in_group, now
from scorecard.web.api.group_answers import StandingAnswer, TitleAnswer
from scorecard.web.api.groups import GROUP
from scorecard.web.api.model import Model
from scorecard.web.api.season_answers import NO_TABLE, table_json
from scorecard.web.api.seasons import SEASON
from scorecard.web.api.spec import GAME_REFUSALS, blueprint, describes, json_answer
from scorecard.web.live import group_stream


class LineOfPlayer(Model):
    """How the season went for one player: a value for each day, null where there was none yet."""

    player: str
    name: str
    colour: int
    initial: str
    points: list[int | None] = Field(description="After the day; 55,440 parts are a point.")
    ranks: list[int | None]


class SeasonChartAnswer(Model):
    """How a season went, day by day."""

    days: list[date] = Field(description="With games; the latest sixty.")
    players: list[LineOfPlayer] = Field(description="The first twelve of the table.")
    left_out: int = Field(description="How many more are in the table.")


class ClosingPreviewAnswer(Model):
    """What closing a season now would do; nothing of it is done."""

    sentences: list[str]
    last_days: list[date] = Field(description="On which it may end, the later first.")
    standings: list[StandingAnswer] = Field(description="As the table would stay for good.")
    titles: list[TitleAnswer]


class KindName(Model):
    """A card game, as a group's books know it."""

    kind: str
    name: str


class KindsAnswer(Model):
    """The card games that a season may be about, those of the shelf first."""

    kinds: list[KindName]


@blueprint.get(f"{SEASON}/chart")
@needs_in_group("member")
@describes(SeasonChartAnswer, "seasons", refusals=GAME_REFUSALS)
def read_season_chart(visit: GroupVisit, season_uid: str) -> Response:
    """Return how a season went: everybody's points and place after each day with games."""
    season = seasons.find(visit.session, visit.group, season_uid)
    chart = season_chart.chart(visit.session, season)
    players = [
        {
            **{key: player[key] for key in ("player", "name", "colour", "initial")},
            "points": [day[at] for day in chart.points],
            "ranks": [day[at] for day in chart.positions],
        }
        for at, player in enumerate(chart.players)
    ]
    days = [day.isoformat() for day in chart.days]
    return json_answer({"days": days, "players": players, "left_out": chart.left_out})


@blueprint.get(f"{SEASON}/closing")
@needs_in_group("keeper")
@describes(ClosingPreviewAnswer, "seasons", refusals=(*GAME_REFUSALS, 409))
def preview_closing(visit: GroupVisit, season_uid: str) -> Response:
    """Say what closing a season now would do: its table, its titles, and when it may end."""
    season = seasons.find(visit.session, visit.group, season_uid)
    seasons.refuse_closed(season)
    today = day_of(now(), visit.group)
    days = seasons.last_days(season, today)
    table = table_json(visit.session, season)["standings"]
    found = {
        "sentences": season_words.closing(visit.session, season, days, today),
        "last_days": [day.isoformat() for day in days],
        "standings": table,
        "titles": seasons.titles(table, season.scheme["kind"]),
    }
    return json_answer(found)


@blueprint.get(f"{GROUP}/events")
@needs_in_group("member")
@describes(None, "seasons", refusals=GAME_REFUSALS)
def stream_standings(visit: GroupVisit) -> Response:
    """Stream a group's standings, as server-sent events; they go on until you hang up.

    `standings` carries the table of the season of today, or of `season=<id>` in the query, as JSON
    and the group's version as id, now and whenever the group moves; `beat` is a sign of life;
    `gone` says that this device was sent out.
    """
    return group_stream(visit, _standings_json)


def _standings_json(_group: Group, season: Season | None) -> str:
    return json.dumps(table_json(db.session, season) if season else NO_TABLE)


@blueprint.get(f"{GROUP}/kinds")
@needs_in_group("member")
@describes(KindsAnswer, "seasons", refusals=GAME_REFUSALS)
def list_kinds(visit: GroupVisit) -> Response:
    """List the card games that a season may be about: of the shelf, ready-made, and played here."""
    found = season_words.kinds_on_offer(visit.session, visit.group)
    return json_answer({"kinds": [{"kind": kind, "name": name} for kind, name in found]})
