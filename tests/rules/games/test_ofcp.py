"""Open-Face Chinese Poker: rows, royalties, fouls, fantasyland, and who pays whom.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.cards.cards import DECK_NAMES
from scorecard.rules.games.ofcp import about
from scorecard.rules.games.ofcp.game import RULES
from scorecard.rules.sheet import entry_form
from tests.fuzzing.junk import junk
from tests.scoring import CardTable, answer_of, refusal_of, sheet_of

NAMES = ["Ann", "Bob", "Cy", "Di"]
Laid = dict[str, list[str]]


def laid(front: str, middle: str, back: str) -> Laid:
    return {"front": front.split(), "middle": middle.split(), "back": back.split()}


def rest(*used: Laid) -> Laid:
    """Return thirteen other cards: somebody's hand that does not matter."""
    gone = {card for hand in used for row in hand.values() for card in row}
    left = [card for card in DECK_NAMES if card not in gone]
    return {"front": left[:3], "middle": left[3:8], "back": left[8:13]}


def cards(**hands: Laid) -> dict[str, Any]:
    return {"hands": hands}


def quick(front: str, middle: str, back: str, **more: Any) -> dict[str, Any]:
    """Return a quick round; each row's players stand from best to worst, as in "Ann Bob=Cy"."""
    rows = {"front": front, "middle": middle, "back": back}
    order = {row: [level.split("=") for level in players.split()] for row, players in rows.items()}
    return {"royalties": {}, "row_order": order, **more}


class SomeOfFour(CardTable):
    def record(self, *rounds: Any, players: Any = 2, **more: Any) -> dict[str, Any]:
        return super().record(*rounds, players=self.players[:players], **more)


SEATED = SomeOfFour("ofcp", NAMES)
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def of_ann(hand: Laid, key: str, **options: Any) -> Any:
    """Return what a result key says of the first hand when Ann lays this one."""
    told = scored(cards(Ann=hand, Bob=rest(hand)), **options).extras[key][0]
    return told["Ann"] if isinstance(told, dict) else "Ann" in told


LOW_FRONT, LOW_MIDDLE = "2c 3d 5h", "7c 7d 8h 9s Jc"
ROYAL = "10s Js Qs Ks As"
WITH_QUEENS = laid("Qs Qh 4d", "5h 6h 7c 8d 9s", "2c 5c 9c Jc Kc")
WITH_SIXES = laid("6s 6d 3h", "10s 10d 2d 3c 8h", "Jh Jd Js 7d 4s")
PLAIN = laid("5c 4d 2h", "9c 9d Kh 7s 3c", "Jc Jd 8h 8s 2c")
PLAIN_TOO = laid("Ad Kc 6h", "7c 7d Qh 5s 3d", "10h 10d Ks 4c 6s")
FOULED_KINGS = laid("Kh Kd 6s", "7h 7d Qd 5s 3d", "10h 10d 8s 4c 6c")
NOTHING = quick("Ann Bob", "Ann=Bob", "Bob Ann")


PAIRS = {"2": 0, "3": 0, "4": 0, "5": 0, "6": 1, "7": 2, "8": 3, "9": 4, "10": 5} | {
    "J": 6,
    "Q": 7,
    "K": 8,
    "A": 9,
}


class TestRoyalties:
    @pytest.mark.parametrize(
        ("back", "royalty"),
        [
            ("Qc Qd Kh 4s 6c", 0),
            ("Qc Qd Kh Ks 6c", 0),
            ("Kc Kd Kh 4s 6c", 0),
            ("9c 10d Jh Qs Kc", 2),
            ("Ac 2d 3h 4s 5c", 2),
            ("3s 6s 10s Qs As", 4),
            ("Kc Kd Kh 4s 4c", 6),
            ("6c 6d 6h 6s Kd", 10),
            ("2s 3s 4s 5s 6s", 15),
            ("As 2s 3s 4s 5s", 15),
            (ROYAL, 25),
        ],
    )
    def test_of_the_back(self, back: str, royalty: int) -> None:
        assert of_ann(laid(LOW_FRONT, LOW_MIDDLE, back), "royalties") == royalty

    @pytest.mark.parametrize(
        ("middle", "royalty"),
        [
            (LOW_MIDDLE, 0),
            ("7c 7d 7h 8s Jc", 0),
            ("5d 6d 7h 8s 9c", 4),
            ("3h 6h 8h 10h Qh", 8),
            ("7c 7d 7h 8s 8c", 12),
            ("7c 7d 7h 7s 8c", 20),
            ("5d 6d 7d 8d 9d", 30),
            ("Ah 2h 3h 4h 6h", 8),
            ("Ad 2d 3h 4h 5c", 4),
            ("10h Jh Qh Kh Ah", 50),
        ],
    )
    def test_of_the_middle(self, middle: str, royalty: int) -> None:
        assert of_ann(laid("2c 3c 5s", middle, ROYAL), "royalties") == royalty + 25

    @pytest.mark.parametrize(("rank", "royalty"), PAIRS.items())
    def test_of_a_pair_in_front(self, rank: str, royalty: int) -> None:
        assert of_ann(self.hand(f"{rank}c {rank}d", rank), "royalties") == royalty

    @pytest.mark.parametrize(("rank", "graded"), [("2", 10), ("7", 15), ("10", 18), ("A", 22)])
    def test_of_three_of_a_kind_in_front(self, rank: str, graded: int) -> None:
        hand = laid(f"{rank}c {rank}d {rank}h", "3s 4s 5s 6s 9s", "8h 9h Jh Qh Kh")
        flushes = 8 + 4
        assert of_ann(hand, "royalties") == 20 + flushes
        assert of_ann(hand, "royalties", front_trips="flat20") == 20 + flushes
        assert of_ann(hand, "royalties", front_trips="graded") == graded + flushes

    def test_no_hand_earns_more_than_95(self) -> None:
        hand = laid("2c 2d 2h", "10h Jh Qh Kh Ah", ROYAL)
        assert of_ann(hand, "royalties") == 95

    def test_three_suited_or_neighbouring_cards_in_front_are_only_high(self) -> None:
        hand = laid("As Ks Qs", "9c 9d 5s 4d 3s", "Jc Jd 10c 10d 6h")
        assert of_ann(hand, "royalties") == 0
        sixes = laid("6s 6d 3h", "7c 7d Kh 8s 4c", "Qd Qc 5h 5d 9h")
        sheet = scored(cards(Ann=hand, Bob=sixes))
        # Ann wins the middle; Bob front and back, and has 1 for the sixes.
        assert sheet.round_scores[0] == {"Ann": -2, "Bob": 2}

    @staticmethod
    def hand(pair: str, rank: str) -> Laid:
        other = [r for r in "23456789JQKA" if r != rank]
        trips = [f"{r}c {r}d {r}h" for r in other[:2]]
        return laid(
            f"{pair} {other[6]}s",
            f"{trips[0]} {other[2]}s {other[8]}s",
            f"{trips[1]} {other[4]}s {other[9]}s",
        )


