"""How long anybody else waits while a phone sends the worst that it may, to every route there is.

Run by hand: ``python -m tests.benchmarks.worst_bodies``, with parts of addresses to send it to
these alone; ``--each 8`` sends so many of the bodies that a good request can be filled up to,
spread over all kinds (0 for all of them, some 30,000, in hours); ``--shown 20`` prints so many of
the slowest. A real server serves a small group in which every route has something to do. Whatever a
route takes is taken from its good requests (those of ``tests/torture``), and filled up to what may
be sent there: long texts of signs that readers stumble over, as many items, keys and fields as
there may be, files and lists made to be slow. Meanwhile somebody else asks for ``/healthz`` all the
time. A route for which there is no good request is named, and counts as a failure: so none is
forgotten.

The wait is by the clock, so other work on the machine is in it; beside it stands what the server
process had of the processor meanwhile: what it did in one piece, while nobody else was served.
Exits with 1 where that is more than :data:`MOST_MILLISECONDS`, or where a route was not asked.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from scorecard.services.files.format.json_text import DEEPEST
from scorecard.web.http import budget
from tests.benchmarks.loads import worst_records
from tests.fuzzing.requests import Ask, Requests
from tests.fuzzing.world import SECRET, World, world_in
from tests.servers.server import Server

MOST_MILLISECONDS = 250
NOTEWORTHY_MILLISECONDS = 100
"""What is told as it is found."""
BETWEEN_SECONDS = 0.002
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
TEXTS = (
    *("x", "9", " ", "\n", "a\n", "a,", "[", '{"a":[', "[a](b", "*a ", "_a", "`", "> ", "- a\n"),
    *("|a", "# a\n", "1+", "a=1\n", "ß", "e\u0301", "\u200d", "\N{PLAYING CARD ACE OF SPADES}"),
)
"""What a text is filled with: signs that some reader might look through again and again."""
SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent: its name, its bytes and their kind."""

    name: str
    data: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a body, in milliseconds: when it was ``answered``, and how long somebody else
    ``waited`` meanwhile; ``spent`` is the longest piece of work that kept them waiting.
    """

    route: tuple[str, str]
    body: str
    size: int
    status: int
    answered: float
    waited: float
    spent: float

    def __str__(self) -> str:
        return (
            f"{self.spent:7.0f} {self.waited:7.0f} {self.answered:8.0f} {self.status:4} "
            f"{self.size / 1000:7,.0f} KB  {' '.join(self.route)}: {self.body}"
        )


Make = Callable[[], Body]


def bodies_of(ask: Ask, most: budget.Budget) -> Iterator[Make]:
    """Yield how to make the good request itself, and whatever it can be filled up to."""
    if ask.fields is not None:
        yield from _forms(ask.fields, most)
    else:
        yield from _json_bodies(ask.body, most)


def some_of(ask: Ask, most: budget.Budget, number: int, turn: int) -> Iterator[Make]:
    """Yield so many of the bodies of a request, spread over all; in another turn, others."""
    step = max(1, sum(1 for _ in bodies_of(ask, most)) // number) if number else 1
    return islice(bodies_of(ask, most), turn % step, None, step)


def _forms(fields: list[tuple[str, str]], most: budget.Budget) -> Iterator[Make]:
    def body(name: str, pairs: list[tuple[str, str]]) -> Body:
        text = "&".join(f"{quote_plus(key)}={quote_plus(value)}" for key, value in pairs)
        return Body(name, text.encode(), FORM)

    yield partial(body, "as it is", fields)
    room, spare = most.size - len(body("", fields).data) - 100, budget.MOST_FIELDS - len(fields) - 2
    for place, (name, value) in enumerate(fields):
        for text in TEXTS:
            filled = text * (room // len(quote_plus(text)))
            changed = [*fields[:place], (name, filled), *fields[place + 1 :]]
            yield partial(body, f"{name} full of {text!r}", changed)
        yield partial(body, f"{name} again and again", [*fields, *[(name, value)] * spare])
        others = [(name, f"{value}{number}") for number in range(spare)]
        yield partial(body, f"{name} with other values", [*fields, *others])
    yield partial(
        body, "unknown fields", [*fields, *((f"k{number}", "1") for number in range(spare))]
    )


def _json_bodies(value: Any, most: budget.Budget) -> Iterator[Make]:
    def body(name: str, changed: Any) -> Body:
        return Body(name, json.dumps(changed, ensure_ascii=False).encode()[: most.size], JSON)

    yield partial(body, "as it is", value)
    room = most.size - len(json.dumps(value)) - 100
    spare = most.values or room // 12
    spare -= 500
    for path in _places(value):
        inside, where = _at(value, path), ".".join(map(str, path)) or "the body"
        if isinstance(inside, str):
            for text in TEXTS:
                filled = text * (room // (len(json.dumps(text, ensure_ascii=False).encode()) - 2))
                yield partial(body, f"{where} full of {text!r}", _with(value, path, filled))
        if isinstance(inside, list):
            one = inside[0] if inside else 0
            size = len(json.dumps(one)) + 2
            yield partial(
                body, f"{where} of one item", _with(value, path, [one] * min(spare, room // size))
            )
            yield partial(
                body, f"{where} of lists", _with(value, path, [[]] * min(spare, room // 4))
            )
            numbers = list(range(min(spare, room // 8)))
            yield partial(body, f"{where} of numbers", _with(value, path, numbers))
        elif isinstance(inside, dict):
            keys = {f"k{number}": 0 for number in range(min(spare, room // 12))}
            yield partial(
                body, f"{where} with unknown keys", _with(value, path, {**inside, **keys})
            )
            one = next(iter(inside.values()), 0)
            many = min(spare, room // (len(json.dumps(one)) + 12))
            keys = {str(number): one for number in range(many)}
            yield partial(
                body, f"{where} with numbers for keys", _with(value, path, {**inside, **keys})
            )
        else:
            yield partial(
                body, f"{where} as a list", _with(value, path, [0] * min(spare, room // 3))
            )
    deep = DEEPEST - 2
    nested = json.loads("[" * deep + "]" * deep)
    yield partial(
        body, "deep lists", {**value, "deep": [nested] * min(spare // deep, room // (3 * deep))}
    )
    text = json.dumps({**value, "k": 0})[:-1] + ', "k": 1}' if isinstance(value, dict) else "{}"
    yield partial(Body, "a key said twice", text.encode(), JSON)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything inside a value; of a list only of its first item."""
    yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _places(one, (*path, key))
    elif isinstance(value, list) and value:
        yield from _places(value[0], (*path, 0))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a copy of a value with something else at a place."""
    if not path:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = _with(value[path[0]], path[1:], new)
    return copied


class Somebody:
    """Somebody else, who asks for ``/healthz`` all the time, and notes what that takes.

    Of each wait it is noted, too, what the server process had of the processor meanwhile: that is
    what it did in one piece, whatever else the machine was busy with.
    """

    def __init__(self, port: int, worker: int) -> None:
        self.port, self.worker = port, worker
        self._waits: list[tuple[float, float]] = []
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def worst(self) -> tuple[float, float]:
        """Return the longest wait since this was asked last, and the longest piece of work."""
        waits, self._waits = self._waits, []
        return max((one for one, _ in waits), default=0.0), max(
            (one for _, one in waits), default=0
        )

    def stop(self) -> None:
        """Ask no more."""
        self._is_done.set()
        self._thread.join()

    def _ask(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        while not self._is_done.is_set():
            asked, spent = time.perf_counter(), _spent(self.worker)
            try:
                connection.request("GET", "/healthz")
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                connection.close()
                continue
            wait, piece = time.perf_counter() - asked, _spent(self.worker) - spent
            self._waits.append((1000 * wait, 1000 * piece))
            time.sleep(BETWEEN_SECONDS)


class Attack:
    """A server with a small world, and a keeper who sends it the worst."""

    def __init__(self, world: World, server: Server) -> None:
        self.world, self.server = world, server
        assert server.process
        (worker,) = _children(server.process.pid)
        self.somebody = Somebody(server.port, worker)
        self.sent = 0

    def send(self, ask: Ask, body: Body) -> Finding:
        """Send a body as the keeper; put everything back as it was where it was taken."""
        self.sent += 1
        # Each from an address of its own: how often may be asked is not what is asked here.
        address = f"10.{self.sent >> 16 & 255}.{self.sent >> 8 & 255}.{self.sent & 255}"
        headers = {"Content-Type": body.kind, "X-Forwarded-For": address}
        headers["Cookie"] = self._cookie()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=300)
        if body.kind == FORM:
            connection.request("GET", "/token", headers=headers)
            response = connection.getresponse()
            headers["X-CSRFToken"] = json.loads(response.read())["token"]
            headers["Cookie"] = response.headers["Set-Cookie"].partition(";")[0]
        self.somebody.worst()
        begun = time.perf_counter()
        connection.request(ask.method, ask.url, body.data, headers)
        response = connection.getresponse()
        response.read()
        answered = time.perf_counter() - begun
        # Whoever asked while this was worked on has been answered by then.
        time.sleep(5 * BETWEEN_SECONDS)
        waited, spent = self.somebody.worst()
        finding = Finding(
            ask.route,
            body.name,
            len(body.data),
            response.status,
            1000 * answered,
            waited,
            spent,
        )
        connection.close()
        if self.world.changed():
            self.world.restore()
        return finding

    def _cookie(self) -> str:
        cookie = self.world.client("keeper").get_cookie("scorecard")
        assert cookie
        return f"scorecard={cookie.value}"


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _spent(pid: int) -> float:
    """Return the seconds of the processor that a process has had, without those of its helpers."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def asks_by_route(world: World, wanted: list[str]) -> dict[tuple[str, str], list[Ask]]:
    """Return the good requests of every route that takes a body, whose address has such parts."""
    requests = Requests(world)
    return {
        route: asks
        for route, asks in requests.all.items()
        if route[0] not in SAFE and (not wanted or any(part in route[1] for part in wanted))
    }


