"""What is known here and of whom: told, handed out, and forgotten."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import BadInput, Conflict, ScorecardError
from scorecard.models import Player
from scorecard.rules.words import say
from scorecard.services import dossiers, forgetting, groups, phones
from scorecard.services.changes import Write
from scorecard.web.access import (
    GroupVisit,
    anyone,
    current_device,
    needs_in_group,
    promise_device,
    start_writing,
)
from scorecard.web.errors import status_of
from scorecard.web.limits import limit_exports
from scorecard.web.pages import beside
from scorecard.web.roster import PLAYER, own_player
from scorecard.web.transfers import asked_separator, player_file
from scorecard.web.writes import form_version, perform, this_write

blueprint = Blueprint("privacy", __name__)


@blueprint.get("/forget")
@anyone
def ask_phone() -> ResponseReturnValue:
    """Say what it means to forget this phone."""
    promise_device()
    return _phone_page()


@blueprint.post("/forget")
@anyone
def forget_phone() -> ResponseReturnValue:
    """Take this phone out of everything, and drop its cookie."""
    start_writing()
    if device := current_device():
        try:
            phones.forget(db.session, this_write(device))
        except Conflict as error:
            db.session.rollback()
            return _phone_page(error), status_of(error)
        db.session.commit()
    session.clear()
    return redirect(url_for("privacy.forgotten"), 303)


@blueprint.get("/forgotten")
@anyone
def forgotten() -> ResponseReturnValue:
    """Say that it is done; its script empties what the phone itself has kept."""
    return render_template("privacy/forgotten.html")


@blueprint.get(f"{PLAYER}/forget")
@needs_in_group("member")
def ask_player(visit: GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Say what it means to forget a player, and ask for certain."""
    return _player_page(visit, own_player(visit, player_uid))


@blueprint.post(f"{PLAYER}/forget")
@needs_in_group("member")
def forget_player(visit: GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Forget a player for good."""
    player = own_player(visit, player_uid)
    write = this_write(visit.device, form_version())
    try:
        perform(write, lambda: forget_for_certain(visit, player, write))
    except ScorecardError as error:
        visit.session.rollback()
        return _player_page(visit, player, error), status_of(error)
    membership = groups.membership_of(visit.session, visit.group, visit.device)
    if membership is None or membership.removed_at:
        return redirect(url_for("home.index"), 303)
    return redirect(url_for("roster.page", group_uid=visit.group.uid), 303)


def forget_for_certain(visit: GroupVisit, player: Player, write: Write) -> str:
    """Forget a player where the form or program says that this is meant."""
    body = request.get_json(silent=True) if request.is_json else request.form
    if not body or body.get("is_certain") not in ("yes", True):
        raise BadInput(say("Tick that you are certain: this cannot be undone."), field="is_certain")
    also = body.get("also", []) if request.is_json else request.form.getlist("also")
    return forgetting.forget(visit.session, player, write, also)


@blueprint.get(f"{PLAYER}/export.<any(json, csv):format>")
@needs_in_group("member")
@limit_exports
def export_player(
    visit: GroupVisit,
    player_uid: str,
    format: Literal["json", "csv"],  # noqa: A002
) -> ResponseReturnValue:
    """Hand out everything that is kept about a player."""
    return player_file(visit, own_player(visit, player_uid), format, asked_separator())


def _phone_page(error: ScorecardError | None = None) -> str:
    device = current_device()
    return render_template(
        "privacy/phone.html",
        kept=phones.kept_alone(db.session, device) if device else [],
        alone=phones.only_here(db.session, device) if device else [],
        **beside(error),
    )


def _player_page(visit: GroupVisit, player: Player, error: ScorecardError | None = None) -> str:
    alike = forgetting.words_alike(visit.session, player)
    # Usually it is the name, only written otherwise; with an ending it may be another word.
    same = [word for word in alike if word.casefold() == player.name.casefold()]
    return render_template(
        "privacy/player.html",
        visit=visit,
        player=player,
        alike=alike,
        ticked=request.form.getlist("also") if request.method == "POST" else same,
        games=len(dossiers.games_of(visit.session, player)),
        **beside(error),
    )
