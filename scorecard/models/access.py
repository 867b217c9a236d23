"""Who may do what in a game: the roles of devices, and the passes that let them in."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorecard.database.db import BY_KEY, Model, erased_with
from scorecard.models.device import ROLES, Device
from scorecard.models.game import Game, Seat


class Pass(Model):
    """A link that lets a device into a game in one role; only the token's hash is stored."""

    __tablename__ = "passes"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = erased_with("games", index=True)
    role: Mapped[str] = mapped_column(sa.String(10))
    nonce: Mapped[str] = mapped_column(sa.String(32))
    token_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]

    game: Mapped[Game] = relationship()


class Membership(Model):
    """A device's role in a game.

    ``removed_at`` is set while it is removed, and ``is_barred`` until the scorekeeper renews the
    code and the links. The seats it counted for stay, so that its counts still say whose they were.
    """

    __tablename__ = "memberships"
    __table_args__ = (sa.UniqueConstraint("game_id", "device_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = erased_with("games")
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"), index=True)
    role: Mapped[str] = mapped_column(sa.String(10))
    joined_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]
    is_barred: Mapped[bool] = mapped_column(default=False)

    game: Mapped[Game] = relationship()
    device: Mapped[Device] = relationship()
    seats: Mapped[list[Seat]] = relationship(secondary="claims", order_by=Seat.position)

    def may(self, role: str) -> bool:
        """Whether this membership may do what ``role`` may."""
        return self.removed_at is None and ROLES.index(self.role) <= ROLES.index(role)


class Claim(Model):
    """A device's claim "this is me" to a seat. A seat may have several, a device, too."""

    __tablename__ = "claims"
    __table_args__ = BY_KEY

    membership_id: Mapped[int] = erased_with("memberships", primary_key=True)
    seat_id: Mapped[int] = erased_with("seats", primary_key=True, index=True)
