"""To whom it is put down what a request stores: the household that it comes from."""

from __future__ import annotations

from flask import Flask, current_app, has_request_context

from scorecard import disk
from scorecard.config import Settings
from scorecard.db import db
from scorecard.services import quotas
from scorecard.services.quotas import Account
from scorecard.web.access import current_device, now
from scorecard.web.limits import household


def init_app(app: Flask) -> None:
    """Put down what every request stores."""
    app.before_request(lambda: quotas.charge(db.session, _account))


def _account() -> Account | None:
    """Return to whom it is put down; to nobody, once the request is over."""
    return account() if has_request_context() else None


def account() -> Account:
    """Return to whom it is put down what this request stores."""
    settings: Settings = current_app.config["SETTINGS"]
    at, device = now(), current_device()
    return Account(
        household() if settings.has_limits else "",
        at,
        has_room=lambda: disk.is_above_floor(settings),
        is_known=device is not None and device.created_at.date() < at.date(),
    )
