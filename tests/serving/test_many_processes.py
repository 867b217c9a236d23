"""Several server processes on one PostgreSQL: the phones of one table are spread over them.

With Redis they reach the database through a pooler, which has fewer connections than they.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import TOO_MANY_REQUESTS
from pathlib import Path
from typing import Any

import pytest

from scorecard.services.groups import guesses
from tests.servers.brokers import Broker, Notices, RedisServer, wait_until
from tests.servers.clients import Lost, Phone, Posting
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster
from tests.servers.server import Front, Server
from tests.torture.network import Watcher

pytestmark = pytest.mark.long

PHONES = 6
MOST_TRIES, PAUSE_SECONDS = 300, 0.1


class Evening:
    """One table whose phones reach two servers through one proxy, and somebody who counts."""

    def __init__(self, cluster: Cluster, broker: Broker, folder: Path, stack: ExitStack) -> None:
        self.cluster, self.broker = cluster, broker
        self.url = broker.url if isinstance(broker, Notices) else cluster.database()
        address = self.url
        if isinstance(broker, RedisServer):
            address = stack.enter_context(Pooler(cluster)).address(self.url)
        environment = {
            "DATABASE_URL": address,
            "REDIS_URL": broker.url if isinstance(broker, RedisServer) else "",
            "SECRET_KEY": "one secret for all of them",
            "BACKUPS_KEPT": "off",
            "LIMITS": "off",
        }
        self.servers = [Server(folder / name, environment=environment) for name in ("one", "two")]
        for server in self.servers:
            stack.enter_context(server)
        self.front = Front(*self.servers)
        stack.callback(self.front.close)
        wait_until(lambda: broker.hears() == 2, "both processes hear of each other")
        self.keeper = self.phone("keeper")
        stack.callback(self.keeper.hang_up)
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        self.uid = self.keeper.ask("POST", "/api/v1/games", body).game
        options = {"version": 1, "options": {"target": 100_000}}
        self.version = self.keeper.do("PUT", f"/games/{self.uid}/settings", options)["version"]
        self.acknowledged: dict[int, int] = {}
        self.watchers = [
            Watcher(self.phone("keeper", self.keeper), self.uid) for _ in range(PHONES)
        ]
        stack.callback(self.close)
        self.agree()

    def phone(self, name: str, like: Phone | None = None) -> Phone:
        """Return a phone behind the proxy, the same device as another one where that is given."""
        phone = Phone(name, self.front.port)
        if like:
            phone.cookies = dict(like.cookies)
        return phone

    def count(self, number: int) -> None:
        """Count a round for both players, sending it until it is answered."""
        entries = {"1": {"score": 50 * number}, "2": {"score": 0}}
        body = {"version": self.version, "entries": entries}
        path = f"/games/{self.uid}/rounds/{number}"
        posting = Posting("tell", "PUT", path, body)
        answer = self.keeper.deliver(posting, lambda: None)
        assert answer.is_done, answer.body
        # To the next process, wherever this one was.
        self.keeper.hang_up()
        self.version = answer.json["version"]
        self.acknowledged[number] = 50 * number

    def agree(self) -> None:
        """Wait until every phone shows the same sheet, with all that was acknowledged in it."""
        sheet = self._sheet()
        assert len(sheet["rounds"]) == len(self.acknowledged)
        assert sheet["seats"][0]["total"] == sum(self.acknowledged.values())
        for watcher in self.watchers:
            assert watcher.shows(sheet), f"{watcher.shown} is not {sheet}"
            assert watcher.went_back == []

    def _sheet(self) -> Any:
        """Return the sheet as the next process that answers has it."""
        for _ in range(MOST_TRIES):
            with suppress(Lost):
                return self.keeper.get(f"/games/{self.uid}")
            time.sleep(PAUSE_SECONDS)
        raise AssertionError("no process answers")

    def close(self) -> None:
        for watcher in self.watchers:
            watcher.switch_off()
        self.front.cut()
        for watcher in self.watchers:
            watcher.join()


@pytest.fixture(params=["redis", "postgresql"])
def evening(request: pytest.FixtureRequest, cluster: Cluster, tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        broker: Broker
        if request.param == "redis":
            broker = redis = RedisServer()
            stack.callback(redis.kill)
        else:
            broker = Notices(cluster, cluster.database())
        yield Evening(cluster, broker, tmp_path, stack)


def test_phones_agree_wherever_they_listen_and_whatever_dies(evening: Evening) -> None:
    """One evening, because starting all of it takes longer than what is to be seen."""
    for number in (1, 2, 3):
        evening.count(number)
    evening.agree()

    evening.servers[0].kill()
    evening.count(4)
    evening.agree()
    evening.servers[0].start()
    wait_until(lambda: evening.broker.hears() == 2, "the killed process is back")
    evening.count(5)
    evening.agree()

    evening.cluster.cut(evening.url)
    for number in (6, 7):
        evening.count(number)
    evening.agree()

    evening.broker.kill()
    if isinstance(evening.broker, RedisServer):
        # Phones at the other process look for themselves now.
        evening.count(8)
        evening.agree()
    evening.broker.start()
    wait_until(lambda: evening.broker.hears() == 2, "both processes hear of each other again")
    for number in range(len(evening.acknowledged) + 1, 11):
        evening.count(number)
    evening.agree()
    for server in evening.servers:
        assert "Traceback" not in server.output.read_text()


def test_a_phone_that_is_sent_out_while_the_line_is_down_is_out_once_that_is_back(
    evening: Evening,
) -> None:
    guest, keeper, path = evening.phone("guest"), evening.keeper, f"/games/{evening.uid}"
    token = keeper.get(f"{path}/invitation")["links"]["player"].rsplit("/", 1)[-1]
    guest.do("POST", "/join", {"token": token})
    guest.hang_up()
    listening = [Watcher(guest, evening.uid) for _ in evening.servers]
    evening.watchers += listening
    wait_until(lambda: all(one.shown for one in listening))
    (device,) = [
        one["id"] for one in keeper.get(f"{path}/devices")["devices"] if one["role"] == "player"
    ]
    evening.broker.kill()
    if not isinstance(evening.broker, RedisServer):
        # Where the line is the database, nobody can be removed while it is down.
        evening.broker.start()
    version = keeper.get(path)["version"]
    keeper.do("POST", f"{path}/devices/{device}/send-out", {"version": version})
    if isinstance(evening.broker, RedisServer):
        evening.broker.start()
    evening.version = keeper.get(path)["version"]
    wait_until(lambda: evening.broker.hears() == len(evening.servers))
    wait_until(lambda: all(one.streams > 1 for one in listening))
    evening.count(1)
    for one in evening.watchers[:PHONES]:
        assert one.shows(keeper.get(path))
    assert all(one.shown["version"] != evening.version for one in listening)


def test_wrong_guesses_count_at_whichever_process_they_are_made(evening: Evening) -> None:
    def guess() -> int:
        stranger = evening.phone("stranger")
        answer = stranger.ask("POST", "/api/v1/join", {"code": "777777"})
        stranger.hang_up()
        return answer.status

    most = guesses.BY_ADDRESS.most
    assert [guess() for _ in range(most + 4)] == [404] * most + [TOO_MANY_REQUESTS] * 4
