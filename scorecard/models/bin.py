"""How many days things have lain in the bin."""

from __future__ import annotations

from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model, UtcDateTime


class BinCount(Model):
    """On how many ``days`` after the first the server has found something in the bin.

    ``deleted_at`` tells it from another deletion of the same thing.
    """

    __tablename__ = "bin_counts"

    kind: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    thing_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deleted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    days: Mapped[int] = mapped_column(default=0)
    last_day: Mapped[date]
