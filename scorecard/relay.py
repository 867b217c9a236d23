"""Waking the phones at other server processes, through Redis.

What moves here wakes the phones at this process at once, whatever becomes of Redis; the relay
passes it on. While Redis is away, and when it comes back, every phone looks for itself.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
from collections.abc import Callable

import redis

from scorecard.live import Hub, News

CHANNEL = "scorecard.live"
TIMEOUT_SECONDS = 2
RETRY_SECONDS = 5
"""Between two tries to reach Redis, each of which lets every phone look for itself."""
MOST_WAITING = 10_000
"""News kept for Redis to take; when there is more, all is said to have moved."""

log = logging.getLogger(__name__)


class Relay:
    """One process's line to the others: a sender, and one subscriber for all of its phones."""

    def __init__(self, hub: Hub, url: str, retry_seconds: float = RETRY_SECONDS) -> None:
        self._hub = hub
        self._retry_seconds = retry_seconds
        self._me = secrets.token_hex(8)
        self._redis = redis.Redis.from_url(
            url,
            socket_connect_timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            health_check_interval=RETRY_SECONDS,
        )
        self._outgoing: queue.Queue[News | None] = queue.Queue(MOST_WAITING)
        self._is_closed = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_on, args=(work, what), daemon=True)
            for work, what in ((self._send, "send to"), (self._listen, "hear from"))
        ]

    def start(self) -> None:
        """Begin to pass on what the hub publishes, and to hear what other processes do."""
        self._hub.pass_on = self._put
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End both, and wait for them."""
        self._hub.pass_on = None
        self._is_closed.set()
        self._put(None)
        for thread in self._threads:
            thread.join()
        self._redis.close()

    def _put(self, news: News | None) -> None:
        try:
            self._outgoing.put_nowait(news)
        except queue.Full:
            log.warning("Redis is too slow: the other processes are told late.")

    def _keep_on(self, work: Callable[[], None], what: str) -> None:
        """Do the work until the end, and begin anew whenever Redis was away."""
        is_away = False
        while not self._is_closed.is_set():
            try:
                if is_away:
                    self._redis.ping()
                    log.warning("Redis is back: phones %s other processes again.", what)
                    is_away = False
                work()
            except (redis.RedisError, OSError) as error:
                if not is_away:
                    log.warning("Redis cannot be reached: %s.", error)
                is_away = True
                self._hub.wake_everybody()
                self._is_closed.wait(self._retry_seconds)

    def _send(self) -> None:
        """Pass on what moves here; begin by saying that all may have."""
        news: News | None = News("all")
        while news:
            body = {"from": self._me, **news._asdict()}
            self._redis.publish(CHANNEL, json.dumps(body))
            news = self._outgoing.get()

    def _listen(self) -> None:
        """Do here what moved at another process; begin by letting every phone look for itself."""
        with self._redis.pubsub(ignore_subscribe_messages=True) as line:  # type: ignore[no-untyped-call]
            line.subscribe(CHANNEL)
            self._hub.wake_everybody()
            while not self._is_closed.is_set():
                message = line.get_message(timeout=1)
                if message is None:
                    continue
                body = json.loads(message["data"])
                if body.pop("from") != self._me:
                    self._hub.deliver(News(**body))
