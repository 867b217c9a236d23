"""Codes that people type: what they open, and a limit on wrong ones, so that nobody guesses them.

Wrong codes are counted in the database, in the same transaction that looks the code up. It has the
database to itself, so a thousand guesses at once get no further than a thousand in a row; and the
count survives a process that dies. Right codes never count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, delete, or_, select, union
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorecard import errors
from scorecard.models import Device, Game, GroupMembership, Membership, RecoveryCode, WrongGuess
from scorecard.rules.words import Sentence, say
from scorecard.services.groups import access, recovery_codes
from scorecard.services.limits import codes

JOIN, RECOVER, ACQUAINTED = ("join", "recover", "acquainted")
"""Kinds of wrong guesses: at codes of games; at recovery codes; and, once there are too many of the
first, at codes of games that an acquaintance of the phone is in."""
CLOCKS_APART = timedelta(minutes=1)
"""How far the clocks of two servers may be apart. A guess dated later than that was counted before
the clock was put back, and would otherwise count for years."""
KNOWN_AFTER = timedelta(days=1)
"""After how long in one game or group two phones are acquaintances: longer than an evening, so that
a phone that guessed a code tonight is none yet."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many wrong guesses ``within`` some time; ``sentence`` refuses a further one."""

    kind: str
    most: int
    within: timedelta
    sentence: Sentence
    is_for_all: bool = False


_FROM_HERE = say("Too many wrong codes from here. Wait a quarter of an hour, or scan the QR code.")
_FROM_EVERYWHERE = say("Too many wrong codes just now. Scan the QR code or open the link instead.")
BY_ADDRESS = Limit(JOIN, 10, timedelta(minutes=15), _FROM_HERE)
BY_ALL = Limit(JOIN, 100, timedelta(hours=1), _FROM_EVERYWHERE, is_for_all=True)
RECOVERY_BY_ADDRESS = Limit(
    RECOVER,
    10,
    timedelta(minutes=15),
    say("Too many wrong codes from here. Wait a quarter of an hour."),
)
"""Without a limit for all addresses together: nobody guesses 76 bits, from however many."""
BY_ACQUAINTED_PHONE = Limit(ACQUAINTED, 5, timedelta(hours=1), _FROM_EVERYWHERE)
LONGEST = max(
    limit.within for limit in (BY_ADDRESS, BY_ALL, RECOVERY_BY_ADDRESS, BY_ACQUAINTED_PHONE)
)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who types a code, from where and when; ``address`` is a name made of the network address."""

    address: str
    device: Device | None
    at: datetime


def refuse_to_join(session: Session, guesser: Guesser) -> None:
    """Raise :class:`TooMany` if :func:`game_to_join` would, without holding up any write."""
    refusal = _refusal(session, guesser.address, guesser.at, BY_ADDRESS, BY_ALL)
    if refusal and not _tables_of_acquaintances(session, guesser):
        raise refusal


def game_to_join(session: Session, typed: str, guesser: Guesser) -> Game:
    """Return the running game that a code opens; to be called in a transaction that writes.

    A wrong code is counted and raises :class:`NotFound`; the caller commits the count. After too
    many wrong ones, :class:`TooMany` is raised without looking the code up. Only a phone that has
    played with somebody at the table before may then still try a few times, so that strangers who
    guess cannot keep it out.
    """
    refusal = _refusal(session, guesser.address, guesser.at, BY_ADDRESS, BY_ALL)
    if refusal is None:
        try:
            return access.game_by_code(session, typed, guesser.at)
        except errors.NotFound:
            _count(session, JOIN, guesser.address, guesser.at)
            raise
    tables = _tables_of_acquaintances(session, guesser)
    code = codes.read_code(typed)
    if game := next((game for game in tables if game.code == code), None):
        return game
    if tables and guesser.device:
        _count(session, ACQUAINTED, _name(guesser.device), guesser.at)
    raise refusal


def refuse_to_recover(session: Session, guesser: Guesser) -> None:
    """Raise :class:`TooMany` if :func:`recovery_code` would refuse any code."""
    if refusal := _refusal(session, guesser.address, guesser.at, RECOVERY_BY_ADDRESS):
        raise refusal


def recovery_code(session: Session, typed: str, guesser: Guesser) -> RecoveryCode:
    """Return a recovery code; a wrong one is counted and refused, as in :func:`game_to_join`."""
    refuse_to_recover(session, guesser)
    try:
        return recovery_codes.find(session, typed)
    except errors.NotFound:
        _count(session, RECOVER, guesser.address, guesser.at)
        raise


def forget_old(session: Session, at: datetime) -> None:
    """Delete the guesses that no longer count."""
    is_over = or_(WrongGuess.at <= at - LONGEST, WrongGuess.at > at + CLOCKS_APART)
    session.execute(delete(WrongGuess).where(is_over))


def _tables_of_acquaintances(session: Session, guesser: Guesser) -> list[Game]:
    """Return the games whose codes the guesser may try even now; [] after too many tries."""
    device, at = guesser.device, guesser.at
    if device is None or _refusal(session, _name(device), at, BY_ACQUAINTED_PHONE):
        return []
    others = union(
        _long_together(Membership, Membership.game_id, device, at),
        _long_together(GroupMembership, GroupMembership.group_id, device, at),
    )
    their_games = select(Membership.game_id).where(
        Membership.device_id.in_(others), Membership.removed_at.is_(None)
    )
    open_games = session.scalars(select(Game).where(Game.id.in_(their_games), codes.opens(at)))
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


def _name(device: Device) -> str:
    return f"device-{device.id}"


def _refusal(session: Session, origin: str, at: datetime, *limits: Limit) -> errors.TooMany | None:
    """Return the refusal of the limit that stays full for longest; None if none is full."""
    waits = {limit: _wait(session, origin, at, limit) for limit in limits}
    longest = max(waits, key=lambda limit: waits[limit])
    if not waits[longest]:
        return None
    return errors.TooMany(longest.sentence, seconds=waits[longest])


def _wait(session: Session, origin: str, at: datetime, limit: Limit) -> int:
    """Return after how many seconds a limit allows one more guess; 0 for at once."""
    counted = select(WrongGuess.at).where(
        WrongGuess.kind == limit.kind,
        WrongGuess.at > at - limit.within,
        WrongGuess.at <= at + CLOCKS_APART,
    )
    if not limit.is_for_all:
        counted = counted.where(WrongGuess.origin == origin)
    newest_first = counted.order_by(WrongGuess.at.desc())
    # Once this guess is too old to count, there is room for one more.
    last = session.scalar(newest_first.offset(limit.most - 1).limit(1))
    return math.ceil((last + limit.within - at).total_seconds()) if last else 0


def _count(session: Session, kind: str, origin: str, at: datetime) -> None:
    forget_old(session, at)
    session.add(WrongGuess(kind=kind, origin=origin, at=at))
    session.flush()
