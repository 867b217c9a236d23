"""Health checks: is the server alive, and ready to serve? They reveal nothing about its data."""

from __future__ import annotations

from http.client import OK, SERVICE_UNAVAILABLE

from flask import Response, current_app, json

from scorecard.database import disk, migrating
from scorecard.database.db import db, try_to_write
from scorecard.live.hub import hub
from scorecard.machine import outages
from scorecard.web.pages import views

blueprint = views.Views("health", __name__)

GOOD = "ok"


@blueprint.open_page("/healthz")
def alive() -> Response:
    """Say that the process answers; ask nothing of anything else."""
    return _plain(GOOD)


@blueprint.open_page("/readyz")
def ready() -> Response:
    """Say as JSON whether the process can serve, and which of its parts cannot; 503 where one is.

    A database of a newer release is good: that release was made so that this one goes on with it.
    """
    parts = {
        "database": _database(),
        "disk": GOOD if disk.has_room(current_app.config["SETTINGS"]) else "takes no more",
        "other_processes": "cannot be told" if hub.cut else GOOD,
        "process": "is about to stop" if hub.is_closing else GOOD,
    }
    is_ready = set(parts.values()) == {GOOD}
    body = json.dumps({"ready": is_ready, **parts})
    status = OK if is_ready else SERVICE_UNAVAILABLE
    return _plain(f"{body}\n", status, "application/json")


def _database() -> str:
    """Return the database's state; try twice, because a pooled connection may be outdated."""
    first = _connected()
    return GOOD if first == GOOD else _connected()


def _connected() -> str:
    fault = "cannot be reached"
    try:
        connection = db.session.connection()
        if not migrating.is_new_enough(connection):
            return "is of an older release"
        fault = "takes no writes"
        try_to_write(connection)
    except Exception as error:
        if outages.reason(error) is None:
            raise
        db.session.invalidate()
        return fault
    return GOOD


def _plain(text: str, status: int = OK, mimetype: str = "text/plain") -> Response:
    return Response(text, status, mimetype=mimetype, headers={"Cache-Control": "no-store"})
