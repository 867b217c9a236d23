"""Where counting goes on a phone: to the whole round at once, or to one player after another."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from scorecard.services.groups import access as devices
from scorecard.web.http import access, paths

COOKIE = "counting"
ONE, ALL, NEXT = "one", "all", "next"
"""What may be asked for: one player at a time, the whole round, or only this once the next one."""
COOKIE_SECONDS = 400 * 24 * 3600


def is_whole(visit: access.Visit, asked: str) -> bool:
    """Whether this phone counts the whole round at once.

    It does while it counts for everybody, unless one player at a time was chosen on it.
    """
    if asked:
        return asked == ALL
    return counts_for_all(visit) and request.cookies.get(COOKIE) != ONE


def counts_for_all(visit: access.Visit) -> bool:
    """Whether the visitor's phone counts for everybody."""
    return devices.counts_for(visit.session, visit.game, visit.membership).is_sole


def remember(response: Response, asked: str) -> Response:
    """Remember on the phone that one player at a time was chosen, until the whole round is."""
    path = paths.of_cookies()
    if asked == ONE:
        response.set_cookie(
            COOKIE, ONE, COOKIE_SECONDS, path=path, samesite="Lax", secure=request.is_secure
        )
    elif asked == ALL:
        response.delete_cookie(COOKIE, path, samesite="Lax", secure=request.is_secure)
    return response
