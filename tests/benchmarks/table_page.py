"""What it costs to show the table: its page and its sheet, after 1 to 1,000 rounds, for 2 to 12.

    python -m tests.benchmarks.table_page [--json FILE]

A real server process; others stand in ``places.py``. *page* is what a phone asks for, *sheet* the
piece of it that moves, as the event stream sends it to a phone that has just come, *JSON* what a
program gets, and *304* the answer to one that has the game already: all of them of a version that
was asked for before. *new* is the first page of a version: somebody has counted. CPU is that of all
the server's processes; the yardstick is a small page of a bare application on the same server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.instruments import places
from tests.benchmarks.instruments.places import Place
from tests.benchmarks.instruments.yardstick import Cost, cost_of, measure
from tests.benchmarks.loads.long_games import TARGET, write_rounds
from tests.handbook import figures
from tests.servers.clients import Phone
from tests.servers.server import Server

SIZES = (
    *((8, rounds) for rounds in (1, 10, 100, 1_000)),
    *((players, 10) for players in (2, 4, 12)),
    (12, 1_000),
)
"""Players and rounds."""
REQUESTS = 200
STREAMS = 100
NEW = 12
"""Counts, after each of which the page is asked for once."""


class Table:
    """A game of so many rounds, and the keeper's phone."""

    def __init__(self, place: Place, server: Server, players: int, rounds: int) -> None:
        assert server.process
        self.pid = server.process.pid
        self.phone = Phone("Ann", server.port)
        names = [f"Player {seat}" for seat in range(1, players + 1)]
        deck = {"deck": "expansion"} if players > 8 else {}
        options = {"target": TARGET, **deck}
        begun = {"game": "brownie_points", "players": names, "options": options}
        answer = self.phone.do("POST", "/games", {**begun, "is_confirmed": True})
        self.game, self.rounds = answer["game"]["id"], rounds
        self.version = write_rounds(place.settings, self.game, rounds)
        cookies = "; ".join(f"{name}={text}" for name, text in self.phone.cookies.items())
        self.headers = {"Cookie": cookies, "Accept-Encoding": "gzip"}
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

    def page(self, _number: int = 0) -> int:
        """Ask for the table's page; return how many bytes came."""
        return len(self._get(f"/games/{self.game}"))

    def json(self, _number: int = 0) -> None:
        """Ask for the game over the API."""
        self._get(f"/api/v1/games/{self.game}")

    def not_modified(self, _number: int = 0) -> None:
        """Ask for the game with the tag of what is known of it."""
        self._get(f"/api/v1/games/{self.game}", 304, {"If-None-Match": self.tag})

    def sheet(self, _number: int = 0) -> None:
        """Come to the event stream, wait for the sheet, and go."""
        connection = http.client.HTTPConnection("127.0.0.1", self.phone.port, timeout=20)
        connection.request("GET", f"/games/{self.game}/events", headers=self.headers)
        response = connection.getresponse()
        while not response.readline().startswith(b"id:"):
            pass
        response.close()
        connection.close()

    def new_page(self, step: int) -> float:
        """Count, and return in how many milliseconds the page of the new version came."""
        path = f"/api/v1/games/{self.game}/rounds/{self.rounds + 1}/entries/1"
        body = {"version": self.version, "entry": {"score": 50 * step}}
        self.phone.hang_up()
        self.version = self.phone.ask("PUT", path, body, key=f"{step}").json["version"]
        asked = time.perf_counter()
        self.page()
        return 1000 * (time.perf_counter() - asked)

    def _get(self, path: str, status: int = 200, more: dict[str, str] | None = None) -> bytes:
        try:
            self.connection.request("GET", path, headers=self.headers | (more or {}))
            response = self.connection.getresponse()
        except http.client.RemoteDisconnected:
            # The server hangs up on who was silent for a while.
            self.connection.close()
            return self._get(path, status, more)
        body = response.read()
        assert response.status == status, (path, response.status)
        self.tag = response.headers["ETag"] or ""
        return body


def measure_table(table: Table) -> tuple[dict[str, Cost], dict[str, float]]:
    """Return what each way of looking at a table costs; bytes of a page, and a new one's wait."""
    size = table.page()
    table.json()
    table.sheet()
    costs = {
        "page": cost_of(table.pid, REQUESTS, table.page),
        "sheet": cost_of(table.pid, STREAMS, table.sheet),
        "JSON": cost_of(table.pid, REQUESTS, table.json),
        "304": cost_of(table.pid, REQUESTS, table.not_modified),
    }
    new = statistics.median(table.new_page(step) for step in range(1, NEW + 1))
    return costs, {"page_bytes": size, "new_page_p50_ms": round(new, 2)}


def main() -> None:
    """Measure, print a table, and write the figures where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    places.add_options(parser)
    arguments = parser.parse_args()
    yardstick = measure()
    found: dict[str, Any] = {"yardstick": yardstick.told(yardstick.cpu)}
    rows: list[list[object]] = []
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        places.place_of(arguments, Path(folder) / "data") as place,
        place.server() as server,
    ):
        found["place"] = place.name
        for players, rounds in SIZES:
            costs, more = measure_table(Table(place, server, players, rounds))
            told = {kind: cost.told(yardstick.cpu) for kind, cost in costs.items()}
            found[f"{players} players, {rounds} rounds"] = told | more
            ratios = [of_kind["cpu_by_yardstick"] for of_kind in told.values()]
            new, size = more["new_page_p50_ms"], more["page_bytes"]
            rows.append([players, f"{rounds:,}", *ratios, f"{new} ms", f"{size:,}"])
    head = ("players", "rounds", "page", "sheet", "JSON", "304", "new", "bytes of the page")
    figures.keep(place.region("table_page"), head, rows)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
