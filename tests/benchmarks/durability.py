"""What it costs that an acknowledged count is on the disk: SQLite's FULL against its NORMAL.

    python -m tests.benchmarks.durability [FOLDER]

Counts go through the services into a database in FOLDER (this one by default: it must be on the
disk in question, not in memory), each with its commit; the two take turns
round by round, so that both meet the same machine. With NORMAL a power cut would take back the
last counts that phones were told are saved.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from flask import Flask

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from tests.factories import Table
from tests.handbook import figures

MODES = ("FULL", "NORMAL")
ROUNDS = 150
"""How often the two take turns."""
COUNTS = 4
"""Counts in a row, one of each player of a round."""


def measure(app: Flask) -> dict[str, list[float]]:
    """Return how long each count took with its commit, in milliseconds, by mode."""
    took: dict[str, list[float]] = {mode: [] for mode in MODES}
    with app.app_context():
        for _game in range(ROUNDS // 10):
            table = Table(db.session, "Ann", "Bob", "Cy", "Di", options={"target": 100_000})
            for number in range(1, 11):
                mode = MODES[number % 2]
                _set_mode(mode)
                for seat in range(1, COUNTS + 1):
                    begun = time.perf_counter()
                    table.enter(number, {seat: {"score": 100}}, is_confirmed=True)
                    took[mode].append(1000 * (time.perf_counter() - begun))
    return took


def _set_mode(mode: str) -> None:
    """Set the mode of the one connection there is, between two transactions."""
    connection = db.engine.raw_connection()
    driver = connection.driver_connection
    assert driver is not None
    driver.execute(f"PRAGMA synchronous = {mode}")
    connection.close()


def main(folder: Path) -> None:
    """Measure, and keep the figures."""
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        url = f"sqlite:///{inside}/scorecard.db"
        app = create_app(Settings(Path(inside), url, ("a secret",)))
        migrate(app)
        took = measure(app)
        with app.app_context():
            db.engine.dispose()
    rows = (
        (f"`{mode}`", f"{median(times):.1f} ms", f"{quantiles(times, n=20)[-1]:.1f} ms")
        for mode, times in took.items()
    )
    figures.keep("durability", ("`synchronous`", "p50", "p95"), rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd())
