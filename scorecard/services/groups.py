"""A group and who is in it: found, join, "this is me", keepers, links, and ways back in."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import ColumnElement, func, select, union_all
from sqlalchemy import delete as delete_rows
from sqlalchemy.orm import Session, joinedload, selectinload

from scorecard.errors import BadInput, Conflict, NotAllowed, NotFound
from scorecard.live import announce, announce_group
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
from scorecard.models.access import KEEPER, PLAYER
from scorecard.models.group import MEMBER
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services import (
    access,
    bounds,
    changes,
    codes,
    group_changes,
    names,
    quotas,
    results,
)
from scorecard.services.changes import Write
from scorecard.services.facts import Difference

RECOVERY_SIGNS = 20
"""Signs of a recovery code: 76 bits, which nobody guesses."""
RECOVERY_PART = 5
"""Signs between two dashes of a recovery code, so that it can be copied by hand."""
UTC_ZONE = "UTC"
CONTINENTS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
)
"""What the names of time zones begin with; the others are abbreviations and old names."""


def found(
    session: Session, write: Write, name: str, secret_key: str, time_zone: str = UTC_ZONE
) -> Group:
    """Found a group; the writing device becomes its keeper.

    A ``time_zone`` that is not known here becomes UTC: it only says where a day begins.
    """
    group = begin(session, write, name, secret_key, time_zone)
    what = {"name": [None, group.name], "time_zone": [None, group.time_zone]}
    group_changes.note(session, group, write, "founded", {"name": group.name}, what=what)
    return group


def begin(session: Session, write: Write, name: str, secret_key: str, time_zone: str) -> Group:
    """Return a new group that has no history: it is founded, or has its own in a file."""
    quotas.check(session, bounds.GROUPS_OF_PHONE, write.device.id)
    group = Group(
        uid=codes.new_uid(),
        name=names.clean(name, blank=say("A group needs a name.")),
        time_zone=time_zone if time_zone in available_timezones() else UTC_ZONE,
        version=0,
        created_at=write.at,
        changed_at=write.at,
        **_new_link(secret_key),
    )
    session.add(group)
    session.add(GroupMembership(group=group, device=write.device, role=KEEPER, joined_at=write.at))
    session.flush()
    return group


def find(session: Session, uid: str, *, for_write: bool = False) -> Group | None:
    """Return the group with this uid, with its players, or None."""
    statement = select(Group).where(Group.uid == uid).options(selectinload(Group.players))
    return session.scalar(statement.with_for_update() if for_write else statement)


def of_device(session: Session, device: Device) -> list[Group]:
    """Return the groups a device is in, by name."""
    found = session.scalars(
        select(Group)
        .join(GroupMembership, GroupMembership.group_id == Group.id)
        .where(
            GroupMembership.device_id == device.id,
            GroupMembership.removed_at.is_(None),
            Group.deleted_at.is_(None),
        )
    )
    return sorted(found, key=lambda group: group.name.casefold())


def deleted_of_device(session: Session, device: Device) -> list[Group]:
    """Return the groups in the bin that a device keeps, those deleted last first."""
    return list(
        session.scalars(
            select(Group)
            .join(GroupMembership, GroupMembership.group_id == Group.id)
            .where(
                GroupMembership.device_id == device.id,
                GroupMembership.removed_at.is_(None),
                GroupMembership.role == KEEPER,
                Group.deleted_at.is_not(None),
            )
            .order_by(Group.deleted_at.desc(), Group.id.desc())
        )
    )


def membership_of(session: Session, group: Group, device: Device) -> GroupMembership | None:
    """Return a device's membership in a group, also when it was sent out."""
    return session.scalar(
        select(GroupMembership)
        .where(GroupMembership.group_id == group.id, GroupMembership.device_id == device.id)
        .options(selectinload(GroupMembership.players))
    )


def inside(session: Session, group: Group) -> list[GroupMembership]:
    """Return the devices that are in a group, in the order they came."""
    return list(
        session.scalars(
            select(GroupMembership)
            .where(GroupMembership.group_id == group.id, GroupMembership.removed_at.is_(None))
            .order_by(GroupMembership.joined_at, GroupMembership.id)
            .options(selectinload(GroupMembership.players))
        )
    )


