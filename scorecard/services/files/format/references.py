"""Find and translate the references in a part of a file: to players, phones and other things.

The classes of the parts declare them, and ``FACTS`` those in the facts of histories.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from scorecard.services.files.format import game_parts, history_facts, tables

Change = Callable[[Any, tables.Names], Any]


def renamed(kind: type[BaseModel], part: Mapping[str, Any], names: tables.Names) -> dict[str, Any]:
    """Return a part of a file with its references translated by ``names``; other nouns stay."""
    return _part_with(_changes(kind, frozenset(names)), part, names)


def named(kind: type[BaseModel], part: Mapping[str, Any], noun: str) -> set[Any]:
    """Return the references of one noun, such as "player", in a part of a file."""
    found: set[Any] = set()
    renamed(kind, part, {noun: found.add})
    return found


@cache
def _changes(kind: type[BaseModel], nouns: frozenset[str]) -> Mapping[str, Change]:
    """Return how to translate the fields of a part that are references, or have some inside."""
    changes = {field.name: _change(field, nouns) for field in tables.fields_of(kind)}
    if kind is game_parts.ChangePart:
        changes["what"] = partial(_facts_with, _changes_of_facts(nouns))
    return {name: change for name, change in changes.items() if change}


@cache
def _changes_of_facts(nouns: frozenset[str]) -> Mapping[str, Change | None]:
    fields = [tables.field_of(noun, hint) for noun, hint in history_facts.FACTS.items()]
    return {field.name: _change(field, nouns) for field in fields}


def _change(field: tables.Field, nouns: frozenset[str]) -> Change | None:
    if (noun := field.refers_to) in nouns:
        return lambda value, names: names[noun](value)
    if get_origin(field.kind) is list:
        each = _change(tables.field_of(field.name, *get_args(field.kind)), nouns)
        return each and (lambda items, names: [each(item, names) for item in items])
    if isinstance(field.kind, type) and issubclass(field.kind, BaseModel):
        changes = _changes(field.kind, nouns)
        return partial(_part_with, changes) if changes else None
    return None


def _part_with(
    changes: Mapping[str, Change], part: Mapping[str, Any], names: tables.Names
) -> dict[str, Any]:
    renamed_part = dict(part)
    for field, change in changes.items():
        if (value := part.get(field)) is not None:
            renamed_part[field] = change(value, names)
    return renamed_part


def _facts_with(
    changes: Mapping[str, Change | None], what: history_facts.Facts, names: tables.Names
) -> history_facts.Facts:
    facts = dict(what)
    for fact, pair in what.items():
        if change := changes[history_facts.noun_of(fact)]:
            facts[fact] = [value and change(value, names) for value in pair]
    return facts
