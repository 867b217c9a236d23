"""Write a group down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from scorecard.models import (
    CashEntry,
    CashShare,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    PlayerClaim,
)
from scorecard.services.files.format import file_format, group_parts, tables


def group_part(session: Session, group: Group, names: tables.Names) -> file_format.Document:
    """Return a group as a file has it, without its players, seasons and games."""
    changes = session.scalars(
        select(GroupChange).where(GroupChange.group_id == group.id).order_by(GroupChange.version)
    ).all()
    history = [group_parts.CHANGES.part(change, names) for change in changes]
    phones = _phones(session, group, {change.device_id for change in changes}, names)
    return group_parts.WHOLE_GROUPS.part(group, names) | {
        "history": history,
        "phones": sorted(phones, key=lambda phone: phone["phone"]),
        "cash": _cash(session, group, names),
    }


def _cash(session: Session, group: Group, names: tables.Names) -> list[file_format.Document]:
    """Return the entries of a group's cash box, in the order in which they were written down."""
    shares: defaultdict[int, list[file_format.Document]] = defaultdict(list)
    of_group = CashEntry.group_id == group.id
    for share in session.scalars(select(CashShare).join(CashEntry).where(of_group)):
        shares[share.entry_id].append(group_parts.CASH_SHARES.part(share, names))
    # A game that is in another group by now is in no file of this one.
    is_its = and_(Game.id == CashEntry.game_id, Game.group_id == group.id)
    entries = select(CashEntry, Game.uid).outerjoin(Game, is_its).where(of_group)
    return [
        group_parts.CASH.part(entry, names)
        | {"game": game, "shares": sorted(shares[entry.id], key=lambda one: str(one["player"]))}
        for entry, game in session.execute(entries.order_by(CashEntry.id))
    ]


def _phones(
    session: Session, group: Group, devices: Collection[int], names: tables.Names
) -> list[file_format.Document]:
    """Return the phones of a group that its history names, each with the players on it."""
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
        group_parts.PHONES.part(row, names)
        | {"players": [names["player"](player) for player in claimed[row.id]]}
        for row in rows
        if row.device_id in devices
    ]
