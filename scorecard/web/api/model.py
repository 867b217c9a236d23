"""The base of every model of the API, and what a model is called in the description."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


def schema_name(name: str) -> str:
    """Return what a class is called in the description, and so in programs generated from it."""
    return name.removesuffix("Body").removesuffix("Answer")


class Model(BaseModel):
    """A model that is built on first use: most only describe answers, which a start need not do."""

    model_config = ConfigDict(
        defer_build=True, model_title_generator=lambda model: schema_name(model.__name__)
    )
