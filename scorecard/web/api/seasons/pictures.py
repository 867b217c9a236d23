"""Pictures over the API: how a game ended, and how a season stands, as PNG."""

from __future__ import annotations

from typing import Literal

from flask import Response
from pydantic import Field

from scorecard.models import Season
from scorecard.web.api import model, spec
from scorecard.web.api.seasons.seasons import SEASON
from scorecard.web.api.table import games
from scorecard.web.http import access
from scorecard.web.table import pictures, posters

AT_WORK = (413, 503)
"""How a picture is refused that takes too long to draw, or for which there is no room just now."""
PICTURE_REFUSALS = (409, 422, *AT_WORK)


class PictureQuery(model.Model):
    """Which picture."""

    shape: Literal["wide", "upright"] = Field(
        default="wide", description="1200 by 630 pixels, or 1080 by 1920."
    )


@spec.game_read(f"{games.GAME}/picture", "spectator", None, "games", refusals=PICTURE_REFUSALS)
def read_picture(visit: access.Visit, query: PictureQuery) -> Response:
    """Return the picture of an ended game, as PNG."""
    return pictures.file(posters.picture_of_game(visit.game, query.shape))


@spec.open_read("/join/<uid:token>/picture", None, "games", refusals=(404, 409, 410, *AT_WORK))
def read_picture_by_link(token: str) -> Response:
    """Return the picture of an ended game to whoever has a link to it, without joining, as PNG."""
    return pictures.file(pictures.by_link(token))


@spec.group_read(f"{SEASON}/picture", "member", None, "seasons", refusals=PICTURE_REFUSALS)
def read_season_picture(visit: access.GroupVisit, season: Season, query: PictureQuery) -> Response:
    """Return the picture of a season as it stands, as PNG."""
    return pictures.file(posters.picture_of_season(visit.session, season, query.shape))


@spec.open_read("/standings/<uid:token>/picture", None, "seasons", refusals=(404, 409, *AT_WORK))
def read_public_picture(token: str) -> Response:
    """Return the picture of what a public link shows, as PNG; `season=<id>` may stand in the query.

    Without that it is the season of today.
    """
    return pictures.file(pictures.by_public_link(token))