def last_changes(session: Session, group: Group) -> dict[int, datetime]:
    """Return when each device changed something in a group or its games last, by its id."""
    rows = union_all(
        select(GroupChange.device_id, GroupChange.at).where(GroupChange.group_id == group.id),
        select(Change.device_id, Change.at).join(Game).where(Game.group_id == group.id),
    ).subquery()
    found = select(rows.c.device_id, func.max(rows.c.at)).group_by(rows.c.device_id)
    return dict(session.execute(found).all())


def label(membership: GroupMembership) -> Sentence:
    """Return how to name a device: "Ann & Bob", "a keeper", "a member"."""
    if membership.people:
        return quoted(" & ".join(player.name for player in membership.people))
    return group_changes.UNNAMED[membership.role]


def labels(session: Session, group: Group) -> dict[int, Sentence]:
    """Return how to name each device that ever was in a group, by its id."""
    rows = session.scalars(
        select(GroupMembership)
        .where(GroupMembership.group_id == group.id)
        .options(selectinload(GroupMembership.players))
    )
    return {row.device_id: label(row) for row in rows}


def change(session: Session, group: Group, write: Write, *, name: str, time_zone: str) -> None:
    """Change a group's name and where it lives, unless somebody did so meanwhile."""
    group_changes.refuse_stale(session, group, write, group.uid)
    # The key is remembered once, whatever has changed.
    rename(session, group, write.keyless, name)
    change_zone(session, group, replace(write.keyless, version=group.version), time_zone)
    changes.remember(session, group, write)


def rename(session: Session, group: Group, write: Write, name: str) -> None:
    """Give a group another name, unless somebody changed it meanwhile."""
    group_changes.refuse_stale(session, group, write, group.uid)
    before, group.name = group.name, names.clean(name, blank=say("A group needs a name."))
    if before != group.name:
        about = {"from": before, "name": group.name}
        what = {"name": [before, group.name]}
        group_changes.note(session, group, write, "named", about, what=what, touching=group.uid)


def change_zone(session: Session, group: Group, write: Write, time_zone: str) -> None:
    """Say where the group lives; on which day a game was played follows from it."""
    group_changes.refuse_stale(session, group, write, group.uid)
    if time_zone not in available_timezones():
        raise BadInput(
            say("%(zone)s is no time zone, such as Europe/Berlin.", zone=time_zone)
            if time_zone
            else say("Nothing is no time zone, such as Europe/Berlin."),
            field="time_zone",
        )
    before, group.time_zone = group.time_zone, ZoneInfo(time_zone).key
    if before == group.time_zone:
        return
    results.redate(session, group)
    about = {"from": before, "zone": group.time_zone}
    what = {"time_zone": [before, group.time_zone]}
    group_changes.note(session, group, write, "zone", about, what=what, touching=group.uid)


def games_of(session: Session, group: Group) -> list[Game]:
    """Return all games of a group, also those in the bin, oldest first."""
    return list(
        session.scalars(
            select(Game).where(Game.group_id == group.id).order_by(Game.started_at, Game.id)
        )
    )


def time_zones() -> list[str]:
    """Return the time zones one would choose from: places, by name, and UTC."""
    places = (zone for zone in available_timezones() if zone.split("/")[0] in CONTINENTS)
    return [*sorted(places), UTC_ZONE]


def running(session: Session, group: Group) -> list[Game]:
    """Return the games of a group that are being played, the latest first."""
    return _games(session, group, Game.ended_at.is_(None), Game.deleted_at.is_(None))


def count_games(session: Session, group: Group) -> int:
    """Return how many games a group has outside of the bin."""
    statement = select(func.count(Game.id))
    return session.scalars(
        statement.where(Game.group_id == group.id, Game.deleted_at.is_(None))
    ).one()


def deleted_games(session: Session, group: Group) -> list[Game]:
    """Return the games in a group's bin, the latest first."""
    return _games(session, group, Game.deleted_at.is_not(None))


def _games(session: Session, group: Group, *which: ColumnElement[bool]) -> list[Game]:
    return list(
        session.scalars(
            select(Game)
            .where(Game.group_id == group.id, *which)
            .order_by(Game.started_at.desc(), Game.id.desc())
            .options(selectinload(Game.seats), selectinload(Game.rounds).lazyload("*"))
        )
    )


def last_game(session: Session, group: Group, rules_key: str | None = None) -> Game | None:
    """Return the game of a group that was started last, of one card game if it is given."""
    statement = select(Game).where(Game.group_id == group.id, Game.deleted_at.is_(None))
    if rules_key is not None:
        statement = statement.where(Game.rules == rules_key)
    return session.scalar(statement.order_by(Game.started_at.desc(), Game.id.desc()).limit(1))


