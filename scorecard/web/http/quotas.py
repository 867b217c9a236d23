"""Charges what a request stores to the household of its client."""

from __future__ import annotations

from flask import Flask, current_app, has_request_context

from scorecard.config import Settings
from scorecard.database import disk
from scorecard.database.db import db
from scorecard.services.limits import quotas
from scorecard.web.http import access, limits


def init_app(app: Flask) -> None:
    """Charge what every request stores."""
    app.before_request(
        lambda: quotas.charge(db.session, lambda: account() if has_request_context() else None)
    )


def account() -> quotas.Account:
    """Return the quota account that this request is charged to."""
    settings: Settings = current_app.config["SETTINGS"]
    at, device = access.now(), access.current_device()
    return quotas.Account(
        limits.household() if settings.has_limits else "",
        at,
        has_room=lambda: disk.is_above_floor(settings),
        is_known=device is not None and device.created_at.date() < at.date(),
    )
