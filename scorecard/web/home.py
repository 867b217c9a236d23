"""The front door: new game, join with a code, and the games on this phone."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.services import access
from scorecard.web.access import anyone, current_device
from scorecard.web.forms import CodeForm

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@anyone
def index() -> ResponseReturnValue:
    """Show what one can do here, and the games this device is in."""
    device = current_device()
    games = access.games_of(db.session, device) if device else []
    return render_template("home.html", games=games, form=CodeForm())
