"""A real server short of what it needs: it goes on, says so in one line, and recovers by itself."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorecard.web.live.streams import EVENT_STREAM
from tests import bounded
from tests.servers.brokers import RedisServer, wait_until
from tests.servers.processes import children
from tests.servers.server import PATIENCE_SECONDS, Server, free_port

pytestmark = pytest.mark.long

PATIENCE = 120
"""Seconds after which a phone that is told nothing gives up."""
CROWD = 44
"""Phones that ask at the same moment: told one after the other, some would have given up."""
TRIES = 5
"""How often something is tried that a very busy machine may be too slow for."""


class Phone:
    """A program with a game on a server, which does not try again by itself."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.token = ""
        status, answer, _headers = self.ask(
            "POST", "", {"game": "brownie_points", "players": ["Ann", "Bob"]}
        )
        assert status == 201, answer
        self.token = answer["device_token"]
        self.game = f"/{answer['game']['id']}"
        self.page = f"/games{self.game}"

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.server.url}/api/v1/games{path}", data, headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), error.headers

    def count(self, points: int) -> tuple[int, Any]:
        """Count for Ann in round 1; return the answer."""
        version = self.ask("GET", self.game)[1]["version"]
        body = {"version": version, "entry": {"score": points}}
        status, answer, headers = self.ask("PUT", f"{self.game}/rounds/1/entries/1", body)
        assert status == 200 or int(headers["Retry-After"]) > 0, answer
        return status, answer

    def listen(self) -> socket.socket:
        """Begin to listen to the game."""
        return self.get(f"/api/v1/games{self.game}/events", "*/*")

    def get(self, path: str, accept: str) -> socket.socket:
        """Ask for something, and wait for no answer."""
        phone = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        about = (f"Authorization: Bearer {self.token}", f"Accept: {accept}")
        lines = (f"GET {path} HTTP/1.1", "Host: x", *about, "", "")
        phone.sendall("\r\n".join(lines).encode())
        return phone


def status_of(server: Server, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{server.url}{path}", timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def hears(phone: socket.socket, words: bytes) -> bool:
    """Whether a phone hears these words before its stream ends."""
    heard = b""
    while words not in heard:
        more = phone.recv(65_536)
        if not more:
            return False
        heard += more
    return True


def said(server: Server) -> list[str]:
    """Return what the server has said since it was open; it is never a traceback."""
    text = server.output.read_text()
    assert "Traceback" not in text, text
    return text.split("every game stays.")[-1].strip().splitlines()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served") / "data").start()
    yield server
    server.kill()


@contextmanager
def largest_file(server: Server, size: int) -> Iterator[None]:
    """Keep every file of a running server from growing over ``size`` bytes."""
    assert server.process
    pids = [server.process.pid, *children(server.process.pid)]
    for pid in pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    yield
    for pid in pids:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)


