"""The board's live piece: the same bytes for every television that shows the game."""

from __future__ import annotations

from flask import current_app, render_template
from sqlalchemy import select

from scorecard.database.db import db
from scorecard.models import Game
from scorecard.services.limits import codes
from scorecard.services.table import tables
from scorecard.web.live import charts, shown


def draw(view: tables.View) -> str:
    """Return the live piece of a board as HTML."""
    code = db.session.scalar(select(Game.code).where(Game.id == view.game_id))
    return render_template(
        "table/board/_board.html",
        **shown.page_values(view),
        tall_chart=charts.of_game(view, charts.TALL),
        wide_chart=charts.of_game(view, charts.WIDE),
        invitation=invitation_tag(code),
    )


def invitation_tag(code: str | None) -> str:
    """Return a tag of the invitation that does not reveal its code; "" without a code."""
    if code is None:
        return ""
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return codes.token_hash(codes.pass_token(secret_key, code))[:8]
