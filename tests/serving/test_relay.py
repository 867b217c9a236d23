"""What moves at one process wakes the phones at another, over Redis or over PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecard.config import Settings, from_environment
from scorecard.live import notify_line
from scorecard.live.hub import Hub, Listener, News
from scorecard.live.relay import Relay, line_of
from tests.servers.brokers import Broker, Notices, RedisServer, wait_until
from tests.servers.postgresql import Cluster
from tests.servers.server import PATIENCE_SECONDS

RETRY_SECONDS = 0.1


@pytest.fixture(params=["redis", pytest.param("postgresql", marks=pytest.mark.long)])
def broker(request: pytest.FixtureRequest) -> Iterator[Broker]:
    if request.param == "redis":
        server = RedisServer()
        yield server
        server.kill()
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        yield Notices(cluster, cluster.database())


def test_a_line_can_be_left_while_it_still_tells_something(broker: Broker) -> None:
    heard_of: list[str | None] = []

    def hear() -> None:
        with broker.line.hearer() as heard, broker.line.sender() as send:
            send("one")
            send("two")
            heard_of.append(next(text for text in heard if text))

    hearing = threading.Thread(target=hear, daemon=True)
    hearing.start()
    hearing.join(PATIENCE_SECONDS)
    assert not hearing.is_alive()
    assert heard_of == ["one"]


class TestRelay:
    @pytest.fixture
    def hubs(self, broker: Broker) -> Iterator[tuple[Hub, Hub]]:
        here, there = Hub(), Hub()
        relays = [Relay(hub, broker.line, RETRY_SECONDS) for hub in (here, there)]
        for relay in relays:
            relay.start()
        self.settle(broker, here, there)
        yield here, there
        for relay in relays:
            relay.close()

    def settle(self, broker: Broker, *hubs: Hub) -> None:
        """Wait until both listen, and nobody is being woken for having just come."""
        wait_until(lambda: broker.hears() == len(hubs))
        for hub, other in (hubs, reversed(hubs)):
            probe = other.subscribe("probe", "phone")
            hub.tell(News("gone", "probe", "phone"))
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
        here.tell(News("role", "game", "phone"))
        assert phone.wait(PATIENCE_SECONDS)
        assert phone.has_new_role
        here.tell(News("gone", "game", "phone"))
        assert phone.wait(PATIENCE_SECONDS)
        assert phone.is_closed
        assert not other.is_closed
        assert not other.has_new_role

    def test_while_it_is_down_phones_here_are_woken_at_once_and_others_look_for_themselves(
        self, hubs: tuple[Hub, Hub], broker: Broker, caplog: pytest.LogCaptureFixture
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
        # Whoever was removed meanwhile is not let in again.
        assert far.is_moving
        quiet(far)
        here.publish("game")
        assert far.wait(PATIENCE_SECONDS)
        told = [record.getMessage() for record in caplog.records]
        assert any(f"{broker.name} cannot be reached" in line for line in told)
        assert any(f"{broker.name} is back" in line for line in told)


def quiet(listener: Listener) -> None:
    """Take what a listener was told before."""
    while listener.wait(3 * RETRY_SECONDS):
        pass


def test_an_address_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="redis://") as caught:
        from_environment({"SCORECARD_DATA": str(tmp_path), "REDIS_URL": "http://:Sesame@host"})
    assert "Sesame" not in str(caught.value)


def test_redis_goes_before_postgresql_and_one_process_on_sqlite_needs_neither() -> None:
    postgresql = "postgresql://host/name"
    found = [
        line_of(Settings(Path(), database, ("secret",), redis_url=redis))
        for database, redis in (
            ("sqlite://", ""),
            (postgresql, ""),
            (postgresql, "redis://host"),
            ("sqlite://", "redis://host"),
        )
    ]
    assert [line and line.name for line in found] == [None, "PostgreSQL", "Redis", "Redis"]


def test_any_news_fits_into_a_notification() -> None:
    longest = News("moved", "x" * 200, "x" * 200)
    assert len(str(longest._asdict())) * 4 < notify_line.LONGEST_TEXT
