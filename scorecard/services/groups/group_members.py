"""The devices in a group: join, say whose phone it is, become a scorekeeper, remove, leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Row, bindparam, func, select, union_all
from sqlalchemy import delete as delete_rows
from sqlalchemy.orm import Session, joinedload, selectinload

from scorecard import errors
from scorecard.live import hub
from scorecard.models import (
    Change,
    Device,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    Membership,
    Passkey,
    Player,
    RecoveryCode,
    Seat,
)
from scorecard.models.device import KEEPER, PLAYER
from scorecard.models.group import MEMBER
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services.groups import access, groups
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, quotas

SENT_OUT = say("A scorekeeper has removed this phone from the group.")

# Built once, because every request to a group begins with it.
_ASKING = (
    select(GroupMembership, Group, Device)
    .join(GroupMembership.group)
    .join(GroupMembership.device)
    .where(Group.uid == bindparam("group_uid"), Device.uid == bindparam("device_uid"))
)


def asking(
    session: Session, group_uid: str, device_uid: str
) -> Row[GroupMembership, Group, Device] | None:
    """Return a device's membership in a group as :func:`membership_of` does, with both of them."""
    asked = {"group_uid": group_uid, "device_uid": device_uid}
    return session.execute(_ASKING, asked).one_or_none()


def membership_of(session: Session, group: Group, device: Device) -> GroupMembership | None:
    """Return a device's membership in a group, or None; also one that was removed or left."""
    return session.scalar(
        select(GroupMembership).where(
            GroupMembership.group_id == group.id, GroupMembership.device_id == device.id
        )
    )


def everybody(
    session: Session, group: Group, *which: ColumnElement[bool]
) -> Sequence[GroupMembership]:
    """Return the devices that ever were in a group, or ``which`` of them, as they came."""
    return session.scalars(
        select(GroupMembership)
        .where(GroupMembership.group_id == group.id, *which)
        .order_by(GroupMembership.joined_at, GroupMembership.id)
        .options(selectinload(GroupMembership.players))
    ).all()


def inside(session: Session, group: Group) -> Sequence[GroupMembership]:
    """Return the devices that are in a group, in the order they came."""
    return everybody(session, group, GroupMembership.removed_at.is_(None))


def last_changes(session: Session, group: Group) -> dict[int, datetime]:
    """Return when each device last changed something in a group or its games, by its id."""
    rows = union_all(
        select(GroupChange.device_id, GroupChange.at).where(GroupChange.group_id == group.id),
        select(Change.device_id, Change.at).join(Game).where(Game.group_id == group.id),
    ).subquery()
    latest = select(rows.c.device_id, func.max(rows.c.at)).group_by(rows.c.device_id)
    return dict(session.execute(latest).all())


def label(membership: GroupMembership) -> Sentence:
    """Return how to name a device: "Ann & Bob", "a keeper", "a member"."""
    if membership.people:
        return quoted(" & ".join(player.name for player in membership.people))
    return group_changes.UNNAMED[membership.role]


def labels(session: Session, group: Group) -> dict[int, Sentence]:
    """Return how to name each device that ever was in a group, by its id."""
    return {row.device_id: label(row) for row in everybody(session, group)}


def phones_of(session: Session, group: Group) -> Counter[int]:
    """Return how many devices each player has in a group, by the player's id."""
    return Counter(
        player_id
        for membership in inside(session, group)
        for player_id in {player.id for player in membership.people}
    )


def join(session: Session, group: Group, device: Device, write: changes.Write) -> GroupMembership:
    """Let a device into a group whose link it has; one that was removed is refused."""
    membership = membership_of(session, group, device)
    if membership is None or (membership.removed_at and not membership.is_barred):
        quotas.check(session, bounds.PHONES_OF_GROUP, group.id)
    if membership is None:
        membership = GroupMembership(
            group=group, device=device, role=MEMBER, joined_at=write.at, players=[]
        )
        session.add(membership)
    elif membership.is_barred:
        raise errors.NotAllowed(SENT_OUT, code="sent_out")
    elif membership.removed_at:
        membership.role = MEMBER
        let_back(session, membership)
    else:
        return membership
    _note_role(session, membership, write, "joined", None)
    return membership


def claim(
    session: Session,
    group: Group,
    membership: GroupMembership,
    players: Sequence[Player],
    write: changes.Write,
) -> None:
    """Say which players this device is "me" for: none, one, or several."""
    before = [player.uid for player in membership.players]
    membership.players = sorted({player.one for player in players}, key=lambda player: player.id)
    whom = " & ".join(player.name for player in membership.players)
    what = {"players": [before, [player.uid for player in membership.players]]}
    group_changes.note(session, group, write, "claimed", {"whom": whom}, what=what)


def send_out(
    session: Session, group: Group, device_id: int, write: changes.Write, secret_key: str
) -> None:
    """Remove a device from a group and all its games, and close every way back in.

    Its recovery code and passkeys are deleted. The links and codes of the group and its games,
    which it could see, are renewed, so that it cannot come back as another device.
    """
    membership = _inside(session, group, device_id)
    if membership.device_id == write.device.id:
        raise errors.Conflict(say("You can’t remove your own phone. Leave the group instead."))
    about, was = {"whom": label(membership)}, membership.role
    membership.removed_at, membership.is_barred = write.at, True
    membership.role = MEMBER
    for at_table in _at_tables(session, membership, removed_at=None):
        at_table.removed_at, at_table.is_barred = write.at, True
        hub.announce(session, at_table.game, sent_out=membership.device)
    _forget_recovery(session, membership)
    groups.replace_link(group, secret_key)
    access.renew_all_of(session, group, write)
    group_changes.note(session, group, write, "sent_out", about, what={"role": [was, None]})
    hub.announce_group(session, group, sent_out=membership.device)


