"""The largest game records, so that none takes too long to score.

A long evening has forty rounds; a game that goes on for months has a thousand.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorecard.rules import core
from scorecard.rules.words import NOTHING, Sentence, say

MOST_ROUNDS = 1_200
"""Rounds of one game."""
MOST_EDITS = 200
"""Corrections in one record."""
MOST_AMENDMENTS = 200
"""Changes of the house rules in one game."""
MOST_RESCORED = 20_000
"""Rounds times corrections, because each correction scores the whole game: 100 rounds may have 200
corrections, and 1,000 rounds 20."""
MOST_ACTIONS = 500
"""Actions in the betting log of one hand."""


def too_large(rounds: Sequence[core.Json], edits: Sequence[core.Json]) -> Sentence:
    """Return the refusal of a record with too many rounds or corrections, NOTHING if it has not."""
    count = len(rounds)
    if count > MOST_ROUNDS:
        return say(
            "A game can have up to %(most)s rounds, not %(count)s.", most=MOST_ROUNDS, count=count
        )
    if len(edits) > MOST_EDITS:
        return say(
            "A record can have up to %(most)s corrections, not %(count)s.",
            most=MOST_EDITS,
            count=len(edits),
        )
    if count * len(edits) > MOST_RESCORED:
        return say(
            "%(edits)s corrections to %(rounds)s rounds are too many: rounds times corrections "
            "can be %(most)s at most.",
            edits=len(edits),
            rounds=count,
            most=MOST_RESCORED,
        )
    return NOTHING


def too_many_amendments(amendments: Sequence[core.Json]) -> Sentence:
    """Return the refusal of a game with too many amendments, NOTHING if it has not."""
    if len(amendments) <= MOST_AMENDMENTS:
        return NOTHING
    return say(
        "A game can have up to %(most)s changes of its house rules, not %(count)s.",
        most=MOST_AMENDMENTS,
        count=len(amendments),
    )
