"""A group itself: create it, open it, its settings, history and bin."""

from __future__ import annotations

from flask import request, url_for
from flask.typing import ResponseReturnValue

from scorecard.database.db import db
from scorecard.models import Group, Proposal
from scorecard.services.book import voting
from scorecard.services.cash import balances
from scorecard.services.groups import details, group_members, groups, public_links
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import bin as the_bin
from scorecard.services.looking_back import history_pages
from scorecard.web.book import house_rules_words
from scorecard.web.http import access, addresses
from scorecard.web.live import standings
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("groups", __name__)
PREFIX = "/groups/<uid:group_uid>"


@blueprint.open_page("/groups/new")
def new() -> ResponseReturnValue:
    """Ask for the name of a new group."""
    access.promise_device()
    return _new_page()


@blueprint.post("/groups/new")
@access.anyone
def create() -> ResponseReturnValue:
    """Create a group; this phone becomes its scorekeeper."""
    access.start_writing_in(None)
    write = writes.this_write(access.ensure_device())
    name, zone = request.form.get("name", ""), request.form.get("time_zone", "")
    return views.write_once(
        write,
        lambda: groups.create(db.session, write, name, addresses.secret_key(), zone),
        then=lambda done, made: url_for(
            "roster.page",
            group_uid=(db.session.get_one(Group, done.group_id) if done else made).uid,
        ),
        again=_new_page,
    )


@blueprint.group_page(PREFIX, "member", may_lag=True)
def page(visit: access.GroupVisit) -> str:
    """Show a group: its standings first."""
    return responses.page(
        "people/group/page.html",
        standings=standings.piece(visit.group),
        notices=house_rules_words.notices(visit),
        asked=_asked(visit),
        is_alone=len(group_members.inside(visit.session, visit.group)) == 1,
    )


@blueprint.group_page(f"{PREFIX}/more", "member")
def more(visit: access.GroupVisit) -> str:
    """Show everything else that can be done in a group."""
    return responses.page(
        "people/group/more.html", deleted=len(the_bin.of_group(visit.session, visit.membership))
    )


@blueprint.group_page(f"{PREFIX}/settings", "keeper")
def settings(visit: access.GroupVisit) -> str:
    """Show the group's name and other details, and its public standings."""
    group = visit.group
    token = public_links.token(group, addresses.secret_keys())
    return responses.page(
        "people/group/settings.html",
        details=details.ALL,
        typed={key: getattr(group, key) for key in details.KEYS}
        | writes.typed_since(group, group.uid),
        choices={"time_zone": details.time_zones()},
        is_public=group.public_hash is not None,
        public_link=addresses.link("seasons.public", token),
    )


@blueprint.group_form(f"{PREFIX}/settings", "keeper", then="groups.settings", again=settings)
def change_settings(visit: access.GroupVisit, write: changes.Write) -> None:
    """Change the group's name and its other details; a field that is not sent stays."""
    typed = {key: request.form[key] for key in details.KEYS if key in request.form}
    groups.change(visit.session, visit.group, write, **typed)


@blueprint.group_form(f"{PREFIX}/public", "keeper", then="groups.settings", again=settings)
def switch_public(visit: access.GroupVisit, write: changes.Write) -> None:
    """Switch the link to the public standings on, renew it, or switch it off."""
    is_on, secret_key = request.form.get("public") == "on", addresses.secret_key()
    groups.switch_public(visit.session, visit.group, write, secret_key, is_on=is_on)


@blueprint.group_page(f"{PREFIX}/history", "member")
def changes_page(visit: access.GroupVisit) -> str:
    """Show what changed in the group, newest first."""
    before, about = writes.number_asked("before"), request.args.get("about", "")
    page = history_pages.of_group(visit.session, visit.group, before=before, about=about)
    return responses.page(
        "files/group_history.html",
        page=page,
        here=visit.device.id,
        choices={
            key: kinds
            for key, kinds in group_changes.KINDS.items()
            if key != "cash" or balances.is_used(visit.session, visit.group)
        },
        about=about,
        older=url_for(
            "groups.changes_page",
            group_uid=visit.group.uid,
            about=about or None,
            before=page.older,
        ),
    )


@blueprint.group_page(f"{PREFIX}/delete", "keeper")
def delete_page(visit: access.GroupVisit) -> str:
    """Say what deleting the group does."""
    return responses.page(
        "people/group/delete.html",
        games=groups.count_games(visit.session, visit.group),
        running=len(groups.running(visit.session, visit.group)),
        days=the_bin.DAYS,
    )


@blueprint.group_form(
    f"{PREFIX}/delete", "keeper", then="bins.of_phone", again=delete_page, is_deleted=True
)
def delete_group(visit: access.GroupVisit, write: changes.Write) -> None:
    """Move a group to the trash, with all its games; answers with this device's trash."""
    groups.delete(visit.session, visit.group, write)


def _asked(visit: access.GroupVisit) -> list[Proposal]:
    """Return the open proposals on which a player of this phone has not voted."""
    mine = {player.id for player in visit.my_players}
    return [
        proposal
        for proposal in voting.open_proposals(visit.session, visit.group)
        if mine - {vote.player.one.id for vote in proposal.votes}
    ]


def _new_page() -> str:
    name = request.form.get("name", "")
    return responses.page("people/group/new.html", name=name)
