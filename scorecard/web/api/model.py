"""The base of every model of the API."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Is made ready when it is first used: most only describe answers, and a start is not that."""

    model_config = ConfigDict(defer_build=True)
