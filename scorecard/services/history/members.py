"""Who is in a game, and how to name a device to the others at the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, inspect, or_, select
from sqlalchemy.orm import Session, contains_eager, selectinload
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.models import (
    Change,
    Device,
    Game,
    Group,
    GroupMembership,
    Membership,
    Seat,
    WriteKey,
)
from scorecard.models.device import KEEPER, PLAYER, SPECTATOR
from scorecard.rules.words import Sentence, quoted, say

UNNAMED = {
    KEEPER: say("the scorekeeper"),
    PLAYER: say("a player"),
    SPECTATOR: say("a spectator"),
}
"""How to name a device that counts for nobody, by its role."""
SENT_OUT = say("The scorekeeper has removed this phone from the game.")


class Asking(NamedTuple):
    """A request to a game by a device: its membership there, and the write's key if stored."""

    game: Game
    device: Device
    membership: Membership | None
    key_id: int | None = None


# Built once, because every request to a game begins with it.
_ASKING = (
    select(Game, Device, Membership)
    .select_from(Game)
    .join(Device, Device.uid == bindparam("device_uid"))
    .outerjoin(Membership, and_(Membership.game_id == Game.id, Membership.device_id == Device.id))
    .outerjoin(Game.group)
    .options(contains_eager(Game.group))
    .where(Game.uid == bindparam("game_uid"))
)
_ASKING_TO_WRITE = _ASKING.add_columns(WriteKey.id).outerjoin(
    WriteKey, and_(WriteKey.device_id == Device.id, WriteKey.key == bindparam("key"))
)


def asking(session: Session, game_uid: str, device_uid: str) -> Asking | None:
    """Return a game, a device, and its membership there; None where game or device is unknown."""
    names = {"game_uid": game_uid, "device_uid": device_uid}
    row = session.execute(_ASKING, names).one_or_none()
    return Asking(*row) if row else None


def asking_to_write(session: Session, game_uid: str, device_uid: str, key: str) -> Asking | None:
    """Return the same for a write with a key, "" for none; the game's seats are loaded, too."""
    names = {"game_uid": game_uid, "device_uid": device_uid, "key": key}
    row = session.execute(_ASKING_TO_WRITE, names).one_or_none()
    if row is None:
        return None
    load_seats(session, row[0])
    return Asking(*row)


_SEATS = select(Seat).where(Seat.game_id == bindparam("game_id")).order_by(Seat.position)


def load_seats(session: Session, game: Game) -> None:
    """Load a game's seats: half as expensive as letting SQLAlchemy do so when they are read."""
    if "seats" in inspect(game).unloaded:
        seats = session.scalars(_SEATS, {"game_id": game.id}).all()
        set_committed_value(game, "seats", seats)


def find(session: Session, game: Game, device: Device) -> Membership | None:
    """Return a device's membership in a game, or None; also one that was removed or left."""
    return session.scalar(
        select(Membership)
        .where(Membership.game_id == game.id, Membership.device_id == device.id)
        .options(selectinload(Membership.seats))
    )


def everybody(session: Session, game: Game) -> Sequence[Membership]:
    """Return the memberships of all devices that ever joined a game, removed or not."""
    return session.scalars(
        select(Membership)
        .where(Membership.game_id == game.id)
        .order_by(Membership.joined_at, Membership.id)
        .options(selectinload(Membership.seats))
    ).all()


def inside(session: Session, game: Game) -> list[Membership]:
    """Return the memberships of the devices in a game, in the order they came."""
    return [row for row in everybody(session, game) if row.removed_at is None]


def games_in(session: Session, device: Device, uids: Collection[str]) -> set[str]:
    """Return the uids of those games that a device is in, itself or through the game's group."""
    is_own = and_(Membership.game_id == Game.id, Membership.device_id == device.id)
    is_of_group = and_(
        GroupMembership.group_id == Group.id,
        GroupMembership.device_id == device.id,
        GroupMembership.removed_at.is_(None),
    )
    by_group = and_(Membership.id.is_(None), GroupMembership.id.is_not(None))
    statement = (
        select(Game.uid)
        .outerjoin(Membership, is_own)
        .outerjoin(Group, and_(Group.id == Game.group_id, Group.deleted_at.is_(None)))
        .outerjoin(GroupMembership, is_of_group)
        .where(Game.uid.in_(uids), Membership.removed_at.is_(None))
        .where(or_(Membership.id.is_not(None), by_group))
    )
    return set(session.scalars(statement))


def last_changes(session: Session, game: Game) -> dict[int, datetime]:
    """Return when each device changed something in a game last, by the device's id."""
    rows = session.execute(
        select(Change.device_id, func.max(Change.at))
        .where(Change.game_id == game.id)
        .group_by(Change.device_id)
    )
    return dict(rows.all())


def seats_claimed(session: Session, game: Game) -> set[int]:
    """Return the positions of the seats that some device in the game counts for."""
    return {seat.position for membership in inside(session, game) for seat in membership.seats}


def seats_of(memberships: Sequence[Membership]) -> dict[int, list[int]]:
    """Return the positions of the seats that each device counts for, by the device's id."""
    return {
        membership.device_id: [seat.position for seat in membership.seats]
        for membership in memberships
    }


def labels(memberships: Sequence[Membership]) -> dict[int, Sentence]:
    """Return how to name each device, by its id."""
    return {membership.device_id: label(membership) for membership in memberships}


def label(membership: Membership) -> Sentence:
    """Return how to name a device: "Ann", "Ann & Bob", "the keeper", "a spectator"."""
    if membership.seats:
        return quoted(" & ".join(seat.name for seat in membership.seats))
    return UNNAMED[membership.role]


def name_of(session: Session, game: Game, device_id: int, *, to: Device) -> Sentence:
    """Return how to name one device to another: "this phone" where it is the same."""
    if device_id == to.id:
        return say("this phone")
    return labels(everybody(session, game)).get(device_id, say("another phone"))
