"""Getting in: by the short code, by a link, or by the QR code that contains it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.models.device import PLAYER
from scorecard.services.groups import access
from scorecard.web.forms import parts
from scorecard.web.http import addresses, refusals, sources
from scorecard.web.http.access import anyone, ensure_device, now, promise_device, start_writing
from scorecard.web.write import guesses

blueprint = Blueprint("join", __name__)

BOARD = "board"
"""Where a television wants to go that joins."""


@blueprint.get("/join")
@anyone
def ask() -> ResponseReturnValue:
    """Ask for a code."""
    promise_device()
    return render_template("table/seats/code.html", form=parts.CodeForm(request.args))


@blueprint.post("/join")
@anyone
def by_code() -> ResponseReturnValue:
    """Join the running game with a code, as a player."""
    form = parts.CodeForm(request.form)
    if not form.validate():
        return render_template("table/seats/code.html", form=form), 422
    try:
        return _let_in(guesses.game_to_join(str(form.code.data)), PLAYER)
    except (errors.NotFound, errors.NotAllowed, errors.TooMany) as error:
        db.session.rollback()
        form.code.errors = [error.message]
        return refusals.refused(render_template("table/seats/code.html", form=form), error)


@blueprint.get("/join/<uid:token>")
@anyone
def invitation(token: str) -> ResponseReturnValue:
    """Show what a link opens; joining takes one tap, so that a preview of the link does not."""
    promise_device()
    opened = access.read_pass(db.session, token, now())
    return render_template(
        "table/seats/link.html", invitation=opened, token=token, address=addresses.base_url()
    )


@blueprint.post("/join/<uid:token>")
@anyone
def by_link(token: str) -> ResponseReturnValue:
    """Join the game that a link opens, in the link's role."""
    start_writing()
    opened = access.read_pass(db.session, token, now())
    return _let_in(opened.game, opened.role)


def _let_in(game: Game, role: str) -> ResponseReturnValue:
    membership = access.join(db.session, game, role, sources.write_of(ensure_device(), now()))
    db.session.commit()
    if request.values.get("to") == BOARD:
        return redirect(url_for("boards.show", game_uid=game.uid), 303)
    is_known = bool(membership.seats) or membership.role == "spectator"
    return redirect(url_for("games.table" if is_known else "seats.who", game_uid=game.uid), 303)
