"""The log of a real server, plain and as JSON: what strangers send stands nowhere in it."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests import bounded
from tests.servers.brokers import wait_until
from tests.servers.clients import Lost, Phone
from tests.servers.server import PATIENCE_SECONDS, Server

pytestmark = pytest.mark.long

SECRET = "a-token-that-lets-in"
BAD = {
    "InvalidRequestLine": f"GET/join/{SECRET}\r\n\r\n",
    "InvalidRequestMethod": f"get!{SECRET} / HTTP/1.1\r\n\r\n",
    "InvalidHTTPVersion": f"GET /join/{SECRET} HTTP/9.9\r\n\r\n",
    "InvalidHeader": f"GET /join/{SECRET} HTTP/1.1\r\nHost: x\r\nCookie: {SECRET}\x01\r\n\r\n",
    "InvalidHeaderName": f"GET / HTTP/1.1\r\nHost: x\r\n{SECRET} : x\r\n\r\n",
    "ObsoleteFolding": f"GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n  {SECRET}\r\n\r\n",
    "LimitRequestLine": f"GET /join/{SECRET}{'x' * 9000} HTTP/1.1\r\n\r\n",
    "LimitRequestHeaders": f"GET / HTTP/1.1\r\nX-A: {SECRET}{'x' * 300_000}\r\n\r\n",
    "UnsupportedTransferCoding": f"POST / HTTP/1.1\r\nTransfer-Encoding: {SECRET}\r\n\r\n",
    "ExpectationFailed": f"POST / HTTP/1.1\r\nHost: x\r\nExpect: {SECRET}\r\n\r\n",
}
"""What gunicorn refuses before the application is asked, by what it calls that."""
UNFINISHED = f"GET /join/{SECRET} HTTP/1.1\r\nHost: "
BROKEN = {
    # A process that works on one thing for so long is replaced.
    "serving.server.BUSY_SECONDS": 3,
    "serving.server.HEAD_SECONDS": 1,
    "serving.connections.HANDSHAKE_SECONDS": 1,
    # Guessing how a game goes on never ends.
    "services.scoring.chances.MOST_GAMES": 1_000_000_000,
    "services.scoring.chances.WORK": 1_000_000_000,
    # No stream can tell its phone when to come again.
    "web.live.streams.SPREAD_MILLISECONDS": -1,
}


@contextlib.contextmanager
def served(folder: Path, kind: str, *options: str) -> Iterator[Server]:
    under = bounded.under(BROKEN)
    with Server(folder / "data", *options, under=under, environment={"LOG": kind}) as server:
        yield server


def ask(server: Server, text: str) -> None:
    """Send something, and wait until the connection ends."""
    address = ("127.0.0.1", server.port)
    # Part of it may come too late to be read.
    with contextlib.suppress(OSError), socket.create_connection(address, PATIENCE_SECONDS) as one:
        one.sendall(text.encode())
        while one.recv(65_536):
            pass


def said(server: Server) -> list[str]:
    """Return the lines of the log; as JSON, the messages of what are no requests."""
    lines = server.output.read_text().split("every game stays.")[-1].strip().splitlines()
    if server.environment["LOG"] == "plain":
        return lines
    messages = [json.loads(line)["message"] for line in lines]
    return [message for message in messages if message != "request"]


def is_last(server: Server, words: str) -> bool:
    """Whether the last line of the log has these words."""
    return any(words in line for line in said(server)[-1:])


def is_discreet(server: Server) -> None:
    text = server.output.read_text().split("every game stays.")[-1]
    assert SECRET not in text
    assert "127.0.0." not in text
    assert "Traceback" not in text


@pytest.mark.parametrize("kind", ["plain", "json"])
def test_of_what_strangers_send_only_the_kind_is_told(tmp_path: Path, kind: str) -> None:
    with served(tmp_path, kind) as server:
        for name, text in BAD.items():
            ask(server, text)
            wait_until(partial(is_last, server, name), name)
        before = len(said(server))
        ask(server, UNFINISHED)
        assert len(said(server)) == before == len(BAD)
        fail_in(server)
        is_discreet(server)


def fail_in(server: Server) -> None:
    """Ask for something that fails below the pages, and for something that never ends."""
    phone = Phone("keeper", server.port)
    game = phone.do("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})["game"]
    path = f"/games/{game['id']}"
    entries = {"1": {"score": 450}, "2": {"score": 50}}
    for number in range(1, 5):
        counted = {"version": game["version"], "entries": entries}
        game = phone.do("PUT", f"{path}/rounds/{number}", counted)
    for piece in ("events", "chart"):
        with contextlib.suppress(Lost):
            phone.ask("GET", f"{path}/{piece}?{SECRET}")
    wait_until(partial(is_last, server, "WORKER TIMEOUT (pid:"))
    error, _timeout = said(server)[len(BAD) :]
    assert "Error handling request: ValueError in web/live/streams.py:" in error
    assert game["id"] not in error


def test_of_noise_in_place_of_https_nothing_is_told(tmp_path: Path) -> None:
    with served(tmp_path, "plain", "--tls") as server:
        noises = ("", SECRET, *BAD.values(), "\x16\x03\x01\x02\x00\x01\x00\x01", "\x00" * 99)
        with ThreadPoolExecutor(len(noises)) as crowd:
            for done in [crowd.submit(ask, server, noise) for noise in noises]:
                done.result()
        assert server.is_answering()
        is_discreet(server)
        assert said(server) == []
