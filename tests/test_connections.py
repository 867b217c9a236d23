"""A real server that one household attacks with connections: the others ask and count as ever."""

from __future__ import annotations

import http.client
import re
import resource
import select
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import MappingProxyType

import pytest

from scorecard import connections
from tests import bounded
from tests.brokers import wait_until
from tests.browser.server import Server
from tests.torture.clients import Phone

FEW = 1024
"""File descriptors that a process has on many systems, and that no process may raise there."""
PLACES = (FEW - 64) // 10
"""Of them, how many are for connections that are no streams."""
MANY = 1_340
ATTACKER, NEIGHBOUR = "127.0.0.1", "127.0.0.2"
PATIENCE_SECONDS = 60
PIECE = 65_536
MEGABYTE = 1024 * 1024
BODIES = connections.ANNOUNCED_BY_HOUSEHOLD // MEGABYTE
"""How many large bodies of one household may be on their way."""
SHORT = {
    "connections.BODY_SECONDS": 2.0,
    "connections.BODY_BYTES_A_SECOND": 1_000_000_000,
    "connections.HANDSHAKE_SECONDS": 2.0,
}
"""Bounds within which everything that never ends is over in a moment."""


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """Let this process have as many connections as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def served(
    folder: Path,
    *options: str,
    files: int = 0,
    bounds: Mapping[str, float] = MappingProxyType({}),
    **environment: str,
) -> Iterator[Server]:
    """Serve within ``bounds``, and with no more ``files`` if asked; nothing is said of attacks."""
    few = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"] if files else []
    under = [*few, *bounded.under(bounds)]
    with Server(folder / "data", *options, under=under, environment=environment) as server:
        yield server
        said = server.output.read_text().split("every game stays.")[-1]
        assert said.strip() == ""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for no body longer than a moment."""
    with served(tmp_path_factory.mktemp("hasty"), bounds=SHORT) as server:
        yield server


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may open few files, and waits as long as any."""
    with served(tmp_path_factory.mktemp("small"), files=FEW) as server:
        yield server


class Attack:
    """Connections from one address, which are closed at the end."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self._port = server.port
        self._stack = stack
        self.all: list[socket.socket] = []

    def open(self, says: str = "", *, buffer: int = 0, times: int = 1) -> None:
        for _ in range(times):
            one = self._stack.enter_context(socket.socket())
            if buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            one.settimeout(PATIENCE_SECONDS)
            one.bind((ATTACKER, 0))
            one.connect(("127.0.0.1", self._port))
            one.sendall(says.encode())
            self.all.append(one)

    def answers(self) -> Counter[int]:
        """Return how many are answered with each status; 0 is a connection that just ends."""
        return Counter(map(status, self.all))

    def ended(self) -> int:
        """Return how many have ended by now without an answer."""
        selector = select.poll()
        known = {one.fileno(): one for one in self.all}
        for file in known:
            selector.register(file, select.POLLIN)
        return sum(status(known[file]) == 0 for file, _event in selector.poll(0))


def status(one: socket.socket) -> int:
    try:
        found = re.match(rb"HTTP/1.1 (\d+) ", one.recv(PIECE, socket.MSG_PEEK))
    except ConnectionResetError:
        return 0
    return int(found[1]) if found else 0


@pytest.fixture
def attack_on() -> Iterator[Callable[[Server], Attack]]:
    with ExitStack() as stack:
        yield lambda server: Attack(server, stack)


