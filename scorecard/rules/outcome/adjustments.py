"""The kinds of points that are given or taken by hand in a season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecard.rules.words import Sentence, say

MOST_POINTS = 10_000
"""The most points of one adjustment."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of adjustment: ``word`` is its name in a sentence, ``label`` that on a form."""

    word: Sentence
    label: Sentence
    may_give: bool
    may_take: bool


KINDS: Mapping[str, Kind] = {
    "bonus": Kind(say("bonus"), say("Bonus"), may_give=True, may_take=False),
    "penalty": Kind(say("penalty"), say("Penalty"), may_give=False, may_take=True),
    "no_show": Kind(say("no-show"), say("No-show"), may_give=False, may_take=True),
    "correction": Kind(say("correction"), say("Correction"), may_give=True, may_take=True),
}
"""Each kind by its key."""
