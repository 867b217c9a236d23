"""The three-card hands of Brag: how many there are of each, which is better, their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from scorecard.rules.cards.cards import DECK_NAMES, weigh
from scorecard.rules.games.brag.hands import A23, Hand, Kind, rank_hand


def of(cards: Sequence[str], a23: A23 = "lowest") -> Hand:
    return rank_hand(weigh(cards, "")[1], a23)


def hand(cards: str, a23: A23 = "lowest") -> Hand:
    return of(cards.split(), a23)


FREQUENCIES = {
    Kind.PRIAL: 52,
    Kind.RUNNING_FLUSH: 48,
    Kind.RUN: 720,
    Kind.FLUSH: 1_096,
    Kind.PAIR: 3_744,
    Kind.HIGH_CARD: 16_440,
}


class TestHowManyThereAre:
    @pytest.mark.parametrize("a23", ["lowest", "highest"])
    def test_all_22100_hands(self, a23: A23) -> None:
        found = Counter(of(cards, a23).kind for cards in combinations(DECK_NAMES, 3))
        assert found == FREQUENCIES
        assert found.total() == 22_100

    def test_where_ace_two_three_is_no_run_64_hands_are_something_lower(self) -> None:
        found = Counter(of(cards, "not_a_run").kind for cards in combinations(DECK_NAMES, 3))
        assert found == FREQUENCIES | {
            Kind.RUNNING_FLUSH: 44,
            Kind.RUN: 660,
            Kind.FLUSH: 1_100,
            Kind.HIGH_CARD: 16_500,
        }

    def test_suits_and_the_order_of_the_cards_never_matter(self) -> None:
        swapped = str.maketrans("cdhs", "shdc")
        for cards in combinations(DECK_NAMES[::2], 3):
            other = [card.translate(swapped) for card in reversed(cards)]
            assert of(cards) == of(other)


class TestWhichIsBetter:
    @pytest.mark.parametrize(
        ("better", "worse"),
        list(
            pairwise(
                [
                    "3c 3d 3h",
                    "Ac Ad Ah",
                    "Kc Kd Kh",
                    "4c 4d 4h",
                    "2c 2d 2h",
                    "Ac Kc Qc",
                    "4c 3c 2c",
                    "Ac 2c 3c",
                    "Ac Kd Qh",
                    "Kc Qd Jh",
                    "4c 3d 2h",
                    "Ac 2d 3h",
                    "Ac Kc Jc",
                    "Ac Kc 2c",
                    "Ac Qc Jc",
                    "Kc Qc 10c",
                    "5c 3c 2c",
                    "Ac Ad Kh",
                    "Ac Ad 2h",
                    "Kc Kd Ah",
                    "2c 2d 3h",
                    "Ac Kd Jh",
                    "Ac Kd 2h",
                    "Ac Qd Jh",
                    "5c 3d 2h",
                ]
            )
        ),
    )
    def test_from_a_prial_of_threes_down_to_five_high(self, better: str, worse: str) -> None:
        assert hand(better) > hand(worse)

    @pytest.mark.parametrize("suits", ["ccc", "cdh"])
    def test_ace_two_three_may_be_the_highest_run(self, suits: str) -> None:
        ace_two_three, ace_king = (
            " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in ("A23", "AKQ")
        )
        assert hand(ace_two_three, "highest") > hand(ace_king, "highest")
        assert hand(ace_two_three) < hand(ace_king)

    def test_the_highest_run_is_still_no_running_flush(self) -> None:
        assert hand("Ac 2d 3h", "highest") < hand("4c 3c 2c", "highest")

    def test_ace_two_three_that_is_no_run_is_ace_high_or_a_flush(self) -> None:
        assert hand("Ac 2d 3h", "not_a_run") < hand("Ac 4d 2h", "not_a_run")
        assert hand("Ac 2c 3c", "not_a_run") < hand("Ac 4c 2c", "not_a_run")
        assert hand("Ac 2c 3c", "not_a_run") > hand("Kc Qc 10c", "not_a_run")

    def test_nothing_goes_round_the_corner(self) -> None:
        assert hand("Kc Ad 2h").kind is Kind.HIGH_CARD

    def test_a_skipped_rank_makes_a_plain_flush(self) -> None:
        assert hand("9c 10c Qc").kind is Kind.FLUSH


class TestNames:
    @pytest.mark.parametrize(
        ("cards", "name"),
        [
            ("3c 3d 3h", "prial of threes"),
            ("6c 6d 6h", "prial of sixes"),
            ("Ac Kc Qc", "running flush, ace high"),
            ("Ac 2c 3c", "running flush, ace-two-three"),
            ("Ac Kd Qh", "run, ace high"),
            ("3c Ad 2h", "run, ace-two-three"),
            ("4h 5h 10h", "flush, ten high"),
            ("Qc 2d Qh", "pair of queens"),
            ("7c 2d 4h", "seven high"),
        ],
    )
    def test_a_hand_is_called(self, cards: str, name: str) -> None:
        assert hand(cards).name == name

    def test_ace_two_three_is_called_by_its_ace_where_it_is_no_run(self) -> None:
        assert hand("3c Ad 2h", "not_a_run").name == "ace high"
        assert hand("3c Ac 2c", "not_a_run").name == "flush, ace high"
