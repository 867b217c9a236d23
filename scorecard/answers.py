"""How an answer is declared: once, as a frozen dataclass that a service makes.

Pages show its attributes, JSON is made of them, and the API's description of their types.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, dataclass_transform

from pydantic import Field, TypeAdapter, WithJsonSchema

Kind = TypeVar("Kind")
Moment = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
"""A day and a time, such as 2026-03-14T20:15:00+00:00."""
Day = Annotated[str, WithJsonSchema({"type": "string", "format": "date"})]
"""A day, such as 2026-03-14."""
Uid = Annotated[str, Field(serialization_alias="id")]
"""The id of an object; in our code, and where it is stored, its uid."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def answer(kind: type[Kind]) -> type[Kind]:
    """Make a class an answer: frozen, and made by naming its fields.

    It has no slots: what it holds is then a dict as well, which JSON is made of at no cost.
    """
    return dataclass(frozen=True, kw_only=True)(kind)


def says(what: str) -> Any:
    """Return what the API's description says of a field."""
    return Field(description=what)


def to_json(thing: object) -> str:
    """Return the JSON text of an answer, or of a list or dict of answers; keys are sorted."""
    return json.dumps(thing, default=vars, sort_keys=True)


def to_store(thing: object) -> Any:
    """Return an answer, or a list or dict of answers, as JSON that a column keeps."""
    return json.loads(json.dumps(thing, default=vars))


def stored(kind: type[Kind], rows: object) -> list[Kind]:
    """Return answers of JSON that a column kept; what this release does not know is left out."""
    found: list[Kind] = _reader(list[kind]).validate_python(rows)  # type: ignore[valid-type]
    return found


# It takes a moment to make.
_reader = cache(TypeAdapter)


@answer
class OfPlayer:
    """What is told of a player, who has this badge."""

    player: str
    name: str
    colour: int
    initial: str
