"""A running game's rules are changed by everybody's consent, on phones without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorecard.database.db import db
from scorecard.models import Amendment, Game
from tests.web.phone.test_without_scripts import code_of, count, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]


class Evening:
    """A game of Ann, Bob and Cy: the keeper holds Ann's phone, Bob his own, Cy has none."""

    def __init__(self, phone: Phones) -> None:
        self.ann = phone()
        start(self.ann, "Ann", "Bob", "Cy")
        self.table = self.ann.url
        self.ann.get(f"{self.table}/me").press("Ann")
        self.bob = phone().get("/join")
        self.bob.press("Join", {"code": code_of(self.ann)}).press("Bob")

    def ask(self, phone: PlainBrowser, reason: str = "too cheap", **typed: str) -> PlainBrowser:
        phone.get(f"{self.table}/settings").click("Change the rules of this game")
        return phone.press("Ask the table", {"reason": reason, **typed})

    def see(self, phone: PlainBrowser) -> PlainBrowser:
        return phone.get(self.table)


@pytest.fixture
def evening(phone: Phones) -> Evening:
    return Evening(phone)


def test_it_is_asked_on_every_phone_and_holds_once_all_have_agreed(evening: Evening) -> None:
    ann, bob = evening.ann, evening.bob
    evening.ask(bob, squirts_value="200")
    for phone in (ann, bob):
        evening.see(phone)
        assert "Bob asks to change the rules of this game" in phone.text
        assert "Squirts costs 200 (now 100)" in phone.text
        assert "From round 1 on." in phone.text
        assert "too cheap" in phone.text
        assert "Waiting for Ann and Cy" in phone.text
    ann.press("Ann: I agree")
    assert "Waiting for Cy" in ann.text
    ann.press("Cy agrees")
    assert "asks to change" not in ann.text
    assert "For all rounds: Squirts costs 200 (before 100) too cheap" in ann.text
    ann.get(f"{evening.table}/rules")
    assert "Squirts costs: 200 (usually 100)" in ann.text
    assert "From round 1: Squirts costs 200 (before 100)" in ann.text
    ann.get(f"{evening.table}/history")
    assert "House rules changed from round 1 on: Squirts costs (too cheap)" in ann.text
    assert "Cy agreed" not in ann.text
    assert "Ann agreed to change the house rules" in ann.text


def test_where_it_took_effect_stands_between_the_rounds(evening: Evening) -> None:
    for _ in range(2):
        evening.ann.get(f"{evening.table}/count-all?style=direct")
        evening.ann.press("Save", {f"s{seat}-score": "100" for seat in (1, 2, 3)})
    evening.ask(evening.ann, target="20000")
    evening.see(evening.bob).press("Bob: I agree")
    evening.see(evening.ann).press("Cy agrees")
    text = evening.ann.text
    assert "From round 3: Target 20,000 (before 15,000)" in text
    assert text.index("From round 3:") < text.index("Round 2 100")
    assert "to 20,000" in text


def test_for_all_rounds_those_played_are_scored_anew(evening: Evening) -> None:
    ann = evening.ann
    count(ann, 1, 1, {"style": "cards", "pile-6": "5", "squirts": "1"})
    for seat in (2, 3):
        count(ann, seat, 1, {"style": "direct", "score": "0"})
    assert "400" in evening.see(ann).text
    evening.ask(ann, squirts_value="200", rounds="all")
    assert "including those played" in evening.see(ann).text
    evening.see(evening.bob).press("Bob: I agree")
    evening.see(ann).press("Cy agrees")
    assert "For all rounds: Squirts costs 200" in ann.text
    assert "300" in ann.text
    assert "400" not in ann.text


def test_what_everybody_agreed_to_can_be_made_to_hold(evening: Evening, app: Flask) -> None:
    evening.ask(evening.ann, squirts_value="200")
    with app.app_context():
        waiting = db.session.query(Amendment).one()
        waiting.consents = dict.fromkeys("123", "phone")
        db.session.get_one(Game, waiting.game_id).version += 1
        db.session.commit()
    ann = evening.see(evening.ann)
    assert ann.status == 200
    assert "Everybody agrees." in ann.text
    ann.press("Change the rules")
    assert "For all rounds: Squirts costs 200" in ann.text


