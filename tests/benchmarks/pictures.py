"""What it costs to make the picture of a game, for 2 to 12 players and 10 to 1,000 rounds.

    python -m tests.benchmarks.pictures [--json FILE]

A picture is made once per version of a game; afterwards it comes out of memory. CPU is this
process's, and so is the time that everybody else waits meanwhile.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from scorecard.drawing.chart import Line
from scorecard.drawing.png import png
from scorecard.drawing.poster import SIZES, Poster, Row, Shape, svg
from tests.handbook import figures

GAMES = ((2, 10), (6, 20), (12, 20), (12, 1_000))
"""Players and rounds."""
TIMES = 10


def poster(players: int, rounds: int) -> Poster:
    """Return what the picture of such a game says."""
    seats = range(1, players + 1)
    totals = {
        seat: [sum(50 * (seat * at % 17) for at in range(end)) for end in range(rounds + 1)]
        for seat in seats
    }
    order = sorted(seats, key=lambda seat: -totals[seat][-1])
    rows = [
        Row(
            f"{place}",
            [(seat, f"{seat}")],
            f"Somebody with a name {seat}",
            f"{totals[seat][-1]:,}",
            place == 1,
        )
        for place, seat in enumerate(order, start=1)
    ]
    lines = [Line(seat, f"{seat}", totals[seat]) for seat in order]
    return Poster("Brownie Points", "14 Mar 2026", "Ann wins", "Because.", rows, lines, 10_000)


def cost_of(drawn: Poster, shape: Shape) -> dict[str, Any]:
    """Return milliseconds of CPU, the slowest picture's milliseconds, and a picture's bytes."""
    cpu, waits, size = [], [], 0
    for _ in range(TIMES):
        began, used = time.perf_counter(), time.process_time()
        size = len(png(svg(drawn, shape)))
        waits.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - used))
    return {
        "cpu_p50_ms": round(statistics.median(cpu), 1),
        "p50_ms": round(statistics.median(waits), 1),
        "slowest_ms": round(max(waits), 1),
        "bytes": size,
    }


def main() -> None:
    """Measure, print a table, and write the figures where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    arguments = parser.parse_args()
    found = {}
    for players, rounds in GAMES:
        for shape in SIZES:
            name = f"{shape}, {players} players, {rounds:,} rounds"
            found[name] = cost_of(poster(players, rounds), shape)
    keys = ("cpu_p50_ms", "p50_ms", "slowest_ms")
    rows = (
        (name, *(f"{of_name[key]:.0f} ms" for key in keys), f"{of_name['bytes']:,}")
        for name, of_name in found.items()
    )
    figures.keep("pictures", ("picture", "CPU, p50", "p50", "slowest", "bytes"), rows)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
