"""The kinds of points that are given or taken by hand in a season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecard.rules.words import Sentence, say

MOST_POINTS = 10_000
"""Whole points that are given or taken at once, at most."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: what it is called in a line and on a form, and whether it may give and take."""

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


def word(kind: str) -> Sentence:
    """Return what a kind is called inside of a sentence."""
    return KINDS[kind].word
