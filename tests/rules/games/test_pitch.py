"""Pitch, paragraph by paragraph: worked hands, whole games, every refusal.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import Refusal, score
from scorecard.rules.core import History
from scorecard.rules.games.pitch import OPTIONS, RULES, Played
from scorecard.rules.options import resolve
from scorecard.rules.sheet import entry_form
from scorecard.rules.typed import fields
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, refusal_of, sheet_of

PLAYERS = ["Ann", "Bob", "Cy", "Di"]
TEAMS = next(option for option in OPTIONS if option.key == "teams").lines


SEATED = CardTable("pitch", PLAYERS)
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def hand(pitcher: str, bid: Any, takers: str, **more: Any) -> dict[str, Any]:
    """Return a hand by who took High, Low, Jack and Game, "-" being nobody: ``"AB-A"``."""
    keys = ("high", "low", "jack", "game")
    taken = {key: None if side == "-" else side for key, side in zip(keys, takers, strict=True)}
    return {"pitcher": pitcher, "bid": bid, **taken, **more}


def quick(pitcher: str, bid: Any, a: Any, b: Any, **more: Any) -> dict[str, Any]:
    return {"pitcher": pitcher, "bid": bid, "points": {"A": a, "B": b}, **more}


def points(*hands: Any, **options: Any) -> list[tuple[int, int]]:
    sheet = scored(*hands, **options)
    return [(scores["A"], scores["B"]) for scores in sheet.round_scores]


def without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


class TestTeams:
    @pytest.mark.parametrize(
        ("pitcher", "side"), [("Ann", "A"), ("Bob", "B"), ("Cy", "A"), ("Di", "B")]
    )
    def test_seats_1_and_3_play_seats_2_and_4(self, pitcher: str, side: str) -> None:
        sheet = scored(quick(pitcher, 4, 2, 2))
        assert sheet.round_scores[0] == {"A": 2, "B": 2} | {side: -4}

    @pytest.mark.parametrize(
        "teams",
        [
            {"A": ["Ann", "Bob"], "B": ["Cy", "Di"]},
            {"B": [" Di ", "Cy"], "A": ["Bob", "Ann"]},
            {"Ann": "A", "Bob": "A", "Cy": "B", "Di": "B"},
            {" Ann": " A", "Bob": "A", "Cy": "B", "Di": "B"},
        ],
    )
    def test_the_house_may_seat_partners_otherwise(self, teams: Any) -> None:
        assert points(quick("Bob", 2, 3, 1), teams=teams) == [(3, 1)]
        assert points(quick("Cy", 2, 3, 1), teams=teams) == [(3, -2)]

    def test_none_means_by_seats(self) -> None:
        assert points(quick("Bob", 2, 3, 1), teams=None) == [(3, -2)]

    def test_players_called_like_teams_are_told_apart(self) -> None:
        players = ["B", "C", "A", "D"]
        by_team = {"A": ["B", "C"], "B": ["A", "D"]}
        assert points(quick("B", 2, 3, 1), players=players, teams=by_team) == [(3, 1)]
        by_player = {"A": "B", "B": "A", "C": "A", "D": "B"}
        assert points(quick("B", 2, 3, 1), players=players, teams=by_player) == [(3, 1)]

    @pytest.mark.parametrize(
        "teams",
        [
            {"A": ["Ann"], "B": ["Bob", "Cy", "Di"]},
            {"A": ["Ann", "Cy"]},
            {"A": ["Ann", "Cy"], "B": ["Bob", "Cy"]},
            {"A": ["Ann", "Ann", "Cy"], "B": ["Bob", "Di"]},
            {"A": ["Ann", "Eve"], "B": ["Bob", "Di"]},
            {"A": ["Ann", "Cy"], "C": ["Bob", "Di"]},
            {"A": ["Ann", 3], "B": ["Bob", "Di"]},
            {"A": [["Ann"], "Cy"], "B": ["Bob", "Di"]},
            {"A": {"Ann": 1}, "B": ["Bob", "Di"]},
            {"Ann": "A", "Bob": "A", "Cy": "A", "Di": "B"},
            {},
            ["Ann", "Cy"],
            "A",
            2,
        ],
    )
    def test_anything_but_two_and_two_is_refused(self, teams: Any) -> None:
        refusal = refused(teams=teams)
        assert (refusal.round, refusal.code, refusal.item) == (0, "option_out_of_range", "teams")

    def test_every_way_to_make_two_teams_can_be_picked(self) -> None:
        assert TEAMS is not None
        picked = [TEAMS.split(number, PLAYERS) for number in (1, 2, 3)]
        assert [TEAMS.check(tuple(PLAYERS), teams) for teams in picked] == picked
        assert [TEAMS.write(teams) for teams in picked] == [
            "Ann & Cy · Bob & Di",
            "Ann & Bob · Cy & Di",
            "Ann & Di · Bob & Cy",
        ]
        assert TEAMS.write(None) == ""

    @pytest.mark.parametrize("players", [[], PLAYERS[:3], [*PLAYERS, "Eve"]])
    def test_four_play(self, players: list[str]) -> None:
        for options in ({}, {"teams": {"A": players[:2], "B": players[2:]}}):
            refusal = refused(players=players, **options)
            assert (refusal.round, refusal.code) == (0, "player_count")
            assert "4" in refusal.message


class TestPoints:
    @pytest.mark.parametrize(
        ("takers", "expected"),
        [
            ("AAAA", (4, 0)),
            ("ABAB", (2, 2)),
            ("AA-A", (3, 0)),
            ("AAB-", (2, 1)),
            ("BA--", (-2, 1)),
        ],
    )
    def test_each_goes_to_whoever_took_it(self, takers: str, expected: tuple[int, int]) -> None:
        assert points(hand("Ann", 2, takers)) == [expected]

    def test_jack_and_game_may_be_nobodys(self) -> None:
        assert points(hand("Ann", 2, "AA--")) == [(2, 0)]

    @pytest.mark.parametrize(
        ("pips", "expected"), [((41, 39), (3, 0)), ((3, 12), (2, 1)), ((20, 20), (2, 0))]
    )
    def test_card_points_say_who_takes_game(
        self, pips: tuple[int, int], expected: tuple[int, int]
    ) -> None:
        counted = {"game_pips": {"A": pips[0], "B": pips[1]}}
        assert points(without(hand("Ann", 2, "AA--", **counted), "game")) == [expected]

    def test_no_card_points_at_all_are_a_tie(self) -> None:
        told = hand("Ann", 2, "AA--", game_pips={"A": 0, "B": 0})
        assert points(told) == points(without(told, "game")) == [(2, 0)]

    def test_card_points_may_confirm_the_winner(self) -> None:
        assert points(hand("Ann", 2, "AA-B", game_pips={"A": 3, "B": 9})) == [(2, 1)]

    @pytest.mark.parametrize(
        ("game", "pips"),
        [
            ("B", {"A": 30, "B": 20}),
            ("A", {"A": 20, "B": 20}),
            (None, {"A": 1, "B": 0}),
        ],
    )
    def test_card_points_that_name_another_winner_are_refused(self, game: Any, pips: Any) -> None:
        told = hand("Ann", 2, "AA--", game_pips=pips) | {"game": game}
        refusal = refused(told)
        assert (refusal.code, refusal.item) == ("bad_game_count", "game_pips")
        assert str(pips["A"]) in refusal.message

    def test_the_deck_holds_80_card_points(self) -> None:
        assert points(hand("Ann", 2, "AA-A", game_pips={"A": 60, "B": 20})) == [(3, 0)]
        refusal = refused(hand("Ann", 2, "AA-A", game_pips={"A": 60, "B": 21}))
        assert refusal.code == "bad_game_count"
        assert "80" in refusal.message

    def test_whoever_took_the_jack_has_a_card_point(self) -> None:
        refusal = refused(hand("Ann", 2, "AABA", game_pips={"A": 10, "B": 0}))
        assert refusal.code == "bad_game_count"
        assert "Jack" in refusal.message
        assert "Bob & Di" in refusal.message
        assert points(hand("Ann", 2, "AABA", game_pips={"A": 10, "B": 1})) == [(3, 1)]

    @pytest.mark.parametrize(
        ("tricks", "most"), [(0, 0), (1, 40), (2, 56), (3, 68), (4, 76), (5, 80)]
    )
    def test_tricks_hold_four_cards_each(self, tricks: int, most: int) -> None:
        told = without(hand("Ann", 2, "AA--", tricks={"A": 6 - tricks, "B": tricks}), "game")
        if tricks:
            assert points(told | {"game_pips": {"A": 0, "B": most}}) == [(2, 1)]
        refusal = refused(told | {"game_pips": {"A": 0, "B": most + 1}})
        assert refusal.code == "bad_game_count"
        assert str(most) in refusal.message

    @pytest.mark.parametrize("key", ["high", "low"])
    @pytest.mark.parametrize("is_left_out", [True, False])
    def test_high_and_low_are_always_scored(self, key: str, is_left_out: bool) -> None:
        told = hand("Ann", 2, "AAAA")
        told = without(told, key) if is_left_out else told | {key: None}
        refusal = refused(told)
        assert (refusal.code, refusal.item) == ("bad_points_split", key)
        assert key in refusal.message.lower()

    @pytest.mark.parametrize("key", ["jack", "game"])
    def test_that_nobody_took_jack_or_game_must_be_said(self, key: str) -> None:
        refusal = refused(without(hand("Ann", 2, "AAAA"), key))
        assert (refusal.code, refusal.item) == ("bad_points_split", key)
        assert key in refusal.message.lower()

    @pytest.mark.parametrize("key", ["high", "low", "jack", "game"])
    @pytest.mark.parametrize("nobody", ["C", "Ann", "a", "", 1, True, ["A"], {"A": 1}])
    def test_a_point_goes_to_a_team(self, key: str, nobody: Any) -> None:
        refusal = refused(hand("Ann", 2, "AAAA") | {key: nobody})
        assert (refusal.code, refusal.item) == ("bad_points_split", key)
        assert key in refusal.message.lower()
        assert "Ann & Cy" in refusal.message


class TestBids:
    def test_a_bid_that_is_made_scores_all_points_made(self) -> None:
        assert points(hand("Ann", 2, "AAAA")) == [(4, 0)]

    def test_the_bid_itself_is_enough(self) -> None:
        assert points(hand("Ann", 3, "AAAB")) == [(3, 1)]

    @pytest.mark.parametrize("bid", [2, 3, 4])
    def test_a_side_that_is_set_loses_its_bid_and_nothing_else(self, bid: int) -> None:
        sheet = scored(hand("Di", bid, "AAAB"))
        assert sheet.round_scores[0] == {"A": 3, "B": -bid}
        assert sheet.extras["made"] == [False]

    def test_totals_may_go_below_zero(self) -> None:
        assert scored(hand("Ann", 4, "BBBB"), hand("Cy", 4, "BBBB")).totals == {"A": -8, "B": 8}

    def test_a_bid_of_4_with_all_tricks_has_no_bonus(self) -> None:
        assert points(hand("Ann", 4, "AAAA", tricks={"A": 6, "B": 0})) == [(4, 0)]
        assert points(quick("Ann", 4, 4, 0, all_tricks="A")) == [(4, 0)]

    def test_four_points_may_fall_in_one_trick(self) -> None:
        assert points(hand("Ann", 4, "AAAA", tricks={"A": 1, "B": 5})) == [(4, 0)]

    @pytest.mark.parametrize("bid", [0, 1, 5, 6, -2, 2.0, 2.5, "2", True, "pass", "", [], {}, None])
    def test_there_is_no_other_bid(self, bid: Any) -> None:
        refusal = refused(hand("Ann", bid, "AAAA"))
        assert (refusal.code, refusal.item) == ("bad_bid", "bid")
        assert "smudge" in refusal.message

    def test_a_hand_without_a_bid_is_refused(self) -> None:
        refusal = refused(without(hand("Ann", 2, "AAAA"), "bid"))
        assert refusal.code == "bad_bid"
        assert "2, 3, 4 or smudge" in refusal.message

    def test_somebody_pitched(self) -> None:
        for told in (without(hand("Ann", 2, "AAAA"), "pitcher"), hand("Ann", 2, "AAAA")):
            refusal = refused({**told, "pitcher": None})
            assert (refusal.code, refusal.item) == ("missing_entry", "pitcher")

    @pytest.mark.parametrize("name", ["Eve", "A", "ann", "", 3, ["Ann"], {"Ann": 1}])
    def test_whoever_pitched_plays(self, name: Any) -> None:
        refusal = refused(hand(name, 2, "AAAA"))
        assert (refusal.code, refusal.item) == ("unknown_player", "pitcher")

    def test_names_are_trimmed(self) -> None:
        assert points(hand(" Bob ", 2, "ABAB", dealer=" Ann")) == [(2, 2)]


class TestSmudge:
    def test_all_points_and_all_tricks_score_5(self) -> None:
        sheet = scored(hand("Bob", "smudge", "BBBB", tricks={"A": 0, "B": 6}))
        assert sheet.round_scores[0] == {"A": 0, "B": 5}
        assert sheet.extras["made"] == [True]

    @pytest.mark.parametrize(
        ("takers", "tricks", "others"),
        [
            ("AAAA", (5, 1), 0),
            ("AA-A", (6, 0), 0),
            ("AAA-", (6, 0), 0),
            ("AAAB", (5, 1), 1),
            ("BBBB", (0, 6), 4),
        ],
    )
    def test_otherwise_it_costs_5(self, takers: str, tricks: tuple[int, int], others: int) -> None:
        told = hand("Ann", "smudge", takers, tricks={"A": tricks[0], "B": tricks[1]})
        assert points(told) == [(-5, others)]

    def test_its_value_may_be_changed_for_both(self) -> None:
        made = quick("Ann", "smudge", 4, 0, all_tricks="A")
        failed = quick("Ann", "smudge", 3, 1)
        assert points(made, failed, smudge_value=4) == [(4, 0), (-4, 1)]

    @pytest.mark.parametrize("takers", ["AAAA", "AAAB"])
    @pytest.mark.parametrize("more", [{}, {"tricks": None}, {"tricks": {}}])
    def test_it_needs_the_tricks(self, takers: str, more: dict[str, Any]) -> None:
        refusal = refused(hand("Ann", "smudge", takers, **more))
        assert (refusal.code, refusal.item) == ("tricks_required", "tricks")
        assert "6" in refusal.message

    def test_typed_quickly_it_needs_who_took_all_tricks(self) -> None:
        assert refused(quick("Ann", "smudge", 4, 0)).code == "tricks_required"
        assert points(quick("Ann", "smudge", 4, 0, all_tricks="A")) == [(5, 0)]
        assert points(quick("Ann", "smudge", 4, 0, all_tricks=None)) == [(-5, 0)]

    @pytest.mark.parametrize("side", ["A", "B"])
    def test_that_the_bidders_took_all_tricks_is_enough(self, side: str) -> None:
        pitcher = "Ann" if side == "A" else "Bob"
        one_by_one = hand(pitcher, "smudge", side * 4)
        quickly = quick(pitcher, "smudge", 4 * (side == "A"), 4 * (side == "B"))
        for told in (one_by_one, quickly):
            assert scored(told | {"took_all": True}).round_scores[0][side] == 5
            assert scored(told | {"took_all": False}).round_scores[0][side] == -5

    def test_it_fails_by_the_points_with_all_tricks_too(self) -> None:
        for took_all in (True, False):
            assert points(hand("Ann", "smudge", "AA-A", took_all=took_all)) == [(-5, 0)]
            assert points(quick("Ann", "smudge", 3, 0, took_all=took_all)) == [(-5, 0)]

    def test_who_has_a_point_has_a_trick(self) -> None:
        for told in (hand("Ann", "smudge", "AAAB"), quick("Ann", "smudge", 3, 1)):
            refusal = refused(told | {"took_all": True})
            assert refusal.code == "points_without_tricks"
            assert points(told | {"took_all": False}) == [(-5, 1)]
        pips = {"game_pips": {"A": 60, "B": 20}}
        refusal = refused(hand("Ann", "smudge", "AAAA", took_all=True, **pips))
        assert refusal.code == "bad_game_count"

    @pytest.mark.parametrize("more", [{"tricks": {"A": 6, "B": 0}}, {"all_tricks": "A"}])
    def test_the_tricks_are_told_in_one_way(self, more: dict[str, Any]) -> None:
        told = hand("Ann", "smudge", "AAAA") if "tricks" in more else quick("Ann", "smudge", 4, 0)
        refusal = refused(told | more | {"took_all": True})
        assert (refusal.code, refusal.item) == ("bad_trick_count", "took_all")

    @pytest.mark.parametrize("value", [1, 0, "A", "yes", []])
    def test_whether_they_did_is_true_or_false(self, value: Any) -> None:
        refusal = refused(hand("Ann", "smudge", "AAAA", took_all=value))
        assert (refusal.code, refusal.item) == ("malformed", "took_all")

    def test_null_says_nothing(self) -> None:
        assert refused(hand("Ann", "smudge", "AAAA", took_all=None)).code == "tricks_required"

    def test_typed_quickly_it_may_fail_by_the_points_alone(self) -> None:
        assert points(quick("Ann", "smudge", 3, 1)) == [(-5, 1)]
        assert points(quick("Ann", "smudge", 3, 0, all_tricks="A")) == [(-5, 0)]


class TestTricks:
    @pytest.mark.parametrize(
        "tricks",
        [
            {"A": 4, "B": 3},
            {"A": 5, "B": 0},
            {"A": 7, "B": 0},
            {"A": 6},
            {"B": 2},
            {"A": 3, "C": 3},
            {"Ann": 6},
            {"A": 10**30, "B": 0},
        ],
    )
    def test_they_add_up_to_6(self, tricks: Any) -> None:
        refusal = refused(hand("Ann", 2, "AAAA", tricks=tricks))
        assert (refusal.code, refusal.item) == ("bad_trick_count", "tricks")
        assert "6" in refusal.message or "team" in refusal.message

    def test_a_side_without_a_trick_has_no_point(self) -> None:
        for told in (
            hand("Ann", 2, "AAAB", tricks={"A": 6, "B": 0}),
            hand("Ann", 2, "AB--", tricks={"A": 6, "B": 0}),
            hand("Ann", 2, "AB-A", tricks={"A": 6, "B": 0}, game_pips={"A": 9, "B": 4}),
            quick("Ann", 2, 3, 1, all_tricks="A"),
        ):
            refusal = refused(told)
            assert refusal.code == "points_without_tricks"
            assert "but Bob & Di have points" in refusal.message

    @pytest.mark.parametrize("taker", ["C", "Ann", 6, True, ["A"], {}])
    def test_a_team_takes_them_all(self, taker: Any) -> None:
        refusal = refused(quick("Ann", 2, 4, 0, all_tricks=taker))
        assert (refusal.code, refusal.item) == ("malformed", "all_tricks")


class TestQuick:
    @pytest.mark.parametrize(("a", "b"), [(2, 0), (0, 2), (1, 1), (3, 0), (2, 1), (4, 0), (2, 2)])
    def test_two_to_four_points_are_shared_out(self, a: int, b: int) -> None:
        assert points(quick("Ann", 2, a, b)) == [(a if a >= 2 else -2, b)]

    @pytest.mark.parametrize("split", [(0, 0), (1, 0), (0, 1), (5, 0), (3, 2), (4, 4), (10**30, 0)])
    def test_there_are_never_more_or_fewer(self, split: tuple[int, int]) -> None:
        refusal = refused(quick("Ann", 2, *split))
        assert (refusal.code, refusal.item) == ("bad_points_split", "points")
        assert "2 to 4" in refusal.message

    @pytest.mark.parametrize("shares", [{"A": 3}, {"B": 2}, {}, None, {"A": 2, "C": 1}])
    def test_both_teams_have_a_number(self, shares: Any) -> None:
        told = {"pitcher": "Ann", "bid": 2, "points": shares}
        assert refused(told).code == "bad_points_split"

    @pytest.mark.parametrize("key", ["points", "tricks", "game_pips"])
    @pytest.mark.parametrize(
        ("number", "code"),
        [
            (2.5, "not_whole_number"),
            ("2", "not_whole_number"),
            (True, "not_whole_number"),
            (None, "not_whole_number"),
            (-1, "negative_number"),
        ],
    )
    def test_numbers_are_whole(self, key: str, number: Any, code: str) -> None:
        told = hand("Ann", 2, "AA-A") if key != "points" else quick("Ann", 2, 0, 0)
        refusal = refused(told | {key: {"A": number, "B": 2}})
        assert (refusal.code, refusal.item) == (code, key)
        assert "Ann & Cy" in refusal.message


class TestShape:
    @pytest.mark.parametrize(
        "more",
        [
            {"points": {"A": 4, "B": 0}},
            {"all_tricks": "A"},
            {"trump": "h"},
            {"entries": {}},
            {"tricks": [6, 0]},
            {"game_pips": 80},
            {"bids": {}},
            {"bids": "pass"},
            {"bids": [["Ann"]]},
            {"bids": [["Ann", 2, 3]]},
            {"bids": ["Ann"]},
            {"bids": [[None, 2]]},
        ],
    )
    def test_what_means_nothing_is_refused(self, more: dict[str, Any]) -> None:
        refusal = refused(hand("Ann", 2, "AAAA", **more))
        assert (refusal.round, refusal.code) == (1, "malformed")

    def test_points_are_an_object(self) -> None:
        assert refused({"pitcher": "Ann", "bid": 2, "points": [4, 0]}).code == "malformed"


def bidding(*bids: Any, dealer: str | None = "Di", names: list[str] | None = None) -> Any:
    """Return what is told beside a hand: everybody's bid from Ann on, and the dealer."""
    told = {"bids": [[name, bid] for name, bid in zip(names or PLAYERS, bids, strict=False)]}
    return told | ({"dealer": dealer} if dealer else {})


