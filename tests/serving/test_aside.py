"""Work that is done aside: by a real helper process, which has so many seconds and no more."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from scorecard.app import create_app, migrate
from scorecard.aside import helpers as aside
from scorecard.aside.helpers import HelperPool
from scorecard.aside.intake import Parcel
from scorecard.config import Settings
from scorecard.database import collisions
from scorecard.database.db import begin_write, db
from scorecard.errors import BadInput, Busy, NotAllowed, Stale, TooLarge
from scorecard.live.hub import hub
from scorecard.models import Device, Player
from scorecard.rules.record import REFUSED, SCORED
from scorecard.rules.words import say
from scorecard.services.files.exporting import downloads
from scorecard.services.history.changes import Write
from tests.factories import EVENING, Club
from tests.servers.brokers import wait_until
from tests.servers.postgresql import Cluster
from tests.servers.server import Server

pytestmark = pytest.mark.long

TOO_LONG = say("That takes too long.")


class Place:
    """A data folder with a group in it, and a pool of helpers."""

    def __init__(self, folder: Path, url: str = "") -> None:
        url = url or f"sqlite:///{folder / 'scorecard.db'}"
        settings = Settings(folder, url, ("secret",))
        self.app = create_app(settings, is_served=False)
        self.pool = HelperPool(folder)
        migrate(self.app)
        with self.app.app_context():
            begin_write(db.session)
            club = Club(db.session, "Ann")
            self.group, self.version = club.group.uid, club.group.version
            self.write = Write(Device(uid=club.keeper.uid), EVENING)

    def run(self, job: str, *arguments: Any, **more: Any) -> Any:
        return self.pool.run(job, *arguments, too_long=TOO_LONG, **more)

    def parcel(self, text: str, **how: Any) -> Parcel:
        return Parcel(text.encode(), replace(self.write, **how), self.group)

    def players(self) -> int:
        with self.app.app_context():
            return db.session.scalar(select(func.count(Player.id))) or 0


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("aside"))
    yield found
    found.pool.close()
    with found.app.app_context():
        db.engine.dispose()


def test_a_list_is_taken_in_and_phones_are_told(place: Place) -> None:
    before, listener = place.players(), hub.subscribe(place.group, "a phone")
    try:
        seen = place.run("preview a list", place.parcel("name\nBob\nCy"), "players")
        assert (seen.is_good, seen.is_imported, len(seen.verdicts)) == (True, False, 2)
        assert (place.players(), listener.wait(0)) == (before, False)
        parcel = place.parcel("name\nBob\nCy", version=seen.version, key="k1", fingerprint="x")
        done = place.run("take in a list", parcel, "players")
        assert (done.is_imported, done.is_repeated) == (True, False)
        assert place.run("take in a list", parcel, "players").is_repeated
        assert listener.wait(0)
    finally:
        hub.unsubscribe(listener)
    assert place.players() == before + 2
    # Of a group that was changed since, nothing is known to the helper from before.
    with pytest.raises(Stale, match="has changed meanwhile"):
        place.run("take in a list", place.parcel("name\nDi", version=seen.version), "")


COLLIDING = """
CREATE SEQUENCE tries;
CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') <= {times} THEN
        RAISE EXCEPTION 'made up' USING ERRCODE = '{code}';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER collide BEFORE INSERT ON players EXECUTE FUNCTION collide();
