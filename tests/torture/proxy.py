"""A bad network: what goes through it is lost, late, cut, doubled or overtaken, as a seed says.

It knows where one request ends and what an event stream is, and passes every request on over a
connection of its own. :meth:`BadNetwork.heal` makes it a good one.
"""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Self

WEATHER = {
    "fine": 50,
    "late": 10,
    "request lost": 8,
    "answer lost": 10,
    "request cut": 6,
    "answer cut": 8,
    "sent twice": 10,
    "again later": 8,
    "overtaken": 8,
}
"""What may happen to a request, and how often compared with the others."""
STREAM_CUT = 0.25
"""How often an event stream breaks at a piece that goes through it."""
LONGEST_DELAY = 0.3
HELD_SECONDS = 0.5
"""How long a request waits to be overtaken, where no other comes."""
TIMEOUT = 60
PIECE = 65_536


class BadNetwork:
    """A relay in front of a server on this machine."""

    def __init__(self, server_port: int, port: int, seed: int) -> None:
        self.port = port
        self.happened: Counter[str] = Counter()
        self._server_port = server_port
        self._chance = Random(seed)
        self._is_bad = True
        self._lock = threading.Lock()
        self._passing = threading.Condition()
        self._passed = 0
        self._to_come: list[bytes] = []
        self._copied: list[bytes] = []
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", port))
        self._is_closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where a browser finds the server behind the network."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def heal(self) -> None:
        """Lose nothing any more; what was to come again later comes now."""
        with self._lock:
            self._is_bad = False
            to_come, self._to_come = self._to_come, []
        for request in to_come:
            self._ask(request)

    def has_copied(self, key: str) -> bool:
        """Whether a request with this key was brought to the server once more than it was sent."""
        with self._lock:
            return any(key.encode() in request for request in self._copied)

    def close(self) -> None:
        """Break every connection and take no more."""
        self._is_closed = True
        # Whoever waits in accept() is woken by a last connection.
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            pass
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Break every connection."""
        with self._lock:
            for one in self._open:
                _shut(one)

    def _accept(self) -> None:
        while True:
            phone, _address = self._listener.accept()
            if self._is_closed:
                phone.close()
                return
            phone.settimeout(TIMEOUT)
            threading.Thread(target=self._serve, args=(phone,), daemon=True).start()

    def _serve(self, phone: socket.socket) -> None:
        with self._tracked(phone), contextlib.suppress(OSError):
            request = _read_request(phone)
            if request:
                self._pass_on(phone, request)

    def _pass_on(self, phone: socket.socket, request: bytes) -> None:
        is_stream = b"/events" in request.partition(b"\r\n")[0]
        what = "fine" if is_stream else self._weather()
        self.happened["a stream" if is_stream else what] += 1
        match what:
            case "request lost":
                return
            case "request cut":
                with self._tracked(self._connect()) as server:
                    server.sendall(request[: self._somewhere(request)])
                return
            case "late":
                threading.Event().wait(self._drawn() * LONGEST_DELAY)
            case "overtaken":
                self._let_another_pass()
            case "again later":
                with self._lock:
                    self._to_come.append(request)
            case "sent twice":
                self._ask(request)
        with self._tracked(self._connect()) as server:
            server.sendall(request)
            if is_stream:
                self._relay_stream(server, phone)
            else:
                answer = _read_all(server)
                if what == "answer cut":
                    phone.sendall(answer[: self._somewhere(answer)])
                elif what != "answer lost":
                    phone.sendall(answer)
        with self._passing:
            self._passed += 1
            self._passing.notify_all()
        self._bring_what_was_to_come()

    def _relay_stream(self, server: socket.socket, phone: socket.socket) -> None:
        while piece := server.recv(PIECE):
            if self._is_bad and self._drawn() < STREAM_CUT:
                self.happened["a stream cut"] += 1
                phone.sendall(piece[: self._somewhere(piece)])
                return
            phone.sendall(piece)

    def _let_another_pass(self) -> None:
        with self._passing:
            before = self._passed
            self._passing.wait_for(lambda: self._passed > before, HELD_SECONDS)

    def _bring_what_was_to_come(self) -> None:
        with self._lock:
            ready = self._to_come and self._chance.random() < 0.1
            request = self._to_come.pop(0) if ready else b""
        if request:
            self._ask(request)

    def _ask(self, request: bytes) -> None:
        """Send a copy of a request, whose answer nobody hears."""
        with self._lock:
            self._copied.append(request)
        with contextlib.suppress(OSError), self._tracked(self._connect()) as server:
            server.sendall(request)
            _read_all(server)

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._server_port), timeout=TIMEOUT)

    @contextlib.contextmanager
    def _tracked(self, one: socket.socket) -> Iterator[socket.socket]:
        with self._lock:
            self._open.add(one)
        try:
            yield one
        finally:
            with self._lock:
                self._open.discard(one)
            _shut(one)

    def _weather(self) -> str:
        with self._lock:
            if not self._is_bad:
                return "fine"
            (what,) = self._chance.choices([*WEATHER], [*WEATHER.values()])
        return what

    def _drawn(self) -> float:
        with self._lock:
            return self._chance.random()

    def _somewhere(self, text: bytes) -> int:
        with self._lock:
            return self._chance.randrange(len(text))


def _read_request(phone: socket.socket) -> bytes:
    """Return one whole request, which asks the server to close the connection after it."""
    request = b""
    while b"\r\n\r\n" not in request:
        piece = phone.recv(PIECE)
        if not piece:
            return b""
        request += piece
    head, _, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
    while length and len(body) < int(length[1]):
        piece = phone.recv(PIECE)
        if not piece:
            return b""
        body += piece
    head = re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.IGNORECASE)
    return head + b"\r\nConnection: close\r\n\r\n" + body


def _read_all(server: socket.socket) -> bytes:
    pieces = []
    while piece := server.recv(PIECE):
        pieces.append(piece)
    return b"".join(pieces)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
