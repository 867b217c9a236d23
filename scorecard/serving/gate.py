"""The gate: event streams are opened a few at a time, and other requests go first.

After a server's death thousands of phones reconnect at once, and each costs as much as a page. If
too many wait already, a phone is told when to come again: one after the other, as fast as they can
be let in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

import gevent
from gevent.lock import Semaphore

from scorecard.web.live import streams

AT_A_TIME = 4
"""More than one, because one may wait for the database."""
LONGEST_SECONDS = 60
AND_HANG_UP: list[bytes] = []
"""A WSGI answer's rest after which the connection is closed: an empty list, compared by ``is``."""

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Gate:
    """Opens event streams a few at a time; at most ``most_waiting`` requests wait for that."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting = 0
        self._last_turn = 0.0
        self._turns = Semaphore(AT_A_TIME)

    def guard(self, application: Application) -> Application:
        """Return the application; requests for an event stream wait for their turn."""

        def guarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            is_stream = environ.get("HTTP_ACCEPT") == streams.EVENT_STREAM
            if not is_stream or environ["REQUEST_METHOD"] != "GET":
                return application(environ, start_response)
            if self._waiting >= self._most_waiting:
                hint = self._when_to_come_again()
                headers = [
                    ("Content-Type", streams.EVENT_STREAM),
                    ("Content-Length", str(len(hint))),
                ]
                start_response("200 OK", headers)(hint)
                return AND_HANG_UP
            self._waiting += 1
            try:
                with self._turns:
                    # Other requests that are here by now go first.
                    gevent.sleep(0)
                    return application(environ, start_response)
            finally:
                self._waiting -= 1

        return guarded

    def _when_to_come_again(self) -> bytes:
        """Return an SSE ``retry:`` line with the next free moment after those given before."""
        now, each = monotonic(), streams.SPREAD_MILLISECONDS / 1000
        turn = max(self._last_turn, now + each * self._most_waiting) + each
        if turn < now + LONGEST_SECONDS:
            self._last_turn = turn
        else:
            turn = now + random.uniform(LONGEST_SECONDS / 2, LONGEST_SECONDS)  # noqa: S311 - no secret
        return f"retry: {streams.RETRY_MILLISECONDS + round((turn - now) * 1000)}\n\n".encode()
