"""Poker hands: every hand there is, against the known frequencies and another evaluator."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
import treys

from scorecard.rules.cards.cards import DECK_NAMES, RANKS, weigh
from scorecard.rules.games.ofcp.poker import Category, Hand, rank_hand

RANDOM_HANDS = 5_000


def read_hand(cards: Sequence[str]) -> Hand:
    return rank_hand(weigh(cards, "")[1])


def hand(text: str) -> Hand:
    return read_hand(text.split())


def in_treys(card: str) -> int:
    return int(treys.Card.new(card.replace("10", "T")))


EVALUATOR = treys.Evaluator()


def treys_rank(cards: list[str]) -> int:
    """Return the other evaluator's rank of five cards, from 1, the best, to 7462."""
    return int(EVALUATOR.evaluate([], [in_treys(card) for card in cards]))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.long
class TestEveryHand:
    def test_all_five_card_hands_have_their_known_frequencies(self) -> None:
        hands = Counter(map(read_hand, combinations(DECK_NAMES, 5)))
        found: Counter[Category] = Counter()
        for held, times in hands.items():
            found[held.category] += times
        assert found == {
            Category.ROYAL_FLUSH: 4,
            Category.STRAIGHT_FLUSH: 36,
            Category.QUADS: 624,
            Category.FULL_HOUSE: 3_744,
            Category.FLUSH: 5_108,
            Category.STRAIGHT: 10_200,
            Category.TRIPS: 54_912,
            Category.TWO_PAIR: 123_552,
            Category.PAIR: 1_098_240,
            Category.HIGH_CARD: 1_302_540,
        }
        assert found.total() == 2_598_960
        assert len(hands) == 7_462, "hands that differ in strength"

    def test_all_three_card_hands_have_their_known_frequencies(self) -> None:
        hands = Counter(map(read_hand, combinations(DECK_NAMES, 3)))
        found: Counter[Category] = Counter()
        for held, times in hands.items():
            found[held.category] += times
        assert found == {Category.TRIPS: 52, Category.PAIR: 3_744, Category.HIGH_CARD: 18_304}
        assert len(hands) == 13 + 13 * 12 + 286


class TestAgainstAnotherEvaluator:
    def test_random_hands_have_the_same_category_and_order(self) -> None:
        dice = random.Random(52)
        hands = [dice.sample(DECK_NAMES, 5) for _ in range(RANDOM_HANDS)]
        for cards in hands:
            theirs = EVALUATOR.get_rank_class(treys_rank(cards))
            assert read_hand(cards).category == Category.ROYAL_FLUSH - theirs
        for one, other in pairwise(hands):
            assert_ordered_alike(one, other)

    def test_hands_of_one_category_are_ordered_alike(self) -> None:
        dice = random.Random(13)
        by_category: dict[Category, list[list[str]]] = {kind: [] for kind in Category}
        while len(by_category[Category.FULL_HOUSE]) < 50:
            cards = dice.sample(DECK_NAMES, 5)
            by_category[read_hand(cards).category].append(cards)
        for suited in combinations(range(len(RANKS)), 5):
            if dice.random() < 0.2 or suited[-1] - suited[0] == 4:
                cards = [f"{RANKS[place]}h" for place in suited]
                by_category[read_hand(cards).category].append(cards)
        for rank in RANKS:
            for kicker in sorted({"2", "9", "A"} - {rank}):
                cards = [*(f"{rank}{suit}" for suit in "cdhs"), f"{kicker}d"]
                by_category[Category.QUADS].append(cards)
        for kind, hands in by_category.items():
            assert hands, kind
            for one, other in pairwise(hands[:1_000]):
                assert_ordered_alike(one, other)

    def test_hands_that_differ_in_suits_alone_tie(self) -> None:
        dice = random.Random(4)
        ties = 0
        for _ in range(RANDOM_HANDS):
            one = dice.sample(DECK_NAMES, 5)
            suits = dict(zip("cdhs", dice.sample("cdhs", 4), strict=True))
            other = [card[:-1] + suits[card[-1]] for card in dice.sample(one, 5)]
            assert treys_rank(one) == treys_rank(other)
            assert read_hand(one) == read_hand(other)
            ties += set(one) != set(other)
        assert ties > RANDOM_HANDS * 0.9


def assert_ordered_alike(one: list[str], other: list[str]) -> None:
    mine, yours = read_hand(one), read_hand(other)
    ours = (mine > yours) - (mine < yours)
    assert ours == sign(treys_rank(other) - treys_rank(one)), (one, other)
    assert (mine == yours) == (ours == 0)


WEAKEST_FIRST = [
    "2c 3d 4h 5s 7c",
    "Ac Kd Qh Js 9c",
    "2c 2d 3h 4s 5c",
    "2c 2d 3h 4s 6c",
    "Ac Ad Kh Qs Jc",
    "3c 3d 2h 2s 4c",
    "3c 3d 2h 2s Ac",
    "4c 4d 2h 2s 3c",
    "2c 2d 2h 3s 4c",
    "Ac Ad Ah Ks Qc",
    "Ac 2d 3h 4s 5c",
    "2c 3d 4h 5s 6c",
    "10c Jd Qh Ks Ac",
    "2c 3c 4c 5c 7c",
    "Ac Kc Qc Jc 9c",
    "2c 2d 2h 3s 3c",
    "2c 2d 2h As Ac",
    "3c 3d 3h 2s 2c",
    "2c 2d 2h 2s 3c",
    "Ac Ad Ah As Kc",
    "Ac 2c 3c 4c 5c",
    "9h 10h Jh Qh Kh",
    "10h Jh Qh Kh Ah",
]


