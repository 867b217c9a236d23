"""Rescore games that an earlier release scored in another way.

``Game.counted_by`` says which way of counting a game's stored scores, places, results and records
come from. Older ones are rescored a few per transaction after the start, so that neither the start
nor anybody's write waits long for them. Closed seasons are not changed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from scorecard.database import collisions
from scorecard.models import Game, Group
from scorecard.models.game import COUNTING
from scorecard.services.limits import locking
from scorecard.services.scoring import sheets
from scorecard.services.standings import results

AT_ONCE = 20
"""Games that are rescored in one transaction."""

log = logging.getLogger("scorecard")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that was scored in an earlier way, and its group, "" without one; by their uids."""

    game: str
    group: str


def waiting(session: Session) -> Waiting | None:
    """Return the next game that was scored in an earlier way, None without any."""
    row = session.execute(
        select(Game.uid, Group.uid)
        .outerjoin(Group, Group.id == Game.group_id)
        .where(Game.counted_by < COUNTING)
        .order_by(Game.id)
        .limit(1)
    ).one_or_none()
    return row and Waiting(row[0], row[1] or "")


def update_some(session: Session, waiting: Waiting, at: datetime) -> None:
    """Lock and rescore a few games of the group of one that waits, or that game if it has none."""
    if waiting.group:
        locking.lock_group(session, waiting.group)
        of_it = Group.uid == waiting.group
    else:
        locking.lock_game(session, waiting.game)
        of_it = Game.uid == waiting.game
    for group_id in _rescore(session, _next(session, of_it)):
        results.touch(session, session.get_one(Group, group_id), at)


def update_all(session: Session, group: Group | None = None) -> None:
    """Rescore all games that wait for it, or those of a group, however long it takes."""
    of_group = [] if group is None else [Game.group_id == group.id]
    while ids := _next(session, *of_group):
        _rescore(session, ids)


def _next(session: Session, *where: ColumnElement[bool]) -> Sequence[int]:
    waiting = select(Game.id).where(Game.counted_by < COUNTING, *where)
    waiting = waiting.outerjoin(Group, Group.id == Game.group_id).order_by(Game.id)
    return session.scalars(waiting.limit(AT_ONCE)).all()


def _rescore(session: Session, ids: Sequence[int]) -> set[int]:
    """Rescore games; return the ids of the groups whose pages have changed."""
    moved: set[int] = set()
    for game in session.scalars(select(Game).where(Game.id.in_(ids)).order_by(Game.id)):
        uid = game.uid
        try:
            with session.begin_nested():
                reading = sheets.rescore(session, game)
                moved |= results.update_stored(session, game, reading)
        except Exception as error:
            if collisions.is_passing(error):
                raise
            # "scorecard check" tells what is wrong with it; here it must not stop the others.
            log.warning("Game %s is kept as it was counted before: %s.", uid, error)
    session.execute(update(Game).where(Game.id.in_(ids)).values(counted_by=COUNTING))
    return moved
