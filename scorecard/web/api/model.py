"""The base of every model of the API, and what a model is called in the description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

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

    fields: dict[str, Any] = {detail.key: field(detail) for detail in details(table)}

    def decorate(kind: type[Kind]) -> type[Kind]:
        about = {"__doc__": kind.__doc__, "__module__": kind.__module__}
        return create_model(kind.__name__, __base__=kind, **fields | about)

    return decorate


class OfPlayer(Model):
    """What is told of a player, who has this badge."""

    player: str
    name: str
    colour: int
    initial: str


class Extended:
    """An object's attributes, with others added or put in their place, to make an answer of."""

    def __init__(self, thing: object, **more: object) -> None:
        self._thing = thing
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thing, name)
