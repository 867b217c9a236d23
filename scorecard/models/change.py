"""What changed, when, and from which device; and the keys of writes already done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorecard.db import Model, UtcDateTime
from scorecard.models.access import Device


class Change(Model):
    """One line of a game's history; never changed or deleted while the game stands.

    ``version`` is the game's version after it. ``what`` maps each fact that changed to what it
    was and what it became (``{fact: [before, after]}``), which is also what undo restores.
    ``about`` says for people which round, seats and points it was about. Changes of access have no
    ``what`` and are not ``is_undoable``; an undo or redo names the change it ``reverts``.
    """

    __tablename__ = "changes"
    __table_args__ = (sa.UniqueConstraint("game_id", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(sa.ForeignKey("games.id", ondelete="CASCADE"))
    version: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(20))
    what: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    about: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    is_undoable: Mapped[bool]
    reverts_id: Mapped[int | None] = mapped_column(sa.ForeignKey("changes.id"))
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)

    device: Mapped[Device] = relationship()


class WriteKey(Model):
    """The key a phone made for one write, so that the same write arriving twice is done once.

    ``fingerprint`` tells the same write from another one under the same key. It was a write to a
    game or to a group, whose ``version`` it led to.
    """

    __tablename__ = "write_keys"
    __table_args__ = (sa.UniqueConstraint("device_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    key: Mapped[str] = mapped_column(sa.String(64))
    fingerprint: Mapped[str] = mapped_column(sa.String(64))
    game_id: Mapped[int | None] = mapped_column(
        sa.ForeignKey("games.id", ondelete="CASCADE"), index=True
    )
    group_id: Mapped[int | None] = mapped_column(
        sa.ForeignKey("groups.id", ondelete="CASCADE"), index=True
    )
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)
