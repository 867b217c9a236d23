"""The Gate: phones that begin to listen come in a few at a time, and other requests go before them.

When a server has died, thousands of phones come at once. Each costs as much as a page; without a
gate whoever asks for a page, or counts, would wait behind all of them. Phones for whom there is no
more room to wait are told when to come again: one after the other, as fast as they can be let in.
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
"""The rest of an answer after which the connection is not used again. It is empty, and known by
being this very list: ``is AND_HANG_UP`` is false for every other empty list."""

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Gate:
    """Lets phones begin to listen, a few at a time; at most ``most_waiting`` wait for that."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting = 0
        self._last_turn = 0.0
        self._turns = Semaphore(AT_A_TIME)

    def guard(self, application: Application) -> Application:
        """Return the application behind the gate; requests for an event stream wait there."""

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
                # Kept open for further requests, the connection would take the room of others.
                return AND_HANG_UP
            self._waiting += 1
            try:
                with self._turns:
                    # Whoever wants something else, and has come by now, goes before.
                    gevent.sleep(0)
                    return application(environ, start_response)
            finally:
                self._waiting -= 1

        return guarded

    def _when_to_come_again(self) -> bytes:
        """Return what tells a phone to come again, later than all that were told so before."""
        now, each = monotonic(), streams.SPREAD_MILLISECONDS / 1000
        turn = max(self._last_turn, now + each * self._most_waiting) + each
        if turn < now + LONGEST_SECONDS:
            self._last_turn = turn
        else:
            turn = now + random.uniform(LONGEST_SECONDS / 2, LONGEST_SECONDS)  # noqa: S311 - no secret
        return f"retry: {streams.RETRY_MILLISECONDS + round((turn - now) * 1000)}\n\n".encode()
