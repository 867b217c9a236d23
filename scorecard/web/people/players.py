"""A player's page: statistics and ratings."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.services.looking_back import statistics
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.people import groups

blueprint = views.Views("players", __name__)


@blueprint.group_page(f"{groups.PREFIX}/players/<uid:player_uid>", "member")
def page(visit: access.GroupVisit, player_uid: str) -> ResponseReturnValue:
    """Show a player, rated in the season asked for, else in the one they last played in."""
    player = rosters.find(visit.group, player_uid)
    if player.one is not player:
        uid = player.one.uid
        return redirect(url_for(".page", group_uid=visit.group.uid, player_uid=uid))
    asked = request.args.get("season", "")
    season = statistics.season_of(visit.session, player, asked, access.now())
    return responses.page(
        "people/players/page.html",
        player=player,
        overview=statistics.of_player(visit.session, player),
        season=season,
        seasons=seasons.of_group(visit.session, visit.group),
        standings=statistics.in_season(visit.session, season, player) if season else [],
    )
