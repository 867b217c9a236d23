"""The base of every model of the API, and what a model is called in the description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from scorecard.database import db
from scorecard.models.facts import Detail, details


def schema_name(name: str) -> str:
    """Return the name of a class in the OpenAPI description, and so in generated programs."""
    return name.removesuffix("Body").removesuffix("Answer")


class Model(BaseModel):
    """A model that is built on first use, so that a start is fast.

    An answer is made from an object's attributes, or from a dict.
    """

    model_config = ConfigDict(defer_build=True, from_attributes=True)


Kind = TypeVar("Kind", bound=Model)


def with_details(
    table: type[db.Model], *, of_body: bool = False
) -> Callable[[type[Kind]], type[Kind]]:
    """Add fields for the details of a table to a model; those of a body are optional."""

    def field(detail: Detail) -> tuple[Any, Any]:
        if of_body:
            return str | None, Field(None, description=str(detail.hint) or None)
        return str, ...

    return partial(_with_fields, {detail.key: field(detail) for detail in details(table)})


def with_fields_of(answer: type[object]) -> Callable[[type[Kind]], type[Kind]]:
    """Add the fields of an answer to a model, but for those that it declares itself."""
    return partial(
        _with_fields,
        {name: (hint, ...) for name, hint in get_type_hints(answer, include_extras=True).items()},
    )


def _with_fields(fields: Mapping[str, Any], kind: type[Kind]) -> type[Kind]:
    about = {"__doc__": kind.__doc__, "__module__": kind.__module__}
    more = {name: field for name, field in fields.items() if name not in kind.model_fields}
    return create_model(kind.__name__, __base__=kind, **more | about)


class Extended:
    """An object's attributes, with others added or put in their place, to make an answer of."""

    def __init__(self, thing: object, **more: object) -> None:
        self._thing = thing
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thing, name)