class TestBidding:
    @pytest.mark.parametrize(
        ("bids", "dealer", "actor"),
        [
            ((), "Di", "Ann"),
            ((), "Bob", "Cy"),
            ((), None, ""),
            ((2,), None, "Bob"),
            ((2, "pass"), "Di", "Cy"),
            ((2, "pass", "pass", "pass"), "Di", ""),
        ],
    )
    def test_whose_turn_it_is(self, bids: tuple[Any, ...], dealer: str | None, actor: str) -> None:
        assert looked_at(bidding(*bids, dealer=dealer)).turns.actor == actor

    @pytest.mark.parametrize(
        ("bids", "dealer", "labels"),
        [
            ((), "Di", ["2", "3", "4", "Smudge", "Pass"]),
            ((3,), "Di", ["4", "Smudge", "Pass"]),
            (("smudge", "pass", "pass"), "Di", ["Smudge", "Pass"]),
            ((2, 3, "pass"), "Di", ["3", "4", "Smudge", "Pass"]),
            (("pass", "pass", "pass"), "Di", ["2", "3", "4", "Smudge"]),
        ],
    )
    def test_what_may_be_bid(self, bids: tuple[Any, ...], dealer: str, labels: list[str]) -> None:
        (turn,) = looked_at(bidding(*bids, dealer=dealer)).turns.turns
        assert [move.label for move in turn.moves] == labels

    def test_anybody_may_begin_where_nobody_knows_who_deals(self) -> None:
        assert [turn.name for turn in looked_at(bidding(dealer=None)).turns.turns] == PLAYERS

    def test_it_says_who_is_to_bid_after_which_bid(self) -> None:
        (turn,) = looked_at(bidding(2, "smudge")).turns.turns
        assert turn.hint == "Cy to bid · Bob has bid Smudge"

    def test_a_bidding_that_is_over_tells_who_pitches_and_who_dealt(self) -> None:
        told = looked_at(bidding("pass", 3, "pass", "pass", dealer=None)).turns.told
        assert told == {"dealer": "Di", "pitcher": "Bob", "bid": 3}
        assert looked_at(bidding("pass", dealer=None)).turns.told == {"dealer": "Di"}

    def test_the_dealer_of_the_hand_before_tells_it_as_well(self) -> None:
        played = quick("Ann", 2, 2, 2, dealer="Ann")
        assert looked_at({}, played).turns.actor == "Cy"
        assert looked_at({}, played).turns.turns[0].hint == "Cy to bid"

    @pytest.mark.parametrize(
        ("bids", "pitcher", "bid"),
        [
            ((2, 3, 4, "smudge"), "Di", "smudge"),
            ((2, "pass", 3, "pass"), "Cy", 3),
            ((4, "pass", "pass", "pass"), "Ann", 4),
            (("pass", "pass", "pass", 2), "Di", 2),
            (("pass", "pass", "pass", "smudge"), "Di", "smudge"),
            (("smudge", "pass", "pass", "smudge"), "Di", "smudge"),
            (("smudge", "pass", "pass", "pass"), "Ann", "smudge"),
            ((2, 3, "pass", 3), "Di", 3),
            ((3, "pass", "pass", 3), "Di", 3),
        ],
    )
    def test_the_highest_bid_pitches_and_the_dealer_may_equal_it(
        self, bids: tuple[Any, ...], pitcher: str, bid: Any
    ) -> None:
        told = quick(pitcher, bid, 2, 2, **bidding(*bids))
        sheet = scored(told)
        assert sheet.extras["made"] == [bid == 2]

    @pytest.mark.parametrize(
        ("bids", "who"),
        [
            ((3, 2, "pass", "pass"), "Bob"),
            ((2, 2, "pass", "pass"), "Bob"),
            ((3, "pass", 3, 3), "Cy"),
            (("smudge", "smudge", "pass", "pass"), "Bob"),
            (("smudge", 4, "pass", "pass"), "Bob"),
            ((3, "pass", "pass", 2), "Di"),
            (("pass", "pass", "pass", "pass"), "Di"),
            ((2, "pass"), "Cy"),
            ((2, 3, 4), "Di"),
        ],
    )
    def test_bids_rise_and_everybody_speaks_once(self, bids: tuple[Any, ...], who: str) -> None:
        refusal = refused(quick("Ann", 2, 2, 2, **bidding(*bids)))
        assert (refusal.code, refusal.item) == ("bad_bid_order", "bids")
        assert refusal.player == who
        assert who in refusal.message

    def test_only_the_dealer_may_equal_is_said(self) -> None:
        assert "dealer" in refused(quick("Ann", 2, 2, 2, **bidding(2, 2, "pass", 3))).message

    def test_with_three_passes_the_dealer_must_bid(self) -> None:
        message = refused(quick("Di", 2, 2, 2, **bidding(*["pass"] * 4))).message
        assert "dealer" in message
        assert "2" in message

    @pytest.mark.parametrize(
        "names",
        [
            ["Bob", "Cy", "Di", "Ann"],
            ["Ann", "Cy", "Bob", "Di"],
            ["Ann", "Ann", "Cy", "Di"],
            ["Ann", "Bob", "Cy", "Di", "Ann"],
        ],
    )
    def test_it_goes_round_from_the_dealers_left(self, names: list[str]) -> None:
        told = bidding(2, "pass", "pass", "pass", "pass", names=names)
        assert refused(quick("Ann", 2, 2, 2, **told)).code == "bad_bid_order"

    def test_without_a_dealer_the_first_bidder_sits_on_the_dealers_left(self) -> None:
        told = bidding(2, "pass", 3, 3, dealer=None, names=["Cy", "Di", "Ann", "Bob"])
        sheet = scored(quick("Bob", 3, 1, 3, **told))
        assert sheet.between.turn == ("Cy", "deals")

    @pytest.mark.parametrize(("pitcher", "bid"), [("Ann", 3), ("Bob", 4), ("Cy", 2), ("Di", 3)])
    def test_it_leads_to_the_pitcher_and_the_bid(self, pitcher: str, bid: int) -> None:
        refusal = refused(quick(pitcher, bid, 2, 2, **bidding(2, 3, "pass", "pass")))
        assert (refusal.code, refusal.item) == ("bid_log_conflict", "bids")
        assert pitcher in refusal.message
        assert "Bob" in refusal.message

    @pytest.mark.parametrize("bid", [1, 5, "2", True, 2.5, None, ["pass"], "schmudge"])
    def test_there_is_no_other_bid(self, bid: Any) -> None:
        refusal = refused(quick("Ann", 2, 2, 2, **bidding(2, bid, "pass", "pass")))
        assert (refusal.code, refusal.player) == ("bad_bid", "Bob")
        assert "smudge" in refusal.message

    @pytest.mark.parametrize("name", ["Eve", "", 3, ["Ann"]])
    def test_only_players_bid_and_deal(self, name: Any) -> None:
        told = quick("Ann", 2, 2, 2)
        for more in ({"dealer": name}, bidding(2, "pass", names=["Ann", name])):
            assert refused(told | more).code == "unknown_player"

    def test_words_may_be_typed_in_any_letter_case(self) -> None:
        told = bidding("Pass", "Smudge", "PASS", "pass ")
        assert points(quick("Bob", "Smudge", 0, 4, all_tricks="B", **told)) == [(0, 5)]

    def test_no_bids_are_as_good_as_none_told(self) -> None:
        assert points(quick("Ann", 2, 2, 2, bids=[])) == [(2, 2)]