def last_players(session: Session, group: Group) -> list[Player]:
    """Return who sat at the group's last table and is still on its roster, in seating order."""
    last = last_game(session, group)
    seated = [seat.player.one for seat in last.seats if seat.player] if last else []
    return [player for player in dict.fromkeys(seated) if player.is_active]


def phones_of(session: Session, group: Group) -> Counter[int]:
    """Return how many devices in a group belong to each player, by the player's id."""
    return Counter(
        player_id
        for membership in inside(session, group)
        for player_id in {player.id for player in membership.people}
    )


def link_token(group: Group, secret_keys: Sequence[str]) -> str | None:
    """Return the token of the group's link; None under a secret that is no longer known."""
    return codes.shown_token(group.join_nonce, group.join_hash, secret_keys)


def by_link(session: Session, token: str) -> Group:
    """Return the group that a link opens."""
    group = session.scalar(select(Group).where(Group.join_hash == codes.token_hash(token)))
    if group is None or group.deleted_at:
        raise NotFound(say("This link opens no group. Ask a keeper for the present one."))
    return group


def join(session: Session, group: Group, device: Device, write: Write) -> GroupMembership:
    """Let a device in that has the group's link. One that was sent out stays out."""
    membership = membership_of(session, group, device)
    if membership is None or (membership.removed_at and not membership.is_barred):
        quotas.check(session, bounds.PHONES_OF_GROUP, group.id)
    if membership is None:
        membership = GroupMembership(
            group=group, device=device, role=MEMBER, joined_at=write.at, players=[]
        )
        session.add(membership)
    elif membership.is_barred:
        raise NotAllowed(say("A keeper has sent this phone out of the group."), code="sent_out")
    elif membership.removed_at:
        membership.role = MEMBER
        _let_back(session, membership)
    else:
        return membership
    _note_role(session, membership, write, "joined", None, membership.role)
    return membership


def claim(
    session: Session,
    group: Group,
    membership: GroupMembership,
    players: Sequence[Player],
    write: Write,
) -> None:
    """Say which players this device is "me" for: none, one, or several."""
    before = [player.uid for player in membership.players]
    membership.players = sorted({player.one for player in players}, key=lambda player: player.id)
    whom = " & ".join(player.name for player in membership.players)
    what = {"players": [before, [player.uid for player in membership.players]]}
    group_changes.note(session, group, write, "claimed", {"whom": whom}, what=what)


def send_out(session: Session, group: Group, device_id: int, write: Write, secret_key: str) -> None:
    """Send a device out of a group and all its games; its ways back in go with it.

    Among these are the links and codes that it could see, so that it cannot come back as another
    device: the group's, and those of its games.
    """
    membership = _inside(session, group, device_id)
    if membership.device_id == write.device.id:
        raise Conflict(say("You cannot send out the phone you are holding."))
    about, was = {"whom": label(membership)}, membership.role
    membership.removed_at, membership.is_barred = write.at, True
    membership.role = MEMBER
    for at_table in _at_tables(session, membership, removed_at=None):
        at_table.removed_at, at_table.is_barred = write.at, True
        announce(session, at_table.game, sent_out=membership.device)
    _forget_recovery(session, membership)
    _replace_link(group, secret_key)
    access.renew_all_of(session, group, write)
    group_changes.note(session, group, write, "sent_out", about, what={"role": [was, None]})
    announce_group(session, group, sent_out=membership.device)


def leave(session: Session, group: Group, write: Write) -> None:
    """Leave a group with the writing device, which can join again; somebody must go on keeping it.

    It stays in the games whose table it sits at.
    """
    membership = _inside(session, group, write.device.id)
    if is_last_keeper(session, membership):
        raise Conflict(
            say("You are the last keeper. Make another phone a keeper first, or delete the group."),
            code="last_keeper",
        )
    _lower_at_tables(session, membership)
    about, was = {"whom": label(membership)}, membership.role
    membership.removed_at, membership.role = write.at, MEMBER
    _forget_recovery(session, membership)
    group_changes.note(session, group, write, "left", about, what={"role": [was, None]})
    announce_group(session, group, sent_out=membership.device)


def is_last_keeper(session: Session, membership: GroupMembership) -> bool:
    """Whether nobody else keeps the group, so that this device cannot just leave it."""
    return membership.is_keeper and _keepers(session, membership.group) == 1


