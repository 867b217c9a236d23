"""Event streams of a real server: whoever listens, leaves, reads slowly or is left behind."""

from __future__ import annotations

import http.client
import re
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorecard.serving.gate import AT_A_TIME
from tests.benchmarks.loads.listeners import Listeners, Place
from tests.servers.brokers import wait_until
from tests.servers.clients import Lost, Phone
from tests.servers.server import PATIENCE_SECONDS, Server

pytestmark = pytest.mark.long

PAUSE_SECONDS = 0.02
MANY = 300
ROUNDS = 60
LONG = 100
PIECE = 65_536


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    environment = {"LIMITS": "off", "METRICS": "on", "BACKUPS_KEPT": "off"}
    with Server(tmp_path / "data", environment=environment) as server:
        yield server
        assert "Traceback" not in server.output.read_text()


class Table:
    """A game on a server, whose keeper counts."""

    def __init__(self, server: Server, players: int = 2) -> None:
        self.players = players
        self.server = server
        self.listening: list[socket.socket] = []
        self.keeper = Phone("keeper", server.port)
        body = {"game": "brownie_points", "players": [f"Player {one}" for one in range(players)]}
        started = self.keeper.ask("POST", "/api/v1/games", body)
        self.uid, self.token = started.game, started.json["device_token"]
        self.path = f"/api/v1/games/{self.uid}"
        self.version = 1
        self.put("settings", {"options": {"target": 100_000}})

    def put(self, path: str, body: dict[str, object]) -> None:
        self.keeper.hang_up()
        answer = self.keeper.ask("PUT", f"{self.path}/{path}", {"version": self.version, **body})
        assert answer.status == 200, answer.body
        self.version = answer.json["version"]

    def count(self, number: int) -> None:
        entries = {str(seat): {"score": 50 * (seat == 1)} for seat in range(1, self.players + 1)}
        self.put(f"rounds/{number}", {"entries": entries})

    def listen(
        self, protocol: str = "HTTP/1.1", *, buffer: int = 0, guest: Phone | None = None
    ) -> socket.socket:
        """Return a connection over which a phone listens, with a small ``buffer`` if asked."""
        cookies = (guest or self.keeper).cookies.items()
        cookie = "; ".join(f"{name}={text}" for name, text in cookies)
        phone = socket.socket()
        self.listening.append(phone)
        if buffer:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        phone.connect(("127.0.0.1", self.server.port))
        phone.settimeout(PATIENCE_SECONDS)
        wanted = f"GET {self.path}/events {protocol}"
        head = (wanted, "Host: x", "Accept: text/event-stream", f"Cookie: {cookie}")
        phone.sendall("\r\n".join([*head, "", ""]).encode())
        return phone

    def close(self) -> None:
        """Switch every phone off."""
        for phone in self.listening:
            phone.close()
        self.keeper.hang_up()

    def phones(self) -> int:
        """Return how many phones listen, as the figures say."""
        figures = self.keeper.ask("GET", "/metrics").body.decode()
        found = re.search(r"^scorecard_open_streams (\S+)$", figures, re.MULTILINE)
        return int(float(found[1])) if found else 0


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    table = Table(server)
    yield table
    table.close()


def until(phone: socket.socket, words: bytes) -> bytes:
    """Return what a phone hears until these words have come."""
    heard = b""
    while words not in heard:
        more = phone.recv(PIECE)
        assert more, f"the stream ended without {words!r}"
        heard += more
    return heard


def rest(phone: socket.socket) -> bytes:
    """Return what a phone hears until its stream ends."""
    return b"".join(iter(lambda: phone.recv(PIECE), b""))


def version(number: int) -> bytes:
    return f"\nid: {number}\n".encode()


def test_phones_of_the_older_protocol_hear_the_same(table: Table) -> None:
    phones = [table.listen("HTTP/1.0"), table.listen("HTTP/1.1")]
    for phone in phones:
        until(phone, version(table.version))
    table.count(1)
    old, new = (until(phone, version(table.version)) for phone in phones)
    # The newer one says before each piece how long it is.
    length, _, piece = new.partition(b"\r\n")
    assert (int(length, 16), piece) == (len(old), old + b"\r\n")


