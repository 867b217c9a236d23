"""Pieces of pages that move by themselves: rendered once per version, streamed to every phone.

A :class:`Shelf` keeps the latest rendering of each thing, the same bytes for everybody who looks.
A :class:`Stream` sends it now, and again whenever the hub says that the thing has moved.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from flask import Response
from werkzeug.exceptions import ServiceUnavailable

from scorecard.database.db import db
from scorecard.live.hub import Listener, hub
from scorecard.machine import outages
from scorecard.rules.words import say
from scorecard.web.http import limits, refusals

BEAT_SECONDS = 10
"""Between two signs of life on an event stream; a phone that hears none tries again."""
RETRY_MILLISECONDS = 700
"""How soon a phone whose stream has ended comes again, at the earliest."""
SPREAD_MILLISECONDS = 4
"""By how much later that may be, for each phone that listens here: about what it costs to let one
in. So ten thousand whose process died come as fast as they can be let in, and pages in between."""
FULL_SECONDS = 10
"""After which a phone for which there was no room may ask again, at the earliest; twice that, at
the latest."""
REPLACED_MILLISECONDS = 10 * 60 * 1000
"""After which a stream that ended for a later one of the same phone is begun again by itself: by
programs, for our pages wait until somebody looks at them. Sooner, the two would end each other."""
EVENT_STREAM = "text/event-stream"
CARRY = "scorecard.carry"
"""Where the environment of a request holds the function by which a server takes a stream over."""
NO_ROOM = say(
    "This server keeps all the phones it can up to date. This one shows what’s new when you "
    "open a page."
)
NO_ROOM_HERE = say(
    "This server keeps enough phones of your network up to date. This one shows what’s new "
    "when you open a page."
)


Item = TypeVar("Item")


class Shelf(Generic[Item]):
    """The latest rendering of each of so many things, and the tag of the state it is of."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[Hashable, tuple[str, Item]] = OrderedDict()
        self._lock = threading.RLock()

    def peek(self, key: Hashable, tag: str) -> Item | None:
        """Return the rendering of this state, or None where it is not here."""
        kept_tag, item = self._items.get(key, ("", None))
        return item if kept_tag == tag else None

    def latest(self, key: Hashable) -> Item | None:
        """Return the latest rendering, of whichever state."""
        return self._items.get(key, ("", None))[1]

    def get(self, key: Hashable, tag: str, make: Callable[[], Item]) -> Item:
        """Return the rendering of this state; make it first where it is not here."""
        with self._lock:
            item = self.peek(key, tag)
            if item is None:
                item = make()
                self._items[key] = tag, item
            self._items.move_to_end(key)
            while len(self._items) > self._most:
                self._items.popitem(last=False)
            return item


class Piece(NamedTuple):
    """What one event carries: the state it is of, its text, and the version it is known by."""

    tag: str
    text: str
    version: int


def tag_of(version: int, changed_at: datetime, more: object = 0) -> str:
    """Return a name for a state.

    The moment is part of it, because after restoring a backup the same version comes twice.
    """
    return f"{version}-{int(changed_at.timestamp() * 1000):x}-{more}"


class Stream:
    """What one phone is sent as server-sent events: what ``read`` returns now, and at every move.

    A phone whose page shows the state with the tag ``since`` is sent nothing before it changes.
    When something moves, it is read once for all streams of the same name and ``what``. Between
    two events no database session and no application context is held. A device that is removed
    gets ``gone``, and the stream ``is_over``; one that listens in too many later places gets
    ``replaced``; one that became scorekeeper gets ``role``. Where nothing can be read just now, and
    where the process is to stop, it ends, too: the phone says so, and comes again.
    """

    __slots__ = ("_name", "_read", "_sent_tag", "_what", "_who", "household", "is_over", "listener")

    def __init__(
        self,
        topic: str,
        device_uid: str,
        name: str,
        what: Hashable,
        read: Callable[[], Piece | None],
        *more_topics: str,
        since: str = "",
    ) -> None:
        self._who = (topic, device_uid, *more_topics)
        self._name, self._what, self._read = name, what, read
        self._sent_tag = since
        self.household = ""
        self.is_over = False
        self.listener: Listener

    def begin(self) -> bytes:
        """Begin to listen, to be ended by :meth:`close`; return what is sent before all else."""
        self.listener = hub.subscribe(*self._who, household=self.household)
        return _retry() + b"\n"

    def news(self) -> bytes:
        """Return what is new since the last call, perhaps nothing.

        Once the stream ``is_over``, this was its last news. An outage ends the stream; whatever is
        raised here is a fault of ours.
        """
        if self.listener.is_closed:
            self.is_over = True
            return event("gone", "")
        if self.listener.is_replaced:
            self.is_over = True
            return f"retry: {REPLACED_MILLISECONDS}\n".encode() + event("replaced", "")
        if self.listener.is_moving:
            self.is_over = True
            return _retry() + b"\n"
        latest = self.listener.take().once((self._name, self._what), self._read_event)
        if latest is None:
            self.is_over = True
            return b""
        tag, news = latest
        if tag == self._sent_tag:
            news = b""
        else:
            self._sent_tag = tag
            hub.note("delivered")
        if self.listener.has_new_role:
            self.listener.has_new_role = False
            news += event("role", "")
        return news

    def beat(self) -> bytes:
        """Return a sign of life."""
        return _retry() + event("beat", "")

    def close(self) -> None:
        """Stop listening."""
        hub.unsubscribe(self.listener)

    def _read_event(self) -> tuple[str, bytes] | None:
        try:
            piece = self._read()
        except Exception as error:
            if (why := outages.reason(error)) is None:
                raise
            refusals.log_outage(f"stream of {self._name}", why)
            return None
        return piece and (piece.tag, event(self._name, piece.text, piece.version))

    def __iter__(self) -> Iterator[bytes]:
        """Yield all of it, waiting in between: where nobody carries the stream."""
        try:
            yield self.begin()
            while not self.is_over:
                if news := self.news():
                    yield news
                while not self.is_over and not self.listener.wait(BEAT_SECONDS):
                    yield self.beat()
        finally:
            self.close()


class Endless(Response):
    """The endless answer with a stream; a server that carries streams takes it over."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(
            iter(stream),
            mimetype=EVENT_STREAM,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self._stream = stream

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer; where the server takes the stream over, with its beginning."""
        carry = environ.get(CARRY)
        if carry is None or environ["REQUEST_METHOD"] != "GET":
            return super().__call__(environ, start_response)
        _body, status, headers = self.get_wsgi_response(environ)
        first = self._stream.begin()
        try:
            first += self._stream.news()
            # The head alone: a phone that does not read is not waited for here.
            start_response(status, headers)(b"")
            rest: Iterable[bytes] = carry(self._stream, first)
        except BaseException:
            self._stream.close()
            raise
        return rest


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


def endless(stream: Stream) -> Response:
    """Return the endless answer that carries a stream, unless no more phones can listen."""
    stream.household = limits.network()
    has_room = hub.has_room
    if not (has_room and hub.has_room_for(stream.household)):
        soon = random.randint(FULL_SECONDS, 2 * FULL_SECONDS)  # noqa: S311 - no secret
        raise ServiceUnavailable(NO_ROOM_HERE if has_room else NO_ROOM, retry_after=soon)
    db.session.close()
    return Endless(stream)
