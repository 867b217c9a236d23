"""Boards, standings and rules from a real standby: what comes from it, and what never does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from scorecard.config import Settings, SettingsError, from_environment
from scorecard.database import replicas
from scorecard.database.db import db
from scorecard.models import Device
from scorecard.web.pages import replica
from tests.conftest import make_app
from tests.servers.brokers import wait_until
from tests.servers.postgresql import Cluster
from tests.servers.replicas import Standby
from tests.web.conftest import Program, group_of


class Clock:
    def __init__(self) -> None:
        self.now = time.monotonic()


OPENED = {"Sec-Fetch-Mode": "navigate"}
LOADED_ANEW = {**OPENED, "Cache-Control": "max-age=0"}
FETCHED = {"Sec-Fetch-Mode": "cors"}
SAID = "This page may be up to two seconds old."


@dataclass
class Pair:
    """An app on a primary and its standby, with a game of Ann and Bob that a television shows."""

    app: Flask
    cluster: Cluster
    standby: Standby
    url: str
    keeper: Program
    television: Program
    group: str

    @property
    def board(self) -> str:
        return f"/games/{self.keeper.id}/board"

    def opens(self, path: str, client: FlaskClient | None = None) -> tuple[bool, str]:
        """Return whether a page comes from the standby, and what it shows."""
        found = (client or self.television.client).get(path, headers=OPENED)
        assert found.status_code == 200, (path, found.status_code)
        text = found.get_data(as_text=True)
        return SAID in text, text

    def catches_up(self) -> None:
        """Wait until the television's pages come from the standby, with all that there is."""
        self.standby.has(self.url)
        wait_until(lambda: self.opens(self.board)[0])


