"""The JSON API under ``/api/v1``: everything the screens do, by the same services.

Requests are JSON, read strictly; refusals are problem+json. There is no token against forged
requests: a JSON request from another site needs a permission that browsers ask for and we never
give.
"""

from __future__ import annotations

import re

from flask import Flask, Response, json, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from markupsafe import Markup, escape
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from scorecard.rules.record import loads
from scorecard.web.access import SAFE_METHODS, anyone
from scorecard.web.api import (
    access,
    amending,
    anecdotes,
    archive,
    bins,
    files,
    game_rules,
    games,
    going,
    group_games,
    groups,
    house_rules,
    invitations,
    phones,
    pictures,
    players,
    privacy,
    proposals,
    rounds,
    score,
    scorecards,
    season_details,
    seasons,
    suggestions,
)
from scorecard.web.api.spec import blueprint, document, spec
from scorecard.web.budget import of_view, refuse_much

__all__ = [
    "access",
    "amending",
    "anecdotes",
    "archive",
    "bins",
    "files",
    "game_rules",
    "games",
    "going",
    "group_games",
    "groups",
    "house_rules",
    "init_app",
    "invitations",
    "phones",
    "pictures",
    "players",
    "privacy",
    "proposals",
    "rounds",
    "score",
    "scorecards",
    "season_details",
    "seasons",
    "suggestions",
]


class StrictJson(DefaultJSONProvider):
    """JSON by the standard: no NaN, nothing nested beyond reading."""

    def loads(self, s: str | bytes, **_options: object) -> object:
        """Return the value in ``s``."""
        return loads(s)


def init_app(app: Flask, csrf: CSRFProtect) -> None:
    """Register the API and its description."""
    app.json = StrictJson(app)
    csrf.exempt(blueprint)
    app.register_blueprint(blueprint)
    spec.app = app


@blueprint.before_request
def read_body() -> None:
    """Read a write's body before anything else happens; it must be JSON, and not too much.

    What may be large is read by the view.
    """
    if request.method in SAFE_METHODS:
        return
    if not request.is_json:
        raise UnsupportedMediaType("Send JSON, with Content-Type: application/json.")
    if of_view(request.endpoint).values is None:
        return
    try:
        refuse_much(request.get_json())
    except BadRequest as error:
        cause = error.__cause__
        detail = cause.description if isinstance(cause, BadRequest) else error.description
        raise BadRequest(detail) from None


@blueprint.get("/openapi.json")
@anyone
def openapi() -> ResponseReturnValue:
    """Describe the API, as OpenAPI 3.1."""
    return Response(json.dumps(document()), mimetype="application/json")


@blueprint.get("/")
@anyone
def page() -> ResponseReturnValue:
    """Describe the API for people."""
    return render_template("api/page.html", document=document(), described=_described)


def _described(text: str) -> Markup:
    """Return a description for a page, what stands in backticks as code."""
    return Markup(re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", str(escape(text))))  # noqa: S704
