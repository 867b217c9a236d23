"""``scorecard run``: where it says it is, what it keeps, and how it stops."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from scorecard.app import create_app
from scorecard.cli import main
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import Award
from scorecard.operating.greeting import greeting, qr_code
from scorecard.services.book import consent, house_rules
from scorecard.web.http.addresses import home_network_address
from tests.factories import Club
from tests.servers.brokers import wait_until
from tests.servers.clients import Phone
from tests.servers.server import PATIENCE_SECONDS, Server, free_port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    with Server(tmp_path_factory.mktemp("shared") / "data") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One to be stopped."""
    with Server(tmp_path / "data") as server:
        yield server


def start_game(server: Server) -> tuple[str, str]:
    """Start a game over the API; return its address and the device's token."""
    body = json.dumps({"game": "brownie_points", "players": ["Ann", "Bob"]}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/v1/games", data=body, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    return f"/api/v1/games/{answer['game']['id']}", answer["device_token"]


def read(server: Server, path: str, token: str) -> int:
    request = urllib.request.Request(
        f"{server.url}{path}", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request) as response:
        return int(response.status)


def status_of(server: Server, path: str, token: str) -> int:
    try:
        return read(server, path, token)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.long
def test_started_again_it_keeps_every_game(own_server: Server) -> None:
    server = own_server
    path, token = start_game(server)
    server.stop()
    server.start()
    assert read(server, path, token) == 200
    server.kill()
    server.start()
    assert read(server, path, token) == 200


@pytest.mark.long
def test_the_server_empties_the_bin_by_itself(own_server: Server) -> None:
    server = own_server
    path, token = start_game(server)
    server.stop()
    with sqlite3.connect(server.folder / "scorecard.db") as connection:
        connection.execute("UPDATE games SET deleted_at = '2026-03-14 20:00:00.000000'")
        connection.execute(
            "INSERT INTO bin_counts (kind, thing_id, deleted_at, days, last_day) "
            "SELECT 'game', id, deleted_at, 30, '2026-04-13' FROM games"
        )
    connection.close()
    server.start()
    # The bin is emptied beside the first answers.
    wait_until(lambda: status_of(server, path, token) == 404)
    assert "Traceback" not in server.output.read_text()


@pytest.mark.long
def test_the_server_works_off_votes_and_ratings_that_wait(own_server: Server) -> None:
    server = own_server
    server.stop()
    app = create_app(
        Settings(server.folder, f"sqlite:///{server.folder}/scorecard.db", ("secret",))
    )
    with app.app_context():
        club = Club(db.session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        award = db.session.scalars(select(Award)).first()
        assert award
        right, award.mu = award.mu, 0.0
        season.unrated_from = award.order_key
        cabin = house_rules.create(
            db.session, club.group, club.write(), "Cabin", "brownie_points", {}
        )
        consent.choose_threshold(db.session, club.group, club.write(), "majority", 1)
        options = {"target": 9_000}
        # Its deadline passed while the server was down: the club plays in the past.
        proposal = consent.propose(db.session, cabin, club.write(), options, "", "shorter")
        db.session.commit()
        server.start()

        def is_done() -> bool:
            db.session.rollback()
            return season.unrated_from is None and proposal.outcome is not None

        wait_until(is_done)
        assert award.mu == right
        assert proposal.outcome == "rejected"
        db.session.rollback()
        db.engine.dispose()


def test_it_is_not_the_development_server(server: Server) -> None:
    with urllib.request.urlopen(f"{server.url}/") as response:
        assert response.headers["Server"] == "gunicorn"
    assert "development server" not in server.output.read_text()
    assert "Traceback" not in server.output.read_text()


@pytest.mark.long
def test_it_stops_by_itself_though_phones_are_listening(own_server: Server) -> None:
    server = own_server
    path, token = start_game(server)
    request = urllib.request.Request(
        f"{server.url}{path}/events", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request) as stream:
        assert stream.readline().startswith(b"retry")
        server.stop()
        # What is killed because it does not stop is cut off, and that is an error here.
        assert stream.read()


@pytest.mark.long
def test_ctrl_c_stops_it_quietly_though_phones_are_listening(own_server: Server) -> None:
    server = own_server
    path, token = start_game(server)
    request = urllib.request.Request(
        f"{server.url}{path}/events", headers={"Authorization": f"Bearer {token}"}
    )
    assert server.process
    with urllib.request.urlopen(request) as stream:
        stream.readline()
        # As a terminal does it: to every process at once.
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(timeout=PATIENCE_SECONDS) == 0
    server.process = None
    last = server.output.read_text().split("every game stays.")[-1]
    assert last.strip() == ""


@pytest.mark.long
def test_many_phones_listen_at_once_each_in_so_many_places(server: Server) -> None:
    heard = []
    for number in range(10):
        phone = Phone(f"phone {number}", server.port)
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        game = phone.do("POST", "/games", body)["game"]["id"]
        phone.hang_up()
        heard += [phone.listen(f"/games/{game}/events", PATIENCE_SECONDS) for _ in range(6)]
        assert {next(page)[0] for page in heard[-6:]} == {"sheet"}
    # One more place of the last phone is one too many, and only for that phone.
    one_more = phone.listen(f"/games/{game}/events", PATIENCE_SECONDS)
    assert next(one_more)[0] == "sheet"
    assert [name for name, _data in heard[-6] if name != "beat"] == ["replaced"]
    assert {next(page)[0] for page in heard[:-6]} == {"beat"}
    for page in (*heard, one_more):
        page.close()


def test_a_slow_phone_does_not_hold_up_the_others(server: Server) -> None:
    """A write whose body trickles in must not keep the database to itself.

    If it did, the others would be told to come again later.
    """
    path, token = start_game(server)
    slow = socket.create_connection(("127.0.0.1", server.port))
    head = (
        f"POST {path}/undo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    slow.sendall(head.encode())
    for _game in range(10):
        start_game(server)
    slow.close()


@pytest.mark.long
def test_a_taken_port_is_a_sentence(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scorecard", "run", "--host", "127.0.0.1"]
    command += ["--port", str(server.port), "--data", str(tmp_path / "other")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == 1
    assert f"Port {server.port} of 127.0.0.1 cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_there_is_not_is_a_sentence(tmp_path: Path, port: str) -> None:
    result = CliRunner().invoke(main, ["run", "--data", str(tmp_path), "--port", port])
    assert result.exit_code == 2
    assert f"{port} is not in the range 0<=x<=65535" in result.output


def test_an_address_of_six_is_listened_at(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--host", "::") as server:
        with urllib.request.urlopen(f"http://[::1]:{server.port}/rules") as response:
            assert response.status == 200
        assert f"http://localhost:{server.port}" in server.output.read_text()


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda folder: (folder / "scorecard.db").write_text("junk"), "cannot be used"),
        (lambda folder: make_newer(folder / "scorecard.db"), "of a newer Scorecard"),
    ],
)
@pytest.mark.long
def test_a_database_it_cannot_use_is_a_sentence(
    tmp_path: Path, prepare: Callable[[Path], object], sentence: str
) -> None:
    prepare(tmp_path)
    command = [sys.executable, "-m", "scorecard", "run", "--host", "127.0.0.1"]
    command += ["--port", str(free_port()), "--data", str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )
    assert done.returncode != 0
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def make_newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")


def test_it_prints_where_it_is(server: Server) -> None:
    text = server.output.read_text()
    assert f"http://localhost:{server.port}" in text
    assert f"Games are kept in {server.folder}" in text


class TestGreeting:
    SETTINGS = Settings(Path("/games"), "sqlite://", ("secret",))

    def test_on_all_interfaces_phones_get_the_home_network_address(self) -> None:
        address = home_network_address()
        text = greeting("0.0.0.0", 8000, self.SETTINGS)
        assert "http://localhost:8000" in text
        if address:
            assert f"http://{address}:8000" in text
        else:
            assert "No home network was found" in text

    def test_a_public_address_goes_first(self) -> None:
        settings = Settings(Path("/games"), "sqlite://", ("secret",), "https://cards.example")
        for host in ("0.0.0.0", "127.0.0.1"):
            text = greeting(host, 8000, settings)
            assert "On phones near you:   https://cards.example" in text
            assert qr_code("https://cards.example") in text

    @pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
    def test_phones_are_not_sent_where_only_this_machine_gets(self, host: str) -> None:
        text = greeting(host, 8000, self.SETTINGS)
        assert "http://localhost:8000" in text
        assert "Phones cannot reach it" in text
        assert "█" not in text

    def test_the_code_is_a_square_of_blocks(self) -> None:
        lines = qr_code("http://192.168.1.5:8000").split("\n")
        assert len({len(line) for line in lines}) == 1
        assert set("".join(lines)) <= set(" █▀▄")


def test_it_believes_no_proxy_it_was_not_told_of_and_keeps_its_files_to_itself(
    server: Server,
) -> None:
    """Also not one on this machine, whose word gunicorn would take by itself."""
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
    request = urllib.request.Request(f"{server.url}/join", headers=headers)
    with urllib.request.urlopen(request) as response:
        assert "Secure" not in response.headers["Set-Cookie"]
    for path in server.folder.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path
    strange = urllib.request.Request(server.url, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(strange)
    assert refused.value.code == 421
    refused.value.close()


def test_behind_a_proxy_it_was_told_of_it_is_at_https(tmp_path: Path) -> None:
    everywhere = ("--host", "0.0.0.0")
    with Server(tmp_path / "data", *everywhere, environment={"TRUSTED_PROXIES": "1"}) as server:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
        request = urllib.request.Request(f"{server.url}/join", headers=headers)
        with urllib.request.urlopen(request) as response:
            assert response.headers["Set-Cookie"].startswith("__Host-scorecard=")
        # Whoever else reaches it could say the same.
        assert "others than the proxy reach this port" in server.output.read_text()
