"""Scorecard under a path behind the handbook's proxies: games are begun, joined and streamed."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import Popen
from urllib.parse import urlencode

import pytest

from tests import programs
from tests.handbook.snippets import RUNNING, snippets
from tests.servers.brokers import wait_until
from tests.servers.server import PATIENCE_SECONDS, Server, free_port
from tests.serving.test_internet import is_taken

HOST = "home.example"
ROOT = "/cards"
KNOWN = "known"
"""The cookie of whoever the asking service lets begin something."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Asking(BaseHTTPRequestHandler):
    """The service that says who may begin a game or a group."""

    def do_GET(self) -> None:
        is_known = KNOWN in self.headers.get("Cookie", "")
        self.send_response(200 if is_known else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"PUBLIC_URL": f"http://{HOST}{ROOT}", "TRUSTED_PROXIES": "1"}
    with Server(tmp_path_factory.mktemp("path") / "data", environment=settings) as server:
        yield server


@contextmanager
def asking() -> Iterator[int]:
    service = ThreadingHTTPServer(("127.0.0.1", 0), Asking)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield service.server_port
    finally:
        service.shutdown()
        service.server_close()


@contextmanager
def running(command: list[str], port: int, log: Path, folder: Path) -> Iterator[int]:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("wb") as output, Popen(command, stderr=output, env=home) as process:
        try:
            wait_until(lambda: is_taken(port), log.read_text())
            yield port
        finally:
            process.terminate()


@pytest.fixture(params=["caddy", "nginx"])
def port(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[int]:
    port, log = free_port(), tmp_path / "log"
    if request.param == "caddy":
        (site,) = snippets("caddy")
        with asking() as service:
            for told, here in (
                (f"{HOST} {{", f"http://{HOST}:{port} {{"),
                ("127.0.0.1:9091", f"127.0.0.1:{service}"),
                ("127.0.0.1:8000", f"127.0.0.1:{server.port}"),
            ):
                assert site.count(told) == 1, told
                site = site.replace(told, here)
            (tmp_path / "Caddyfile").write_text(f"{{\n    admin off\n}}\n{site}")
            command = [programs.caddy(), "run", "--config", str(tmp_path / "Caddyfile")]
            with running([*command, "--adapter", "caddyfile"], port, log, tmp_path):
                yield port
        return
    lines = RUNNING.split("in place of `location / {`:\n")[1].split("\n\n")
    (site,) = snippets("nginx")
    inside = site.split("    location / {\n")[1].split("    }\n")[0]
    inside = inside.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}")
    temporary = "".join(
        f"{name}_temp_path {tmp_path / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off;\nuser root;\npid {tmp_path / 'pid'};\nevents {{}}\nhttp {{\n{temporary}"
        f"access_log off;\nserver {{ listen 127.0.0.1:{port};\n{lines[0]}\n{inside} }} }} }}\n"
    )
    command = [programs.nginx(), "-e", "stderr", "-p", str(tmp_path), "-c", "nginx.conf"]
    with running(command, port, log, tmp_path):
        yield port


class Guest:
    """A phone behind the proxy, with the cookies that it was given."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookies = dict([cookie.split("=")]) if cookie else {}

    def ask(self, path: str, fields: dict[str, object] | None = None) -> tuple[int, str, str]:
        """Return status, where to go next, and text; a form is sent where it has fields."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Host": f"{HOST}:{self.port}", "Cookie": cookies}
        body = urlencode(fields, doseq=True) if fields is not None else None
        line.request("POST" if body else "GET", path, body, headers | (FORM if body else {}))
        with line.getresponse() as answer:
            for given in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = given.partition(";")[0].partition("=")
                assert f"Path={ROOT}/" in given
                self.cookies[name] = value
            text = answer.read().decode()
        line.close()
        return answer.status, answer.headers.get("Location", ""), text

    def send(self, page: str, **fields: object) -> str:
        """Send the form of a page; return where it leads."""
        token = self.ask(page)[2].split('name="csrf_token" value="')[1].split('"')[0]
        status, there, _text = self.ask(page, {"csrf_token": token, **fields})
        assert status == 303
        return there


def test_games_are_begun_and_joined_under_the_path(
    request: pytest.FixtureRequest, port: int
) -> None:
    keeper, guest = Guest(port, f"{KNOWN}=yes"), Guest(port)
    status, there, _text = keeper.ask(ROOT)
    assert status == 308
    assert there in (f"{ROOT}/", f"http://{HOST}:{port}{ROOT}/")
    table = keeper.send(f"{ROOT}/games/new/brownie_points", player=["Ann", "Bob"], me=1)
    assert table.startswith(f"{ROOT}/games/")
    shared = keeper.ask(f"{table}/share")[2]
    link = shared.split(f"http://{HOST}")[1].split('"')[0]
    assert link.startswith(f"{ROOT}/join/")
    if "caddy" in request.node.name:
        # A guest begins nothing of their own, and joins all the same.
        assert guest.ask(f"{ROOT}/games/new/brownie_points")[0] == 401
    assert guest.send(link, watch="yes").startswith(table)
    assert guest.ask(table)[0] == 200
