"""Forget a phone: take it out of every game and group, and make its cookie and token useless."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import Device, Game, Group, Membership
from scorecard.models.device import KEEPER, ROLES
from scorecard.rules.words import say
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import changes, members


def forget(session: Session, write: changes.Write) -> None:
    """Take the writing device out of all its games and groups, for good.

    A game that it keeps is handed over to another device in it, to a player rather than a
    spectator. Refused while it is the last scorekeeper of a group. Its cookie and token, and
    every copy of them, are useless afterwards.
    """
    device = write.device
    if alone_in := kept_alone(session, device):
        raise errors.Conflict(
            say(
                "This phone is the last scorekeeper of %(name)s. Make another phone a "
                "scorekeeper there first.",
                name=alone_in[0].name,
            ),
            code="last_keeper",
        )
    for membership in _memberships(session, device):
        heir = _heir(session, membership)
        if membership.role == KEEPER and heir:
            access.hand_over(session, membership.game, heir.device_id, write.keyless)
        access.leave(session, membership, write.keyless)
    for group in groups.of_device(session, device):
        group_members.leave(session, group, write.keyless)
    device.uid = access.new_uid()
    session.flush()


def kept_alone(session: Session, device: Device) -> list[Group]:
    """Return the groups whose only scorekeeper is this device."""
    return [
        group
        for group in groups.of_device(session, device)
        if (mine := group_members.membership_of(session, group, device))
        and group_members.is_last_keeper(session, mine)
    ]


def only_here(session: Session, device: Device) -> list[Game]:
    """Return the games without a group that no other phone is in, and nobody could open then."""
    return [
        membership.game
        for membership in _memberships(session, device)
        if membership.game.group is None
        and not membership.game.deleted_at
        and _heir(session, membership) is None
    ]


def _memberships(session: Session, device: Device) -> Sequence[Membership]:
    return session.scalars(
        select(Membership)
        .where(Membership.device_id == device.id, Membership.removed_at.is_(None))
        .order_by(Membership.id)
        .options(selectinload(Membership.game).selectinload(Game.seats))
    ).all()


def _heir(session: Session, membership: Membership) -> Membership | None:
    """Return who is scorekeeper after this device: the first to join of the greatest role."""
    others = [
        row
        for row in members.inside(session, membership.game)
        if row.device_id != membership.device_id
    ]
    return min(others, key=lambda row: ROLES.index(row.role), default=None)