class TestFoul:
    def test_a_middle_stronger_than_the_back_fouls(self) -> None:
        assert of_ann(laid("2c 3d 5h", "9c 9d 4h 4s 3c", "Ac Ad Kh Qs 10c"), "fouled")

    def test_a_front_stronger_than_the_middle_fouls(self) -> None:
        assert of_ann(laid("7c 7d 5h", "6c 6d Ah Ks 3c", "Ac Ad Kh Qs 10c"), "fouled")
        assert of_ann(laid("7c 7d 7h", "6c 6d Ah As 3c", "Kc Kd Kh Qs 10c"), "fouled")

    def test_rising_rows_do_not_foul(self) -> None:
        assert not of_ann(PLAIN, "fouled")

    def test_equal_rows_foul_only_where_that_is_agreed(self) -> None:
        hand = laid("2c 3d 5h", "9c 9d Ah Ks 4c", "9h 9s Ac Kd 4d")
        assert not of_ann(hand, "fouled")
        assert not of_ann(hand, "fouled", equal_is_foul=False)
        assert of_ann(hand, "fouled", equal_is_foul=True)

    @pytest.mark.parametrize("equal_is_foul", [False, True])
    @pytest.mark.parametrize(
        ("front", "middle", "is_foul"),
        [
            ("Ac Kd Qh", "Ad Kc Qs 3h 2c", False),
            ("Ac Kd Qh", "Ad Kc Js 10h 9c", True),
            ("9c 9d Kh", "9h 9s Kd 3h 2c", False),
            ("9c 9d Kh", "9h 9s Qd Jh 10c", True),
            ("9c 9d Qh", "9h 9s Kd 3h 2c", False),
        ],
    )
    def test_a_front_that_runs_out_of_cards_is_weaker(
        self, equal_is_foul: bool, front: str, middle: str, is_foul: bool
    ) -> None:
        hand = laid(front, middle, "4c 4d 4h 7s 8c")
        assert of_ann(hand, "fouled", equal_is_foul=equal_is_foul) is is_foul

    def test_the_ace_is_low_in_the_lowest_straight(self) -> None:
        assert of_ann(laid("2c 3d 5h", "2s 3h 4h 5s 6c", "As 2h 3c 4d 5d"), "fouled")
        assert not of_ann(laid("2c 3d 5h", "As 2h 3c 4d 5d", "2s 3h 4h 5s 6c"), "fouled")

    def test_a_foul_voids_royalties_and_pays_6_and_the_opponents(self) -> None:
        sheet = scored(cards(Ann=WITH_QUEENS, Bob=FOULED_KINGS))
        # Bob's kings in front are stronger than the sevens behind them.
        assert sheet.extras["fouled"] == [["Bob"]]
        assert sheet.extras["royalties"] == [{"Ann": 15, "Bob": 0}]
        assert sheet.round_scores[0] == {"Ann": 6 + 15, "Bob": -21}

    def test_a_foul_pays_no_sweep(self) -> None:
        sheet = scored(quick("Ann", "Ann", "Ann", fouled=["Bob"], royalties={"Ann": 9}))
        assert sheet.round_scores[0] == {"Ann": 15, "Bob": -15}

    @pytest.mark.parametrize(("penalty", "paid"), [(0, 9), (3, 12), (20, 29)])
    def test_what_a_foul_costs_can_be_agreed(self, penalty: int, paid: int) -> None:
        told = quick("Ann", "Ann", "Ann", fouled=["Bob"], royalties={"Ann": 9})
        sheet = scored(told, foul_penalty=penalty, sweep_bonus=10)
        assert sheet.round_scores[0] == {"Ann": paid, "Bob": -paid}

    def test_two_who_foul_pay_each_other_nothing(self) -> None:
        told = quick("Cy", "Cy", "Cy", fouled=["Ann", "Bob"], royalties={"Cy": 4, "Ann": 7})
        sheet = scored(told, players=3)
        assert sheet.round_scores[0] == {"Ann": -10, "Bob": -10, "Cy": 20}
        assert sheet.extras["royalties"] == [{"Ann": 0, "Bob": 0, "Cy": 4}]

    def test_everybody_may_foul(self) -> None:
        sheet = scored({"fouled": ["Bob", "Ann"]})
        assert sheet.round_scores[0] == {"Ann": 0, "Bob": 0}
        assert sheet.extras["fouled"] == [["Ann", "Bob"]]


