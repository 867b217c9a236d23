"""What was remarkable about a game: best and worst rounds, comebacks, cards held."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.ready_made import PAST_FIELD, PAST_NOTES
from scorecard.rules.outcome import feats
from scorecard.rules.outcome.feats import BEST_ROUND, BEST_TOTAL, COMEBACK, WORST_ROUND
from scorecard.rules.sheet import rules_for
from tests.scoring import sheet_of


def feats_of(
    game: str, *rounds: dict[str, Any], players: str = "Ann Bob", **more: Any
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return what a game's feats are worth and where they happened, by player and key."""
    record = {"game": game, "players": players.split(), "rounds": list(rounds), **more}
    sheet = sheet_of(record)
    rules = rules_for(game, record.get("options", {}))
    found = feats.feats(rules, sheet, record["rounds"])
    return {(feat.player, feat.key): (feat.worth, feat.round) for feat in found}


def scores(**points: int) -> dict[str, Any]:
    return {"entries": {name: {"score": number} for name, number in points.items()}}


def dog_houses(**numbers: int) -> dict[str, Any]:
    return {
        "entries": {
            name: {"pile": {"7": 1}, "hand": {"dog_house": number}}
            for name, number in numbers.items()
        }
    }


def hand(out: str, **deadwood: int) -> dict[str, Any]:
    return {"went_out": out, "deadwood": {out: 0, **deadwood}}


