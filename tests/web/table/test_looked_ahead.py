"""What a write says of its game before it is committed is what anybody reads of it afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from scorecard.answers import to_json
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.services.table import games
from scorecard.web.live import sheets, streams
from tests.web.conftest import Place, Program, an_app, group_of

COUNT = {"quick": {"pile_points": 100, "hand_points": 50}}
Step = tuple[str, str, dict[str, Any]]


def entry(number: int, seat: int, typed: Any) -> Step:
    body = {"entry": typed, "is_confirmed": True}
    return "put", f"/rounds/{number}/entries/{seat}", body


EVENING: tuple[Step, ...] = (
    entry(1, 1, {"score": 100}),
    entry(1, 2, COUNT),
    entry(2, 2, {"pile": {"7": 2}, "squirts": 1}),
    entry(2, 2, {"score": -50}),
    entry(2, 1, {"score": 200}),
    ("post", "/undo", {}),
    ("post", "/redo", {}),
    entry(1, 1, {"score": 150}),
    ("put", "/rounds/3", {"entries": {"1": {"score": 50}, "2": {"score": 50}}}),
    ("put", "/seats/2/name", {"name": "Bo"}),
    entry(4, 1, {"score": 300}),
    ("post", "/rounds/4/close", {"zero_for": [2], "is_confirmed": True}),
    ("put", "/me", {"seats": [1]}),
    entry(5, 1, {"score": 50}),
    ("post", "/undo", {}),
    ("post", "/undo", {}),
    ("post", "/end", {}),
    ("post", "/reopen", {}),
    entry(4, 2, {"score": 5_000}),
)


Read = tuple[dict[str, Any], str]
"""A game as data, and as the piece of a page."""


def read_anew(other: Flask, uid: str) -> Read:
    """Return a game as another process reads it, which has walked through no version of it yet."""
    with pytest.MonkeyPatch.context() as patch, other.test_request_context():
        patch.setattr(sheets, "_shelf", streams.Shelf(1))
        game = games.find_game(db.session, uid)
        assert game
        found = sheets.rendered(game)
        return json.loads(found.json), found.html


def kept(uid: str) -> Read | None:
    """Return the game as its last write has kept it."""
    if uid not in sheets._shelf._items:
        return None
    _tag, found = sheets._shelf._items[uid]
    return json.loads(found.json), found.html


@pytest.fixture
def other(place: Place) -> Iterator[Flask]:
    """Another process on the same file."""
    other = an_app(place.file)
    yield other
    with other.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("is_blind", [False, True])
def test_after_every_write_the_game_is_kept_as_it_is_read_anew(
    place: Place, other: Flask, is_blind: bool
) -> None:
    phone = Program(place.app.test_client()).start("Ann", "Bob", is_blind=is_blind)
    for method, path, body in EVENING:
        answer = getattr(phone, method)(path, body)
        assert answer.status_code == 200, (path, answer.get_json())
        with place.app.test_request_context():
            ahead = kept(phone.id)
        read = read_anew(other, phone.id)
        assert answer.get_json() == read[0], path
        assert ahead in (None, read), path


@contextmanager
def failing_commits(engine: sa.Engine) -> Iterator[None]:
    """Let nothing be committed meanwhile, as on a full disk."""

    def fail(_connection: object) -> None:
        raise OSError(28, "No space left on device")

    sa.event.listen(engine, "commit", fail)
    try:
        yield
    finally:
        sa.event.remove(engine, "commit", fail)


def test_a_round_that_could_not_be_saved_is_in_nothing_that_is_told_later(
    place: Place, other: Flask
) -> None:
    phone = Program(place.app.test_client()).start("Ann", "Bob")
    phone.play(100, 200)
    phone.enter(2, 1, {"score": 300})
    with failing_commits(place.engine):
        assert phone.enter(2, 2, {"score": 400}).status_code == 503
    answer = phone.enter(2, 2, {"score": 500})
    assert [entry["points"] for entry in answer.get_json()["rounds"][1]["entries"]] == [300, 500]
    assert answer.get_json() == read_anew(other, phone.id)[0]


def test_a_colour_of_the_roster_is_told_with_the_next_count(place: Place, other: Flask) -> None:
    client = place.app.test_client()
    group = f"/api/v1/groups/{group_of(client, 'Ann', 'Bob', 'Cy')}"
    phone = Program(client).start("Ann", "Bob", "Cy", group=group.rpartition("/")[2])
    assert phone.enter(1, 1, COUNT, is_confirmed=True).status_code == 200
    told = client.get(group).get_json()
    ann = next(player for player in told["players"] if player["name"] == "Ann")
    body = {"colour": 7, "version": told["version"]}
    assert client.put(f"{group}/players/{ann['id']}", json=body).status_code == 200
    answer = phone.enter(1, 2, {"pile": {"7": 2}}).get_json()
    assert answer["seats"][0]["colour"] == 7
    assert answer == read_anew(other, phone.id)[0]


def test_nothing_is_rendered_before_it_is_committed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Program(place.app.test_client()).start("Ann", "Bob")
    happened: list[str] = []

    def note(what: object) -> str:
        happened.append("rendered")
        return to_json(what)

    monkeypatch.setattr(sheets, "to_json", note)
    sa.event.listen(place.engine, "commit", lambda _connection: happened.append("committed"))
    entries = {"1": {"score": 100}, "2": {"score": 200}}
    assert phone.put("/rounds/1", {"entries": entries}).get_json()["rounds"]
    assert happened[0] == "committed"
    assert "rendered" in happened


def test_a_count_by_form_is_looked_at_ahead_where_a_phone_listens(place: Place) -> None:
    uid = place.phone.id
    sheets._shelf._items.clear()

    def count(seat: int) -> None:
        fields = {"style": "direct", "score": "100", "version": str(place.phone.version)}
        answer = place.phone.client.post(f"/games/{uid}/rounds/1/seats/{seat}", data=fields)
        assert answer.status_code == 303

    count(1)
    assert uid not in sheets._shelf._items
    listener = hub.subscribe(uid, "a phone")
    try:
        count(2)
    finally:
        hub.unsubscribe(listener)
    assert uid in sheets._shelf._items