class TestWinning:
    NEAR = (hand("Ann", 4, "AAAA"), hand("Cy", 4, "AAAA"))
    """A has 8."""

    def test_a_bid_made_at_the_target_wins(self) -> None:
        sheet = scored(*self.NEAR, hand("Ann", 2, "AABB"), target=10)
        assert sheet.status == "finished"
        assert sheet.winners == ("A",)
        assert (
            sheet.reason == "Ann & Cy win with 10 points after making the bid; the target was 10."
        )
        assert sheet.how == "after making the bid"

    def test_one_short_does_not(self) -> None:
        sheet = scored(*self.NEAR, hand("Ann", 2, "AABB"), target=11)
        assert sheet.status == "in_progress"
        assert sheet.winners == ()

    def test_reaching_the_target_on_the_others_bid_does_not(self) -> None:
        sheet = scored(*self.NEAR, hand("Bob", 2, "AABB"), target=10)
        assert (sheet.totals, sheet.status) == ({"A": 10, "B": 2}, "in_progress")

    def test_it_takes_being_there_still_after_making_a_bid(self) -> None:
        defended = (*self.NEAR, hand("Bob", 2, "AABB"))
        fallen = scored(*defended, hand("Ann", 3, "AABB"), target=10)
        assert (fallen.totals["A"], fallen.status) == (7, "in_progress")
        made = scored(*defended, hand("Ann", 2, "AABB"), target=10)
        assert (made.status, made.winners) == ("finished", ("A",))

    def test_being_set_at_the_target_wins_nothing(self) -> None:
        high = [hand("Ann", 4, "AAAA")] * 2 + [hand("Bob", 3, "AAAA")]
        sheet = scored(*high, hand("Ann", 2, "ABBB"), target=10)
        assert (sheet.totals["A"], sheet.status) == (10, "in_progress")

    def test_both_at_the_target_the_bidder_wins_with_the_lower_total(self) -> None:
        before = [quick("Bob", 4, 4, 0), quick("Bob", 2, 0, 4), quick("Bob", 2, 2, 2)]
        sheet = scored(*before, quick("Di", 3, 1, 3), target=5)
        assert (sheet.totals, sheet.winners) == ({"A": 7, "B": 5}, ("B",))

    def test_both_at_the_target_and_level_the_bidder_wins(self) -> None:
        before = [quick("Bob", 2, 2, 2), quick("Bob", 2, 1, 2)]
        sheet = scored(*before, quick("Ann", 2, 2, 1), target=5)
        assert (sheet.totals, sheet.winners) == ({"A": 5, "B": 5}, ("A",))

    def test_both_at_the_target_and_the_bidder_set_play_on(self) -> None:
        hands = [quick("Ann", 2, 0, 4)] * 3 + [quick("Bob", 2, 4, 0)] * 3
        sheet = scored(*hands, target=5)
        assert (sheet.totals, sheet.status) == ({"A": 6, "B": 6}, "in_progress")
        assert len(sheet.between.facts) == 2

    def test_a_whole_game(self) -> None:
        hands = [
            hand("Ann", 2, "AA-A", dealer="Di"),
            hand("Bob", 3, "BABB"),
            hand("Cy", 3, "ABAB"),
            hand("Di", 2, "ABB-"),
            hand("Ann", "smudge", "AAAA", tricks={"A": 6, "B": 0}),
            hand("Bob", 4, "BBBB"),
            hand("Cy", 2, "AAAB"),
            hand("Di", 2, "BB-A"),
            hand("Ann", 3, "AABA"),
            hand("Bob", 2, "AAAB"),
            hand("Cy", 2, "ABAA"),
            hand("Di", 2, "BA-B"),
            hand("Ann", 2, "AB-A"),
        ]
        before, sheet = scored(*hands[:-1]), scored(*hands)
        assert [tuple(scores.values()) for scores in sheet.round_scores] == [
            *[(3, 0), (1, 3), (-3, 2), (1, 2), (5, 0), (0, 4), (3, 1)],
            *[(1, 2), (3, 1), (3, -2), (3, 1), (1, 2), (2, 1)],
        ]
        assert sheet.extras["made"] == [hand not in (2, 9) for hand in range(13)]
        assert (before.totals, before.status) == ({"A": 21, "B": 16}, "in_progress")
        assert before.between.facts[0] == "Ann & Cy need a bid"
        assert (sheet.totals, sheet.status) == ({"A": 23, "B": 17}, "finished")
        assert sheet.winners == ("A",)
        assert sheet.ranks == {"A": 1, "B": 2}

    def test_a_hand_after_the_end_is_refused(self) -> None:
        refusal = refused(*self.NEAR, hand("Ann", 2, "AABB"), target=8)
        assert (refusal.round, refusal.code) == (3, "game_over")
        assert refusal.kept.totals == {"A": 8, "B": 0}

    def test_a_correction_reopens_the_game(self) -> None:
        edits = [{"round": 2, "with": hand("Cy", 4, "AAAB")}]
        result = sheet_of({**record(*self.NEAR, target=8), "edits": edits})
        assert (result.totals, result.status) == ({"A": 0, "B": 1}, "in_progress")
        assert result.extras["made"] == [True, False]


