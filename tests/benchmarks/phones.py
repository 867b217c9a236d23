"""From a count to the new sheet on the last of a table's eight phones, at many tables at once.

Run by hand: ``python -m tests.benchmarks.phones 1 100 1250`` (numbers of tables; ``--json FILE``
writes the figures, ``--minutes`` how long steady play is watched). A real server process with
SQLite in FULL holds eight event streams for every table. In steady play every phone saves a count
every three minutes; in the burst all tables close a round within ten seconds. Counts are sent at
the moments that this asks for, whether the server is done with earlier ones or not, so that one
that waits counts as long as somebody would wait for it.

The memory of a phone is what the server's worker grew by while they connected. Client and server
share the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import queue
import random
import re
import resource
import selectors
import socket
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.yardstick import cpu_seconds
from tests.browser.server import Server

PHONES = 8
SECONDS_BETWEEN_COUNTS = 180
"""Between two counts of one phone."""
FEWEST_COUNTS = 100
BURST_SECONDS = 10
IDLE_SECONDS = 10
HANDS = 16
KEPT_SECONDS = 1
"""How long an idle connection is used again; the server ends it after two seconds."""
SEED = 7
VERSION = re.compile(rb"\nid: (\d+)\n")
CONNECTING_AT_ONCE = 200


Act = Callable[["Table", http.client.HTTPConnection], int]


class Table:
    """One table, played by its keeper: the next count is known, and may be made."""

    def __init__(self, number: int, game: str, token: str, version: int) -> None:
        self.number = number
        self.game = game
        self.token = token
        self.version = version
        self.round = 1
        self.seat = 1
        self.lock = threading.Lock()

    def count(self, connection: http.client.HTTPConnection) -> int:
        """Save the next count; return the version that has it."""
        with self.lock:
            body = {"entry": {"score": 50 * self.seat}}
            return self._save(connection, f"/entries/{self.seat}", body, self.seat + 1)

    def close(self, connection: http.client.HTTPConnection) -> int:
        """Save all counts of the round that are missing, which closes it; return the version."""
        with self.lock:
            entries = {str(seat): {"score": 50 * seat} for seat in range(self.seat, PHONES + 1)}
            return self._save(connection, "", {"entries": entries}, PHONES + 1)

    def _save(
        self, connection: http.client.HTTPConnection, path: str, body: Any, next_seat: int
    ) -> int:
        place = f"/api/v1/games/{self.game}/rounds/{self.round}{path}"
        answer = ask(connection, "PUT", place, {"version": self.version, **body}, self.token)
        self.version = answer["version"]
        self.seat = next_seat
        if self.seat > PHONES:
            self.round, self.seat = self.round + 1, 1
        return self.version


class Phones(threading.Thread):
    """All phones of all tables: one loop that reads their streams, and notes what arrives."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.has_news = threading.Condition()
        self.arrived: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
        """By table, the versions that its last phone had, and when."""
        self.connected = 0
        self.lost = 0
        self._newest: dict[socket.socket, int] = {}
        self._tail: dict[socket.socket, bytes] = {}
        self._table: dict[socket.socket, int] = {}
        self._of: dict[int, list[socket.socket]] = {}
        self._seen: dict[int, int] = {}

    def connect(self, table: Table) -> None:
        """Open the stream of one more phone at a table."""
        one = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        request = (
            f"GET /games/{table.game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {table.token}\r\nAccept-Encoding: identity\r\n\r\n"
        )
        one.sendall(request.encode())
        one.setblocking(False)
        self._table[one] = table.number
        self._newest[one] = 0
        self._tail[one] = b""
        self._of.setdefault(table.number, []).append(one)
        self.selector.register(one, selectors.EVENT_READ)

    def run(self) -> None:
        """Read for as long as the measurement goes on."""
        while True:
            for key, _events in self.selector.select():
                self._read(key.fileobj)  # type: ignore[arg-type]

    def _read(self, one: socket.socket) -> None:
        try:
            data = one.recv(262_144)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.selector.unregister(one)
            self.lost += 1
            return
        data = self._tail[one] + data
        found = VERSION.findall(data)
        self._tail[one] = b"" if found else data[-40:]
        if not found:
            return
        now = time.perf_counter()
        table, before, version = self._table[one], self._newest[one], int(found[-1])
        self._newest[one] = version
        with self.has_news:
            if not before:
                self.connected += 1
            everywhere = min(self._newest[other] for other in self._of[table])
            if everywhere > self._seen.get(table, 0):
                self._seen[table] = everywhere
                self.arrived[table].append((everywhere, now))
                self.has_news.notify_all()

    def wait_connected(self, phones: int) -> None:
        """Wait until so many phones show their table; raise :class:`TimeoutError` after 60 s."""
        with self.has_news:
            if not self.has_news.wait_for(lambda: self.connected >= phones, timeout=60):
                raise TimeoutError(f"{self.connected} of {phones} phones were let in")

    def everywhere(self, table: Table, version: int) -> float | None:
        """Return when the last phone of a table had a version or a later one; None for never."""
        later = [at for seen, at in self.arrived[table.number] if seen >= version]
        return min(later, default=None)


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: Any, token: str
) -> Any:
    """Return what the API answers; raise :class:`RuntimeError` where it refuses."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, json.dumps(body), headers)
    response = connection.getresponse()
    text = response.read()
    if response.status >= http.client.BAD_REQUEST:
        raise RuntimeError(text.decode())
    return json.loads(text)


def begin(connection: http.client.HTTPConnection, number: int) -> Table:
    """Start one more game of eight, with a target that nobody reaches."""
    names = [f"Player {seat}" for seat in range(1, PHONES + 1)]
    body = {"game": "brownie_points", "players": names, "options": {"target": 100_000}}
    started = ask(connection, "POST", "/api/v1/games", body, "")
    game = started["game"]
    return Table(number, game["id"], started["device_token"], game["version"])


class Play:
    """Writes at given moments, by a few hands; each notes when it was due, and acknowledged."""

    def __init__(self, port: int, phones: Phones) -> None:
        self.port = port
        self.phones = phones
        self.due: queue.SimpleQueue[tuple[float, Table, Act] | None] = queue.SimpleQueue()
        self.done: list[tuple[Table, int, float, float]] = []
        self.failed: list[str] = []

    def run(self, pid: int, schedule: Sequence[tuple[float, Table, Act]]) -> dict[str, Any]:
        """Write at every moment, in seconds from now; return the figures, in milliseconds."""
        hands = [threading.Thread(target=self._hand) for _ in range(HANDS)]
        for hand in hands:
            hand.start()
        begun, computed = time.perf_counter(), cpu_seconds(pid)
        for after, table, act in schedule:
            time.sleep(max(0.0, begun + after - time.perf_counter()))
            self.due.put((begun + after, table, act))
        for _ in hands:
            self.due.put(None)
        for hand in hands:
            hand.join()
        seconds = time.perf_counter() - begun
        time.sleep(2)
        for sentence in sorted(set(self.failed)):
            print(f"failed: {sentence[:200]}")
        return self._figures(seconds, cpu_seconds(pid) - computed)

    def _hand(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        used = 0.0
        while due := self.due.get():
            moment, table, act = due
            if time.perf_counter() > used + KEPT_SECONDS:
                connection.close()
            used = time.perf_counter()
            try:
                version = act(table, connection)
            except (RuntimeError, OSError, http.client.HTTPException) as error:
                self.failed.append(f"{type(error).__name__}: {error}")
                connection.close()
            else:
                self.done.append((table, version, moment, time.perf_counter()))

    def _figures(self, seconds: float, computed: float) -> dict[str, Any]:
        arrived = [self.phones.everywhere(table, version) for table, version, *_ in self.done]
        seen = [(at, *times) for at, (_, _, *times) in zip(arrived, self.done, strict=True) if at]
        return {
            "counts": len(self.done),
            "failed": len(self.failed),
            "never_seen": len(self.done) - len(seen),
            "counts_per_second": round(len(self.done) / seconds, 1),
            "server_cores": round(computed / seconds, 2),
            "acknowledged": spread([known - due for *_, due, known in self.done]),
            "on_last_phone": spread([at - due for at, due, _ in seen]),
            "from_acknowledged": spread([at - known for at, _, known in seen]),
        }


def kilobytes(pid: int) -> int:
    """Return the memory that a process and its children hold, in kilobytes."""
    found = 0
    for one in (pid, *children(pid)):
        lines = Path(f"/proc/{one}/status").read_text().splitlines()
        found += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return found


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Return p50, p95, p99 and the most, in milliseconds."""
    if len(seconds) < 2:
        return {}
    parts = statistics.quantiles(seconds, n=100, method="inclusive")
    named = {"p50": parts[49], "p95": parts[94], "p99": parts[98], "most": max(seconds)}
    return {name: round(value * 1000, 1) for name, value in named.items()}


