"""The front door: new game, join with a code, and the groups and games on this phone."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.services import access, groups
from scorecard.services import bin as the_bin
from scorecard.web.access import anyone, current_device
from scorecard.web.forms import CodeForm

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@anyone
def index() -> ResponseReturnValue:
    """Show what one can do here, and the groups and games this device is in."""
    device = current_device()
    return render_template(
        "home.html",
        games=access.games_of(db.session, device) if device else [],
        groups=groups.of_device(db.session, device) if device else [],
        deleted=len(the_bin.of_device(db.session, device)) if device else 0,
        form=CodeForm(),
    )
