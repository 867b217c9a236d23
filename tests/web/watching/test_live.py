"""The event stream: the present sheet at once, every move after it, and an end when removed."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorecard.live.hub import Move, hub
from scorecard.services.table import tables
from scorecard.web.live import sheets, streams
from scorecard.web.live.readers import Reader
from tests.web.conftest import Program
from tests.web.event_streams import Stream, since_of


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
        hint = int(stream.next()["retry"])
        assert 0 <= hint - streams.RETRY_MILLISECONDS <= streams.SPREAD_MILLISECONDS
        first = stream.next()
        assert first["event"] == "sheet"
        assert int(first["id"]) == keeper.version
        assert '<section id="sheet"' in first["data"]
        keeper.play(450, 100)
        second = stream.next()
        assert int(second["id"]) == keeper.version
        assert ">450<" in second["data"]
    finally:
        stream.close()
    assert hub.count(keeper.id) == 0


@pytest.mark.parametrize("page", ["", "/board"])
def test_what_a_page_shows_is_not_sent_to_it_again(
    program: Callable[[], Program], quick_beats: None, page: str
) -> None:
    keeper = program().start()
    path = f"/games/{keeper.id}{page}"
    url = f"{path}/events?since={since_of(keeper.client, path)}"
    streams = [Stream(keeper.client, url), Stream(keeper.client, url, HTTP_LAST_EVENT_ID="1")]
    try:
        for stream in streams:
            stream.next()
        # A phone that comes back after it was sent something shows another state.
        assert [stream.next()["event"] for stream in streams] == ["beat", "sheet"]
        keeper.play(450, 100)
        found = streams[0].next_but_beats()
        assert (found["event"], int(found["id"])) == ("sheet", keeper.version)
    finally:
        for stream in streams:
            stream.close()


def test_whoever_asks_for_the_head_alone_does_not_listen(program: Callable[[], Program]) -> None:
    keeper = program().start()
    answer = keeper.client.head(f"/games/{keeper.id}/events")
    assert answer.content_type.startswith("text/event-stream")
    assert answer.data == b""
    assert hub.count(keeper.id) == 0


def test_programs_get_the_sheet_as_json(program: Callable[[], Program]) -> None:
    keeper = program().start()
    stream = Stream(keeper.client, f"/api/v1/games/{keeper.id}/events")
    try:
        stream.next()
        assert json.loads(stream.next()["data"]) == keeper.sheet()
    finally:
        stream.close()


def test_a_page_that_counts_hears_of_the_open_round_alone(
    program: Callable[[], Program],
) -> None:
    keeper = program().start()
    keeper.play(450, 100)
    stream = Stream(keeper.client, f"/games/{keeper.id}/events?of=open_round")
    try:
        stream.next()
        sheet = keeper.sheet()
        assert json.loads(stream.next()["data"]) == {
            name: sheet[name] for name in ("version", "seats", "open_round")
        }
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
    look = tables.view

    def counting(*arguments: Any) -> Any:
        found = look(*arguments)
        rendered.append(found.game.version)
        return found

    monkeypatch.setattr(tables, "view", counting)
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


def test_what_moved_is_read_once_for_all_phones(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = program().start("Ann", "Bob")
    asked: list[str] = []
    read = sheets._read

    def counting(
        app: Flask, game_uid: str, kind: sheets.Kind, reader: Reader
    ) -> streams.Piece | None:
        asked.append(game_uid)
        return read(app, game_uid, kind, reader)

    monkeypatch.setattr(sheets, "_read", counting)
    phones = [Stream(keeper.client, f"/games/{keeper.id}/events") for _ in range(3)]
    try:
        for phone in phones:
            phone.next()
            phone.next()
        asked.clear()
        keeper.play(450, 100)
        assert len({phone.next()["data"] for phone in phones}) == 1
        assert asked == [keeper.id]
    finally:
        for phone in phones:
            phone.close()


def test_news_that_come_just_as_a_wait_ends_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = hub.subscribe("game", "phone")

    def too_late(_seconds: float) -> bool:
        listener.wake(Move())
        return False

    try:
        assert listener._news
        monkeypatch.setattr(listener._news, "wait", too_late)
        assert listener.wait(0)
    finally:
        hub.unsubscribe(listener)


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


class TestTheServerStops:
    @pytest.fixture(autouse=True)
    def open_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(hub, "is_closing", False)

    def test_streams_end_and_phones_are_told_when_to_come_again(
        self, program: Callable[[], Program]
    ) -> None:
        keeper = program().start()
        stream = Stream(keeper.client, f"/games/{keeper.id}/events")
        stream.next()
        stream.next()
        hub.close()
        last = stream.rest()
        assert re.fullmatch(r"retry: \d+\n\n", last), last
        stream.close()

    def test_a_phone_that_comes_meanwhile_is_sent_on(self, program: Callable[[], Program]) -> None:
        keeper = program().start()
        hub.close()
        stream = Stream(keeper.client, f"/games/{keeper.id}/events")
        assert re.fullmatch(r"(retry: \d+\n\n){2}", stream.rest())
        stream.close()


def test_the_more_phones_listen_the_wider_they_are_spread_when_they_come_again(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "phones", 10_000)
    keeper = program().start()
    hints = []
    for _ in range(20):
        stream = Stream(keeper.client, f"/games/{keeper.id}/events")
        hints.append(int(stream.next()["retry"]))
        stream.close()
    assert min(hints) >= streams.RETRY_MILLISECONDS
    longest = 10_000 * streams.SPREAD_MILLISECONDS
    # That twenty fall into the first tenth of it by chance happens once in 10**20.
    assert max(hints) > streams.RETRY_MILLISECONDS + longest / 10
    assert max(hints) <= streams.RETRY_MILLISECONDS + longest + streams.SPREAD_MILLISECONDS


def test_beyond_the_most_phones_a_stream_is_refused_with_a_sentence_and_pages_go_on(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = program().start()
    monkeypatch.setattr(hub, "most_phones", 1)
    first = Stream(keeper.client, f"/games/{keeper.id}/events")
    first.next()
    for path in (f"/games/{keeper.id}/events", f"/api/v1/games/{keeper.id}/events"):
        second = keeper.client.get(path)
        assert second.status_code == 503
        # Spread, so that they do not all ask again at once.
        assert int(second.headers["Retry-After"]) >= streams.FULL_SECONDS
        assert int(second.headers["Retry-After"]) <= 2 * streams.FULL_SECONDS
        assert "This server keeps all the phones it can" in second.text
    assert keeper.enter(1, 1, {"score": 100}).status_code == 200
    assert keeper.client.get(f"/games/{keeper.id}").status_code == 200
    first.close()
    third = Stream(keeper.client, f"/games/{keeper.id}/events")
    assert "retry" in third.next()
    third.close()


def test_one_that_listens_in_too_many_places_ends_where_it_began_first(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, guest = program().start(), program().start()
    monkeypatch.setattr(hub, "most_of_device", 2)
    path = f"/games/{keeper.id}"
    other = Stream(guest.client, f"/games/{guest.id}/events")
    first = Stream(keeper.client, f"{path}/events")
    second = Stream(keeper.client, f"{path}/board/events")
    third = Stream(keeper.client, f"/api/v1{path}/events")
    for page in (other, first, second, third):
        page.next()
    # It hears that before anything else, and not to come back at once.
    ended = {"retry": str(streams.REPLACED_MILLISECONDS), "event": "replaced", "data": ""}
    assert first.next() == ended
    assert first.rest() == ""
    assert [page.next()["event"] for page in (other, second, third)] == ["sheet"] * 3
    # One that is closed makes room.
    third.close()
    fourth = Stream(keeper.client, f"{path}/events")
    keeper.play(450, 100)
    assert second.next()["event"] == "sheet"
    for page in (other, first, second, fourth):
        page.close()


def test_beyond_the_most_phones_of_a_household_others_may_still_listen(
    program: Callable[[], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = program().start()
    monkeypatch.setattr(hub, "most_of_household", 2)
    path = f"/games/{keeper.id}/events"

    def listen(address: str) -> Stream:
        return Stream(keeper.client, path, REMOTE_ADDR=address)

    pages = [listen("2001:db8::1"), listen("2001:db8::2"), listen("203.0.113.9")]
    for page in pages:
        assert "retry" in page.next()
    refused = keeper.client.get(path, environ_overrides={"REMOTE_ADDR": "2001:db8::3"})
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) >= streams.FULL_SECONDS
    assert "enough phones of your network" in refused.text
    pages.pop(0).close()
    pages.append(listen("2001:db8::3"))
    assert "retry" in pages[-1].next()
    for page in pages:
        page.close()


def test_no_database_session_is_held_while_streaming(
    program: Callable[[], Program], app: Flask
) -> None:
    from scorecard.database.db import db

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
