"""What it costs to save one count: a request in, its answer out, and the count on the disk.

    python -m tests.benchmarks.save_count [--limits] [--json FILE]

A real server process with SQLite in FULL and without limits; with them, or elsewhere, by options:
see ``places.py``. Phones count at tables of eight players, one seat after the other and round after
round, so that games grow as on an evening; one phone alone, and eight at eight tables at once; by
the form, with every field that a browser sends, and by the API, whose answer is the whole game. CPU
is that of all the server's processes; the yardstick is a small page of a bare application on the
same server.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.instruments import places
from tests.benchmarks.instruments.yardstick import Cost, cost_of, cpu_seconds, measure
from tests.handbook import figures
from tests.servers.clients import Phone
from tests.servers.server import Server

PLAYERS = 8
FIRST_COUNTS = 24
"""Counts before it is measured: three rounds."""
COUNTS = 160
"""Counts of one phone: twenty rounds."""
PHONES = 8
COUNTS_OF_EACH = 80
FIELD = re.compile(r'<input id="[^"]+" name="([^"]+)" value="" ')
"""What a browser sends empty where nothing was typed."""


class Table:
    """A game, and the one phone that counts at it for everybody."""

    def __init__(self, port: int, *, by_form: bool) -> None:
        self.phone = Phone("Ann", port, by_form=by_form)
        names = [f"Player {seat}" for seat in range(1, PLAYERS + 1)]
        target = {"target": 100_000}
        begun = {"game": "brownie_points", "players": names, "options": target}
        self.game = self.phone.do("POST", "/games", begun)["game"]["id"]
        self.version = self.phone.get(f"/games/{self.game}")["version"]
        page = self.phone.ask("GET", self._seat(1, 1)).body.decode()
        self.fields = dict.fromkeys(FIELD.findall(page), "")
        self.token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]  # type: ignore[index]

    def count(self, step: int) -> None:
        """Count the next seat: some card by card, some as two sums."""
        number, seat = step // PLAYERS + 1, step % PLAYERS + 1
        if self.phone.by_form:
            self._by_form(number, seat, f"{self.game}-{step}")
        else:
            self._by_api(number, seat, f"{self.game}-{step}")

    def _by_api(self, number: int, seat: int, key: str) -> None:
        entry: dict[str, Any] = {"pile": {"7": 1, "9": 1}, "hand": {"3": 1}}
        if seat % 2:
            entry = {"quick": {"pile_points": 50 * seat, "hand_points": 100}}
        path = f"/api/v1/games/{self.game}/rounds/{number}/entries/{seat}"
        body = {"version": self.version, "entry": entry, "is_confirmed": True}
        answer = self.phone.ask("PUT", path, body, key=key)
        assert answer.is_done, answer.status
        self.version = answer.json["version"]

    def _by_form(self, number: int, seat: int, key: str) -> None:
        typed = {"style": "detailed", "pile-7": "1", "pile-9": "1", "hand-3": "1"}
        if seat % 2:
            sums = {"quick-pile_points": str(50 * seat), "quick-hand_points": "100"}
            typed = {"style": "quick", **sums}
        version = {"version": str(self.version), "key": key, "csrf_token": self.token}
        fields = {**self.fields, **typed, **version, "confirmed": "yes"}
        answer = self.phone.ask("POST", self._seat(number, seat), fields=fields)
        assert answer.status == 303, answer.status
        self.version += 1

    def _seat(self, number: int, seat: int) -> str:
        return f"/games/{self.game}/rounds/{number}/seats/{seat}"


def one_phone(server: Server, *, by_form: bool) -> Cost:
    """Return what counts cost that come one after the other."""
    assert server.process
    table = Table(server.port, by_form=by_form)
    for step in range(FIRST_COUNTS):
        table.count(step)
    return cost_of(server.process.pid, COUNTS, lambda step: table.count(FIRST_COUNTS + step))


def many_phones(server: Server, *, by_form: bool) -> Cost:
    """Return what counts cost that come from eight phones at once, each as fast as it can."""
    assert server.process
    tables = [Table(server.port, by_form=by_form) for _ in range(PHONES)]
    waits: list[float] = []

    def play(table: Table) -> None:
        for step in range(COUNTS_OF_EACH):
            asked = time.perf_counter()
            table.count(step)
            waits.append(1000 * (time.perf_counter() - asked))

    threads = [threading.Thread(target=play, args=[table]) for table in tables]
    before, begun = cpu_seconds(server.process.pid), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - begun
    assert len(waits) == PHONES * COUNTS_OF_EACH, "a phone was refused"
    return Cost(waits, 1000 * (cpu_seconds(server.process.pid) - before) / len(waits), seconds)


def main() -> None:
    """Measure, print a table, and write the figures where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    places.add_options(parser)
    arguments = parser.parse_args()
    yardstick = measure()
    rows = {"a small page (yardstick)": yardstick}
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        places.place_of(arguments, Path(folder) / "data") as place,
        place.server(BACKUPS_KEPT="off") as server,
    ):
        for way, by_form in (("form", True), ("API", False)):
            rows[f"{way}, one phone"] = one_phone(server, by_form=by_form)
            rows[f"{way}, {PHONES} phones"] = many_phones(server, by_form=by_form)
    found = {name: cost.told(yardstick.cpu) for name, cost in rows.items()}
    head = ("a count saved", "p50", "p95", "CPU each", "÷ yardstick", "per second")
    keys = ("p50_ms", "p95_ms", "cpu_ms", "cpu_by_yardstick", "per_second")
    cells = ([name, *(of_name[key] for key in keys)] for name, of_name in found.items())
    figures.keep(place.region("save_count"), head, cells)
    if arguments.json:
        told = {"place": place.name, **found}
        arguments.json.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
