"""Poker hands of five cards, and of three as in a front row: what they are and which is stronger.

A hand of three knows no straights and flushes. It can be compared with one of five: cards are
compared in order, and where the three-card hand runs out of cards it is the weaker one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from scorecard.rules.cards import ACE, Card

FULL_SIZE = 5
"""Straights and flushes take so many cards."""
WHEEL = (ACE, 5, 4, 3, 2)
"""The one straight in which the ace is low."""

WORDS = {
    2: ("two", "twos"),
    3: ("three", "threes"),
    4: ("four", "fours"),
    5: ("five", "fives"),
    6: ("six", "sixes"),
    7: ("seven", "sevens"),
    8: ("eight", "eights"),
    9: ("nine", "nines"),
    10: ("ten", "tens"),
    11: ("jack", "jacks"),
    12: ("queen", "queens"),
    13: ("king", "kings"),
    14: ("ace", "aces"),
}
"""Each rank in words: one of it, and several."""


class Category(IntEnum):
    """What kind of hand it is, from weakest to strongest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


GROUPS = {
    (2, 1): Category.PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3,): Category.TRIPS,
    (3, 1, 1): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.QUADS,
}
"""The kinds of hand that cards of equal rank make, by the sizes of the groups."""


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """A hand's strength, which is also its order: the stronger of two hands is the greater.

    ``ranks`` decide between hands of one category: the largest group first, then the highest;
    of a straight only its top, which is 5 where the ace is low. A shorter hand whose ranks are
    the beginning of a longer one's is the weaker of the two.
    """

    category: Category
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        """The hand in words: "pair of queens", "full house, kings over twos"."""
        first, many = WORDS[self.ranks[0]]
        match self.category:
            case Category.HIGH_CARD:
                return f"{first} high"
            case Category.PAIR:
                return f"pair of {many}"
            case Category.TWO_PAIR:
                return f"two pair, {many} and {WORDS[self.ranks[1]][1]}"
            case Category.TRIPS:
                return f"three {many}"
            case Category.FULL_HOUSE:
                return f"full house, {many} over {WORDS[self.ranks[1]][1]}"
            case Category.QUADS:
                return f"four {many}"
            case Category.ROYAL_FLUSH:
                return "royal flush"
            case kind:
                return f"{kind.name.lower().replace('_', ' ')}, {first} high"

    @property
    def short_name(self) -> str:
        """The hand in a few words, without what a glance at the cards tells: "full house"."""
        return self.name.partition(",")[0]


def read_hand(cards: Sequence[Card]) -> Hand:
    """Return what five cards are, or three, which make no straight and no flush."""
    ranks = sorted([card[0] for card in cards], reverse=True)
    is_flush = len(cards) == FULL_SIZE and len({card[1] for card in cards}) == 1
    return _hand(tuple(ranks), is_flush)


@cache
def _hand(ranks: tuple[int, ...], is_flush: bool) -> Hand:
    """Return the hand of these ranks, given from high to low. There are fewer than 8,000."""
    groups = Counter(ranks).most_common()  # Stable: groups of one size stay from high to low.
    ordered = tuple(rank for rank, _count in groups)
    category = GROUPS.get(tuple(count for _rank, count in groups), Category.HIGH_CARD)
    if len(ordered) < FULL_SIZE:
        return Hand(category, ordered)
    is_wheel = ranks == WHEEL
    if is_wheel or ranks[0] - ranks[-1] == FULL_SIZE - 1:
        top = 5 if is_wheel else ranks[0]
        if not is_flush:
            return Hand(Category.STRAIGHT, (top,))
        return Hand(Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH, (top,))
    return Hand(Category.FLUSH if is_flush else category, ordered)