class TestSettling:
    def test_each_row_won_is_a_point(self) -> None:
        sheet = scored(cards(Ann=PLAIN, Bob=PLAIN_TOO))
        assert sheet.round_scores[0] == {"Ann": 1, "Bob": -1}
        assert sheet.stories == ("",)

    def test_all_three_rows_are_three_points_more(self) -> None:
        assert scored(quick(*["Bob Ann"] * 3)).round_scores[0] == {"Ann": -6, "Bob": 6}

    @pytest.mark.parametrize(("bonus", "points"), [(0, 3), (3, 6), (10, 13)])
    def test_what_all_three_earn_can_be_agreed(self, bonus: int, points: int) -> None:
        sheet = scored(quick(*["Bob Ann"] * 3), sweep_bonus=bonus)
        assert sheet.round_scores[0] == {"Ann": -points, "Bob": points}

    def test_a_level_row_counts_for_nobody(self) -> None:
        sheet = scored(quick("Ann=Bob", "Ann=Bob", "Ann Bob", royalties={"Ann": 4, "Bob": 2}))
        assert sheet.round_scores[0] == {"Ann": 3, "Bob": -3}
        level = scored(quick("Ann=Bob", "Ann Bob", "Ann Bob"))
        assert level.round_scores[0] == {"Ann": 2, "Bob": -2}, "two rows won are no sweep"

    def test_suits_do_not_rank(self) -> None:
        ann = laid("Ac Kc 5d", "9c 9d Jh 7s 3c", "2h 4h 6h 8h Th")
        bob = laid("Ad Kd 5s", "9h 9s Js 7d 3d", "2s 4s 6s 8s Ts")
        assert scored(cards(Ann=ann, Bob=bob)).round_scores[0] == {"Ann": 0, "Bob": 0}

    def test_the_royalties_are_netted(self) -> None:
        sheet = scored(cards(Ann=WITH_QUEENS, Bob=WITH_SIXES))
        assert sheet.extras["royalties"] == [{"Ann": 15, "Bob": 1}]
        assert sheet.round_scores[0] == {"Ann": 20, "Bob": -20}

    def test_a_loser_of_rows_may_still_gain(self) -> None:
        sheet = scored(quick("Bob Ann", "Bob Ann", "Ann Bob", royalties={"Ann": 25}))
        assert sheet.round_scores[0] == {"Ann": 24, "Bob": -24}

    def test_each_two_settle_by_themselves(self) -> None:
        royalties = {"Ann": 10, "Bob": 4, "Cy": 0}
        told = quick("Ann Bob Cy", "Ann Bob=Cy", "Cy Ann Bob", royalties=royalties)
        # Ann–Bob 3 + 3 + 6, Ann–Cy 2 − 1 + 10, Bob–Cy 1 − 1 + 4.
        sheet = scored(told, players=3)
        assert sheet.round_scores[0] == {"Ann": 12 + 11, "Bob": -12 + 4, "Cy": -11 - 4}

    def test_four_play_with_all_cards(self) -> None:
        dealt = [WITH_QUEENS, WITH_SIXES]
        third = laid("7h 9h 2s", "3d 3s As Kd 4c", "Ac Ad Qd Qc 5d")
        fourth = laid("6c 8c 10c", "9d 2h 4h 10h Kh", "Ah 5s 7s 8s Ks")
        hands = dict(zip(NAMES, [*dealt, third, fourth], strict=True))
        sheet = scored({"hands": hands}, players=4)
        assert sorted(card for hand in hands.values() for row in hand.values() for card in row) == (
            sorted(DECK_NAMES)
        )
        assert sheet.extras["fouled"] == [[]]
        # Ann–Bob 14 + 6, Ann–Cy and Ann–Di 15 + 6; Bob–Cy and Bob–Di 1 + 6; Cy–Di 2 − 1.
        assert sheet.round_scores[0] == {
            "Ann": 20 + 21 + 21,
            "Bob": -20 + 7 + 7,
            "Cy": -21 - 7 + 1,
            "Di": -21 - 7 - 1,
        }

    def test_a_point_costs_what_was_agreed(self) -> None:
        sheet = scored(cards(Ann=WITH_QUEENS, Bob=WITH_SIXES), unit=25)
        assert sheet.round_scores[0] == {"Ann": 500, "Bob": -500}

    def test_two_players_may_have_their_own_price(self) -> None:
        told = quick(*["Ann Bob"] * 3, fouled=["Cy"], royalties={"Ann": 4})
        plain = scored(told, players=3, unit=2)
        assert plain.round_scores[0] == {"Ann": 20 + 20, "Bob": -20 + 12, "Cy": -20 - 12}
        special = scored(told, players=3, unit=2, pair_units=[["Cy", "Ann", 5]])
        assert special.round_scores[0] == {"Ann": 20 + 50, "Bob": -20 + 12, "Cy": -50 - 12}

    def test_the_totals_are_balances(self) -> None:
        sheet = scored(
            quick(*["Bob Ann"] * 3), NOTHING, quick(*["Ann Bob"] * 3, royalties={"Ann": 1})
        )
        assert sheet.totals == {"Ann": -6 + 0 + 7, "Bob": 6 + 0 - 7}
        assert sheet.ranks == {"Ann": 1, "Bob": 2}

    def test_the_story_says_who_swept_fouled_and_goes_to_fantasyland(self) -> None:
        told = quick(*["Bob Ann=Di"] * 3, fouled=["Cy"], fantasyland_next=["Di", "Bob"])
        assert scored(told, players=4).stories == (
            "Cy fouled; Bob won all three rows against Ann and Di; "
            "Bob and Di are in fantasyland next.",
        )


class TestFantasyland:
    @pytest.mark.parametrize(
        ("front", "is_in"),
        [
            ("Ac Kd Qh", False),
            ("Jc Jd Ah", False),
            ("Qc Qd 2h", True),
            ("Kc Kd 2h", True),
            ("Ac Ad 2h", True),
            ("2c 2d 2h", True),
        ],
    )
    def test_takes_queens_or_better_in_front(self, front: str, is_in: bool) -> None:
        hand = laid(front, "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c")
        assert of_ann(hand, "fantasyland_next") is is_in

    def test_a_foul_earns_nothing(self) -> None:
        sheet = scored(cards(Ann=WITH_QUEENS, Bob=FOULED_KINGS))
        assert sheet.extras["fantasyland_next"] == [["Ann"]]

    def test_a_full_house_behind_does_not_lead_there(self) -> None:
        assert not of_ann(laid("2c 3d 5h", "7c 7d 7h 8s 8c", "9c 9d 9h 9s Kc"), "fantasyland_next")

    INSIDE = quick(*["Ann Bob"] * 3, royalties={"Ann": 7}, fantasyland_next=["Ann"])

    def stays(self, hand: Laid, **options: Any) -> bool:
        sheet = scored(self.INSIDE, cards(Ann=hand, Bob=rest(hand)), **options)
        assert sheet.extras["fantasyland_next"][0] == ["Ann"]
        return "Ann" in sheet.extras["fantasyland_next"][1]

    @pytest.mark.parametrize(
        ("hand", "is_in"),
        [
            (laid("Qc Qd 2h", "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c"), False),
            (laid("Ac Ad 2h", "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c"), False),
            (laid("2c 2d 2h", "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c"), True),
            (laid("2c 3d 5h", "7c 7d 7h 8s 8c", "9c 9d 9h Ks Kc"), True),
            (laid("2c 3d 5h", "7c 7d 7h 7s 8c", "9c 9d 9h 9s Kc"), True),
            (laid("2c 3d 5h", "2h 4h 6h 8h 10h", "9c 9d 9s Ks Kc"), False),
            (laid("2c 3d 5h", "7c 7d 8h 9s Jc", "Kc Kd Kh Ks 3c"), True),
            (laid("2c 3d 5h", "7c 7d 8h 9s Jc", "2s 3s 4s 5s 6s"), True),
            (laid("2c 3d 5h", "7c 7d 8h 9s Jc", "Kc Kd Kh 3s 3c"), False),
            (laid("2c 2d 2h", "7c 7d 8h 9s Jc", "Kc Kd Kh 3s 3c"), False),
        ],
    )
    def test_to_stay_takes_more(self, hand: Laid, is_in: bool) -> None:
        assert self.stays(hand) is is_in

    def test_it_can_be_agreed_that_queens_stay(self) -> None:
        queens = laid("Qc Qd 2h", "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c")
        jacks = laid("Jc Jd 2h", "3c 4d 5h 6s 7c", "4c 6c 8c 9c 10c")
        assert self.stays(queens, fl_requalify_by_front=True)
        assert not self.stays(queens, fl_requalify_by_front=False)
        assert not self.stays(jacks, fl_requalify_by_front=True)
        house = laid("2c 3d 5h", "7c 7d 7h 8s 8c", "9c 9d 9h Ks Kc")
        assert self.stays(house, fl_requalify_by_front=True)

    def test_a_foul_does_not_keep_it(self) -> None:
        hand = laid("Kc Kd 2h", "3c 3d 5h 6s 8c", "9c 9d 9h 9s Ac")
        assert not self.stays(hand)
        assert not self.stays(hand, fl_requalify_by_front=True)

    def test_others_still_need_the_front_only(self) -> None:
        sheet = scored(self.INSIDE, cards(Ann=WITH_SIXES, Bob=WITH_QUEENS))
        assert sheet.extras["fantasyland_next"] == [["Ann"], ["Bob"]]

    def test_whoever_left_it_earns_it_anew(self) -> None:
        queens = cards(Ann=WITH_QUEENS, Bob=WITH_SIXES)
        sheet = scored(queens, queens, queens)
        assert sheet.extras["fantasyland_next"] == [["Ann"], [], ["Ann"]]


