"""The server is replaced while people play: no request fails, and no phone is left behind."""

from __future__ import annotations

import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.servers.brokers import Notices, wait_until
from tests.servers.clients import Phone
from tests.servers.postgresql import Cluster
from tests.servers.processes import children
from tests.servers.server import PATIENCE_SECONDS, Server
from tests.torture.network import Watcher

pytestmark = pytest.mark.long

PHONES = 8
ROUNDS = 60
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Does what systemd does with a port that it holds for a service."""


class Table:
    """A table at one server, with somebody who counts and phones that follow."""

    def __init__(self, server: Server) -> None:
        self.keeper = Phone("keeper", server.port)
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        self.uid = self.keeper.ask("POST", "/api/v1/games", body).game
        options = {"version": 1, "options": {"target": 100_000}}
        self.version = self.keeper.do("PUT", f"/games/{self.uid}/settings", options)["version"]
        self.counted = 0

    def count(self) -> None:
        """Count once, over a new connection; whatever is no good answer at once fails."""
        self.keeper.hang_up()
        self.counted += 1
        body = {"version": self.version, "entries": {"1": {"score": 50}, "2": {"score": 0}}}
        path = f"/api/v1/games/{self.uid}/rounds/{self.counted}"
        answer = self.keeper.ask("PUT", path, body)
        assert answer.status == 200, answer.body
        self.version = answer.json["version"]

    @contextmanager
    def watched(self) -> Iterator[list[Watcher]]:
        watchers = [Watcher(self.keeper, self.uid) for _ in range(PHONES)]
        try:
            yield watchers
        finally:
            for watcher in watchers:
                watcher.switch_off()
            # Whoever is waiting for the next event gets one.
            self.count()
            for watcher in watchers:
                watcher.join()
            self.keeper.hang_up()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count all the while; raise what went wrong with that."""
        is_over = threading.Event()
        failures: list[BaseException] = []

        def go_on() -> None:
            try:
                while not is_over.is_set():
                    self.count()
            except BaseException as error:  # noqa: BLE001 - told by the one who waits
                failures.append(error)

        thread = threading.Thread(target=go_on)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()
        assert failures == []

    def is_agreed(self, watchers: list[Watcher]) -> None:
        sheet = self.keeper.get(f"/games/{self.uid}")
        assert sheet["seats"][0]["total"] == 50 * self.counted
        for watcher in watchers:
            assert watcher.shows(sheet), f"{watcher.shown} is not {sheet}"
            assert watcher.went_back == []


def test_every_process_is_replaced_by_a_new_one_and_nobody_notices(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = cluster.database()
    environment = {"DATABASE_URL": url, "LIMITS": "off", "METRICS": "on"}
    server = Server(tmp_path / "data", "--processes", "2", environment=environment)
    with ExitStack() as stack:
        stack.enter_context(server)
        wait_until(lambda: Notices(cluster, url).hears() == 2, "two processes")
        table = Table(server)
        watchers = stack.enter_context(table.watched())
        assert server.process
        old = set(children(server.process.pid))
        assert len(old) == 2
        master = server.process
        with table.counting():
            wait_until(lambda: table.counted > 5)
            master.send_signal(signal.SIGHUP)
            wait_until(lambda: not old & set(children(master.pid)), "the old ones are gone")
            done = table.counted
            wait_until(lambda: table.counted > done + 5)
        table.is_agreed(watchers)
        assert len(set(children(master.pid)) - old) == 2
        # Any process answers for all of them, and those that are gone listen no more.
        figures = table.keeper.ask("GET", "/metrics").body.decode()
        found = re.search(r"^scorecard_open_streams (\S+)$", figures, re.MULTILINE)
        assert found
        assert float(found[1]) == PHONES
        counted = re.search(r"^scorecard_versions_published_total (\S+)$", figures, re.MULTILINE)
        assert counted
        assert float(counted[1]) >= table.counted
        assert "Traceback" not in server.output.read_text()


def test_a_server_whose_port_is_held_for_it_is_stopped_and_started_and_no_request_fails(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as port, ExitStack() as stack:
        server = Server(
            tmp_path / "data",
            port=port.getsockname()[1],
            under=[sys.executable, "-c", HAND_OVER, str(port.fileno())],
            environment={"LIMITS": "off"},
            files=[port.fileno()],
        )
        stack.enter_context(server)
        table = Table(server)
        watchers = stack.enter_context(table.watched())
        with table.counting():
            wait_until(lambda: table.counted > 5)
            server.stop()
            server.start()
            done = table.counted
            wait_until(lambda: table.counted > done + 5)
        table.is_agreed(watchers)


def test_a_phone_that_reads_nothing_gets_the_latest_sheet_and_not_all_of_them(
    tmp_path: Path,
) -> None:
    with (
        Server(tmp_path / "data", environment={"LIMITS": "off"}) as server,
        socket.socket() as slow,
    ):
        table = Table(server)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", server.port))
        cookie = "; ".join(f"{name}={text}" for name, text in table.keeper.cookies.items())
        lines = (f"GET /games/{table.uid}/events HTTP/1.1", "Host: x", f"Cookie: {cookie}", "", "")
        slow.sendall("\r\n".join(lines).encode())
        for _ in range(ROUNDS):
            table.count()
        slow.settimeout(60)
        heard = b""
        while f"id: {table.version}\n".encode() not in heard:
            piece = slow.recv(65_536)
            assert piece, "it is not let go so soon"
            heard += piece
        table.keeper.hang_up()
    versions = [int(found) for found in re.findall(rb"\nid: (\d+)", heard)]
    assert versions == sorted(set(versions))
    assert len(versions) < ROUNDS


@pytest.mark.parametrize("processes", ["2", "64"])
def test_several_processes_that_cannot_tell_each_other_are_refused(
    tmp_path: Path, processes: str
) -> None:
    server = Server(tmp_path / "data", "--processes", processes)
    assert server.launch().wait(timeout=PATIENCE_SECONDS) == 1
    assert "Several processes must tell each other what moves" in server.output.read_text()
