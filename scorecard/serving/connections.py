"""The connections of a process: no household has them all, and nobody waits for ever.

Whoever opens connections and says nothing, sends requests that never end, or takes no answer, would
otherwise keep everybody else out. A connection that waits for its phone is let go where its
household has more than its share, or where hardly any are left: first those that have waited
longest. One that is being answered stays, and so does an event stream, which the hub counts. Only
``scorecard/serving/server.py`` imports this, because it needs gevent.
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
"""Of all connections, how many one household may have: of 96, twelve phones with six each."""
FILLED = 7 / 8
"""Of all connections, how many may be taken before those that wait longest are let go."""
LOOK_SECONDS = 0.25
"""Between two looks whether more than that are taken."""
HEAD_SECONDS = 5
"""How long a phone may take for the head of its next request; more than a busy server needs to
hear of it."""
PATIENCE_SECONDS = 1.0
"""How long a connection may wait for its phone even then: what it sends may be on its way."""
LOOKED_AT = 8
"""Of those that wait longest, how many are looked at when one more comes; they are in order."""
HANDSHAKE_SECONDS = 10.0
"""How long a phone may take to agree on HTTPS."""
BODY_SECONDS = 20.0
BODY_BYTES_A_SECOND = 64 * 1024
"""How long the body of a request may take: so many seconds, and one more for so many bytes."""
LEAST_ANNOUNCED = 128 * 1024
"""Bytes that an unfinished body counts for, at least."""
ANNOUNCED_BY_HOUSEHOLD = 24 * 1024 * 1024
ANNOUNCED_BY_ALL = 8 * ANNOUNCED_BY_HOUSEHOLD
"""Bytes that unfinished bodies may announce together: of a household, one large file, or 192 counts
at the same moment. They lie in memory until they are whole."""
MOST_PASSED = 64 * 1024 * 1024
"""Bytes of a body too large that are read and forgotten, so that the phone hears why."""
PIECE = 64 * 1024
TOO_SLOW = say("This took too long to arrive. Try again where the connection is better.")

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
Places = dict["Connection", None]
PlainSocket = monkey.get_original("socket", "socket")


class Connection:
    """A connection over which requests are answered, and whose household it is.

    ``asked_at`` is when its phone began to connect, or when the latest request was there. It
    ``is_waiting`` for its phone unless a request is worked on. So many bytes are ``announced`` of a
    body that comes in, whose ``sender`` is the household that a believed proxy names.
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
        """Return whether something has come that was not read yet."""
        try:
            with self._plain() as plain:
                return bool(plain.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except BlockingIOError:
            return False
        except (OSError, ValueError):
            # It ends by itself.
            return True

    def hang_up(self) -> None:
        """End it: whoever waits for its phone takes that as if the phone had hung up."""
        with suppress(OSError, ValueError), self._plain() as plain:
            plain.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _plain(self) -> Iterator[Any]:
        """Lend the socket below gevent's and below HTTPS: these would disturb whoever waits."""
        plain = PlainSocket(fileno=self.client.fileno())
        try:
            yield plain
        finally:
            plain.detach()


class Connections:
    """All connections of this process that have a place among ``most``; event streams need none.

    Behind ``proxies`` that are believed all come from one address: whose they are is only said once
    a request is there.
    """

    def __init__(self, most: int, proxies: int) -> None:
        self._most = most
        self._most_of_household = max(1, int(most * HOUSEHOLDS_SHARE))
        self._proxies = proxies
        self._open: dict[Any, Connection] = {}
        # In both, the one that has asked nothing for longest comes first.
        self._households: defaultdict[str, Places] = defaultdict(dict)
        self._bodies: Places = {}
        gevent.spawn(self._watch)

    @contextmanager
    def opened(self, client: Any, address: str) -> Iterator[None]:
        """Count a connection for as long as it is open here."""
        # Behind a proxy, and where systemd passes connections on, nobody knows whose it is.
        household = "" if self._proxies else household_of(address)
        connection = self._open[client] = Connection(client, household)
        self._place(connection)
        try:
            yield
        finally:
            self._take_out(connection)
            del self._open[client]

    def guard(self, application: Application) -> Application:
        """Return the application, which is asked once a request is there, with its whole body."""

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
        """Return the body of a request once it is there; None where the phone has gone.

        One that is too large, or whose length is not said, is refused: nothing of it is kept.
        """
        stream, length = environ["wsgi.input"], int(environ.get("CONTENT_LENGTH") or 0)
        if length == 0:
            return io.BytesIO()
        is_too_large = length > budget.LARGEST_UPLOAD
        with self._bringing(connection, 0 if is_too_large else length, self._sender(environ)):
            return _passed(stream, length) if is_too_large else _whole(stream, length)

    @contextmanager
    def _bringing(self, connection: Connection, announced: int, sender: str) -> Iterator[None]:
        """Count a body while it comes in; let older ones go where that is too much."""
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
        """Let the oldest of these bodies go until the others announce no more than ``most``."""
        too_much = sum(one.announced for one in bodies) - most
        for connection in bodies[:-1]:
            if too_much <= 0:
                return
            too_much -= connection.announced
            del self._bodies[connection]
            self._let_go(connection)

    def _sender(self, environ: dict[str, Any]) -> str:
        """Return whose household a request comes from, as far as proxies are believed."""
        if not self._proxies:
            return household_of(environ["REMOTE_ADDR"])

        def tell(seen: dict[str, Any], _start: object) -> list[str]:
            return [seen["REMOTE_ADDR"]]

        believed: Any = ProxyFix(tell, x_for=self._proxies)  # type: ignore[arg-type]
        (address,) = believed(dict(environ), None)
        return household_of(address)

    def _place(self, connection: Connection) -> None:
        """Give a connection the last place of its household, and see whether it has too many."""
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
        """Keep some places free: households with the most give up those that wait longest."""
        while True:
            gevent.sleep(LOOK_SECONDS)
            before = monotonic() - PATIENCE_SECONDS
            households = sorted(self._households.values(), key=len, reverse=True)
            taken = sum(map(len, households))
            too_many = taken - int(self._most * FILLED)
            for own in households:
                # Whoever has less than others takes no room from them.
                if too_many <= 0 or len(own) * len(households) < taken:
                    break
                too_many -= self._relieve(own, too_many, len(own), before)

    def _relieve(self, own: Places, too_many: int, looks: int, before: float = math.inf) -> int:
        """Let go of a household's connections that really wait, and return of how many.

        Only ``looks`` of them are looked at, and only those whose phones asked ``before``.
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
    """A body that was not there in time, which whoever wants to read it is told."""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, _buffer: Any) -> int:
        """Raise RequestTimeout."""
        raise RequestTimeout(TOO_SLOW)


def _whole(stream: Any, length: int) -> io.IOBase | None:
    """Wait for so many bytes, but not for ever; return None where the phone has gone."""
    body = None
    with gevent.Timeout(BODY_SECONDS + length / BODY_BYTES_A_SECOND, False):
        body = stream.read(length)
    if body is None:
        return Late()
    return io.BytesIO(body) if len(body) == length else None


def _passed(stream: Any, length: int) -> io.IOBase | None:
    """Read so many bytes and forget them, but not for ever; return None where the phone has gone.

    A phone that is answered while it still sends would not hear why it is refused.
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
    """Return whether a phone agrees on HTTPS, in time; some break off at the browser's warning."""
    with suppress(OSError), gevent.Timeout(HANDSHAKE_SECONDS, False):
        client.do_handshake()
        return True
    return False
