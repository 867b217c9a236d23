"""A change of a running game's house rules, before everybody has agreed to it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model, erased_with


class Amendment(Model):
    """A change of the house rules of a running game that waits for everybody's consent.

    ``consents`` maps a seat's position to how it was given (``phone`` or ``keeper``). Once all are
    there, the change is applied to the game, and this row only says when.
    """

    __tablename__ = "amendments"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = erased_with("games", index=True)
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    reason: Mapped[str] = mapped_column(sa.Text)
    is_retroactive: Mapped[bool]
    consents: Mapped[dict[str, str]] = mapped_column(sa.JSON, default=dict)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    is_applied: Mapped[bool] = mapped_column(default=False)
