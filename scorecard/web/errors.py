"""Turn every refusal into one status: a page for people, problem+json (RFC 9457) for programs."""

from __future__ import annotations

import re
from http.client import BAD_REQUEST
from typing import Any

from flask import Flask, Response, current_app, g, json, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from scorecard.db import db
from scorecard.errors import (
    BadInput,
    Conflict,
    NotAgreed,
    NotAllowed,
    NotFound,
    PassExpired,
    Refused,
    ScorecardError,
    Stale,
    Unconfirmed,
)

STATUS = {
    NotFound: 404,
    NotAllowed: 403,
    BadInput: 422,
    Refused: 422,
    NotAgreed: 409,
    Unconfirmed: 409,
    Stale: 409,
    Conflict: 409,
    PassExpired: 410,
}
TITLES = {
    400: "That could not be read",
    403: "Not for this phone",
    404: "Nothing here",
    405: "Not this way",
    409: "Something else happened first",
    410: "No longer good",
    411: "Of unknown length",
    413: "Too large",
    415: "Not in this form",
    422: "That cannot be",
    429: "Too many tries",
    500: "Something went wrong here",
    503: "Busy just now",
}
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    411: "length_required",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
}
"""The codes of what is refused before a service is asked."""
RETRY_SECONDS = 2
CODE_HEADER = "Scorecard-Code"
"""Carries the code of a refusal that is answered with a page."""
CSRF_CODE = "old_page"
LET_IN = re.compile(r"/(games|groups)/[^/]{8,}")
"""The beginning of the addresses that are open only to devices that were let in."""


def init_app(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(ScorecardError, handle_refusal)
    app.register_error_handler(HTTPException, handle_http)
    app.register_error_handler(OperationalError, handle_database)
    app.register_error_handler(Exception, handle_fault)


def status_of(error: ScorecardError) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def refused(page: str, error: ScorecardError) -> tuple[str, int, dict[str, str]]:
    """Return a page that shows a refusal as the answer to a form.

    A phone that sends what waited on it tells by the code what to do next.
    """
    return page, status_of(error), {CODE_HEADER: error.code}


def handle_refusal(error: ScorecardError) -> ResponseReturnValue:
    """Answer a refusal of a service."""
    db.session.rollback()
    return _answer(status_of(error), error.code, error.message, extra=details(error))


def handle_http(error: HTTPException) -> ResponseReturnValue:
    """Answer what Flask, Werkzeug and the extensions refuse."""
    if error.code is None or error.code < BAD_REQUEST:
        return error
    headers = {
        name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")
    }
    message = error.description or ""
    code = CODES.get(error.code, "refused")
    if isinstance(error, CSRFError):
        code = CSRF_CODE
        message = "This page was open for too long. Reload it, then try again."
    return _answer(error.code, code, message, headers)


def handle_database(error: OperationalError) -> ResponseReturnValue:
    """Answer that the database cannot be written or read at the moment."""
    current_app.logger.error("database: %s", error.orig)
    db.session.rollback()
    message = "The scores cannot be reached just now. Nothing is lost: try again in a moment."
    return _answer(503, "unavailable", message, {"Retry-After": str(RETRY_SECONDS)})


def handle_fault(_error: Exception) -> ResponseReturnValue:
    """Answer a fault of ours without its inside; the log has that."""
    current_app.logger.exception("fault at %s %s", request.method, request.path)
    db.session.rollback()
    return _answer(500, "fault", "This is our fault. Nothing was saved; please try again.")


def details(error: ScorecardError) -> dict[str, Any]:
    """Return what a program may want to know beyond code and sentence."""
    match error:
        case Refused():
            return error.refusal.to_json()
        case Unconfirmed():
            return {"warnings": [warning.to_json() for warning in error.warnings]}
        case Stale():
            return {"current": error.current, "by": error.by}
        case BadInput():
            return {"field": error.field}
        case _:
            return {}


def problem(status: int, code: str, detail: str, extra: dict[str, Any] | None = None) -> Response:
    """Return a problem+json response."""
    body = {
        "type": "about:blank",
        "title": TITLES.get(status, "Refused"),
        "status": status,
        "detail": detail,
        "code": code,
        **(extra or {}),
    }
    return Response(json.dumps(body), status, content_type="application/problem+json")


def _answer(
    status: int,
    code: str,
    message: str,
    headers: dict[str, str] | None = None,
    extra: dict[str, Any] | None = None,
) -> ResponseReturnValue:
    if f"{request.path}/".startswith("/api/"):
        response = problem(status, code, message, extra)
    else:
        page = render_template(
            "error.html",
            status=status,
            title=TITLES.get(status, "Refused"),
            message=message,
            game_uid=g.visit.game.uid if "visit" in g else None,
            group_uid=g.group_visit.group.uid if "group_visit" in g else None,
            lost=_lost(status),
        )
        response = make_response(page, status, {CODE_HEADER: code})
    response.headers.update(headers or {})
    return response


def _lost(status: int) -> str:
    """Return the game's or group's address that the asking device is not, or no longer, in."""
    found = LET_IN.match(request.path)
    is_inside = "visit" in g or "group_visit" in g
    return found.group() if found and status in (403, 404) and not is_inside else ""