def test_a_phone_that_goes_away_is_noticed_before_anything_is_sent_to_it(table: Table) -> None:
    polite, abrupt, stays = (table.listen() for _ in range(3))
    for phone in (polite, abrupt, stays):
        until(phone, version(table.version))
    assert table.phones() == 3
    polite.close()
    abrupt.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    abrupt.close()
    wait_until(lambda: table.phones() == 1)
    table.count(1)
    until(stays, version(table.version))


def test_one_that_reads_nothing_holds_up_nobody_and_later_gets_the_latest(table: Table) -> None:
    slow, quick = table.listen(buffer=4096), table.listen()
    until(quick, version(table.version))
    for number in range(1, ROUNDS + 1):
        table.count(number)
        until(quick, version(table.version))
    heard = until(slow, version(table.version))
    seen = [int(found) for found in re.findall(rb"\nid: (\d+)\n", heard)]
    assert seen == sorted(set(seen))
    assert len(seen) < ROUNDS
    # And it goes on as before.
    table.count(ROUNDS + 1)
    until(slow, version(table.version))


def test_some_that_never_read_even_the_beginning_keep_nobody_from_listening(server: Server) -> None:
    """Their first piece is more than the system takes for them."""
    with closing(Table(server, players=8)) as table:
        for number in range(1, LONG + 1):
            table.count(number)
        for _ in range(2 * AT_A_TIME):
            table.listen(buffer=2048)
        until(table.listen(), version(table.version))
        table.count(LONG + 1)
        until(table.listen(), version(table.version))


def test_one_that_reads_nothing_can_be_sent_out(table: Table) -> None:
    keeper, guest, path = table.keeper, Phone("guest", table.server.port), f"/games/{table.uid}"
    token = keeper.get(f"{path}/invitation")["links"]["player"].rsplit("/", 1)[-1]
    guest.do("POST", "/join", {"token": token})
    guest.hang_up()
    table.version = keeper.get(path)["version"]
    slow = table.listen(buffer=4096, guest=guest)
    for number in range(1, ROUNDS + 1):
        table.count(number)
    devices = keeper.get(f"{path}/devices")["devices"]
    (device,) = [one["id"] for one in devices if one["role"] == "player"]
    keeper.do("POST", f"{path}/devices/{device}/send-out", {"version": table.version})
    assert b"event: gone" in rest(slow)


@pytest.mark.long
def test_signs_of_life_come_while_nothing_moves(table: Table) -> None:
    phone = table.listen()
    until(phone, version(table.version))
    assert re.search(
        rb"retry: \d+\nevent: beat\ndata: \n\n", until(phone, b"event: beat\ndata: \n\n")
    )


def test_a_server_that_stops_tells_every_phone_when_to_come_again(
    server: Server, table: Table
) -> None:
    connections = [http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(50)]
    answers = []
    for connection in connections:
        headers = {"Authorization": f"Bearer {table.token}"}
        connection.request("GET", f"{table.path}/events", headers=headers)
        answers.append(connection.getresponse())
    table.keeper.hang_up()
    server.stop()
    for answer in answers:
        # An answer that is cut off would be an error here.
        assert re.search(rb"\n\nretry: \d+\n\n$", answer.read())
    for connection in connections:
        connection.close()


@pytest.mark.long
def test_when_a_server_dies_hundreds_of_phones_come_back_and_pages_are_answered_meanwhile(
    server: Server, table: Table
) -> None:
    others = [Table(server) for _ in range(9)]
    for other in others:
        other.close()
    places = [Place(number, one.uid, one.token) for number, one in enumerate([table, *others])]
    with Listeners(server.port, places, MANY // len(places)) as phones:
        phones.wait_connected()
        table.keeper.hang_up()
        server.kill()
        wait_until(lambda: phones.state().connected == 0)
        server.launch()
        answered = set()
        while phones.state().connected < MANY:
            time.sleep(PAUSE_SECONDS)
            with suppress(Lost):
                answered.add(table.keeper.ask("GET", "/join").status)
        assert answered <= {200}
        table.count(1)
        wait_until(lambda: table.version in [seen for seen, _at in phones.state().arrived[0]])
        state = phones.state()
        assert (state.lost, state.refused) == (MANY, 0)
