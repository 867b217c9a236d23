"""The log, which names no client, and of an address only its route.

Every request has an id, which its answer carries as ``X-Request-Id``. With LOG=json each line is
one JSON object, faults carry the id, and every request has a line; else only faults have one.
Messages of gunicorn may quote a request: they are replaced by their kind.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from scorecard.machine import outages

HEADER = "X-Request-Id"
SAFE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""Request ids that are taken over from a proxy in front."""
ABOUT_PROCESSES = (
    "WORKER TIMEOUT (pid:%s)",
    "Worker (pid:%s) was sent %s!",
    "Worker (pid:%s) was sent %s! Perhaps out of memory?",
    "Worker (pid:%s) exited with code %s.",
    "Worker graceful timeout (pid:%s)",
    "Shutting down: %s",
    "Reason: %s",
    "Connection in use: %s",
    "Can't connect to %s",
)
"""Messages of gunicorn about its own processes and port, which are logged as they are."""
KINDS = {
    "Invalid request": "What came was no good request",
    "Error handling request": "Error handling request",
    "Socket error": "A connection broke off",
}
"""How messages of gunicorn begin that may quote a request, and what is logged instead."""

log = logging.getLogger("scorecard.requests")


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if has_request_context() and "request_id" in g:
            line["request_id"] = g.request_id
        line |= getattr(record, "fields", {})
        return json.dumps(line)


def keep_discreet(record: logging.LogRecord) -> bool:
    """Replace gunicorn's messages about requests by their kind; a filter that drops no line."""
    if record.msg not in ABOUT_PROCESSES:
        message = str(record.msg)
        error = (record.exc_info or sys.exc_info())[1]
        record.msg = next(
            (KINDS[words] for words in KINDS if message.startswith(words)), "The server"
        )
        record.args = ()
        record.exc_info = record.exc_text = None
        if error:
            record.msg += f": {outages.kind_of(error)}"
    return True


def use(*, is_json: bool) -> None:
    """Set up the log of this process, and of those that it starts."""
    server = logging.getLogger("gunicorn.error")
    server.addFilter(keep_discreet)
    if not is_json:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json())
    for logger in (server, logging.getLogger("scorecard")):
        logger.handlers = [handler]
        logger.propagate = False
    log.setLevel(logging.INFO)


def init_app(app: Flask) -> None:
    """Give every request an id, and a line where the log is JSON."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    given = request.headers.get(HEADER, "")
    g.request_id = given if SAFE_ID.fullmatch(given) else secrets.token_hex(8)
    g.begun = time.perf_counter()


def _end(response: Response) -> Response:
    if "request_id" not in g:
        return response
    response.headers[HEADER] = g.request_id
    if log.isEnabledFor(logging.INFO):
        fields = {
            "method": request.method,
            "route": request.url_rule.rule if request.url_rule else "unknown",
            "status": response.status_code,
            "milliseconds": round((time.perf_counter() - g.begun) * 1000, 1),
        }
        log.info("request", extra={"fields": fields})
    return response