def leave(session: Session, group: Group, write: changes.Write) -> None:
    """Leave a group, but not its games, with the writing device; the last scorekeeper cannot."""
    membership = _inside(session, group, write.device.id)
    if is_last_keeper(session, membership):
        raise errors.Conflict(
            say(
                "You are the last scorekeeper. Make another phone a scorekeeper first, "
                "or delete the group."
            ),
            code="last_keeper",
        )
    _lower_at_tables(session, membership)
    about, was = {"whom": label(membership)}, membership.role
    membership.removed_at, membership.role = write.at, MEMBER
    _forget_recovery(session, membership)
    group_changes.note(session, group, write, "left", about, what={"role": [was, None]})
    hub.announce_group(session, group, sent_out=membership.device)


def is_last_keeper(session: Session, membership: GroupMembership) -> bool:
    """Whether this device is the only scorekeeper of its group, so that it cannot leave."""
    keepers = (row for row in inside(session, membership.group) if row.is_keeper)
    return [row.device_id for row in keepers] == [membership.device_id]


def _lower_at_tables(session: Session, membership: GroupMembership) -> None:
    """Make a device a player in the group's games it keeps, but for those it started itself."""
    for at_table in _at_tables(session, membership, removed_at=None):
        started = changes.at_version(session, at_table.game, 1)
        if at_table.role == KEEPER and (not started or started.device_id != membership.device_id):
            at_table.role = PLAYER
            hub.announce(session, at_table.game, new_role=membership.device)


def make_keeper(session: Session, group: Group, device_id: int, write: changes.Write) -> None:
    """Make another device a scorekeeper of the group, too."""
    membership = _inside(session, group, device_id)
    if membership.role != KEEPER:
        was, membership.role = membership.role, KEEPER
        _note_role(session, membership, write, "made_keeper", was)


def unmake_keeper(session: Session, group: Group, device_id: int, write: changes.Write) -> None:
    """Make a scorekeeper of the group an ordinary member; the last scorekeeper cannot be."""
    membership = _inside(session, group, device_id)
    if membership.role != KEEPER:
        return
    if is_last_keeper(session, membership):
        raise errors.Conflict(
            say("A group needs a scorekeeper. Make another phone a scorekeeper first.")
        )
    membership.role = MEMBER
    _lower_at_tables(session, membership)
    _forget_code(session, membership)
    _note_role(session, membership, write, "no_keeper", KEEPER)


def enter_game(
    session: Session, game: Game, membership: GroupMembership, write: changes.Write
) -> Membership:
    """Let a device of the group into one of its games, in its players' seats, or as scorekeeper."""
    role = KEEPER if membership.is_keeper else PLAYER
    entered = access.join(session, game, role, replace(write, device=membership.device))
    if seats := seats_in(game, membership):
        access.claim(session, game, entered, [seat.position for seat in seats], write)
    return entered


def seats_in(game: Game, membership: GroupMembership) -> list[Seat]:
    """Return the seats of a game in which the players of a device sit."""
    mine = {player.id for player in membership.people}
    return [seat for seat in game.seats if seat.player and seat.player.one.id in mine]


def _note_role(
    session: Session, membership: GroupMembership, write: changes.Write, kind: str, was: str | None
) -> None:
    about, what = {"whom": label(membership)}, {"role": [was, membership.role]}
    group_changes.note(session, membership.group, write, kind, about, what=what)


def let_back(session: Session, membership: GroupMembership) -> None:
    """Let a device into its group again, and into the games it was removed from with it."""
    if membership.removed_at:
        for at_table in _at_tables(session, membership, removed_at=membership.removed_at):
            at_table.removed_at, at_table.is_barred = None, False
    membership.removed_at, membership.is_barred = None, False


def _at_tables(
    session: Session, membership: GroupMembership, *, removed_at: datetime | None
) -> Sequence[Membership]:
    """Return a device's memberships in games of the group that ended then, or, for None, go on."""
    return session.scalars(
        select(Membership)
        .join(Game, Game.id == Membership.game_id)
        .where(
            Game.group_id == membership.group_id,
            Membership.device_id == membership.device_id,
            Membership.removed_at == removed_at,
        )
        .options(joinedload(Membership.game))
    ).all()


def _inside(session: Session, group: Group, device_id: int) -> GroupMembership:
    membership = next((row for row in inside(session, group) if row.device_id == device_id), None)
    return errors.found(membership, say("This phone is not in the group."))


def _forget_code(session: Session, membership: GroupMembership) -> None:
    session.execute(delete_rows(RecoveryCode).where(RecoveryCode.membership_id == membership.id))


def _forget_recovery(session: Session, membership: GroupMembership) -> None:
    _forget_code(session, membership)
    session.execute(delete_rows(Passkey).where(Passkey.membership_id == membership.id))
