"""The home page: new game, join with a code, and this phone's games and groups; and "about"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from flask import render_template

from scorecard import __version__
from scorecard.database.db import db
from scorecard.models import Device, Game, Group
from scorecard.rules.games import all_games
from scorecard.services.groups import access, groups, news
from scorecard.services.history import members
from scorecard.services.keeping import bin as the_bin
from scorecard.services.keeping import expiring
from scorecard.services.table import rematches
from scorecard.web.http.access import current_device, now
from scorecard.web.live import standings
from scorecard.web.pages import views

blueprint = views.Views("home", __name__)


@blueprint.open_page("/")
def index() -> str:
    """Show what one can do here, and the groups and games this device is in."""
    device = current_device()
    games = access.games_of(db.session, device) if device else []
    mine = groups.of_device(db.session, device) if device else []
    leaders = standings.piece(mine[0], draw=standings.leaders) if mine else None
    playing = [game for game in games if not game.is_over]
    return render_template(
        "phone/home.html",
        playing=playing,
        ended=[game for game in games if game.is_over],
        again=_to_play_again(device, games[0]) if device and games and not playing else None,
        begun=[
            one
            for group in mine
            for one in news.begun(db.session, group, cast(Device, device), now())
        ],
        groups=mine,
        next_group=_next_group(games, mine),
        leaders=leaders,
        since=leaders
        and standings.tag_with(leaders, ((one.version, one.changed_at) for one in mine[1:])),
        deleted=len(the_bin.of_device(db.session, device)) if device else 0,
    )


def _to_play_again(device: Device, game: Game) -> Game | None:
    """Return this phone's latest game, if it may start the rematch of it."""
    membership = members.find(db.session, game, device)
    may_begin = game.is_ended and game.closed_rounds and membership and membership.may("player")
    return game if may_begin and rematches.of_game(db.session, game) is None else None


def _next_group(games: Sequence[Game], mine: Sequence[Group]) -> Group | None:
    """Return the group for a new game: that of this phone's latest game."""
    if not games:
        return mine[0] if mine else None
    return games[0].group if games[0].group in mine else None


@blueprint.open_page("/about")
def about() -> str:
    """Say in plain words what Scorecard is, what is kept here, and how to leave."""
    return render_template(
        "phone/about.html",
        shelf=list(all_games().values()),
        days_in_bin=the_bin.DAYS,
        days_unplayed=expiring.DAYS,
        version=__version__,
    )
