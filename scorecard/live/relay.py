"""The relay: passes the hub's news to the other server processes, over a line that all share.

The line is Redis or PostgreSQL: ``redis_line.py`` and ``notify_line.py``. While it is down, phones
check for themselves whether anything is new; when it is back, all of them reconnect.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from scorecard.config import Settings
from scorecard.database.db import database_address
from scorecard.live.hub import Hub, News
from scorecard.machine import outages

SOON_SECONDS = 0.1
"""Before the first try to reconnect, as a cut connection is not yet an outage."""
RETRY_SECONDS = 5
"""Between further tries, each of which wakes every phone."""
MOST_WAITING = 10_000
"""The size of the queue of outgoing news; those beyond are replaced by one that wakes all."""

log = logging.getLogger(__name__)


class SharedLine(Protocol):
    """Carries short texts from each process to all of them, itself included."""

    name: str
    """Its name for people."""
    errors: tuple[type[Exception], ...]
    """Exceptions that it raises while it is down."""

    def sender(self) -> AbstractContextManager[Callable[[str], object]]:
        """Connect; provide a function that sends a text."""

    def hearer(self) -> AbstractContextManager[Iterator[str | None]]:
        """Connect; provide an iterator of texts, and None at least once a second."""


def line_of(settings: Settings) -> SharedLine | None:
    """Return the line of the settings: Redis, else PostgreSQL; None for SQLite alone."""
    # Imported only where they are used: their libraries are optional.
    if settings.redis_url:
        from scorecard.live.redis_line import RedisLine

        return RedisLine(settings.redis_url)
    if database_address(settings.database_url).get_backend_name() == "postgresql":
        from scorecard.live.notify_line import NotifyLine

        return NotifyLine(settings.database_url)
    return None


class Relay:
    """One process's end of the line: a thread that sends, and one that hears."""

    def __init__(self, hub: Hub, line: SharedLine, retry_seconds: float = RETRY_SECONDS) -> None:
        self._hub = hub
        self._line = line
        self._retry_seconds = retry_seconds
        self._me = secrets.token_hex(8)
        self._outgoing: queue.Queue[News | None] = queue.Queue(MOST_WAITING)
        self._unsent: News | None = None
        self._has_dropped = False
        self._is_closed = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_on, args=(work, what), daemon=True)
            for work, what in ((self._send, "send to"), (self._listen, "hear from"))
        ]

    def start(self) -> None:
        """Start both threads."""
        self._hub.pass_on = self._put
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End both threads, and wait for them."""
        self._is_closed.set()
        self._put(None)
        for thread in self._threads:
            thread.join()

    def _put(self, news: News | None) -> None:
        try:
            self._outgoing.put_nowait(news)
        except queue.Full:
            if not self._has_dropped:
                log.warning("%s is too slow: the other processes are told late.", self._line.name)
            self._has_dropped = True

    def _keep_on(self, work: Callable[[Callable[[], bool]], None], what: str) -> None:
        """Do the work until the relay is closed, and again whenever the line was down."""

        def works() -> bool:
            was_down = what in self._hub.cut
            if was_down:
                self._hub.cut.remove(what)
                log.warning("%s is back: phones %s other processes again.", self._line.name, what)
            return was_down

        while not self._is_closed.is_set():
            try:
                work(works)
            except self._line.errors as error:
                self._hub.wake_everybody()
                if what in self._hub.cut:
                    self._is_closed.wait(self._retry_seconds)
                else:
                    why = outages.in_one_line(error).rstrip(".")
                    log.warning("%s cannot be reached: %s.", self._line.name, why)
                    self._hub.cut.add(what)
                    self._is_closed.wait(SOON_SECONDS)

    def _send(self, works: Callable[[], bool]) -> None:
        """Send the outgoing news, after one that wakes all.

        News that could not be sent are kept for the next try: a removed device must be told.
        """
        with self._line.sender() as send:
            send(self._packed(News("all")))
            works()
            while news := self._unsent or self._outgoing.get():
                self._unsent = news
                send(self._packed(news))
                self._unsent = None
                if self._has_dropped and self._outgoing.empty():
                    self._has_dropped, self._unsent = False, News("all")

    def _packed(self, news: News) -> str:
        return json.dumps({"from": self._me, **news._asdict()})

    def _listen(self, works: Callable[[], bool]) -> None:
        """Deliver the news of other processes, after waking all phones.

        After an outage phones reconnect instead: one of them may have been removed meanwhile.
        """
        with self._line.hearer() as heard:
            if works():
                self._hub.move_everybody()
            else:
                self._hub.wake_everybody()
            for text in heard:
                if self._is_closed.is_set():
                    return
                if text is not None:
                    body = json.loads(text)
                    if body.pop("from") != self._me:
                        self._hub.deliver(News(**body))
