"""What a card game is called, and which total wins in it: each is a kind of its own."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules import card_game, kinds
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard.definitions import GAME_KEY, to_json
from scorecard.rules.games.own_scorecard.ready_made import PAST_FIELD, PAST_NOTES, READY_MADE
from scorecard.rules.sheet import rules_for
from tests.catalogs import FOREIGN, read

POINTS = {"kind": "points", "key": "points", "label": "Points"}


def own(name: str, **changes: Any) -> card_game.GameRules[Any]:
    definition = {"name": name, "fields": [POINTS]} | changes
    return rules_for(GAME_KEY, {"scorecard": definition})


def kind_of(name: str, **changes: Any) -> str:
    return kinds.kind_of(own(name, **changes))


def past(name: str, **changes: Any) -> str:
    return kind_of(name, fields=to_json((PAST_FIELD,)), notes=PAST_NOTES, **changes)


@pytest.mark.parametrize("code", FOREIGN)
def test_a_name_is_known_in_every_language(code: str) -> None:
    catalog = read(code, "messages")
    shelf = [rules.name for rules in all_games().values() if rules.key != GAME_KEY]
    for name in (*shelf, *(definition.name for definition in READY_MADE.values())):
        message = catalog.get(str(name))
        assert message, name
        called = str(message.string)
        assert called == name or name not in shelf, "else what it is called there is taken, too"
        for spelled in (called, called.upper(), f" {name.lower()} "):
            assert kinds.known_name(spelled) == name, spelled


def test_names_of_the_shelf_are_its_games() -> None:
    assert past("pay me", wins="lowest") == "pay_me"
    assert past("brownie  points") == "brownie_points"
    assert past("Rook") == kind_of("Rook", wins="lowest") == "own_scorecard/Rook"


def test_what_is_won_the_other_way_round_is_no_game_of_the_shelf() -> None:
    assert kind_of("pay me") == "own_scorecard/pay me"
    assert kind_of("Brownie Points", wins="lowest") == "own_scorecard/Brownie Points"


@pytest.mark.parametrize(
    ("rules", "best"),
    [
        (rules_for("pay_me", {}), "lowest"),
        (rules_for("pitch", {}), "highest"),
        (own("Rook"), "highest"),
        (own("Rook", wins="lowest"), "lowest"),
        (own("pay me"), "highest"),
        (own("pay me", wins="lowest"), "lowest"),
        (own("pitch", wins="lowest"), "lowest"),
    ],
)
def test_a_book_says_which_total_wins_and_of_which_kind_its_games_are(
    rules: card_game.GameRules[Any], best: str
) -> None:
    book = kinds.book_of(rules)
    assert kinds.best_of(book) == best
    assert kinds.kind_in(book) == kinds.kind_of(rules)
    assert book in kinds.books_of(kinds.kind_of(rules))


def test_which_total_wins_is_said_where_two_are_called_the_same() -> None:
    rook, low_rook = kinds.book_of(own("Rook")), kinds.book_of(own("Rook", wins="lowest"))
    assert rook != low_rook
    assert kinds.names_of([low_rook]) == {low_rook: "Rook"}
    high_pay_me = kinds.book_of(own("pay me"))
    assert kinds.names_of([rook, low_rook, "pay_me", high_pay_me]) == {
        rook: "Rook (highest wins)",
        low_rook: "Rook (lowest wins)",
        "pay_me": "Pay Me",
        high_pay_me: "pay me (highest wins)",
    }


def test_no_kind_is_longer_than_what_it_is_kept_in() -> None:
    longest = own("x" * 40, wins="lowest")
    assert max(len(kinds.kind_of(longest)), len(kinds.book_of(longest))) <= 60