def attack(
    attacked: Attack, asks: dict[tuple[str, str], list[Ask]], number: int
) -> Iterator[Finding]:
    """Send every route whatever is worst, and yield what came of each body.

    Of what each request can be filled up to, it is so many.
    """
    for turn, (route, good) in enumerate(asks.items()):
        special = worst_records.bodies_of(route, attacked.world)
        for ask in good[:2]:
            with attacked.world.app.test_request_context(ask.url, method=ask.method) as context:
                most = budget.of_view(context.request.endpoint)
            for make in some_of(ask, most, number, turn):
                yield attacked.send(ask, make())
            for name, data, kind in special:
                yield attacked.send(ask, Body(name, data, kind))


def main() -> int:
    """Attack, and print the slowest; return whether anybody had to wait too long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("addresses", nargs="*", help="parts of addresses; all where none are given")
    parser.add_argument(
        "--each", type=int, default=8, help="bodies of each good request; 0 for all"
    )
    parser.add_argument("--shown", type=int, default=20, help="how many of the slowest to print")
    given = parser.parse_args()
    environment = {
        "LIMITS": "off",
        "BACKUPS_KEPT": "off",
        "SECRET_KEY": SECRET,
        "TRUSTED_PROXIES": "1",
    }
    with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        asks = asks_by_route(world, given.addresses)
        with Server(Path(folder), environment=environment) as server:
            attacked = Attack(world, server)
            found = []
            for finding in attack(attacked, asks, given.each):
                found.append(finding)
                if finding.spent > NOTEWORTHY_MILLISECONDS:
                    print(finding, flush=True)
            attacked.somebody.stop()
    forgotten = [" ".join(route) for route, good in asks.items() if not good]
    found.sort(key=lambda finding: finding.spent, reverse=True)
    print(f"{len(found):,} bodies to {len(asks)} routes, in milliseconds:")
    print("  spent  waited answered  status    size  route: body")
    for finding in found[: given.shown]:
        print(finding)
    print(f"Longest wait of anybody else: {max(one.waited for one in found):.0f} ms.")
    for route in forgotten:
        print(f"No good request for {route}.")
    return 1 if forgotten or found[0].spent > MOST_MILLISECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
