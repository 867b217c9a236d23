"""The connections of a process: limits by household, and timeouts.

They protect against clients that open many connections, never finish their requests, or read no
answer. A connection that waits for its phone is closed if its household has more than its share,
or if hardly any places are left: first those that have waited longest. One that is being answered
stays, and so does an event stream, which the hub counts. Only ``scorecard/serving/server.py``
imports this, because it needs gevent.
"""

from __future__ import annotations

import io
import math
import socket
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import gevent
from gevent import monkey
from werkzeug.exceptions import RequestTimeout
from werkzeug.middleware.proxy_fix import ProxyFix

from scorecard.machine.households import household_of
from scorecard.rules.words import say
from scorecard.serving import gate
from scorecard.web.http import budget
from scorecard.web.live import streams

HOUSEHOLDS_SHARE = 3 / 4
"""The share of connections of one household: of 96, twelve phones with six each."""
FILLED = 7 / 8
"""The share of connections above which those that wait longest are closed."""
LOOK_SECONDS = 0.25
"""Between two checks of that share."""
HEAD_SECONDS = 5
"""The timeout for the head of the next request; more than a busy server needs to notice it."""
PATIENCE_SECONDS = 1.0
"""How long a connection may wait at least: its request may be on its way."""
LOOKED_AT = 8
"""How many of those that wait longest are checked for each new connection."""
HANDSHAKE_SECONDS = 10.0
"""The timeout of the TLS handshake."""
BODY_SECONDS = 20.0
BODY_BYTES_A_SECOND = 64 * 1024
"""The timeout of a request's body: ``BODY_SECONDS``, and the time for its bytes at this speed."""
LEAST_ANNOUNCED = 128 * 1024
"""Bytes that an unfinished body counts for, at least."""
ANNOUNCED_BY_HOUSEHOLD = 24 * 1024 * 1024
ANNOUNCED_BY_ALL = 8 * ANNOUNCED_BY_HOUSEHOLD
"""Bytes of all unfinished bodies, which are held in memory: of a household, one large file, or 192
counts at the same moment."""
MOST_PASSED = 64 * 1024 * 1024
"""Bytes of a too large body that are read and dropped, so that the phone gets the refusal."""
PIECE = 64 * 1024
TOO_SLOW = say("This took too long to arrive. Try again where the connection is better.")

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
Places = dict["Connection", None]
PlainSocket = monkey.get_original("socket", "socket")