class TestWinningWithoutABid:
    def test_any_side_at_the_target_wins(self) -> None:
        told = [quick("Bob", 2, 4, 0), quick("Bob", 2, 1, 3)]
        sheet = scored(*told, target=5, win_requires_bid=False)
        assert sheet.winners == ("A",)
        assert sheet.reason == "Ann & Cy win with 5 points; the target was 5."
        assert not sheet.how

    def test_of_two_the_successful_bidder_wins(self) -> None:
        told = [quick("Bob", 2, 2, 2), quick("Bob", 2, 2, 2), quick("Bob", 2, 2, 2)]
        sheet = scored(*told, target=6, win_requires_bid=False)
        assert (sheet.totals, sheet.winners) == ({"A": 6, "B": 6}, ("B",))
        lower = [quick("Ann", 2, 3, 1), quick("Bob", 2, 0, 3), quick("Bob", 2, 2, 2)]
        sheet = scored(*lower, quick("Ann", 2, 2, 0), target=7, win_requires_bid=False)
        assert (sheet.totals, sheet.winners) == ({"A": 7, "B": 6}, ("A",))

    def test_the_bidder_below_the_target_does_not_stop_the_others(self) -> None:
        told = [quick("Bob", 2, 3, 0), quick("Bob", 2, 2, 2)]
        sheet = scored(*told, target=5, win_requires_bid=False)
        assert sheet.winners == ("A",)

    @pytest.mark.parametrize(
        ("totals", "winners"), [((8, 6), ("A",)), ((6, 8), ("B",)), ((6, 6), ("A", "B"))]
    )
    def test_both_there_and_the_bidder_set_the_higher_total_wins(
        self, totals: tuple[int, int], winners: tuple[str, ...]
    ) -> None:
        # No plain game gets here, because it would have ended before; one whose rules changed can.
        record_now = record(target=5, win_requires_bid=False)
        options = resolve("Pitch", OPTIONS, record_now["options"], tuple(PLAYERS))
        setup = RULES.set_up(tuple(PLAYERS), options)
        state = Played("A", is_made=False)
        history = History([], dict(zip("AB", totals, strict=True)), state=state)
        result = RULES.outcome and RULES.outcome(setup, history)
        assert result is not None
        assert result.winners == winners


