"""What a column says of itself: what a history calls it, and how scorekeepers fill it in.

Facts are columns of which a history says what they were and what they became. Details are facts
that scorekeepers set as one line of text each, on a page of settings.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from scorecard.database.db import Model
from scorecard.rules.words import NOTHING, Sentence

FACT = "fact"
DETAIL = "detail"


class Detail(NamedTuple):
    """A column that is a detail: its name in code, its label, and how many characters it may have.

    ``hint`` is shown at its field. ``blank`` refuses an empty value; a detail without that sentence
    may be empty, and is free text, in which people may be named.
    """

    key: str
    label: Sentence
    longest: int
    hint: Sentence
    blank: Sentence


def fact(label: Sentence = NOTHING) -> dict[str, Any]:
    """Return the ``info`` of a column that is a fact; without a label it is not shown to people."""
    return {FACT: label}


def detail(
    label: Sentence, *, hint: Sentence = NOTHING, blank: Sentence = NOTHING, longest: int = 0
) -> dict[str, Any]:
    """Return the ``info`` of a :class:`Detail`; ``longest`` only where its type has no length."""
    return fact(label) | {DETAIL: Detail("", label, longest, hint, blank)}


@cache
def details(model: type[Model]) -> tuple[Detail, ...]:
    """Return the columns of a table that are details, in their order."""
    return tuple(
        found._replace(key=column.name, longest=found.longest or column.type.length)  # type: ignore[attr-defined]
        for column in model.__table__.columns
        if (found := column.info.get(DETAIL))
    )
