"""Run every torture in full, and print what each came to."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.torture import kill, network
from tests.torture.figures import show

KILLS = 200
WRITES = 2_000
SEED = 6


def main() -> None:
    """Run them one after another."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        show(
            {
                "kill": kill.run(folder / "kill", KILLS, SEED),
                "network": network.run(folder / "network", WRITES, SEED),
            }
        )


if __name__ == "__main__":
    main()