class TestEndedEarly:
    def test_the_higher_total_wins(self) -> None:
        result = sheet_of({**record(quick("Ann", 2, 3, 1)), "end_early": True})
        assert (result.status, result.winners) == ("ended_early", ("A",))
        assert result.reason == "Ended early: Ann & Cy win with 3 points."

    def test_a_tie_is_shared(self) -> None:
        result = sheet_of({**record(quick("Ann", 2, 2, 2)), "end_early": True})
        assert result.winners == ("A", "B")
        assert result.reason == (
            "Ended early: Ann & Cy and Bob & Di share the win with 2 points each."
        )

    def test_one_point_lost_is_one_point(self) -> None:
        hands = quick("Ann", 2, 1, 1), quick("Bob", 3, 1, 1)
        result = sheet_of({**record(*hands), "end_early": True})
        assert result.reason == "Ended early: Ann & Cy win with −1 point."

    def test_without_a_hand_nobody_wins(self) -> None:
        result = sheet_of({**record(), "end_early": True})
        assert (result.status, result.winners) == ("ended_early", ())


class TestOptions:
    @pytest.mark.parametrize(
        ("option", "values"),
        [
            ("target", [4, 102, 21.0, "21", None, True]),
            ("smudge_value", [3, 11, "5", None]),
            ("win_requires_bid", [0, "no", None]),
        ],
    )
    def test_they_have_a_range(self, option: str, values: list[Any]) -> None:
        for value in values:
            refusal = refused(**{option: value})
            assert (refusal.code, refusal.item) == ("option_out_of_range", option)

    def test_the_ends_of_the_ranges_are_inside(self) -> None:
        for options in ({"target": 5, "smudge_value": 4}, {"target": 101, "smudge_value": 10}):
            assert scored(**options).status == "in_progress"


