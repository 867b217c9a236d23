"""A group itself: create it, open it, its settings, history and bin."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, Proposal
from scorecard.services.book import voting
from scorecard.services.groups import group_members, groups
from scorecard.services.history import group_changes
from scorecard.services.keeping import bin as the_bin
from scorecard.services.looking_back import history_pages
from scorecard.web.book import house_rules_words
from scorecard.web.http import access, addresses, refusals
from scorecard.web.live import standings
from scorecard.web.pages import responses
from scorecard.web.write import writes

blueprint = Blueprint("groups", __name__)
PREFIX = "/groups/<uid:group_uid>"


@blueprint.get("/groups/new")
@access.anyone
def new() -> ResponseReturnValue:
    """Ask for the name of a new group."""
    access.promise_device()
    return _new_page()


@blueprint.post("/groups/new")
@access.anyone
def create() -> ResponseReturnValue:
    """Create a group; this phone becomes its scorekeeper."""
    access.start_writing()
    write = writes.this_write(access.ensure_device())
    created: list[Group] = []
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "")
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    try:
        done = writes.perform(
            write, lambda: created.append(groups.create(db.session, write, name, secret_key, zone))
        )
    except errors.ScorecardError as error:
        db.session.rollback()
        return refusals.refused(_new_page(error, name), error)
    group = db.session.get_one(Group, done.group_id) if done else created[0]
    return redirect(url_for("roster.page", group_uid=group.uid), 303)


@blueprint.get(PREFIX)
@access.needs_in_group("member")
def page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show a group: its standings first."""
    return render_template(
        "people/group/page.html",
        visit=visit,
        standings_html=standings.piece(visit.group).text,
        notices=house_rules_words.notices(visit),
        asked=_asked(visit),
        is_alone=len(group_members.inside(visit.session, visit.group)) == 1,
    )


@blueprint.get(f"{PREFIX}/more")
@access.needs_in_group("member")
def more(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show everything else that can be done in a group."""
    return render_template(
        "people/group/more.html",
        visit=visit,
        deleted=len(the_bin.of_group(visit.session, visit.membership)),
    )


@blueprint.get(f"{PREFIX}/settings")
@access.needs_in_group("keeper")
def settings(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the group's name, time zone and public standings."""
    return _settings_page(visit)


@blueprint.post(f"{PREFIX}/settings")
@access.needs_in_group("keeper")
def change_settings(visit: access.GroupVisit) -> ResponseReturnValue:
    """Change the group's name and time zone."""
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "").strip()
    return responses.act_in_group(
        visit,
        lambda write: groups.change(visit.session, visit.group, write, name=name, time_zone=zone),
        then="groups.settings",
        again=lambda error: _settings_page(visit, error, {"name": name, "time_zone": zone}),
    )


@blueprint.post(f"{PREFIX}/public")
@access.needs_in_group("keeper")
def switch_public(visit: access.GroupVisit) -> ResponseReturnValue:
    """Switch the link to the public standings on, renew it, or switch it off."""
    is_on = request.form.get("public") == "on"
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return responses.act_in_group(
        visit,
        lambda write: groups.switch_public(
            visit.session, visit.group, write, secret_key, is_on=is_on
        ),
        then="groups.settings",
        again=lambda error: _settings_page(visit, error),
    )


@blueprint.get(f"{PREFIX}/history")
@access.needs_in_group("member")
def changes_page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show what changed in the group, newest first."""
    before, about = writes.number_asked("before"), request.args.get("about", "")
    page = history_pages.of_group(visit.session, visit.group, before=before, about=about)
    return render_template(
        "files/group_history.html",
        visit=visit,
        page=page,
        here=visit.device.id,
        choices=group_changes.KINDS,
        about=about,
        older=url_for(
            "groups.changes_page",
            group_uid=visit.group.uid,
            about=about or None,
            before=page.older,
        ),
    )


@blueprint.get(f"{PREFIX}/delete")
@access.needs_in_group("keeper")
def delete_page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Say what deleting the group does."""
    return _delete_page(visit)


@blueprint.post(f"{PREFIX}/delete")
@access.needs_in_group("keeper", is_deleted=True)
def delete(visit: access.GroupVisit) -> ResponseReturnValue:
    """Put the group into the bin."""
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(write, lambda: groups.delete(visit.session, visit.group, write))
    except errors.ScorecardError as error:
        visit.session.rollback()
        return _delete_page(visit, error), refusals.status_of(error)
    return redirect(url_for("bins.of_phone"), 303)


def _asked(visit: access.GroupVisit) -> list[Proposal]:
    """Return the open proposals on which somebody of this phone has not voted yet."""
    mine = {player.id for player in visit.my_players}
    return [
        proposal
        for proposal in voting.open_proposals(visit.session, visit.group)
        if mine - {vote.player.one.id for vote in proposal.votes}
    ]


def _new_page(error: errors.ScorecardError | None = None, name: str = "") -> str:
    return render_template(
        "people/group/new.html", problem=error.message if error else "", name=name
    )


def _delete_page(visit: access.GroupVisit, error: errors.ScorecardError | None = None) -> str:
    return render_template(
        "people/group/delete.html",
        visit=visit,
        games=groups.count_games(visit.session, visit.group),
        running=len(groups.running(visit.session, visit.group)),
        days=the_bin.DAYS,
        **responses.beside(error),
    )


def _settings_page(
    visit: access.GroupVisit,
    error: errors.ScorecardError | None = None,
    typed: dict[str, str] | None = None,
) -> str:
    group = visit.group
    token = groups.public_token(group, current_app.config["SETTINGS"].secret_keys)
    return render_template(
        "people/group/settings.html",
        visit=visit,
        typed=typed or {"name": group.name, "time_zone": group.time_zone},
        zones=groups.time_zones(),
        is_public=group.public_hash is not None,
        public_link=addresses.base_url() + url_for("seasons.public", token=token) if token else "",
        **responses.beside(error),
    )
