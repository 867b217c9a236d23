"""Counts a second at the tables of many groups, on PostgreSQL, by one server process and by more.

    python -m tests.benchmarks.databases.many_groups --groups 200 --processes 1 2 4
        [--disk 10] [--pooler 20]

Every group has a table of four, at which its scorekeeper counts for everybody; some phones at once,
each always at the next group's table, and each again as soon as it is answered. Told are the counts
a second, how that is to one process in the same run, the CPU of Scorecard's own processes and of
PostgreSQL's for a count, the statements of a count, and how many of PostgreSQL's processes that had
something to do were waiting for a lock, looked at twenty times a second. ``--disk`` lets each sync
of PostgreSQL take so many milliseconds more, during which nothing computes: as on a slower disk, or
with a second machine that has to have it, too. ``--pooler`` puts a PgBouncer in its transaction
mode between, which has so many connections, and a Redis for the news. Client, server and PostgreSQL
share the machine.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.benchmarks.instruments.yardstick import cpu_seconds
from tests.handbook import figures
from tests.servers.brokers import RedisServer
from tests.servers.clients import Phone
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster
from tests.servers.server import Server, free_port

NAMES = ("Ann", "Bob", "Cy", "Di")
BESIDE_WARM_UP = 0.3
"""The part of the time that is not measured, at the beginning."""
GLANCES_A_SECOND = 20
QUIET_SECONDS = 4
ALONE = """
    SELECT 1 FROM pg_locks WHERE relation = 'alembic_version'::regclass AND mode = 'ExclusiveLock'
"""
WAITING = """
    SELECT coalesce(wait_event_type || ' ' || wait_event, 'at work')
    FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()
"""


@dataclass
class Table:
    """A table of a group, which is counted on by whoever has it at the moment."""

    phone: Phone
    game: str
    version: int
    step: int = 0

    def count(self) -> None:
        """Count for the next seat."""
        number, seat = divmod(self.step, len(NAMES))
        path = f"/api/v1/games/{self.game}/rounds/{number + 1}/entries/{seat + 1}"
        body = {"version": self.version, "entry": {"score": 50}, "is_confirmed": True}
        answer = self.phone.ask("PUT", path, body, key=f"{self.game}-{self.step}")
        assert answer.is_done, (answer.status, answer.body)
        self.version = answer.json["version"]
        self.step += 1


@dataclass
class Found:
    """What was found with so many processes."""

    processes: int
    counts: int = 0
    seconds: float = 0.0
    server_cpu: float = 0.0
    database_cpu: float = 0.0
    statements: float = 0.0
    load: float = 0.0
    waiting: Counter[str] = field(default_factory=Counter)

    @property
    def a_second(self) -> float:
        """Counts that were acknowledged in a second."""
        return self.counts / self.seconds

    @property
    def waits_for_locks(self) -> float:
        """How many of PostgreSQL's processes at work waited for a lock, of 1."""
        locks = sum(times for what, times in self.waiting.items() if what.startswith("Lock "))
        return locks / max(1, self.waiting.total())

    def told(self, one: Found) -> dict[str, Any]:
        """Return the figures, with the ratio to one process."""
        return {
            "processes": self.processes,
            "counts_a_second": round(self.a_second, 1),
            "to_one_process": round(self.a_second / one.a_second, 2),
            "server_cpu_ms": round(1000 * self.server_cpu / self.counts, 2),
            "database_cpu_ms": round(1000 * self.database_cpu / self.counts, 2),
            "waits_for_locks": round(self.waits_for_locks, 4),
            "load": round(self.load, 1),
            "waiting": dict(self.waiting.most_common(6)),
        }


def begin(port: int, number: int) -> Table:
    """Found a group with a table."""
    phone = Phone(f"keeper {number}", port)
    group = phone.do("POST", "/groups", {"name": f"Group {number}"})["group"]
    body = {
        "game": "brownie_points",
        "players": list(NAMES),
        "options": {"target": 100_000},
        "group": group["id"],
    }
    game = phone.do("POST", "/games", body)["game"]
    phone.hang_up()
    return Table(phone, game["id"], game["version"])


