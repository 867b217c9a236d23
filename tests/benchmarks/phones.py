"""From a count to the new sheet on the last of a table's eight phones, at many tables at once.

Run by hand: ``python -m tests.benchmarks.phones 1 100 1250`` (numbers of tables; ``--json FILE``
writes the figures, ``--seconds`` how long steady play is watched). A real server with SQLite in
FULL holds eight event streams for every table; with ``--processes 2`` in several processes and with
a Redis, or with ``--database postgresql``. In steady play every phone saves a count every three
minutes; in the burst all tables close a round within ten seconds; then the server is killed and
started again, and every phone comes back by itself. Counts are sent at the moments that this asks
for, whether the server is done with earlier ones or not, so that one that waits counts as long as
somebody would wait for it.

The memory of a phone is what the server's processes grew by while they connected. Client and server
share the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import random
import statistics
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.instruments.yardstick import cpu_seconds
from tests.benchmarks.loads.listeners import PATIENCE_SECONDS, Listeners, Place, raise_limit
from tests.handbook import figures
from tests.servers.brokers import Broker, Notices, RedisServer, wait_until
from tests.servers.postgresql import Cluster
from tests.servers.server import Server

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
SETTLE_SECONDS = 3


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
    connection.close()  # The server may just end one that waits.
    names = [f"Player {seat}" for seat in range(1, PHONES + 1)]
    body = {"game": "brownie_points", "players": names, "options": {"target": 100_000}}
    started = ask(connection, "POST", "/api/v1/games", body, "")
    game = started["game"]
    return Table(number, game["id"], started["device_token"], game["version"])


class Play:
    """Writes at given moments, by a few hands; each notes when it was due, and acknowledged."""

    def __init__(self, port: int, phones: Listeners) -> None:
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
        time.sleep(SETTLE_SECONDS)
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
        shown = self.phones.state().arrived
        arrived = [
            min((at for seen, at in shown[table.number] if seen >= version), default=None)
            for table, version, *_ in self.done
        ]
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


@contextmanager
def serving(processes: int, kind: str) -> Iterator[Server]:
    """Yield a server of so many processes, with the line between them that it needs."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        environment = {"LIMITS": "off", "BACKUPS_KEPT": "off"}
        broker: Broker | None = None
        if kind == "postgresql":
            cluster = stack.enter_context(Cluster())
            environment["DATABASE_URL"] = cluster.database()
            broker = Notices(cluster, environment["DATABASE_URL"])
        elif processes > 1:
            broker = redis = RedisServer()
            stack.callback(redis.kill)
            environment["REDIS_URL"] = redis.url
        options = ("--processes", str(processes))
        server = Server(Path(folder) / "data", *options, environment=environment)
        stack.enter_context(server)
        if broker:
            wait_until(lambda: broker.hears() == processes, "every process hears of the others")
        yield server


def measure(wanted: int, seconds: float, processes: int, kind: str) -> dict[str, Any]:
    """Return the figures of one server with so many tables of eight phones."""
    chance = random.Random(SEED)
    with serving(processes, kind) as server:
        assert server.process
        pid, port = server.process.pid, server.port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        tables = [begin(connection, number) for number in range(wanted)]
        memory, begun = kilobytes(pid), time.perf_counter()
        places = [Place(table.number, table.game, table.token) for table in tables]
        with Listeners(port, places, PHONES) as phones:
            phones.wait_connected()
            connected = time.perf_counter() - begun
            held = kilobytes(pid)
            time.sleep(SETTLE_SECONDS)
            computed = cpu_seconds(pid)
            time.sleep(IDLE_SECONDS)
            found: dict[str, Any] = {
                "tables": wanted,
                "phones": phones.phones,
                "processes": processes,
                "database": kind,
                "load": round(os.getloadavg()[0], 1),
                "connected_in_seconds": round(connected, 1),
                "kilobytes_per_phone": round((held - memory) / phones.phones, 1),
                "idle_server_cores": round((cpu_seconds(pid) - computed) / IDLE_SECONDS, 2),
            }
            show_held(found)
            for name, schedule in (
                ("steady", steady(tables, seconds, chance)),
                ("burst", burst(tables, chance)),
            ):
                found[name] = Play(port, phones).run(pid, schedule)
                show_play(name, found[name])
            found["streams_lost"] = phones.state().lost
            found["restart"] = restart(server, phones)
            show_back(found["streams_lost"], found["restart"])
            return found


