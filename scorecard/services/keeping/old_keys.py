"""Forget the keys of writes that nobody sends again."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorecard.models import WriteKey

KEPT = timedelta(days=180)
"""For how long a write that arrives again is known again: phones ask again within seconds, or when
they are opened. What comes later is refused by its version, if anything. Of a game that was counted
seat by seat the keys take nearly as much room as its history.
"""
AT_ONCE = 500


def forget_some(session: Session, at: datetime) -> list[int]:
    """Delete some of the keys kept for :data:`KEPT`, the oldest first; return their ids."""
    oldest = select(WriteKey.id, WriteKey.at).order_by(WriteKey.id).limit(AT_ONCE)
    over = [row.id for row in session.execute(oldest) if row.at <= at - KEPT]
    if over:
        session.execute(delete(WriteKey).where(WriteKey.id.in_(over)))
    return over