def steady(tables: Sequence[Table], seconds: float, chance: random.Random) -> list[Any]:
    """Return which table counts when: every phone every three minutes on the average.

    At few tables that would be hardly any; there a hundred counts are spread over the time.
    """
    counts = max(FEWEST_COUNTS, round(seconds * len(tables) * PHONES / SECONDS_BETWEEN_COUNTS))
    moments = sorted(chance.uniform(0, seconds) for _ in range(counts))
    return [(moment, chance.choice(tables), Table.count) for moment in moments]


def burst(tables: Sequence[Table], chance: random.Random) -> list[Any]:
    """Return which table closes its round when: each once, all within ten seconds."""
    moments = sorted(chance.uniform(0, BURST_SECONDS) for _ in tables)
    shuffled = chance.sample(tables, len(tables))
    return [(moment, table, Table.close) for moment, table in zip(moments, shuffled, strict=True)]


def measure(wanted: int, seconds: float) -> dict[str, Any]:
    """Return the figures of one server with so many tables of eight phones."""
    chance = random.Random(SEED)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data", environment={"LIMITS": "off"}) as server,
    ):
        assert server.process
        pid, port = server.process.pid, server.port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        tables = [begin(connection, number) for number in range(wanted)]
        phones = Phones(port)
        phones.start()
        memory, begun = kilobytes(pid), time.perf_counter()
        for opened, table in enumerate((one for one in tables for _ in range(PHONES)), start=1):
            phones.connect(table)
            if opened % CONNECTING_AT_ONCE == 0:
                phones.wait_connected(opened)
        phones.wait_connected(wanted * PHONES)
        connected = time.perf_counter() - begun
        held = kilobytes(pid)
        time.sleep(2)
        computed = cpu_seconds(pid)
        time.sleep(IDLE_SECONDS)
        found: dict[str, Any] = {
            "tables": wanted,
            "phones": wanted * PHONES,
            "connected_in_seconds": round(connected, 1),
            "kilobytes_per_phone": round((held - memory) / (wanted * PHONES), 1),
            "idle_server_cores": round((cpu_seconds(pid) - computed) / IDLE_SECONDS, 2),
        }
        for name, schedule in (
            ("steady", steady(tables, seconds, chance)),
            ("burst", burst(tables, chance)),
        ):
            found[name] = Play(port, phones).run(pid, schedule)
        return found | {"streams_lost": phones.lost}


