"""The stored data about a phone or a player: show, export and forget it."""

from __future__ import annotations

from flask import g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import WriteKey
from scorecard.rules.words import say
from scorecard.services.files.exporting import dossiers, downloads
from scorecard.services.groups import group_members, phones
from scorecard.services.history import changes
from scorecard.services.keeping import forgetting
from scorecard.web.http import access, limits
from scorecard.web.pages import responses, views
from scorecard.web.people import roster
from scorecard.web.write import transfers, writes

blueprint = views.Views("privacy", __name__)


@blueprint.open_page("/forget")
def ask_phone() -> ResponseReturnValue:
    """Say what it means to forget this phone."""
    access.promise_device()
    return _phone_page()


@blueprint.post("/forget")
@access.anyone
def forget_phone() -> ResponseReturnValue:
    """Take this phone out of everything, and drop its cookie."""
    access.start_writing()
    if device := access.current_device():
        try:
            phones.forget(db.session, writes.this_write(device))
        except errors.Conflict as error:
            return views.refuse(error, _phone_page)
        db.session.commit()
    session.clear()
    return redirect(url_for("privacy.forgotten"), 303)


@blueprint.open_page("/forgotten")
def forgotten() -> ResponseReturnValue:
    """Say that it is done; its script empties what the phone itself has kept."""
    return render_template("phone/forgotten.html")


@blueprint.group_page(f"{roster.PLAYER}/forget", "member")
def ask_player(visit: access.GroupVisit, player_uid: str) -> str:
    """Say what it means to forget a player, and ask for certain."""
    player = roster.own_player(visit, player_uid)
    alike = forgetting.words_alike(visit.session, player)
    # In other letter case it is the name; with another ending it may be another word.
    same = [word for word in alike if word.casefold() == player.name.casefold()]
    return responses.page(
        "people/players/privacy.html",
        player=player,
        alike=alike,
        ticked=request.form.getlist("also") if request.method == "POST" else same,
        games=len(dossiers.games_of(visit.session, player)),
    )


def _after_forgetting(_done: WriteKey | None, _made: None) -> str:
    visit: access.GroupVisit = g.group_visit
    membership = group_members.membership_of(visit.session, visit.group, visit.device)
    is_inside = membership is not None and membership.removed_at is None
    return views.address("roster.page" if is_inside else "home.index")


@blueprint.group_form(f"{roster.PLAYER}/forget", "member", then=_after_forgetting, again=ask_player)
def forget_player(
    visit: access.GroupVisit,
    write: changes.Write,
    player_uid: str,
    *,
    is_certain: bool,
    also: list[str],
) -> None:
    """Forget a player for good: the name goes from everywhere, what was played stays.

    Only a scorekeeper, or the player's own device.
    """
    player = roster.own_player(visit, player_uid)
    if not is_certain:
        raise errors.BadInput(
            say("Tick “I’m sure” first: this can’t be undone."), field="is_certain"
        )
    forgetting.forget(visit.session, player, write, also)


@blueprint.group_page(f"{roster.PLAYER}/{transfers.EXPORT}", "member")
@limits.limit_exports
def export_player(
    visit: access.GroupVisit, player_uid: str, ending: downloads.Format
) -> ResponseReturnValue:
    """Hand out everything that is kept about a player."""
    wanted = downloads.Wanted(ending, transfers.asked_separator())
    return transfers.player_file(visit, roster.own_player(visit, player_uid), wanted)


def _phone_page() -> str:
    device = access.current_device()
    return responses.page(
        "phone/privacy.html",
        kept_alone=phones.kept_alone(db.session, device) if device else [],
        alone=phones.only_here(db.session, device) if device else [],
    )
