"""Poker hands of five cards, and of three as in a front row: what they are and which is stronger.

A hand of three knows no straights and flushes. It can be compared with one of five: cards are
compared in order, and where the three-card hand runs out of cards it is the weaker one.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from scorecard.rules.cards.cards import ACE, ALL_RANKS, LOWEST, RANK_DIGITS, RANK_WORDS, SUITS
from scorecard.rules.words import Sentence, say

FULL_SIZE = 5
"""Straights and flushes take so many cards."""
WHEEL = (ACE, 5, 4, 3, 2)
"""The one straight in which the ace is low."""
FLUSHES = {FULL_SIZE << 3 * place for place in range(len(SUITS))}
"""What the suits' digits of a hand add up to in which all are of one suit."""


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


SHORT_NAMES = {
    Category.TWO_PAIR: say("two pair"),
    Category.STRAIGHT: say("straight"),
    Category.FLUSH: say("flush"),
    Category.FULL_HOUSE: say("full house"),
    Category.STRAIGHT_FLUSH: say("straight flush"),
}
"""What a hand is called without its ranks, where its whole name says more."""

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


class Hand(NamedTuple):
    """A hand's strength, which is also its order: the stronger of two hands is the greater.

    ``ranks`` decide between hands of one category: the largest group first, then the highest;
    of a straight only its top, which is 5 where the ace is low. A shorter hand whose ranks are
    the beginning of a longer one's is the weaker of the two.
    """

    category: Category
    ranks: tuple[int, ...]

    @property
    def name(self) -> Sentence:
        """The hand in words: "pair of queens", "full house, kings over twos"."""
        first, many = RANK_WORDS[self.ranks[0]]
        match self.category:
            case Category.HIGH_CARD:
                return say("%(first)s high", first=first)
            case Category.PAIR:
                return say("pair of %(many)s", many=many)
            case Category.TWO_PAIR:
                return say(
                    "two pair, %(many)s and %(others)s",
                    many=many,
                    others=RANK_WORDS[self.ranks[1]].several,
                )
            case Category.TRIPS:
                return say("three %(many)s", many=many)
            case Category.FULL_HOUSE:
                return say(
                    "full house, %(many)s over %(others)s",
                    many=many,
                    others=RANK_WORDS[self.ranks[1]].several,
                )
            case Category.QUADS:
                return say("four %(many)s", many=many)
            case Category.ROYAL_FLUSH:
                return say("royal flush")
            case _:
                return say("%(hand)s, %(first)s high", hand=self.short_name, first=first)

    @property
    def short_name(self) -> Sentence:
        """The hand in a few words, without what a glance at the cards tells: "full house"."""
        return SHORT_NAMES.get(self.category) or self.name


def rank_hand(weight: int) -> Hand:
    """Return what five cards are that weigh so much, or three: no straight and no flush."""
    return _hand(weight & ALL_RANKS, weight >> RANK_DIGITS in FLUSHES)


@cache
def _hand(digits: int, is_flush: bool) -> Hand:
    """Return the hand of so many cards of each rank. There are fewer than 8,000."""
    counts = {rank: digits >> 3 * (rank - LOWEST) & 7 for rank in range(ACE, LOWEST - 1, -1)}
    # Stable: groups of one size stay from high to low.
    ranks = tuple(sorted(filter(counts.get, counts), key=counts.__getitem__, reverse=True))
    if len(ranks) < FULL_SIZE:
        sizes = tuple(counts[rank] for rank in ranks)
        return Hand(GROUPS.get(sizes, Category.HIGH_CARD), ranks)
    is_wheel = ranks == WHEEL
    if is_wheel or ranks[0] - ranks[-1] == FULL_SIZE - 1:
        top = 5 if is_wheel else ranks[0]
        if not is_flush:
            return Hand(Category.STRAIGHT, (top,))
        return Hand(Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH, (top,))
    return Hand(Category.FLUSH if is_flush else Category.HIGH_CARD, ranks)
