"""What starting, migrating, backing up, restoring and checking cost as the games grow.

    python -m tests.benchmarks.sizes [GAMES …] [--json FILE]

Each is the real command in a process of its own, on SQLite, with games of 8 players and 10 rounds
in one group and one season; its CPU is told beside the seconds that passed. *Start* goes until the
first answer. What is migrated is the oldest database that was kept (``tests/data/releases``), with
its games as often as it takes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from tests.benchmarks.instruments.yardstick import cpu_seconds
from tests.benchmarks.loads.many_games import ManyGames
from tests.handbook import figures
from tests.releases import FOLDER, load
from tests.servers.server import Server

SIZES = (100, 1_000, 10_000)
STARTS = 3
BETWEEN_COPIES = 1_000
"""By how much the ids of two copies of a game differ."""
RECORD = b'{"game": "brownie_points", "players": ["Ann", "Bob"], "rounds": []}'

Figures = dict[str, Any]


class Watch:
    """Seconds that passed, and seconds of CPU that finished commands took meanwhile."""

    def __init__(self) -> None:
        self._begun, self._cpu = time.perf_counter(), _children()

    def told(self) -> dict[str, float]:
        """Return both."""
        passed, cpu = time.perf_counter() - self._begun, _children() - self._cpu
        return {"seconds": round(passed, 2), "cpu_seconds": round(cpu, 2)}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*arguments: object, data: bytes = b"") -> dict[str, float]:
    """Run a command to its end; return what it took."""
    watch = Watch()
    command = [sys.executable, "-m", "scorecard", *map(str, arguments)]
    subprocess.run(command, input=data, capture_output=True, check=True)
    return watch.told()


def best(measure: Callable[[], dict[str, float]]) -> dict[str, float]:
    """Return the quickest of a few."""
    return min((measure() for _ in range(STARTS)), key=lambda found: found["cpu_seconds"])


def start(folder: Path) -> dict[str, float]:
    """Serve until the first answer; return what it took."""
    begun = time.perf_counter()
    with Server(folder) as server:
        passed = time.perf_counter() - begun
        assert server.process
        return {
            "seconds": round(passed, 2),
            "cpu_seconds": round(cpu_seconds(server.process.pid), 2),
        }


def fill(folder: Path, games: int) -> int:
    """Make a data folder with so many games; return the size of its file in bytes."""
    folder.mkdir()
    file = folder / "scorecard.db"
    app = create_app(Settings(folder, f"sqlite:///{file}", ("a benchmark's secret",)))
    migrate(app)
    with app.app_context():
        many = ManyGames(db.session, games, live=1)
        many.write()
        many.count()
        db.session.close()
        db.engine.dispose()
    return file.stat().st_size


def fill_as_of_old(folder: Path, games: int) -> int:
    """Make a data folder as the oldest code left it, with so many games; return bytes."""
    folder.mkdir()
    file = folder / "scorecard.db"
    of_file = len(load(min(FOLDER.glob("*.sql")).read_text(), file))
    engine = sa.create_engine(f"sqlite:///{file}")
    metadata = sa.MetaData()
    metadata.reflect(engine)
    engine.dispose()
    with closing(sqlite3.connect(file)) as connection:
        for table in metadata.sorted_tables:
            if table.name != "alembic_version":
                connection.execute(_copies_of(table), {"copies": max(games // of_file - 1, 1)})
        connection.commit()
    return file.stat().st_size


def _copies_of(table: sa.Table) -> str:
    """Return the statement that copies a table's rows, each copy with ids of its own."""
    cells = ", ".join(map(_copied, table.columns))
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    return (
        "WITH RECURSIVE copies(nth_copy) AS "
        "(SELECT 1 UNION ALL SELECT nth_copy + 1 FROM copies WHERE nth_copy < :copies) "
        f'INSERT INTO "{table.name}" ({names}) SELECT {cells} FROM "{table.name}", copies'
    )


def _copied(column: sa.Column[Any]) -> str:
    if column.name == "id" or column.foreign_keys:
        return f'"{column.name}" + nth_copy * {BETWEEN_COPIES}'
    match column.name:
        case "code":
            return "NULL"
        case "uid":
            return "substr(hex(randomblob(6)), 1, 12)"
        case "token_hash":
            return "hex(randomblob(32))"
    return f'"{column.name}"'


@contextmanager
def environment(folder: Path) -> Iterator[None]:
    """Let every command work on a folder."""
    os.environ["SCORECARD_DATA"] = str(folder)
    try:
        yield
    finally:
        del os.environ["SCORECARD_DATA"]


def measure(place: Path, games: int) -> Figures:
    """Return what everything takes with so many games, and how large the files are."""
    data, old = place / "data", place / "old"
    backup, portable = place / "all.backup", place / "all.gz"
    found: Figures = {"games": games, "file_bytes": fill(data, games)}
    with environment(data):
        found["start"] = best(lambda: start(data))
        found["backup"] = run("backup", backup)
        found["portable backup"] = run("backup", "--portable", portable)
        found["restore"] = run("restore", backup, "--yes")
        found["restore of a portable one"] = run("restore", portable, "--yes")
        found["check"] = run("check")
        found["recount"] = run("recount")
    found |= {"backup_bytes": backup.stat().st_size, "portable_bytes": portable.stat().st_size}
    found["old_bytes"] = fill_as_of_old(old, games)
    with environment(old):
        found["migration"] = run("groups")
    return found


def commands() -> Figures:
    """Return what commands take that look at no game."""
    with tempfile.TemporaryDirectory() as folder, environment(Path(folder)):
        run("groups")
        return {
            "--version": best(lambda: run("--version")),
            "score": best(lambda: run("score", "-", data=RECORD)),
            "groups": best(lambda: run("groups")),
            "check": best(lambda: run("check")),
        }


def show(found: Iterable[Figures], alone: Figures) -> None:
    """Keep the figures: seconds of CPU, and sizes."""
    sizes = [*found]
    rows = []
    for name in sizes[0]:
        if name.endswith("_bytes"):
            cells = [f"{of_size[name] / 1e6:.1f} MB" for of_size in sizes]
        elif isinstance(sizes[0][name], dict):
            cells = [f"{of_size[name]['cpu_seconds']:.1f}" for of_size in sizes]
        else:
            continue
        rows.append([name.replace("_bytes", ", size"), *cells])
    without = [[f"`{name}`, without games", took["cpu_seconds"]] for name, took in alone.items()]
    empty = [""] * (len(sizes) - 1)
    head = ("seconds of CPU", *(f"{of_size['games']:,} games" for of_size in sizes))
    figures.keep("sizes", head, [*rows, *([*row, *empty] for row in without)])


def main() -> None:
    """Measure every size."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="*", default=SIZES, help="how many there are")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    arguments = parser.parse_args()
    alone, found = commands(), []
    for games in arguments.games:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
            found.append(measure(Path(place), games))
    show(found, alone)
    if arguments.json:
        told = {"commands": alone, "sizes": found}
        arguments.json.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