def main() -> None:
    """Measure at every number of tables that is given, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", type=int, nargs="*", default=[1, 100, 1250])
    parser.add_argument("--seconds", type=float, default=60, help="of steady play")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    all_found = []
    for wanted in arguments.tables:
        found = measure(wanted, arguments.seconds)
        all_found.append(found)
        show(found)
    if arguments.json:
        arguments.json.write_text(json.dumps(all_found, indent=1))


def show(found: Mapping[str, Any]) -> None:
    """Print the figures of one number of tables."""
    print(
        f"{found['tables']} tables, {found['phones']} phones, in after "
        f"{found['connected_in_seconds']} s; {found['kilobytes_per_phone']} KB each; "
        f"idle {found['idle_server_cores']} cores; {found['streams_lost']} streams lost"
    )
    for name in ("steady", "burst"):
        play = found[name]
        print(
            f"  {name}: {play['counts']} counts, {play['counts_per_second']}/s, "
            f"{play['server_cores']} cores, {play['failed']} failed, "
            f"{play['never_seen']} never seen; milliseconds"
        )
        for what in ("acknowledged", "on_last_phone", "from_acknowledged"):
            parts = "  ".join(f"{part} {value:8.1f}" for part, value in play[what].items())
            print(f"    {what.replace('_', ' '):18} {parts}")


if __name__ == "__main__":
    main()