class TestDealer:
    IN = quick(*["Ann Bob"] * 3, royalties={"Ann": 7}, fantasyland_next=["Ann"])
    OUT = quick(*["Ann Bob"] * 3)

    def test_the_deal_moves_left(self) -> None:
        out = quick(*["Ann=Bob=Cy"] * 3)
        sheet = scored(*[out] * 4, players=3)
        assert sheet.extras["dealers"] == ["Ann", "Bob", "Cy", "Ann"]
        assert sheet.extras["next_dealer"] == "Bob"
        assert sheet.between.turn == ("Bob", "deals")
        assert not sheet.between.marks

    def test_the_first_dealer_can_be_agreed(self) -> None:
        sheet = scored(self.OUT, first_dealer="Bob")
        assert sheet.extras["dealers"] == ["Bob"]
        assert sheet.extras["next_dealer"] == "Ann"

    def test_before_the_first_hand_the_first_dealer_deals(self) -> None:
        assert scored().extras == {
            "royalties": [],
            "fouled": [],
            "fantasyland_next": [],
            "dealers": [],
            "next_dealer": "Ann",
        }
        sheet = scored(players=3, first_dealer="Cy")
        assert sheet.extras["next_dealer"] == "Cy"
        assert sheet.between.turn == ("Cy", "deals")

    def test_the_deal_stays_while_somebody_is_in_fantasyland(self) -> None:
        dealers = scored(self.OUT, self.IN, self.IN, self.OUT, self.OUT).extras
        # Bob deals the second hand, which leads to fantasyland, and both that follow.
        assert dealers["dealers"] == ["Ann", "Bob", "Bob", "Bob", "Ann"]
        assert dealers["next_dealer"] == "Bob"

    def test_a_fair_moment_to_stop_is_when_all_have_dealt_and_nobody_is_in_it(self) -> None:
        hands = [self.OUT, self.IN, self.OUT, self.OUT, self.OUT]
        stops = [bool(scored(*hands[:played]).between.stop) for played in range(6)]
        # After the second hand somebody is in fantasyland; the third is not counted.
        assert stops == [False, False, False, True, False, True]

    def test_players_are_told_that_it_stays(self) -> None:
        between = scored(self.OUT, self.IN).between
        assert between.turn == ("Bob", "deals again")
        assert between.marks == {"Ann": ("fantasyland",)}

    def test_after_the_end_nobody_is_told_to_be_in_it(self) -> None:
        ended = sheet_of({**record(self.OUT, self.IN), "end_early": True})
        assert ended.status == "ended_early"
        assert not ended.between.marks

    def test_it_makes_no_difference_whether_the_dealer_is_in_it(self) -> None:
        told = quick(*["Ann Bob"] * 3, fantasyland_next=["Bob", "Ann"])
        between = scored(told).between
        assert between.turn == ("Ann", "deals again")
        assert between.marks == dict.fromkeys(("Ann", "Bob"), ("fantasyland",))

    def test_a_dealer_who_left_is_passed_over(self) -> None:
        all_in = quick(*["Ann=Bob=Cy"] * 3, fantasyland_next=["Cy"])
        two = quick(*["Bob=Cy"] * 3)
        result = sheet_of({**record(all_in, two, two, players=3), "left": {"Ann": 1}})
        assert result.extras["dealers"] == ["Ann", "Bob", "Cy"]
        assert result.round_scores[1] == {"Bob": 0, "Cy": 0}

    def test_who_left_is_not_asked_for_the_next_hand(self) -> None:
        fantasyland = quick("Ann Bob Cy", "Ann Bob Cy", "Ann Bob Cy", fantasyland_next=["Cy"])
        played = {**record(fantasyland, players=3), "left": {"Cy": 1}}
        form = entry_form(played)
        assert form.players == ("Ann", "Bob")
        assert {field.names for field in form.round_fields} == {("Ann", "Bob")}
        sheet = sheet_of(played)
        assert sheet.between.turn == ("Bob", "deals")
        assert sheet.between.marks == {}

    def test_the_deal_moves_on_when_who_was_in_fantasyland_left(self) -> None:
        all_in = quick(*["Ann=Bob=Cy"] * 3, fantasyland_next=["Cy"])
        two = quick(*["Ann=Bob"] * 3)
        result = sheet_of({**record(all_in, two, players=3), "left": {"Cy": 1}})
        assert result.extras["dealers"] == ["Ann", "Bob"]

    def test_a_first_dealer_who_never_played_is_passed_over(self) -> None:
        two = quick(*["Bob=Cy"] * 3)
        result = sheet_of({**record(two, players=3), "left": {"Ann": 0}})
        assert result.extras["dealers"] == ["Bob"]


class TestSession:
    def test_has_no_natural_end(self) -> None:
        sheet = scored(*[quick(*["Ann Bob"] * 3)] * 30)
        assert (sheet.status, sheet.winners) == ("in_progress", ())
        assert sheet.totals == {"Ann": 180, "Bob": -180}

    def test_ends_with_balances_and_no_winners(self) -> None:
        result = sheet_of({**record(NOTHING, quick(*["Ann Bob"] * 3)), "end_early": True})
        assert (result.status, result.winners) == ("ended_early", ())
        assert result.reason == "Ended after 2 hands: the balances stand."
        assert result.totals == {"Ann": 6, "Bob": -6}
        assert result.warnings == ()

    def test_may_end_after_one_hand_or_none(self) -> None:
        one = score({**record(NOTHING), "end_early": True})
        none = score({**record(), "end_early": True})
        assert isinstance(one, Sheet)
        assert isinstance(none, Sheet)
        assert one.reason == "Ended after 1 hand: the balances stand."
        assert (none.status, none.winners) == ("ended_early", ())

    def test_a_correction_moves_fantasyland_and_the_deal(self) -> None:
        queens = cards(Ann=WITH_QUEENS, Bob=WITH_SIXES)
        before = scored(queens, queens)
        assert before.extras["fantasyland_next"] == [["Ann"], []]
        assert before.extras["dealers"] == ["Ann", "Ann"]
        assert before.extras["next_dealer"] == "Bob"
        plain = cards(Ann=PLAIN, Bob=PLAIN_TOO)
        after = sheet_of({**record(queens, queens), "edits": [{"round": 1, "with": plain}]})
        assert after.extras["fantasyland_next"] == [[], ["Ann"]]
        assert after.extras["dealers"] == ["Ann", "Bob"]
        assert after.extras["next_dealer"] == "Bob"
        assert after.totals == {"Ann": 21, "Bob": -21}

    def test_a_refused_correction_keeps_what_was(self) -> None:
        wrong = cards(Ann=PLAIN, Bob=PLAIN)
        result = refusal_of({**record(NOTHING), "edits": [{"round": 1, "with": wrong}]})
        assert (result.edit, result.code) == (1, "duplicate_card")
        assert result.kept.totals == {"Ann": 0, "Bob": 0}

    def test_the_example_is_what_its_sentence_says(self) -> None:
        assert RULES.example
        result = sheet_of(RULES.example.record)
        assert result.extras["royalties"] == [{"Ann": 15, "Bob": 1, "Cy": 0}]
        assert result.extras["fouled"] == [["Cy"]]
        assert result.round_scores == ({"Ann": 20 + 21, "Bob": -20 + 7, "Cy": -28},)
        assert result.extras["fantasyland_next"] == [["Ann"]]
        assert result.between.turn == ("Ann", "deals again")


