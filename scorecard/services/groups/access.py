"""Devices, roles and passes: who gets in, as what, and who is removed again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, delete, inspect, or_, select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.live import hub
from scorecard.models import Claim, Device, Game, Group, GroupMembership, Membership, Pass, Seat
from scorecard.models.device import KEEPER, PLAYER, ROLES, SPECTATOR
from scorecard.rules.words import say
from scorecard.services.history import changes, members
from scorecard.services.limits import bounds, codes, quotas

PASS_LIFETIME = timedelta(days=30)
"""How long a link lets devices in. Those who are in stay in."""
PASSES_KEPT = 60
"""The newest links of a game that stay stored; renewed ones among them, to say so when opened."""


def new_uid() -> str:
    """Return a random uid for a device."""
    return secrets.token_urlsafe(18)


def new_device(session: Session, at: datetime, uid: str = "") -> Device:
    """Create a device, with a new uid unless one is given."""
    device = Device(uid=uid or new_uid(), created_at=at)
    session.add(device)
    session.flush()
    return device


def find_device(session: Session, uid: str) -> Device | None:
    """Return the device with this uid, or None."""
    return session.scalar(select(Device).where(Device.uid == uid))


def is_anywhere(session: Session, uid: str | None) -> bool:
    """Whether the device with this uid is in a game or group."""
    if uid is None:
        return False
    is_theirs = Device.uid == uid
    return any(
        session.scalar(
            select(row.id)
            .join(Device, Device.id == row.device_id)
            .where(is_theirs, row.removed_at.is_(None))
            .limit(1)
        )
        for row in (Membership, GroupMembership)
    )


def games_of(session: Session, device: Device) -> Sequence[Game]:
    """Return the games a device is in: those still running first, then the latest."""
    return session.scalars(
        _games_with(device)
        .where(Game.deleted_at.is_(None))
        .order_by(Game.ended_at.is_not(None), Game.started_at.desc(), Game.id.desc())
        .options(selectinload(Game.seats).selectinload(Seat.player))
    ).all()


def deleted_games_of(session: Session, device: Device) -> Sequence[Game]:
    """Return a device's games in the bin, the latest deleted first; none of a group in the bin."""
    return session.scalars(
        _games_with(device)
        .where(Game.deleted_at.is_not(None))
        .order_by(Game.deleted_at.desc(), Game.id.desc())
        .options(selectinload(Game.seats))
    ).all()


def _games_with(device: Device) -> Select[Any]:
    """Select the games that a device is in, but for those of a group in the bin."""
    return (
        select(Game)
        .join(Membership, Membership.game_id == Game.id)
        .outerjoin(Group, Group.id == Game.group_id)
        .where(
            Membership.device_id == device.id,
            Membership.removed_at.is_(None),
            or_(Game.group_id.is_(None), Group.deleted_at.is_(None)),
        )
        .options(selectinload(Game.rounds).lazyload("*"))
    )


def game_by_code(session: Session, typed: str, at: datetime) -> Game:
    """Return the running game that a short code opens."""
    code = codes.read_code(typed)
    game = session.scalar(select(Game).where(Game.code == code, codes.opens(at))) if code else None
    if game is None or (game.group and game.group.deleted_at):
        raise errors.NotFound(
            say("No game is open under this code. Ask at the table for the present one."),
            code="unknown_code",
        )
    return game


def read_pass(session: Session, token: str, at: datetime) -> Pass:
    """Return the pass of a link's token; refuse unknown, renewed, and expired ones."""
    pass_ = session.scalar(select(Pass).where(Pass.token_hash == codes.token_hash(token)))
    if pass_ is None or (pass_.game.group and pass_.game.group.deleted_at):
        raise errors.NotFound(say("This link opens no game."), code="unknown_pass")
    if pass_.revoked_at or pass_.expires_at <= at:
        raise errors.PassExpired(
            say("The scorekeeper has renewed this link. Ask at the table for the new one.")
            if pass_.revoked_at
            else say("This link has expired. Ask at the table for the new one.")
        )
    return pass_


def tokens(
    session: Session, game: Game, secret_keys: Sequence[str], at: datetime
) -> dict[str, str]:
    """Return the tokens of a game's links by role, of those that are still valid and known."""
    valid = session.scalars(
        select(Pass).where(Pass.game_id == game.id, Pass.revoked_at.is_(None), Pass.expires_at > at)
    )
    tokens_by_role: dict[str, str] = {}
    for pass_ in valid:
        if token := codes.shown_token(pass_.nonce, pass_.token_hash, secret_keys):
            tokens_by_role[pass_.role] = token
    return tokens_by_role