def test_without_room_to_write_phones_read_and_once_there_is_some_they_write(
    server: Server,
) -> None:
    phone = Phone(server)
    assert phone.count(100)[0] == 200
    log = server.folder / "scorecard.db-wal"
    listening = phone.listen()
    assert hears(listening, b"event: sheet")
    with largest_file(server, log.stat().st_size):
        before = len(said(server))
        for _ in range(3):
            status, answer = phone.count(1350)
            assert (status, answer["code"]) == (503, "unavailable")
        assert phone.ask("GET", phone.game)[0] == 200
        lines = said(server)[before:]
    with largest_file(server, 1000):
        assert status_of(server, "/readyz") == 503
        assert status_of(server, "/healthz") == 200
    assert status_of(server, "/readyz") == 200
    assert len(lines) == 3
    assert all("disk I/O error" in line for line in lines)
    assert phone.count(1350)[0] == 200
    # Whoever listened all the while hears of it.
    assert hears(listening, b"1350")
    listening.close()
    with closing(sqlite3.connect(server.folder / "scorecard.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


FULL = ["sh", "-c", 'ulimit -S -f 32; exec "$@"', "sh"]
"""No file may grow over 16 KB, as if the disk were full: SQLite's index has 32."""


def stop_and_look(server: Server) -> None:
    """Stop a server, and look into its database, after which there is no index any more."""
    server.stop()
    with closing(sqlite3.connect(server.folder / "scorecard.db")) as connection:
        connection.execute("SELECT * FROM games").fetchall()
    assert not (server.folder / "scorecard.db-shm").exists()


def test_with_a_full_disk_a_server_starts_in_room_that_it_had_kept_or_says_why_not(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "data").start()
    kept = server.folder / "scorecard.db-spare"
    try:
        phone = Phone(server)
        stop_and_look(server)
        server.under = [*FULL, *bounded.under({"serving.spare_room.PATIENCE_SECONDS": PATIENCE})]
        process = server.launch()
        wait_until(lambda: not kept.exists(), "it gives up what it had kept")
        # There is as much room now: for that stands the end of the limit.
        for pid in (process.pid, *children(process.pid)):
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        wait_until(server.is_answering)
        assert phone.ask("GET", phone.game)[0] == 200
        assert phone.count(450)[0] == 200
        # Where there is more, it is kept again.
        assert kept.stat().st_size > 32 * 1024
        stop_and_look(server)
        kept.unlink()
        assert server.launch().wait(PATIENCE) != 0
        assert "The database cannot be used: disk I/O error." in server.output.read_text()
        assert not kept.exists()
    finally:
        server.kill()


def test_while_another_process_writes_phones_read_and_a_count_waits_its_turn(
    server: Server,
) -> None:
    phone = Phone(server)
    with closing(sqlite3.connect(server.folder / "scorecard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # The count is told that it must come again, after the others have been served meanwhile.
        assert any(served_beside_a_count(phone) for _try in range(TRIES))
    assert phone.count(450)[0] == 200


def served_beside_a_count(phone: Phone) -> bool:
    """Whether several were served while a count waited in vain."""
    answers: list[int] = []
    counting = threading.Thread(target=lambda: answers.append(phone.count(450)[0]))
    counting.start()
    served = 0
    while counting.is_alive():
        assert phone.ask("GET", phone.game)[0] == 200
        served += 1
    assert answers == [503]
    return served >= 2


def test_while_another_process_writes_for_long_no_phone_hangs(server: Server) -> None:
    phone = Phone(server)
    version = phone.ask("GET", phone.game)[1]["version"]
    body = {"version": version, "entry": {"score": 450}}
    path = f"{phone.game}/rounds/1/entries/1"
    with (
        closing(sqlite3.connect(server.folder / "scorecard.db", isolation_level=None)) as other,
        ThreadPoolExecutor(CROWD) as crowd,
    ):
        other.execute("BEGIN IMMEDIATE")
        counts = [crowd.submit(phone.ask, "PUT", path, body) for _phone in range(CROWD)]
        # Who is told nothing for long gives up, and that is an error here.
        while not all(count.done() for count in counts):
            assert phone.ask("GET", phone.game)[0] == 200
        for count in counts:
            status, answer, headers = count.result()
            assert status == 503, answer
            assert int(headers["Retry-After"]) > 0
    assert phone.ask("PUT", path, body)[0] == 200


def test_more_phones_than_there_are_file_descriptors_are_told_so_and_others_go_on(
    tmp_path: Path,
) -> None:
    few = ["sh", "-c", 'ulimit -n 96; exec "$@"', "sh"]
    server = Server(tmp_path / "data", under=few, environment={"LIMITS": "off"}).start()
    try:
        phone = Phone(server)
        phones = [phone.listen() for _ in range(60)]
        assert all(hears(one, b"event: sheet") for one in phones[:20])
        assert all(hears(one, b"This server keeps all the phones it can") for one in phones[40:])
        # Nobody listens less for it, and everybody can ask and write.
        assert phone.count(50)[0] == 200
        assert all(hears(one, b"event: sheet") for one in phones[:20])
        for one in phones:
            one.close()
        # Those who hang up make room.
        assert phone.count(450)[0] == 200
        assert said(server) == []
    finally:
        server.kill()


def test_a_page_goes_before_many_phones_that_come_at_once_to_one_process_of_two(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        redis = RedisServer()
        stack.callback(redis.kill)
        environment = {"REDIS_URL": redis.url, "LIMITS": "off"}
        two = Server(tmp_path / "data", "--processes", "2", environment=environment)
        stack.enter_context(two)
        wait_until(lambda: redis.hears() == 2, "both processes hear of each other")
        phone = Phone(two)
        assert two.process
        pids = children(two.process.pid)
        assert len(pids) == 2
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        streams = [
            stack.enter_context(phone.get(f"{phone.page}/events", EVENT_STREAM))
            for _ in range(CROWD)
        ]
        page = stack.enter_context(phone.get("/join", "text/html"))
        os.kill(pids[0], signal.SIGCONT)
        assert hears(page, b"</html>")
        let_in = select.select(streams, [], [], 0)[0]
        os.kill(pids[1], signal.SIGCONT)
        assert len(let_in) < CROWD // 2
        assert all(hears(one, b"event: sheet") for one in streams)


def test_a_redis_that_is_away_at_the_start_is_a_line_and_the_server_serves(tmp_path: Path) -> None:
    environment = {"REDIS_URL": f"redis://:Sesame@127.0.0.1:{free_port()}"}
    with Server(tmp_path / "data", environment=environment) as server:
        phone = Phone(server)
        listening = phone.listen()
        assert hears(listening, b"event: sheet")
        assert phone.count(450)[0] == 200
        assert hears(listening, b"450")
        listening.close()
        text = server.output.read_text()
    assert "Redis cannot be reached" in text
    assert "Sesame" not in text
    assert "Traceback" not in text


def test_a_postgresql_that_nobody_answers_for_is_a_sentence(tmp_path: Path) -> None:
    address = f"postgresql://ann:Sesame@127.0.0.1:{free_port()}/games"
    done = start_in(str(tmp_path), DATABASE_URL=address)
    assert done.returncode != 0
    assert "The database cannot be used: " in done.stderr
    assert "Sesame" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def start_in(folder: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scorecard", "run", "--host", "127.0.0.1"]
    command += ["--port", str(free_port()), "--data", folder]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
        env={**os.environ, **environment},
    )


def test_a_folder_that_cannot_be_used_is_a_sentence() -> None:
    done = start_in("/dev/null/cards")
    assert done.returncode == 1
    assert "The games cannot be kept there" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_whose_database_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret-keys").write_text("a secret")
    (tmp_path / "scorecard.db").mkdir()
    done = start_in(str(tmp_path))
    assert done.returncode != 0
    assert "The database cannot be used: unable to open database file." in done.stderr
    assert "Traceback" not in done.stderr