@pytest.fixture
def pair(template: str, cluster: Cluster, tmp_path: Path) -> Iterator[Pair]:
    url = cluster.database(template)
    with Standby(cluster) as standby:
        standby.has(url)
        app = make_app(
            Settings(tmp_path, url, ("a test's secret key",), replica_url=standby.address(url))
        )
        keeper = Program(app.test_client(use_cookies=True))
        group = group_of(keeper.client, "Ann", "Bob")
        keeper.start("Ann", "Bob", group=group)
        television = Program(app.test_client()).join(keeper, role="spectator")
        for client in (keeper.client, television.client):
            client.delete_cookie(replica.COOKIE)
        pair = Pair(app, cluster, standby, url, keeper, television, group)
        pair.catches_up()
        yield pair
        with app.app_context():
            db.engine.dispose()
        app.extensions["replica"].engine.dispose()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which what is read from a standby grows old; it stands still."""
    clock = Clock()
    monkeypatch.setattr(replicas, "monotonic", lambda: clock.now)
    return clock


def test_a_page_that_may_be_old_comes_from_it_and_says_so(pair: Pair) -> None:
    pair.keeper.play(450, -100)
    pair.catches_up()
    is_old, text = pair.opens(pair.board)
    assert is_old
    assert ">450<" in text
    pair.keeper.client.delete_cookie(replica.COOKIE)
    pages = [f"/groups/{pair.group}", f"/groups/{pair.group}/seasons", f"/groups/{pair.group}/book"]
    for page in (*pages, f"/games/{pair.keeper.id}/rules", f"/games/{pair.keeper.id}/chart"):
        assert pair.opens(page, pair.keeper.client)[0], page


def test_all_other_pages_come_from_the_primary(pair: Pair) -> None:
    for page in (f"/games/{pair.keeper.id}", "/", f"/games/{pair.keeper.id}/history"):
        assert not pair.opens(page)[0], page


def test_nothing_older_than_two_seconds_comes_from_it(pair: Pair) -> None:
    pair.catches_up()
    pair.standby.hold()
    pair.keeper.play(450, -100)
    begun = time.monotonic()
    # For a moment it may be as it was; what comes later than that has the round.
    while time.monotonic() < begun + 2 * replicas.MOST_SECONDS:
        asked = time.monotonic()
        is_old, text = pair.opens(pair.board)
        assert ">450<" in text or (is_old and asked < begun + replicas.MOST_SECONDS)
        if asked > begun + replicas.MOST_SECONDS:
            assert not is_old
    pair.standby.go_on()
    wait_until(lambda: pair.opens(pair.board)[0])


def test_it_is_as_old_as_what_it_has_not_got_yet(pair: Pair, clock: Clock) -> None:
    pair.catches_up()
    pair.standby.hold()
    pair.keeper.play(450, -100)
    clock.now += replicas.READ_SECONDS - replicas.MARK_SECONDS - 0.01
    is_old, text = pair.opens(pair.board)
    assert is_old
    assert ">450<" not in text
    clock.now += replicas.MARK_SECONDS + 0.02
    is_old, text = pair.opens(pair.board)
    assert not is_old
    assert ">450<" in text
    pair.standby.go_on()
    pair.catches_up()


def test_a_quiet_evening_makes_it_no_older(pair: Pair, clock: Clock) -> None:
    for _ in range(3):
        clock.now += 3_600
        wait_until(lambda: pair.opens(pair.board)[0])


@pytest.mark.usefixtures("clock")
def test_what_a_phone_has_written_it_sees(pair: Pair) -> None:
    pair.catches_up()
    pair.standby.hold()
    answer = pair.keeper.play(450, -100)
    cookie = next(one for one in answer.headers.getlist("Set-Cookie") if one.startswith("wrote="))
    assert f"Max-Age={replicas.MOST_SECONDS + 1};" in cookie
    is_old, text = pair.opens(pair.board, pair.keeper.client)
    assert not is_old
    assert ">450<" in text
    assert pair.opens(pair.board)[0], "the television has written nothing"


@pytest.mark.usefixtures("clock")
def test_what_is_fetched_after_a_message_or_loaded_anew_is_the_present_one(pair: Pair) -> None:
    pair.catches_up()
    pair.standby.hold()
    pair.keeper.play(450, -100)
    for headers in (FETCHED, LOADED_ANEW, {}):
        text = pair.television.client.get(pair.board, headers=headers).get_data(as_text=True)
        assert ">450<" in text
        assert SAID not in text
    # What is kept of the present one is not what the older one shows, nor the other way round.
    is_old, text = pair.opens(pair.board)
    assert is_old
    assert ">450<" not in text
    text = pair.television.client.get(pair.board, headers=FETCHED).get_data(as_text=True)
    assert ">450<" in text


@pytest.mark.usefixtures("clock")
def test_a_phone_that_has_just_come_in_is_let_in(pair: Pair) -> None:
    pair.catches_up()
    pair.standby.hold()
    other = Program(pair.app.test_client()).join(pair.keeper, role="spectator")
    other.client.delete_cookie(replica.COOKIE)
    assert not pair.opens(pair.board, other.client)[0]


def test_one_that_ends_and_comes_back_is_not_noticed(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replicas, "AWAY_SECONDS", 0)
    assert pair.opens(pair.board)[0]
    pair.standby.stop()
    assert not pair.opens(pair.board)[0]
    pair.standby.start()
    wait_until(lambda: pair.opens(pair.board)[0])
    pair.standby.kill()
    assert not pair.opens(pair.board)[0]


def test_one_that_failed_is_left_alone_for_a_while(pair: Pair, clock: Clock) -> None:
    assert pair.opens(pair.board)[0]
    pair.standby.kill()
    assert not pair.opens(pair.board)[0]
    pair.standby.start()
    assert not pair.opens(pair.board)[0]
    clock.now += replicas.AWAY_SECONDS
    pair.catches_up()


def test_one_that_is_cut_off_in_the_middle_of_a_page_is_not_noticed(pair: Pair) -> None:
    asked: list[str] = []

    def end(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        asked.append(statement)
        if len(asked) == 2:
            pair.standby.cut(pair.url)

    sa.event.listen(pair.app.extensions["replica"].engine, "before_cursor_execute", end)
    is_old, text = pair.opens(pair.board)
    assert len(asked) == 2
    assert not is_old
    assert "Ann" in text


def test_without_its_primary_it_is_soon_too_old(pair: Pair, clock: Clock) -> None:
    pair.catches_up()
    pair.cluster.stop()
    try:
        assert pair.opens(pair.board)[0]
        clock.now += replicas.MOST_SECONDS
        found = pair.television.client.get(pair.board, headers=OPENED)
        assert found.status_code == 503
    finally:
        pair.cluster.start()


def test_one_that_became_a_database_of_its_own_is_no_replica(pair: Pair) -> None:
    assert pair.opens(pair.board)[0]
    pair.standby.promote()
    assert not pair.opens(pair.board)[0]


def test_nothing_is_ever_written_there(pair: Pair) -> None:
    with pair.app.app_context():
        found = replicas.Replica(db.engine, pair.standby.address(pair.url))
        assert found.lend(db.session)
        db.session.add(Device(uid="x", created_at=sa.func.now()))
        with pytest.raises(sa.exc.DBAPIError):
            db.session.flush()
        found.take_back(db.session)
        found.engine.dispose()


def test_where_none_is_named_nothing_is_different(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/api/v1/games", json={"game": "brownie_points", "players": ["A", "B"]})
    assert answer.status_code == 201
    assert not [one for one in answer.headers.getlist("Set-Cookie") if one.startswith("wrote=")]
    assert replica._remember_write not in app.after_request_funcs[None]


@pytest.mark.parametrize("database", ["", "sqlite:///games.db"])
def test_one_of_sqlite_is_refused(tmp_path: Path, database: str) -> None:
    environment = {"REPLICA_URL": "postgresql://host/name", "DATABASE_URL": database}
    with pytest.raises(SettingsError, match="REPLICA_URL"):
        from_environment(environment, data_dir=tmp_path)
