"""A real server that one household attacks with connections: the others ask and count as ever."""

from __future__ import annotations

import select
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import pytest

import scorecard
from scorecard.serving import connections
from scorecard.web.http.budget import LARGEST_UPLOAD
from tests import bounded
from tests.attacks import MANY, PIECE, attacking, neighbour, neighbour_plays, status, unfinished
from tests.servers.brokers import wait_until
from tests.servers.server import Server

pytestmark = pytest.mark.long

FEW = 1024
"""File descriptors that a process has on many systems, and that no process may raise there."""
PLACES = (FEW - 64) // 10
"""Of them, how many are for connections that are no streams."""
MEGABYTE = 1024 * 1024
VENDORED = Path(scorecard.__file__).parent / "static/vendor"
BODIES = connections.ANNOUNCED_BY_HOUSEHOLD // MEGABYTE
"""How many large bodies of one household may be on their way."""
SHORT = {
    "serving.connections.BODY_SECONDS": 2.0,
    "serving.connections.BODY_BYTES_A_SECOND": 1_000_000_000,
    "serving.connections.HANDSHAKE_SECONDS": 2.0,
}
"""Bounds within which everything that never ends is over in a moment."""


@contextmanager
def served(
    folder: Path,
    *options: str,
    files: int = 0,
    bounds: Mapping[str, float] = MappingProxyType({}),
    **environment: str,
) -> Iterator[Server]:
    """Serve within ``bounds``, and with no more ``files`` if asked; nothing is said of attacks."""
    few = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"] if files else []
    under = [*few, *bounded.under(bounds)]
    with Server(folder / "data", *options, under=under, environment=environment) as server:
        yield server
        said = server.output.read_text().split("every game stays.")[-1]
        assert said.strip() == ""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for no body longer than a moment."""
    with served(tmp_path_factory.mktemp("hasty"), bounds=SHORT) as server:
        yield server


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may open few files, and waits as long as any."""
    with served(tmp_path_factory.mktemp("small"), files=FEW) as server:
        yield server


def test_bodies_that_never_end_keep_nobody_out(hasty: Server) -> None:
    with attacking(hasty.port) as attack:
        for game in range(MANY):
            attack.open(unfinished(game))
        neighbour_plays(neighbour(hasty.port))
        assert set(attack.answers()) == {0, 408}


@pytest.mark.parametrize(
    "head",
    [
        "POST /api/v1/join HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 60000000",
        "POST /join HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        "Transfer-Encoding: chunked",
    ],
    ids=["too large", "of unknown length"],
)
def test_bodies_that_are_refused_and_never_end_keep_nobody_out(small: Server, head: str) -> None:
    with attacking(small.port) as attack:
        for address in ("127.0.0.3", "127.0.0.4"):
            # The beginning of a chunk that goes on, or of anything else.
            attack.open(f"{head}\r\nHost: x\r\n\r\n9\r\ncode=", times=PLACES, address=address)
        neighbour_plays(neighbour(small.port))


def test_who_sends_too_much_hears_why(small: Server) -> None:
    head = unfinished(announced=LARGEST_UPLOAD + 1)
    with attacking(small.port) as attack:
        attack.open(head + LARGEST_UPLOAD * " ")
        assert attack.answers() == {413: 1}


def test_a_body_that_trickles_in_has_no_more_time(hasty: Server) -> None:
    with attacking(hasty.port) as attack:
        attack.open(unfinished(announced=PIECE))
        (one,) = attack.all
        while not select.select([one], [], [], 0.05)[0]:
            one.sendall(b" ")
        assert status(one) == 408


def test_where_a_process_has_few_files_one_household_has_not_all_connections(
    small: Server,
) -> None:
    with attacking(small.port) as attack:
        many = 4 * PLACES
        attack.open(unfinished(), times=many)
        neighbour_plays(neighbour(small.port))
        wait_until(lambda: attack.ended() >= many - PLACES * connections.HOUSEHOLDS_SHARE)


def test_bodies_on_their_way_take_no_more_memory_than_they_may(small: Server) -> None:
    with attacking(small.port) as attack:
        attack.open(unfinished(announced=MEGABYTE), times=BODIES + 10)
        wait_until(lambda: attack.ended() == 10)
        neighbour_plays(neighbour(small.port))
        assert attack.ended() == 10


def test_phones_that_take_no_answer_keep_nobody_out(small: Server) -> None:
    (file,) = VENDORED.glob("idiomorph-*.js")
    page = f"GET /static/vendor/{file.name} HTTP/1.1\r\nHost: x\r\n\r\n"
    with attacking(small.port) as attack:
        attack.open(40 * page, buffer=2048, times=2 * PLACES)
        neighbour_plays(neighbour(small.port))


def test_twelve_phones_behind_one_address_with_all_their_connections_are_all_answered(
    small: Server,
) -> None:
    page = "GET /join HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with attacking(small.port) as phones:
        phones.open(page, times=12 * 6)
        assert phones.answers() == {200: 12 * 6}


def test_behind_a_proxy_a_household_is_whom_the_proxy_names(tmp_path: Path) -> None:
    many = PLACES // 2
    with (
        served(tmp_path, files=FEW, TRUSTED_PROXIES="1") as server,
        attacking(server.port) as several,
        attacking(server.port) as one,
    ):
        for household in range(many):
            several.open(unfinished(household=household, announced=MEGABYTE))
        one.open(unfinished(household=many, announced=MEGABYTE), times=BODIES + 10)
        wait_until(lambda: one.ended() == 10)
        neighbour_plays(neighbour(server.port))
        assert (several.ended(), one.ended()) == (0, 10)


def test_handshakes_that_never_end_keep_nobody_out(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--tls", files=FEW, bounds=SHORT) as server,
        attacking(server.port) as attack,
    ):
        attack.open(times=FEW)
        attack.open("\x16\x03\x01", times=PLACES)
        attack.open("GET / HTTP/1.1\r\n\r\n", times=PLACES)
        neighbour_plays(neighbour(server.port, site="127.0.0.1"))
        assert set(attack.answers()) == {0}
