"""What an unfriendly guest does to a server with connections, and what a neighbour still can do."""

from __future__ import annotations

import re
import resource
import select
import socket
import ssl
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tests.servers.clients import Phone
from tests.servers.server import PATIENCE_SECONDS

MANY = 1_340
"""As many as once closed a server for good."""
ATTACKER, NEIGHBOUR = "127.0.0.1", "127.0.0.2"
PIECE = 65_536


class Attack:
    """Connections from one address to a port, over HTTPS if asked, which are closed at the end."""

    def __init__(self, port: int, stack: ExitStack, *, is_https: bool = False) -> None:
        self._port = port
        self._stack = stack
        self._context = ssl._create_unverified_context() if is_https else None
        self.all: list[socket.socket] = []

    def open(
        self, says: str = "", *, buffer: int = 0, times: int = 1, address: str = ATTACKER
    ) -> None:
        for _ in range(times):
            one = socket.socket()
            if buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            one.settimeout(PATIENCE_SECONDS)
            one.bind((address, 0))
            one.connect(("127.0.0.1", self._port))
            if self._context:
                one = self._context.wrap_socket(one)
            self._stack.enter_context(one)
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


@contextmanager
def attacking(port: int, *, is_https: bool = False) -> Iterator[Attack]:
    """Let this process have as many connections as it may, and attack a port."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        with ExitStack() as stack:
            yield Attack(port, stack, is_https=is_https)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def status(one: socket.socket) -> int:
    """Return with which status a connection is answered; 0 where it just ends."""
    try:
        found = re.match(rb"HTTP/1.1 (\d+) ", one.recv(PIECE, socket.MSG_PEEK))
    except ConnectionResetError:
        return 0
    return int(found[1]) if found else 0


def unfinished(
    game: int = 0, announced: int = 200, household: int = 0, more: Sequence[str] = ()
) -> str:
    """Return a write that has come but for its end: to one game of many, as a limit is by game."""
    lines = (
        *(f"POST /api/v1/games/{game:012}/undo HTTP/1.1", "Host: x"),
        *("Content-Type: application/json", f"Content-Length: {announced}"),
        *(f"X-Forwarded-For: 198.51.100.{household}", *more, "", "{"),
    )
    return "\r\n".join(lines)


def neighbour(port: int, *, site: str = "") -> Phone:
    """Return somebody's phone at another address than the attacker's."""
    return Phone("neighbour", port, address=NEIGHBOUR, site=site)


def neighbour_plays(phone: Phone) -> str:
    """Be answered, begin a game, and count; return the game's id."""
    assert phone.ask("GET", "/healthz").body == b"ok"
    game = phone.do("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})["game"]
    entry = {"version": game["version"], "entry": {"score": 450}}
    counted = phone.do("PUT", f"/games/{game['id']}/rounds/1/entries/1", entry)
    assert counted["version"] > game["version"]
    phone.hang_up()
    uid: str = game["id"]
    return uid
