"""Reads boards, standings and rules from a replica, if there is one; those pages say so.

Only a page that somebody opens may lag: what scripts fetch, a reload, and all pages within a moment
after the phone's own write come from the primary. So does every page that fails on the replica.
"""

from __future__ import annotations

from collections.abc import Callable
from http.client import BAD_REQUEST
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.database.replicas import MOST_SECONDS, Replica
from scorecard.web.http import access, paths, redoing

COOKIE = "wrote"
"""Set while the replica may lack this phone's latest write."""
COOKIE_SECONDS = MOST_SECONDS + 1


def init_app(app: Flask) -> None:
    """Read from the replica, if the settings name one."""
    settings: Settings = app.config["SETTINGS"]
    if not settings.replica_url:
        return
    with app.app_context():
        replica = app.extensions["replica"] = Replica(db.engine, settings.replica_url)
    app.dispatch_request = _perhaps_from(  # type: ignore[method-assign]
        replica, app.dispatch_request
    )
    app.after_request(_remember_write)


def _perhaps_from(
    replica: Replica, dispatch: Callable[[], ResponseReturnValue]
) -> Callable[[], Any]:
    def run() -> ResponseReturnValue:
        if not (_may_lag() and replica.lend(db.session)):
            return dispatch()
        g.is_from_replica = True
        try:
            response = current_app.make_response(dispatch())
            if response.status_code < BAD_REQUEST:
                return response
        except Exception:  # noqa: BLE001, S110 - if it is a fault, the primary meets it as well
            pass
        del g.is_from_replica
        replica.take_back(db.session)
        redoing.forget()
        return dispatch()

    return run


def _may_lag() -> bool:
    """Whether the answer may be two seconds old."""
    view = current_app.view_functions.get(request.endpoint or "")
    return (
        getattr(view, "may_lag", False)
        and request.headers.get("Sec-Fetch-Mode") == "navigate"
        and not request.cache_control
        and COOKIE not in request.cookies
    )


def _remember_write(response: Response) -> Response:
    if request.method not in access.SAFE_METHODS:
        paths.keep_cookie(response, COOKIE, "1", COOKIE_SECONDS, is_hidden=True)
    return response
