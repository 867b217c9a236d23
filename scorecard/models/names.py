"""Names as they are stored, of players and of games in their order."""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from scorecard.rules.words import Sentence, say

# Sorted by code points everywhere, whatever collation a server was set up with.
ORDER_KEY = sa.String(48).with_variant(sa.String(48, collation="C"), "postgresql")
"""The type of columns that sort games in the order they were begun."""
_FORMER_BEGINS = "Former player "
_FORMER = re.compile(rf"{_FORMER_BEGINS}([0-9,]{{1,7}})")


def former_player(number: int) -> Sentence:
    """Return the name of a player who was forgotten, such as "Former player 3"."""
    return say("Former player %(number)s", number=number)


def as_stored(name: str) -> str:
    """Return a stored name; "Former player 3" becomes a sentence, which can be translated."""
    if not name.startswith(_FORMER_BEGINS):
        return name
    match = _FORMER.fullmatch(name)
    number = match[1].replace(",", "") if match else ""
    former = former_player(int(number)) if number else name
    # A typed name that only resembles one, such as "Former player 0,3", stays as it is.
    return former if former == name else name


class Name(TypeDecorator[str]):
    """A column of names of at most so many characters, read by :func:`as_stored`."""

    impl = sa.String
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return a name that was read."""
        return as_stored(value) if value else value
