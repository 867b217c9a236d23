"""How many games ``scorecard score`` scores in a second, by the way rounds were typed.

Run by hand: ``python -m tests.benchmarks.score``. A game has 10 rounds and 4 players.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

GAMES = 2_000
ENTRIES: dict[str, dict[str, Any]] = {
    "direct": {"score": 450},
    "quick": {"quick": {"pile_points": 300, "hand_points": 50}},
    "detailed": {"pile": {str(rank): 1 for rank in range(1, 11)}, "hand": {"5": 1}},
}


def main() -> None:
    """Print games per second for each way."""
    print(f"{'entries':10} {'games/s':>8}")
    for style, entry in ENTRIES.items():
        rounds = [{"entries": dict.fromkeys(("Ann", "Bob", "Cy", "Di"), entry)}] * 10
        record = {"game": "brownie_points", "players": ["Ann", "Bob", "Cy", "Di"], "rounds": rounds}
        data = json.dumps([record] * GAMES)
        started = time.perf_counter()
        command = [sys.executable, "-m", "scorecard", "score", "-"]
        subprocess.run(command, input=data, stdout=subprocess.DEVNULL, text=True, check=True)
        print(f"{style:10} {GAMES / (time.perf_counter() - started):8,.0f}")


if __name__ == "__main__":
    main()