class TestBetweenHands:
    def test_the_deal_moves_left_from_the_last_dealer_that_was_told(self) -> None:
        told = [quick("Ann", 2, 2, 2, dealer="Cy"), quick("Ann", 2, 2, 2), quick("Ann", 2, 2, 2)]
        turns = [scored(*told[:played]).between.turn for played in range(4)]
        assert turns == [None, ("Di", "deals"), ("Ann", "deals"), ("Bob", "deals")]

    def test_a_side_at_the_target_needs_to_make_a_bid(self) -> None:
        sheet = scored(*[quick("Bob", 4, 3, 1)] * 7)
        assert sheet.between.facts == ("Ann & Cy need a bid",)

    @pytest.mark.parametrize(
        ("target", "fact"),
        [
            (6, "a bid"),
            (7, "a bid with 3 points"),
            (8, "a bid with 4 points"),
            (9, "a smudge"),
        ],
    )
    def test_so_does_a_side_that_is_close(self, target: int, fact: str) -> None:
        sheet = scored(quick("Ann", 4, 4, 0), target=target)
        assert f"Ann & Cy need {fact}" in sheet.between.facts

    def test_a_side_further_away_is_not_mentioned(self) -> None:
        assert scored(quick("Ann", 4, 4, 0)).between.facts == ()

    def test_where_no_bid_is_needed_the_points_are_enough(self) -> None:
        sheet = scored(quick("Ann", 4, 4, 0), target=7, win_requires_bid=False)
        assert sheet.between.facts == ("Ann & Cy need 3",)

    def test_a_finished_game_has_nothing_to_come(self) -> None:
        sheet = scored(quick("Ann", 4, 4, 0), quick("Ann", 4, 4, 0), target=8)
        assert sheet.between.facts == ()

    @pytest.mark.parametrize(
        ("told", "story"),
        [
            (quick("Ann", 2, 3, 1), "Ann bid 2; Ann & Cy made 3."),
            (quick("Di", 3, 2, 2), "Di bid 3; Bob & Di made 2 and were set."),
            (quick("Cy", "smudge", 4, 0, all_tricks="A"), "Cy bid a smudge; Ann & Cy made it."),
        ],
    )
    def test_the_story_says_who_bid_and_what_became_of_it(
        self, told: dict[str, Any], story: str
    ) -> None:
        assert scored(told).stories == (story,)