class TestRounds:
    def test_the_highest_round_is_the_best_where_the_highest_total_wins(self) -> None:
        found = feats_of("brownie_points", scores(Ann=100, Bob=300), scores(Ann=500, Bob=-200))
        assert found["Ann", BEST_ROUND] == (500, 2)
        assert found["Ann", WORST_ROUND] == (-100, 1), "worth most where it is lowest"
        assert found["Bob", BEST_ROUND] == (300, 1)
        assert found["Bob", WORST_ROUND] == (200, 2)

    def test_the_lowest_round_is_the_best_where_the_lowest_total_wins(self) -> None:
        found = feats_of("pay_me", hand("Ann", Bob=30), hand("Bob", Ann=50), hand("Ann", Bob=5))
        assert found["Ann", BEST_ROUND] == (0, 1), "of equal ones the first"
        assert found["Ann", WORST_ROUND] == (50, 2)
        assert found["Bob", BEST_ROUND] == (0, 2)
        assert found["Bob", WORST_ROUND] == (30, 1)

    def test_of_equal_rounds_the_first_is_told(self) -> None:
        rounds = [scores(Ann=100, Bob=0), scores(Ann=500, Bob=0), scores(Ann=500, Bob=0)]
        found = feats_of("brownie_points", *rounds)
        assert found["Ann", BEST_ROUND] == (500, 2)
        assert found["Bob", BEST_ROUND] == found["Bob", WORST_ROUND] == (0, 1)

    def test_rounds_after_the_end_are_left_out(self) -> None:
        rounds = [scores(Ann=500, Bob=300), scores(Ann=900, Bob=-200)]
        options = {"target": 500}
        found = feats_of("brownie_points", *rounds, options=options, keep_after_end=True)
        assert found["Ann", BEST_ROUND] == (500, 1)
        assert found["Bob", WORST_ROUND] == (-300, 1)
        assert found["Ann", BEST_TOTAL] == (500, feats.WHOLE_GAME)

    def test_partners_share_what_their_side_did(self) -> None:
        bid = {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"}
        found = feats_of("pitch", bid, players="Ann Bob Cy Di", end_early=True)
        assert found["Ann", BEST_ROUND] == found["Cy", BEST_ROUND] == (3, 1)
        assert found["Bob", BEST_TOTAL] == found["Di", BEST_TOTAL] == (0, feats.WHOLE_GAME)

    def test_a_hand_of_cucumber_is_what_it_cost(self) -> None:
        # Ann comes over 21 in the third hand and goes back to 12: her score changes by −9.
        hands = [("A", "2"), ("3", "Q"), ("J", "2")]
        rounds = [{"leader": "Ann", "cards": {"Ann": ann, "Bob": bob}} for ann, bob in hands]
        sheet = sheet_of({"game": "cucumber", "players": ["Ann", "Bob"], "rounds": rounds})
        assert sheet.round_scores[2] == {"Ann": -2, "Bob": 0}
        found = feats_of("cucumber", *rounds)
        assert found["Ann", BEST_ROUND] == (0, 2)
        assert found["Ann", WORST_ROUND] == (14, 1)

    def test_relief_in_cucumber_is_what_was_taken_off(self) -> None:
        hands: list[Any] = [
            {"winner": "Bob", "rank": "5"},
            {"winner": "Ann", "rank": "9", "tied": ["Bob"]},
        ]
        assert feats_of("cucumber", *hands)["Bob", BEST_ROUND] == (5, 2)

    def test_a_result_from_before_has_no_rounds_only_totals(self) -> None:
        past = {
            "name": "Brownie Points",
            "fields": to_json((PAST_FIELD,)),
            "notes": PAST_NOTES,
        }
        round_ = {"entries": {"Ann": {"points": 15_450}, "Bob": {"points": 9_000}}}
        options = {"scorecard": past}
        found = feats_of("own_scorecard", round_, options=options, end_early=True)
        assert found == {
            ("Ann", BEST_TOTAL): (15_450, feats.WHOLE_GAME),
            ("Bob", BEST_TOTAL): (9_000, feats.WHOLE_GAME),
        }

    def test_a_low_total_that_somebody_left_with_is_none(self) -> None:
        rounds = [hand("Cy", Ann=20, Bob=30), *[hand("Bob", Ann=5)] * 10]
        found = feats_of("pay_me", *rounds, players="Ann Bob Cy", left={"Cy": 1})
        assert found["Bob", BEST_TOTAL] == (-30, feats.WHOLE_GAME)
        assert ("Cy", BEST_TOTAL) not in found
        assert found["Cy", BEST_ROUND] == (0, 1)

    def test_a_game_without_a_round_has_none_but_totals(self) -> None:
        assert {key for _name, key in feats_of("brownie_points")} == {BEST_TOTAL}


class TestComebacks:
    def test_a_winner_is_credited_with_the_most_they_were_behind(self) -> None:
        # Behind by 200, then by 500, then 100 ahead.
        rounds = [scores(Ann=100, Bob=300), scores(Ann=0, Bob=300), scores(Ann=600, Bob=0)]
        found = feats_of("brownie_points", *rounds, end_early=True)
        assert found["Ann", COMEBACK] == (500, 2)
        assert ("Bob", COMEBACK) not in found, "who lost did not come back"

    def test_it_is_upside_down_where_the_lowest_total_wins(self) -> None:
        found = feats_of("pay_me", hand("Ann", Bob=30), hand("Bob", Ann=50), end_early=True)
        assert found["Bob", COMEBACK] == (30, 1)

    def test_who_has_left_is_nobody_to_catch_up_with(self) -> None:
        rounds = [hand("Cy", Ann=20, Bob=30), hand("Bob", Ann=50), hand("Bob", Ann=5)]
        found = feats_of("pay_me", *rounds, players="Ann Bob Cy", left={"Cy": 1}, end_early=True)
        assert found["Bob", COMEBACK] == (30, 1), "behind Cy while Cy played"
        later = feats_of(
            "pay_me",
            *rounds[:1],
            hand("Ann", Bob=5),
            hand("Bob", Ann=40),
            players="Ann Bob Cy",
            left={"Cy": 1},
            end_early=True,
        )
        assert later["Bob", COMEBACK] == (30, 1), "then 15 behind Ann, not 35 behind Cy"

    def test_who_always_led_has_none(self) -> None:
        found = feats_of("brownie_points", scores(Ann=300, Bob=100), end_early=True)
        assert ("Ann", COMEBACK) not in found

    def test_nobody_has_one_before_somebody_has_won(self) -> None:
        rounds = [scores(Ann=100, Bob=300), scores(Ann=500, Bob=0)]
        assert not [key for _name, key in feats_of("brownie_points", *rounds) if key == COMEBACK]

    def test_totals_that_are_no_sums_of_the_rounds_tell_of_none(self) -> None:
        # Bob comes over 21 twice: the first time back to 13, the second time he is out. Ann wins,
        # who was behind after the first hand.
        hands = [("K", "2"), ("3", "K"), ("3", "K"), ("3", "K")]
        rounds = [{"leader": "Ann", "cards": {"Ann": ann, "Bob": bob}} for ann, bob in hands]
        found = feats_of("cucumber", *rounds)
        assert found["Ann", BEST_TOTAL] == (-13, feats.WHOLE_GAME)
        assert ("Ann", COMEBACK) not in found
        assert ("Bob", BEST_TOTAL) not in found, "who is out has no total"


class TestWhatAGameCounts:
    def test_the_most_dog_houses_held_at_once_and_where_first(self) -> None:
        rounds = [dog_houses(Ann=1, Bob=0), dog_houses(Ann=2, Bob=3), dog_houses(Ann=2, Bob=0)]
        found = feats_of("brownie_points", *rounds)
        assert found["Ann", "dog_houses"] == (2, 2)
        assert found["Bob", "dog_houses"] == (3, 2)

    def test_who_held_none_has_no_such_feat(self) -> None:
        found = feats_of("brownie_points", dog_houses(Ann=1, Bob=0))
        assert ("Bob", "dog_houses") not in found

    def test_those_after_the_end_are_left_out(self) -> None:
        rounds = [scores(Ann=500, Bob=0), dog_houses(Ann=3, Bob=0)]
        options = {"target": 500}
        found = feats_of("brownie_points", *rounds, options=options, keep_after_end=True)
        assert ("Ann", "dog_houses") not in found


class TestInWords:
    @pytest.mark.parametrize(
        ("key", "worth", "highest", "lowest"),
        [
            (BEST_ROUND, 500, 500, -500),
            (WORST_ROUND, 200, -200, 200),
            (BEST_TOTAL, -50, -50, 50),
            (COMEBACK, 300, 300, 300),
            ("dog_houses", 3, 3, 3),
        ],
    )
    def test_a_feat_is_shown_as_people_know_it(
        self, key: str, worth: int, highest: int, lowest: int
    ) -> None:
        assert feats.shown(key, worth, "highest") == highest
        assert feats.shown(key, worth, "lowest") == lowest

    def test_its_name_depends_on_which_total_wins(self) -> None:
        brownies, pay_me = rules_for("brownie_points", {}), rules_for("pay_me", {})
        assert feats.label(brownies, BEST_ROUND) == "Highest round"
        assert feats.label(pay_me, WORST_ROUND) == "Highest hand"
        assert feats.label(brownies, "dog_houses") == "Most Dog Houses held"
        assert feats.label(pay_me, "dog_houses") == "dog_houses", "an unknown one is its key"
