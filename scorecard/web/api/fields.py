"""Types of fields that JSON has no type for."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema

from scorecard import errors
from scorecard.rules.words import say


def _read_day(value: Any, info: ValidationInfo) -> date:
    """Return a body's day, which strict models do not read from text."""
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        field = info.field_name or ""
        raise errors.BadInput(
            say("%(field)s: A day looks like 2026-03-14.", field=field), field=field
        ) from None


Day = Annotated[date, BeforeValidator(_read_day)]
"""A day, such as 2026-03-14."""
Uid = Annotated[str, Field(validation_alias="uid")]
"""The id of an object; in our code its uid."""
IdOf = Annotated[str, BeforeValidator(lambda thing: getattr(thing, "uid", thing))]
"""The id in place of an object."""
IsThere = Annotated[bool, BeforeValidator(lambda thing: thing is not None)]
"""False for None, else true, in place of a value."""
Moment = Annotated[
    str,
    BeforeValidator(lambda at: at.isoformat() if isinstance(at, datetime) else at),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""A day and a time, such as 2026-03-14T20:15:00+00:00; in a body a service reads it."""
Several = Annotated[
    list[str], BeforeValidator(lambda value: value if isinstance(value, list) else [value])
]
"""A query's value as a list, which it is only when it stands there several times."""
