"""The server is killed at random moments while twelve phones write: nothing is lost or doubled.

``python -m tests.torture.kill --kills 200 --seed 6 --database sqlite``. The server's process group
gets SIGKILL in the midst of whatever it does, mostly just as it writes, sometimes while it starts;
now and then it is the worker alone, or PostgreSQL itself. It is started again, and the phones send
what was not acknowledged again under the same key. Then everything that was ever acknowledged is
looked for, and the whole database is gone through: see :mod:`tests.torture.audit`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.servers import processes
from tests.servers.server import Server
from tests.torture.audit import Audit
from tests.torture.databases import KINDS, SQLITE, Database, opened
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import LONGEST_TOLD, Ledger
from tests.torture.players import Players

VICTIMS = {
    "the server": 6,
    "the server, again at its start": 1,
    "the worker": 1,
    "the database": 2,
    "the database and the server": 1,
}
"""What is killed, and how often compared with the others; SQLite has no process of its own."""
KILLED_AT_COMMIT = 0.6
"""How often the server is killed when it has just begun to write a transaction."""
LONGEST_WRITE = 0.1
START_SECONDS = 2
"""About what a start takes."""


def run(folder: Path, kills: int, seed: int, *, kind: str = SQLITE, between: int = 60) -> Figures:
    """Kill a server so many times, and return the figures; raise what was found wrong.

    At most so many writes are acknowledged ``between`` two kills.
    """
    chance = Random(seed)
    begun = time.monotonic()
    with (
        opened(kind) as database,
        Server(folder, environment=database.environment) as server,
        Players(Evening(server.port), Ledger(), seed) as players,
    ):
        ledger, audit = players.ledger, Audit(database.settings(folder))
        seen, struck = 0, Counter[str]()
        for number in range(1, kills + 1):
            players.play()
            players.wait_for(chance.randint(1, between))
            await_moment(folder, chance)
            victim = strike(server, database, chance)
            struck[victim] += 1
            try:
                players.rest()
            except AssertionError as error:
                log = server.output.read_text()[-LONGEST_TOLD:]
                raise AssertionError(f"{error}, after {victim} was killed:\n{log}") from error
            # Counting season tables again takes longer with every game.
            audit.check(ledger.receipts[seen:], recounted=number % 10 == 0)
            ledger.refuse_faults(server.output.read_text())
            seen = len(ledger.receipts)
            if number % 10 == 0:
                print(f"{number} kills, {ledger.acknowledged:,} writes", flush=True)
        audit.check(ledger.receipts, in_full=True)
        audit.refuse_command_faults()
        games = audit.games()
    ledger.refuse_faults(server.output.read_text())
    return {
        "kills": kills,
        **{f"of {what}": number for what, number in sorted(struck.items())},
        "writes acknowledged": ledger.acknowledged,
        "sent again": ledger.resent,
        "known already": ledger.replayed,
        "refused": ledger.refused,
        "games": len(games),
        "lost": 0,
        "doubled": 0,
        "seconds": round(time.monotonic() - begun),
    }


def strike(server: Server, database: Database, chance: Random) -> str:
    """Kill something, see to it that all runs again, and return what it was."""
    (what,) = chance.choices([*VICTIMS], [*VICTIMS.values()])
    if "database" in what and database.kill is None:
        what = "the server"
    if what == "the worker":
        assert server.process
        # The server's first process goes on, and starts another.
        processes.kill(processes.children(server.process.pid))
        return what
    if "the server" in what:
        server.kill()
    if "database" in what and database.kill:
        database.kill()
    if what == "the server, again at its start":
        server.launch()
        time.sleep(chance.random() * START_SECONDS)
        server.kill()
    if "the server" in what:
        server.start()
    return what


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
    parser.add_argument("--database", choices=KINDS, default=SQLITE)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        show({"kill": run(folder, chosen.kills, chosen.seed, kind=chosen.database)})


if __name__ == "__main__":
    main()
