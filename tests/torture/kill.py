"""The server is killed at random moments while twelve phones write: nothing is lost or doubled.

``python -m tests.torture.kill --kills 200 --seed 6``. The process group gets SIGKILL in the midst
of whatever it does, sometimes while it starts. It is started again, and the phones send what was
not acknowledged again under the same key. Then everything that was ever acknowledged is looked
for, and the whole database is gone through: see :mod:`tests.torture.audit`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from scorecard.config import from_environment
from tests.browser.server import Server
from tests.torture.audit import Audit
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import Ledger
from tests.torture.players import Players

KILLED_AT_START = 0.1
"""How often the server is killed again before it answers."""
KILLED_AT_COMMIT = 0.6
"""How often the server is killed when it has just begun to write a transaction."""
LONGEST_WRITE = 0.1
START_SECONDS = 2
"""About what a start takes."""


@contextmanager
def evening_of(
    folder: Path, seed: int, *, database_url: str = "", phones: int = 12
) -> Iterator[tuple[Server, Players, Audit]]:
    """Yield a running server, players who rest, and who looks into the database."""
    # Twelve phones that never pause are more than an evening; there is no end to their work here.
    environ = {"LIMITS": "off", **({"DATABASE_URL": database_url} if database_url else {})}
    server = Server(folder, environment=environ).start()
    try:
        players = Players(Evening(server.port, phones), Ledger(), seed)
        try:
            settings = from_environment(environ, data_dir=folder)
            yield server, players, Audit(settings)
        finally:
            players.go_home()
    finally:
        server.kill()


def run(
    folder: Path, kills: int, seed: int, *, database_url: str = "", phones: int = 12
) -> Figures:
    """Kill a server so many times, and return the figures; raise what was found wrong."""
    chance = Random(seed)
    begun = time.monotonic()
    with evening_of(folder, seed, database_url=database_url, phones=phones) as found:
        server, players, audit = found
        ledger = players.ledger
        seen = started_twice = 0
        for _ in range(kills):
            players.play()
            players.wait_for(chance.randint(5, 60))
            await_moment(folder, chance)
            server.kill()
            if chance.random() < KILLED_AT_START:
                server.launch()
                time.sleep(chance.random() * START_SECONDS)
                server.kill()
                started_twice += 1
            server.start()
            players.rest()
            audit.check(ledger.receipts[seen:])
            ledger.refuse_faults(server.output.read_text())
            seen = len(ledger.receipts)
        audit.check(ledger.receipts, in_full=True)
        games = audit.games()
    ledger.refuse_faults(server.output.read_text())
    return {
        "kills": kills + started_twice,
        "writes acknowledged": ledger.acknowledged,
        "sent again": ledger.resent,
        "known already": ledger.replayed,
        "refused": ledger.refused,
        "games": len(games),
        "lost": 0,
        "doubled": 0,
        "seconds": round(time.monotonic() - begun),
    }


def await_moment(folder: Path, chance: Random) -> None:
    """Wait for the moment to kill: any, or that at which a transaction is being written."""
    time.sleep(chance.random() * LONGEST_WRITE)
    log = folder / "scorecard.db-wal"
    if chance.random() < KILLED_AT_COMMIT and log.exists():
        before = log.stat().st_mtime_ns
        deadline = time.monotonic() + LONGEST_WRITE
        while log.stat().st_mtime_ns == before and time.monotonic() < deadline:
            pass
        # Before it is synced, before it is answered, or just after.
        time.sleep(chance.choice((0, 0, 0.002, 0.01, 0.02)))


def main() -> None:
    """Kill, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        show({"kill": run(Path(folder) / "data", chosen.kills, chosen.seed)})


if __name__ == "__main__":
    main()
