"""Getting in: by the short code, by a link, or by the QR code that contains it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import NotAllowed, NotFound, TooMany
from scorecard.models import Game
from scorecard.models.access import PLAYER
from scorecard.services import access
from scorecard.web.access import anyone, ensure_device, now, promise_device, start_writing
from scorecard.web.addresses import base_url
from scorecard.web.errors import refused
from scorecard.web.forms import CodeForm
from scorecard.web.guesses import game_to_join
from scorecard.web.sources import write_of

blueprint = Blueprint("join", __name__)

BOARD = "board"
"""Where a television wants to go that joins."""


@blueprint.get("/join")
@anyone
def ask() -> ResponseReturnValue:
    """Ask for a code."""
    promise_device()
    return render_template("join/code.html", form=CodeForm(request.args))


@blueprint.post("/join")
@anyone
def by_code() -> ResponseReturnValue:
    """Join the running game with a code, as a player."""
    form = CodeForm(request.form)
    if not form.validate():
        return render_template("join/code.html", form=form), 422
    try:
        return _let_in(game_to_join(str(form.code.data)), PLAYER)
    except (NotFound, NotAllowed, TooMany) as error:
        db.session.rollback()
        form.code.errors = [error.message]
        return refused(render_template("join/code.html", form=form), error)


@blueprint.get("/join/<uid:token>")
@anyone
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    promise_device()
    found = access.read_pass(db.session, token, now())
    return render_template("join/link.html", invitation=found, token=token, address=base_url())


@blueprint.post("/join/<uid:token>")
@anyone
def by_link(token: str) -> ResponseReturnValue:
    """Join the game that a link opens, in the link's role."""
    start_writing()
    found = access.read_pass(db.session, token, now())
    return _let_in(found.game, found.role)


def _let_in(game: Game, role: str) -> ResponseReturnValue:
    membership = access.join(db.session, game, role, write_of(ensure_device(), now()))
    db.session.commit()
    if request.values.get("to") == BOARD:
        return redirect(url_for("boards.show", game_uid=game.uid), 303)
    is_known = bool(membership.seats) or membership.role == "spectator"
    return redirect(url_for("games.table" if is_known else "seats.who", game_uid=game.uid), 303)
