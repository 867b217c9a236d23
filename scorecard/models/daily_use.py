"""How much was stored from one household in one day."""

from __future__ import annotations

from datetime import date

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model


class DailyUse(Model):
    """How many bytes were ``stored`` from a ``household`` on a ``day`` (UTC).

    The household is one of a few thousand numbers that network addresses are hashed to, so that the
    address cannot be found out from it. The sum of all is stored under a name of its own.
    """

    __tablename__ = "daily_uses"

    day: Mapped[date] = mapped_column(primary_key=True)
    household: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    stored: Mapped[int] = mapped_column(sa.BigInteger)
