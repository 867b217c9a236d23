"""A new game begins with what was there last time: the card game, names, settings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.told import without_keys
from tests.web.people.test_groups import found, html
from tests.web.people.test_groups import start as start_in
from tests.web.phone.test_without_scripts import start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
LAST = "As in the last game of Brownie Points:"


def sent_by(phone: PlainBrowser, name: str) -> list[str]:
    """Return what the buttons of this name send, in their order."""
    return [button.value for button in phone.page.buttons if button.name == name]


def names(phone: PlainBrowser) -> list[str]:
    """Return the names on the screen, in seating order."""
    fields = phone.forms["form 0"].fields
    return [value for name, value in fields if name == "player" and value]


def test_the_game_played_last_comes_first_and_plain_points_second(phone: Phones) -> None:
    ann = phone()
    ann.get("/games/new")
    plain = "own_scorecard/plain_points"
    assert sent_by(ann, "game")[:2] == ["brownie_points", plain]
    ann.get("/games/new/pay_me").press("Start", {"player": ["Ann", "Bob"]})
    ann.get("/games/new")
    assert ann.text.startswith("New game of Pay Me")
    assert sent_by(ann, "game")[:2] == ["pay_me", plain]
    ann.press("Pitch")
    assert ann.text.startswith("New game of Pitch")
    assert sent_by(ann, "game")[:3] == ["pay_me", plain, "pitch"]


def test_a_scorecard_of_ones_own_that_was_played_last_comes_first(phone: Phones) -> None:
    ann = phone()
    ann.get("/games/new").press("Hearts")
    ann.press("Start", {"player": ["Ann", "Bob", "Cy"]})
    ann.get("/games/new")
    assert ann.text.startswith("New game of Hearts")
    assert sent_by(ann, "game")[0] == "own_scorecard/hearts"
    assert "The game ends once a total reaches 100" in ann.text


def with_list(phone: PlainBrowser, name: str) -> str:
    """Take in a list with one game of this name; return the group's address."""
    group = found(phone, "Ann", "Bob", "Cy")
    lines = "".join(f"2026-01-15,{name},{who},100\n" for who in ("Ann", "Bob", "Cy"))
    phone.get(f"{group}/import").press("Preview", {"text": f"date,game,player,total\n{lines}"})
    phone.press("Import")
    return group


@pytest.mark.parametrize(
    ("name", "offered", "line"),
    [
        ("Brownie Points", "brownie_points", "To 15,000 · base deck"),
        ("Hearts", "own_scorecard/hearts", "The game ends once a total reaches 100"),
        ("Tichu", "", "The game goes on until you stop it"),
    ],
)
def test_what_came_from_a_list_is_played_on_by_the_rules_of_its_card_game(
    phone: Phones, name: str, offered: str, line: str
) -> None:
    ann = phone()
    ann.get(with_list(ann, name)).click("New game")
    assert ann.text.startswith(f"New game of {name}")
    assert line in ann.text
    assert sent_by(ann, "game")[0] == offered
    ann.press("Start")
    assert "Round 1" in ann.text or "Hand 1" in ann.text


@pytest.mark.parametrize(
    ("name", "rules", "field"),
    [
        ("Brownie Points", "brownie_points", None),
        ("Hearts", "own_scorecard", "Penalty points"),
        ("Tichu", "own_scorecard", "Points"),
    ],
)
def test_a_result_from_a_list_tells_of_no_rounds_and_its_rematch_is_the_card_game_itself(
    phone: Phones, name: str, rules: str, field: str | None
) -> None:
    ann = phone()
    export = f"{with_list(ann, name)}/export.json"
    (past,) = ann.client.get(export).get_json()["games"]
    ann.get(f"/games/{past['uid']}")
    assert "Ended" in ann.text
    assert "Ended after" not in ann.text
    ann.press("Rematch")
    games = ann.client.get(export).get_json()["games"]
    (again,) = (game for game in games if game["rematch_of"] == past["uid"])
    assert (again["rules"], again["kind"]) == (rules, past["kind"])
    if field:
        assert [one["label"] for one in again["options"]["scorecard"]["fields"]] == [field]
    else:
        assert again["options"]["target"] == 15_000


def test_everybody_who_has_played_on_this_phone_is_offered(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", "Cy")
    start(ann, "Zoë", "ann")
    ann.get("/games/new/brownie_points")
    assert [name for name in sent_by(ann, "add") if name] == ["Zoë", "ann", "Bob", "Cy"]
    assert names(ann) == ["Zoë", "ann"]
    other = phone().get("/games/new/brownie_points")
    assert set(sent_by(other, "add")) == {""}


def test_who_held_the_phone_last_holds_it_again(phone: Phones) -> None:
    ann = phone().get("/games/new")
    ann.press("Start", {"player": ["Bob", "Ann"], "me": "2"})
    ann.get("/games/new").press("Start")
    assert ann.get(f"{ann.url}/me").field("seat") == "2"


def test_names_of_a_groups_games_are_not_offered_outside_of_it(phone: Phones) -> None:
    ann = phone()
    start_in(ann, found(ann, "Ann", "Bob"), "Ann", "Bob")
    ann.get("/games/new/brownie_points")
    assert "Ann" not in without_keys(html(ann))


def test_settings_that_were_not_as_usual_come_again_and_say_so(phone: Phones) -> None:
    ann = phone()
    start(ann, "Ann", "Bob", target="7000", is_blind="y")
    ann.get("/games/new/brownie_points")
    assert LAST in ann.text
    assert "To 7,000 · base deck · hidden scores Change" in ann.text
    assert ann.field("target") == "7000"
    ann.press("Start", {"player": ["Ann", "Bob"]})
    assert "to 7,000" in ann.text
    assert "hidden scores" in ann.text


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
    assert "To 15,000 · base deck Change" in ann.text


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
    assert ann.client.get(f"{page}?players=6").get_json() == {
        "values": {
            "target": {"value": 10_000, "reason": "10,000 is the rule for five or more players."}
        },
        "switched": {},
        "warnings": [],
        "in_short": "To 10,000 · base deck",
    }
    german = {"Accept-Language": "de"}
    answer = ann.client.get(f"{page}?players=6&deck=expansion", headers=german)
    target = answer.get_json()["values"]["target"]
    assert target["value"] == 15_000
    assert "am besten" in target["reason"]
    assert [one["code"] for one in answer.get_json()["warnings"]] == ["deck_unverified"]
    assert "Accept-Language" in answer.headers["Vary"]
    own = ann.client.get("/games/new/own_scorecard/suggestions").get_json()
    assert own["values"] == own["switched"] == {}
    assert ann.client.get("/games/new/zebra/suggestions").status_code == 404


def test_decks_and_jokers_are_said_as_players_say_them(phone: Phones) -> None:
    page = "/games/new/pay_me/suggestions?players=4"
    for asked, said in (("", "2 decks · 2 jokers in each"), ("&jokers_per_deck=0", "no jokers")):
        assert phone().client.get(page + asked).get_json()["in_short"].endswith(said)


def test_more_players_than_the_deck_is_for_switch_it(phone: Phones) -> None:
    page = "/games/new/brownie_points/suggestions"
    twelve = phone().client.get(f"{page}?players=12&deck=base&target=7000").get_json()
    reason = "12 players need the expansion deck. We’ve switched to it."
    assert twelve["switched"] == {"deck": {"value": "expansion", "reason": reason}}
    assert twelve["in_short"] == "To 7,000 · with the expansion deck"
