"""The yardstick: a bare Flask application with one small Jinja page, on the server that we use.

What the machine can do at most differs from day to day; what a request of ours costs is told as a
multiple of this page, measured in the same run. :func:`serving` serves it as long as a benchmark
needs it, in a process that runs this module with a port.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.servers.server import free_port

REQUESTS = 1_000
START_SECONDS = 30
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
PAGE = """<!doctype html>
<html lang="en"><head><title>{{ title }}</title></head>
<body><h1>{{ title }}</h1>
<table>{% for name, points in rows %}
<tr><td>{{ name }}</td><td>{{ points }}</td></tr>{% endfor %}
</table></body></html>"""
ROWS = [(f"Player {seat}", seat * 450) for seat in range(1, 9)]


@dataclass(frozen=True, slots=True)
class Cost:
    """What requests took: milliseconds of waiting each, of the server's CPU, and how many came."""

    waits: list[float]
    cpu: float
    seconds: float

    @property
    def p50(self) -> float:
        """The median wait in milliseconds."""
        return statistics.median(self.waits)

    @property
    def p95(self) -> float:
        """The wait in milliseconds that 19 of 20 stay below."""
        return statistics.quantiles(self.waits, n=20)[-1]

    @property
    def a_second(self) -> float:
        """Requests answered in a second."""
        return len(self.waits) / self.seconds

    def told(self, yardstick: float) -> dict[str, float]:
        """Return the figures, with what the CPU is of the yardstick's."""
        return {
            "p50_ms": round(self.p50, 2),
            "p95_ms": round(self.p95, 2),
            "cpu_ms": round(self.cpu, 2),
            "cpu_by_yardstick": round(self.cpu / yardstick, 2),
            "per_second": round(self.a_second),
        }


def cpu_seconds(pid: int) -> float:
    """Return the seconds that a process and its children, of any generation, have computed."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND
    return own + sum(cpu_seconds(int(child)) for child in children)


def cost_of(pid: int, requests: int, ask: Callable[[int], object]) -> Cost:
    """Ask so many times, one after the other, and return what it cost the process."""
    waits = []
    before, begun = cpu_seconds(pid), time.perf_counter()
    for number in range(requests):
        asked = time.perf_counter()
        ask(number)
        waits.append(1000 * (time.perf_counter() - asked))
    seconds = time.perf_counter() - begun
    return Cost(waits, 1000 * (cpu_seconds(pid) - before) / requests, seconds)


@contextlib.contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """Serve the yardstick meanwhile; give the process's id and its port."""
    port = free_port()
    command = [sys.executable, "-m", "tests.benchmarks.instruments.yardstick", str(port)]
    process = subprocess.Popen(command)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError):
                get(http.client.HTTPConnection("127.0.0.1", port, timeout=5))
                break
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(timeout=10)


def measure() -> Cost:
    """Return what the small page costs."""
    with serving() as (pid, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        for _ in range(REQUESTS // 10):
            get(connection)
        return cost_of(pid, REQUESTS, lambda _number: get(connection))


def get(connection: http.client.HTTPConnection) -> None:
    """Ask for the page once."""
    connection.request("GET", "/")
    response = connection.getresponse()
    text = response.read()
    assert response.status == 200, text


def main(port: int) -> None:
    """Serve the page until stopped."""
    from gevent import monkey

    monkey.patch_all()
    from flask import Flask, render_template_string
    from gunicorn.app.base import BaseApplication

    app = Flask("yardstick")

    @app.get("/")
    def page() -> str:
        return render_template_string(PAGE, title="Yardstick", rows=ROWS)

    class Bare(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            options = {"bind": f"127.0.0.1:{port}", "worker_class": "gevent", "workers": 1}
            for name, value in (options | {"control_socket_disable": True}).items():
                self.cfg.set(name, value)
            self.cfg.set("loglevel", "warning")

        def load(self) -> Flask:
            return app

    Bare().run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
