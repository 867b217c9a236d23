"""Two servers of PostgreSQL, of which one takes over where the other dies, as with Patroni."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Self

import psycopg

from tests.servers import processes
from tests.servers.postgresql import NOT_SYNCED, initialized
from tests.servers.server import PATIENCE_SECONDS, free_port

CONFIGURATION = """
max_connections = 150
timezone = 'Pacific/Chatham'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
synchronous_commit = on
wal_keep_size = 1GB
"""
GLANCE_SECONDS = 0.1
"""Between two looks whether both are alive."""
USER = "postgres"
DATABASE = "games"


class Member:
    """One of the two, at an address that it keeps; it is told its part each time it starts."""

    def __init__(self, data: Path, programs: Path, user: str | None) -> None:
        self.port = free_port()
        self.data = data
        self._programs, self._user = programs, user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Begin to start."""
        # The number of one that was killed may be another process's by now.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        with self.data.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data, "-p", str(self.port)],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd="/",
            )

    def kill(self) -> None:
        """End every process of it at once."""
        if self._process is not None:
            processes.kill([self._process.pid, *processes.children(self._process.pid)])
            self._process.wait()

    def stop(self) -> None:
        """Ask it to end, which breaks its connections, and wait until it has."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE_SECONDS)

    def become_copy(self, primary: Member) -> None:
        """Throw away what it has, and copy the primary, to follow it once it is started."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host=127.0.0.1 port={primary.port} user={USER} application_name=standby"
        subprocess.run(
            [self._programs / "pg_basebackup", "-D", self.data, "-d", source, "-R", "-c", "fast"],
            check=True,
            capture_output=True,
            user=self._user,
            cwd="/",
            timeout=PATIENCE_SECONDS,
        )

    def ask(self, statement: str) -> Any:
        """Return the first value that a statement gives; None where it gives none."""
        with psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user=USER,
            dbname="postgres",
            autocommit=True,
            connect_timeout=PATIENCE_SECONDS,
        ) as connection:
            cursor = connection.execute(statement.encode())
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


class Pair:
    """A primary and its standby, and who watches over them in a thread of its own.

    What the primary acknowledges is on both as long as both live. Where the primary dies, a standby
    that has all is promoted, and the one that died becomes its copy. Where the standby dies, the
    primary goes on alone once that is noticed; should it then die itself, it is started again.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorecard-pair-"))
        first = initialized(self.folder / "one")
        self.members = [
            Member(self.folder / name, first.bin_path, first.system_user) for name in ("one", "two")
        ]
        with (self.folder / "one" / "postgresql.conf").open("a") as file:
            file.write(CONFIGURATION + NOT_SYNCED)
        if first.system_user:
            shutil.chown(self.folder, first.system_user)
        self.primary, self.standby = self.members
        self.primary.start()
        self._until(lambda: self.primary.ask("SELECT true"))
        self.primary.ask(f"CREATE DATABASE {DATABASE} TEMPLATE template0")
        self.promoted = 0
        self.failure: Exception | None = None
        self._has_all = False
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.leave_alone()
        for member in self.members:
            member.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def leave_alone(self) -> None:
        """Watch over them no longer."""
        self._is_over.set()
        self._thread.join()

    @property
    def url(self) -> str:
        """The address of the database, wherever it is."""
        hosts = "&".join(f"host=127.0.0.1:{member.port}" for member in self.members)
        return f"postgresql://{USER}@/{DATABASE}?{hosts}"

    def wait_until_whole(self) -> None:
        """Wait until both live, and the standby has all that the primary acknowledges."""
        self._until(self._is_whole)

    def _is_whole(self) -> bool:
        if self.failure:
            raise self.failure
        return self._has_all and all(member.is_alive for member in self.members)

    def _until(self, is_so: Any) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            with contextlib.suppress(psycopg.Error):
                if is_so():
                    return
            assert time.monotonic() < deadline, "the pair does not become whole"
            time.sleep(GLANCE_SECONDS)

    def _watch(self) -> None:
        try:
            while not self._is_over.wait(GLANCE_SECONDS):
                # Who is still starting is asked again soon.
                with contextlib.suppress(psycopg.Error):
                    self._look_after()
        except Exception as error:  # noqa: BLE001
            self.failure = error

    def _look_after(self) -> None:
        if not self.primary.is_alive:
            if self._has_all and self.standby.is_alive:
                self._promote()
            else:
                self.primary.start()
        elif not self.standby.is_alive:
            # First nobody may rely on it any more; then nobody waits for it.
            self._has_all = False
            self._set_synchronous("")
            if not (self.standby.data / "standby.signal").exists():
                self.standby.become_copy(self.primary)
            self.standby.start()
        elif not self._has_all and self.primary.ask(
            "SELECT true FROM pg_stat_replication WHERE state = 'streaming'"
        ):
            self._set_synchronous("*")
            self._has_all = bool(
                self.primary.ask(
                    "SELECT true FROM pg_stat_replication "
                    "WHERE sync_state = 'sync' AND flush_lsn >= pg_current_wal_flush_lsn()"
                )
            )

    def _promote(self) -> None:
        self.standby.ask("SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary
        self.promoted += 1
        self._has_all = False

    def _set_synchronous(self, names: str) -> None:
        self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.ask("SELECT pg_reload_conf()")