class TestHandBeingTold:
    @pytest.mark.parametrize(
        ("told", "awaited"),
        [
            ({}, "who pitched, the bid, High, Low, Jack and Game"),
            ({"pitcher": "Ann", "bid": 2}, "the points"),
            ({"pitcher": "Ann", "bid": "smudge"}, "the points"),
            ({"pitcher": "Ann", "bid": 2, **bidding(2, "pass")}, "the points and Cy’s bid"),
            (without(hand("Ann", 2, "AAAA"), "jack"), "Jack"),
            (hand("Ann", 2, "-AA-"), "High"),
            (hand("Ann", "smudge", "AAAA"), "the tricks"),
            (hand("Ann", 2, "AAAA", tricks={"A": 4}), "both teams’ tricks"),
            ({"points": {"A": 2}, "bid": 2}, "who pitched and both teams’ points"),
            (quick("Ann", 2, 2, 2, **bidding(2, "pass")), "Cy’s bid"),
        ],
    )
    def test_it_says_what_it_waits_for(self, told: dict[str, Any], awaited: str) -> None:
        now = looked_at(told)
        assert now.awaited.table == awaited
        assert now.awaited.players == ()
        assert now.scores == {}

    def test_with_the_bid_in_it_asks_for_the_points(self) -> None:
        assert looked_at({}).awaited.part == 0
        assert looked_at({"pitcher": "Ann", "bid": "smudge"}).awaited.part == 1

    def test_a_whole_one_is_scored(self) -> None:
        now = looked_at(hand("Ann", 2, "AAAB"))
        assert not now.awaited
        assert now.scores == {"A": 3, "B": 1}
        assert now.story == "Ann bid 2; Ann & Cy made 3."

    @pytest.mark.parametrize(
        ("told", "code"),
        [
            ({"bid": 5}, "bad_bid"),
            ({"tricks": {"A": 7}}, "bad_trick_count"),
            ({"points": {"A": 5}}, "bad_points_split"),
            ({"low": "B", "tricks": {"A": 6, "B": 0}}, "points_without_tricks"),
            ({"bids": [["Ann", 3], ["Bob", 2]]}, "bad_bid_order"),
        ],
    )
    def test_what_cannot_be_is_refused_at_once(self, told: dict[str, Any], code: str) -> None:
        result = refusal_of(record(), open_round=told)
        assert result.code == code


