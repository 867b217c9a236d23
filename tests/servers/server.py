"""A real server process, and a network between it and the phones that can fail."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import selectors
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.servers import processes
from tests.servers.nursery import Child, nursery

PATIENCE_SECONDS = 300
"""After which something that is waited for does not come any more, however busy the machine is."""
WORKERS = 16
"""At most so many processes of one run of tests, each with ports of its own."""
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = range(20_000 + WORKER % WORKERS, 32_000, WORKERS)
"""Below those that outgoing connections take: one stays free while its server is down."""
_to_come = itertools.cycle(random.sample(PORTS, len(PORTS)))
Process = Child | subprocess.Popen[bytes]
POLICY = b"Content-Security-Policy:"
NO_POLICY = b"Content-Security-Unused:"


def start(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start a server that is expected to give up."""
    return subprocess.run(
        [sys.executable, "-m", "scorecard", "run", "--host", "127.0.0.1", "--port", "0"],
        env={**os.environ, **environment, "SCORECARD_DATA": str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def free_port() -> int:
    """Return a port that nobody has, and that no other test of this run is about to take.

    Another server of this process may be down, or one of another process about to start.
    """
    for port in itertools.islice(_to_come, len(PORTS)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("every port is taken")


class Server:
    """``scorecard run`` in a process of its own, on a folder of its own.

    It takes ``options`` of the command, the ``home`` of the program (this one by default), a
    ``port``, a command that it runs ``under``, settings of its ``environment``, and open ``files``.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        home: Path | None = None,
        port: int | None = None,
        under: Sequence[str] = (),
        environment: Mapping[str, str] = MappingProxyType({}),
        files: Sequence[int] = (),
    ) -> None:
        self.folder = folder
        self.options = options
        self.home = home
        self.port = port or free_port()
        self.environment = environment
        self.under = under
        self.files = files
        self.process: Process | None = None
        self.output = folder.with_name(folder.name + ".log")

    @property
    def url(self) -> str:
        is_https = not {"--tls", "--cert"}.isdisjoint(self.options)
        return f"{'https' if is_https else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        self.kill()

    def start(self) -> Server:
        process = self.launch()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.is_answering():
            assert process.poll() is None, self.output.read_text()
            assert time.monotonic() < deadline, self.output.read_text()
            time.sleep(0.05)
        return self

    def launch(self) -> Process:
        """Begin to start, without waiting until it answers."""
        arguments = ["run", "--host", "127.0.0.1", "--port", str(self.port)]
        arguments += ["--data", str(self.folder), *self.options]
        environment = {**os.environ, **self.environment}
        if not (self.home or self.under or self.files):
            self.process = nursery().fork(arguments, environment, self.output)
            return self.process
        command = [*self.under, sys.executable, "-m", "scorecard", *arguments]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                command,
                stdout=output,
                stderr=output,
                start_new_session=True,
                cwd=self.home,
                pass_fds=self.files,
                env=environment,
            )
        return self.process

    def is_answering(self) -> bool:
        try:
            # Whether it answers is asked here; whether it is the right one, elsewhere.
            unchecked = ssl._create_unverified_context()
            with urllib.request.urlopen(f"{self.url}/rules", timeout=10, context=unchecked):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """End every process of the server at once, as a power cut would."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """End the server as Ctrl+C does."""
        self._signal(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        if number == signal.SIGKILL:
            # One that is forked is up again at once: until the last is gone, the port is taken.
            processes.kill([self.process.pid, *processes.group(self.process.pid)])
        else:
            self.process.send_signal(number)
        self.process.wait(timeout=PATIENCE_SECONDS)
        self.process = None


class Network:
    """A relay to a server. :meth:`cut` breaks every connection and lets no new one through.

    While it is :meth:`deaf`, the server hears the phones, and no answer comes back. One that is
    ``without_policy`` takes the pages' policy about scripts away from the phones behind it.
    """

    def __init__(self, server: Server, *, without_policy: bool = False) -> None:
        self.server = server
        self.without_policy = without_policy
        self.port = free_port()
        self.is_up = True
        self._is_deaf = False
        self._answering: set[socket.socket] = set()
        self._selector = selectors.DefaultSelector()
        self._peer: dict[socket.socket, socket.socket] = {}
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        with self._lock:
            self.is_up = False
            for one in list(self._peer):
                self._drop(one)

    def deaf(self) -> None:
        """Break a connection as soon as the server answers on it."""
        self._is_deaf = True

    def heal(self) -> None:
        self.is_up = True
        self._is_deaf = False

    def close(self) -> None:
        self._is_closed = True
        self._thread.join()
        self.cut()
        self._listener.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._is_closed:
            for key, _events in self._selector.select(timeout=0.05):
                with self._lock:
                    if key.fileobj is self._listener:
                        self._accept()
                    elif key.fileobj in self._peer:
                        self._relay(key.fileobj)

    def _accept(self) -> None:
        phone, _address = self._listener.accept()
        try:
            if not self.is_up:
                raise OSError("cut")
            server = self._reach()
        except OSError:
            phone.close()
            return
        self._answering.add(server)
        for one, other in ((phone, server), (server, phone)):
            self._peer[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _reach(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=10)

    def _relay(self, one: socket.socket) -> None:
        try:
            data = one.recv(65_536)
            if data and not (self._is_deaf and one in self._answering):
                if self.without_policy and one in self._answering:
                    data = data.replace(POLICY, NO_POLICY)
                self._peer[one].sendall(data)
                return
        except OSError:
            pass
        self._drop(one)

    def _drop(self, one: socket.socket) -> None:
        for end in (one, self._peer.get(one)):
            if end in self._peer:
                self._selector.unregister(end)
                del self._peer[end]
            self._answering.discard(end)
            if end:
                end.close()


class Front(Network):
    """A proxy in front of several servers: each connection goes to the next one that answers."""

    def __init__(self, *servers: Server) -> None:
        self.servers = list(servers)
        super().__init__(servers[0])

    def _reach(self) -> socket.socket:
        for _ in self.servers:
            self.server = self.servers[0]
            self.servers.append(self.servers.pop(0))
            with contextlib.suppress(OSError):
                return super()._reach()
        raise OSError("no server answers")
