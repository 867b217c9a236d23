"""The front door: new game, join with a code, what is on this phone, and what this place is."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorecard import __version__
from scorecard.database.db import db
from scorecard.rules.games import all_games
from scorecard.services.groups import access, groups
from scorecard.services.keeping import bin as the_bin
from scorecard.services.keeping import expiring
from scorecard.web.forms import parts
from scorecard.web.http.access import anyone, current_device

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@anyone
def index() -> ResponseReturnValue:
    """Show what one can do here, and the groups and games this device is in."""
    device = current_device()
    return render_template(
        "phone/home.html",
        games=access.games_of(db.session, device) if device else [],
        groups=groups.of_device(db.session, device) if device else [],
        deleted=len(the_bin.of_device(db.session, device)) if device else 0,
        form=parts.CodeForm(),
    )


@blueprint.get("/about")
@anyone
def about() -> ResponseReturnValue:
    """Say in plain words what Scorecard is, what is kept here, and how to leave."""
    return render_template(
        "phone/about.html",
        shelf=list(all_games().values()),
        days_in_bin=the_bin.DAYS,
        days_unplayed=expiring.DAYS,
        version=__version__,
    )
