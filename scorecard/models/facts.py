"""Facts: columns of which a history says what they were and what they became."""

from __future__ import annotations

from scorecard.rules.words import NOTHING, Sentence

FACT = "fact"


def fact(label: Sentence = NOTHING) -> dict[str, Sentence]:
    """Return the ``info`` of a column that is a fact; without a label it is not shown to people."""
    return {FACT: label}
