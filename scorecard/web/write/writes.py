"""A request's write: its idempotency key, the versions its writer has seen, and its commit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import g, request
from sqlalchemy.exc import IntegrityError

from scorecard import errors
from scorecard.database import collisions, pieces
from scorecard.database.db import commit_as_if_written, confirm, db
from scorecard.live.hub import announce, announce_group
from scorecard.models import Device, Group, WriteKey
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.web.http import access, redoing, sources
from scorecard.web.live import sheets

LARGEST_VERSION = 2**31 - 1
VERSION_DIGITS = 10
FINGERPRINT_DIGITS = 16
AFTER_HEADER = "Scorecard-After"
"""The header of a write from an outbox: the keys of earlier writes from the same outbox."""
MOST_AFTER = 60
"""Keys that are read at most: an evening of one phone without network."""

Then = Callable[[Any, sheets.Rendered | None], object]
"""What follows a commit: it takes what the action returned, and the game's sheet where known."""


def this_write(device: Device, version: int = 0) -> changes.Write:
    """Return the write that this request asks for."""
    key = sources.sent_key()
    if not sources.is_good_key(key):
        raise errors.BadInput(
            say("A key has at most %(most)s printable characters.", most=sources.LONGEST_KEY),
            field="key",
        )
    return replace(
        sources.write_of(device, access.now()),
        version=version,
        key=key,
        fingerprint=_fingerprint(),
        seen=_seen(device),
    )


def form_version() -> int:
    """Return the version a form was made against; 0 is older than any.

    ``over`` is sent by the button that overwrites what somebody else wrote meanwhile.
    """
    return _version(request.form.get("over") or request.form.get("version", ""))


def typed_since(group: Group, touching: str) -> dict[str, str]:
    """Return the fields of the form about a thing of a group that was refused, or none.

    Those are left out that somebody else changed since the form was made, and that it sent as they
    were then: whoever sends it again does not take that change back.
    """
    was: dict[str, str] = {}
    if isinstance(g.get("refusal"), errors.Stale):
        for change in changes.lines(db.session, group, after=form_version()):  # the newest first
            if change.about.get("touching") == touching:
                was |= {fact: str(before or "") for fact, (before, _now) in change.what.items()}
    return {key: typed for key, typed in request.form.items() if typed != was.get(key)}


def seen_versions() -> list[int]:
    """Return the versions of entries that the form overwrites on purpose, after a collision."""
    versions = {_version(typed) for typed in request.form.getlist("seen")}
    return sorted(versions - {0})


def kept_seats() -> list[int]:
    """Return the seats whose stored entries the form leaves as they are, after a collision.

    0 stands for the table's part of a round, or for the anecdote at a game's end.
    """
    return typed_positions("keep")


def number_asked(name: str) -> int | None:
    """Return the version, round or seat number in the query, None without one."""
    number = sums.plain_number(request.args.get(name, ""), VERSION_DIGITS)
    return None if number is None else min(number, LARGEST_VERSION)


def typed_positions(name: str) -> list[int]:
    """Return the seat numbers in a form's field; anything else is left out."""
    numbers = [sums.plain_number(text) for text in request.form.getlist(name)]
    return [number for number in numbers if number is not None]


def done_before(write: changes.Write) -> WriteKey | None:
    """Return the stored key of a write that was done before, or None."""
    is_new = "visit" in g and g.visit.is_new
    return None if is_new else _assured(changes.earlier(db.session, write))


def perform(
    write: changes.Write,
    action: Callable[[], object],
    then: Then = lambda result, _sheet: result,
) -> tuple[WriteKey | None, Any]:
    """Do a write and commit it, unless its key says that it was done before.

    Return the stored key and None if it was done before, else None and what ``then`` makes of it
    after the commit, before this process does any other write.
    """
    if done := done_before(write) or _from_elsewhere(write):
        return done, None
    try:
        result = action()
        sheet = sheets.before_commit(g.visit.game) if "visit" in g else None
        with pieces.undivided():
            db.session.commit()
            confirm(db.session)
            if sheet:
                sheets.cache(sheet)
            return None, then(result, sheet)
    except IntegrityError as error:
        if redoing.has_more_tries() or not collisions.is_collision(error):
            raise
        raise errors.Stale(say("Somebody else wrote at the same moment. Try again.")) from error


def once_more(write: changes.Write) -> changes.Write:
    """Return a write, without its key if that is stored already: it may be done again."""
    return write.keyless if changes.earlier(db.session, write) else write


def _from_elsewhere(write: changes.Write) -> WriteKey | None:
    """Return the stored key of an outbox's write that the phone sent before as another device."""
    if "visit" not in g or sources.MADE_AT not in request.headers:
        return None
    return _assured(changes.earlier_by_anybody(db.session, g.visit.game, write))


def _assured(done: WriteKey | None) -> WriteKey | None:
    """Return a stored key after another commit and announcement of its write.

    The first request may have been cut off at its commit: then no phone was told of it.
    """
    if done:
        if "visit" in g:
            announce(db.session, g.visit.game)
        if "group_visit" in g:
            announce_group(db.session, g.group_visit.group)
        commit_as_if_written(db.session, done)
    return done


def _seen(device: Device) -> frozenset[int]:
    seen = frozenset(seen_versions())
    keys = request.headers.get(AFTER_HEADER, "").split()[-MOST_AFTER:]
    if "visit" in g and keys:
        seen |= changes.versions_of(db.session, g.visit.game, device, keys)
    return seen


def _version(typed: str) -> int:
    return min(sums.plain_number(typed, VERSION_DIGITS) or 0, LARGEST_VERSION)


def _fingerprint() -> str:
    """Return a digest of the request, the same for a repetition.

    It is stored with the key, and short: it only has to find out a key that is used twice.
    """
    if request.is_json:
        body = request.get_data()
    else:
        fields = [
            (name, values)
            for name, values in request.form.lists()
            if name not in ("csrf_token", "key")
        ]
        body = json.dumps(sorted(fields)).encode()
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode() + body)
    return digest.hexdigest()[:FINGERPRINT_DIGITS]