def test_nobody_agrees_for_a_seat_of_another_phone(evening: Evening) -> None:
    evening.ask(evening.ann, squirts_value="200")
    evening.see(evening.bob).press("Cy agrees")
    assert evening.bob.status == 403
    evening.see(evening.ann).press("Bob: I agree")
    assert evening.ann.status == 403
    assert "The others agree on their own phones" in evening.ann.text
    agree = "/amend/agree"
    for query in ("", "?seat=9", "?seat=x", "?seat=1"):
        response = evening.bob.client.post(f"{evening.table}{agree}{query}", data={"version": "3"})
        assert response.status_code in (403, 409), query
    assert "Waiting for Bob and Cy" in evening.see(evening.ann).text


def test_the_keeper_confirms_only_for_those_without_a_phone(evening: Evening) -> None:
    evening.ask(evening.ann, squirts_value="200")
    html = evening.see(evening.ann).response.get_data(as_text=True)
    assert "seat=3" in html.split("amend/confirm", 1)[1]
    wish = html.split("wish=", 1)[1].split("&", 1)[0]
    response = evening.ann.client.post(
        f"{evening.table}/amend/confirm?wish={wish}&seat=2", data={"version": "9"}
    )
    assert response.status_code == 403
    assert "agree on their own phones" in response.get_data(as_text=True)


def test_a_keeper_alone_confirms_for_everybody_at_once(phone: Phones) -> None:
    keeper = start(phone(), "Ann", "Bob", "Cy")
    table = keeper.url
    keeper.click("Settings").click("Change the rules of this game")
    keeper.press("Ask the table", {"reason": "shorter", "target": "5000"})
    assert "Waiting for Ann, Bob and Cy" in keeper.text
    keeper.press("They all agree")
    assert "to 5,000" in keeper.text
    keeper.get(f"{table}/history")
    assert "House rules changed from round 1 on: Target (shorter)" in keeper.text


def test_no_turns_it_down_and_says_who(evening: Evening) -> None:
    evening.ask(evening.ann, squirts_value="200")
    evening.see(evening.bob).press("No")
    for phone in (evening.ann, evening.bob):
        text = evening.see(phone).text
        assert "Bob said no: Squirts costs stays as it is." in text
        assert "asks to change" not in text
    evening.ann.get(f"{evening.table}/history")
    assert "Turned down, the house rules stay as they are: Squirts costs" in evening.ann.text
    assert "Squirts costs: 100" in evening.ann.get(f"{evening.table}/rules").text


def test_who_asked_takes_it_back(evening: Evening) -> None:
    evening.ask(evening.ann, squirts_value="200")
    evening.see(evening.ann).press("No")
    assert "Ann took it back: Squirts costs stays as it is." in evening.ann.text


def test_an_answer_to_a_change_that_was_replaced_is_refused(evening: Evening) -> None:
    evening.ask(evening.ann, squirts_value="200")
    evening.see(evening.bob)
    evening.see(evening.ann).press("No")
    evening.ask(evening.ann, squirts_value="300")
    evening.bob.press("Bob: I agree")
    assert evening.bob.status == 409
    assert "Another change is on the table now" in evening.bob.text
    evening.see(evening.ann).press("No")
    evening.bob.press("Bob: I agree")
    assert "No change is open." in evening.bob.text


def test_a_count_meanwhile_is_no_reason_to_ask_again(evening: Evening) -> None:
    evening.ann.get(f"{evening.table}/amend")
    count(evening.bob, 2, 1, {"style": "direct", "score": "100"})
    evening.ann.press("Ask the table", {"reason": "why not", "target": "9000"})
    assert evening.ann.status == 200


def test_why_and_from_when_come_first_and_the_rest_is_folded(evening: Evening) -> None:
    evening.ann.get(f"{evening.table}/amend")
    html = evening.ann.response.get_data(as_text=True)
    places = [html.index(f'name="{name}"') for name in ("reason", "rounds", "target")]
    folded = html.index('<details class="more">')
    assert [*places, folded, html.index('name="squirts_value"')] == sorted(
        [*places, folded, html.index('name="squirts_value"')]
    )
    evening.ask(evening.ann, squirts_value="9999")
    assert '<details class="more" open>' in evening.ann.response.get_data(as_text=True)


