"""Waking the phones at other server processes, over a line that all of them share.

The line is Redis or PostgreSQL itself: ``redis_line.py`` and ``notify_line.py``. What moves here
wakes the phones at this process at once, whatever becomes of the line; the relay passes it on.
While the line is down every phone looks for itself, and when it comes back every phone comes anew.
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
"""Before the first try to reach a line again, as a cut connection is not yet an outage."""
RETRY_SECONDS = 5
"""Between two further tries, each of which lets every phone look for itself."""
MOST_WAITING = 10_000
"""News that wait for the line; when there are more, one piece of news says that all has moved."""

log = logging.getLogger(__name__)


class SharedLine(Protocol):
    """What carries short texts from each process to all of them, itself included."""

    name: str
    """What people call it."""
    errors: tuple[type[Exception], ...]
    """What it raises while it is down."""

    def sender(self) -> AbstractContextManager[Callable[[str], object]]:
        """Open the line; give what sends a text over it."""

    def hearer(self) -> AbstractContextManager[Iterator[str | None]]:
        """Open the line; give what comes over it, and None at least once a second."""


def line_of(settings: Settings) -> SharedLine | None:
    """Return the line that the settings give, or None where there is but one process.

    That is Redis where they name one, and else the database, where that is PostgreSQL.
    """
    # Each is only imported where it is used: their libraries are optional.
    if settings.redis_url:
        from scorecard.live.redis_line import RedisLine

        return RedisLine(settings.redis_url)
    if database_address(settings.database_url).get_backend_name() == "postgresql":
        from scorecard.live.notify_line import NotifyLine

        return NotifyLine(settings.database_url)
    return None


class Relay:
    """One process's end of the line: a sender, and one hearer for all of its phones."""

    def __init__(self, hub: Hub, line: SharedLine, retry_seconds: float = RETRY_SECONDS) -> None:
        self._hub = hub
        self._line = line
        self._retry_seconds = retry_seconds
        self._me = secrets.token_hex(8)
        self._down: set[str] = set()
        self._outgoing: queue.Queue[News | None] = queue.Queue(MOST_WAITING)
        self._unsent: News | None = None
        self._has_dropped = False
        self._is_closed = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_on, args=(work, what), daemon=True)
            for work, what in ((self._send, "send to"), (self._listen, "hear from"))
        ]

    @property
    def name(self) -> str:
        """What people call the line."""
        return self._line.name

    @property
    def is_up(self) -> bool:
        """Whether nothing is known to be wrong with the line."""
        return not self._down

    def start(self) -> None:
        """Begin to pass on what the hub publishes, and to hear what other processes do."""
        self._hub.relay = self
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End both, and wait for them."""
        self._hub.relay = None
        self._is_closed.set()
        self._put(None)
        for thread in self._threads:
            thread.join()

    def pass_on(self, news: News) -> None:
        """Tell the other processes, soon."""
        self._put(news)

    def _put(self, news: News | None) -> None:
        try:
            self._outgoing.put_nowait(news)
        except queue.Full:
            if not self._has_dropped:
                log.warning("%s is too slow: the other processes are told late.", self.name)
            self._has_dropped = True

    def _keep_on(self, work: Callable[[Callable[[], bool]], None], what: str) -> None:
        """Do the work until the end, and begin anew whenever the line was down."""

        def works() -> bool:
            was_down = what in self._down
            if was_down:
                self._down.remove(what)
                log.warning("%s is back: phones %s other processes again.", self.name, what)
            return was_down

        errors: tuple[type[Exception], ...] = (*self._line.errors, OSError)
        while not self._is_closed.is_set():
            try:
                work(works)
            except errors as error:
                self._hub.wake_everybody()
                if what in self._down:
                    self._is_closed.wait(self._retry_seconds)
                else:
                    why = outages.in_one_line(error).rstrip(".")
                    log.warning("%s cannot be reached: %s.", self.name, why)
                    self._down.add(what)
                    self._is_closed.wait(SOON_SECONDS)

    def _send(self, works: Callable[[], bool]) -> None:
        """Pass on what moves here; begin by saying that all may have.

        What could not be sent is kept for the next try: who was removed must hear so.
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
        """Do here what moved at another process; begin by letting every phone look for itself.

        Where the line was down, phones come anew instead: one of them may have been removed.
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
