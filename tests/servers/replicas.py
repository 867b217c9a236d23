"""A real standby of a PostgreSQL for tests, which can fall behind, be stopped, and be killed."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import psycopg
import sqlalchemy as sa

from tests.servers.brokers import wait_until
from tests.servers.postgresql import Cluster


class Standby:
    """A standby that follows a cluster, with the same databases."""

    def __init__(self, cluster: Cluster) -> None:
        self.primary = cluster.server
        # The server's own user makes what is inside.
        self.folder = Path(tempfile.mkdtemp(prefix="scorecard-standby-"))
        self.folder.chmod(0o777)

    def __enter__(self) -> Self:
        data = self.folder / "data"
        source = sa.make_url(self.primary.get_uri()).query["host"]
        program = str(self.primary.bin_path / "pg_basebackup")
        subprocess.run(
            [program, "-h", str(source), "-U", "postgres", "-D", data, "-R", "-c", "fast"],
            user=self.primary.system_user,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        # Of the primary's own process.
        for file in (*data.glob(".s.PGSQL*"), data / ".handle_pids.json"):
            file.unlink(missing_ok=True)
        self.server = type(self.primary)(data)
        self.server.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, url: str) -> str:
        """Return the address at which the standby has the database of another address."""
        return str(self.server.get_uri(sa.make_url(url).database))

    def hold(self) -> None:
        """Let it fall behind from now on."""
        self._run("SELECT pg_wal_replay_pause()")
        wait_until(lambda: self._run("SELECT pg_get_wal_replay_pause_state()") == "paused")

    def go_on(self) -> None:
        """Let it catch up."""
        self._run("SELECT pg_wal_replay_resume()")

    def has(self, url: str) -> None:
        """Wait until it has all that is in the primary now."""
        with psycopg.connect(url, autocommit=True) as connection:
            # What is there of hints and the like is written only with a commit.
            connection.execute("SELECT pg_current_xact_id()")
            found = connection.execute("SELECT pg_current_wal_insert_lsn()").fetchone()
        assert found
        wait_until(lambda: self._run("SELECT pg_last_wal_replay_lsn() >= %s", found[0]) is True)

    def cut(self, url: str) -> None:
        """End every connection to a database."""
        name = sa.make_url(url).database
        self._run(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s", name
        )

    def promote(self) -> None:
        """Make it a database of its own."""
        assert self._run("SELECT pg_promote()") is True

    def stop(self) -> None:
        """Stop it, as its operator would."""
        self.server.stop()

    def start(self) -> None:
        """Start it again."""
        self.server.ensure_postgres_running()

    def kill(self) -> None:
        """End it at once."""
        process = self.server.get_postmaster_info().process
        assert process
        if process.is_running():
            process.send_signal(signal.SIGQUIT)
            process.wait()

    def _run(self, statement: str, *values: object) -> object:
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            found = connection.execute(statement.encode(), values).fetchone()
        return found and found[0]
