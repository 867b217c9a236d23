"""Write a group and its players down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Group, GroupChange, GroupMembership, Player, PlayerClaim
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import file_format


def group_part(session: Session, group: Group, naming: file_naming.Naming) -> file_format.Document:
    """Return a group as a file has it, without its players, seasons and games."""
    changes = session.scalars(
        select(GroupChange).where(GroupChange.group_id == group.id).order_by(GroupChange.version)
    ).all()
    history = [
        {
            "version": change.version,
            "kind": change.kind,
            "what": change.what,
            "about": change.about,
            "phone": naming.phones.number(change.device_id),
            **file_naming.arrival(change),
        }
        for change in changes
    ]
    phones = _phones(session, group, {change.device_id for change in changes}, naming)
    return {
        **header(group),
        "version": group.version,
        "created_at": file_naming.moment(group.created_at),
        "changed_at": file_naming.moment(group.changed_at),
        "threshold": group.threshold,
        "deadline_days": group.deadline_days,
        "history": history,
        "phones": sorted(phones, key=lambda phone: phone["phone"]),
    }


def player_part(player: Player) -> file_format.Document:
    """Return a player as a file has them."""
    return {
        "uid": player.uid,
        "name": player.name,
        "colour": player.colour,
        "initial": player.initial,
        "created_at": file_naming.moment(player.created_at),
        "retired_at": file_naming.moment(player.retired_at),
        "merged_into": player.merged_into.uid if player.merged_into else None,
    }


def header(group: Group) -> file_format.Document:
    """Return what every file says of the group that it belongs to."""
    return {"uid": group.uid, "name": group.name, "time_zone": group.time_zone}


def _phones(
    session: Session, group: Group, devices: Collection[int], naming: file_naming.Naming
) -> list[file_format.Document]:
    """Return those of a group's phones that its history names, each with whose it was."""
    members, claims = GroupMembership.__table__, PlayerClaim.__table__
    claimed: defaultdict[int, list[int]] = defaultdict(list)
    for membership, player in session.execute(
        select(claims.c.membership_id, claims.c.player_id)
        .join(members, members.c.id == claims.c.membership_id)
        .where(members.c.group_id == group.id)
        .order_by(claims.c.player_id)
    ):
        claimed[membership].append(player)
    rows = session.execute(select(members).where(members.c.group_id == group.id))
    return [
        {
            "phone": naming.phones.number(row.device_id),
            "role": row.role,
            "players": [naming.player(player) for player in claimed[row.id]],
        }
        for row in rows
        if row.device_id in devices
    ]
