"""The weights of evenings in a season: they count once, double, half, and in between.

A weight is a whole number of halves, to multiply awards in whole numbers. A season stores those
of the days that do not count once, by the day as text: ``{"2026-03-14": 4}``.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules.words import NOTHING, Sentence, say

ONCE, DOUBLE = 2, 4
LEAST, MOST = 1, 20
"""The smallest and the largest weight: half, and ten times."""

Weights = Mapping[str, int]


def weighted(parts: int, weight: int) -> int:
    """Return an award, in parts of a point, times a weight; half a part is rounded down."""
    return parts * weight // ONCE


def times(weight: int) -> int | float:
    """Return the factor of a weight: 2, or 1.5."""
    whole, half = divmod(weight, ONCE)
    return whole + 0.5 if half else whole


def read(often: float) -> int | None:
    """Return the weight of a factor, None if there is none."""
    weight = often * ONCE
    return int(weight) if weight in range(LEAST, MOST + 1) else None


def sign(weight: int) -> Sentence:
    """Return a weight for a heading: "× 2"; nothing for once."""
    return NOTHING if weight == ONCE else say("× %(times)s", times=times(weight))


def counts(weight: int) -> Sentence:
    """Return a weight in words: "counts double"."""
    if weight == DOUBLE:
        return say("counts double")
    if weight == ONCE:
        return say("counts once")
    if weight == LEAST:
        return say("counts half")
    return say("counts %(times)s times", times=times(weight))
