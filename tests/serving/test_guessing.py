"""A thousand guesses at once at a real server, which is killed in between."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from scorecard.services.groups import guesses
from scorecard.services.limits import codes
from tests.servers.brokers import wait_until
from tests.servers.clients import ANSWER_SECONDS, Phone
from tests.servers.processes import children
from tests.servers.server import Server

pytestmark = pytest.mark.long

ADDRESSES = 40
AT_ONCE = 1_000
FEW = 80
"""Guesses after a restart: one would do."""
WRONG, REFUSED, BUSY = 404, 429, 503


class Guess:
    """A guess of which half has arrived, from one of many addresses."""

    def __init__(self, port: int, address: str, code: str) -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=ANSWER_SECONDS, source_address=(address, 0)
        )
        body = json.dumps({"code": code}).encode()
        self.rest = body[5:]
        self.socket.sendall(
            b"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:5]
        )

    def finish(self) -> None:
        self.socket.sendall(self.rest)

    def status(self) -> int:
        with self.socket.makefile("rb") as answer:
            return int(answer.readline().split()[1])


def at_once(port: int, typed: Sequence[str], addresses: int = ADDRESSES) -> Counter[int]:
    """Return how many guesses got which answer; all are half there before any is whole."""
    origins = [f"127.0.{addresses}.{1 + number % addresses}" for number in range(len(typed))]
    with ExitStack() as stack:
        begun = [Guess(port, origin, code) for origin, code in zip(origins, typed, strict=True)]
        for guess in begun:
            stack.enter_context(guess.socket)
        for guess in begun:
            guess.finish()
        return Counter(guess.status() for guess in begun)


@contextmanager
def many_files() -> Iterator[None]:
    """Let this process have as many connections as it needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def kill_worker(server: Server) -> None:
    """Kill what serves as a fault would; another one takes its place."""
    assert server.process
    server_pid = server.process.pid
    (worker,) = children(server_pid)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: worker not in children(server_pid) and server.is_answering())


def test_no_burst_and_no_restart_lets_more_guesses_through(tmp_path: Path) -> None:
    with many_files(), Server(tmp_path / "data") as server:
        keeper = Phone("keeper", server.port)
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        uid = keeper.ask("POST", "/api/v1/games", body).game
        invitation = keeper.get(f"/games/{uid}/invitation")
        right, token = invitation["code"], invitation["links"]["player"].rsplit("/", 1)[-1]
        wrong = [f"{number:06}" for number in range(AT_ONCE)]
        assert right not in wrong, f"{codes.ALPHABET} has no 0"

        here, everywhere = guesses.BY_ADDRESS.most, guesses.BY_ALL.most
        assert at_once(server.port, wrong[:FEW], 1) == {WRONG: here, REFUSED: FEW - here}
        others = everywhere - here
        burst = at_once(server.port, wrong)
        # A machine that is busy besides sends some away before it looks at what they guess.
        assert burst[WRONG] == others, burst
        assert burst[REFUSED] + burst[BUSY] == AT_ONCE - others, burst
        assert at_once(server.port, [right]) == {REFUSED: 1}

        kill_worker(server)
        assert at_once(server.port, [*wrong[:FEW], right]) == {REFUSED: FEW + 1}

        keeper.hang_up()
        server.kill()
        server.start()
        assert at_once(server.port, [right, *wrong[:FEW]]) == {REFUSED: FEW + 1}

        stranger = Phone("stranger", server.port)
        assert stranger.ask("POST", "/api/v1/join", {"token": token}).status == 200
        stranger.hang_up()
        keeper.hang_up()
