"""The event streams of games and groups."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from scorecard.services.groups import groups
from scorecard.web.http import access
from scorecard.web.live import sheets, standings, streams

blueprint = Blueprint("live", __name__)


@blueprint.get("/games/<uid:game_uid>/events")
@access.needs("spectator")
def events(visit: access.Visit) -> Response:
    """Stream a game's sheet as HTML; with ``of=open_round`` the round being counted, as JSON."""
    is_counting = request.args.get("of") == "open_round"
    return stream_response(visit, "open_round" if is_counting else "html")


@blueprint.get("/groups/<uid:group_uid>/events")
@access.needs_in_group("member")
def group_events(visit: access.GroupVisit) -> Response:
    """Stream a group's standings as HTML, of a ``season``; with ``of=leaders`` in short."""
    if request.args.get("of") != "leaders":
        return group_stream(visit, standings.html)
    # The home page shows games of all of this phone's groups.
    mine = groups.of_device(visit.session, visit.device)
    others = sorted(group.uid for group in mine if group is not visit.group)
    return group_stream(visit, standings.leaders, *others)


def group_stream(visit: access.GroupVisit, draw: standings.Draw, *others: str) -> Response:
    """Return the event stream of a group's standings, sent anew when one of ``others`` changes."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    wanted = standings.Wanted(visit.group.uid, request.args.get("season", ""), draw, others)
    return streams.endless(standings.stream(app, wanted, visit.device.uid, _since()))


def stream_response(visit: access.Visit, kind: sheets.Kind) -> Response:
    """Return the event stream of a game's sheet."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    return streams.endless(sheets.stream(app, visit.game, visit.device.uid, kind, _since()))


def _since() -> str:
    """Return the tag of the state that a page shows, so that it is not sent again.

    It is in the query, and no longer true once the page was sent another one.
    """
    return "" if "Last-Event-ID" in request.headers else request.args.get("since", "")
