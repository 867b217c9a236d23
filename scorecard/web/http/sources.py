"""The source of a write (a form, the API, or a phone's outbox) and its idempotency key."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from flask import request

from scorecard.models import Device
from scorecard.models.change import API, FORM, REPLAY
from scorecard.services.history import changes

MADE_AT = "Scorecard-Made-At"
"""The header by which a phone says when it made a write that it could not send then."""
LONGEST_KEY = 64
LONGEST_WAIT = timedelta(days=30)
"""How long a write can have waited; an older date comes from a wrong clock."""


def sent_key() -> str:
    """Return the idempotency key: a program's header or a form's hidden ``key``; "" for none."""
    return request.headers.get("Idempotency-Key") or request.form.get("key", "")


def is_good_key(key: str) -> bool:
    """Whether a key can be stored."""
    return len(key) <= LONGEST_KEY and key.isprintable()


def write_of(device: Device, at: datetime) -> changes.Write:
    """Return this request's write by a device, with its source and without its key."""
    write = changes.Write(device, at, source=API if request.blueprint == "api" else FORM)
    waited = _made_at()
    if waited is None:
        return write
    is_likely = at - LONGEST_WAIT <= waited <= at
    return replace(write, source=REPLAY, made_at=waited if is_likely else None)


def _made_at() -> datetime | None:
    """Return the moment in the header ``Scorecard-Made-At``, None without a valid one."""
    try:
        moment = datetime.fromisoformat(request.headers.get(MADE_AT, ""))
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