class Connection:
    """A connection and its household.

    ``asked_at`` is the time of its start, or of its latest request. It ``is_waiting`` for its phone
    unless a request is being answered. ``announced`` is the length of an unfinished body, and
    ``sender`` that request's household, which a trusted proxy may name.
    """

    __slots__ = ("announced", "asked_at", "client", "household", "is_waiting", "sender")

    def __init__(self, client: Any, household: str) -> None:
        self.client = client
        self.household = household
        self.asked_at = monotonic()
        self.is_waiting = True
        self.announced = 0
        self.sender = household

    def has_data(self) -> bool:
        """Return whether there are bytes to read."""
        try:
            with self._plain() as plain:
                return bool(plain.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except BlockingIOError:
            return False
        except (OSError, ValueError):
            # Closed already: it ends by itself.
            return True

    def hang_up(self) -> None:
        """Shut the socket down, as if the phone had hung up."""
        with suppress(OSError, ValueError), self._plain() as plain:
            plain.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _plain(self) -> Iterator[Any]:
        """Provide the plain socket, whose use does not disturb a greenlet that waits on it."""
        plain = PlainSocket(fileno=self.client.fileno())
        try:
            yield plain
        finally:
            plain.detach()


class Connections:
    """The connections of this process, ``most`` at once beside event streams.

    Behind trusted ``proxies`` a connection's household is unknown, and that of its request known.
    """

    def __init__(self, most: int, proxies: int) -> None:
        self._most = most
        self._most_of_household = max(1, int(most * HOUSEHOLDS_SHARE))
        self._proxies = proxies
        self._open: dict[Any, Connection] = {}
        # Both are ordered by the latest request, the longest ago first.
        self._households: defaultdict[str, Places] = defaultdict(dict)
        self._bodies: Places = {}
        gevent.spawn(self._watch)

    @contextmanager
    def opened(self, client: Any, address: str) -> Iterator[None]:
        """Count a connection inside the block."""
        # Unknown behind a proxy, and where systemd passes connections on.
        household = "" if self._proxies else household_of(address)
        connection = self._open[client] = Connection(client, household)
        self._place(connection)
        try:
            yield
        finally:
            self._take_out(connection)
            del self._open[client]

    def guard(self, application: Application) -> Application:
        """Return the application, called with the whole body of a request."""

        def guarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            connection = self._open[environ["gunicorn.socket"]]
            connection.asked_at = monotonic()
            self._place(connection)
            environ["wsgi.input"] = body = self._body(connection, environ)
            if body is None:
                return gate.AND_HANG_UP

            def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
                if any(value.startswith(streams.EVENT_STREAM) for _name, value in headers):
                    self._take_out(connection)
                return start_response(status, headers, *more)

            connection.is_waiting = False
            try:
                return application(environ, start)
            finally:
                connection.is_waiting = True

        return guarded

    def _body(self, connection: Connection, environ: dict[str, Any]) -> io.IOBase | None:
        """Return a request's body once it is whole; None where the phone has gone.

        A body that is too large or of unknown length is dropped: the application refuses it.
        """
        stream, length = environ["wsgi.input"], int(environ.get("CONTENT_LENGTH") or 0)
        if length == 0:
            return io.BytesIO()
        is_too_large = length > budget.LARGEST_UPLOAD
        with self._counted(connection, 0 if is_too_large else length, self._sender(environ)):
            return _dropped(stream, length) if is_too_large else _whole(stream, length)

    @contextmanager
    def _counted(self, connection: Connection, announced: int, sender: str) -> Iterator[None]:
        """Count an unfinished body inside the block; close older ones if there are too many."""
        connection.announced = max(announced, LEAST_ANNOUNCED)
        connection.sender = sender
        self._bodies[connection] = None
        own = [one for one in self._bodies if one.sender == sender]
        self._limit_bodies(own, ANNOUNCED_BY_HOUSEHOLD)
        self._limit_bodies([*self._bodies], ANNOUNCED_BY_ALL)
        try:
            yield
        finally:
            self._bodies.pop(connection, None)

    def _limit_bodies(self, bodies: list[Connection], most: int) -> None:
        """Close the oldest of these bodies until the others announce no more than ``most``."""
        too_much = sum(one.announced for one in bodies) - most
        for connection in bodies[:-1]:
            if too_much <= 0:
                return
            too_much -= connection.announced
            del self._bodies[connection]
            self._let_go(connection)

    def _sender(self, environ: dict[str, Any]) -> str:
        """Return a request's household, which a trusted proxy may name."""
        if not self._proxies:
            return household_of(environ["REMOTE_ADDR"])

        def tell(seen: dict[str, Any], _start: object) -> list[str]:
            return [seen["REMOTE_ADDR"]]

        believed: Any = ProxyFix(tell, x_for=self._proxies)  # type: ignore[arg-type]
        (address,) = believed(dict(environ), None)
        return household_of(address)

    def _place(self, connection: Connection) -> None:
        """Put a connection last in its household, and close others if that has too many."""
        self._take_out(connection)
        own = self._households[connection.household]
        own[connection] = None
        if connection.household:
            self._relieve(own, len(own) - self._most_of_household, LOOKED_AT)

    def _take_out(self, connection: Connection) -> None:
        own = self._households[connection.household]
        own.pop(connection, None)
        if not own:
            del self._households[connection.household]

    def _watch(self) -> None:
        """Keep some places free: close waiting connections of the households with the most."""
        while True:
            gevent.sleep(LOOK_SECONDS)
            before = monotonic() - PATIENCE_SECONDS
            households = sorted(self._households.values(), key=len, reverse=True)
            taken = sum(map(len, households))
            too_many = taken - int(self._most * FILLED)
            for own in households:
                # Households with less than the average keep theirs.
                if too_many <= 0 or len(own) * len(households) < taken:
                    break
                too_many -= self._relieve(own, too_many, len(own), before)

    def _relieve(self, own: Places, too_many: int, looks: int, before: float = math.inf) -> int:
        """Close up to ``too_many`` waiting connections of a household; return how many.

        At most ``looks`` are checked, and only those whose latest request was ``before``.
        """
        ended = 0
        for connection in [*own] if too_many > 0 else ():
            if ended == too_many or looks == 0 or connection.asked_at >= before:
                break
            if connection.is_waiting:
                looks -= 1
                if not connection.has_data():
                    ended += 1
                    self._let_go(connection)
        return ended

    def _let_go(self, connection: Connection) -> None:
        self._take_out(connection)
        connection.hang_up()


class Late(io.RawIOBase):
    """Stands in for a body that came too late: reading it raises RequestTimeout."""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, _buffer: Any) -> int:
        """Raise RequestTimeout."""
        raise RequestTimeout(TOO_SLOW)


def _whole(stream: Any, length: int) -> io.IOBase | None:
    """Return a body of this length, ``Late`` after the timeout, None if the phone has gone."""
    body = None
    with gevent.Timeout(BODY_SECONDS + length / BODY_BYTES_A_SECOND, False):
        body = stream.read(length)
    if body is None:
        return Late()
    return io.BytesIO(body) if len(body) == length else None


def _dropped(stream: Any, length: int) -> io.IOBase | None:
    """Read and drop a body of this length, up to the timeout; return None if the phone has gone.

    A phone does not read the refusal while it still sends.
    """
    left = min(length, MOST_PASSED)
    with gevent.Timeout(BODY_SECONDS + left / BODY_BYTES_A_SECOND, False):
        while left > 0:
            piece = stream.read(min(PIECE, left))
            if not piece:
                return None
            left -= len(piece)
    return io.BytesIO()


def agree_on_https(client: Any) -> bool:
    """Do the TLS handshake, with a timeout; return whether it succeeded."""
    with suppress(OSError), gevent.Timeout(HANDSHAKE_SECONDS, False):
        client.do_handshake()
        return True
    return False
