"""The Carrier: one loop that holds the connections of all phones that listen.

An event stream is handed over with its connection once the head of its answer is sent. From then on
no greenlet waits for it: what moves is written to all phones of a table in a row. Only
``scorecard/serving/server.py`` imports this, because it needs gevent.
"""

from __future__ import annotations

import logging
import os
import select
import ssl
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import gevent
from gevent import monkey

from scorecard.machine import outages
from scorecard.serving import gate
from scorecard.web.live import streams

AT_ONCE = 50
"""Phones that are written to before requests have their turn: about a millisecond's work."""
READABLE = 1
"""What gevent calls it."""
GLANCE_SECONDS = 0.05
LAST_CHUNK = b"0\r\n\r\n"

log = logging.getLogger(__name__)
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Phone:
    """A phone that is carried: its connection's file, and the ``rest`` it could not take yet."""

    __slots__ = ("file", "is_busy", "is_chunked", "is_woken", "rest", "stream")

    def __init__(self, file: int, stream: streams.Stream, *, is_chunked: bool) -> None:
        self.file = file
        self.stream = stream
        self.is_chunked = is_chunked
        self.is_woken = False
        self.is_busy = False
        self.rest = b""


class Carrier:
    """All phones of this process whose streams are carried."""

    def __init__(self) -> None:
        self._phones: dict[int, Phone] = {}
        self._woken: list[Phone] = []
        # gevent hides it from the standard library; here it is waited for as gevent wants it.
        self._epoll: select.epoll = monkey.get_original("select", "epoll")()
        gevent.spawn(self._watch)
        gevent.spawn(self._beat)

    def offer(self, application: Application) -> Application:
        """Return the application, with which every request that can be carried says so.

        Over HTTPS none can: what is written there is not what goes over the connection.
        """

        def offering(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            connection = environ["gunicorn.socket"]
            if not isinstance(connection, ssl.SSLSocket):
                is_chunked = environ["SERVER_PROTOCOL"] != "HTTP/1.0"
                environ[streams.CARRY] = partial(self._take, connection, is_chunked)
            return application(environ, start_response)

        return offering

    def drain(self, seconds: float) -> None:
        """Wait until all streams that were ended have been sent to their end, at most so long."""
        until = time.monotonic() + seconds
        while self._phones and time.monotonic() < until:
            gevent.sleep(GLANCE_SECONDS)

    def _take(
        self, connection: Any, is_chunked: bool, stream: streams.Stream, first: bytes
    ) -> Iterable[bytes]:
        self._epoll.register(connection.fileno(), select.EPOLLRDHUP)
        phone = Phone(connection.detach(), stream, is_chunked=is_chunked)
        self._phones[phone.file] = phone
        self._send(phone, first)
        stream.listener.call_back(partial(self._wake, phone))
        return gate.AND_HANG_UP

    def _wake(self, phone: Phone) -> None:
        if not phone.is_woken:
            phone.is_woken = True
            if not self._woken:
                gevent.spawn(self._tell_all)
            self._woken.append(phone)

    def _tell_all(self) -> None:
        """Tell what is new to all that were woken: mostly all phones of one table."""
        woken, self._woken = self._woken, []
        for number, phone in enumerate(woken, start=1):
            self._tell(phone)
            if number % AT_ONCE == 0:
                gevent.sleep(0)

    def _tell(self, phone: Phone) -> None:
        """Send what is new, unless that is being read already, or something waits to be sent."""
        if phone.is_busy:
            return
        phone.is_busy = True
        while phone.is_woken and not phone.rest and phone.file >= 0:
            phone.is_woken = False
            self._try(phone, lambda one: self._send(one, one.stream.news()))
        phone.is_busy = False

    def _send(self, phone: Phone, news: bytes) -> None:
        if news and phone.is_chunked:
            news = b"%x\r\n%b\r\n" % (len(news), news)
        if phone.stream.is_over and phone.is_chunked:
            news += LAST_CHUNK
        phone.rest += news
        self._write(phone)

    def _write(self, phone: Phone) -> None:
        """Write as much as the phone takes; it says when it takes more."""
        if phone.file < 0:
            return
        try:
            written = os.write(phone.file, phone.rest) if phone.rest else 0
        except BlockingIOError:
            written = 0
        except OSError:
            self._let_go(phone)
            return
        phone.rest = phone.rest[written:]
        if phone.rest:
            self._epoll.modify(phone.file, select.EPOLLRDHUP | select.EPOLLOUT)
        elif phone.stream.is_over:
            self._let_go(phone)

    def _watch(self) -> None:
        """Notice who has gone, and who takes more again."""
        gevent_hub = gevent.get_hub()
        ready = gevent_hub.loop.io(self._epoll.fileno(), READABLE)
        while True:
            gevent_hub.wait(ready)
            for file, what in self._epoll.poll(0):
                phone = self._phones[file]
                if what == select.EPOLLOUT:
                    self._try(phone, self._go_on)
                else:
                    self._let_go(phone)

    def _go_on(self, phone: Phone) -> None:
        """Send more of what a phone could not take yet; then the latest that came meanwhile."""
        self._epoll.modify(phone.file, select.EPOLLRDHUP)
        self._write(phone)
        if phone.is_woken:
            phone.is_woken = False
            self._wake(phone)

    def _beat(self) -> None:
        """Give every phone a sign of life."""
        while True:
            gevent.sleep(streams.BEAT_SECONDS)
            for number, phone in enumerate(list(self._phones.values()), start=1):
                if not phone.rest and phone.file >= 0:
                    self._try(phone, lambda one: self._send(one, one.stream.beat()))
                if number % AT_ONCE == 0:
                    gevent.sleep(0)

    def _try(self, phone: Phone, what: Callable[[Phone], None]) -> None:
        """Do something for one phone; what goes wrong ends its stream, and nobody else's."""
        try:
            what(phone)
        except Exception as error:  # noqa: BLE001 - whatever it is, others go on
            log.error("A stream broke off: %s", outages.kind_of(error))
            self._let_go(phone)

    def _let_go(self, phone: Phone) -> None:
        if phone.file >= 0:
            self._epoll.unregister(phone.file)
            del self._phones[phone.file]
            os.close(phone.file)
            phone.file = -1
            phone.stream.close()
