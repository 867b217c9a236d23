"""Two servers, a pair of PostgreSQL and Redis: whichever dies, nothing is lost and phones go on.

``python -m tests.torture.pair --kills 200 --seed 6 --news redis``. Twelve phones write without a
pause through a proxy before both servers, while one thing after the other is killed: a server, the
primary, its standby, Redis; sometimes the primary is asked to end, as before an update. What stood
still, and for how long, is measured by what the phones were answered.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from scorecard.config import from_environment
from tests.servers.brokers import RedisServer, wait_until
from tests.servers.pairs import Pair
from tests.servers.server import Front, Server
from tests.torture.audit import Audit
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import LONGEST_TOLD, Ledger, Receipt
from tests.torture.network import refuse_differences, watching
from tests.torture.players import PATIENCE_SECONDS, Players

NEWS = POSTGRESQL, REDIS = "postgresql", "redis"
"""What tells one server what moved at the other."""
WATCHING = 4
"""Phones whose screens are looked at in the end, at each table."""
TABLES = 4
LONGEST_PAUSE = 0.5
ASKED = 0.2
"""How often the primary is asked to end, and not killed."""
AUDITED_AFTER = 10
MILLISECONDS = 1_000


@dataclass(frozen=True, slots=True)
class Outage:
    """Seconds after a kill.

    Until the ``first`` write begun after it was acknowledged, and until ``all`` phones had an
    answer to one that they began after it.
    """

    first: float
    all: float

    @classmethod
    def of(cls, receipts: Sequence[Receipt], since: float) -> Outage:
        """Return what a kill at a moment came to, once all phones were answered."""
        after = _after(receipts, since)
        first: dict[str, float] = {}
        for receipt in after:
            first.setdefault(receipt.phone, receipt.at)
        done = [receipt.at for receipt in after if receipt.is_done]
        return cls(min(done, default=since) - since, max(first.values()) - since)


Outages = Mapping[str, Sequence[Outage]]


def run(folder: Path, kills: int, seed: int, *, news: str = REDIS) -> Figures:
    """Kill so often, each victim in turn, and return the figures; raise what was found wrong."""
    begun = time.monotonic()
    with _running(folder, news) as house:
        evening = Evening(house.front.port, tables=TABLES)
        tables, phones = list(evening.games), evening.phones[:WATCHING]
        audit = Audit(from_environment(house.environment, data_dir=folder / "one"))
        with (
            watching(house.front, phones, tables) as watchers,
            Players(evening, Ledger(), seed) as players,
        ):
            outages = _kill(house, players, audit, kills, Random(seed))
            for phone in phones:
                # Its connection may have led to a server that was killed.
                phone.hang_up()
            refuse_differences(phones, watchers, tables)
            audit.check(players.ledger.receipts, in_full=True)
            audit.refuse_command_faults()
    ledger = players.ledger
    ledger.refuse_faults(house.log())
    return {
        "kills": kills,
        **{f"of {what}": len(found) for what, found in sorted(outages.items())},
        "the standby promoted": house.pair.promoted,
        **_milliseconds(outages),
        "writes acknowledged": ledger.acknowledged,
        "sent again": ledger.resent,
        "known already": ledger.replayed,
        "refused": ledger.refused,
        "lost": 0,
        "doubled": 0,
        "seconds": round(time.monotonic() - begun),
    }


@dataclass(frozen=True, slots=True)
class House:
    """All that can be killed, the proxy before the servers, and the settings of these."""

    pair: Pair
    servers: Sequence[Server]
    redis: RedisServer | None
    front: Front
    environment: Mapping[str, str]

    def strike(self, number: int, chance: Random) -> str:
        """Kill who has this turn, start again what nobody else does, and return what it was."""
        server = chance.choice(self.servers)
        is_asked = chance.random() < ASKED
        victims = ["a server", "the primary", "the standby", *(["Redis"] if self.redis else [])]
        what = victims[number % len(victims)]
        match what:
            case "a server":
                server.kill()
                server.launch()
            case "the primary" if is_asked:
                self.pair.primary.stop()
            case "the primary":
                self.pair.primary.kill()
            case "the standby":
                self.pair.standby.kill()
        if what == "Redis" and self.redis:
            self.redis.kill()
            self.redis.start()
        return what

    def wait_until_whole(self) -> None:
        """Wait until nothing is missing any more."""
        self.pair.wait_until_whole()
        for server in self.servers:
            wait_until(partial(_is_back, server))

    def log(self) -> str:
        """Return what the servers have said."""
        return "\n".join(server.output.read_text() for server in self.servers)


@contextlib.contextmanager
def _running(folder: Path, news: str) -> Iterator[House]:
    folder.mkdir(parents=True)
    with contextlib.ExitStack() as stack:
        pair = stack.enter_context(Pair())
        pair.wait_until_whole()
        redis = RedisServer() if news == REDIS else None
        if redis:
            stack.callback(redis.kill)
        environment = {
            "LIMITS": "off",
            "SECRET_KEY": "a secret of both servers, which is long enough",
            "DATABASE_URL": pair.url,
            **({"REDIS_URL": redis.url} if redis else {}),
        }
        servers = [
            stack.enter_context(Server(folder / name, environment=environment))
            for name in ("one", "two")
        ]
        front = Front(*servers)
        stack.callback(front.close)
        yield House(pair, servers, redis, front, environment)


def _kill(house: House, players: Players, audit: Audit, kills: int, chance: Random) -> Outages:
    """Kill one after the other; return what each was like for the phones, which rest then."""
    ledger, outages, seen = players.ledger, defaultdict[str, list[Outage]](list), 0
    players.play()
    for number in range(1, kills + 1):
        players.wait_for(chance.randint(1, len(players.evening.phones)))
        time.sleep(chance.random() * LONGEST_PAUSE)
        since = time.monotonic()
        what = house.strike(number, chance)
        try:
            _wait_for_all(players, since)
            house.wait_until_whole()
        except AssertionError as error:
            told = house.log()[-LONGEST_TOLD:]
            raise AssertionError(f"{error}, after {what} was killed:\n{told}") from error
        outages[what].append(Outage.of(ledger.receipts, since))
        if number % AUDITED_AFTER == 0 or number == kills:
            players.rest()
            audit.check(ledger.receipts[seen:], recounted=number == kills)
            seen = len(ledger.receipts)
            print(f"{number} kills, {ledger.acknowledged:,} writes", flush=True)
            if number < kills:
                players.play()
    return outages


def _is_back(server: Server) -> bool:
    """Whether a server answers; one that could not start is started again, as systemd does."""
    if server.process is None or server.process.poll() is not None:
        server.launch()
    return server.is_answering()


def _wait_for_all(players: Players, since: float) -> None:
    """Wait until every phone was answered what it began to write after a moment."""
    names = {phone.name for phone in players.evening.phones}
    deadline = time.monotonic() + PATIENCE_SECONDS
    while missing := names - {receipt.phone for receipt in _after(players.ledger.receipts, since)}:
        players.check()
        assert time.monotonic() < deadline, f"{sorted(missing)} were not answered"
        time.sleep(0.01)


def _after(receipts: Sequence[Receipt], since: float) -> list[Receipt]:
    """Return the receipts of writes that were begun after a moment."""
    found = []
    for receipt in reversed(receipts):
        if receipt.at < since:
            break
        if receipt.begun > since:
            found.append(receipt)
    return found[::-1]


def _milliseconds(outages: Outages) -> Figures:
    return {
        f"ms until {until}, {victim}, {name}": round(of(seconds) * MILLISECONDS)
        for victim, found in sorted(outages.items())
        for until, seconds in (
            ("first acknowledged", [one.first for one in found]),
            ("all phones answered", [one.all for one in found]),
        )
        for name, of in (("median", median), ("most", max))
    }


def main() -> None:
    """Kill, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--news", choices=NEWS, default=REDIS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        show({"pair": run(Path(name) / "pair", chosen.kills, chosen.seed, news=chosen.news)})


if __name__ == "__main__":
    main()
