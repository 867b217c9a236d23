"""Thousands of phones that listen, in processes of their own: what their tables show, and when.

They behave as a browser does: one whose stream has ended comes again after as long as the stream
last said. Moments are those of ``time.perf_counter``, which on Linux is one clock for all
processes.
"""

from __future__ import annotations

import contextlib
import errno
import heapq
import itertools
import multiprocessing
import re
import resource
import selectors
import socket
import time
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

MOST_IN_A_PROCESS = 5_000
CONNECTING_AT_ONCE = 200
PATIENCE_SECONDS = 600
VERSION = re.compile(rb"\nid: (\d+)\n")
RETRY = re.compile(rb"retry: (\d+)\n")
TAIL = 40
"""Bytes at the end of a piece that may be the beginning of what is looked for."""
PAUSE_SECONDS = 1.0
"""How long a phone waits that never heard how long to wait."""


class Place(NamedTuple):
    """A table to listen at: its number, the game's id, and a token that lets in."""

    number: int
    game: str
    token: str


class State(NamedTuple):
    """What some phones have seen up to now.

    ``arrived`` has by table the versions that its last phone had, and when. ``connected`` counts
    the phones that show their table now, ``lost`` the streams that ended, ``refused`` answers that
    were none.
    """

    arrived: dict[int, list[tuple[int, float]]]
    connected: int
    lost: int
    refused: int


class Phone:
    """One phone at a table."""

    __slots__ = ("is_asking", "newest", "pause", "socket", "table", "tail")

    def __init__(self, table: Place) -> None:
        self.table = table
        self.pause = PAUSE_SECONDS
        self.is_asking = False
        self.newest = 0
        self.tail = b""
        self.socket: socket.socket


class Crowd:
    """The phones of one process, in one loop that also answers its parent."""

    def __init__(self, port: int, tables: Sequence[Place], each: int, parent: Connection) -> None:
        self.port = port
        self.parent = parent
        self.selector = selectors.DefaultSelector()
        self.selector.register(parent, selectors.EVENT_READ)
        self.phones = {table.number: [Phone(table) for _ in range(each)] for table in tables}
        self.waiting = [phone for phones in self.phones.values() for phone in phones][::-1]
        self.numbers = itertools.count()
        self.due: list[tuple[float, int, Phone]] = []
        self.connecting: set[Phone] = set()
        self.arrived: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
        self.connected = self.lost = self.refused = 0

    def run(self) -> None:
        """Listen until the parent hangs up."""
        while True:
            while self.waiting and len(self.connecting) < CONNECTING_AT_ONCE:
                self._connect(self.waiting.pop())
            while self.due and self.due[0][0] <= time.perf_counter():
                self._connect(heapq.heappop(self.due)[2])
            wait = self.due[0][0] - time.perf_counter() if self.due else None
            for key, _events in self.selector.select(wait):
                if key.fileobj is self.parent:
                    try:
                        self.parent.recv()
                    except EOFError:
                        return
                    self.parent.send(self._state())
                elif key.data.is_asking:
                    self._read(key.data)
                else:
                    self._ask(key.data)

    def _state(self) -> State:
        return State(dict(self.arrived), self.connected, self.lost, self.refused)

    def _connect(self, phone: Phone) -> None:
        phone.socket = socket.socket()
        phone.socket.setblocking(False)
        phone.is_asking, phone.newest, phone.tail = False, 0, b""
        self.connecting.add(phone)
        phone.socket.connect_ex(("127.0.0.1", self.port))
        self.selector.register(phone.socket, selectors.EVENT_WRITE, phone)

    def _ask(self, phone: Phone) -> None:
        if phone.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self._come_again(phone)
            return
        table = phone.table
        lines = (
            f"GET /games/{table.game}/events HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {table.token}",
            *("Accept: text/event-stream", "Accept-Encoding: identity", "", ""),
        )
        phone.socket.send("\r\n".join(lines).encode())
        phone.is_asking = True
        self.selector.modify(phone.socket, selectors.EVENT_READ, phone)

    def _read(self, phone: Phone) -> None:
        try:
            data = phone.socket.recv(262_144)
        except OSError as error:
            if error.errno == errno.EAGAIN:
                return
            data = b""
        if not data:
            self._come_again(phone)
            return
        if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200"):
            self.refused += 1
            self._come_again(phone)
            return
        data = phone.tail + data
        phone.tail = data[-TAIL:]
        if pauses := RETRY.findall(data):
            phone.pause = int(pauses[-1]) / 1000
        if versions := VERSION.findall(data):
            self._show(phone, int(versions[-1]))

    def _show(self, phone: Phone, version: int) -> None:
        now = time.perf_counter()
        if not phone.newest:
            self.connected += 1
            self.connecting.discard(phone)
        number = phone.table.number
        before = min(other.newest for other in self.phones[number])
        phone.newest = version
        everywhere = min(other.newest for other in self.phones[number])
        if everywhere > before:
            self.arrived[number].append((everywhere, now))

    def _come_again(self, phone: Phone) -> None:
        self.selector.unregister(phone.socket)
        phone.socket.close()
        self.connecting.discard(phone)
        if phone.newest:
            self.connected -= 1
            self.lost += 1
        moment = time.perf_counter() + phone.pause
        heapq.heappush(self.due, (moment, next(self.numbers), phone))


def listen(port: int, tables: Sequence[Place], each: int, parent: Connection) -> None:
    """Be the process of one crowd."""
    raise_limit()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        Crowd(port, tables, each, parent).run()


def raise_limit() -> None:
    """Take as many file descriptors as the system gives."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Listeners:
    """All phones of all tables, ``each`` so many, in as many processes as they need."""

    def __init__(self, port: int, tables: Sequence[Place], each: int) -> None:
        processes = -(-len(tables) * each // MOST_IN_A_PROCESS)
        self.phones = len(tables) * each
        self._processes = []
        context = multiprocessing.get_context("spawn")
        for first in range(processes):
            here, there = context.Pipe()
            some = tables[first::processes]
            process = context.Process(target=listen, args=(port, some, each, there), daemon=True)
            process.start()
            there.close()
            self._processes.append((process, here))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for process, pipe in self._processes:
            pipe.close()
            process.join()

    def state(self) -> State:
        """Return what all of them have seen."""
        for _process, pipe in self._processes:
            pipe.send("?")
        found: list[State] = [pipe.recv() for _process, pipe in self._processes]
        arrived: dict[int, Any] = {}
        for one in found:
            arrived |= one.arrived
        numbers = zip(*(one[1:] for one in found), strict=True)
        return State(arrived, *(sum(same) for same in numbers))

    def wait_connected(self) -> None:
        """Wait until every phone shows its table; raise :class:`TimeoutError` after ten minutes."""
        until = time.perf_counter() + PATIENCE_SECONDS
        while (state := self.state()).connected < self.phones:
            if time.perf_counter() > until:
                raise TimeoutError(f"{state.connected} are in, {state.refused} were refused")
            time.sleep(0.2)
