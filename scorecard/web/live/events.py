"""The event stream that moves every phone."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from scorecard.web.http import access
from scorecard.web.live import sheets, standings, streams

blueprint = Blueprint("live", __name__)


@blueprint.get("/games/<uid:game_uid>/events")
@access.needs("spectator")
def events(visit: access.Visit) -> Response:
    """Stream the sheet as a piece of the page."""
    return stream_response(visit, "html")


@blueprint.get("/groups/<uid:group_uid>/events")
@access.needs_in_group("member")
def group_events(visit: access.GroupVisit) -> Response:
    """Stream a group's standings as a piece of the page; those of a season where one is named.

    With ``of=leaders`` they come in short, as the home page shows them.
    """
    is_short = request.args.get("of") == "leaders"
    return group_stream(visit, standings.leaders if is_short else standings.html)


def group_stream(visit: access.GroupVisit, draw: standings.Draw) -> Response:
    """Return the endless answer that carries a group's standings."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    season = request.args.get("season", "")
    return streams.endless(standings.stream(app, visit.group.uid, visit.device.uid, season, draw))


def stream_response(visit: access.Visit, kind: sheets.Kind) -> Response:
    """Return the endless answer that carries a game's sheet."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    return streams.endless(sheets.stream(app, visit.game, visit.device.uid, kind))
