"""A line between server processes over Redis: publish and subscribe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

CHANNEL = "scorecard.live"
TIMEOUT_SECONDS = 2
HEALTH_SECONDS = 5
"""Between two pings of a silent Redis."""


class RedisLine:
    """A line over one Redis."""

    name = "Redis"
    errors: tuple[type[Exception], ...] = (redis.RedisError, OSError)

    def __init__(self, url: str) -> None:
        self._url = url

    @contextmanager
    def sender(self) -> Iterator[Callable[[str], object]]:
        """Connect; provide a function that sends a text."""
        with self._client() as client:
            yield lambda text: client.publish(CHANNEL, text)

    @contextmanager
    def hearer(self) -> Iterator[Iterator[str | None]]:
        """Connect; provide an iterator of texts, and None at least once a second."""
        with self._client() as client, client.pubsub(ignore_subscribe_messages=True) as line:
            line.subscribe(CHANNEL)
            # Only after this confirmation nothing is missed.
            line.get_message(timeout=TIMEOUT_SECONDS)
            yield self._heard(line)

    def _heard(self, line: Any) -> Iterator[str | None]:
        while True:
            message = line.get_message(timeout=1)
            yield message["data"].decode() if message else None

    def _client(self) -> Any:
        return redis.Redis.from_url(
            self._url,
            socket_connect_timeout=TIMEOUT_SECONDS,
            socket_timeout=TIMEOUT_SECONDS,
            health_check_interval=HEALTH_SECONDS,
            # No silent reconnect: it would hide that messages were missed.
            retry=Retry(NoBackoff(), 0),
        )
