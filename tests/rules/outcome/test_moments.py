"""What is worth telling of a game."""

from __future__ import annotations

from typing import Any

from scorecard.rules import Sheet, score
from scorecard.rules.fold import Fold
from scorecard.rules.outcome.moments import Moment, moments
from scorecard.rules.outcome.progress import totals_by_round
from scorecard.rules.sheet import fold_of, rules_for
from scorecard.rules.words import quoted


def told(game: str, *rounds: dict[str, Any], players: str = "Ann Bob", **more: Any) -> list[Moment]:
    record = {"game": game, "players": players.split(), "rounds": list(rounds), **more}
    sheet = score(record)
    assert isinstance(sheet, Sheet), sheet
    fold = fold_of(record)
    assert isinstance(fold, Fold)
    totals = totals_by_round(fold, sheet)
    return moments(rules_for(game, record.get("options", {})), sheet, totals, rounds)


def scores(**points: int) -> dict[str, Any]:
    return {"entries": {name: {"score": number} for name, number in points.items()}}


def test_before_anything_was_played_there_is_nothing_to_tell() -> None:
    assert told("brownie_points") == []


def test_a_game_is_told_in_the_order_it_was_played() -> None:
    found = told(
        "brownie_points",
        scores(Ann=300, Bob=900),
        {
            "entries": {
                "Ann": {"score": 200},
                "Bob": {"quick": {"pile_points": 0, "hand_points": 0}, "squirts": 1},
            }
        },
        scores(Ann=1_400, Bob=-100),
        scores(Ann=-1_400, Bob=100),
        scores(Ann=1_500, Bob=1_000),
        options={"target": 2_000},
    )
    assert found == [
        Moment(1, quoted("Ann was 600 points behind after 1 round, and came back.")),
        Moment(2, quoted("The first Squirts of the evening: Bob.")),
        Moment(5, quoted("The best round so far: 1,500 points for Ann.")),
        Moment(5, quoted("The lead changed 3 times, the last time to Ann.")),
        Moment(5, quoted("Exactly on target: Ann.")),
    ]


def test_where_the_lowest_total_wins_the_lowest_round_is_the_best() -> None:
    found = told(
        "pay_me",
        {"went_out": "Ann", "deadwood": {"Ann": 0, "Bob": 30}},
        {"went_out": "Bob", "deadwood": {"Ann": 50, "Bob": 0}},
    )
    assert Moment(1, quoted("The best hand so far: 0 points for Ann.")) in found
    assert Moment(2, quoted("The lead changed once, to Bob.")) in found


def test_who_has_left_leads_no_more() -> None:
    found = told(
        "pay_me",
        {"went_out": "Cy", "deadwood": {"Ann": 20, "Bob": 30, "Cy": 0}},
        {"went_out": "Bob", "deadwood": {"Ann": 50, "Bob": 0}},
        players="Ann Bob Cy",
        left={"Cy": 1},
    )
    assert Moment(2, quoted("The lead changed once, to Bob.")) in found


def test_the_best_hand_is_told_by_what_it_cost() -> None:
    found = told(
        "cucumber",
        {"winner": "Ann", "rank": "K"},
        {"winner": "Bob", "rank": "2"},
        {"winner": "Ann", "rank": "A"},
    )
    assert Moment(1, quoted("The best hand so far: 0 points for Bob.")) in found


def test_partners_are_told_together_and_equal_ones_too() -> None:
    found = told("brownie_points", scores(Ann=500, Bob=500), scores(Ann=100, Bob=100))
    assert found == [Moment(1, quoted("The best round so far: 500 points for Ann and Bob."))]


def test_chips_are_no_points() -> None:
    found = told(
        "ace_deuce_jack",
        {"bets": {"Bob": 5}, "outcome": "bank"},
        {"bets": {"Ann": 9}, "outcome": "players"},
    )
    assert Moment(2, quoted("The best hand so far: 9 for Ann.")) in found
