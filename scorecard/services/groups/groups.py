"""Groups: create, find, change and delete them; their games, and the links that lead into them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from scorecard import errors
from scorecard.live import hub
from scorecard.models import Device, Game, Group, GroupMembership, Player
from scorecard.models.device import KEEPER
from scorecard.rules.words import say
from scorecard.services.groups import details, public_links
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, locking, quotas
from scorecard.services.standings import results


def create(
    session: Session,
    write: changes.Write,
    name: str,
    secret_key: str,
    time_zone: str = details.UTC_ZONE,
    **more: str,
) -> Group:
    """Create a group; the writing device becomes its scorekeeper.

    A ``time_zone`` that the server does not know becomes UTC; it only says where a day begins.
    ``more`` are other columns of it, as a file has them.
    """
    group = create_without_history(session, write, name, secret_key, time_zone, **more)
    group_changes.note_founded(session, group, write)
    return group


def create_without_history(
    session: Session,
    write: changes.Write,
    name: str,
    secret_key: str,
    time_zone: str,
    **more: str,
) -> Group:
    """Create a group without a line of history, because an import brings the group's own."""
    locking.lock_device(session, write.device)
    quotas.check(session, bounds.GROUPS_OF_PHONE, write.device.id)
    group = Group(
        **{"uid": codes.new_uid()} | more,
        name=details.read("name", name),
        time_zone=time_zone if details.is_zone(time_zone) else details.UTC_ZONE,
        version=0,
        created_at=write.at,
        changed_at=write.at,
        **_new_link(secret_key),
    )
    session.add(group)
    session.add(GroupMembership(group=group, device=write.device, role=KEEPER, joined_at=write.at))
    session.flush()
    return group


def find(session: Session, uid: str) -> Group | None:
    """Return the group with this uid, or None."""
    return session.scalar(select(Group).where(Group.uid == uid))


def of_device(session: Session, device: Device) -> list[Group]:
    """Return the groups a device is in, the one where something moved last first."""
    groups = session.scalars(_with_device(device).where(Group.deleted_at.is_(None)))
    return sorted(groups, key=lambda group: group.changed_at, reverse=True)


def deleted_of_device(session: Session, device: Device) -> list[Group]:
    """Return the groups in the bin that a device keeps, those deleted last first."""
    kept = _with_device(device).where(GroupMembership.role == KEEPER)
    deleted = kept.where(Group.deleted_at.is_not(None))
    return list(session.scalars(deleted.order_by(Group.deleted_at.desc(), Group.id.desc())))


def _with_device(device: Device) -> Select[Group]:
    is_inside = (GroupMembership.device_id == device.id, GroupMembership.removed_at.is_(None))
    joined = select(Group).join(GroupMembership, GroupMembership.group_id == Group.id)
    return joined.where(*is_inside)


def change(session: Session, group: Group, write: changes.Write, **typed: str) -> None:
    """Set those details of a group that are named, unless somebody changed any meanwhile."""
    group_changes.refuse_stale(session, group, write, group.uid)
    # Each is a line of history; the write's key is remembered once, at the end.
    for detail in details.ALL:
        if detail.key in typed:
            _set(session, group, write.keyless, detail.key, typed[detail.key])
    changes.remember(session, group, write)


def _set(session: Session, group: Group, write: changes.Write, key: str, typed: str) -> None:
    before, now = getattr(group, key), details.read(key, typed)
    if now == before:
        return
    setattr(group, key, now)
    if key == "time_zone":
        # It decides on which day each of the group's games was played.
        results.redate(session, group)
    group_changes.note_detail(session, group, write, key, before, now)


def games_of(session: Session, group: Group, *loaded: ORMOption) -> list[Game]:
    """Return all games of a group, also those in the bin, oldest first; with what is ``loaded``."""
    games = select(Game).where(Game.group_id == group.id).order_by(Game.started_at, Game.id)
    return list(session.scalars(games.options(*loaded)))


def running(session: Session, group: Group, *which: ColumnElement[bool]) -> Sequence[Game]:
    """Return the games of a group that are being played, or ``which`` of them, the latest first."""
    return _games(session, group, Game.ended_at.is_(None), Game.deleted_at.is_(None), *which)


