"""Rescore games that an earlier release scored in another way.

``Game.counted_by`` says which way of counting a game's stored scores, places, results and records
come from. Older ones are rescored a few per transaction after the start, so that neither the start
nor anybody's write waits long for them. Closed seasons are not changed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.database import collisions
from scorecard.models import Game, Group
from scorecard.models.game import COUNTING
from scorecard.services.scoring import sheets
from scorecard.services.standings import results

AT_ONCE = 20
"""Games that are rescored in one transaction."""

log = logging.getLogger("scorecard")


def is_waiting(session: Session) -> bool:
    """Whether any game was scored in an earlier way."""
    return bool(_next(session, 1))


def update_some(session: Session, at: datetime) -> None:
    """Rescore a few games, and wake the pages of their groups."""
    for group_id in _rescore(session, _next(session, AT_ONCE)):
        results.touch(session, session.get_one(Group, group_id), at)


def update_all(session: Session, group: Group | None = None) -> None:
    """Rescore all games that wait for it, or those of a group, however long it takes."""
    while ids := _next(session, AT_ONCE, group):
        _rescore(session, ids)


def _next(session: Session, most: int, group: Group | None = None) -> Sequence[int]:
    statement = select(Game.id).where(Game.counted_by < COUNTING).order_by(Game.id).limit(most)
    if group is not None:
        statement = statement.where(Game.group_id == group.id)
    return session.scalars(statement).all()


def _rescore(session: Session, ids: Sequence[int]) -> set[int]:
    """Rescore games; return the ids of the groups whose pages have changed."""
    moved: set[int] = set()
    for game in session.scalars(select(Game).where(Game.id.in_(ids)).order_by(Game.id)):
        uid = game.uid
        try:
            with session.begin_nested():
                sheets.rescore(session, game)
                moved |= results.update_stored(session, game)
        except Exception as error:
            if collisions.is_passing(error):
                raise
            # "scorecard check" tells what is wrong with it; here it must not stop the others.
            log.warning("Game %s is kept as it was counted before: %s.", uid, error)
    session.execute(update(Game).where(Game.id.in_(ids)).values(counted_by=COUNTING))
    return moved
