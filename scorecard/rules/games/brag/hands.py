"""The three-card hands of Brag, from a high card to a prial: which is better, and its name.

A run is rarer in three cards than a flush and stands above it. Equal hands stay equal: suits
never decide.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Literal, NamedTuple

from scorecard.rules.cards.cards import ACE, ALL_RANKS, LOWEST, RANK_DIGITS, RANK_WORDS, SUITS
from scorecard.rules.words import Sentence, say

A23 = Literal["lowest", "highest", "not_a_run"]
"""What ace, two and three make: the lowest run, the highest run, or no run at all."""

CARDS_IN_HAND = 3
FLUSHES = {CARDS_IN_HAND << 3 * place for place in range(len(SUITS))}
"""What the suits' digits of a hand add up to in which all are of one suit."""

ACE_TWO_THREE = (14, 3, 2)
BEST_PRIAL = 3
ABOVE_ACES = ACE + 1
"""Where threes stand among prials, and ace, two, three among runs where that is the highest."""


class Kind(IntEnum):
    """The kinds of hand, from the lowest."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    RUN = 3
    RUNNING_FLUSH = 4
    PRIAL = 5


PRIAL = Kind.PRIAL
"""Named once: looking up the name of an enumeration's member takes longer than comparing it."""


class Hand(NamedTuple):
    """A hand's strength, which is also its order: the stronger of two hands is the greater.

    ``ranks`` decide between hands of one kind, the most important first. Hands that are equal
    in both have one ``name``, which is for people: "pair of queens".
    """

    kind: Kind
    ranks: tuple[int, ...]
    name: Sentence


def rank_hand(weight: int, a23: A23 = "lowest") -> Hand:
    """Return what three different cards make that weigh so much."""
    return _hand(weight & ALL_RANKS, weight >> RANK_DIGITS in FLUSHES, a23)


@cache
def _hand(digits: int, is_flush: bool, a23: A23) -> Hand:
    """Return the hand of so many cards of each rank. There are fewer than 1,000 for each a23."""
    counts = {rank: digits >> 3 * (rank - LOWEST) & 7 for rank in range(ACE, LOWEST - 1, -1)}
    high, middle, low = ranks = tuple(rank for rank in counts for _ in range(counts[rank]))
    if high == low:
        order = ABOVE_ACES if high == BEST_PRIAL else high
        return Hand(Kind.PRIAL, (order,), say("prial of %(high)s", high=RANK_WORDS[high].several))
    if middle in (high, low):
        kicker = low if middle == high else high
        return Hand(
            Kind.PAIR,
            (middle, kicker),
            say("pair of %(middle)s", middle=RANK_WORDS[middle].several),
        )
    is_a23 = ranks == ACE_TWO_THREE and a23 != "not_a_run"
    topped = say("%(high)s high", high=RANK_WORDS[high].one)
    if is_a23 or high - low == CARDS_IN_HAND - 1:
        kind = Kind.RUNNING_FLUSH if is_flush else Kind.RUN
        word = say("running flush") if is_flush else say("run")
        if is_a23:
            order = ABOVE_ACES if a23 == "highest" else middle
            return Hand(kind, (order,), say("%(run)s, ace-two-three", run=word))
        return Hand(kind, (high,), say("%(run)s, %(topped)s", run=word, topped=topped))
    if is_flush:
        return Hand(Kind.FLUSH, ranks, say("flush, %(topped)s", topped=topped))
    return Hand(Kind.HIGH_CARD, ranks, topped)