def restart(server: Server, phones: Listeners) -> dict[str, Any]:
    """Kill the server and start it again; return how all phones came back, in seconds.

    ``page`` is what somebody waits meanwhile for a small page, asked ten times a second.
    """
    server.kill()
    server.start()
    begun, waits = time.perf_counter(), []
    while phones.state().connected < phones.phones:
        asked = time.perf_counter()
        if asked > begun + PATIENCE_SECONDS:
            raise TimeoutError("not all phones came back")
        with urllib.request.urlopen(f"{server.url}/join", timeout=PATIENCE_SECONDS) as page:
            page.read()
        waits.append(time.perf_counter() - asked)
        time.sleep(0.1)
    return {
        "all_back_in_seconds": round(time.perf_counter() - begun, 1),
        "refused": phones.state().refused,
        "page": spread(waits),
    }


def main() -> None:
    """Measure at every number of tables that is given, and print as it goes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", type=int, nargs="*", default=[1, 100, 1250])
    parser.add_argument("--seconds", type=float, default=60, help="of steady play")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    arguments = parser.parse_args()
    raise_limit()
    all_found = []
    for wanted in arguments.tables:
        found = measure(wanted, arguments.seconds, arguments.processes, arguments.database)
        all_found.append(found)
    is_usual = (arguments.processes, arguments.database) == (1, "sqlite")
    more = "" if is_usual else f"-{arguments.database}-{arguments.processes}"
    keep(f"phones{more}", all_found)
    if arguments.json:
        arguments.json.write_text(json.dumps(all_found, indent=1))


def keep(region: str, found: Sequence[Mapping[str, Any]]) -> None:
    """Keep the figures of all numbers of tables; where two stand in a cell, p50 and p99."""
    rows = {
        "all are in after": [f"{one['connected_in_seconds']} s" for one in found],
        "memory of a phone in the server": [f"{one['kilobytes_per_phone']} KB" for one in found],
        "cores while nothing happens": [one["idle_server_cores"] for one in found],
    }
    for name in ("steady", "burst"):
        plays = [one[name] for one in found]
        rows[f"{name}: counts a second, cores"] = [
            f"{play['counts_per_second']}, {play['server_cores']}" for play in plays
        ]
        for what in ("acknowledged", "from_acknowledged"):
            words = "from there to the last phone" if what != "acknowledged" else what
            rows[f"{name}: {words}, ms"] = [
                f"{play[what]['p50']:.1f} / {play[what]['p99']:.1f}" for play in plays
            ]
    rows["killed and started: all are back after"] = [
        f"{one['restart']['all_back_in_seconds']} s" for one in found
    ]
    head = ("", *(f"{one['tables']:,} tables, {one['phones']:,} phones" for one in found))
    figures.keep(region, head, ([name, *cells] for name, cells in rows.items()))


def show_held(found: Mapping[str, Any]) -> None:
    """Print what holding the phones takes."""
    print(
        f"{found['tables']} tables, {found['phones']} phones, {found['processes']} processes, "
        f"{found['database']}, load {found['load']}; in after "
        f"{found['connected_in_seconds']} s; {found['kilobytes_per_phone']} KB each; "
        f"idle {found['idle_server_cores']} cores",
        flush=True,
    )


def show_play(name: str, play: Mapping[str, Any]) -> None:
    """Print how counts came to the phones."""
    print(
        f"  {name}: {play['counts']} counts, {play['counts_per_second']}/s, "
        f"{play['server_cores']} cores, {play['failed']} failed, "
        f"{play['never_seen']} never seen; milliseconds"
    )
    for what in ("acknowledged", "on_last_phone", "from_acknowledged"):
        print(f"    {what.replace('_', ' '):18} {_in_a_row(play[what])}", flush=True)


def show_back(lost: int, back: Mapping[str, Any]) -> None:
    """Print how the phones came back."""
    print(f"  {lost} streams lost before the restart")
    print(f"  restart: all back in {back['all_back_in_seconds']} s, {back['refused']} refused")
    print(f"    a page meanwhile   {_in_a_row(back['page'])}", flush=True)


def _in_a_row(parts: Mapping[str, float]) -> str:
    return "  ".join(f"{part} {value:8.1f}" for part, value in parts.items())


if __name__ == "__main__":
    main()
