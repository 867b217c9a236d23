"""How a write came: from a form, a program, or late from a phone that had kept it; and its key."""

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
"""How long a write can have waited; what is said to be older came from a wrong clock."""


def sent_key() -> str:
    """Return the key that this request was sent under, "" without one.

    It is the ``Idempotency-Key`` header of a program or the hidden ``key`` of a form.
    """
    return request.headers.get("Idempotency-Key") or request.form.get("key", "")


def is_good_key(key: str) -> bool:
    """Whether a key can be kept."""
    return len(key) <= LONGEST_KEY and key.isprintable()


def write_of(device: Device, at: datetime) -> changes.Write:
    """Return a write of this request by a device, with how it came, and no key."""
    write = changes.Write(device, at, source=API if request.blueprint == "api" else FORM)
    waited = _made_at()
    if waited is None:
        return write
    is_likely = at - LONGEST_WAIT <= waited <= at
    return replace(write, source=REPLAY, made_at=waited if is_likely else None)


def _made_at() -> datetime | None:
    """Return the moment that the request says it was made at, None without one that can be read."""
    try:
        moment = datetime.fromisoformat(request.headers.get(MADE_AT, ""))
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None
