"""How large a game record may be, so that none takes longer to score than anybody waits.

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
"""Rounds that are scored once more for corrections, each of which scores the whole game: one of 100
rounds may have 200 corrections, and one of 1,000 rounds 20."""
MOST_ACTIONS = 500
"""What players do in the betting of one hand, where it is told action by action."""


def too_large(rounds: Sequence[core.Json], edits: Sequence[core.Json]) -> Sentence:
    """Return that a record has more rounds or corrections than are scored, if it has."""
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
    """Return that a game's house rules were changed more often than is scored, if they were."""
    if len(amendments) <= MOST_AMENDMENTS:
        return NOTHING
    return say(
        "A game can have up to %(most)s changes of its house rules, not %(count)s.",
        most=MOST_AMENDMENTS,
        count=len(amendments),
    )