def delete(session: Session, group: Group, write: Write) -> None:
    """Put a group into the bin, with all its games, until one of its keepers takes it out."""
    group_changes.refuse_future(group, write)
    if group.deleted_at:
        raise Conflict(say("%(name)s is in the bin already.", name=group.name))
    _move_to_bin(session, group, write, "group_deleted", write.at)


def restore(session: Session, group: Group, write: Write) -> None:
    """Take a group out of the bin, as it was."""
    if group.deleted_at is None:
        raise Conflict(say("%(name)s is not in the bin.", name=group.name))
    group_changes.refuse_stale(session, group, write, group.uid)
    _move_to_bin(session, group, write, "group_restored", None)


def _move_to_bin(
    session: Session, group: Group, write: Write, kind: str, deleted_at: datetime | None
) -> None:
    moments = [moment.isoformat() if moment else None for moment in (group.deleted_at, deleted_at)]
    group.deleted_at = deleted_at
    about, what = {"name": group.name}, {"deleted_at": moments}
    group_changes.note(session, group, write, kind, about, what=what, touching=group.uid)
    # What these phones show of its tables is over, or goes on.
    for game in running(session, group):
        announce(session, game)


def _lower_at_tables(session: Session, membership: GroupMembership) -> None:
    """Take a device's keeping of the group's games back, but for those it started itself."""
    for at_table in _at_tables(session, membership, removed_at=None):
        started = changes.at_version(session, at_table.game, 1)
        if at_table.role == KEEPER and (not started or started.device_id != membership.device_id):
            at_table.role = PLAYER
            announce(session, at_table.game, new_role=membership.device)


def make_keeper(session: Session, group: Group, device_id: int, write: Write) -> None:
    """Let another device keep the group, too."""
    membership = _inside(session, group, device_id)
    if membership.role != KEEPER:
        was, membership.role = membership.role, KEEPER
        _note_role(session, membership, write, "made_keeper", was, KEEPER)


def no_keeper(session: Session, group: Group, device_id: int, write: Write) -> None:
    """Take a device's keeping of the group back; somebody must go on keeping it."""
    membership = _inside(session, group, device_id)
    if membership.role != KEEPER:
        return
    if _keepers(session, group) == 1:
        raise Conflict(say("Somebody must keep the group. Make another phone its keeper first."))
    membership.role = MEMBER
    _lower_at_tables(session, membership)
    _forget_code(session, membership)
    _note_role(session, membership, write, "no_keeper", KEEPER, MEMBER)


def renew_link(session: Session, group: Group, write: Write, secret_key: str) -> None:
    """Give the group a new link instead of the old one; with it, sent-out phones may return."""
    _replace_link(group, secret_key)
    for membership in session.scalars(
        select(GroupMembership).where(GroupMembership.group_id == group.id)
    ):
        membership.is_barred = False
    group_changes.note(session, group, write, "renewed", {})


def switch_public(
    session: Session, group: Group, write: Write, secret_key: str, *, is_on: bool
) -> None:
    """Switch the public link to the standings on, renew it where it is on already, or off."""
    did = "off" if not is_on else "renewed" if group.public_hash else "on"
    what = {"public": [group.public_hash is not None, is_on]}
    if is_on:
        group.public_nonce, group.public_hash = codes.new_token(secret_key)
    else:
        group.public_nonce = group.public_hash = None
    group_changes.note(session, group, write, "public", {"what": did}, what=what)


def public_token(group: Group, secret_keys: Sequence[str]) -> str | None:
    """Return the token of the public standings, None while they are off."""
    if group.public_nonce is None or group.public_hash is None:
        return None
    return codes.shown_token(group.public_nonce, group.public_hash, secret_keys)


def by_public_link(session: Session, token: str) -> Group:
    """Return the group whose public standings a link shows."""
    group = session.scalar(select(Group).where(Group.public_hash == codes.token_hash(token)))
    if group is None or group.deleted_at:
        raise NotFound(say("These standings are not public, or their link was renewed."))
    return group


def make_recovery_code(session: Session, membership: GroupMembership, write: Write) -> str:
    """Return a new code that brings a keeper back in on another phone; an older one is void."""
    if not membership.is_keeper:
        raise NotAllowed(say("Recovery codes are for keepers."))
    code = first_recovery_code(session, membership, write)
    # The code is shown only once, so that the same request sent again must make another one.
    about = {"whom": label(membership)}
    group_changes.note(session, membership.group, write.keyless, "recovery", about)
    return code


