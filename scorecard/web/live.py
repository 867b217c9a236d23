"""The event stream that moves every phone."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from scorecard.web import standings
from scorecard.web.access import GroupVisit, Visit, needs, needs_in_group
from scorecard.web.sheets import Kind, stream
from scorecard.web.streams import endless

blueprint = Blueprint("live", __name__)


@blueprint.get("/games/<uid:game_uid>/events")
@needs("spectator")
def events(visit: Visit) -> Response:
    """Stream the sheet as a piece of the page."""
    return stream_response(visit, "html")


@blueprint.get("/groups/<uid:group_uid>/events")
@needs_in_group("member")
def group_events(visit: GroupVisit) -> Response:
    """Stream a group's standings as a piece of the page; those of a season where one is named."""
    return group_stream(visit, standings.html)


def group_stream(visit: GroupVisit, draw: standings.Draw) -> Response:
    """Return the endless answer that carries a group's standings."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    season = request.args.get("season", "")
    return endless(standings.stream(app, visit.group.uid, visit.device.uid, season, draw))


def stream_response(visit: Visit, kind: Kind) -> Response:
    """Return the endless answer that carries a game's sheet."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    return endless(stream(app, visit.game, visit.device.uid, kind))