"""
"""What is counted by a sequence stays so when the transaction is rolled back."""


@pytest.mark.parametrize(
    ("code", "times", "is_done"),
    [
        ("serialization_failure", collisions.TRIES - 1, True),
        ("unique_violation", collisions.TRIES - 1, True),
        ("serialization_failure", 100, False),
    ],
)
def test_what_collides_with_other_writes_is_done_over_once(
    cluster: Cluster,
    template: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    times: int,
    is_done: bool,
) -> None:
    url = cluster.database(template)
    monkeypatch.setenv("DATABASE_URL", url)
    place = Place(tmp_path, url)
    before = place.players()
    with place.app.app_context():
        db.session.connection().exec_driver_sql(COLLIDING.format(code=code, times=times))
        db.session.commit()
    parcel = place.parcel("name\nBob\nCy", version=place.version)
    if is_done:
        assert place.run("take in a list", parcel, "players").is_imported
    else:
        with pytest.raises(OSError, match="made up"):
            place.run("take in a list", parcel, "players")
    assert place.players() == before + 2 * is_done
    place.pool.close()
    with place.app.app_context():
        db.engine.dispose()


def test_what_is_refused_can_be_said_in_every_language(place: Place) -> None:
    with pytest.raises(BadInput, match="at most 2,000 lines") as refused:
        place.run("preview a list", place.parcel("x\n" * 3_000), "")
    assert refused.value.message.pattern.startswith("A list has at most %(most)s lines")
    stranger = replace(place.parcel("name\nBob"), write=Write(Device(uid="nobody"), EVENING))
    with pytest.raises(NotAllowed):
        place.run("take in a list", stranger, "")
    with pytest.raises(RuntimeError, match="write a file"):
        place.run("write a file", "group", "nosuchgroup1", downloads.Wanted(), EVENING)


def used_seconds(place: Place) -> float:
    """Return what the helper that is next to do a job has used of the processor."""
    process = place.pool._idle[-1]._process
    figures = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


def test_who_runs_out_of_time_leaves_nothing_and_hears_so(place: Place) -> None:
    before = place.players()
    text = "name\n" + "".join(f"Number {number}\n" for number in range(1_900))
    parcel = place.parcel(text, version=10_000)
    # The system gives nobody less than one second, so the helper has to have used that before.
    place.run("preview a list", parcel, "")
    while used_seconds(place) < 1.5:
        place.run("preview a list", parcel, "")
    with pytest.raises(TooLarge, match="That takes too long"):
        place.run("take in a list", parcel, "", seconds=0)
    assert place.players() == before
    # There is another helper for the next one.
    assert place.run("preview a list", parcel, "").is_good


def test_a_helper_that_ended_while_it_waited_is_replaced(place: Place) -> None:
    record = b'{"game": "pitch", "players": ["Ann"]}'
    assert place.run("score a record", record)[0] == REFUSED
    (helper,) = place.pool._idle
    helper._process.kill()
    helper._process.wait()
    assert place.run("score a record", record)[0] == REFUSED
    assert [helper] != place.pool._idle


def test_who_was_helped_long_ago_is_forgotten(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aside, "MOST_REMEMBERED", 2)
    place.pool._helped.clear()
    for who in ("Ann", "Bob", "Ann", "Cy"):
        place.run("score a record", b"{}", who=who)
    assert [*place.pool._helped] == ["Ann", "Cy"]


def test_as_many_are_helped_at_once_as_there_are_helpers(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aside, "PATIENCE_SECONDS", 0.01)
    record = b'{"game": "brownie_points", "players": ["Ann", "Bob"], "rounds": []}'

    def asked_by(who: str) -> int | None:
        with suppress(Busy):
            status: int = place.run("score a record", record, who=who)[0]
            return status
        return None

    with place.pool._turn("Ann's home"):
        # Whoever is helped already waits for that; others do not.
        assert asked_by("Ann's home") is None
        assert asked_by("Bob's home") == SCORED
        with place.pool._turn("Cy's home"):
            assert asked_by("Bob's home") is None
    assert asked_by("Ann's home") == SCORED


def test_who_was_helped_longest_ago_is_next(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "HELPERS", 1)
    helped: list[str] = []

    def wait(who: str) -> None:
        with place.pool._turn(who):
            helped.append(who)

    def are_waiting(number: int) -> bool:
        return place.pool._waiting.total() == number

    with ThreadPoolExecutor() as hands, place.pool._turn("a greedy home"):
        for number, who in enumerate([*["a greedy home"] * 3, "Ann's home"], start=1):
            hands.submit(wait, who)
            wait_until(partial(are_waiting, number))
    assert helped == ["Ann's home", *["a greedy home"] * 3]


def test_a_server_has_helpers(tmp_path: Path) -> None:
    entries = {name: {"score": 50} for name in ("Ann", "Bob")}
    record: dict[str, Any] = {"game": "brownie_points", "players": [*entries]}
    record |= {"options": {"target": 100_000}, "rounds": [{"entries": entries}] * 1_000}
    with Server(tmp_path / "data", environment={"BACKUPS_KEPT": "off"}) as server:
        address = f"{server.url}/api/v1/score"
        body, kind = json.dumps(record).encode(), {"Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(address, body, kind)) as response:
            assert json.load(response)["totals"] == dict.fromkeys(entries, 50_000)
        assert server.process
        workers = _children(server.process.pid)
        (helper,) = [child for worker in workers for child in _children(worker)]
        assert _is_helper(helper)
        server.stop()
    wait_until(lambda: not _is_helper(helper), "the helper has ended, with nobody left to help")


def _is_helper(pid: int) -> bool:
    try:
        return b"help-aside" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
