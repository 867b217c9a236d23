"""What is worth telling of a game."""

from __future__ import annotations

from typing import Any

from scorecard.rules.fold import Fold
from scorecard.rules.outcome.moments import Moment, moments
from scorecard.rules.outcome.progress import totals_by_round
from scorecard.rules.sheet import fold_of, rules_for
from scorecard.rules.words import quoted
from tests.scoring import sheet_of


def told(game: str, *rounds: dict[str, Any], players: str = "Ann Bob", **more: Any) -> list[Moment]:
    record = {"game": game, "players": players.split(), "rounds": list(rounds), **more}
    sheet = sheet_of(record)
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
        Moment(5, quoted("The best round: 1,500 points for Ann.")),
        Moment(5, quoted("The lead changed 3 times, the last time to Ann.")),
        Moment(5, quoted("Exactly on target: Ann.")),
    ]


def test_where_the_lowest_total_wins_the_costliest_hand_is_told() -> None:
    found = told(
        "pay_me",
        {"went_out": "Ann", "deadwood": {"Ann": 0, "Bob": 30}},
        {"went_out": "Bob", "deadwood": {"Ann": 50, "Bob": 0}},
    )
    assert found == [
        Moment(1, quoted("Bob was 30 points behind after 1 hand, and came back.")),
        Moment(2, quoted("The costliest hand: 50 points for Ann.")),
        Moment(2, quoted("The lead changed once, to Bob.")),
    ]


def test_who_has_left_leads_no_more() -> None:
    found = told(
        "pay_me",
        {"went_out": "Cy", "deadwood": {"Ann": 20, "Bob": 30, "Cy": 0}},
        {"went_out": "Bob", "deadwood": {"Ann": 50, "Bob": 0}},
        players="Ann Bob Cy",
        left={"Cy": 1},
    )
    assert Moment(2, quoted("The lead changed once, to Bob.")) in found


def test_a_hand_is_told_by_what_it_cost() -> None:
    found = told(
        "cucumber",
        {"winner": "Ann", "rank": "K"},
        {"winner": "Bob", "rank": "2"},
        {"winner": "Ann", "rank": "A"},
    )
    assert Moment(3, quoted("The costliest hand: 14 points for Ann.")) in found
    assert not any("best" in moment.sentence for moment in found)


def test_a_hand_below_nothing_is_the_best_where_the_lowest_total_wins() -> None:
    found = told(
        "cucumber",
        {"winner": "Ann", "rank": "K"},
        {"winner": "Bob", "rank": "K", "tied": ["Ann"]},
    )
    assert Moment(2, quoted("The best hand: −13 points for Ann.")) in found


def test_equal_ones_are_told_together() -> None:
    rounds = (scores(Ann=500, Bob=500, Cy=0), scores(Ann=100, Bob=100, Cy=50))
    found = told("brownie_points", *rounds, players="Ann Bob Cy")
    assert found == [Moment(1, quoted("The best round: 500 points for Ann and Bob."))]


def test_what_everybody_had_or_came_again_is_no_moment() -> None:
    assert told("brownie_points", scores(Ann=500, Bob=500), scores(Ann=100, Bob=100)) == []
    assert told("brownie_points", scores(Ann=500, Bob=50), scores(Ann=500, Bob=100)) == []
    games = ({"ended": "talon", "talon": {"Ann": 0, "Bob": rest}} for rest in (3, 5))
    assert told("spite_and_malice", *games) == []


def test_chips_are_no_points() -> None:
    found = told(
        "ace_deuce_jack",
        {"bets": {"Bob": 5}, "outcome": "bank"},
        {"bets": {"Ann": 9}, "outcome": "players"},
    )
    assert Moment(2, quoted("The best hand: +9 for Ann.")) in found