def latest_ended(session: Session, group: Group, most: int) -> Sequence[Game]:
    """Return so many of a group's games that have ended, the one that began last first."""
    return _games(session, group, Game.ended_at.is_not(None), Game.deleted_at.is_(None), most=most)


def count_games(session: Session, group: Group) -> int:
    """Return how many games a group has outside of the bin."""
    statement = select(func.count(Game.id))
    return session.scalars(
        statement.where(Game.group_id == group.id, Game.deleted_at.is_(None))
    ).one()


def deleted_games(session: Session, group: Group) -> Sequence[Game]:
    """Return the games in a group's bin, the latest first."""
    return _games(session, group, Game.deleted_at.is_not(None))


def _games(
    session: Session, group: Group, *which: ColumnElement[bool], most: int | None = None
) -> Sequence[Game]:
    return session.scalars(
        select(Game)
        .where(Game.group_id == group.id, *which)
        .order_by(Game.started_at.desc(), Game.id.desc())
        .limit(most)
        .options(selectinload(Game.seats), selectinload(Game.rounds).lazyload("*"))
    ).all()


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


def link_token(group: Group, secret_keys: Sequence[str]) -> str | None:
    """Return the token of the group's link; None under a secret that is no longer known."""
    return codes.shown_token(group.join_nonce, group.join_hash, secret_keys)


def by_link(session: Session, token: str) -> Group:
    """Return the group that a link opens."""
    group = session.scalar(select(Group).where(Group.join_hash == codes.token_hash(token)))
    if group is None or group.deleted_at:
        raise errors.NotFound(say("This link has expired. Ask a scorekeeper for the new one."))
    return group


def delete(session: Session, group: Group, write: changes.Write) -> None:
    """Put a group into the trash, with all its games, until a scorekeeper takes it out."""
    changes.refuse_future(group, write)
    if group.deleted_at:
        raise errors.Conflict(say("%(name)s is already in the trash.", name=group.name))
    _move_to_bin(session, group, write, "group_deleted", write.at)


def restore(session: Session, group: Group, write: changes.Write) -> None:
    """Take a group out of the trash, as it was."""
    if group.deleted_at is None:
        raise errors.Conflict(say("%(name)s is not in the trash.", name=group.name))
    group_changes.refuse_stale(session, group, write, group.uid)
    _move_to_bin(session, group, write, "group_restored", None)


def _move_to_bin(
    session: Session, group: Group, write: changes.Write, kind: str, deleted_at: datetime | None
) -> None:
    with group_changes.record(session, group, write, kind, group, {"name": group.name}):
        group.deleted_at = deleted_at
    # The phones at its tables must show that it is deleted, or back.
    for game in running(session, group):
        hub.announce(session, game)


def renew_link(session: Session, group: Group, write: changes.Write, secret_key: str) -> None:
    """Give the group a new link; phones that were removed may come back with it."""
    replace_link(group, secret_key)
    for membership in session.scalars(
        select(GroupMembership).where(GroupMembership.group_id == group.id)
    ):
        membership.is_barred = False
    group_changes.note(session, group, write, "renewed", {})


def switch_public(
    session: Session, group: Group, write: changes.Write, secret_key: str, *, is_on: bool
) -> None:
    """Switch the public link to the standings on, renew it where it is on already, or off."""
    did, what = public_links.switch(group, secret_key, is_on=is_on)
    group_changes.note(session, group, write, "public", {"what": did}, what=what)


def by_public_link(session: Session, token: str) -> Group:
    """Return the group whose public standings a link shows."""
    group = session.scalar(select(Group).where(Group.public_hash == codes.token_hash(token)))
    if group is None or group.deleted_at:
        raise errors.NotFound(say("These standings aren’t public any more, or have a new link."))
    return group


def replace_link(group: Group, secret_key: str) -> None:
    """Give a group a new link; the old one opens nothing any more."""
    for name, value in _new_link(secret_key).items():
        setattr(group, name, value)


def _new_link(secret_key: str) -> dict[str, str]:
    nonce, token_hash = codes.new_token(secret_key)
    return {"join_nonce": nonce, "join_hash": token_hash}
