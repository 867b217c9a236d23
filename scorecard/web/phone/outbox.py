"""What a phone needs to send what waited on it."""

from __future__ import annotations

from flask import Response, abort, jsonify, request
from flask_wtf.csrf import generate_csrf

from scorecard.rules.words import say
from scorecard.web.http import hosts
from scorecard.web.pages import views

blueprint = views.Views("outbox", __name__)


@blueprint.open_page("/token")
def token() -> Response:
    """Return a fresh token against forged forms: the one on a page kept for hours may be old.

    No other site can read the answer, because the browser keeps it from their scripts; to be sure
    it is not even given where the browser says that another site asks.
    """
    if request.headers.get("Sec-Fetch-Site", "none") not in hosts.OWN_SITES:
        abort(403, say("Only the pages of this site may ask for that."))
    response = jsonify(token=generate_csrf())
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