class TestPlayers:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_two_to_four_play(self, players: int) -> None:
        assert scored(players=players).totals == dict.fromkeys(NAMES[:players], 0)

    @pytest.mark.parametrize("names", [["Ann"], [*NAMES, "Ed"]])
    def test_not_fewer_and_not_more(self, names: list[str]) -> None:
        result = refusal_of({**record(), "players": names})
        assert (result.code, result.round) == ("player_count", 0)
        assert "2 to 4" in result.message


class TestOptions:
    @pytest.mark.parametrize(
        ("key", "low", "high"),
        [("unit", 1, 100_000), ("foul_penalty", 0, 20), ("sweep_bonus", 0, 10)],
    )
    def test_numbers_have_a_range(self, key: str, low: int, high: int) -> None:
        assert isinstance(score(record(**{key: low})), Sheet)
        assert isinstance(score(record(**{key: high})), Sheet)
        for wrong in (low - 1, high + 1, str(low), 2.5, True, None):
            refusal = refused(**{key: wrong})
            assert (refusal.code, refusal.item, refusal.round) == ("option_out_of_range", key, 0)

    @pytest.mark.parametrize("key", ["equal_is_foul", "fl_requalify_by_front"])
    def test_switches_are_true_or_false(self, key: str) -> None:
        assert refused(**{key: 1}).code == "option_out_of_range"

    def test_choices_and_players_are_known(self) -> None:
        assert refused(front_trips="none").code == "option_out_of_range"
        assert refused(first_dealer="Zed").code == "option_out_of_range"
        assert refused(jokers=2).code == "unknown_option"

    def test_the_defaults_are_the_usual_rules(self) -> None:
        assert {option.key: option.default for option in RULES.options} == {
            "unit": 1,
            "pair_units": [],
            "foul_penalty": 6,
            "sweep_bonus": 3,
            "equal_is_foul": False,
            "front_trips": "flat20",
            "fl_requalify_by_front": False,
            "first_dealer": None,
        }

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("Ann, Bob, 5", "must be a list"),
            (None, "must be a list"),
            ({"Ann": 5}, "must be a list"),
            (["Ann, Bob, 5"], "two names and a price"),
            ([["Ann", "Bob"]], "two names and a price"),
            ([["Ann", "Bob", 5, 5]], "two names and a price"),
            ([["Ann", "Zed", 5]], "Zed"),
            ([["Ann", ["Bob"], 5]], "a list"),
            ([["Ann", "Ann", 5]], "names Ann twice"),
            ([["Ann", "Bob", 5], ["Bob", " Ann", 6]], "Bob and Ann already"),
            ([["Ann", "Bob", 0]], "1 to 100,000 between Ann and Bob"),
            ([["Ann", "Bob", 100_001]], "100,001"),
            ([["Ann", "Bob", "5"]], '"5"'),
            ([["Ann", "Bob", True]], "true"),
            ([["Ann", "Bob", 2.5]], "2.5"),
        ],
    )
    def test_special_prices_name_two_players_and_a_price(self, value: Any, said: str) -> None:
        refusal = refused(pair_units=value)
        assert (refusal.code, refusal.item) == ("option_out_of_range", "pair_units")
        assert said in refusal.message

    def test_names_in_special_prices_are_trimmed_and_in_any_case(self) -> None:
        sheet = scored(quick(*["Ann Bob"] * 3), pair_units=[[" bob", "Ann ", 10]])
        assert sheet.totals == {"Ann": 60, "Bob": -60}


