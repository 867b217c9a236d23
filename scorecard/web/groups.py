"""A group: found it, open it, join it by its link."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import BadInput, ScorecardError
from scorecard.models import Group
from scorecard.services import groups
from scorecard.web import standings
from scorecard.web.access import (
    GroupVisit,
    anyone,
    ensure_device,
    needs_in_group,
    promise_device,
    start_writing,
)
from scorecard.web.errors import status_of
from scorecard.web.writes import perform, this_write

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
    except BadInput as error:
        db.session.rollback()
        return _new_page(error, name), status_of(error)
    group = db.session.get_one(Group, done.group_id) if done else founded[0]
    return redirect(url_for("groups.page", group_uid=group.uid), 303)


@blueprint.get(PREFIX)
@needs_in_group("member")
def page(visit: GroupVisit) -> ResponseReturnValue:
    """Show a group: its standings first."""
    html = standings.piece(visit.group).text
    return render_template("groups/page.html", visit=visit, standings_html=html)


@blueprint.get("/groups/join/<uid:token>")
@anyone
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    promise_device()
    return render_template("groups/join.html", group=groups.by_link(db.session, token))


@blueprint.post("/groups/join/<uid:token>")
@anyone
def join(token: str) -> ResponseReturnValue:
    """Join the group that a link opens."""
    start_writing()
    group = groups.by_link(db.session, token)
    device = ensure_device()
    groups.join(db.session, group, device, this_write(device))
    db.session.commit()
    return redirect(url_for("groups.page", group_uid=group.uid), 303)


def _new_page(error: ScorecardError | None = None, name: str = "") -> str:
    return render_template("groups/new.html", problem=error.message if error else "", name=name)
