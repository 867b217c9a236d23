"""Twelve phones behind a bad network: once it heals all show the same, and nothing stands twice.

``python -m tests.torture.network --writes 2000 --seed 6``. Every request goes through
:class:`tests.torture.proxy.BadNetwork`. The phones behave as the page's outbox does: each sends
what it wrote in order, again and again under the same key. All of them listen to every table's
event stream meanwhile, and connect again when it breaks.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.servers.clients import Phone
from tests.servers.server import Network, Server, free_port
from tests.torture.audit import Audit
from tests.torture.databases import KINDS, SQLITE, opened
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import Ledger
from tests.torture.players import PATIENCE_SECONDS, Players
from tests.torture.proxy import BadNetwork

SILENCE_SECONDS = 25
"""A stream that gives no sign of life for so long is dead, as the page has it."""
TABLES = 4
PAUSE = 0.1


class Watcher(threading.Thread):
    """A phone's screen at one table: what its event stream showed last."""

    def __init__(self, phone: Phone, uid: str) -> None:
        super().__init__(daemon=True)
        self.name = f"{phone.name} at {uid}"
        self.phone, self.uid = phone, uid
        # The stream of a phone is beside its writes.
        self._own = phone.twin()
        self.shown: dict[str, object] = {}
        self.news = threading.Condition()
        self.streams = 0
        self.went_back: list[str] = []
        self._is_over = threading.Event()
        self.start()

    def run(self) -> None:
        """Listen until the phone is switched off."""
        while not self._is_over.is_set():
            self.streams += 1
            for name, data in self._own.listen(f"/games/{self.uid}/events", SILENCE_SECONDS):
                if name == "sheet":
                    self._show(json.loads(data))
                if self._is_over.is_set():
                    return
            self._is_over.wait(PAUSE)

    def switch_off(self) -> None:
        """Stop listening."""
        self._is_over.set()

    def _show(self, sheet: dict[str, object]) -> None:
        before = self.shown.get("version", 0)
        with self.news:
            if int(str(sheet["version"])) < int(str(before)):
                self.went_back.append(f"{self.name} from {before} back to {sheet['version']}")
            self.shown = sheet
            self.news.notify_all()

    def shows(self, sheet: dict[str, object]) -> bool:
        """Wait until the phone shows this sheet; return whether it came to that."""
        with self.news:
            return self.news.wait_for(lambda: self.shown == sheet, PATIENCE_SECONDS)


def run(folder: Path, writes: int, seed: int, *, kind: str = SQLITE) -> Figures:
    """Let phones write through a bad network, heal it, and return the figures."""
    begun = time.monotonic()
    ledger = Ledger()
    with (
        opened(kind) as database,
        Server(folder, environment=database.environment) as server,
        BadNetwork(server.port, free_port(), seed) as network,
    ):
        evening = Evening(server.port, tables=TABLES)
        tables = list(evening.games)
        for phone in evening.phones:
            phone.hang_up()
            phone.port = network.port
        with watching(network, evening.phones, tables) as watchers:
            with Players(evening, ledger, seed) as players:
                players.play()
                players.wait_for(writes)
                network.heal()
                players.rest()
            refuse_differences(evening.phones, watchers, tables)
        for phone in evening.phones:
            phone.hang_up()
        Audit(database.settings(folder)).check(
            ledger.receipts, in_full=True, has_copied=network.has_copied
        )
    ledger.refuse_faults(server.output.read_text())
    happened = {what: network.happened[what] for what in sorted(network.happened)}
    return {
        "writes acknowledged": ledger.acknowledged,
        "sent again": ledger.resent,
        "known already": ledger.replayed,
        "refused": ledger.refused,
        **happened,
        "differing": 0,
        "doubled": 0,
        "lost": 0,
        "seconds": round(time.monotonic() - begun),
    }


@contextmanager
def watching(
    network: BadNetwork | Network, phones: Sequence[Phone], tables: Sequence[str]
) -> Iterator[list[Watcher]]:
    """Yield the screens of all phones at all tables; switch them off afterwards."""
    watchers = [Watcher(phone, uid) for phone in phones for uid in tables]
    try:
        yield watchers
    finally:
        for watcher in watchers:
            watcher.switch_off()
        network.cut()
        for watcher in watchers:
            watcher.join()


def refuse_differences(
    phones: Sequence[Phone], watchers: Sequence[Watcher], tables: Sequence[str]
) -> None:
    """Raise where two phones do not come to show the same sheet, by stream, API or page."""
    sheets = {uid: phones[0].get(f"/games/{uid}") for uid in tables}
    for watcher in watchers:
        assert watcher.shows(sheets[watcher.uid]), (
            f"{watcher.name} shows {watcher.shown}, not {sheets[watcher.uid]}"
        )
        assert watcher.went_back == []
    for uid in tables:
        pages = {_piece(phone, uid) for phone in phones}
        assert len(pages) == 1, f"{len(pages)} different pages of {uid}"


def _piece(phone: Phone, uid: str) -> str:
    """Return the piece of a table's page that all phones share."""
    page = phone.ask("GET", f"/games/{uid}").body.decode()
    found = re.search(r'<[a-z]+ id="sheet".*?(?=<p class="toast)', page, re.DOTALL)
    assert found, page
    return found[0]


def main() -> None:
    """Write through a bad network, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--database", choices=KINDS, default=SQLITE)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        show({"network": run(folder, chosen.writes, chosen.seed, kind=chosen.database)})


if __name__ == "__main__":
    main()
