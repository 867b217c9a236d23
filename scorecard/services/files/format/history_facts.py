"""The facts in a game's history: check those of a file, and translate them from and to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from scorecard import errors
from scorecard.models import Game
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.format import complaints, game_parts, tables, values
from scorecard.services.history import facts

Facts = Mapping[str, Sequence[Any]]
Keys = Sequence[tuple[str, str, str]]
"""The keys of a fact's value before and after the translation, and the noun of a reference."""
_COLUMNS = facts.columns(Game).keys()
FACTS: Mapping[str, Any] = {
    name: hint
    for name, hint in get_type_hints(game_parts.GamePart, include_extras=True).items()
    if name in _COLUMNS
} | {
    "group": values.Group | None,
    "seat": game_parts.SeatFact | None,
    "anecdote": values.Line | None,
    "round": game_parts.RoundFact | None,
    "entry": game_parts.EntryFact | None,
}
"""The type of each fact in a history's ``what``, by its noun."""
_IN_FILE: Mapping[str, Keys] = {
    noun: [(field.column, field.name, field.refers_to) for field in tables.fields_of(kind)]
    for noun, kind in (("seat", game_parts.SeatFact), ("entry", game_parts.EntryFact))
}
_HERE: Mapping[str, Keys] = {
    noun: [(after, before, refers) for before, after, refers in keys]
    for noun, keys in _IN_FILE.items()
}
FACT_NAME = re.compile(
    rf"({'|'.join(_COLUMNS)}|group|anecdote)"
    r"|(seat|round|anecdote)/[1-9][0-9]{0,3}|(entry)/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}"
)


def check(where: Sentence, what: Mapping[str, list[Any]]) -> None:
    """Refuse the facts of a history line that have unknown names, or values of another shape."""
    for fact, pair in what.items():
        if not FACT_NAME.fullmatch(fact):
            raise errors.BadInput(
                say("%(where)s: there is no fact %(fact)s.", where=where, fact=reading.show(fact))
            )
        reader = _reader(noun_of(fact))
        for value in pair:
            try:
                reader.validate_python(value)
            except ValidationError as error:
                raise errors.BadInput(
                    say(
                        "%(where)s, %(fact)s: %(error)s",
                        where=where,
                        fact=fact,
                        error=complaints.sentence(error),
                    )
                ) from None


def in_file(what: Facts, names: tables.Names) -> Facts:
    """Return facts as a file has them, from those of the history here."""
    return _translated(what, _IN_FILE, names)


def here(what: Facts, names: tables.Names) -> Facts:
    """Return facts as the history here has them, from those of a file."""
    return _translated(what, _HERE, names)


def noun_of(fact: str) -> str:
    """Return the noun of a fact: "entry" of "entry/3/2"."""
    return fact.partition("/")[0]


def _translated(what: Facts, keys: Mapping[str, Keys], names: tables.Names) -> Facts:
    found = dict(what)
    for fact, pair in what.items():
        if fact == "group":
            found[fact] = [value and names["group"](value) for value in pair]
        elif of_noun := keys.get(noun_of(fact)):
            found[fact] = [value and _value(value, of_noun, names) for value in pair]
    return found


def _value(value: Mapping[str, Any], keys: Keys, names: tables.Names) -> dict[str, Any]:
    return {
        after: names[refers](value[before]) if refers and value[before] else value[before]
        for before, after, refers in keys
        if before in value
    }


@cache
def _reader(noun: str) -> TypeAdapter[Any]:
    return TypeAdapter(FACTS[noun], config=ConfigDict(strict=True))