def first_recovery_code(session: Session, membership: GroupMembership, write: Write) -> str:
    """Return the code that comes with a group just imported, whose history is to stay as it is."""
    signs = "".join(secrets.choice(codes.ALPHABET) for _ in range(RECOVERY_SIGNS))
    session.merge(
        RecoveryCode(
            membership_id=membership.id, code_hash=codes.token_hash(signs), made_at=write.at
        )
    )
    session.flush()
    parts = range(0, RECOVERY_SIGNS, RECOVERY_PART)
    return "-".join(signs[start : start + RECOVERY_PART] for start in parts)


def recovery_code(session: Session, typed: str) -> RecoveryCode:
    """Return the recovery code that was typed, which is good once."""
    hashed = codes.token_hash(codes.read_code(typed))
    code = session.scalar(select(RecoveryCode).where(RecoveryCode.code_hash == hashed))
    if code is None:
        raise NotFound(
            say("This is no recovery code, or it was used or replaced already."),
            code="unknown_code",
        )
    return code


def recover(session: Session, code: RecoveryCode, device: Device, write: Write) -> GroupMembership:
    """Let a keeper back in with a recovery code, which is then spent."""
    old = code.membership
    session.delete(code)
    return return_as(session, old, device, write, how="recovery code")


def return_as(
    session: Session, old: GroupMembership, device: Device, write: Write, *, how: str
) -> GroupMembership:
    """Give a device what another one of the same person was in a group: its role and players."""
    group = old.group
    mine = membership_of(session, group, device)
    if mine is None:
        mine = GroupMembership(
            group=group, device=device, role=MEMBER, joined_at=write.at, players=[]
        )
        session.add(mine)
    was = None if mine.removed_at else mine.role
    before = [player.uid for player in mine.players]
    _let_back(session, mine)
    if old.role == KEEPER:
        mine.role = KEEPER
    mine.players = sorted({*mine.players, *old.players}, key=lambda player: player.id)
    about = {"how": how, "whom": label(mine)}
    what: Difference = {
        "role": [was, mine.role],
        "players": [before, [player.uid for player in mine.players]],
    }
    group_changes.note(session, group, write, "recovered", about, what=what)
    return mine


def enter_game(
    session: Session, game: Game, membership: GroupMembership, write: Write
) -> Membership:
    """Let a device of the group into one of its games, in the seats of its players.

    A keeper of the group keeps its games, too.
    """
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
    session: Session,
    membership: GroupMembership,
    write: Write,
    kind: str,
    was: str | None,
    role: str,
) -> None:
    about = {"whom": label(membership)}
    what = {"role": [was, role]}
    group_changes.note(session, membership.group, write, kind, about, what=what)


def _replace_link(group: Group, secret_key: str) -> None:
    for name, value in _new_link(secret_key).items():
        setattr(group, name, value)


def _new_link(secret_key: str) -> dict[str, str]:
    nonce, token_hash = codes.new_token(secret_key)
    return {"join_nonce": nonce, "join_hash": token_hash}


def _keepers(session: Session, group: Group) -> int:
    return sum(membership.is_keeper for membership in inside(session, group))


def _let_back(session: Session, membership: GroupMembership) -> None:
    """Let a device in again, also to the tables it was sent away from at the same moment."""
    if membership.removed_at:
        for at_table in _at_tables(session, membership, removed_at=membership.removed_at):
            at_table.removed_at, at_table.is_barred = None, False
    membership.removed_at, membership.is_barred = None, False


def _at_tables(
    session: Session, membership: GroupMembership, *, removed_at: datetime | None
) -> list[Membership]:
    """Return a device's memberships in the games of a group that were ended at this moment."""
    return list(
        session.scalars(
            select(Membership)
            .join(Game, Game.id == Membership.game_id)
            .where(
                Game.group_id == membership.group_id,
                Membership.device_id == membership.device_id,
                Membership.removed_at == removed_at,
            )
            .options(joinedload(Membership.game))
        )
    )


def _inside(session: Session, group: Group, device_id: int) -> GroupMembership:
    membership = next((row for row in inside(session, group) if row.device_id == device_id), None)
    if membership is None:
        raise NotFound(say("This phone is not in the group."))
    return membership


def _forget_code(session: Session, membership: GroupMembership) -> None:
    session.execute(delete_rows(RecoveryCode).where(RecoveryCode.membership_id == membership.id))


def _forget_recovery(session: Session, membership: GroupMembership) -> None:
    _forget_code(session, membership)
    session.execute(delete_rows(Passkey).where(Passkey.membership_id == membership.id))
