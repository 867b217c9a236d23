"""The event stream: the present sheet at once, every move after it, and an end when sent out."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorecard.live import hub
from scorecard.services import tables
from scorecard.web import streams
from tests.web.conftest import Program


class Stream:
    """An event stream being read, event by event."""

    def __init__(self, client: FlaskClient, url: str) -> None:
        self.response = client.get(url, buffered=False)
        self.chunks: Iterator[Any] = iter(self.response.response)
        self.text = ""

    def next(self) -> dict[str, str]:
        while "\n\n" not in self.text:
            chunk = next(self.chunks)
            self.text += chunk.decode() if isinstance(chunk, bytes) else chunk
        event, self.text = self.text.split("\n\n", 1)
        found: dict[str, str] = {}
        for line in event.split("\n"):
            name, value = line.split(": ", 1) if ": " in line else (line.rstrip(":"), "")
            found[name] = found[name] + "\n" + value if name in found else value
        return found

    def rest(self) -> str:
        """Return everything up to the stream's end."""
        for chunk in self.chunks:
            self.text += chunk.decode() if isinstance(chunk, bytes) else chunk
        return self.text

    def close(self) -> None:
        self.response.close()


@pytest.fixture
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.05)


def test_the_present_sheet_comes_at_once_and_every_move_after(
    program: Callable[[], Program],
) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/games/{keeper.id}/events")
    try:
        assert stream.response.content_type.startswith("text/event-stream")
        assert stream.response.headers["Cache-Control"] == "no-store"
        assert stream.next() == {"retry": "700"}
        first = stream.next()
        assert first["event"] == "sheet"
        assert int(first["id"]) == keeper.version
        assert '<section id="sheet"' in first["data"]
        keeper.play(450, 100)
        second = stream.next()
        assert int(second["id"]) == keeper.version
        assert "+450" in second["data"]
    finally:
        stream.close()
    assert hub.count(keeper.id) == 0


def test_programs_get_the_sheet_as_json(program: Callable[[], Program]) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/api/v1/games/{keeper.id}/events")
    try:
        stream.next()
        assert json.loads(stream.next()["data"]) == keeper.sheet()
    finally:
        stream.close()


def test_every_phone_gets_the_same_bytes(program: Callable[[], Program]) -> None:
    keeper = program().start("Ann", "Bob")
    phones = [keeper, program().join(keeper, 2), program().join(keeper, role="spectator")]
    keeper.play(450, 100)
    streams = [Stream(phone.client, f"/games/{keeper.id}/events") for phone in phones]
    try:
        for stream in streams:
            stream.next()
        assert len({stream.next()["data"] for stream in streams}) == 1
    finally:
        for stream in streams:
            stream.close()


def test_a_sheet_is_rendered_once_per_version(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = program().start("Ann", "Bob")
    bob = program().join(keeper, 2)
    rendered: list[int] = []
    look = tables.look

    def counting(*arguments: Any) -> Any:
        found = look(*arguments)
        rendered.append(found.game["version"])
        return found

    monkeypatch.setattr(tables, "look", counting)
    keeper.sheet()
    keeper.client.get(f"/games/{keeper.id}")
    keeper.play(0, 50)
    assert rendered == [keeper.version]
    keeper.play(450, 100)
    for phone in (keeper, bob):
        phone.sheet()
        phone.client.get(f"/games/{keeper.id}")
        stream = Stream(phone.client, f"/games/{keeper.id}/events")
        stream.next()
        stream.next()
        stream.close()
    assert len(rendered) == len(set(rendered))


def test_a_phone_that_missed_events_gets_only_the_latest(program: Callable[[], Program]) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/api/v1/games/{keeper.id}/events")
    try:
        stream.next()
        stream.next()
        for _ in range(5):
            keeper.play(50, 0)
        assert json.loads(stream.next()["data"])["version"] == keeper.version
    finally:
        stream.close()


def test_signs_of_life_come_while_nothing_moves(
    program: Callable[[], Program], quick_beats: None
) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/games/{keeper.id}/events")
    try:
        stream.next()
        stream.next()
        assert [stream.next()["event"] for _ in range(3)] == ["beat"] * 3
    finally:
        stream.close()


def test_a_phone_that_is_sent_out_hears_so_and_its_stream_ends(
    program: Callable[[], Program], quick_beats: None
) -> None:
    keeper = program().start("Ann", "Bob")
    bob = program().join(keeper, 2)
    stream = Stream(bob.client, f"/games/{keeper.id}/events")
    stream.next()
    stream.next()
    keeper.sheet()
    device = keeper.get("/devices").get_json()["devices"][1]["id"]
    keeper.post(f"/devices/{device}/send-out")
    assert "event: gone" in stream.rest()
    assert "event: sheet" not in stream.text
    stream.close()


def test_streams_end_when_the_server_stops(
    program: Callable[[], Program], quick_beats: None
) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/games/{keeper.id}/events")
    stream.next()
    stream.next()
    hub.close()
    assert stream.next()["event"] in ("beat", "gone")
    stream.close()


def test_no_database_session_is_held_while_streaming(
    program: Callable[[], Program], app: Flask
) -> None:
    from scorecard.db import db

    keeper = program().start()
    with app.app_context():
        pool = db.engine.pool
    before = pool.checkedout()  # type: ignore[attr-defined]
    streams = [Stream(keeper.client, f"/games/{keeper.id}/events") for _ in range(8)]
    try:
        for stream in streams:
            stream.next()
            stream.next()
        assert pool.checkedout() == before  # type: ignore[attr-defined]
    finally:
        for stream in streams:
            stream.close()


def test_many_phones_wake_from_another_thread(program: Callable[[], Program]) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/games/{keeper.id}/events")
    stream.next()
    stream.next()
    thread = threading.Timer(0.05, keeper.play, args=(50, 0))
    thread.start()
    assert stream.next()["event"] == "sheet"
    thread.join()
    stream.close()
