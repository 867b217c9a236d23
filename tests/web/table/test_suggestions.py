"""A new game begins with what was there last time: the card game, names, settings."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.web.http.test_without_scripts import start
from tests.web.people.test_groups import found, html
from tests.web.people.test_groups import start as start_in
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
LAST = "As in the last game of Brownie Points:"


def test_the_card_game_played_last_comes_first(phone: Phones) -> None:
    ann = phone()
    ann.get("/games/new")
    assert "Played last" not in ann.text
    ann.get("/games/new/pay_me").press("Start", {"player": ["Ann", "Bob"]})
    ann.get("/games/new")
    first = re.search(r'class="card" href="([^"]*)"', html(ann))
    assert first
    assert first[1] == "/games/new/pay_me"
    assert ann.text.count("Played last") == 1


def test_everybody_who_has_played_on_this_phone_is_offered(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", "Cy")
    start(ann, "Zoë", "ann")
    ann.get("/games/new/brownie_points")
    assert re.findall('data-name="([^"]*)"', html(ann)) == ["Zoë", "ann", "Bob", "Cy"]
    fields = [value for name, value in ann.forms["form 0"].fields if name == "player"]
    assert fields[:2] == ["Zoë", "ann"]
    other = phone().get("/games/new/brownie_points")
    assert "data-roster" not in html(other)


def test_names_of_a_groups_games_are_not_offered_outside_of_it(phone: Phones) -> None:
    ann = phone()
    start_in(ann, found(ann, "Ann", "Bob"), "Ann", "Bob")
    ann.get("/games/new/brownie_points")
    assert "data-name" not in html(ann)


def test_settings_that_were_not_as_usual_come_again_and_say_so(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", target="7000", is_blind="y")
    ann.get("/games/new/brownie_points")
    assert LAST in ann.text
    assert "Counted in secret" in ann.text
    assert ann.field("target") == "7000"
    ann.press("Start", {"player": ["Ann", "Bob"]}).press("I just keep score")
    assert "to 7,000" in ann.text
    assert "counted in secret" in ann.text


def test_the_usual_settings_are_one_tap_away(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", target="7000")
    ann.get("/games/new/brownie_points").click("The usual settings")
    assert LAST not in ann.text
    assert not ann.field("target")


def test_usual_settings_are_not_spoken_of(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", "Cy")
    ann.get("/games/new/brownie_points")
    assert LAST not in ann.text


def test_a_group_has_its_own_last_time(phone: Phones) -> None:
    ann = phone()
    group = found(ann, "Ann", "Bob")
    ann.get(group).click("New game").click("Brownie Points")
    ann.press("Start", {"player": ["Ann", "Bob"], "target": "7000"})
    ann.get(group).click("New game").click("Brownie Points")
    assert LAST in ann.text
    assert ann.field("target") == "7000"
    ann.get("/games/new/brownie_points")
    assert LAST not in ann.text


def test_other_scorecards_of_ones_own_are_another_game(phone: Phones) -> None:
    ann = phone()
    ann.get("/scorecards").click("Play Hearts")
    ann.press("Start", {"player": ["Ann", "Bob", "Cy", "Di"], "is_blind": "y"})
    ann.get("/scorecards").click("Play Canasta")
    assert "As in the last game" not in ann.text


def test_what_is_suggested_for_so_many_players_is_said_in_the_language_of_who_looks(
    phone: Phones,
) -> None:
    ann = phone()
    page = "/games/new/brownie_points/suggestions"
    said = ann.client.get(f"{page}?players=6").get_json()
    assert said == {
        "target": {"value": 10_000, "reason": "10,000 is the rule for five or more players."}
    }
    german = {"Accept-Language": "de"}
    answer = ann.client.get(f"{page}?players=6&deck=expansion", headers=german)
    assert answer.get_json()["target"]["value"] == 15_000
    assert "empfohlen" in answer.get_json()["target"]["reason"]
    assert "Accept-Language" in answer.headers["Vary"]
    assert ann.client.get("/games/new/own_scorecard/suggestions").get_json() == {}
    assert ann.client.get("/games/new/zebra/suggestions").status_code == 404
