"""A player's page: what there is to look back on."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.services import rosters, seasons, statistics
from scorecard.services.results import day_of
from scorecard.web.access import GroupVisit, needs_in_group, now
from scorecard.web.groups import PREFIX

blueprint = Blueprint("players", __name__)


@blueprint.get(f"{PREFIX}/players/<uid:player_uid>")
@needs_in_group("member")
def page(visit: GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Show a player; who was merged into another one is that one.

    The rating is that of the season in the address, by default of the one they last played in.
    """
    found = rosters.find(visit.group, player_uid)
    if found.one is not found:
        uid = found.one.uid
        return redirect(url_for(".page", group_uid=visit.group.uid, player_uid=uid))
    asked = request.args.get("season", "")
    season = (
        seasons.find(visit.session, visit.group, asked)
        if asked
        else statistics.last_season(visit.session, found)
        or seasons.current(visit.session, visit.group, day_of(now(), visit.group))
    )
    return render_template(
        "groups/player.html",
        visit=visit,
        player=found,
        told=statistics.of_player(visit.session, found),
        season=season,
        seasons=seasons.of_group(visit.session, visit.group),
        standings=statistics.in_season(visit.session, season, found) if season else [],
    )