class TestOrder:
    def test_from_seven_high_to_the_royal_flush(self) -> None:
        strengths = [hand(text) for text in WEAKEST_FIRST]
        assert all(weaker < stronger for weaker, stronger in pairwise(strengths))

    def test_the_order_of_the_cards_means_nothing(self) -> None:
        assert hand("5c Ad 3h 2s 4c") == hand("Ac 2d 3h 4s 5c")
        assert hand("2c Kd 2h Ks 2d") == hand("Kd Kc 2s 2h 2d")

    def test_an_ace_does_not_stand_in_the_middle_of_a_straight(self) -> None:
        assert hand("Qc Kd Ah 2s 3c").category == Category.HIGH_CARD
        assert hand("Kc Ad 2h 3s 4c").category == Category.HIGH_CARD

    def test_four_in_a_row_and_four_of_a_suit_are_nothing(self) -> None:
        assert hand("2c 3c 4c 5c 8d").category == Category.HIGH_CARD


class TestThreeCards:
    def test_from_four_high_to_three_aces(self) -> None:
        texts = ["2c 3d 4h", "Ac Kd Qh", "2c 2d 3h", "2c 2d Ah", "Ac Ad Kh", "2c 2d 2h", "Ac Ad Ah"]
        strengths = [hand(text) for text in texts]
        assert all(weaker < stronger for weaker, stronger in pairwise(strengths))

    @pytest.mark.parametrize("text", ["As Ks Qs", "Qd Kc As", "2h 3h 4h", "Ac 2d 3h"])
    def test_there_are_no_straights_and_no_flushes(self, text: str) -> None:
        assert hand(text).category == Category.HIGH_CARD

    def test_that_are_part_of_five_are_weaker_than_the_five(self) -> None:
        dice = random.Random(3)
        for _ in range(RANDOM_HANDS):
            cards = dice.sample(DECK_NAMES, 5)
            assert read_hand(cards[:3]) < read_hand(cards), cards

    @pytest.mark.parametrize(
        ("front", "middle"),
        [
            ("Ac Kd Qh", "As Ks Qd 3h 2c"),  # The same to the end of three cards.
            ("Ac Kd Jh", "As Ks Qd 3h 2c"),
            ("9c 9d Kh", "9h 9s Kd 3h 2c"),
            ("9c 9d Qh", "9h 9s Kd 3h 2c"),
            ("9c 9d Ah", "10h 10s 4d 3h 2c"),
            ("Ac Ad Kh", "3s 3d 2h 2c 4c"),
            ("5c 5d 5h", "6c 6d 6h 2s 3s"),
            ("Ac Ad Ah", "As 2d 3h 4s 5c"),
        ],
    )
    def test_are_weaker_than_five(self, front: str, middle: str) -> None:
        assert hand(front) < hand(middle)
        assert not hand(front) > hand(middle)

    @pytest.mark.parametrize(
        ("front", "middle"),
        [
            ("Ac Kd Qh", "As Ks Jd 10h 9c"),
            ("9c 9d Kh", "9h 9s Qd Jh 10c"),
            ("2c 2d 3h", "As Ks Qd Jh 9c"),
            ("6c 6d 6h", "5c 5d 5h As Ks"),
            ("2c 2d 2h", "As Ad Ks Kd Qc"),
        ],
    )
    def test_are_stronger_than_five(self, front: str, middle: str) -> None:
        assert hand(front) > hand(middle)


class TestNames:
    @pytest.mark.parametrize(
        ("text", "name", "short"),
        [
            ("Kc 3d 4h 5s 7c", "king high", "king high"),
            ("Qc Qd 4h", "pair of queens", "pair of queens"),
            ("6c 6d 4h 5s 7c", "pair of sixes", "pair of sixes"),
            ("2c 2d Kh Ks 7c", "two pair, kings and twos", "two pair"),
            ("2c 2d 2h", "three twos", "three twos"),
            ("7c 7d 7h Ks 2c", "three sevens", "three sevens"),
            ("5c 6d 7h 8s 9c", "straight, nine high", "straight"),
            ("Ac 2d 3h 4s 5c", "straight, five high", "straight"),
            ("2c 5c 9c Jc Kc", "flush, king high", "flush"),
            ("Kc Kd Kh 2s 2c", "full house, kings over twos", "full house"),
            ("2c 2d 2h Ks Kc", "full house, twos over kings", "full house"),
            ("8c 8d 8h 8s Kc", "four eights", "four eights"),
            ("Ac 2c 3c 4c 5c", "straight flush, five high", "straight flush"),
            ("10h Jh Qh Kh Ah", "royal flush", "royal flush"),
            ("Ac Kd Qh", "ace high", "ace high"),
        ],
    )
    def test_are_what_people_say(self, text: str, name: str, short: str) -> None:
        assert hand(text).name == name
        assert hand(text).short_name == short
