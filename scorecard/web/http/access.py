"""Access control: which device asks, and in which role. Every view has one of these decorators.

``@anyone`` checks nothing. ``@needs(role)`` is for views under ``/games/<uid>``: it loads the game
and the device's membership, answers 404 to a device without one, and passes the view a
:class:`Visit`. ``@needs_in_group(role)`` does the same for views under ``/groups/<uid>``, with a
:class:`GroupVisit`. Members of a group may look at all its games.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any, TypeVar

from flask import current_app, g, request, session
from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database.db import begin_write, db
from scorecard.models import Device, Game, Group, GroupMembership, Membership, Player
from scorecard.models.device import KEEPER, PLAYER
from scorecard.rules.words import say
from scorecard.services.groups import access, group_members
from scorecard.services.history import members
from scorecard.services.limits import locking
from scorecard.services.limits.locking import Hold
from scorecard.services.standings import results
from scorecard.web.http import sources

View = TypeVar("View", bound=Callable[..., Any])

ONLY = {
    "keeper": say("Only the scorekeeper can do that."),
    "player": say("Only the scorekeeper and the players can do that."),
    "spectator": say("Only people in the game can do that."),
}
"""The refusals for too low a role, by the role that would be needed."""
UNKNOWN_GAME = say("This phone isn’t in this game. Join with its code or link.")
UNKNOWN_GROUP = say("This phone isn’t in this group. Join with its link.")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Visit:
    """One request to one game by somebody who may make it."""

    session: Session
    game: Game
    membership: Membership
    device: Device
    uid: str
    """The game's uid, beside ``game`` because after a commit that would be loaded again."""
    is_new: bool
    """Whether nothing was done yet under the key that a write was sent with."""

    @property
    def is_keeper(self) -> bool:
        """Whether the visitor keeps the game."""
        return self.membership.may("keeper")

    @property
    def is_player(self) -> bool:
        """Whether the visitor may count."""
        return self.membership.may("player")

    @property
    def my_seats(self) -> list[int]:
        """The seats this device counts for."""
        return [seat.position for seat in self.membership.seats]

    def may_count_for(self, position: int) -> bool:
        """Whether this device may enter the counts of a seat: its own, or any as scorekeeper."""
        return self.is_keeper or (self.is_player and position in self.my_seats)


@dataclass(frozen=True, slots=True)
class GroupVisit:
    """One request to one group by somebody who may make it."""

    session: Session
    group: Group
    membership: GroupMembership
    device: Device

    @property
    def is_keeper(self) -> bool:
        """Whether the visitor keeps the group."""
        return self.membership.is_keeper

    @property
    def today(self) -> date:
        """The present day where the group lives."""
        return results.day_of(now(), self.group)

    @property
    def my_players(self) -> list[Player]:
        """The players this device is "me" for."""
        return self.membership.people

    def may_change(self, player: Player) -> bool:
        """Whether the visitor keeps the group, or is this player."""
        return self.is_keeper or (player.merged_into is None and player in self.my_players)


def anyone(view: View) -> View:
    """Let everybody in."""
    view.access = "anyone"  # type: ignore[attr-defined]
    return view


def needs(role: str, hold: Hold = Hold.ALL) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Require a role, or a higher one, in a game; a write locks its group as ``hold`` says."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def checked(game_uid: str, **arguments: Any) -> Any:
            is_write = request.method not in SAFE_METHODS
            if is_write:
                start_writing(is_beside=hold is not Hold.DATABASE)
                locking.lock_game(db.session, game_uid, hold)
            asking = _asking(game_uid, is_write=is_write)
            if asking is None:
                raise errors.NotFound(UNKNOWN_GAME)
            game, device, membership, key_id = asking
            g.device = device
            membership = _by_group(game, device, membership, is_write=is_write)
            if membership is None:
                raise errors.NotFound(UNKNOWN_GAME)
            if membership.removed_at:
                raise errors.NotAllowed(members.SENT_OUT, code="sent_out")
            is_new = key_id is None
            g.visit = visit = Visit(db.session, game, membership, device, game_uid, is_new)
            if not membership.may(role):
                raise errors.NotAllowed(ONLY[role])
            return view(visit, **arguments)

        checked.access = role  # type: ignore[attr-defined]
        return checked

    return decorate


def _asking(game_uid: str, *, is_write: bool) -> members.Asking | None:
    """Return the game with the asking device, and the stored key of a write."""
    uid = device_uid()
    if uid is None:
        return None
    if not is_write:
        return members.asking(db.session, game_uid, uid)
    key = sources.sent_key()
    good_key = key if sources.is_good_key(key) else ""
    return members.asking_to_write(db.session, game_uid, uid, good_key)


