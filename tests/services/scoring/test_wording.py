"""House rules in words: what is as usual, what is not, and what a change does."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.games import all_games, find
from scorecard.services.scoring import wording

BROWNIE = find("brownie_points")
assert BROWNIE
PLAYERS = ("Ann", "Bob")


def settings(**options: object) -> dict[str, wording.Setting]:
    assert BROWNIE
    whole = wording.complete_options(BROWNIE, options, PLAYERS)
    return {one.option.key: one for one in wording.settings(BROWNIE, whole, PLAYERS)}


def test_what_is_changed_is_said_beside_what_is_usual() -> None:
    found = settings(target=12_000, ko_hand="ignored", values={"10": 200})
    assert found["target"].sentence == "Target 12,000 (usually 15,000)"
    assert found["ko_hand"].sentence == (
        "Knocked-out player’s hand: Doesn’t count (usually still counts as minus)"
    )
    assert found["values"].sentence == "Card values: 10 = 200 (usually 10 = 150)"
    assert [key for key, one in found.items() if one.is_changed] == ["target", "values", "ko_hand"]


@pytest.mark.parametrize(
    ("here", "words"),
    [
        ({}, ""),
        ({"target": 7_000}, "target 7,000"),
        (
            {"target": 7_000, "ko_hand": "also_negative"},
            "target 7,000, knocked-out player’s hand (still counts as minus)",
        ),
        ({"values": {"10": 300, "7": 90}}, "card values (7 = 90, 10 = 300)"),
        ({"values": {}}, "card values (10 = 150)"),
        (
            {"target": 7_000, "squirts_value": 1, "ko_hand": "also_negative", "tie": "play_on"},
            "target 7,000, squirts costs 1 and 2 more",
        ),
    ],
)
def test_what_a_game_plays_otherwise_than_its_house_rules(
    here: dict[str, object], words: str
) -> None:
    assert BROWNIE
    written = {"target": 12_000, "ko_hand": "ignored", "values": {"10": 200}}
    in_force = wording.complete_options(BROWNIE, {**written, **here}, PLAYERS)
    found = wording.off_book(BROWNIE, in_force, written, PLAYERS)
    assert wording.off_book_words(found) == words


def test_what_is_newer_than_a_game_is_not_otherwise_in_it() -> None:
    assert BROWNIE
    in_force = wording.complete_options(BROWNIE, {}, PLAYERS)
    del in_force["tie"]
    assert wording.off_book(BROWNIE, in_force, {}, PLAYERS) == []


def test_cards_of_which_nothing_is_said_are_as_usual() -> None:
    found = settings()
    assert found["deck_counts"].sentence == "Cards in your deck: as usual"
    assert found["values"].sentence == "Card values: as usual"


def test_what_is_usual_depends_on_the_players_and_the_other_options() -> None:
    assert BROWNIE
    many = [f"Player {number}" for number in range(6)]
    whole = wording.complete_options(BROWNIE, {"target": 12_000}, many)
    assert "(usually 10,000)" in wording.settings(BROWNIE, whole, many)[0].sentence
    whole = wording.complete_options(BROWNIE, {"target": 12_000, "deck": "expansion"}, many)
    assert "(usually 15,000)" in wording.settings(BROWNIE, whole, many)[0].sentence


def test_a_change_says_what_was() -> None:
    assert BROWNIE
    before = wording.complete_options(BROWNIE, {}, PLAYERS)
    after = {"values": {**before["values"], "10": 200}, "squirts_value": 200, "tie": "play_on"}
    assert wording.change_sentences(BROWNIE, before, after) == [
        "Card values: 10 = 200 (now 150)",
        "Squirts costs 200 (now 100)",
        "A tie at the top: Play on until one leads (now they share the win)",
    ]
    assert wording.change_sentences(BROWNIE, before, {"squirts_value": 200}, was="before") == [
        "Squirts costs 200 (before 100)"
    ]


def test_only_what_is_not_as_usual_goes_into_house_rules() -> None:
    assert BROWNIE
    chosen = {"target": 12_000, "values": {"10": 200}, "tie": "play_on"}
    whole = wording.complete_options(BROWNIE, chosen, PLAYERS)
    assert wording.unusual_options(BROWNIE, whole, PLAYERS) == chosen


def test_whoever_does_not_play_is_left_out() -> None:
    rules = find("ace_deuce_jack")
    assert rules
    whole = wording.complete_options(rules, {"first_banker": "Zoe", "min_bet": 5}, PLAYERS)
    assert (whole["first_banker"], whole["min_bet"]) == ("Ann", 5)


@pytest.mark.parametrize("rules", all_games().values(), ids=lambda rules: rules.key)
def test_a_game_as_usual_has_nothing_unusual(rules: object) -> None:
    players = [f"Player {n}" for n in range(rules.fewest)]  # type: ignore[attr-defined]
    whole = wording.complete_options(rules, {}, players)  # type: ignore[arg-type]
    assert wording.unusual_options(rules, whole, players) == {}  # type: ignore[arg-type]


def test_what_has_no_number_is_small_within_a_sentence() -> None:
    rules = find("brag")
    assert rules
    whole = wording.complete_options(rules, {"max_bet": 10}, PLAYERS)
    found = {one.option.key: one.sentence for one in wording.settings(rules, whole, PLAYERS)}
    assert found["max_bet"] == "Largest bet 10 (usually no limit)"
    assert found["max_raise"] == "Largest raise No limit"


@pytest.mark.parametrize(
    ("key", "option", "value"),
    [("pitch", "teams", 7), ("cucumber", "first_dealer", {"a": [1]}), ("ofcp", "pair_units", 7)],
)
def test_a_stored_value_of_no_known_shape_has_words_all_the_same(
    key: str, option: str, value: Any
) -> None:
    rules = find(key)
    assert rules
    found = {
        one.option.key: one.words for one in wording.settings(rules, {option: value}, ("Ann",))
    }
    assert found[option] == wording.UNREADABLE
    assert wording.complete_options(rules, {option: value}, ("Ann",)).keys() == found.keys()