class TestCardsRefused:
    @pytest.mark.parametrize(
        ("row", "given", "count"),
        [
            ("front", "5c 4d 2h 6d", "4 cards"),
            ("front", "5c 4d", "2 cards"),
            ("middle", "9c 9d Kh 7s", "4 cards"),
            ("middle", "9c", "1 card,"),
            ("back", "Jc Jd 8h 8s 2c 6d", "6 cards"),
            ("back", "", "0 cards"),
        ],
    )
    def test_a_row_of_the_wrong_size(self, row: str, given: str, count: str) -> None:
        refusal = refused(cards(Ann=PLAIN | {row: given.split()}, Bob=PLAIN_TOO))
        assert (refusal.code, refusal.round) == ("row_size", 1)
        assert (refusal.player, refusal.item) == ("Ann", row)
        for part in ("Ann", row, count):
            assert part in refusal.message

    def test_a_row_left_out(self) -> None:
        hand = {row: given for row, given in PLAIN.items() if row != "middle"}
        refusal = refused(cards(Ann=hand, Bob=PLAIN_TOO))
        assert refusal.code == "row_size"
        assert "middle" in refusal.message

    @pytest.mark.parametrize("card", ["1c", "Xx", "", "10", "joker", "11h", 5, None, ["5c"], True])
    def test_a_card_that_is_none(self, card: Any) -> None:
        refusal = refused(cards(Ann=PLAIN | {"front": [card, "4d", "2h"]}, Bob=PLAIN_TOO))
        assert (refusal.code, refusal.player, refusal.item) == ("unknown_card", "Ann", "front")
        assert "Ann" in refusal.message
        assert str(card) in refusal.message or not isinstance(card, str)

    def test_a_card_in_two_hands(self) -> None:
        bob = PLAIN_TOO | {"back": ["Th", "Td", "Ks", "4c", "2C"]}
        refusal = refused(cards(Ann=PLAIN, Bob=bob))
        assert (refusal.code, refusal.item) == ("duplicate_card", "2c")
        assert "Ann and Bob" in refusal.message

    def test_a_card_twice_in_one_hand_however_it_is_written(self) -> None:
        hand = laid("5c 4d 2h", "10c 9d Kh 7s 3c", "Jc Jd 8h 8s tC")
        refusal = refused(cards(Ann=hand, Bob=PLAIN_TOO))
        assert (refusal.code, refusal.player) == ("duplicate_card", "Ann")
        assert "10c" in refusal.message

    def test_a_player_without_cards(self) -> None:
        refusal = refused(cards(Ann=PLAIN))
        assert (refusal.code, refusal.player) == ("missing_entry", "Bob")
        assert refused({}).code == "missing_entry"

    def test_somebody_who_does_not_play(self) -> None:
        refusal = refused(cards(Ann=PLAIN, Bob=PLAIN_TOO, Zed=WITH_SIXES))
        assert (refusal.code, refusal.player) == ("unknown_player", "Zed")

    def test_somebody_twice(self) -> None:
        refusal = refused({"hands": {"Ann": PLAIN, " Ann": PLAIN, "Bob": PLAIN_TOO}})
        assert refusal.code == "duplicate_name"

    @pytest.mark.parametrize(
        "data",
        [
            None,
            [],
            {"cards": {}},
            {"hands": []},
            {"hands": {"Ann": [], "Bob": PLAIN_TOO}},
            {"hands": {"Ann": PLAIN | {"front": "5c 4d 2h"}, "Bob": PLAIN_TOO}},
            {"hands": {"Ann": PLAIN | {"front": {"5c": 1}}, "Bob": PLAIN_TOO}},
            {"hands": {"Ann": PLAIN | {"bottom": []}, "Bob": PLAIN_TOO}},
            {"hands": {"Ann": PLAIN, "Bob": PLAIN_TOO}, "fouled": []},
            {**NOTHING, "hands": {"Ann": PLAIN}},
            {**NOTHING, "hands": None},
        ],
    )
    def test_what_has_another_shape(self, data: Any) -> None:
        refusal = refused(data)
        assert (refusal.code, refusal.round) == ("malformed", 1)

    def test_what_was_before_is_kept(self) -> None:
        refusal = refused(quick(*["Ann Bob"] * 3), cards(Ann=PLAIN, Bob=PLAIN))
        assert refusal.round == 2
        assert refusal.kept.totals == {"Ann": 6, "Bob": -6}

    def test_letter_case_and_tens_are_free(self) -> None:
        shouted = {row: [card.upper() for card in given] for row, given in PLAIN_TOO.items()}
        with_t = {row: [c.replace("10", "t") for c in given] for row, given in PLAIN_TOO.items()}
        for bob in (shouted, with_t):
            assert scored(cards(Ann=PLAIN, Bob=bob)).totals == {"Ann": 1, "Bob": -1}


class TestQuickRefused:
    def told(self, **changes: Any) -> Refusal:
        royalties = {"Ann": 4, "Bob": 0}
        told = quick("Ann Bob Cy", "Ann Bob=Cy", "Cy Ann Bob", royalties=royalties)
        assert isinstance(score(record(told, players=3)), Sheet)
        return refused(told | changes, players=3)

    def order(self, **rows: Any) -> Refusal:
        level = [["Ann", "Bob", "Cy"]]
        return self.told(row_order={"front": level, "middle": level, "back": level} | rows)

    @pytest.mark.parametrize("row", ["front", "middle", "back"])
    def test_a_clean_player_missing_from_a_row(self, row: str) -> None:
        refusal = self.order(**{row: [["Ann"], ["Cy"]]})
        assert (refusal.code, refusal.player) == ("missing_entry", "Bob")
        assert refusal.item == f"row_order.{row}"
        assert "Bob" in refusal.message
        assert row in refusal.message

    def test_a_row_or_all_rows_left_out(self) -> None:
        refusal = self.told(row_order={"front": [["Ann", "Bob", "Cy"]]})
        assert refusal.code == "missing_entry"
        assert "middle" in refusal.message
        assert "Ann, Bob and Cy" in self.told(row_order={}).message
        assert refused({"royalties": {"Ann": 2}}).code == "missing_entry"

    @pytest.mark.parametrize(
        "given", [[["Ann"], ["Bob", "Cy"], ["Ann"]], [["Ann", "Ann"], ["Bob", "Cy"]]]
    )
    def test_a_player_twice_in_a_row(self, given: Any) -> None:
        refusal = self.order(middle=given)
        assert (refusal.code, refusal.player) == ("duplicate_name", "Ann")
        assert refusal.item == "row_order.middle"
        assert "Ann" in refusal.message
        assert "Middle" in refusal.message

    def test_a_fouled_player_in_a_row(self) -> None:
        level = [["Ann", "Bob", "Cy"]]
        rows = {"front": [["Ann", "Bob"]], "middle": [["Ann"], ["Bob"]], "back": level}
        refusal = self.told(fouled=["Cy"], row_order=rows)
        assert (refusal.code, refusal.player) == ("outcome_conflict", "Cy")

    def test_a_fouled_player_in_fantasyland(self) -> None:
        level = [["Ann", "Bob"]]
        rows = {"front": level, "middle": level, "back": level}
        refusal = self.told(fouled=["Cy"], row_order=rows, fantasyland_next=["Cy"])
        assert (refusal.code, refusal.player) == ("outcome_conflict", "Cy")

    def test_negative_royalties(self) -> None:
        refusal = self.told(royalties={"Ann": -1})
        assert (refusal.code, refusal.player) == ("negative_number", "Ann")

    @pytest.mark.parametrize("worth", [96, 10**30, 10**5_000], ids=["96", "10^30", "10^5000"])
    def test_more_than_any_hand_earns(self, worth: int) -> None:
        refusal = self.told(royalties={"Ann": 0, "Bob": worth})
        assert (refusal.code, refusal.player) == ("points_not_possible", "Bob")
        assert "95" in refusal.message
        assert "Bob" in refusal.message

    def test_as_much_as_a_hand_can_earn(self) -> None:
        sheet = scored(quick(*["Ann Bob"] * 3, royalties={"Ann": 95, "Bob": 0}))
        assert sheet.totals == {"Ann": 101, "Bob": -101}

    @pytest.mark.parametrize("worth", [2.5, "2", True, None, [2]])
    def test_what_is_no_whole_number(self, worth: Any) -> None:
        refusal = self.told(royalties={"Ann": worth})
        assert (refusal.code, refusal.player) == ("not_whole_number", "Ann")

    def test_those_who_do_not_play(self) -> None:
        assert self.told(royalties={"Zed": 2}).code == "unknown_player"
        for key in ("fouled", "fantasyland_next"):
            for name in ("Zed", 5, None, ["Ann"], {"Ann": 1}):
                assert self.told(**{key: [name]}).code == "unknown_player"
        assert self.order(front=[["Ann", "Bob", "Cy", "Zed"]]).code == "unknown_player"

    def test_those_who_left(self) -> None:
        told = quick(*["Ann=Bob=Cy"] * 3)
        result = refusal_of({**record(told, told, players=3), "left": {"Cy": 1}})
        assert (result.code, result.round) == ("unknown_player", 2)
        assert "Cy takes no part in it" in result.message

    def test_a_name_twice(self) -> None:
        assert self.told(fantasyland_next=["Ann", " Ann"]).code == "duplicate_name"
        assert self.told(fouled=["Ann", "Ann"]).code == "duplicate_name"
        assert self.told(royalties={"Ann": 1, "Ann ": 2}).code == "duplicate_name"

    @pytest.mark.parametrize(
        "changes",
        [
            {"fouled": "Ann"},
            {"fouled": {"Ann": True}},
            {"fouled": None},
            {"royalties": [4, 0, 0]},
            {"row_order": []},
            {"row_order": {"top": []}},
            {"row_order": {"front": {"Ann": 1}}},
            {"row_order": {"front": ["Ann", "Bob", "Cy"]}},
            {"fantasyland_next": True},
            {"winner": "Ann"},
        ],
    )
    def test_what_has_another_shape(self, changes: dict[str, Any]) -> None:
        assert self.told(**changes).code == "malformed"

    def test_names_are_trimmed_and_empty_levels_mean_nothing(self) -> None:
        order = {row: [["Ann "], [], [" Bob"]] for row in ("front", "middle", "back")}
        told = {"fouled": [" Cy"], "royalties": {"Ann ": 2}, "row_order": order}
        sheet = scored({**told, "fantasyland_next": ["Ann "], "hands": {}}, players=3)
        assert sheet.totals == {"Ann": 8 + 8, "Bob": -8 + 6, "Cy": -8 - 6}
        assert sheet.extras["fantasyland_next"] == [["Ann"]]

    def test_one_clean_player_needs_no_order(self) -> None:
        sheet = scored({"fouled": ["Bob"], "royalties": {"Ann": 3}})
        assert sheet.totals == {"Ann": 9, "Bob": -9}


