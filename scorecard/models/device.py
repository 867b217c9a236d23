"""A phone, tablet or program, and the roles that it can have in a game or group."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model

KEEPER, PLAYER, SPECTATOR = ROLES = ("keeper", "player", "spectator")
"""From the most rights to the least; each role has those of the roles after it, too."""


class Device(Model):
    """A phone, tablet or program; its signed cookie or token carries ``uid``."""

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(32), unique=True)
    created_at: Mapped[datetime]
