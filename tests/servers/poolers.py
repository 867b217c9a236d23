"""A real PgBouncer for tests: every transaction may have another connection to PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Self

import psycopg
import sqlalchemy as sa

from tests import programs
from tests.servers.brokers import wait_until
from tests.servers.postgresql import Cluster
from tests.servers.server import free_port

CONFIGURATION = """
[databases]
* = host={host} user={user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
"""


class Pooler:
    """A PgBouncer before a server of PostgreSQL, to which it has so many connections."""

    def __init__(self, cluster: Cluster, connections: int = 3) -> None:
        self.cluster = cluster
        self.port = free_port()
        self.connections = connections

    def __enter__(self) -> Self:
        direct = sa.make_url(self.cluster.database())
        file = self.cluster.folder / f"pooler-{self.port}.ini"
        file.write_text(
            CONFIGURATION.format(
                host=direct.query["host"],
                user=direct.username,
                port=self.port,
                connections=self.connections,
            )
        )
        # It refuses to run as root; then it runs as whom PostgreSQL runs as.
        owner = Path(str(direct.query["host"])).stat().st_uid if os.getuid() == 0 else None
        self._process = subprocess.Popen(
            [programs.pgbouncer(), "-q", file],
            env=programs.libraries(),
            user=owner,
            stderr=subprocess.DEVNULL,
        )
        address = self.address(direct.render_as_string(hide_password=False))
        wait_until(lambda: self._answers(address), "PgBouncer does not answer")
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def address(self, direct: str) -> str:
        """Return the address of a database through the pooler."""
        url = sa.make_url(direct)
        through = sa.URL.create(
            "postgresql", url.username, None, "127.0.0.1", self.port, url.database
        )
        return through.render_as_string(hide_password=False)

    def _answers(self, address: str) -> bool:
        assert self._process.poll() is None, "PgBouncer did not start"
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            return False
        return True