def neighbour_plays(server: Server) -> None:
    """Somebody at another address is answered, begins a game and counts."""
    phone = Phone("neighbour", server.port, address=NEIGHBOUR)
    assert phone.ask("GET", "/healthz").body == b"ok"
    game = phone.do("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})["game"]
    entry = {"version": game["version"], "entry": {"score": 450}}
    counted = phone.do("PUT", f"/games/{game['id']}/rounds/1/entries/1", entry)
    assert counted["version"] > game["version"]
    phone.hang_up()


def unfinished(game: int = 0, announced: int = 200, household: int = 0) -> str:
    """Return a write that has come but for its end: to one game of many, as a limit is by game."""
    lines = (
        *(f"POST /api/v1/games/{game:012}/undo HTTP/1.1", "Host: x"),
        *("Content-Type: application/json", f"Content-Length: {announced}"),
        *(f"X-Forwarded-For: 198.51.100.{household}", "", "{"),
    )
    return "\r\n".join(lines)


def test_bodies_that_never_end_keep_nobody_out(
    hasty: Server, attack_on: Callable[[Server], Attack]
) -> None:
    attack = attack_on(hasty)
    for game in range(MANY):
        attack.open(unfinished(game))
    neighbour_plays(hasty)
    assert set(attack.answers()) == {0, 408}


def test_a_body_that_trickles_in_has_no_more_time(
    hasty: Server, attack_on: Callable[[Server], Attack]
) -> None:
    attack = attack_on(hasty)
    attack.open(unfinished(announced=PIECE))
    (one,) = attack.all
    while not select.select([one], [], [], 0.05)[0]:
        one.sendall(b" ")
    assert status(one) == 408


def test_where_a_process_has_few_files_one_household_has_not_all_connections(
    small: Server, attack_on: Callable[[Server], Attack]
) -> None:
    attack, many = attack_on(small), 4 * PLACES
    attack.open(unfinished(), times=many)
    neighbour_plays(small)
    wait_until(lambda: attack.ended() >= many - PLACES * connections.HOUSEHOLDS_SHARE)


def test_bodies_on_their_way_take_no_more_memory_than_they_may(
    small: Server, attack_on: Callable[[Server], Attack]
) -> None:
    attack = attack_on(small)
    attack.open(unfinished(announced=MEGABYTE), times=BODIES + 10)
    wait_until(lambda: attack.ended() == 10)
    neighbour_plays(small)
    assert attack.ended() == 10


def test_phones_that_take_no_answer_keep_nobody_out(
    small: Server, attack_on: Callable[[Server], Attack]
) -> None:
    attack = attack_on(small)
    page = "GET /static/vendor/idiomorph.js HTTP/1.1\r\nHost: x\r\n\r\n"
    attack.open(40 * page, buffer=2048, times=2 * PLACES)
    neighbour_plays(small)


def test_twelve_phones_behind_one_address_with_all_their_connections_are_all_answered(
    small: Server, attack_on: Callable[[Server], Attack]
) -> None:
    phones = attack_on(small)
    phones.open("GET /join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", times=12 * 6)
    assert phones.answers() == {200: 12 * 6}


def test_behind_a_proxy_a_household_is_whom_the_proxy_names(
    tmp_path: Path, attack_on: Callable[[Server], Attack]
) -> None:
    with served(tmp_path, files=FEW, TRUSTED_PROXIES="1") as server:
        several, one = attack_on(server), attack_on(server)
        many = PLACES // 2
        for household in range(many):
            several.open(unfinished(household=household, announced=MEGABYTE))
        one.open(unfinished(household=many, announced=MEGABYTE), times=BODIES + 10)
        wait_until(lambda: one.ended() == 10)
        neighbour_plays(server)
        assert (several.ended(), one.ended()) == (0, 10)


def test_handshakes_that_never_end_keep_nobody_out(
    tmp_path: Path, attack_on: Callable[[Server], Attack]
) -> None:
    with served(tmp_path, "--tls", files=FEW, bounds=SHORT) as server:
        attack = attack_on(server)
        attack.open(times=FEW)
        attack.open("\x16\x03\x01", times=PLACES)
        attack.open("GET / HTTP/1.1\r\n\r\n", times=PLACES)
        neighbour = http.client.HTTPSConnection(
            "127.0.0.1",
            server.port,
            timeout=PATIENCE_SECONDS,
            source_address=(NEIGHBOUR, 0),
            context=ssl._create_unverified_context(),
        )
        with closing(neighbour):
            neighbour.request("GET", "/healthz")
            assert neighbour.getresponse().read() == b"ok"
        assert set(attack.answers()) == {0}