class TestBadInput:
    def test_no_reason(self, evening: Evening) -> None:
        evening.ask(evening.ann, reason=" ", squirts_value="200", rounds="all")
        assert evening.ann.status == 422
        assert "Say why you want the change" in evening.ann.text
        html = evening.ann.response.get_data(as_text=True)
        assert 'aria-describedby="reason-error"' in html
        assert evening.ann.field("squirts_value") == "200"
        assert evening.ann.field("rounds") == "all"

    def test_out_of_range(self, evening: Evening) -> None:
        evening.ask(evening.ann, squirts_value="9999")
        assert evening.ann.status == 422
        assert evening.ann.text.count("9999") <= 1
        html = evening.ann.response.get_data(as_text=True)
        assert 'aria-describedby="squirts_value-error" aria-invalid="true"' in html
        assert 'id="squirts_value-error"' in html
        assert evening.ann.field("squirts_value") == "9999"
        assert evening.ann.field("reason") == "too cheap"

    def test_nothing_changed(self, evening: Evening) -> None:
        evening.ask(evening.ann)
        assert evening.ann.status == 422
        assert (
            "That changes nothing: every setting of Brownie Points is like that already."
            in evening.ann.text
        )

    def test_another_one_waits(self, evening: Evening) -> None:
        evening.bob.get(f"{evening.table}/amend")
        evening.ask(evening.ann, squirts_value="200")
        evening.bob.press("Ask the table", {"reason": "mine", "target": "9000"})
        assert evening.bob.status == 409
        assert "Answer the open change first" in evening.bob.text
        assert evening.bob.field("target") == "9000"
        evening.bob.get(f"{evening.table}/amend")
        assert "Answer the open change" in evening.bob.text

    def test_an_ended_game(self, evening: Evening) -> None:
        evening.bob.get(f"{evening.table}/amend")
        evening.see(evening.ann).click("End Game").press("End Game")
        evening.bob.press("Ask the table", {"reason": "late", "target": "9000"})
        assert evening.bob.status == 409
        assert "The game has ended." in evening.bob.text

    def test_somebody_amended_it_meanwhile(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob")
        table = keeper.url
        keeper.get(f"{table}/amend")
        stale = keeper.field("version")
        assert stale
        keeper.press("Ask the table", {"reason": "shorter", "target": "5000"})
        keeper.press("They all agree")
        keeper.get(f"{table}/amend")
        keeper.press("Ask the table", {"reason": "mine", "target": "9000", "version": stale})
        assert keeper.status == 409
        assert "changed the game meanwhile" in keeper.text
        assert keeper.field("target") == "9000"
        keeper.press("Ask the table")
        assert "Target 9,000 (now 5,000)" in keeper.text

    def test_spectators_only_see_it(self, evening: Evening) -> None:
        client = evening.bob.client
        evening.ask(evening.ann, squirts_value="200")
        evening.bob.get(f"{evening.table}/me").press("Just watch")
        assert client.get(f"{evening.table}/amend").status_code == 403
        assert client.post(f"{evening.table}/amend/drop").status_code == 403
        assert "asks to change" in evening.see(evening.bob).text


def test_a_wish_of_the_only_phone_with_all_seats_holds_at_once(phone: Phones) -> None:
    keeper = start(phone(), "Ann", "Bob")
    table = keeper.url
    keeper.get(f"{table}/me").press("Continue", {"seat": ["1", "2"]})
    keeper.get(f"{table}/amend")
    keeper.press("Ask the table", {"reason": "shorter", "target": "5000"})
    assert "to 5,000" in keeper.text
    assert "asks to change" not in keeper.text


def test_it_can_be_taken_back_like_any_change(evening: Evening) -> None:
    evening.ask(evening.ann, target="5000")
    evening.see(evening.bob).press("Bob: I agree")
    evening.see(evening.ann).press("Cy agrees")
    evening.ann.click("History").press("Undo “House rules changed")
    assert "to 15,000" in evening.ann.text
    assert "For all rounds" not in evening.ann.text