class Play:
    """Phones that count as fast as they are answered, each at a table that nobody else has."""

    def __init__(self, tables: Sequence[Table], phones: int) -> None:
        self.waiting = iter(itertools.cycle(tables))
        self.busy: set[int] = set()
        self.lock = threading.Lock()
        self.phones = phones
        self.counted = 0
        self.is_over = False
        self.failed: list[BaseException] = []

    def run(self, seconds: float, found: Found, pids: tuple[int, int], url: str) -> None:
        """Play so long, and note what it came to."""
        hands = [threading.Thread(target=self._hand) for _ in range(self.phones)]
        for hand in hands:
            hand.start()
        time.sleep(seconds * BESIDE_WARM_UP)
        before = [cpu_seconds(pid) for pid in pids]
        counted, begun = self.counted, time.perf_counter()
        with psycopg.connect(url, autocommit=True) as watcher:
            while time.perf_counter() < begun + seconds:
                found.waiting.update(what for (what,) in watcher.execute(WAITING))
                time.sleep(1 / GLANCES_A_SECOND)
        found.counts = self.counted - counted
        found.seconds = time.perf_counter() - begun
        after = [cpu_seconds(pid) for pid in pids]
        found.server_cpu, found.database_cpu = (
            now - then for now, then in zip(after, before, strict=True)
        )
        found.load = os.getloadavg()[0]
        self.is_over = True
        for hand in hands:
            hand.join()
        assert not self.failed, self.failed

    def _hand(self) -> None:
        try:
            while not self.is_over:
                with self._table() as table:
                    table.count()
                with self.lock:
                    self.counted += 1
        except BaseException as error:  # noqa: BLE001 - told by whoever waits
            self.failed.append(error)

    @contextmanager
    def _table(self) -> Iterator[Table]:
        with self.lock:
            table = next(one for one in self.waiting if id(one) not in self.busy)
            self.busy.add(id(table))
        try:
            yield table
        finally:
            table.phone.hang_up()
            with self.lock:
                self.busy.discard(id(table))


def settle(url: str) -> None:
    """Wait until a server has tidied up after its start, for which it has everything to itself."""
    quiet = 0
    with psycopg.connect(url, autocommit=True) as watcher:
        while quiet < QUIET_SECONDS * GLANCES_A_SECOND:
            quiet = 0 if watcher.execute(ALONE).fetchone() else quiet + 1
            time.sleep(1 / GLANCES_A_SECOND)


def measure(chosen: argparse.Namespace) -> Iterator[Found]:
    """Yield what is found with each number of processes, at the same tables of one database."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd()))
        cluster = stack.enter_context(Cluster(is_synced=True))
        if chosen.disk:
            for name, value in (("commit_delay", 1000 * chosen.disk), ("commit_siblings", 0)):
                setting = sql.SQL("ALTER SYSTEM SET {} = {}")
                cluster.run(setting.format(sql.Identifier(name), sql.Literal(value)))
            cluster.run(sql.SQL("SELECT pg_reload_conf()"))
        url = cluster.database()
        environment = {"LIMITS": "off", "BACKUPS_KEPT": "off", "DATABASE_URL": url}
        if chosen.pooler:
            pooler = stack.enter_context(Pooler(cluster, chosen.pooler))
            redis = RedisServer()
            stack.callback(redis.kill)
            environment |= {"DATABASE_URL": pooler.address(url), "REDIS_URL": redis.url}
        port, tables = free_port(), list[Table]()
        for processes in chosen.processes:
            options = ("--processes", str(processes)) if processes > 1 else ()
            data = Path(folder) / "data"
            with Server(data, *options, port=port, environment=environment) as server:
                assert server.process
                info = cluster.server.get_postmaster_info().process
                assert info
                tables = tables or [begin(port, number) for number in range(chosen.groups)]
                settle(url)
                found = Found(processes)
                play = Play(tables, chosen.phones)
                play.run(chosen.seconds, found, (server.process.pid, info.pid), url)
            yield found


def main() -> None:
    """Measure with each number of processes, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--groups", type=int, default=200)
    parser.add_argument("--phones", type=int, default=16, help="that count at once")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--disk", type=int, default=0, help="milliseconds that a sync takes more")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--pooler", type=int, default=0, help="connections of a PgBouncer between")
    chosen = parser.parse_args()
    found = list(measure(chosen))
    told = [one.told(found[0]) for one in found]
    names = {
        "counts a second": "counts_a_second",
        "to one process": "to_one_process",
        "CPU of Scorecard for a count, ms": "server_cpu_ms",
        "CPU of PostgreSQL for a count, ms": "database_cpu_ms",
        "PostgreSQL’s processes at work that wait for a lock": "waits_for_locks",
        "load of the machine": "load",
    }
    head = ("", *(f"{one.processes} processes" for one in found))
    rows = [[name, *(one[key] for one in told)] for name, key in names.items()]
    figures.keep("many_groups", head, rows)
    for one in told:
        print(one["processes"], one["waiting"])
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
