"""Pictures to share: of a game that has ended, and of a season as it stands."""

from __future__ import annotations

from typing import Any, cast

from flask import Response, render_template, request, url_for

from scorecard import errors
from scorecard.database.db import db
from scorecard.drawing.poster import SIZES, Shape
from scorecard.models import Season
from scorecard.rules.words import joined, say
from scorecard.services.groups import access, groups
from scorecard.services.seasons import seasons
from scorecard.web.http.access import GroupVisit, Visit, now
from scorecard.web.pages import views
from scorecard.web.table import posters

blueprint = views.Views("pictures", __name__)
GAME = "/games/<uid:game_uid>/picture"
SEASON = "/groups/<uid:group_uid>/seasons/<uid:season_uid>/picture"
FILE = "<any(wide, upright):shape>.png"


@blueprint.game_page(GAME, "spectator")
def of_game(visit: Visit) -> str:
    """Show the picture of an ended game, to share and to save."""
    game = visit.game
    return _page(
        posters.of_game(game),
        back=(views.address("games.table"), say("Table")),
        anecdote=game.anecdote,
        files={shape: url_for(".game_file", game_uid=game.uid, shape=shape) for shape in SIZES},
    )


@blueprint.game_page(f"{GAME}/{FILE}", "spectator")
def game_file(visit: Visit, shape: Shape) -> Response:
    """Return the picture of an ended game."""
    return file(posters.picture_of_game(visit.game, shape))


@blueprint.open_page("/join/<uid:token>/picture.png")
def invitation_file(token: str) -> Response:
    """Return the picture of an ended game to whoever has a link to it, such as a link's preview."""
    return file(by_link(token))


def by_link(token: str) -> bytes:
    """Return the picture of an ended game to which there is a link."""
    opened = access.read_pass(db.session, token, now())
    if opened.game.deleted_at:
        raise errors.NotFound(say("The game is in the trash."))
    return posters.picture_of_game(opened.game, "wide")


@blueprint.group_page(SEASON, "member")
def of_season(visit: GroupVisit, season: Season) -> str:
    """Show the picture of a season, to share and to save."""
    address: dict[str, Any] = {"group_uid": visit.group.uid, "season_uid": season.uid}
    return _page(
        posters.of_season(visit.session, season),
        back=(views.address("seasons.show"), say("Season")),
        files={shape: url_for(".season_file", shape=shape, **address) for shape in SIZES},
    )


@blueprint.group_page(f"{SEASON}/{FILE}", "member")
def season_file(visit: GroupVisit, season: Season, shape: Shape) -> Response:
    """Return the picture of a season."""
    return file(posters.picture_of_season(visit.session, season, shape))


@blueprint.open_page("/standings/<uid:token>/picture.png")
def public_file(token: str) -> Response:
    """Return the picture of a season to whoever has the public link to the standings."""
    return file(by_public_link(token))


def by_public_link(token: str) -> bytes:
    """Return the picture of what a public link shows: of today's season, or the one asked for."""
    group = groups.by_public_link(db.session, token)
    season = seasons.shown(db.session, group, request.args.get("season", ""), now())
    if season is None:
        raise errors.Conflict(say("This group has no season yet."), code="no_games")
    return posters.picture_of_season(db.session, season, "wide")


def file(png: bytes) -> Response:
    """Return a picture as PNG, or "not modified"."""
    response = Response(png, mimetype="image/png", headers={"X-Robots-Tag": "noindex"})
    response.add_etag()
    return cast(Response, response.make_conditional(request))


def _page(poster: Any, **more: Any) -> str:
    ranking = [
        say("%(rank)s. %(name)s %(total)s", rank=row.rank, name=row.name, total=row.total)
        for row in poster.rows
    ]
    words = say(
        "%(title)s, %(evening)s. %(headline)s. %(ranking)s.",
        title=poster.title,
        evening=poster.evening,
        headline=poster.headline,
        ranking=joined([joined(ranking, ", "), *filter(None, [poster.reason.rstrip(".")])], ". "),
    )
    return render_template("files/picture.html", poster=poster, words=words, sizes=SIZES, **more)
