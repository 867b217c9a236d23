"""The CSRF token for a phone's outbox."""

from __future__ import annotations

from flask import Response, abort, jsonify, request
from flask_wtf.csrf import generate_csrf

from scorecard.rules.words import say
from scorecard.web.http import hosts
from scorecard.web.pages import views

blueprint = views.Views("outbox", __name__)


@blueprint.open_page("/token")
def token() -> Response:
    """Return a fresh CSRF token: that of a page kept for hours may be old.

    Browsers let no other site read the answer; a request that they mark as cross-site is refused.
    """
    if request.headers.get("Sec-Fetch-Site", "none") not in hosts.OWN_SITES:
        abort(403, say("Only the pages of this site may ask for that."))
    response = jsonify(token=generate_csrf())
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
