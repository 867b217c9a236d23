"""The book at the table: starting by it, reading it, looking things up, settling what is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from scorecard.database.db import db
from scorecard.models import Device, Game, Group
from scorecard.services.book import agreeing, house_rules, rulings
from scorecard.services.groups import groups
from scorecard.services.history.changes import Write
from scorecard.services.players import rosters
from scorecard.services.table import seating
from tests.web.people.test_groups import found, uid_of
from tests.web.phone.test_without_scripts import code_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
GAME = "brownie_points"
NOTES = (
    "# Dealing\n\nThe **loser** deals.\n\n# Slaps\n\nFlat hands only. <script>alert(1)</script>\n"
)


class Cabin:
    """A group with a phone in it, and its book."""

    def __init__(self, app: Flask, phone: PlainBrowser, *names: str) -> None:
        self.app = app
        self.phone = phone
        self.address = found(phone, *names)
        self.uid = self.address.rsplit("/", 1)[-1]
        phone.get(f"{self.address}/me")
        phone.press("Continue", {"player": uid_of(phone, names[0])})

    @property
    def group(self) -> Group:
        return db.session.query(Group).filter_by(uid=self.uid).one()

    def write(self) -> Write:
        return Write(db.session.query(Device).first(), datetime.now(UTC), self.group.version)  # type: ignore[arg-type]

    def book(self, name: str = "Cabin", notes: str = NOTES, **options: Any) -> str:
        with self.app.app_context():
            made = house_rules.create(
                db.session, self.group, self.write(), name, GAME, options, notes=notes
            )
            db.session.commit()
            return made.uid

    def save(self, uid: str, **options: Any) -> None:
        with self.app.app_context():
            book = house_rules.find(db.session, self.group, uid)
            house_rules.save(db.session, book, self.write(), options)
            db.session.commit()

    def agree(self, uid: str, *names: str) -> None:
        with self.app.app_context():
            book = house_rules.find(db.session, self.group, uid)
            players = [rosters.named(self.group, name) for name in names]
            agreeing.agree(db.session, book.latest, [one for one in players if one], self.write())
            db.session.commit()

    def rule(self, uid: str, situation: str, decision: str) -> None:
        with self.app.app_context():
            book = house_rules.find(db.session, self.group, uid)
            rulings.rule(db.session, book, self.write(), situation, decision, "Ann and Bob")
            db.session.commit()

    def new(self) -> PlainBrowser:
        return self.phone.get(f"/games/new/{GAME}?group={self.uid}")

    def start(self, uid: str = "", **typed: Any) -> PlainBrowser:
        self.new()
        return self.phone.press(
            "Start", {"player": ["Ann", "Bob"], "house_rules": uid, "confirmed": "yes", **typed}
        )


@pytest.fixture
def cabin(app: Flask, phone: Phones) -> Cabin:
    return Cabin(app, phone(), "Ann", "Bob", "Cy")


def table_of(phone: PlainBrowser) -> str:
    return "/".join(phone.url.split("/")[:3])


class TestStarting:
    def test_the_form_offers_the_books_of_this_card_game(self, cabin: Cabin) -> None:
        uid = cabin.book(squirts_value=200)
        phone = cabin.new()
        choices = ("Cabin version 1", "Squirts costs 200 (usually 100)", "No house rules")
        for part in (*choices, "Cabin To 15,000 · base deck · 1 house rule"):
            assert part in phone.text
        assert phone.field("house_rules") == uid
        assert phone.field("squirts_value") == "200"
        phone.get(f"/games/new/pitch?group={cabin.uid}")
        assert "Cabin" not in phone.text

    def test_without_a_group_there_is_nothing_to_choose(self, cabin: Cabin) -> None:
        cabin.book()
        assert "House rules" not in cabin.phone.get(f"/games/new/{GAME}").text

    def test_what_was_used_last_comes_first(self, cabin: Cabin) -> None:
        cabin.book("Cabin", target=12_000)
        quick = cabin.book("Quick", target=5_000)
        cabin.start(quick)
        assert cabin.new().field("house_rules") == quick
        cabin.start("")
        assert cabin.new().field("house_rules") == ""

    def test_the_game_is_played_by_them_and_says_so(self, cabin: Cabin) -> None:
        uid = cabin.book(target=12_000, ko_hand="ignored")
        phone = cabin.start(uid)
        phone.get(table_of(phone))
        assert "Cabin, version 1" in phone.text
        assert "to 12,000" in phone.text
        phone.click("Cabin, version 1")
        assert "hand: Doesn’t count (usually still counts as minus)" in phone.text

    def test_other_rules_than_shown_hold_without_scripts(self, cabin: Cabin) -> None:
        first = cabin.book("Cabin", target=12_000, ko_hand="ignored", tie="play_on")
        other = cabin.book("Quick", target=5_000, ko_squirts="twice")
        cabin.start(first)
        phone = cabin.new()
        assert phone.field("shown") == f"{first}/1"
        cabin.phone.press("Start", {"house_rules": other, "confirmed": "yes"})
        phone.get(f"{table_of(phone)}/rules")
        assert "Target: 5,000" in phone.text
        assert "Knocked-out player’s Squirts: Its price twice" in phone.text
        assert "A tie at the top: They share the win" in phone.text

    def test_what_is_typed_is_for_this_one_game(self, cabin: Cabin) -> None:
        uid = cabin.book(target=12_000, ko_hand="ignored")
        phone = cabin.start(uid, target="8000", ko_hand="also_negative")
        otherwise = "target 8,000, knocked-out player’s hand (still counts as minus)"
        assert f"Cabin, version 1, {otherwise}" in phone.get(table_of(phone)).text
        phone.get(f"{table_of(phone)}/rules")
        assert re.search(
            rf"Played by Cabin, version 1 of [^,]+, {re.escape(otherwise)}", phone.text
        )
        assert "Target: 8,000" in phone.text
        assert "Cabin: 12,000" in phone.text
        assert "Knocked-out player’s hand: Still counts as minus Cabin: Doesn’t count" in phone.text

    def test_no_house_rules_leave_what_they_said_behind(self, cabin: Cabin) -> None:
        cabin.book(target=12_000)
        phone = cabin.start("")
        phone.get(table_of(phone))
        assert "to 15,000" in phone.text
        assert "Cabin" not in phone.text

    def test_who_has_not_agreed_is_named_and_everything_typed_stays(self, cabin: Cabin) -> None:
        uid = cabin.book(target=12_000)
        cabin.agree(uid, "Ann")
        phone = cabin.new()
        phone.press(
            "Start", {"player": ["Ann", "Bob", "Dee"], "house_rules": uid, "target": "9000"}
        )
        assert phone.status == 409
        assert "Bob and Dee are new to Cabin" in phone.text
        assert phone.field("target") == "9000"
        assert phone.field("house_rules") == uid
        phone.press("Start anyway")
        phone.get(table_of(phone))
        assert (
            "Not everybody agreed to Cabin, version 1: Bob and Dee are new to Cabin" in phone.text
        )
        assert "to 9,000" in phone.text

    def test_what_changed_since_is_said(self, cabin: Cabin) -> None:
        uid = cabin.book(target=12_000)
        cabin.agree(uid, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        phone = cabin.new()
        assert "Ann agreed to version 1; changed since: Target" in phone.text
        phone.press("Start", {"player": ["Ann", "Bob"]})
        assert "Ann and Bob agreed to version 1; changed since: Target" in phone.text

    def test_the_players_of_this_phone_agree_right_there(self, cabin: Cabin, app: Flask) -> None:
        uid = cabin.book(target=12_000)
        cabin.save(uid, target=9_000)
        cabin.agree(uid, "Bob")
        phone = cabin.new()
        assert "Ann: I agree to Cabin, version 2" in phone.text
        phone.press("Start", {"player": ["Ann", "Bob"]})
        assert phone.status == 409
        with app.app_context():
            ann = rosters.named(cabin.group, "Ann")
            assert ann
        phone.press("Start", {f"agree-{uid}/2": ann.uid})
        assert phone.status == 200
        phone.get(table_of(phone))
        assert "Not everybody agreed" not in phone.text
        assert "I agree" not in cabin.new().text

    def test_nobody_agrees_for_others(self, cabin: Cabin, app: Flask) -> None:
        uid = cabin.book(target=12_000)
        cabin.agree(uid, "Ann")
        with app.app_context():
            bob = rosters.named(cabin.group, "Bob")
            assert bob
            other = bob.uid
        phone = cabin.new()
        phone.press("Start", {"player": ["Ann", "Bob"], f"agree-{uid}/1": other})
        assert phone.status == 409
        assert "Bob is new to Cabin" in phone.text

    def test_warnings_and_agreement_are_confirmed_at_once(self, cabin: Cabin) -> None:
        uid = cabin.book(deck="expansion")
        phone = cabin.new()
        phone.press("Start", {"player": ["Ann", "Bob"], "house_rules": uid})
        assert phone.status == 409
        assert "new to Cabin" in phone.text
        assert "expansion" in phone.text.split("Who plays?")[0].lower()
        phone.press("Start anyway")
        assert phone.status == 200

    def test_rules_that_are_gone_meanwhile_are_said_beside_the_choice(
        self, cabin: Cabin, app: Flask
    ) -> None:
        uid = cabin.book(target=12_000)
        cabin.book("Quick")
        phone = cabin.new()
        with app.app_context():
            book = house_rules.find(db.session, cabin.group, uid)
            house_rules.delete(db.session, book, cabin.write())
            db.session.commit()
        phone.press("Start", {"player": ["Ann", "Bob"], "house_rules": uid})
        assert phone.status == 422
        assert "not in the book any more" in phone.text
        assert phone.field("player") == "Ann"


class TestRematch:
    """What is asked before it is started."""

    def ended(self, cabin: Cabin, *agreed: str, **typed: str) -> tuple[str, PlainBrowser]:
        """Play and end a game by Cabin, to which some have agreed, and look at its table."""
        uid = cabin.book(target=12_000)
        cabin.agree(uid, *agreed)
        phone = cabin.start(uid, **typed)
        table = table_of(phone)
        phone.get(f"{table}/end").press("End Game")
        return uid, phone.get(table)

    def test_it_starts_at_once_where_there_is_nothing_to_ask(self, cabin: Cabin) -> None:
        _uid, phone = self.ended(cabin, "Ann", "Bob")
        before = phone.url
        phone.press("Rematch")
        assert phone.status == 200
        assert phone.url != before
        assert "Cabin, version 1" in phone.text

    def test_a_newer_version_is_shown_and_chosen(self, cabin: Cabin) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob", squirts_value="200")
        cabin.save(uid, target=9_000)
        cabin.agree(uid, "Ann", "Bob")
        phone.press("Rematch")
        assert phone.status == 409
        assert phone.response.headers["Scorecard-Code"] == "unconfirmed"
        assert "Cabin is now at version 2; you played by version 1." in phone.text
        assert "Target: 12,000 → is now 9,000" in phone.text
        assert "As in this game: squirts costs 200." in phone.text
        assert "Not everybody has agreed" not in phone.text
        phone.press("Play by version 2")
        assert "Cabin, version 2, squirts costs 200" in phone.text
        assert "to 9,000" in phone.text

    def test_one_may_stay_with_what_was_played(self, cabin: Cabin) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        phone.press("Rematch").press("Stay with version 1")
        assert "Cabin, version 1" in phone.text
        assert "to 12,000" in phone.text
        assert "Not everybody agreed" not in phone.text

    def test_who_has_not_agreed_is_named_and_agrees_right_there(
        self, cabin: Cabin, app: Flask
    ) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        cabin.agree(uid, "Bob")
        with app.app_context():
            ann = rosters.named(cabin.group, "Ann")
            assert ann
            me = ann.uid
        phone.press("Rematch")
        assert phone.response.headers["Scorecard-Code"] == "agreement_required"
        assert "Ann agreed to version 1; changed since: Target." in phone.text
        phone.press("Play by version 2", {f"agree-{uid}/2": me})
        assert "Cabin, version 2" in phone.text
        assert "Not everybody agreed" not in phone.text

    def test_it_is_started_all_the_same_and_goes_on_saying_so(self, cabin: Cabin) -> None:
        _uid, phone = self.ended(cabin, "Ann")
        phone.press("Rematch")
        assert "Bob is new to Cabin. Now at version 1." in phone.text
        assert "Play by" not in phone.text
        phone.press("Start anyway")
        assert "Not everybody agreed to Cabin, version 1: Bob is new to Cabin." in phone.text

    def test_staying_asks_who_agreed_to_what_was_played(self, cabin: Cabin, app: Flask) -> None:
        uid, phone = self.ended(cabin, "Ann")
        cabin.save(uid, target=9_000)
        cabin.agree(uid, "Ann", "Bob")
        phone.press("Rematch").press("Stay with version 1")
        assert phone.status == 409
        assert "Bob agreed to version 2, which changes: Target." in phone.text
        phone.press("Start anyway")
        assert "Cabin, version 1" in phone.text
        assert "Bob agreed only to version 2" in phone.text

    def test_a_version_that_came_meanwhile_is_asked_about(self, cabin: Cabin) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        phone.press("Rematch")
        cabin.save(uid, target=8_000)
        phone.press("Play by version 2")
        assert phone.status == 409
        assert "Cabin is now at version 3" in phone.text
        phone.press("Play by version 3")
        assert "to 8,000" in phone.text

    @pytest.mark.parametrize("typed", ["", "x", "9" * 30])
    def test_what_is_no_version_starts_nothing(self, cabin: Cabin, typed: str) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        sent = phone.client.post(f"{phone.url}/rematch", data={"house_rules_version": typed})
        assert sent.status_code == (404 if typed else 409)

    def test_a_program_is_asked_the_same(self, cabin: Cabin) -> None:
        uid, phone = self.ended(cabin, "Ann", "Bob")
        cabin.save(uid, target=9_000)
        version = {"version": phone.client.get(f"/api/v1{phone.url}").get_json()["version"]}

        def ask(**more: Any) -> Any:
            return phone.client.post(f"/api/v1{phone.url}/rematch", json={**version, **more})

        refused = ask().get_json()
        assert (refused["status"], refused["code"]) == (409, "agreement_required")
        assert [one["code"] for one in refused["warnings"]] == ["newer_version"]
        played = ask(house_rules_version=1).get_json()["house_rules"]
        assert played == {"id": uid, "name": "Cabin", "version": 1, "otherwise": ""}


class TestReading:
    def test_the_page_says_what_holds_in_this_game(self, cabin: Cabin) -> None:
        uid = cabin.book(squirts_value=200)
        cabin.rule(uid, "Two hands at once", "The lower one wins.")
        phone = cabin.start(uid)
        phone.get(f"{table_of(phone)}/rules")
        assert "Played by Cabin, version 1" in phone.text
        assert "Squirts costs: 200 (usually 100)" in phone.text
        assert "The loser deals." in phone.text
        assert "Two hands at once The lower one wins. Ann and Bob" in phone.text
        html = phone.response.get_data(as_text=True)
        assert "<strong>loser</strong>" in html
        assert "<script>alert" not in html

    def test_it_is_the_version_the_game_was_started_with(self, cabin: Cabin) -> None:
        uid = cabin.book(target=12_000)
        phone = cabin.start(uid)
        cabin.save(uid, target=9_000)
        phone.get(f"{table_of(phone)}/rules")
        assert "Played by Cabin, version 1" in phone.text
        assert "New games play by version 2." in phone.text
        assert "Target: 12,000" in phone.text

    def test_a_game_without_a_group_has_its_rules_too(self, phone: Phones) -> None:
        mine = phone().get(f"/games/new/{GAME}")
        mine.press("Start", {"player": ["Ann", "Bob"], "target": "20000"})
        mine.get(f"{table_of(mine)}/rules")
        assert "Played by" not in mine.text
        assert "Target: 20,000 (usually 15,000)" in mine.text


class TestLookingUp:
    @pytest.fixture
    def table(self, cabin: Cabin) -> str:
        uid = cabin.book(notes="# Dog House\n\nNobody looks into it.", squirts_value=200)
        cabin.rule(uid, "Bob slapped with his elbow", "Elbows do not count.")
        return table_of(cabin.start(uid))

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("Squrits", "Squirts costs: 200"),
            ("dog hause", "Nobody looks into it."),
            ("kocked out", "Knocked-out player’s hand"),
            ("elbwo", "Elbows do not count."),
        ],
    )
    def test_what_is_misspelt_is_found_without_scripts(
        self, cabin: Cabin, table: str, question: str, answer: str
    ) -> None:
        phone = cabin.phone.get(f"{table}/rules?q={question}")
        found = phone.text.split("Not settled?")[0]
        assert answer in found
        assert phone.client.get(f"{table}/rules/find?q={question}").status_code == 200

    def test_nonsense_finds_nothing_and_says_so(self, cabin: Cabin, table: str) -> None:
        phone = cabin.phone.get(f"{table}/rules?q=blorf+quux")
        assert "Nothing about “blorf quux”." in phone.text
        piece = phone.client.get(f"{table}/rules/find?q=blorf").get_data(as_text=True)
        assert "<html" not in piece
        assert "Nothing about" in piece

    def test_a_question_is_shown_as_text(self, cabin: Cabin, table: str) -> None:
        phone = cabin.phone.get(
            f"{table}/rules",
        )
        html = phone.client.get(f"{table}/rules?q=<b>squirts</b>").get_data(as_text=True)
        assert "<b>squirts" not in html
        assert "&lt;b&gt;squirts" in html


class TestSettling:
    def test_a_question_becomes_a_dated_ruling_in_the_book(self, cabin: Cabin) -> None:
        uid = cabin.book()
        table = table_of(cabin.start(uid))
        phone = cabin.phone
        phone.get(f"{table}/rules?q=elbow").click("Settle it now")
        assert phone.field("situation") == "elbow"
        assert phone.field("decided_by") == "Everybody at the table"
        phone.press("Save ruling", {"decision": "Elbows do not count."})
        assert phone.text.count("Elbows do not count.") == 1
        assert "in Cabin" in phone.text
        phone.get(f"{table}/rules?q=elbows")
        assert "in this game" in phone.text
        phone.get(f"{table}/history")
        assert "Settled: Elbows do not count." in phone.text
        assert "Elbows do not count." in phone.get(f"{cabin.address}/history").text

    def test_what_is_left_out_is_said_beside_it_and_the_rest_stays(self, cabin: Cabin) -> None:
        table = table_of(cabin.start(cabin.book()))
        phone = cabin.phone.get(f"{table}/rulings?q=elbow")
        phone.press("Save ruling", {"decision": " ", "decided_by": "Bob"})
        assert phone.status == 422
        assert "Say how it was settled." in phone.text
        assert phone.field("situation") == "elbow"
        assert phone.field("decided_by") == "Bob"
        assert 'id="decision-error"' in phone.response.get_data(as_text=True)

    def test_a_game_without_house_rules_gets_some_of_what_it_is_played_by(
        self, cabin: Cabin
    ) -> None:
        table = table_of(cabin.start("", target="20000", **{"values-10": "200"}))
        phone = cabin.phone.get(f"{table}/rulings")
        assert phone.field("name") == "Our Brownie Points"
        phone.press("Save ruling", {"situation": "Elbow", "decision": "No."})
        assert "in Our Brownie Points" in phone.text
        phone.get(f"{table}/rules")
        assert "Played by Our Brownie Points, version 1" in phone.text
        assert "Our Brownie Points: " not in phone.text
        cabin.new()
        assert "Target 20,000 (usually 15,000)" in phone.text
        assert "Card values: 10 = 200 (usually 10 = 150)" in phone.text

    def test_it_may_go_into_a_book_that_is_there(self, cabin: Cabin) -> None:
        uid = cabin.book()
        table = table_of(cabin.start(""))
        phone = cabin.phone.get(f"{table}/rulings")
        phone.press("Save ruling", {"situation": "Elbow", "decision": "No.", "book": uid})
        assert "in Cabin" in phone.text
        phone.get(f"{table}/rules")
        assert "Played by" not in phone.text
        assert "Elbow" in phone.text

    def test_a_stranger_to_the_group_sees_none_of_its_books(
        self, cabin: Cabin, phone: Phones
    ) -> None:
        uid = cabin.book("Secret hut")
        table = table_of(cabin.start(""))
        stranger = phone().get("/join")
        stranger.press("Join", {"code": code_of(cabin.phone.get(table))})
        stranger.press("Bob")
        assert "Secret hut" not in stranger.get(f"{table}/rulings").text
        typed = {"situation": "Elbow", "decision": "No.", "decided_by": "Me", "book": uid}
        posted = stranger.client.post(f"{table}/rulings", data=typed)
        assert posted.status_code == 404
        assert "Elbow" not in cabin.phone.get(f"{table}/rules").text

    def test_a_game_that_was_moved_writes_into_the_new_groups_book(self, cabin: Cabin) -> None:
        table = table_of(cabin.start(cabin.book()))
        with cabin.app.app_context():
            game = db.session.query(Game).one()
            write = cabin.write()
            other = groups.create(db.session, write, "Sunday", "a test's secret")
            seating.move(db.session, game, replace(write, version=game.version), other, {})
            db.session.commit()
        phone = cabin.phone.get(f"{table}/rulings")
        assert "It goes into" not in phone.text
        phone.press("Save ruling", {"situation": "Elbow", "decision": "No.", "name": "Sundays"})
        assert "in Sundays" in phone.text

    def test_a_name_that_is_taken_is_said_beside_it(self, cabin: Cabin) -> None:
        cabin.book()
        table = table_of(cabin.start(""))
        phone = cabin.phone.get(f"{table}/rulings")
        phone.press(
            "Save ruling",
            {"situation": "Elbow", "decision": "No.", "book": "new", "name": "cabin"},
        )
        assert phone.status == 422
        assert "called Cabin" in phone.text
        assert phone.field("decision") == "No."

    def test_a_game_without_a_group_is_told_where_rulings_live(self, phone: Phones) -> None:
        mine = phone().get(f"/games/new/{GAME}")
        mine.press("Start", {"player": ["Ann", "Bob"]})
        table = table_of(mine)
        mine.get(f"{table}/rulings")
        assert "This game has no group." in mine.text
        mine.click("Move the game to a group")
        assert mine.url == f"{table}/group"
        posted = mine.client.post(f"{table}/rulings", data={"situation": "x", "decision": "y"})
        assert posted.status_code == 404
        assert "has no group" in posted.get_data(as_text=True)

    def test_the_same_form_sent_twice_rules_once(self, cabin: Cabin, app: Flask) -> None:
        uid = cabin.book()
        table = table_of(cabin.start(uid))
        data = {"situation": "Elbow", "decision": "No.", "decided_by": "Bob", "key": "once"}
        for _ in range(2):
            assert cabin.phone.client.post(f"{table}/rulings", data=data).status_code == 303
        with app.app_context():
            assert len(house_rules.find(db.session, cabin.group, uid).rulings) == 1
