"""Metrics for Prometheus under ``/metrics``; only imported if the setting METRICS is on.

Their labels are routes and codes of refusals, never a game, a name or a phone. Several processes
write into one folder, which the server makes, and any of them answers for all.
"""

from __future__ import annotations

import hmac
import os
import time
from functools import partial
from typing import Any

import sqlalchemy as sa
from flask import Flask, Response, abort, current_app, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy.exc import SQLAlchemyError

from scorecard.config import Settings
from scorecard.database import disk
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.services.limits import quotas
from scorecard.web.http import access, refusals, sources

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
REFUSED = 400
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that says where several processes write their figures."""

requests = Counter("scorecard_requests", "Requests answered.", ["method", "route", "status"])
seconds = Histogram(
    "scorecard_request_seconds",
    "From a request until its answer is made; event streams until their head.",
    ["route"],
    buckets=BUCKETS,
)
refused = Counter("scorecard_refused_writes", "Writes that were refused.", ["code"])
late = Counter("scorecard_outbox_writes", "Writes that had waited on a phone.")
repeated = Counter("scorecard_repeated_writes", "Writes known already, and not done again.")
statements = Counter("scorecard_database_statements", "Statements and commits.")
database = Counter("scorecard_database_seconds", "Seconds spent in the database.")
streams = Gauge("scorecard_open_streams", "Phones that listen.", multiprocess_mode="livesum")
latest = partial(Gauge, multiprocess_mode="mostrecent")
"""Makes a gauge of which the newest figure holds, whichever process has it."""
live = {
    "published": Counter("scorecard_versions_published", "Versions that phones were woken for."),
    "delivered": Counter("scorecard_versions_delivered", "Versions sent to a phone."),
}
room = {
    "free": latest("scorecard_disk_free_bytes", "Left on the disk."),
    "floor": latest("scorecard_disk_floor_bytes", "With fewer left nothing new is begun."),
}
today = {
    "stored": latest("scorecard_stored_today_bytes", "From everywhere."),
    "most": latest(
        "scorecard_stored_today_by_one_household_bytes", "From the household that stored most."
    ),
    "full": latest(
        "scorecard_households_full_today", "Households that begin nothing new until tomorrow."
    ),
}


def init_app(app: Flask) -> None:
    """Begin to count, and register the page of the metrics."""
    hub.note = _note
    app.after_request(_count)
    app.add_url_rule("/metrics", "metrics", show)
    with app.app_context():
        _time(db.engine)


@access.anyone
def show() -> Response:
    """Show all figures of all processes."""
    settings: Settings = current_app.config["SETTINGS"]
    given = (request.authorization.token if request.authorization else None) or ""
    token = settings.metrics_token
    # As bytes, because the header may hold any character.
    if token and not hmac.compare_digest(given.encode(), token.encode()):
        abort(401, "Send the token of METRICS as Authorization: Bearer.")
    _measure_room(settings)
    registry = REGISTRY
    # Set by a server with metrics.
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _measure_room(settings: Settings) -> None:
    """Set the gauges of the disk and of today's storage, as far as the database answers."""
    room["floor"].set(settings.disk_floor)
    try:
        room["free"].set(disk.free_bytes(settings))
        use = quotas.use_of(db.session, access.now().date())
    except (SQLAlchemyError, OSError):
        db.session.invalidate()
        return
    for name, gauge in today.items():
        gauge.set(getattr(use, name))


def _note(what: str) -> None:
    if what == "phones":
        streams.set(hub.phones)
    else:
        live[what].inc()


def _count(response: Response) -> Response:
    # The route, never the address itself, which may let somebody in.
    route = request.url_rule.rule if request.url_rule else "unknown"
    method = request.method if request.method in METHODS else "other"
    requests.labels(method, route, response.status_code).inc()
    if "begun" in g:
        seconds.labels(route).observe(time.perf_counter() - g.begun)
    if method not in access.SAFE_METHODS:
        if response.status_code >= REFUSED:
            refused.labels(response.headers.get(refusals.CODE_HEADER, "other")).inc()
        if sources.MADE_AT in request.headers:
            late.inc()
        if "Idempotency-Replayed" in response.headers:
            repeated.inc()
    return response


def _time(engine: sa.Engine) -> None:
    """Count statements and commits of an engine, and add up their time."""

    @sa.event.listens_for(engine, "before_cursor_execute")
    def begin(connection: sa.Connection, *_more: object) -> None:
        connection.info["counted_from"] = time.perf_counter()

    @sa.event.listens_for(engine, "after_cursor_execute")
    def end(connection: sa.Connection, *_more: object) -> None:
        statements.inc()
        database.inc(time.perf_counter() - connection.info["counted_from"])

    commit = engine.dialect.do_commit

    def timed_commit(dbapi_connection: Any) -> None:
        begun = time.perf_counter()
        try:
            commit(dbapi_connection)
        finally:
            statements.inc()
            database.inc(time.perf_counter() - begun)

    engine.dialect.do_commit = timed_commit  # type: ignore[method-assign]
