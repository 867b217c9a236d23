"""Seasons: list, make, look at, change, close, reopen; their chart; a group's public standings."""

from __future__ import annotations

import re
from http.client import CONFLICT, OK, UNPROCESSABLE_ENTITY
from typing import cast, get_args

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Season
from scorecard.rules.outcome.standings import TIE_BREAKS
from scorecard.rules.words import say
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.seasons import (
    reopening,
    season_chart,
    season_sheet,
    season_words,
    seasons,
    trials,
)
from scorecard.services.standings import division_tables, standings, team_tables
from scorecard.web.forms import parts
from scorecard.web.http import access, addresses
from scorecard.web.live import standings as pieces
from scorecard.web.pages import named, responses, views
from scorecard.web.seasons import season_form
from scorecard.web.write import transfers, writes

blueprint = views.Views("seasons", __name__)
PREFIX = "/groups/<uid:group_uid>/seasons"
ONE = f"{PREFIX}/<uid:season_uid>"
PAGE = "[1-9][0-9]{0,5}"
"""The number of a page, as an address has it."""
LONGEST = 20
"""Characters of a bad query that its refusal repeats."""


@blueprint.group_page(PREFIX, "member", may_lag=True)
def index(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show all seasons of a group."""
    rows = [
        (season, season_words.state(visit.session, season, visit.today))
        for season in seasons.of_group(visit.session, visit.group)
    ]
    return responses.page("seasons/index.html", seasons=rows)


@blueprint.group_page(f"{PREFIX}/new", "keeper")
def new(visit: access.GroupVisit) -> str:
    """Show the form that makes a season."""
    return _edit_page(visit, season_form.SeasonForm.fresh(visit.today))


@blueprint.post(f"{PREFIX}/new")
@access.needs_in_group("keeper")
def make(visit: access.GroupVisit) -> ResponseReturnValue:
    """Make a season."""
    form = season_form.SeasonForm(request.form)
    return views.send(
        visit,
        lambda write: seasons.make(visit.session, visit.group, write, form.plan()),
        then=views.to_new("seasons.show", "season_uid", "seasons.index"),
        again=lambda: _edit_page(visit, form),
    )


@blueprint.post(f"{PREFIX}/new/preview")
@access.needs_in_group("keeper")
def preview_new(visit: access.GroupVisit) -> ResponseReturnValue:
    """Try a season that is not made yet on games that were played, saving nothing."""
    return _tried_page(visit)


@blueprint.group_page(ONE, "member", may_lag=True)
def show(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Show a season's standings; of a closed one its table and titles."""
    standings = pieces.piece(visit.group, season.uid)
    return responses.page("seasons/show.html", season=season, standings=standings)


@blueprint.group_page(f"{ONE}/chart", "member", may_lag=True)
def chart(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Show how a season went, day by day."""
    return responses.page(
        "seasons/chart.html", season=season, chart=season_chart.chart(visit.session, season)
    )


@blueprint.group_page(f"{ONE}/sheet", "member", may_lag=True)
def sheet(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Show who got what in a season, evening by evening or game by game."""
    return responses.page(
        "seasons/evenings/sheet.html",
        season=season,
        sheet=season_sheet.sheet(visit.session, season, *asked_sheet()),
    )


def asked_sheet() -> tuple[season_sheet.By, int]:
    """Return the columns (evenings or games) and the page of a season's sheet in the query."""
    by = cast(season_sheet.By, transfers.asked_among("by", get_args(season_sheet.By)))
    page = request.args.get("page", "1")
    if not re.fullmatch(PAGE, page):
        raise errors.BadInput(say("“%(typed)s” is no page.", typed=page[:LONGEST]), field="page")
    return by, int(page)


@blueprint.group_page(f"{ONE}/edit", "keeper")
def edit(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Show the form that changes a season."""
    page = _edit_page(visit, season_form.SeasonForm.showing(season), season)
    return page, _status(season)


@blueprint.post(f"{ONE}/edit")
@named.in_group("keeper")
def change(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Change a season; its games are counted anew."""
    form = season_form.SeasonForm(request.form)
    return views.send(
        visit,
        lambda write: seasons.change(visit.session, season, write, form.plan(season)),
        then="seasons.show",
        again=lambda: _edit_page(visit, form, season),
    )


@blueprint.post(f"{ONE}/edit/preview")
@named.in_group("keeper")
def preview_change(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Try a changed season on its games, saving nothing."""
    seasons.refuse_closed(season)
    return _tried_page(visit, season)


@blueprint.group_page(f"{ONE}/close", "keeper")
def closing(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Say what closing a season will do."""
    return _close_page(visit, season), _status(season)


def _close_page(visit: access.GroupVisit, season: Season) -> str:
    if season.is_closed:
        return _closed_page(season)
    table = standings.present(visit.session, season)
    days = seasons.last_days(season, visit.today)
    refused = responses.beside()["refused"]
    return responses.page(
        "seasons/close.html",
        season=season,
        table=table,
        teams=team_tables.present(visit.session, season, table),
        titles=seasons.titles(table, season.scheme["kind"]),
        promotion=division_tables.promotion(table),
        days=days,
        today=visit.today,
        last_day=request.form.get("last_day", days[0].isoformat()),
        sentences=season_words.closing(visit.session, season, days, visit.today),
        next_name=request.form.get("next_name", ""),
        refused={"name": "next_name"}.get(refused, refused),
    )


@blueprint.group_form(f"{ONE}/close", "keeper", then="seasons.show", again=_close_page)
def close_season(
    visit: access.GroupVisit,
    write: changes.Write,
    season: Season,
    next_name: str,
    last_day: parts.LastDay,
) -> None:
    """Freeze a season's table and award its titles; another one may follow."""
    seasons.close(visit.session, season, write, next_name=next_name, last_day=last_day)


@blueprint.group_page(f"{ONE}/reopen", "keeper")
def reopen_page(visit: access.GroupVisit, season: Season) -> str:
    """Say what reopening a closed season will do."""
    return responses.page(
        "seasons/reopen.html",
        season=season,
        preview=reopening.preview(visit.session, season) if season.is_closed else None,
    )


@blueprint.group_form(f"{ONE}/reopen", "keeper", then="seasons.show", again=reopen_page)
def reopen(visit: access.GroupVisit, write: changes.Write, season: Season) -> None:
    """Reopen a season that was closed; its games are counted anew."""
    reopening.reopen(visit.session, season, write)


def _kept_page(visit: access.GroupVisit, season: Season) -> str:
    return _edit_page(visit, season_form.SeasonForm.showing(season), season)


@blueprint.group_form(f"{ONE}/delete", "keeper", then="seasons.index", again=_kept_page)
def delete_season(visit: access.GroupVisit, write: changes.Write, season: Season) -> None:
    """Move a season in which no game counts to the trash."""
    seasons.delete(visit.session, season, write)


@blueprint.open_page("/standings/<uid:token>", may_lag=True)
def public(token: str) -> ResponseReturnValue:
    """Show a group's standings to whoever has their public link; nothing else of the group."""
    group = groups.by_public_link(db.session, token)
    asked = request.args.get("season", "")
    season = seasons.shown(db.session, group, asked, access.now())
    table = standings.present(db.session, season) if season else []
    teams = team_tables.present(db.session, season, table) if season else []
    picture = season and url_for("pictures.public_file", token=token, season=season.uid)
    page = render_template(
        "seasons/public.html",
        group=group,
        token=token,
        picture=addresses.whole(picture) if picture else "",
        season=season,
        table=table,
        teams=teams,
        words=season_words.all_of(db.session, season, table, teams) if season else [],
        seasons=seasons.of_group(db.session, group),
    )
    return page, {"X-Robots-Tag": "noindex, nofollow"}


def _status(season: Season) -> int:
    """Return 409 for a closed season, which cannot be changed, else 200."""
    return CONFLICT if season.is_closed else OK


def _tried_page(visit: access.GroupVisit, season: Season | None = None) -> ResponseReturnValue:
    """Return the form with a trial on the games."""
    form = season_form.SeasonForm(request.form)
    try:
        tried = trials.trial(visit.session, visit.group, form.plan(season, is_trial=True), season)
    except errors.BadInput as error:
        g.refusal = error
        return _edit_page(visit, form, season, is_tried=True), UNPROCESSABLE_ENTITY
    return _edit_page(visit, form, season, is_tried=True, trial=tried)


def _edit_page(
    visit: access.GroupVisit,
    form: season_form.SeasonForm,
    season: Season | None = None,
    *,
    is_tried: bool = False,
    trial: trials.Trial | None = None,
) -> str:
    if season and season.is_closed:
        return _closed_page(season)
    error = responses.refusal()
    return responses.page(
        "seasons/edit.html",
        form=form,
        season=season,
        may_delete=season and not seasons.has_games(visit.session, season),
        offered=season_words.kinds_on_offer(visit.session, visit.group),
        tie_breaks=TIE_BREAKS,
        trial=trial,
        problem_tried=error.message if error and is_tried else "",
        # A form that was refused as stale stays so, unless it says that it means it.
        version=writes.form_version()
        if is_tried or isinstance(error, errors.Stale)
        else visit.group.version,
        **responses.in_form(form) | ({"problem": ""} if form.first_refused else {}),
    )


def _closed_page(season: Season) -> str:
    """Say that a season can be changed no more."""
    return responses.page("seasons/closed.html", season=season)