class TestWhileCounting:
    def test_players_without_cards_are_awaited(self) -> None:
        assert looked_at({}, players=3).awaited.players == ("Ann", "Bob", "Cy")
        now = looked_at(cards(Bob=PLAIN_TOO), players=3)
        assert now.awaited.players == ("Ann", "Cy")
        assert now.scores == {}
        assert now.notes == {"Bob": "ace high · pair of sevens · pair of tens"}

    def test_the_last_hand_settles(self) -> None:
        now = looked_at(cards(Ann=WITH_QUEENS, Bob=WITH_SIXES))
        assert not now.awaited
        assert now.scores == {"Ann": 20, "Bob": -20}
        assert now.story == ("Ann won all three rows against Bob; Ann is in fantasyland next.")

    def test_rows_without_an_order_are_awaited(self) -> None:
        told = {"fouled": ["Cy"], "row_order": {"middle": [["Ann"], ["Bob"]], "back": [["Ann"]]}}
        now = looked_at(told, players=3)
        assert now.awaited.players == ()
        assert now.awaited.table == "the order of the front and back"
        order = {row: [["Ann"], ["Bob"]] for row in ("front", "middle", "back")}
        assert not looked_at({**told, "row_order": order}, players=3).awaited

    def test_notes_say_what_a_hand_is_and_earns(self) -> None:
        notes = looked_at(cards(Ann=WITH_QUEENS, Bob=WITH_SIXES)).notes
        assert notes == {
            "Ann": "pair of queens (7) · straight (4) · flush (4) · fantasyland",
            "Bob": "pair of sixes (1) · pair of tens · three jacks",
        }

    def test_notes_know_who_is_in_fantasyland(self) -> None:
        now = looked_at(cards(Ann=WITH_QUEENS), TestFantasyland.INSIDE)
        assert now.notes == {"Ann": "pair of queens (7) · straight (4) · flush (4)"}

    def test_notes_say_why_a_hand_fouls(self) -> None:
        assert looked_at(cards(Ann=PLAIN)).faults == ()
        now = looked_at(cards(Bob=FOULED_KINGS))
        assert now.faults == ("Bob",)
        assert now.notes["Bob"] == (
            "Foul: the front (pair of kings) is not weaker than the middle (pair of sevens)"
        )

    def test_it_adds_up_between_every_two(self) -> None:
        hand = {"hands": about.EXAMPLE_HANDS}
        now = looked_at(hand, players=3, unit=5)
        assert now.scores == {"Ann": 205, "Bob": -65, "Cy": -140}
        assert now.account == (
            "Ann–Bob: rows 6 + 15 − 1 = 20 × 5 = 100",
            "Ann–Cy: foul 6 + 15 = 21 × 5 = 105",
            "Bob–Cy: foul 6 + 1 = 7 × 5 = 35",
        )

    def test_whoever_receives_stands_first(self) -> None:
        order = [["Bob"], ["Ann"]]
        rows = dict.fromkeys(("front", "middle", "back"), order)
        assert looked_at({"row_order": rows}).account == ("Bob–Ann: rows 6",)
        behind = {"row_order": rows, "royalties": {"Ann": 22}}
        assert looked_at(behind).account == ("Ann–Bob: rows −6 + 22 = 16",)
        both = {"fouled": ["Ann", "Bob"]}
        assert looked_at(both).account == ("Ann–Bob: both fouled, 0",)

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (cards(Ann=PLAIN | {"front": ["2h"]}), "row_size"),
            (cards(Ann=PLAIN, Bob=PLAIN), "duplicate_card"),
            (cards(Zed=PLAIN), "unknown_player"),
            ({"royalties": {"Ann": 96}}, "points_not_possible"),
            ({"fouled": ["Ann"], "fantasyland_next": ["Ann"]}, "outcome_conflict"),
            ({"row_order": {"front": [["Ann"], ["Ann"]]}}, "duplicate_name"),
            ({"fouled": [], "hands": {"Ann": PLAIN}}, "malformed"),
        ],
    )
    def test_what_can_never_be_right_is_refused_at_once(self, data: Any, code: str) -> None:
        result = refusal_of(record(), open_round=data)
        assert result.code == code


class TestForm:
    def test_a_player_enters_three_rows_of_cards(self) -> None:
        form = entry_form(record(players=3))
        assert form.players == ("Ann", "Bob", "Cy")
        (style,) = form.styles
        assert style.key == "cards"
        assert [(field.key, field.kind, field.high) for field in style.fields] == [
            ("front", "cards", 3),
            ("middle", "cards", 5),
            ("back", "cards", 5),
        ]
        assert {field.deck for field in style.fields} == {DECK_NAMES}

    def test_or_the_table_says_what_they_came_to(self) -> None:
        with_cards, told = entry_form(record(players=3)).rounds
        assert with_cards.has_entries
        assert with_cards.fields == ()
        assert not told.has_entries
        assert [(field.key, field.kind) for field in told.fields] == [
            ("fouled", "players"),
            ("royalties", "amounts"),
            ("row_order.front", "order"),
            ("row_order.middle", "order"),
            ("row_order.back", "order"),
            ("fantasyland_next", "players"),
        ]
        assert {field.names for field in told.fields} == {("Ann", "Bob", "Cy")}
        assert told.fields[1].high == 95


