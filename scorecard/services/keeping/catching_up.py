"""Bring along what earlier releases made of games, where the rules of counting have changed since.

Every game says by which rules its scores, places, results and records are kept. Those of earlier
ones wait, and are worked off a few in each transaction, so that a start takes no longer for them
and other writes never wait long. Closed seasons stand as they are.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.models import Game, Group
from scorecard.models.game import COUNTING
from scorecard.services.scoring import sheets
from scorecard.services.standings import results

AT_ONCE = 20
"""Games that are brought along in one transaction."""

log = logging.getLogger("scorecard")


def is_waiting(session: Session) -> bool:
    """Whether any game is kept by earlier rules."""
    return bool(_next(session, 1))


def update_some(session: Session, at: datetime) -> None:
    """Bring a few games along, and tell the pages of their groups."""
    for group_id in _bring_along(session, _next(session, AT_ONCE)):
        results.touch(session, session.get_one(Group, group_id), at)


def update_all(session: Session, group: Group | None = None) -> None:
    """Bring all games along, or those of a group, however long it takes."""
    while found := _next(session, AT_ONCE, group):
        _bring_along(session, found)


def _next(session: Session, most: int, group: Group | None = None) -> Sequence[int]:
    statement = select(Game.id).where(Game.counted_by < COUNTING).order_by(Game.id).limit(most)
    if group is not None:
        statement = statement.where(Game.group_id == group.id)
    return session.scalars(statement).all()


def _bring_along(session: Session, ids: Sequence[int]) -> set[int]:
    """Bring games along; return the ids of the groups whose pages have moved."""
    moved: set[int] = set()
    for game in session.scalars(select(Game).where(Game.id.in_(ids)).order_by(Game.id)):
        uid = game.uid
        try:
            with session.begin_nested():
                sheets.rescore(session, game)
                moved |= results.update_stored(session, game)
        except Exception as error:  # noqa: BLE001 - spoilt rows may break anything
            # "scorecard check" tells what is wrong with it; here it must not stop the others.
            log.warning("Game %s is kept as it was counted before: %s.", uid, error)
    session.execute(update(Game).where(Game.id.in_(ids)).values(counted_by=COUNTING))
    return moved
