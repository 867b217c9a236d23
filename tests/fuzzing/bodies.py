"""Send hostile bodies to every route that writes: nothing may break, and no refused one is saved.

``python -m tests.fuzzing.bodies --count 100000`` sends that many and says what came of them;
``--seed`` takes other ones, ``--first`` begins further on, and ``--only`` sends one again by its
number. Exits with 1 for a fault.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.fuzzing.requests import Ask, Requests
from tests.fuzzing.spoiling import Shot, Spoiler
from tests.fuzzing.world import world_in

SLOWEST_SECONDS = 2.0
"""An answer that takes longer is a fault."""
TRIES = 3
"""How often a slow one is asked again, timed by the processor: others may have kept it busy."""
ROLES = {"keeper": 10, "player": 3, "member": 3, "stranger": 1, "keeper of another": 1}
"""Who asks, and how often."""
LEAKS = (b"Traceback", b"sqlalchemy", b"werkzeug.", b'File "/', b"sqlite3.")
"""What no answer may contain."""
TOLD_EVERY = 1_000


@dataclass
class Outcome:
    """What came of many requests."""

    count: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    saved: int = 0
    slowest: float = 0.0
    slowest_shot: str = ""
    reached: set[tuple[str, str]] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)
    """The first example of each kind of fault."""


class Heard(logging.Handler):
    """Keeps the last fault that the app has logged."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            error = record.exc_info[1]
            trace = error.__traceback__
            while trace and trace.tb_next:
                trace = trace.tb_next
            where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
            self.last = f"{type(error).__name__} at {where}: {str(error)[:200]}"
        else:
            self.last = record.getMessage()[:300]


class Range:
    """Where the requests are sent, and what comes back is judged."""

    def __init__(self, requests: Requests) -> None:
        self.world, self.requests = requests.world, requests
        self.asks = {
            route: asks for route, asks in self.requests.all.items() if asks and route[0] != "GET"
        }
        looks = {r: a for r, a in self.requests.all.items() if a and r[0] == "GET"}
        self.looks = [ask for asks in looks.values() for ask in asks if "events" not in ask.rule]
        self.is_thorough = requests.is_thorough
        self.clients = {role: self.world.client(role) for role in ROLES}
        there = self.world.elsewhere
        self.foreign = [
            *(there.group, *there.games.values(), *there.seasons.values()),
            *(*there.players.values(), *there.book.values(), *there.proposals.values()),
            *(*there.adjustments, *there.teams.values(), *there.divisions.values()),
            *(*there.rulings, *there.scorecards),
        ]
        self.heard = Heard()
        self.world.app.logger.handlers[:] = [self.heard]

    def fire(self, seed: int, numbers: range, *, is_told: bool = False) -> Outcome:
        """Send the requests of these numbers, each to the world as it was at the beginning."""
        outcome = Outcome()
        routes = sorted(self.asks)
        self.world.restore()
        for number in numbers:
            random = Random(f"{seed}/{number}")
            ask = self._ask(random, routes)
            shot = Spoiler(random, self.foreign).shot(ask)
            role = random.choices(list(ROLES), list(ROLES.values()))[0]
            known = len(outcome.faults)
            self._one(outcome, shot, role, f"--seed {seed} --only {number} as {role}")
            outcome.count += 1
            if is_told and len(outcome.faults) > known:
                print("FAULT", *[*outcome.faults.items()][known:], sep="\n", flush=True)
            if is_told and outcome.count % TOLD_EVERY == 0:
                print(f"{outcome.count:,} sent, {len(outcome.faults)} faults", flush=True)
        return outcome

    def _ask(self, random: Random, routes: list[tuple[str, str]]) -> Ask:
        if random.random() < 0.04:
            return random.choice(self.looks)
        return random.choice(self.asks[random.choice(routes)])

    def _one(self, outcome: Outcome, shot: Shot, role: str, name: str) -> None:
        self.heard.last = ""
        status, body, seconds = self._timed(shot, role)
        outcome.statuses[status] += 1
        outcome.reached.add(shot.route)
        if seconds > outcome.slowest:
            outcome.slowest, outcome.slowest_shot = seconds, f"{name}: {shot}"
        wrong = []
        if status >= 500:
            wrong.append(f"{status} {self.heard.last}")
        wrong += [f"an answer contains {leak!r}" for leak in LEAKS if leak in body]
        if self.world.changed():
            if status >= 400:
                wrong.append(f"{status}, and yet something was saved at {shot.route}")
            else:
                outcome.saved += 1
                wrong += self._wrong_after(outcome)
            self.world.restore()
            # A phone that forgot itself is itself again.
            self.clients[role] = self.world.client(role)
        if seconds > SLOWEST_SECONDS and self.is_thorough:
            again = min(self._timed(shot, role, time.process_time)[2] for _ in range(TRIES))
            self.world.restore()
            if again > SLOWEST_SECONDS:
                wrong.append(f"slow: {shot.route}")
        for what in wrong:
            outcome.faults.setdefault(what, f"{name}: {shot}")

    def _wrong_after(self, outcome: Outcome) -> list[str]:
        """Look whether what was saved is whole: always in the full form, else now and then."""
        if not self.is_thorough and outcome.saved % 10:
            return []
        return self.world.faults(is_only_touched=True)

    def _timed(
        self, shot: Shot, role: str, clock: Callable[[], float] = time.perf_counter
    ) -> tuple[int, bytes, float]:
        client = self.clients[role]
        begun = clock()
        with _sent(client, shot) as response:
            status, body = response.status_code, b""
            if response.mimetype != "text/event-stream":
                body = response.get_data()
        return status, body, clock() - begun


def _sent(client: FlaskClient, shot: Shot) -> TestResponse:
    environ = {"PATH_INFO": shot.path.decode("latin-1"), "QUERY_STRING": shot.query}
    if shot.length is not None:
        environ["CONTENT_LENGTH"] = shot.length
    for name, value in shot.headers:
        key = name.upper().replace("-", "_")
        # As a server hands it on: bytes of the wire, one sign each.
        environ[f"HTTP_{key}"] = value.encode().decode("latin-1")
    return client.open(
        "/",
        method=shot.method,
        data=shot.body,
        content_type=shot.content_type,
        environ_overrides=environ,
        buffered=False,
    )


def main() -> int:
    """Send as many as asked for, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int, default=None)
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    if given.only is not None:
        numbers = range(given.only, given.only + 1)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        found = Range(Requests(world, is_thorough=True)).fire(given.seed, numbers, is_told=True)
    print(f"{found.count:,} requests to {len(found.reached)} routes", end=" ")
    print(f"in {time.monotonic() - begun:,.0f} s; {found.saved:,} saved something.")
    print(
        "Statuses:", ", ".join(f"{status}: {n:,}" for status, n in sorted(found.statuses.items()))
    )
    print(f"Slowest answer: {found.slowest:.2f} s, {found.slowest_shot}")
    print(f"{len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
