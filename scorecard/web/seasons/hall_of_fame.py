"""What a group's seasons come to: the hall of fame, two side by side, and a podium to print."""

from __future__ import annotations

from flask import g, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Season
from scorecard.services.seasons import hall_of_fame, reopening, seasons
from scorecard.web.http import access, refusals
from scorecard.web.pages import responses, views
from scorecard.web.seasons.seasons import ONE, PREFIX

blueprint = views.Views("hall_of_fame", __name__)


@blueprint.group_page(f"{PREFIX}/hall-of-fame", "member", may_lag=True)
def page(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show who won which season, titles per player, and two seasons side by side."""
    compared, error = None, None
    try:
        compared = asked_for(visit)
    except errors.BadInput as refused:
        g.refusal = error = refused
    shown = responses.page(
        "seasons/fame/page.html",
        hall=hall_of_fame.hall(visit.session, visit.group),
        seasons=seasons.of_group(visit.session, visit.group),
        compared=compared,
        asked=request.args,
    )
    return shown, refusals.status_of(error) if error else 200


def asked_for(visit: access.GroupVisit) -> hall_of_fame.SideBySide | None:
    """Return the two seasons that the address names, ``one`` and ``other``; None where neither."""
    one, other = request.args.get("one", ""), request.args.get("other", "")
    if not one and not other:
        return None
    return hall_of_fame.side_by_side(visit.session, visit.group, one, other)


@blueprint.group_page(f"{ONE}/podium", "member", may_lag=True)
def podium(_visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Show the first three of a closed season, on a page to print."""
    reopening.refuse_open(season)
    return responses.page("seasons/fame/podium.html", podium=hall_of_fame.podium(season))
