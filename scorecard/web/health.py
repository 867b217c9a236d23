"""What whoever watches the server may ask: whether it is alive, and ready to serve.

Neither says anything of what is kept here, nor where.
"""

from __future__ import annotations

from http.client import OK, SERVICE_UNAVAILABLE

from flask import Blueprint, Response, json

from scorecard import migrating, outages
from scorecard.db import db
from scorecard.live import hub
from scorecard.web.access import anyone

blueprint = Blueprint("health", __name__)

GOOD = "ok"


@blueprint.get("/healthz")
@anyone
def alive() -> Response:
    """Say that the process answers; ask nothing of anything else."""
    return _plain(GOOD)


@blueprint.get("/readyz")
@anyone
def ready() -> Response:
    """Say as JSON whether the process can serve, and which of its parts cannot; 503 where one is.

    A database of a newer release is good: that release was made so that this one goes on with it.
    """
    found = {
        "database": _database(),
        "other_processes": GOOD if hub.relay is None or hub.relay.is_up else "cannot be told",
        "process": "is about to stop" if hub.is_closing else GOOD,
    }
    is_ready = set(found.values()) == {GOOD}
    body = json.dumps({"ready": is_ready, **found})
    status = OK if is_ready else SERVICE_UNAVAILABLE
    return _plain(f"{body}\n", status, "application/json")


def _database() -> str:
    try:
        is_new_enough = migrating.is_new_enough(db.session.connection())
    except Exception as error:
        if outages.reason(error) is None:
            raise
        db.session.invalidate()
        return "cannot be reached"
    return GOOD if is_new_enough else "is of an older release"


def _plain(text: str, status: int = OK, mimetype: str = "text/plain") -> Response:
    return Response(text, status, mimetype=mimetype, headers={"Cache-Control": "no-store"})
