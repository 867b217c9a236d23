"""The event stream that moves every phone."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, Response, current_app

from scorecard.web.access import Visit, needs
from scorecard.web.sheets import stream
from scorecard.web.streams import endless

blueprint = Blueprint("live", __name__)


@blueprint.get("/games/<uid:game_uid>/events")
@needs("spectator")
def events(visit: Visit) -> Response:
    """Stream the sheet as a piece of the page."""
    return stream_response(visit, "html")


def stream_response(visit: Visit, kind: Literal["html", "json"]) -> Response:
    """Return the endless answer that carries a game's sheet."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    return endless(stream(app, visit.game.uid, visit.device.uid, kind))
