"""The databases that are tortured: SQLite in the folder, or a PostgreSQL that can be killed."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scorecard.config import Settings, from_environment
from tests.servers.postgresql import Cluster
from tests.servers.processes import children, kill

KINDS = SQLITE, POSTGRESQL = "sqlite", "postgresql"
START_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Database:
    """Where a server keeps its games; ``url`` is empty for SQLite in its own folder.

    ``kill`` ends the database's own processes at once and starts it again, where it has any.
    """

    url: str = ""
    kill: Callable[[], None] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What tells a server of this database."""
        # Twelve phones that never pause are more than an evening: no end to their work here.
        return {"LIMITS": "off", "DATABASE_URL": self.url}

    def settings(self, folder: Path) -> Settings:
        """Return the settings of a server on this database with this folder."""
        return from_environment(self.environment, data_dir=folder)


@contextlib.contextmanager
def opened(kind: str) -> Iterator[Database]:
    """Yield an empty database of a kind."""
    if kind == SQLITE:
        yield Database()
        return
    with Cluster() as cluster:
        yield Database(cluster.database(), lambda: _kill(cluster))


def _kill(cluster: Cluster) -> None:
    """Kill every process of PostgreSQL, as a machine without memory would, and start it again."""
    folder = cluster.folder / "data"
    first = int((folder / "postmaster.pid").read_text().split()[0])
    kill([first, *children(first)])
    # Where nobody asks how it ended, its number stays, and it would be thought to be running.
    for lock in [folder / "postmaster.pid", *folder.glob(".s.PGSQL.*.lock")]:
        lock.unlink(missing_ok=True)
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            cluster.start()
        except subprocess.SubprocessError:
            assert time.monotonic() < deadline, "PostgreSQL does not start again"
        else:
            return
