"""Scorecard behind the handbook's nginx, and what an unfriendly guest reaches through it."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorecard.machine.certificates import own as own_certificate
from scorecard.web.http.budget import LARGEST_UPLOAD
from tests import programs
from tests.attacks import MANY, attacking, neighbour, neighbour_plays, unfinished
from tests.handbook.snippets import snippets
from tests.servers.brokers import wait_until
from tests.servers.clients import Phone
from tests.servers.server import PATIENCE_SECONDS, Server, free_port

SITE = "cards.example.org"
ENOUGH = 60
"""More wrong guesses than one household has."""
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""Where nginx puts what it takes in."""
ORIGIN = "X-Origin"
"""The header that gives a connection of a test an address of the internet, as nginx sees it."""
MEGABYTE = 1024 * 1024
FILES_AT_ONCE = 8
"""How many files one household may be sending."""


@contextmanager
def nginx(folder: Path, server: Server) -> Iterator[tuple[int, int]]:
    """Serve as the handbook says, with a certificate of its own; return the ports, HTTPS first."""
    port, plain_port = free_port(), free_port()
    certificate = own_certificate(folder, [SITE], datetime.now(UTC))
    (site,) = snippets("nginx")
    for told, here in (
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(certificate.file)),
        (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(certificate.key_file)),
        ("/var/log/nginx/error.log", str(folder / "error.log")),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}"),
    ):
        assert site.count(told) == 1, told
        site = site.replace(told, here)
    (whole,) = re.findall(r"nginx.conf: (.*)$", site, re.MULTILINE)
    temporary = "".join(f"{name}_temp_path {folder / name};\n" for name in FOLDERS)
    origin = f"set_real_ip_from 127.0.0.0/8;\nreal_ip_header {ORIGIN};\n"
    logged = f"access_log {folder / 'access.log'};\n"
    http = f"http {{ {logged}{origin}{temporary}{site} }}\n"
    (folder / "nginx.conf").write_text(
        f"daemon off;\nuser root;\npid {folder / 'pid'};\n{whole}\n{http}"
    )
    command = [programs.nginx(), "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"]
    with (folder / "nginx.log").open("wb") as log, subprocess.Popen(command, stderr=log) as process:
        try:
            wait_until(lambda: is_taken(port), (folder / "nginx.log").read_text())
            yield port, plain_port
        finally:
            process.terminate()
    # Nothing was wrong with nginx itself, and of those who asked it keeps nothing.
    assert (folder / "access.log").read_text() == (folder / "error.log").read_text() == ""


def is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("internet")
    environment = {"PUBLIC_URL": f"https://{SITE}", "TRUSTED_PROXIES": "1", "METRICS": "on"}
    with Server(folder / "data", environment=environment) as server:
        yield server
        assert server.output.read_text().split("every game stays.")[-1].strip() == ""


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[tuple[int, int]]:
    with nginx(tmp_path_factory.mktemp("nginx"), server) as ports:
        yield ports


@pytest.fixture
def port(ports: tuple[int, int]) -> int:
    return ports[0]


@pytest.mark.long
def test_only_this_computer_reaches_the_server_itself(server: Server) -> None:
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", server.port)) != 0


def test_phones_are_served_over_https_and_kept_up_to_date(port: int) -> None:
    phone = neighbour(port, site=SITE)
    game = neighbour_plays(phone)
    assert set(phone.cookies) == {"__Host-scorecard"}
    listening = phone.listen(f"/games/{game}/events", PATIENCE_SECONDS)
    assert next(listening)[0] == "sheet"
    entry = {"version": phone.get(f"/games/{game}")["version"], "entry": {"score": 50}}
    phone.do("PUT", f"/games/{game}/rounds/1/entries/2", entry)
    assert next(listening)[0] == "sheet"
    listening.close()
    assert phone.ask("GET", "/metrics").status == 404
    phone.hang_up()


def test_whoever_comes_without_https_is_sent_to_it(ports: tuple[int, int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", ports[1], timeout=PATIENCE_SECONDS)
    connection.request("GET", "/join?code=2479FH", headers={"Host": "elsewhere.example"})
    with closing(connection), connection.getresponse() as answer:
        assert answer.status == 308
        assert answer.headers["Location"] == f"https://{SITE}/join?code=2479FH"


def test_the_proxy_takes_every_file_that_scorecard_takes() -> None:
    (site,) = snippets("nginx")
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", site)
    assert int(megabytes) * MEGABYTE >= LARGEST_UPLOAD


@pytest.mark.parametrize(
    ("own", "others"),
    [("198.51.100.7", "198.51.100.8"), ("2001:db8:0:1:{:x}::1", "2001:db8:0:2::1")],
    ids=["IPv4", "IPv6"],
)
def test_a_household_sends_few_files_at_once_and_others_theirs(
    port: int, own: str, others: str
) -> None:
    """All of them lie on the disk until they are whole."""
    phone = Phone("phone", port, site=SITE)

    def send(address: str) -> int:
        body = {"code": "2479FH", "more": "x" * 100_000}
        return phone.ask("POST", "/api/v1/join", body, more={ORIGIN: address}).status

    with attacking(port, is_https=True) as attack:
        for number in range(1, FILES_AT_ONCE + 1):
            origin = f"{ORIGIN}: {own.format(number)}"
            attack.open(unfinished(announced=MEGABYTE, more=[origin]))
        wait_until(lambda: send(own.format(99)) == 503)
        assert send(others) == 422
    wait_until(lambda: send(own.format(99)) == 422)
    phone.hang_up()


@pytest.mark.long
def test_bodies_that_never_end_keep_nobody_out_and_are_not_seen(server: Server, port: int) -> None:
    with attacking(port, is_https=True) as attack:
        for game in range(MANY):
            attack.open(unfinished(game))
        neighbour_plays(neighbour(port, site=SITE))
    itself = Phone("operator", server.port)
    figures = itself.ask("GET", "/metrics").body.decode()
    itself.hang_up()
    assert "/api/v1/games/<uid:game_uid>/rounds" in figures
    assert "/api/v1/games/<uid:game_uid>/undo" not in figures


def test_made_up_addresses_give_nobody_more_guesses(port: int) -> None:
    def guess(phone: Phone, number: int) -> int:
        made_up = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=198.51.{number}.1"}
        return phone.ask("POST", "/api/v1/join", {"code": "2479FH"}, more=made_up).status

    attacker = Phone("attacker", port, site=SITE)
    answers = [guess(attacker, number) for number in range(ENOUGH)]
    assert set(answers) == {404, 429}
    assert answers[-1] == 429
    friend = neighbour(port, site=SITE)
    assert guess(friend, 1) == 404
    for phone in (attacker, friend):
        phone.hang_up()
