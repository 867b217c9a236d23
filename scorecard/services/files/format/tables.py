"""Turn rows of a table into parts of a file, and parts into rows, as the class of the part says.

A value stands in a file as it does in its column, but for moments and days, which are written as
text, and references, which are translated: ``Names`` are the functions for it, by their nouns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from scorecard.database.db import Model
from scorecard.services.files.format import values

Names = Mapping[str, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a part: name in files, type without "or None", column, and a reference's noun."""

    name: str
    kind: Any
    column: str
    refers_to: str = ""
    is_linked_later: bool = False


class Table:
    """A table, and the class of the parts that its rows become in files.

    ``inside`` is the foreign key to the row of the part around it. Fields without a column are
    null in the result of :meth:`part`, for its caller to fill in.
    """

    def __init__(self, model: type[Model], kind: type[values.Part], inside: str = "") -> None:
        self.model, self.kind, self.inside = model, kind, inside
        self.fields = [
            field for field in fields_of(kind) if field.column in model.__table__.columns
        ]
        self._timed = [field for field in self.fields if field.kind in (date, datetime)]
        self._referring = [field for field in self.fields if field.refers_to]
        self._names = [field.name for field in self.fields]
        self._values = attrgetter(*(field.column for field in self.fields))
        self._columns = [(field.name, field.column) for field in self.fields]
        self._empty: dict[str, Any] = dict.fromkeys(kind.model_fields)

    def part(self, row: Any, names: Names) -> dict[str, Any]:
        """Return what a file says of a row, with its fields in the order of their class."""
        part = self._empty.copy()
        part.update(zip(self._names, self._values(row), strict=True))
        for field in self._timed:
            name = field.name
            if (moment := part[name]) is not None:
                part[name] = moment.isoformat()
        for field in self._referring:
            name = field.name
            if (id_ := part[name]) is not None:
                part[name] = names[field.refers_to](id_)
        return part

    def row(self, part: Mapping[str, Any], names: Names) -> dict[str, Any]:
        """Return the values of the row that a part of a file becomes, by their columns."""
        row = {column: part[name] for name, column in self._columns}
        for field in self._timed:
            column = field.column
            if (text := row[column]) is not None:
                row[column] = field.kind.fromisoformat(text)
        for field in self._referring:
            column = field.column
            if field.is_linked_later:
                del row[column]
            elif (name := row[column]) is not None:
                row[column] = names[field.refers_to](name)
        return row


def fields_of(kind: type[BaseModel]) -> list[Field]:
    """Return the fields of a class of parts, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    return [field_of(name, hints[name]) for name in kind.model_fields]


def field_of(name: str, hint: Any) -> Field:
    """Return a field from its name and type, with or without "or None"."""
    hint = _not_none(hint)
    marks = getattr(hint, "__metadata__", ())
    column = next((mark for mark in marks if isinstance(mark, values.Column)), values.Column(name))
    kind = hint.__origin__ if marks else hint
    if isinstance(column, values.Reference):
        return Field(name, kind, column.name, column.noun, column.is_linked_later)
    return Field(name, kind, column.name)


def _not_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    first, *others = (one for one in get_args(hint) if one is not NoneType)
    return hint if others else first
