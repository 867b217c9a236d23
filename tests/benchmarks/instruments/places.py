"""Where a benchmark runs: on SQLite or PostgreSQL, with Redis or without, in how many processes.

Every benchmark that serves takes the same options: ``--database postgresql --redis --processes 2
--limits``. The servers are real ones, started for it, and PostgreSQL syncs every commit as SQLite
does.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from scorecard.config import Settings
from tests.servers.brokers import RedisServer
from tests.servers.postgresql import Cluster
from tests.servers.server import Server

DATABASES = ("sqlite", "postgresql")


@dataclass(frozen=True, slots=True)
class Place:
    """A database, and what a server is told so that it serves from there."""

    folder: Path
    url: str
    redis_url: str = ""
    processes: int = 1
    has_limits: bool = False

    @property
    def name(self) -> str:
        """What it is, in words."""
        found = ["PostgreSQL" if self.url.startswith("postgresql") else "SQLite"]
        found += ["limits"] * self.has_limits
        found += ["Redis"] * bool(self.redis_url)
        found += [f"{self.processes} processes"] * (self.processes > 1)
        return ", ".join(found)

    def region(self, name: str) -> str:
        """Return what the handbook calls the figures of a benchmark here; SQLite alone is usual."""
        more = self.name.lower().replace(",", "").split()
        return "-".join([name, *(more if more != ["sqlite"] else ())])

    @property
    def settings(self) -> Settings:
        """What an app in this process is told."""
        return Settings(
            self.folder,
            self.url,
            ("a benchmark's secret",),
            redis_url=self.redis_url,
            has_limits=self.has_limits,
        )

    def server(self, **more: str) -> Server:
        """Return a server of it, which is not started yet."""
        environment: Mapping[str, str] = {
            "DATABASE_URL": self.url,
            "REDIS_URL": self.redis_url,
            "LIMITS": "on" if self.has_limits else "off",
            **more,
        }
        processes = ("--processes", str(self.processes)) if self.processes > 1 else ()
        return Server(self.folder, *processes, environment=environment)

    @property
    def size(self) -> int:
        """How many bytes the database takes, without what its log holds for a while."""
        if self.url.startswith("sqlite"):
            return Path(str(sa.make_url(self.url).database)).stat().st_size
        engine = sa.create_engine(self.url)
        with closing(engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("SELECT pg_database_size(current_database())")
            found = cursor.fetchone()
        engine.dispose()
        return int(found[0]) if found else 0


def add_options(parser: argparse.ArgumentParser, *, is_served: bool = True) -> None:
    """Let a benchmark take the options; processes only where a server is started."""
    parser.add_argument("--database", choices=DATABASES, default=DATABASES[0])
    parser.add_argument("--redis", action="store_true", help="with a Redis between processes")
    if is_served:
        parser.add_argument("--processes", type=int, default=1, help="that serve together")
        parser.add_argument("--limits", action="store_true", help="with limits, as it comes")


@contextmanager
def place_of(arguments: argparse.Namespace, folder: Path) -> Iterator[Place]:
    """Provide an empty database as it was asked for, and whatever serves it."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        url = f"sqlite:///{folder / 'scorecard.db'}"
        if arguments.database == "postgresql":
            url = stack.enter_context(Cluster(is_synced=True)).database()
        redis_url = ""
        if arguments.redis:
            redis = RedisServer()
            stack.callback(redis.kill)
            redis_url = redis.url
        processes = getattr(arguments, "processes", 1)
        has_limits = getattr(arguments, "limits", False)
        yield Place(folder, url, redis_url, processes, has_limits)