def make_passes(session: Session, game: Game, secret_key: str, at: datetime) -> None:
    """Make a new link for every role; older ones go on working."""
    for role in ROLES:
        nonce, token_hash = codes.new_token(secret_key)
        session.add(
            Pass(
                game_id=game.id,
                role=role,
                nonce=nonce,
                token_hash=token_hash,
                expires_at=at + PASS_LIFETIME,
            )
        )
    session.flush()
    _forget_old_passes(session, game)


def _forget_old_passes(session: Session, game: Game) -> None:
    """Delete all links of a game but the newest; the others were renewed or expired long ago."""
    newest = select(Pass.id).where(Pass.game_id == game.id).order_by(Pass.id.desc())
    if oldest := session.scalar(newest.offset(PASSES_KEPT - 1).limit(1)):
        session.execute(delete(Pass).where(Pass.game_id == game.id, Pass.id < oldest))


def join(session: Session, game: Game, role: str, write: changes.Write) -> Membership:
    """Let the writing device into a game; one that is in already keeps the greater of two roles.

    A device that the scorekeeper removed stays out until the code and links are renewed; one that
    was removed from the game's group, until the group's link is renewed.
    """
    device = write.device
    if _is_barred_from_group(session, game, device):
        raise errors.NotAllowed(
            say("A scorekeeper has removed this phone from the game’s group."), code="sent_out"
        )
    membership = members.find(session, game, device)
    was = membership.role if membership and not membership.removed_at else None
    if was is None and not (membership and membership.is_barred):
        quotas.check(session, bounds.PHONES_OF_GAME, game.id)
    if membership is None:
        membership = Membership(game=game, device=device, role=role, joined_at=write.at)
        session.add(membership)
    elif membership.is_barred:
        raise errors.NotAllowed(members.SENT_OUT, code="sent_out")
    elif membership.removed_at:
        membership.removed_at, membership.role = None, role
    elif ROLES.index(role) < ROLES.index(membership.role):
        membership.role = role
    if membership.role != was:
        _note_access(session, game, write.keyless, "joined", role=membership.role, was=was)
    return membership


def claim(
    session: Session,
    game: Game,
    membership: Membership,
    positions: Sequence[int],
    write: changes.Write,
) -> None:
    """Say which seats this device counts for: none, one, or several."""
    by_position = {seat.position: seat for seat in game.seats}
    for position in positions:
        if position not in by_position:
            raise errors.BadInput(
                say("There is no seat %(position)s in this game.", position=position), field="seats"
            )
    if membership.role == SPECTATOR:
        raise errors.NotAllowed(say("Spectators do not count. Join as a player to do so."))
    was = members.label(membership)
    membership.seats = [by_position[position] for position in sorted(set(positions))]
    _note_access(session, game, write, "claimed", membership, was=was)


class CountsFor(NamedTuple):
    """The seats that a device counts for, its ``own`` first; ``is_sole`` where these are all."""

    own: list[int]
    positions: list[int]
    is_sole: bool


def counts_for(session: Session, game: Game, membership: Membership) -> CountsFor:
    """Return the seats that a device counts for; a scorekeeper's also for unclaimed ones."""
    claims = session.execute(_CLAIMS, {"game_id": game.id}).all()
    if "seats" in inspect(membership).unloaded:
        own = [position for position, whose in claims if whose == membership.id]
    else:
        own = [seat.position for seat in membership.seats]
    if not membership.may(KEEPER):
        return CountsFor(own, own, is_sole=False)
    seats = dict.fromkeys(position for position, _whose in claims)
    of_others = {position for position, whose in claims if whose not in (None, membership.id)}
    others = [position for position in seats if position not in of_others and position not in own]
    return CountsFor(own, own + others, is_sole=len(own) + len(others) == len(seats))


# Every seat, with who counts for it.
_CLAIMS = (
    select(Seat.position, Membership.id)
    .outerjoin(Claim, Claim.seat_id == Seat.id)
    .outerjoin(
        Membership, and_(Membership.id == Claim.membership_id, Membership.removed_at.is_(None))
    )
    .where(Seat.game_id == bindparam("game_id"))
    .order_by(Seat.position)
)


def how_many_count(session: Session, game_id: int) -> int:
    """Return how many devices count for seats of their own in a game."""
    claims = session.execute(_CLAIMS, {"game_id": game_id})
    return len({whose for _position, whose in claims} - {None})


