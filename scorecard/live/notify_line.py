"""A line between server processes over PostgreSQL: LISTEN and NOTIFY."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg

from scorecard.database import engines
from scorecard.database.db import engine_options

CHANNEL = "scorecard_live"
LONGEST_TEXT = 7_999
"""Bytes that one notification carries."""


class NotifyLine:
    """A line over the games' database, on two connections of its own."""

    name = "PostgreSQL"
    errors: tuple[type[Exception], ...] = (psycopg.Error, OSError)

    def __init__(self, database_url: str) -> None:
        options = engine_options(database_url)
        url, network = options["url"], options["connect_args"]
        _nothing, address = url.get_dialect()().create_connect_args(url)
        self._address: dict[str, Any] = {**address, **network, "autocommit": True}

    @contextmanager
    def sender(self) -> Iterator[Callable[[str], object]]:
        """Connect; provide a function that sends a text."""
        with psycopg.connect(**self._address) as connection:
            yield lambda text: connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    @contextmanager
    def hearer(self) -> Iterator[Iterator[str | None]]:
        """Connect; provide an iterator of texts, and None at least once a second."""
        with closing(psycopg.connect(**self._address)) as connection:
            if why := engines.why_silent(connection):
                raise psycopg.NotSupportedError(why)
            connection.execute(f"LISTEN {CHANNEL}")
            # The iterator holds the connection's lock until it is closed.
            with closing(self._heard(connection)) as heard:
                yield heard

    def _heard(self, connection: psycopg.Connection[Any]) -> Generator[str | None]:
        while True:
            for notice in connection.notifies(timeout=1):
                yield notice.payload
            yield None
