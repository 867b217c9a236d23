"""Seasons: list, make, look at, change, close; their chart; and a group's public standings."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Season
from scorecard.rules.outcome.standings import TIE_BREAKS
from scorecard.rules.words import say
from scorecard.services.groups import groups
from scorecard.services.seasons import season_chart, season_words, seasons
from scorecard.services.standings import results, standings
from scorecard.web.http import access, addresses, refusals
from scorecard.web.live import standings as pieces
from scorecard.web.pages import responses
from scorecard.web.seasons import season_form
from scorecard.web.write import writes

blueprint = Blueprint("seasons", __name__)
PREFIX = "/groups/<uid:group_uid>/seasons"
ONE = f"{PREFIX}/<uid:season_uid>"


@blueprint.get(PREFIX)
@access.needs_in_group("member")
def index(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show all seasons of a group."""
    today = results.day_of(access.now(), visit.group)
    rows = [
        (season, season_words.state(visit.session, season, today))
        for season in seasons.of_group(visit.session, visit.group)
    ]
    return render_template("seasons/index.html", visit=visit, seasons=rows)


@blueprint.get(f"{PREFIX}/new")
@access.needs_in_group("keeper")
def new(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the form that makes a season."""
    return _edit_page(
        visit, season_form.SeasonForm.fresh(results.day_of(access.now(), visit.group))
    )


@blueprint.post(f"{PREFIX}/new")
@access.needs_in_group("keeper")
def make(visit: access.GroupVisit) -> ResponseReturnValue:
    """Make a season."""
    form = season_form.SeasonForm(request.form)
    write = writes.this_write(visit.device, writes.form_version())
    made: list[Season] = []
    try:
        writes.perform(
            write,
            lambda: made.append(seasons.make(visit.session, visit.group, write, form.plan())),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return _edit_page(visit, form, error=error), refusals.status_of(error)
    # Sent twice, it was made by the first one, and stands on the list.
    return _see(visit, made[0].uid) if made else _list(visit)


@blueprint.get(ONE)
@access.needs_in_group("member")
def show(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Show a season's standings; of a closed one its table and titles."""
    season = seasons.find(visit.session, visit.group, season_uid)
    html = pieces.piece(visit.group, season.uid).text
    return render_template("seasons/show.html", visit=visit, season=season, standings_html=html)


@blueprint.get(f"{ONE}/chart")
@access.needs_in_group("member")
def chart(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Show how a season went, day by day."""
    season = seasons.find(visit.session, visit.group, season_uid)
    return render_template(
        "seasons/chart.html",
        visit=visit,
        season=season,
        chart=season_chart.chart(visit.session, season),
    )


@blueprint.get(f"{ONE}/edit")
@access.needs_in_group("keeper")
def edit(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Show the form that changes a season."""
    season = seasons.find(visit.session, visit.group, season_uid)
    if season.is_closed:
        return _closed_page(visit, season)
    return _edit_page(visit, season_form.SeasonForm.showing(season), season)


@blueprint.post(f"{ONE}/edit")
@access.needs_in_group("keeper")
def change(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Change a season; its games are counted anew."""
    season = seasons.find(visit.session, visit.group, season_uid)
    form = season_form.SeasonForm(request.form)
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(write, lambda: seasons.change(visit.session, season, write, form.plan()))
    except errors.ScorecardError as error:
        visit.session.rollback()
        if season.is_closed:
            return _closed_page(visit, season)
        return _edit_page(visit, form, season, error), refusals.status_of(error)
    return _see(visit, season_uid)


@blueprint.get(f"{ONE}/close")
@access.needs_in_group("keeper")
def closing(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Say what closing a season will do."""
    season = seasons.find(visit.session, visit.group, season_uid)
    return _closed_page(visit, season) if season.is_closed else _close_page(visit, season)


@blueprint.post(f"{ONE}/close")
@access.needs_in_group("keeper")
def close(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Close a season for good, and begin the next one where it has a name."""
    season = seasons.find(visit.session, visit.group, season_uid)
    write = writes.this_write(visit.device, writes.form_version())
    next_name = request.form.get("next_name", "")
    try:
        last_day = season_form.read_day(request.form.get("last_day"), "last_day", say("Last day"))
        writes.perform(
            write,
            lambda: seasons.close(
                visit.session, season, write, next_name=next_name, last_day=last_day
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        if season.is_closed:
            return _closed_page(visit, season)
        return _close_page(visit, season, error, next_name), refusals.status_of(error)
    return _see(visit, season_uid)


@blueprint.post(f"{ONE}/delete")
@access.needs_in_group("keeper")
def delete(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Put a season in which no game counts into the bin."""
    write = writes.this_write(visit.device, writes.form_version())

    def action() -> None:
        # Found only here, so that the same tap twice does not look for what is gone.
        season = seasons.find(visit.session, visit.group, season_uid)
        seasons.delete(visit.session, season, write)

    try:
        writes.perform(write, action)
    except errors.Conflict as error:
        visit.session.rollback()
        season = seasons.find(visit.session, visit.group, season_uid)
        return _edit_page(
            visit, season_form.SeasonForm.showing(season), season, error
        ), refusals.status_of(error)
    return _list(visit)


@blueprint.get("/standings/<uid:token>")
@access.anyone
def public(token: str) -> ResponseReturnValue:
    """Show a group's standings to whoever has their public link; nothing else of the group."""
    group = groups.by_public_link(db.session, token)
    wanted = request.args.get("season", "")
    if wanted:
        season: Season | None = seasons.find(db.session, group, wanted)
    else:
        season = seasons.current(db.session, group, results.day_of(access.now(), group))
    page = render_template(
        "seasons/public.html",
        group=group,
        token=token,
        address=addresses.base_url(),
        season=season,
        table=standings.present(db.session, season) if season else [],
        words=season_words.sentences(season) if season else [],
        seasons=seasons.of_group(db.session, group),
    )
    return page, {"X-Robots-Tag": "noindex, nofollow"}


def _see(visit: access.GroupVisit, season_uid: str) -> ResponseReturnValue:
    address = url_for("seasons.show", group_uid=visit.group.uid, season_uid=season_uid)
    return redirect(address, 303)


def _list(visit: access.GroupVisit) -> ResponseReturnValue:
    return redirect(url_for("seasons.index", group_uid=visit.group.uid), 303)


def _edit_page(
    visit: access.GroupVisit,
    form: season_form.SeasonForm,
    season: Season | None = None,
    error: errors.ScorecardError | None = None,
) -> str:
    return render_template(
        "seasons/edit.html",
        visit=visit,
        form=form,
        season=season,
        offered=season_words.kinds_on_offer(visit.session, visit.group),
        tie_breaks=TIE_BREAKS,
        # A form that was refused as stale stays so, unless it says that it means it.
        version=writes.form_version() if isinstance(error, errors.Stale) else visit.group.version,
        **responses.refusal(form, error) | ({"problem": ""} if form.first_refused else {}),
    )


def _close_page(
    visit: access.GroupVisit,
    season: Season,
    error: errors.ScorecardError | None = None,
    next_name: str = "",
) -> str:
    table = standings.present(visit.session, season)
    today = results.day_of(access.now(), visit.group)
    days = seasons.last_days(season, today)
    refused = error.field if isinstance(error, errors.BadInput) else ""
    return render_template(
        "seasons/close.html",
        visit=visit,
        season=season,
        table=table,
        titles=seasons.titles(table, season.scheme["kind"]),
        days=days,
        today=today,
        last_day=request.form.get("last_day", days[0].isoformat()),
        sentences=season_words.closing(visit.session, season, days, today),
        next_name=next_name,
        problem=error.message if error else "",
        refused={"name": "next_name"}.get(refused, refused),
    )


def _closed_page(visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Say that a season can be changed no more."""
    return render_template("seasons/closed.html", visit=visit, season=season), 409
