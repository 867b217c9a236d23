"""Where a field's value stands: dotted places in an entry or a round, and the names in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from itertools import pairwise
from typing import Any

from scorecard.rules import core
from scorecard.rules.typed import fields

INDEX = "#"
"""Begins a part of a place that counts the items of a list from 0: ``pots.#0.winner``."""


def value_at(data: core.Json, key: str) -> core.Json:
    """Return what stands at a dotted place, or None; the empty place is the whole."""
    for part in key.split(".") if key else ():
        if part.startswith(INDEX):
            index = int(part.removeprefix(INDEX))
            data = data[index] if isinstance(data, list) and index < len(data) else None
        else:
            data = data.get(part) if isinstance(data, Mapping) else None
    return data


def is_at(data: core.Json, key: str) -> bool:
    """Return whether something was said at a dotted place, be it that it is nothing."""
    place, _, last = key.rpartition(".")
    inside = value_at(data, place)
    return value_at(data, key) is not None or (isinstance(inside, Mapping) and last in inside)


def put(data: dict[str, Any], key: str, value: core.Json) -> None:
    """Write a value at a dotted place, making objects and lists on the way as needed.

    An item after the end of a list is added to it.
    """
    parts = key.split(".")
    place: Any = data
    for part, following in pairwise(parts):
        empty: Any = [] if following.startswith(INDEX) else {}
        if isinstance(place, list):
            index = int(part.removeprefix(INDEX))
            if index >= len(place):
                place.append(empty)
            place = place[min(index, len(place) - 1)]
        else:
            place = place.setdefault(part, empty)
    place[parts[-1]] = value


def renamed(data: core.Json, typed: Iterable[fields.Field], old: str, new: str) -> core.Json:
    """Return a round's data with a player's new name wherever its fields hold the old one."""
    changed: dict[str, Any] = deepcopy(data)
    for field in typed:
        value = value_at(changed, field.key)
        if value is not None:
            put(changed, field.key, _renamed_value(value, field, old, new))
    return changed


def renamed_values(value: core.Json, old: str, new: str) -> core.Json:
    """Return a value with every string in it that equals ``old`` replaced; keys stay."""
    match value:
        case str():
            return new if value == old else value
        case list():
            return [renamed_values(item, old, new) for item in value]
        case dict():
            return {key: renamed_values(item, old, new) for key, item in value.items()}
        case _:
            return value


def _renamed_value(value: core.Json, field: fields.Field, old: str, new: str) -> core.Json:
    match field.kind:
        case "player" | "players" | "order":
            return renamed_values(value, old, new)
        case "amounts" | "hands" if isinstance(value, Mapping) and not field.choices:
            return {new if name == old else name: item for name, item in value.items()}
        case "log" if isinstance(value, list):
            return [
                [renamed_values(row[0], old, new), *row[1:]]
                if isinstance(row, list) and row
                else row
                for row in value
            ]
        case _:
            return value
