"""Phones that have played together before, which strangers who guess codes have not."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Select, select, union
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorecard.models import Device, Game, GroupMembership, Membership
from scorecard.services.limits import codes

KNOWN_AFTER = timedelta(days=1)
"""How long two phones must have been in a game or group together: longer than an evening, so that
whoever guessed a code tonight is nobody's acquaintance yet."""


def open_tables(session: Session, device: Device, at: datetime) -> list[Game]:
    """Return the games that can be joined with a code that an acquaintance of a device is in."""
    acquaintances = union(
        _long_together(Membership, Membership.game_id, device, at),
        _long_together(GroupMembership, GroupMembership.group_id, device, at),
    )
    their_tables = select(Membership.game_id).where(
        Membership.device_id.in_(acquaintances), Membership.removed_at.is_(None)
    )
    open_games = session.scalars(select(Game).where(Game.id.in_(their_tables), codes.opens(at)))
    return [game for game in open_games if not (game.group and game.group.deleted_at)]


def _long_together(
    model: type[Membership] | type[GroupMembership],
    place: InstrumentedAttribute[int],
    device: Device,
    at: datetime,
) -> Select[int]:
    """Select the other devices that have long been in the same games or groups."""
    is_inside = (model.removed_at.is_(None), model.joined_at <= at - KNOWN_AFTER)
    places = select(place).where(model.device_id == device.id, *is_inside)
    return select(model.device_id).where(
        place.in_(places), model.device_id != device.id, *is_inside
    )
