"""Run every torture in full, and print one table of what they came to.

One that finds a fault says so and does not keep the others from being run; the exit status is 1
then.
"""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.torture import concurrency, kill, network, pair, power
from tests.torture.databases import KINDS, POSTGRESQL
from tests.torture.figures import Figures, show

SEED = 6
KILLS = 200
KILLS_OF_POSTGRESQL = 50
KILLS_OF_PAIR = 200
WRITES = 2_000
TIMES = 25
SERVERS = 2
WRITES_ON_TAPE = 150
CUTS = 200


def main() -> None:
    """Run them one after another."""
    tortures: dict[str, Callable[[Path], Figures]] = {}
    for kind in KINDS:
        kills = KILLS_OF_POSTGRESQL if kind == POSTGRESQL else KILLS
        tortures |= {
            f"kill, {kind}": partial(kill.run, kills=kills, seed=SEED, kind=kind),
            f"network, {kind}": partial(network.run, writes=WRITES, seed=SEED, kind=kind),
            f"concurrency, {kind}": partial(
                concurrency.run, times=TIMES, seed=SEED, kind=kind, servers=SERVERS
            ),
        }
    for news in pair.NEWS:
        tortures[f"pair, {news}"] = partial(pair.run, kills=KILLS_OF_PAIR, seed=SEED, news=news)
    tortures["power"] = partial(power.run, writes=WRITES_ON_TAPE, cuts=CUTS, seed=SEED)
    found: dict[str, Figures] = {}
    for name, torture in tortures.items():
        print(f"{time.strftime('%H:%M')} {name} …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            try:
                found[name] = torture(Path(folder) / "data")
            except Exception:  # noqa: BLE001
                traceback.print_exc()
                found[name] = {"faults": 1}
    show(found)
    sys.exit(any(figures.get("faults") for figures in found.values()))


if __name__ == "__main__":
    main()
