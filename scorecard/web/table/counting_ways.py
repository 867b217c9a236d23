"""Whether a phone enters a round as a whole, or one player after another."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from scorecard.services.groups import access as devices
from scorecard.web.http import access, paths

COOKIE = "counting"
ONE, ALL, NEXT = "one", "all", "next"
"""Values of the query: one player at a time, the whole round, or the next player this once."""
COOKIE_SECONDS = 400 * 24 * 3600


def is_whole(visit: access.Visit, asked: str) -> bool:
    """Whether this phone enters the whole round: by default if it counts for everybody."""
    if asked:
        return asked == ALL
    return counts_for_all(visit) and request.cookies.get(COOKIE) != ONE


def counts_for_all(visit: access.Visit) -> bool:
    """Whether the visitor's phone counts for everybody."""
    return devices.counts_for(visit.session, visit.game, visit.membership).is_sole


def remember(response: Response, asked: str) -> Response:
    """Store the choice of one player at a time in a cookie; the whole round deletes it."""
    if asked == ONE:
        paths.keep_cookie(response, COOKIE, ONE, COOKIE_SECONDS)
    elif asked == ALL:
        secure = request.is_secure
        response.delete_cookie(COOKIE, paths.of_cookies(), samesite="Lax", secure=secure)
    return response
