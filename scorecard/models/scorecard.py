"""Scorecards that people made themselves, in every version they saved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model, erased_with, parts_by


class Scorecard(Model):
    """A scorecard that somebody made; the device that made it may change it.

    A game copies the definition that it starts with, so later changes here do not affect it.
    ``changed_at`` is when it was created, changed or taken out of the bin last, and ``digest`` that
    of its latest definition; scorecards older than these columns have neither. ``deleted_at`` puts
    it into the bin.
    """

    __tablename__ = "scorecards"
    __table_args__ = (sa.Index(None, "device_id", "digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    digest: Mapped[str | None] = mapped_column(sa.String(64))
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]

    versions: Mapped[list[ScorecardVersion]] = parts_by("ScorecardVersion.number")

    @property
    def latest(self) -> ScorecardVersion:
        """The latest version, which new games use."""
        return self.versions[-1]

    @property
    def name(self) -> str:
        """The name in the latest version."""
        return str(self.latest.definition["name"])


class ScorecardVersion(Model):
    """A scorecard as it was saved once: its number from 1, and its whole definition."""

    __tablename__ = "scorecard_versions"
    __table_args__ = (sa.UniqueConstraint("scorecard_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    scorecard_id: Mapped[int] = erased_with("scorecards")
    number: Mapped[int]
    definition: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    at: Mapped[datetime]