JSON = junk("Ann", "Bob", "2c")
NAME = st.sampled_from(["Ann", "Bob", "Cy", " Ann", "Zed"])
NUMBER = st.integers(-2, 100) | st.sampled_from([10**30, 2.5, "2", True, None])
CARD = st.sampled_from([*DECK_NAMES, "Th", "1c", "joker"])
ROW = st.lists(CARD, min_size=2, max_size=6) | JSON
HAND = st.fixed_dictionaries({}, optional={"front": ROW, "middle": ROW, "back": ROW, "x": JSON})
NAMED = st.lists(NAME, max_size=3) | JSON
ORDER = st.lists(st.lists(NAME, max_size=2), max_size=3) | JSON
ROUND = (
    st.fixed_dictionaries({"hands": st.dictionaries(NAME, HAND | JSON, max_size=3) | JSON})
    | st.fixed_dictionaries(
        {},
        optional={
            "fouled": NAMED,
            "royalties": st.dictionaries(NAME, NUMBER, max_size=3) | JSON,
            "row_order": st.fixed_dictionaries(
                {}, optional={"front": ORDER, "middle": ORDER, "back": ORDER, "x": ORDER}
            )
            | JSON,
            "fantasyland_next": NAMED,
            "hands": st.just({}) | JSON,
        },
    )
    | JSON
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "unit": NUMBER,
        "pair_units": st.lists(st.tuples(NAME, NAME, NUMBER).map(list) | JSON, max_size=2) | JSON,
        "foul_penalty": NUMBER,
        "sweep_bonus": NUMBER,
        "equal_is_foul": st.booleans() | JSON,
        "front_trips": st.sampled_from(["flat20", "graded", ""]) | JSON,
        "fl_requalify_by_front": st.booleans(),
        "first_dealer": NAME | JSON,
    },
)


class TestWhateverIsTyped:
    @given(options=OPTIONS, rounds=st.lists(ROUND, max_size=3), now=st.none() | ROUND)
    def test_it_is_scored_or_refused(self, options: Any, rounds: list[Any], now: Any) -> None:
        open_round = now if isinstance(now, dict) else None
        for game in (record(*rounds), record(*rounds, **options)):
            result = answer_of(game, open_round=open_round)
            if isinstance(result, Sheet):
                assert sum(total or 0 for total in result.totals.values()) == 0


def arranged(thirteen: list[str]) -> Laid:
    return {"front": thirteen[:3], "middle": thirteen[3:8], "back": thirteen[8:]}


@st.composite
def deals(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Deal; most players lay rows that do not foul, and many pairs, trips and flushes."""
    deck = draw(st.permutations(DECK_NAMES))
    by_rank = draw(st.booleans())
    hands = {}
    for seat, name in enumerate(NAMES[:players]):
        held = list(deck[13 * seat : 13 * seat + 13])
        if draw(st.integers(0, 4)):
            held.sort(key=lambda card: DECK_NAMES.index(card) % 13 if by_rank else 0)
        hands[name] = arranged(held)
    return {"hands": hands}


AGREED = st.fixed_dictionaries(
    {},
    optional={
        "unit": st.integers(1, 100_000),
        "pair_units": st.sampled_from([[["Ann", "Bob", 7]], [["Bob", "Ann", 1], ["Cy", "Ann", 9]]]),
        "foul_penalty": st.integers(0, 20),
        "sweep_bonus": st.integers(0, 10),
        "equal_is_foul": st.booleans(),
        "front_trips": st.sampled_from(["flat20", "graded"]),
        "fl_requalify_by_front": st.booleans(),
        "first_dealer": st.sampled_from(NAMES[:3]),
    },
)


class TestAnyDeal:
    @settings(max_examples=150)
    @given(data=st.data(), players=st.integers(3, 4), options=AGREED)
    def test_all_changes_add_up_to_0(
        self, data: st.DataObject, players: int, options: dict[str, Any]
    ) -> None:
        rounds = data.draw(st.lists(deals(players), min_size=1, max_size=3))
        sheet = scored(*rounds, players=players, **options)
        for scores in sheet.round_scores:
            assert scores.keys() == set(NAMES[:players])
            assert sum(scores.values()) == 0
        assert sum(total or 0 for total in sheet.totals.values()) == 0
        assert all(0 <= r <= 95 for hand in sheet.extras["royalties"] for r in hand.values())

    @settings(max_examples=150)
    @given(deal=deals(4), options=AGREED)
    def test_told_quickly_it_scores_the_same(
        self, deal: dict[str, Any], options: dict[str, Any]
    ) -> None:
        sheet = scored(deal, players=4, **options)
        fouled = sheet.extras["fouled"][0]
        clean = [name for name in NAMES if name not in fouled]
        told = {
            "fouled": fouled,
            "royalties": sheet.extras["royalties"][0],
            "row_order": {
                row: self.ordered(deal, clean, row) for row in ("front", "middle", "back")
            },
            "fantasyland_next": sheet.extras["fantasyland_next"][0],
        }
        again = scored(told, players=4, **options)
        assert again.to_json() == sheet.to_json()
        assert again.stories == sheet.stories

    @staticmethod
    def ordered(deal: dict[str, Any], clean: list[str], row: str) -> list[list[str]]:
        strengths = {name: strength(deal["hands"][name][row]) for name in clean}
        levels: list[list[str]] = []
        for name in sorted(clean, key=lambda name: strengths[name], reverse=True):
            if levels and strengths[levels[-1][0]] == strengths[name]:
                levels[-1].append(name)
            else:
                levels.append([name])
        return levels


def strength(row: list[str]) -> tuple[Any, ...]:
    """Return what compares rows of one size, written without the rules' own module."""
    order = "23456789TJQKA"
    ranks = sorted((order.index(card.replace("10", "T")[0]) for card in row), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in ranks), reverse=True)
    shape = [count for count, _rank in groups]
    is_five = len(row) == 5
    is_flush = is_five and len({card[-1] for card in row}) == 1
    is_wheel = ranks == [12, 3, 2, 1, 0]
    is_straight = is_five and (is_wheel or ranks == list(range(ranks[0], ranks[0] - 5, -1)))
    top = 3 if is_wheel else ranks[0]
    if is_straight:
        return (8 if is_flush else 4, top)
    if is_flush:
        return (5, ranks)
    kinds = {4: 7, 3: 6 if shape[-1] == 2 else 3, 2: 2 if shape.count(2) == 4 else 1, 1: 0}
    return (kinds[shape[0]], [rank for _count, rank in groups])
