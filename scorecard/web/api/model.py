"""The base of every model of the API, and what a model is called in the description."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


def schema_name(name: str) -> str:
    """Return what a class is called in the description, and so in programs generated from it."""
    return name.removesuffix("Body").removesuffix("Answer")


class Model(BaseModel):
    """A model that is built on first use: most only describe answers, which a start need not do.

    An answer takes its fields from the attributes of what it tells, or from a dict.
    """

    model_config = ConfigDict(
        defer_build=True,
        from_attributes=True,
        model_title_generator=lambda model: schema_name(model.__name__),
    )


class Beside:
    """A thing and, beside its own attributes, what else an answer tells of it."""

    def __init__(self, thing: object, **more: object) -> None:
        self._thing = thing
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thing, name)
