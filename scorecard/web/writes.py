"""From a request to a write: its key, its version, and its commit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from flask import request
from sqlalchemy.exc import IntegrityError

from scorecard.db import db
from scorecard.errors import BadInput, Stale
from scorecard.models import Device, WriteKey
from scorecard.services import changes
from scorecard.services.changes import Write
from scorecard.web.access import now

LONGEST_KEY = 64
LARGEST_VERSION = 2**31 - 1
VERSION_DIGITS = 10
SEAT_DIGITS = 3


def this_write(device: Device, version: int = 0) -> Write:
    """Return the write that this request asks for.

    Its key is the ``Idempotency-Key`` header of a program or the hidden ``key`` of a form.
    """
    key = request.headers.get("Idempotency-Key") or request.form.get("key", "")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise BadInput(f"A key has at most {LONGEST_KEY} printable characters.", field="key")
    return Write(device, now(), version, key, _fingerprint())


def form_version() -> int:
    """Return the version a form was made against; 0 is older than any.

    ``over`` is sent by the button that overwrites what somebody else wrote meanwhile.
    """
    typed = request.form.get("over") or request.form.get("version", "")
    return (
        min(int(typed), LARGEST_VERSION)
        if typed.isdecimal() and len(typed) <= VERSION_DIGITS
        else 0
    )


def typed_positions(name: str) -> list[int]:
    """Return the seats that a form names under ``name``; what is no seat's number is left out."""
    return [
        int(text)
        for text in request.form.getlist(name)
        if text.isascii() and text.isdecimal() and len(text) <= SEAT_DIGITS
    ]


def perform(write: Write, action: Callable[[], object]) -> WriteKey | None:
    """Do the write and commit, unless it was done before; then return its trace instead."""
    if done := changes.earlier(db.session, write):
        return done
    action()
    try:
        db.session.commit()
    except IntegrityError as error:
        raise Stale("Somebody else wrote at the same moment. Try again.") from error
    return None


def once_more(write: Write) -> Write:
    """Return a write that is to be done even if it was done before, such as joining again.

    Its key is kept with the first time, and is not kept again.
    """
    return write.keyless if changes.earlier(db.session, write) else write


def _fingerprint() -> str:
    """Return a digest of what is asked, the same for a repetition."""
    if request.is_json:
        body = request.get_data()
    else:
        fields = [
            (name, values)
            for name, values in request.form.lists()
            if name not in ("csrf_token", "key")
        ]
        body = json.dumps(sorted(fields)).encode()
    return hashlib.sha256(f"{request.method} {request.path}\n".encode() + body).hexdigest()
