"""What is known and of whom: told, handed out, and forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorecard import __version__
from scorecard.database import sqlite_files
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.models import BinCount, Device
from scorecard.operating import housekeeping
from tests.told import without_keys
from tests.web.conftest import NOON, Place, Program
from tests.web.plain_browser import PlainBrowser


class Club:
    """A group over HTTP: its keeper's phone, and others that join it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.keeper = app.test_client()
        self.uid = self.keeper.post("/api/v1/groups", json={"name": "Thursday"}).get_json()[
            "group"
        ]["id"]
        self.path = f"/groups/{self.uid}"
        self.api = f"/api/v1{self.path}"

    @property
    def version(self) -> int:
        return int(self.keeper.get(self.api).get_json()["version"])

    def add(self, name: str) -> str:
        body = {"name": name, "version": self.version}
        made = self.keeper.post(f"{self.api}/players", json=body)
        return made.headers["Location"].rsplit("/", 1)[1]

    def join(self, *players: str) -> FlaskClient:
        phone = self.app.test_client()
        link = self.keeper.get(f"{self.api}/invitation").get_json()["link"]
        token = link.rsplit("/", 1)[1]
        assert phone.post("/api/v1/groups/join", json={"token": token}).status_code == 200
        phone.post(f"{self.path}/me", data={"player": list(players)})
        return phone

    def play(self, *names: str) -> str:
        body = {"game": "brownie_points", "players": list(names), "group": self.uid}
        game = self.keeper.post("/api/v1/games", json=body).get_json()["game"]
        entries = {str(seat): {"score": 50 * seat} for seat in range(1, len(names) + 1)}
        path = f"/api/v1/games/{game['id']}"
        body = {"version": game["version"], "entries": entries}
        done = self.keeper.put(f"{path}/rounds/1", json=body)
        assert done.status_code == 200, done.get_json()
        return str(game["id"])


def bytes_in(place: Place, wanted: bytes) -> bool:
    """Whether any of the files that are the database holds these bytes."""
    return any(wanted in file.read_bytes() for file in place.files() if file.exists())


@pytest.fixture
def club(app: Flask) -> Club:
    return Club(app)


