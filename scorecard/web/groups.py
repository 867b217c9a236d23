"""A group itself: found it, open it, its settings, history and bin."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import ScorecardError
from scorecard.models import Group, Proposal
from scorecard.services import bin as the_bin
from scorecard.services import consent, groups, telling
from scorecard.web import books, standings
from scorecard.web.access import (
    GroupVisit,
    anyone,
    ensure_device,
    needs_in_group,
    promise_device,
    start_writing,
)
from scorecard.web.addresses import base_url
from scorecard.web.errors import refused, status_of
from scorecard.web.pages import act_in_group, beside
from scorecard.web.writes import form_version, number_asked, perform, this_write

blueprint = Blueprint("groups", __name__)
PREFIX = "/groups/<uid:group_uid>"


@blueprint.get("/groups/new")
@anyone
def new() -> ResponseReturnValue:
    """Ask for the name of a new group."""
    promise_device()
    return _new_page()


@blueprint.post("/groups/new")
@anyone
def found() -> ResponseReturnValue:
    """Found a group; this phone becomes its keeper."""
    start_writing()
    write = this_write(ensure_device())
    founded: list[Group] = []
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "")
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    try:
        done = perform(
            write, lambda: founded.append(groups.found(db.session, write, name, secret_key, zone))
        )
    except ScorecardError as error:
        db.session.rollback()
        return refused(_new_page(error, name), error)
    group = db.session.get_one(Group, done.group_id) if done else founded[0]
    return redirect(url_for("roster.page", group_uid=group.uid), 303)


@blueprint.get(PREFIX)
@needs_in_group("member")
def page(visit: GroupVisit) -> ResponseReturnValue:
    """Show a group: its standings first."""
    return render_template(
        "groups/page.html",
        visit=visit,
        standings_html=standings.piece(visit.group).text,
        running=groups.running(visit.session, visit.group),
        notices=books.notices(visit),
        asked=_asked(visit),
        is_alone=len(groups.inside(visit.session, visit.group)) == 1,
    )


@blueprint.get(f"{PREFIX}/more")
@needs_in_group("member")
def more(visit: GroupVisit) -> ResponseReturnValue:
    """Show everything else that can be done in a group."""
    return render_template(
        "groups/more.html",
        visit=visit,
        deleted=len(the_bin.of_group(visit.session, visit.membership)),
    )


@blueprint.get(f"{PREFIX}/settings")
@needs_in_group("keeper")
def settings(visit: GroupVisit) -> ResponseReturnValue:
    """Show the group's name, time zone and public standings."""
    return _settings_page(visit)


@blueprint.post(f"{PREFIX}/settings")
@needs_in_group("keeper")
def change_settings(visit: GroupVisit) -> ResponseReturnValue:
    """Change the group's name and time zone."""
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "").strip()
    return act_in_group(
        visit,
        lambda write: groups.change(visit.session, visit.group, write, name=name, time_zone=zone),
        then="groups.settings",
        again=lambda error: _settings_page(visit, error, {"name": name, "time_zone": zone}),
    )


@blueprint.post(f"{PREFIX}/public")
@needs_in_group("keeper")
def switch_public(visit: GroupVisit) -> ResponseReturnValue:
    """Switch the link to the public standings on, renew it, or switch it off."""
    is_on = request.form.get("public") == "on"
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return act_in_group(
        visit,
        lambda write: groups.switch_public(
            visit.session, visit.group, write, secret_key, is_on=is_on
        ),
        then="groups.settings",
        again=lambda error: _settings_page(visit, error),
    )


@blueprint.get(f"{PREFIX}/history")
@needs_in_group("member")
def changes_page(visit: GroupVisit) -> ResponseReturnValue:
    """Show what changed in the group, newest first."""
    before, about = number_asked("before"), request.args.get("about", "")
    page = telling.of_group(visit.session, visit.group, before=before, about=about)
    return render_template(
        "groups/history.html",
        visit=visit,
        page=page,
        here=visit.device.id,
        choices=telling.KINDS,
        about=about,
        older=url_for(
            "groups.changes_page",
            group_uid=visit.group.uid,
            about=about or None,
            before=page.older,
        ),
    )


@blueprint.get(f"{PREFIX}/delete")
@needs_in_group("keeper")
def delete_page(visit: GroupVisit) -> ResponseReturnValue:
    """Say what deleting the group does."""
    return _delete_page(visit)


@blueprint.post(f"{PREFIX}/delete")
@needs_in_group("keeper", is_deleted=True)
def delete(visit: GroupVisit) -> ResponseReturnValue:
    """Put the group into the bin."""
    write = this_write(visit.device, form_version())
    try:
        perform(write, lambda: groups.delete(visit.session, visit.group, write))
    except ScorecardError as error:
        visit.session.rollback()
        return _delete_page(visit, error), status_of(error)
    return redirect(url_for("bins.of_phone"), 303)


def _asked(visit: GroupVisit) -> list[Proposal]:
    """Return the open proposals on which somebody of this phone has not voted yet."""
    mine = {player.id for player in visit.my_players}
    return [
        proposal
        for proposal in consent.open_ones(visit.session, visit.group)
        if mine - {vote.player.one.id for vote in proposal.votes}
    ]


def _new_page(error: ScorecardError | None = None, name: str = "") -> str:
    return render_template("groups/new.html", problem=error.message if error else "", name=name)


def _delete_page(visit: GroupVisit, error: ScorecardError | None = None) -> str:
    return render_template(
        "groups/delete.html",
        visit=visit,
        games=groups.count_games(visit.session, visit.group),
        running=len(groups.running(visit.session, visit.group)),
        days=the_bin.DAYS,
        **beside(error),
    )


def _settings_page(
    visit: GroupVisit, error: ScorecardError | None = None, typed: dict[str, str] | None = None
) -> str:
    group = visit.group
    token = groups.public_token(group, current_app.config["SETTINGS"].secret_keys)
    return render_template(
        "groups/settings.html",
        visit=visit,
        typed=typed or {"name": group.name, "time_zone": group.time_zone},
        zones=groups.time_zones(),
        is_public=group.public_hash is not None,
        public_link=base_url() + url_for("seasons.public", token=token) if token else "",
        **beside(error),
    )
