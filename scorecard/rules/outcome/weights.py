"""How often what an evening brings counts in a season: once, double, half, and in between.

A weight is a whole number of halves, so that what it multiplies stays a whole number of parts. A
season has those of the days that do not count once, by the day as text: ``{"2026-03-14": 4}``.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules.words import NOTHING, Sentence, say

ONCE, DOUBLE = 2, 4
LEAST, MOST = 1, 20
"""The smallest and the largest weight: half, and ten times."""

Weights = Mapping[str, int]


def weighted(parts: int, weight: int) -> int:
    """Return what parts of a point come to by a weight.

    Half a part, of an award that was shared by eight and halved before, is rounded down.
    """
    return parts * weight // ONCE


def times(weight: int) -> int | float:
    """Return how often something counts: 2, or 1.5."""
    whole, half = divmod(weight, ONCE)
    return whole + 0.5 if half else whole


def read(often: float) -> int | None:
    """Return the weight of what counts so often, None where there is no such weight."""
    weight = often * ONCE
    return int(weight) if weight in range(LEAST, MOST + 1) else None


def sign(weight: int) -> Sentence:
    """Return a weight as it stands at a heading: "× 2"; nothing where that is once."""
    return NOTHING if weight == ONCE else say("× %(times)s", times=times(weight))


def counts(weight: int) -> Sentence:
    """Return what something of a weight does: "counts double"."""
    if weight == DOUBLE:
        return say("counts double")
    if weight == ONCE:
        return say("counts once")
    if weight == LEAST:
        return say("counts half")
    return say("counts %(times)s times", times=times(weight))