class TestPlayer:
    def test_their_own_phone_forgets_them_and_is_out(self, app: Flask, club: Club) -> None:
        ann, bob = club.add("Ann"), club.add("Bob")
        game = club.play("Ann", "Bob")
        phone = club.join(bob)
        browser = PlainBrowser(phone).get(f"{club.path}/players/{bob}/edit").click("Forget Bob")
        assert "This can’t be undone" in browser.text
        assert "in 1 game and its history" in browser.text
        browser.press("Forget")
        assert browser.status == 422
        assert "Tick “I’m sure” first" in browser.text
        browser.press("Forget", {"is_certain": "yes"})
        assert browser.status == 200
        assert browser.url == "/"
        assert phone.get(club.path).status_code == 404
        sheet = club.keeper.get(f"/games/{game}").get_data(as_text=True)
        assert "Former player 1" in sheet
        assert "Bob" not in without_keys(sheet)
        for page in ("players", "history", "games", f"players/{bob}", "records", "export.json"):
            text = club.keeper.get(f"{club.path}/{page}").get_data(as_text=True)
            assert "Bob" not in without_keys(text)
        assert "Ann" in sheet
        assert ann

    def test_the_name_is_in_no_file_of_the_database_any_more(self, place: Place) -> None:
        club = Club(place.app)
        gone = club.add("Xaverius")
        club.add("Bob")
        game = club.play("Xaverius", "Bob")
        assert bytes_in(place, b"Xaverius")
        body = {"version": club.version, "is_certain": True}
        answer = club.keeper.post(f"{club.api}/players/{gone}/forget", json=body)
        assert answer.status_code == 200
        assert not bytes_in(place, b"Xaverius")
        assert club.keeper.get(f"/api/v1/games/{game}").status_code == 200

    def test_what_somebody_was_reading_meanwhile_goes_with_the_daily_housekeeping(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite_files, "BUSY_SECONDS", 0.1)
        club = Club(place.app)
        gone = club.add("Xaverius")
        with closing(sqlite3.connect(place.file)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT name FROM players").fetchall() == [("Xaverius",)]
            body = {"version": club.version, "is_certain": True}
            answer = club.keeper.post(f"{club.api}/players/{gone}/forget", json=body)
            assert answer.status_code == 200
        assert bytes_in(place, b"Xaverius")
        housekeeping.clear_up(place.app, NOON)
        assert not bytes_in(place, b"Xaverius")

    def test_what_is_erased_from_the_bin_is_in_no_file_either(self, place: Place) -> None:
        phone = Program(place.app.test_client()).start("Xaverius", "Bob")
        assert phone.post("/delete").status_code == 200
        with place.app.app_context():
            for _day in range(2):
                housekeeping.clear_up(place.app, NOON)
            db.session.execute(update(BinCount).values(days=30))
            db.session.commit()
            assert bytes_in(place, b"Xaverius")
            assert housekeeping.clear_up(place.app, NOON + timedelta(days=31))
        assert not bytes_in(place, b"Xaverius")
        assert not bytes_in(place, phone.id.encode())

    def test_a_keeper_may_and_nobody_else(self, club: Club, app: Flask) -> None:
        ann, bob = club.add("Ann"), club.add("Bob")
        path = f"{club.path}/players/{ann}"
        for stranger, expected in ((club.join(bob), 403), (app.test_client(), 404)):
            for page in ("forget", "export.json", "export.csv"):
                assert stranger.get(f"{path}/{page}").status_code == expected
            data = {"is_certain": "yes"}
            assert stranger.post(f"{path}/forget", data=data).status_code == expected
            body = {"version": club.version, "is_certain": True}
            assert stranger.post(f"/api/v1{path}/forget", json=body).status_code == expected
            assert stranger.get(f"/api/v1{path}/export").status_code == expected
        other = Club(app)
        foreign = f"{other.path}/players/{ann}"
        assert other.keeper.post(f"{foreign}/forget", data=data).status_code == 404
        assert other.keeper.get(f"{foreign}/export.json").status_code == 404
        done = club.keeper.post(f"{path}/forget", data={"is_certain": "yes", "key": "k"})
        assert done.headers["Location"] == f"{club.path}/players"
        again = club.keeper.post(f"{path}/forget", data={"is_certain": "yes", "key": "k"})
        assert again.status_code == 303
        twice = club.keeper.post(f"{path}/forget", data={"is_certain": "yes", "key": "other"})
        assert twice.status_code == 422
        assert "was forgotten already" in twice.get_data(as_text=True)

    def test_words_that_look_like_the_name_are_offered(self, club: Club) -> None:
        gone = club.add("Xaverius")
        club.add("Bob")
        game = club.play("Xaverius", "Bob")
        told = {"anecdote": "xaverius won with Xaveriuss last card", "version": 2}
        club.keeper.post(f"/games/{game}/anecdote", data=told)
        path = f"{club.path}/players/{gone}/forget"
        words = club.keeper.get(f"/api/v1{path}").get_json()
        assert words == {"words": {"Xaveriuss": 1, "xaverius": 1}}
        page = PlainBrowser(club.keeper).get(path)
        assert "Replace these words, too?" in page.text
        page.press("Forget")
        assert page.status == 422
        # The name in small letters is ticked by itself, the other word by hand.
        fields = dict(page.page.forms["form 0"].fields)
        assert fields["also"] == "xaverius"
        page.press("Forget", {"is_certain": "yes", "also": ["xaverius", "Xaveriuss"]})
        assert page.status == 200
        for shown in (f"/games/{game}", f"/games/{game}/history"):
            assert "xaveriu" not in club.keeper.get(shown).get_data(as_text=True).casefold()

    def test_a_program_says_that_it_is_certain(self, club: Club) -> None:
        bob = club.add("Bob")
        path = f"{club.api}/players/{bob}/forget"
        refused = club.keeper.post(path, json={"version": club.version, "is_certain": False})
        assert refused.status_code == 422
        assert refused.get_json()["field"] == "is_certain"
        done = club.keeper.post(path, json={"version": club.version, "is_certain": True})
        assert done.get_json() == {"name": "Former player 1"}

    def test_everything_about_them_can_be_taken_along(self, club: Club) -> None:
        ann, bob = club.add("Ann"), club.add("Bob")
        game = club.play("Ann", "Bob")
        phone = club.join(bob)
        response = phone.get(f"{club.path}/players/{bob}/export.json")
        assert "attachment" in response.headers["Content-Disposition"]
        told = response.get_json()
        assert told == phone.get(f"{club.api}/players/{bob}/export").get_json() | {
            "exported_at": told["exported_at"]
        }
        assert [player["name"] for player in told["player"]] == ["Bob"]
        (played,) = told["games"]
        (seat,) = played["seats"]
        assert (played["uid"], seat["name"], seat["total"]) == (game, "Bob", 100)
        assert seat["rounds"][0]["entry"] == {"score": 100}
        assert seat["rounds"][0]["points"] == 100
        assert "Ann" not in without_keys(response.get_data(as_text=True))
        lines = phone.get(f"{club.path}/players/{bob}/export.csv").get_data(as_text=True)
        lines = without_keys(lines)
        assert lines.count("Bob") == 1
        assert "Ann" not in lines
        assert ann

    def test_what_is_counted_in_secret_is_in_no_file(self, club: Club) -> None:
        ann = club.add("Ann")
        club.add("Bob")
        body = {"game": "brownie_points", "players": ["Ann", "Bob"], "group": club.uid}
        game = club.keeper.post("/api/v1/games", json={**body, "is_blind": True}).get_json()["game"]
        entry = {"version": game["version"], "entry": {"score": 450}}
        path = f"/api/v1/games/{game['id']}/rounds/1/entries/1"
        assert club.keeper.put(path, json=entry).status_code == 200
        told = club.keeper.get(f"{club.path}/players/{ann}/export.json").get_json()
        assert told["games"][0]["seats"][0]["rounds"][0]["entry"] is None


class TestPhone:
    def test_it_is_out_of_everything_and_known_to_nobody(
        self, app: Flask, program: Callable[[], Program]
    ) -> None:
        keeper = program().start("Ann", "Bob")
        phone = program().join(keeper, 2)
        cookie = phone.client.get_cookie("scorecard")
        assert cookie
        browser = PlainBrowser(phone.client).get("/").click("Sign out this phone")
        browser.press("Sign out this phone")
        assert browser.url == "/forgotten"
        assert phone.client.get("/api/v1/games").get_json() == {"games": []}
        assert len(keeper.get("/devices").get_json()["devices"]) == 1
        # A copy of the cookie opens nothing either.
        thief = app.test_client()
        thief.set_cookie("scorecard", cookie.value)
        assert thief.get(f"/games/{keeper.id}").status_code == 404
        history = keeper.client.get(f"/games/{keeper.id}/history").get_data(as_text=True)
        assert "The phone of Bob left" in history

    def test_the_cookie_is_dropped(self, program: Callable[[], Program]) -> None:
        phone = program().start()
        response = phone.client.post("/forget", data={})
        assert "scorecard=; Expires=Thu, 01 Jan 1970" in response.headers["Set-Cookie"]

    def test_a_game_it_keeps_is_handed_over(self, program: Callable[[], Program]) -> None:
        keeper = program().start("Ann", "Bob")
        watching = program().join(keeper, role="spectator")
        player = program().join(keeper, 2)
        assert keeper.client.post("/forget", data={}).status_code == 303
        player.sheet()
        assert player.post("/renew").status_code == 200
        assert watching.get().status_code == 200

    def test_games_that_are_on_it_alone_are_named(self, program: Callable[[], Program]) -> None:
        alone = program().start("Ann", "Bob")
        page = PlainBrowser(alone.client).get("/forget").text
        assert "1 game is on this phone only: Ann, Bob" in page

    def test_of_many_such_games_the_first_three_are_named(
        self, program: Callable[[], Program]
    ) -> None:
        alone = program().start("Ann", "Bob")
        for _game in range(4):
            Program(alone.client).start("Ann", "Bob")
        page = PlainBrowser(alone.client).get("/forget").text
        assert "5 games are on this phone only" in page
        assert page.count("Ann, Bob") == 3
        assert "and 2 more" in page

    def test_the_last_keeper_of_a_group_hands_that_over_first(self, club: Club) -> None:
        page = PlainBrowser(club.keeper).get("/forget")
        assert "Make another phone scorekeeper of this group first" in page.text
        assert [button.text for button in page.page.buttons] == []
        refused = club.keeper.post("/forget", data={})
        assert refused.status_code == 409
        assert "last scorekeeper of Thursday" in refused.get_data(as_text=True)
        assert club.keeper.get(club.path).status_code == 200
        page.click("Delete Thursday…").press("Move to trash")
        assert "Sign out this phone" in [button.text for button in page.get("/forget").page.buttons]

    def test_one_that_is_nobody_s_is_told_the_same(self, client: FlaskClient) -> None:
        assert client.get("/forget").status_code == 200
        assert client.post("/forget", data={}).headers["Location"] == "/forgotten"

    def test_a_program_s_token_opens_nothing_afterwards(self, app: Flask) -> None:
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        token = app.test_client().post("/api/v1/games", json=body).get_json()["device_token"]
        client = app.test_client()
        headers = {"Authorization": f"Bearer {token}"}
        done = client.post("/api/v1/device/forget", json={}, headers=headers)
        assert done.get_json() == {"is_forgotten": True}
        assert client.get("/api/v1/games", headers=headers).get_json() == {"games": []}


def test_who_is_sent_out_of_a_group_sees_its_tables_no_more(app: Flask, club: Club) -> None:
    """Also a phone that only looked at a table, and never joined the game."""
    club.add("Ann")
    club.add("Bob")
    game = club.play("Ann", "Bob")
    phone = club.join()
    with phone.session_transaction() as session:
        uid = session["device"]
    with app.app_context():
        device = db.session.scalar(select(Device.id).where(Device.uid == uid))
    heard: list[Any] = [hub.subscribe(topic, uid) for topic in (game, club.uid)]
    other = hub.subscribe(game, "somebody else")
    try:
        assert phone.get(f"/games/{game}").status_code == 200
        done = club.keeper.post(f"{club.path}/devices/{device}/send-out", data={})
        assert done.status_code == 303
        assert [listener.is_closed for listener in heard] == [True, True]
        assert not other.is_closed
        assert phone.get(f"/games/{game}").status_code == 404
    finally:
        for listener in [*heard, other]:
            hub.unsubscribe(listener)


def test_what_this_is_and_what_is_kept_is_said_in_plain_words(client: FlaskClient) -> None:
    page = PlainBrowser(client).get("/").click("About")
    for words in (
        *("What is kept", "Where, and for how long", "30 days", "Who sees it"),
        *("Cookies", "says who you are: a random number for this phone", "400 days"),
        *("How to leave", "Sign out this phone"),
        *("Where the rules come from", "web page and box leaflet"),
        *(f"Scorecard {__version__}", "MIT licence"),
    ):
        assert words in page.text, words
    assert "Sign out this phone" in page.click("Sign out this phone").text