def needs_in_group(
    role: str, *, is_deleted: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Require a role in the group of the address: "keeper", or "member" for any of them.

    With ``is_deleted`` the group may be in the trash: so the views that delete and restore it
    recognise a repeated request.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def checked(group_uid: str, **arguments: Any) -> Any:
            if request.method not in SAFE_METHODS:
                start_writing_in(group_uid)
            g.group_visit = visit = visit_group(group_uid, is_deleted=is_deleted)
            if role == KEEPER and not visit.is_keeper:
                raise errors.NotAllowed(say("Only a scorekeeper of the group can do that."))
            return view(visit, **arguments)

        checked.access = f"group {role}"  # type: ignore[attr-defined]
        return checked

    return decorate


def visit_group(uid: str, *, is_deleted: bool = False) -> GroupVisit:
    """Return the asking device's visit to a group; refuse strangers, and a group in the trash."""
    asking = group_members.asking(db.session, uid, device_uid() or "")
    if asking and asking[0].is_barred:
        raise errors.NotAllowed(group_members.SENT_OUT, code="sent_out")
    if asking is None or asking[0].removed_at:
        raise errors.NotFound(UNKNOWN_GROUP)
    membership, group, g.device = asking
    if group.deleted_at and not is_deleted:
        g.has_it_in_bin = membership.is_keeper
        raise errors.NotFound(
            say(
                "%(name)s is in the trash. Its scorekeepers can restore it on their phones.",
                name=group.name,
            ),
            code="group_deleted",
        )
    return GroupVisit(db.session, group, membership, g.device)


def _by_group(
    game: Game, device: Device, membership: Membership | None, *, is_write: bool
) -> Membership | None:
    """Return a device's membership in a game, its own or the one that its group gives it.

    Members of the game's group need not join the game, and scorekeepers of the group keep it. The
    membership is stored with the first write only.
    """
    if (
        game.group is None
        or game.group.deleted_at
        or (membership and (membership.removed_at or membership.may(KEEPER)))
    ):
        return membership
    inside = group_members.membership_of(db.session, game.group, device)
    if inside is None or inside.removed_at or (membership and not inside.is_keeper):
        return membership
    if not is_write:
        return Membership(
            game_id=game.id,
            device_id=device.id,
            role=KEEPER if inside.is_keeper else PLAYER,
            seats=list(membership.seats) if membership else group_members.seats_in(game, inside),
        )
    if membership is None:
        return group_members.enter_game(db.session, game, inside, sources.write_of(device, now()))
    return access.join(db.session, game, KEEPER, sources.write_of(device, now()))


def start_writing(*, is_beside: bool = False) -> None:
    """Begin a writing transaction, once the whole request has arrived.

    Waiting for a slow phone inside the transaction would hold up every other write. A transaction
    that runs ``is_beside`` others takes locks: see :mod:`scorecard.services.limits.locking`.
    """
    request.get_data(cache=True)
    begin_write(db.session, is_beside=is_beside and not g.get("is_alone", False))


def start_writing_in(group_uid: str | None) -> None:
    """Begin to write in a group, or make something that belongs to none."""
    start_writing(is_beside=True)
    if group_uid:
        locking.lock_group(db.session, group_uid)


def start_writing_by_link(token: str) -> None:
    """Begin to write in the game that a link opens, if it opens one."""
    start_writing(is_beside=True)
    locking.lock_game_named(db.session, token)


def start_writing_by_group_link(token: str) -> None:
    """Begin to write in the group that a link opens, if it opens one."""
    start_writing(is_beside=True)
    locking.lock_group_named(db.session, token)


def current_device() -> Device | None:
    """Return the device that is asking, by its cookie or bearer token, or None."""
    if "device" not in g:
        uid = device_uid()
        g.device = access.find_device(db.session, uid) if uid else None
    device: Device | None = g.device
    return device


def ensure_device() -> Device:
    """Return the device that is asking; give a new one its cookie."""
    device = current_device()
    if device is None:
        device = g.device = access.new_device(db.session, now(), asking_uid())
    return device


def asking_uid() -> str:
    """Return the asking device's uid, a new one for a new device; refuse a bad bearer token."""
    uid = device_uid()
    if uid is None and _sends_token():
        raise errors.BadInput(
            say("This device token is not good here. Send one you were given, or none."),
            field="Authorization",
            code="bad_token",
        )
    return uid or promise_device()


def promise_device() -> str:
    """Put a uid into the session cookie, if there is none yet, and return it.

    Pages with a form that anybody may send do this, so that the form sent twice comes from one
    device, and is recognised as a repetition.
    """
    if "device" not in session:
        session.permanent = True
        session["device"] = access.new_uid()
    uid: str = session["device"]
    return uid


def device_token(device: Device) -> str:
    """Return what a program sends as ``Authorization: Bearer`` to be this device."""
    return _token_serializer().dumps(device.uid)


def now() -> datetime:
    """Return the present moment; the one clock of the web."""
    return datetime.fromtimestamp(time.time(), UTC)


def _sends_token() -> bool:
    return request.authorization is not None and request.authorization.type == "bearer"


def device_uid() -> str | None:
    """Return the uid of the asking device by its cookie or bearer token, or None."""
    if _sends_token() and request.authorization:
        try:
            return str(_token_serializer().loads(request.authorization.token or ""))
        except BadData:
            return None
    uid: str | None = session.get("device")
    return uid


def _token_serializer() -> URLSafeSerializer:
    config = current_app.config
    # The last key signs, all of them are accepted: newest last.
    keys = [*reversed(config["SECRET_KEY_FALLBACKS"]), config["SECRET_KEY"]]
    return URLSafeSerializer(
        keys,
        salt="device-token",
        signer_kwargs={"digest_method": hashlib.sha256},
        # Tokens of earlier releases are signed with this one.
        fallback_signers=[{"digest_method": hashlib.sha1}],
    )