class TestForm:
    def test_it_has_two_ways_and_no_entries_of_players(self) -> None:
        form = entry_form(record())
        assert [style.key for style in form.rounds] == ["points", "quick"]
        assert not any(style.has_entries for style in form.rounds)
        assert not form.styles
        assert RULES.entries_key == ""

    @pytest.mark.parametrize("position", [0, 1])
    def test_what_must_be_typed_is_all_that_is_needed(self, position: int) -> None:
        style = entry_form(record()).rounds[position]
        told = typed(style) | ({"game": None} if position == 0 else {})
        assert scored(told).extras["made"] == [True]

    def test_every_field_can_be_typed(self) -> None:
        for style in entry_form(record()).rounds:
            known = {field.key for field in style.fields}
            whole = hand("Ann", 2, "AAAA", tricks={"A": 6, "B": 0}, game_pips={"A": 9, "B": 0})
            told = whole if style.key == "points" else quick("Ann", 2, 4, 0, all_tricks="A")
            assert "took_all" in known
            assert scored(told | {"dealer": "Di"})
            assert known >= told.keys()

    def test_teams_are_called_by_their_players(self) -> None:
        fields = {field.key: field for field in entry_form(record()).round_fields}
        assert fields["high"].choices == (("A", "Ann & Cy"), ("B", "Bob & Di"))
        assert fields["jack"].choices[-1] == (None, "Nobody")
        assert [value for value, _label in fields["bid"].choices] == [2, 3, 4, "smudge"]

    def test_the_next_dealer_is_filled_in(self) -> None:
        form = entry_form(record(quick("Ann", 2, 2, 2, dealer="Di")))
        assert {field.key: field for field in form.round_fields}["dealer"].default == "Ann"


def typed(style: fields.RoundStyle) -> dict[str, Any]:
    """Return a hand with only what must be typed: the first choice or name, and the least."""
    told: dict[str, Any] = {}
    for field in style.fields:
        if field.is_optional:
            continue
        match field.kind:
            case "choice":
                told[field.key] = field.choices[0][0]
            case "player":
                told[field.key] = field.names[0]
            case "amounts":
                told[field.key] = {side: 2 * (side == "A") for side, _label in field.choices}
    return told


SIDE = st.sampled_from(["A", "B", None, "C", 1])
NAME = st.sampled_from([*PLAYERS, " Ann ", "Eve", "A"])
BID = st.sampled_from([2, 3, 4, "smudge", "pass", 5, None, True])
NUMBER = st.integers(-1, 7) | st.sampled_from([10**30, 2.5, "2", True, None])
AMOUNTS = st.dictionaries(st.sampled_from(["A", "B", "C"]), NUMBER) | JUNK
HAND = st.fixed_dictionaries(
    {},
    optional={
        "pitcher": NAME | JUNK,
        "bid": BID | JUNK,
        "dealer": NAME | JUNK,
        "bids": st.lists(st.tuples(NAME, BID).map(list) | JUNK, max_size=5) | JUNK,
        "high": SIDE,
        "low": SIDE,
        "jack": SIDE,
        "game": SIDE | JUNK,
        "tricks": AMOUNTS,
        "game_pips": AMOUNTS,
        "points": AMOUNTS,
        "all_tricks": SIDE | JUNK,
        "took_all": st.booleans() | JUNK,
    },
)
TEAM_MAP = st.dictionaries(NAME | st.text(max_size=2), st.lists(NAME) | SIDE) | JUNK


class TestWhateverIsTyped:
    @given(st.lists(HAND, max_size=3), HAND)
    def test_it_is_scored_or_refused(self, hands: list[Any], open_hand: Any) -> None:
        answer_of(record(*hands))
        answer_of(record(*hands), open_round=open_hand)

    @given(TEAM_MAP)
    def test_teams_are_two_and_two_or_refused(self, teams: Any) -> None:
        result = score(record(quick("Ann", 2, 2, 2), teams=teams))
        if isinstance(result, Refusal):
            assert result.code == "option_out_of_range"
        else:
            assert result.totals == {"A": 2, "B": 2}

    @given(
        bid=st.sampled_from([2, 3, 4, "smudge"]),
        takers=st.tuples(*[st.sampled_from("AB")] * 2, *[st.sampled_from("AB-")] * 2),
        tricks=st.integers(1, 5),
    )
    def test_points_are_won_or_the_bid_is_lost(
        self, bid: Any, takers: tuple[str, ...], tricks: int
    ) -> None:
        told = hand("Ann", bid, "".join(takers), tricks={"A": tricks, "B": 6 - tricks})
        sheet = scored(told)
        ours, theirs = takers.count("A"), takers.count("B")
        is_made = bid != "smudge" and ours >= bid
        price = 5 if bid == "smudge" else bid
        assert sheet.round_scores[0] == {"A": ours if is_made else -price, "B": theirs}
        assert sheet.extras["made"] == [is_made]
        assert sheet.warnings == ()


@pytest.mark.parametrize(("bid", "said"), [(3, "3"), ("smudge", "Smudge")])
def test_the_pitchers_row_says_the_bid(bid: Any, said: str) -> None:
    note = f"Cy pitches, bid: {said}"
    assert looked_at({"pitcher": "Cy", "bid": bid}).row_notes == {"Cy": note}
    assert looked_at({"pitcher": "Cy"}).row_notes == {}
