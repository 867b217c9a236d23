"""The rows that a write locks on PostgreSQL before it reads any: the group's, then the game's.

SQLite runs one write at a time, and nothing is locked there. Most writes lock the group's row
alone, and with it all that belongs to the group. Counts share the lock, so that those of several
games run beside each other; of the group they change only the version, last of all. All writes lock
in one order, so that none deadlock: the group (several by their ids), the game, the phone, the
group's version, and what was stored today.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, or_, select, true
from sqlalchemy.orm import Session

from scorecard.database import db
from scorecard.database.collisions import ComeBetween
from scorecard.database.notes import Notes
from scorecard.models import Device, Game, Group, Pass
from scorecard.services.limits import codes


class Hold(Enum):
    """How a write locks the group of a game: shared with other writes, or alone."""

    SHARE = "share"
    ALL = "all"


_held: Notes[int, Hold] = Notes()
"""How the running transaction has locked groups, by their ids."""


def lock_game(
    session: Session, uid: str, hold: Hold = Hold.ALL, *, into: Collection[str] = ()
) -> None:
    """Lock a game and its group, and the groups that it may go ``into``, by their uids.

    Raises :class:`ComeBetween` where somebody moved the game to another group meanwhile.
    """
    if not db.is_beside(session):
        return
    names: dict[str, Any] = {"uid": uid} | ({"into": list(into)} if into else {})
    found = session.connection().execute(_game_of(hold, is_going=bool(into)), names).one_or_none()
    if found is None:
        return
    groups: list[int] = found.groups or []
    _held.of(session).update(dict.fromkeys(groups, hold))
    if found.group_id is not None and found.group_id not in groups:
        raise ComeBetween


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
def _game_of(hold: Hold, *, is_going: bool) -> Select[Any]:
    """Return the statement that locks the group of a game, those that it may go into, and the game.

    Its row has the ids of the locked groups, and the id of the game's group.
    """
    its = select(Game.group_id).where(Game.uid == bindparam("uid")).scalar_subquery()
    # Compared with one value, as an IN with a query could be read from end to end.
    where = Group.id == its
    if is_going:
        where = or_(where, Group.uid.in_(bindparam("into", expanding=True)))
    is_shared = hold is Hold.SHARE
    each = select(Group.id).where(where).order_by(Group.id)
    locked = each.with_for_update(read=is_shared, key_share=is_shared).cte("locked")
    # One row for all groups, so that they are locked before the game is.
    groups = select(func.array_agg(locked.c.id).label("groups")).subquery()
    return (
        select(Game.group_id, groups.c.groups)
        .join_from(Game, groups, true())
        .where(Game.uid == bindparam("uid"))
        .with_for_update(of=Game)
    )


_DEVICE = select(Device.id).where(Device.id == bindparam("id")).with_for_update(key_share=True)
_GROUP = select(Group.id).where(Group.uid == bindparam("uid")).with_for_update()