def watch(session: Session, game: Game, membership: Membership, write: changes.Write) -> None:
    """Become a spectator, who counts for nobody. A scorekeeper cannot, so that the game has one."""
    if membership.role == KEEPER:
        raise errors.Conflict(
            say("The scorekeeper cannot just watch. Hand over scorekeeping first.")
        )
    was = members.label(membership)
    membership.role, membership.seats = SPECTATOR, []
    _note_access(session, game, write, "watched", membership, was=was)


def send_out(session: Session, game: Game, device_id: int, write: changes.Write) -> Membership:
    """Remove a device from a game; the ways in are renewed, lest it come back as another one."""
    membership = _member(session, game, device_id)
    if membership.device_id == write.device.id:
        raise errors.Conflict(say("You cannot remove yourself. Hand over scorekeeping instead."))
    _replace_ways_in(session, game, write.at)
    _note_access(session, game, write, "sent_out", membership)
    membership.removed_at, membership.is_barred = write.at, True
    hub.announce(session, game, sent_out=membership.device)
    return membership


def leave(session: Session, membership: Membership, write: changes.Write) -> None:
    """Leave a game with the writing device, which may join again."""
    game = membership.game
    _note_access(session, game, write, "phone_left", membership)
    membership.removed_at = write.at
    hub.announce(session, game, sent_out=membership.device)


def hand_over(session: Session, game: Game, device_id: int, write: changes.Write) -> Membership:
    """Make another device the scorekeeper and the writing one a player."""
    membership = _member(session, game, device_id)
    if membership.device_id == write.device.id:
        raise errors.Conflict(say("You are the scorekeeper already."))
    mine = members.find(session, game, write.device)
    if mine:
        mine.role = PLAYER
    membership.role = KEEPER
    was = members.label(mine) if mine else None
    _note_access(session, game, write, "handed_over", membership, was=was)
    hub.announce(session, game, new_role=membership.device)
    return membership


def renew(session: Session, game: Game, write: changes.Write) -> None:
    """Void every link and the code; devices that were removed may come back with new ones."""
    _replace_ways_in(session, game, write.at)
    for membership in members.everybody(session, game):
        membership.is_barred = False
    _note_access(session, game, write, "renewed")


def renew_all_of(session: Session, group: Group, write: changes.Write) -> None:
    """Void every link and code of a group's games: a removed phone may have seen them.

    Devices that were removed from a game stay out.
    """
    has_link = select(Pass.game_id).where(Pass.revoked_at.is_(None), Pass.expires_at > write.at)
    has_way_in = or_(codes.opens(write.at), Game.id.in_(has_link))
    for game in session.scalars(select(Game).where(Game.group_id == group.id, has_way_in)):
        _replace_ways_in(session, game, write.at)
        _note_access(session, game, write.keyless, "renewed")


def _replace_ways_in(session: Session, game: Game, at: datetime) -> None:
    for pass_ in session.scalars(
        select(Pass).where(Pass.game_id == game.id, Pass.revoked_at.is_(None))
    ):
        pass_.revoked_at = at
    if not game.is_ended and not game.deleted_at:
        game.code = codes.free_code(session)


def take_along(session: Session, old: Game, new: Game, at: datetime) -> None:
    """Let everybody who is in one game into another with the same players, in the same roles."""
    by_name = {seat.name: seat for seat in new.seats}
    for membership in members.inside(session, old):
        if _is_barred_from_group(session, new, membership.device):
            continue
        copy = Membership(game=new, device=membership.device, role=membership.role, joined_at=at)
        copy.seats = [by_name[seat.name] for seat in membership.seats if seat.name in by_name]
        session.add(copy)
    session.flush()


def _is_barred_from_group(session: Session, game: Game, device: Device) -> bool:
    return game.group_id is not None and bool(
        session.scalar(
            select(GroupMembership.is_barred).where(
                GroupMembership.group_id == game.group_id, GroupMembership.device_id == device.id
            )
        )
    )


def _member(session: Session, game: Game, device_id: int) -> Membership:
    inside = members.inside(session, game)
    membership = next((row for row in inside if row.device_id == device_id), None)
    return errors.found(membership, say("This phone is not in the game."))


def _note_access(
    session: Session,
    game: Game,
    write: changes.Write,
    kind: str,
    membership: Membership | None = None,
    **more: str | None,
) -> None:
    about = {name: value for name, value in more.items() if value is not None}
    if membership:
        about["whom"] = members.label(membership)
    changes.add(session, game, write, kind, about)
