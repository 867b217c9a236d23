"""What the server counts for itself: days in the bin, bytes stored in a day, and wrong codes."""

from __future__ import annotations

from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import Model


class BinCount(Model):
    """On how many ``days`` after the first the server has found something in the bin.

    ``deleted_at`` tells it from another deletion of the same thing.
    """

    __tablename__ = "bin_counts"

    kind: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    thing_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    deleted_at: Mapped[datetime]
    days: Mapped[int] = mapped_column(default=0)
    last_day: Mapped[date]


class DailyUse(Model):
    """How many bytes were ``stored`` from a ``household`` on a ``day`` (UTC).

    The household is one of a few thousand numbers that network addresses are hashed to, so that the
    address cannot be found out from it.
    """

    __tablename__ = "daily_uses"

    day: Mapped[date] = mapped_column(primary_key=True)
    household: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    stored: Mapped[int] = mapped_column(sa.BigInteger)


class WrongGuess(Model):
    """A wrong code of a ``kind``, from an ``origin`` made of an address; it counts for an hour."""

    __tablename__ = "wrong_guesses"
    __table_args__ = (sa.Index(None, "kind", "origin", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(10))
    origin: Mapped[str] = mapped_column(sa.String(40))
    at: Mapped[datetime] = mapped_column(index=True)
