"""The rows that a write locks on PostgreSQL before it reads any: the group's, then the game's.

SQLite runs one write at a time, and nothing is locked there. Most writes lock the group's row
alone, and with it all that belongs to the group. Counts share the lock, so that those of several
games run beside each other; of the group they change only the version, last of all. All writes lock
in one order, so that none deadlock: the group, the game, the phone, the group's version, and what
was stored today. Who moves a game to another group has the database alone, so that no other write
finds it in a group that it has not locked.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from sqlalchemy import Select, bindparam, func, select, true
from sqlalchemy.orm import Session

from scorecard.database import db
from scorecard.database.notes import Notes
from scorecard.models import Device, Game, Group, Pass
from scorecard.services.limits import codes


class Hold(Enum):
    """How a write locks the group of a game, unless it has the whole database to itself."""

    SHARE = "share"
    ALL = "all"
    DATABASE = "database"


_held: Notes[int, Hold] = Notes()
"""How the running transaction has locked groups, by their ids."""


def lock_game(session: Session, uid: str, hold: Hold = Hold.ALL) -> None:
    """Lock a game and its group."""
    if db.is_beside(session):
        group = session.connection().scalar(_game_of(hold), {"uid": uid})
        if group is not None:
            _held.of(session)[group] = hold


def lock_group(session: Session, uid: str) -> None:
    """Lock a group, to have it alone."""
    if db.is_beside(session):
        groups = session.connection().scalars(_GROUP, {"uid": uid})
        _held.of(session).update(dict.fromkeys(groups, Hold.ALL))


def lock_game_named(session: Session, token: str) -> None:
    """Lock the game that a link names, if it names one, and its group."""
    is_its = Pass.token_hash == codes.token_hash(token)
    named = select(Game.uid).join(Pass, Pass.game_id == Game.id).where(is_its)
    if db.is_beside(session) and (uid := session.connection().scalar(named)):
        lock_game(session, uid)


def lock_group_named(session: Session, token: str) -> None:
    """Lock the group that a link names, if it names one."""
    named = select(Group.uid).where(Group.join_hash == codes.token_hash(token))
    if db.is_beside(session) and (uid := session.connection().scalar(named)):
        lock_group(session, uid)


def lock_device(session: Session, device: Device) -> None:
    """Lock a phone whose games, groups or scorecards are counted; after all other locks."""
    if db.is_beside(session):
        session.connection().execute(_DEVICE, {"id": device.id})


def shares(session: Session, group: Group) -> bool:
    """Whether other writes of a group may be under way beside this one."""
    return _held.of(session).get(group.id) is Hold.SHARE


@cache
def _game_of(hold: Hold) -> Select[int | None]:
    """Return the statement that locks a game's group, then the game; it selects the group's id."""
    its = select(Game.group_id).where(Game.uid == bindparam("uid")).scalar_subquery()
    is_shared = hold is Hold.SHARE
    group = select(Group.id).where(Group.id == its)
    locked = group.with_for_update(read=is_shared, key_share=is_shared).cte("locked")
    # An aggregate, so that there is a row without a group, too, and the group is locked first.
    first = select(func.max(locked.c.id).label("group_id")).subquery()
    return (
        select(first.c.group_id)
        .join_from(Game, first, true())
        .where(Game.uid == bindparam("uid"))
        .with_for_update(of=Game)
    )


_DEVICE = select(Device.id).where(Device.id == bindparam("id")).with_for_update(key_share=True)
_GROUP = select(Group.id).where(Group.uid == bindparam("uid")).with_for_update()
