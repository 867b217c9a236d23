"""From saving a count until the new sheet is on every one of a table's eight phones.

Run by hand: ``python -m tests.benchmarks.live_updates``. A real server process with SQLite in
FULL (others stand in ``places.py``), eight event streams, and one count after another over the API,
round after round, so that the sheet grows as on an evening. The yardstick is a small page of the
same server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.instruments import places
from tests.handbook import figures
from tests.servers.server import Server

PHONES = 8
ROUNDS = 15


class Client:
    """A program that speaks JSON over one kept connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.token = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body)
        self.connection.request(method, path, data, headers)
        response = self.connection.getresponse()
        text = response.read()
        assert response.status < 400, text
        return json.loads(text) if response.headers.get_content_type().endswith("json") else text


class Phone(threading.Thread):
    """One phone's event stream: notes when each version arrived."""

    def __init__(self, port: int, game: str, token: str) -> None:
        super().__init__(daemon=True)
        self.arrived: dict[int, float] = {}
        self.news = threading.Condition()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(
            "GET", f"/games/{game}/events", headers={"Authorization": f"Bearer {token}"}
        )
        self.response = connection.getresponse()
        self.start()

    def run(self) -> None:
        """Read the stream for as long as it goes on."""
        version = None
        while line := self.response.readline():
            if line.startswith(b"id: "):
                version = int(line[4:])
            elif line == b"\n" and version is not None:
                with self.news:
                    self.arrived[version] = time.perf_counter()
                    self.news.notify()

    def wait_for(self, version: int) -> float:
        """Return when a version, or a later one, had arrived in full."""
        with self.news:
            self.news.wait_for(lambda: any(seen >= version for seen in self.arrived), timeout=10)
            return min(at for seen, at in self.arrived.items() if seen >= version)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    places.add_options(parser)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        places.place_of(arguments, Path(folder) / "data") as place,
        place.server() as server,
    ):
        measure(server, place.region("live_updates"))


def measure(server: Server, region: str) -> None:
    """Play, and keep the milliseconds."""
    client = Client(server.port)
    names = [f"Player {seat}" for seat in range(1, PHONES + 1)]
    started = client.ask("POST", "/api/v1/games", {"game": "brownie_points", "players": names})
    client.token, game = started["device_token"], started["game"]["id"]
    options = {"version": 1, "options": {"target": 100_000}}
    version = client.ask("PUT", f"/api/v1/games/{game}/settings", options)["version"]
    phones = [Phone(server.port, game, client.token) for _ in range(PHONES)]
    acknowledged, everywhere = [], []
    for number in range(1, ROUNDS + 1):
        for seat in range(1, PHONES + 1):
            entry = {"pile": {"7": 1, str(seat): 1 if seat != 7 else 0}, "squirts": 0}
            if seat == PHONES:
                entry = {"score": 50 * number}
            path = f"/api/v1/games/{game}/rounds/{number}/entries/{seat}"
            begun = time.perf_counter()
            version = client.ask("PUT", path, {"version": version, "entry": entry})["version"]
            acknowledged.append(time.perf_counter() - begun)
            everywhere.append(max(phone.wait_for(version) for phone in phones) - begun)
    yardstick = []
    for _ in range(100):
        begun = time.perf_counter()
        client.ask("GET", "/join")
        yardstick.append(time.perf_counter() - begun)
    rows = {
        "a small page (yardstick)": yardstick,
        "a count acknowledged": acknowledged,
        f"its sheet on all {PHONES} phones": everywhere,
    }
    cells = []
    for name, times in rows.items():
        p50, p95 = statistics.median(times) * 1000, statistics.quantiles(times, n=20)[-1] * 1000
        ratio = p50 / (statistics.median(yardstick) * 1000)
        cells.append((name, f"{p50:.1f} ms", f"{p95:.1f} ms", f"{ratio:.1f}"))
    figures.keep(region, ("what", "p50", "p95", "p50 ÷ yardstick"), cells)


if __name__ == "__main__":
    main()
