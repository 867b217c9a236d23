"""How long things have lain in the bin, in days on which the server saw them there."""

from __future__ import annotations

from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model, UtcDateTime


class BinCount(Model):
    """On how many ``days`` the server has seen something in the bin, after that of the first time.

    ``deleted_at`` tells it from what was in the bin before under the same id.
    """

    __tablename__ = "bin_counts"

    kind: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    thing_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deleted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    days: Mapped[int] = mapped_column(default=0)
    last_day: Mapped[date]
