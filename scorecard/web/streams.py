"""Pieces of pages that move by themselves: rendered once per version, streamed to every phone.

A :class:`Shelf` keeps the latest rendering of each thing, the same bytes for everybody who looks.
:func:`stream` sends it now, and again whenever the hub says that the thing has moved.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from datetime import datetime
from typing import Generic, NamedTuple, Protocol, TypeVar

from flask import Response
from werkzeug.exceptions import ServiceUnavailable

from scorecard import outages
from scorecard.db import db
from scorecard.live import hub
from scorecard.web.errors import log_outage

BEAT_SECONDS = 10
"""Between two signs of life on an event stream; a phone that hears none tries again."""
RETRY_MILLISECONDS = 700
"""How soon a phone whose stream has ended comes again, at the earliest."""
SPREAD_MILLISECONDS = 1
"""By how much later that may be, for each phone that listens here: so that ten thousand do not come
at once when their process dies."""
FULL_SECONDS = 10
NO_ROOM = (
    "As many phones as this server can hold are kept up to date by it already. This one shows what "
    "is new whenever a page is opened."
)


class Tagged(Protocol):
    """Something rendered of one state, which its ``tag`` names."""

    @property
    def tag(self) -> str:
        """What names the state."""


Item = TypeVar("Item", bound=Tagged)


class Shelf(Generic[Item]):
    """The latest rendering of each of so many things."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Item] = OrderedDict()
        self._lock = threading.RLock()

    def look(self, key: Hashable, tag: str) -> Item | None:
        """Return what is kept of this state, or None."""
        found = self._kept.get(key)
        return found if found is not None and found.tag == tag else None

    def get(self, key: Hashable, tag: str, make: Callable[[], Item]) -> Item:
        """Return what is kept of this state; make it first where it is not there."""
        with self._lock:
            found = self.look(key, tag)
            if found is None:
                found = self._kept[key] = make()
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return found


class Piece(NamedTuple):
    """What one event carries: the state it is of, its text, and the version it is known by."""

    tag: str
    text: str
    version: int


def tag_of(version: int, changed_at: datetime, more: object = 0) -> str:
    """Return what names a state; with the moment, for a restored backup counts anew."""
    return f"{version}-{int(changed_at.timestamp() * 1000):x}-{more}"


def stream(
    topic: str,
    device_uid: str,
    name: str,
    what: Hashable,
    read: Callable[[], Piece | None],
    *more_topics: str,
) -> Iterator[bytes]:
    """Yield what ``read`` returns as server-sent events: now, and whenever a topic moves.

    When something moves, it is read once for all streams of the same name and ``what``. Between
    two events no database session and no application context is held. A device that is sent out
    gets ``gone``, and the stream ends; one that became keeper gets ``role``. Where nothing can be
    read just now, and where the process is to stop, the stream ends, too: the phone says so, and
    comes again.
    """
    listener = hub.subscribe(topic, device_uid, *more_topics)
    sent = ""

    def look() -> tuple[str, bytes] | None:
        found = read()
        return found and (found.tag, event(name, found.text, found.version))

    try:
        yield _retry() + b"\n"
        while not listener.is_closed:
            if listener.is_moving:
                yield _retry() + b"\n"
                return
            try:
                found = listener.latest.once((name, what), look)
            except Exception as error:
                if (why := outages.reason(error)) is None:
                    raise
                log_outage(f"stream of {name}", why)
                return
            if found is None:
                return
            tag, piece = found
            if tag != sent:
                sent = tag
                yield piece
                hub.note("delivered")
            if listener.has_new_role:
                listener.has_new_role = False
                yield event("role", "")
            while not listener.wait(BEAT_SECONDS):
                yield _retry() + event("beat", "")
        yield event("gone", "")
    finally:
        hub.unsubscribe(listener)


def _retry() -> bytes:
    """Return the line that tells a phone how long to wait before it comes again."""
    spread = random.randint(0, SPREAD_MILLISECONDS * hub.phones)  # noqa: S311 - no secret
    return f"retry: {RETRY_MILLISECONDS + spread}\n".encode()


def event(name: str, data: str, version: int | None = None) -> bytes:
    """Return one server-sent event."""
    lines = [f"event: {name}", *(f"data: {line}" for line in data.split("\n"))]
    if version is not None:
        lines.append(f"id: {version}")
    return ("\n".join(lines) + "\n\n").encode()


def endless(body: Iterator[bytes]) -> Response:
    """Return the endless answer that carries a stream; nothing of this request is kept.

    Where no more phones can listen, say so: there is room left for what they ask and write.
    """
    if not hub.has_room:
        raise ServiceUnavailable(NO_ROOM, retry_after=FULL_SECONDS)
    db.session.close()
    return Response(
        body,
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
