"""Joining a game: by its short code, or by a link or its QR code."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.models.device import PLAYER, SPECTATOR
from scorecard.services.groups import access
from scorecard.services.history import members
from scorecard.services.table import seating
from scorecard.web.forms import parts
from scorecard.web.http import addresses, sources
from scorecard.web.http.access import (
    anyone,
    ensure_device,
    now,
    promise_device,
    start_writing_by_link,
)
from scorecard.web.pages import responses, views
from scorecard.web.write import guesses, sitting_down, writes

blueprint = views.Views("join", __name__)

BOARD = "board"
"""The form's value for a television, which goes on to the board."""


@blueprint.open_page("/join")
def ask() -> ResponseReturnValue:
    """Ask for a code."""
    promise_device()
    return _code_page(parts.CodeForm(request.args))


@blueprint.post("/join")
@anyone
def by_code() -> ResponseReturnValue:
    """Join the running game with a code, as a player."""
    form = parts.CodeForm(request.form)
    if not form.validate():
        return _code_page(form), 422
    try:
        return _let_in(guesses.game_to_join(str(form.code.data)), PLAYER)
    except (errors.NotFound, errors.NotAllowed, errors.TooMany) as error:
        form.code.errors = [error.message]
        return views.refuse(error, lambda: _code_page(form))


def _code_page(form: parts.CodeForm) -> str:
    """Return the page that asks for a code, after a wrong one for a board perhaps the board's."""
    is_for_board = bool(form.code.errors) and request.form.get("to") == BOARD
    return render_template("table/seats/code.html", form=form, is_for_board=is_for_board)


@blueprint.open_page("/join/<uid:token>")
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    promise_device()
    return _link_page(token)


@blueprint.post("/join/<uid:token>")
@anyone
def by_link(token: str) -> ResponseReturnValue:
    """Join the game that a link opens, in the link's role, and sit down where a name was tapped."""
    start_writing_by_link(token)
    opened = access.read_pass(db.session, token, now())
    role = SPECTATOR if "watch" in request.form else opened.role
    try:
        return _let_in(opened.game, role)
    except (errors.BadInput, errors.Conflict, errors.RefusedByRules) as error:
        return views.refuse(error, lambda: _link_page(token))


def _link_page(token: str) -> str:
    """Return the page of a link; it asks players of a running game for their name."""
    opened = access.read_pass(db.session, token, now())
    game = opened.game
    return responses.page(
        "table/seats/link.html",
        invitation=opened,
        game=game,
        token=token,
        picture=addresses.link("pictures.invitation_file", token),
        names_asked=opened.role != SPECTATOR and not game.is_ended and not game.deleted_at,
        claimed=members.seats_claimed(db.session, game),
        is_full=seating.is_full(game),
        ticked=writes.typed_positions("seat"),
        name=sitting_down.new_name(),
    )


def _let_in(game: Game, role: str) -> ResponseReturnValue:
    device = ensure_device()
    membership = access.join(db.session, game, role, sources.write_of(device, now()))
    if membership.role != SPECTATOR and sitting_down.is_said():
        write = writes.this_write(device, writes.form_version())
        if not writes.done_before(write):
            sitting_down.sit_down(db.session, game, membership, write)
    db.session.commit()
    if request.values.get("to") == BOARD:
        return redirect(url_for("boards.show", game_uid=game.uid), 303)
    is_known = sitting_down.is_said() or membership.seats or membership.role == SPECTATOR
    is_over = game.is_ended or game.deleted_at
    there = "games.table" if is_known or is_over else "seats.who"
    return redirect(url_for(there, game_uid=game.uid), 303)
