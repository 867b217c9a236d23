"""What the API answers of games besides their sheets, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scorecard.services.table import answers
from scorecard.web.api import fields, model

Role = Literal["keeper", "player", "spectator"]


class JoinedGameAnswer(model.Model):
    """A game this device is in now, and the token by which it is known."""

    game: answers.GameAnswer
    role: Role
    seats: list[int]
    device_token: str


class ChangeAnswer(model.Model):
    """One line of a history."""

    version: int
    kind: str
    sentence: str
    details: list[str] = Field(description="What was and became, where the sentence is short.")
    by: str
    at: fields.Moment = Field(description="When it arrived.")
    source: str | None = Field(
        description="How it came: form, api, import, replay (late, from a phone that had kept it) "
        "or server; null for changes from before this was kept."
    )
    made_at: fields.Moment | None = Field(
        description="When a replayed change was made on its phone."
    )


class ChangesAnswer(model.Model):
    """Changes, newest first."""

    changes: list[ChangeAnswer] = Field(validation_alias="lines")
    older: int | None = Field(description="There are more before this version.")
