"""Codes that are typed: what they open, and an end to guessing.

Wrong ones are counted in the database, by the very transaction that looks the code up. Writes go
one after the other, so that of a thousand guesses at once no more are looked at than of a thousand
in a row; and what is counted outlives a process that dies. Right ones never count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, Game, RecoveryCode, WrongGuess
from scorecard.rules.words import Sentence, say
from scorecard.services.groups import access, acquaintances, recovery_codes
from scorecard.services.limits import codes

JOIN, RECOVER, ACQUAINTED = ("join", "recover", "acquainted")
"""Wrong guesses at the codes of games; at recovery codes; and, while there are too many of the
first, at the codes of games where somebody is acquainted with the phone."""
CLOCKS_APART = timedelta(minutes=1)
"""How far the clocks of two servers may be apart. What is said to be later was counted before the
clock was put back, and would otherwise count for years."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong guesses of a kind within some time, of one origin or of all together."""

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
"""Enough of its own: nobody guesses 76 bits, from however many addresses."""
BY_ACQUAINTED_PHONE = Limit(ACQUAINTED, 5, timedelta(hours=1), _FROM_EVERYWHERE)
LONGEST = max(
    limit.within for limit in (BY_ADDRESS, BY_ALL, RECOVERY_BY_ADDRESS, BY_ACQUAINTED_PHONE)
)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who types a code, where and when; ``address`` is a name for where, and not the address."""

    address: str
    device: Device | None
    at: datetime


def refuse_to_join(session: Session, guesser: Guesser) -> None:
    """Raise :class:`TooMany` where no code would be looked up.

    It only reads, so that a flood of guesses holds up nobody who writes.
    """
    refusal = _refusal(session, guesser.address, guesser.at, BY_ADDRESS, BY_ALL)
    if refusal and not _tables_of_acquaintances(session, guesser):
        raise refusal


def game_to_join(session: Session, typed: str, guesser: Guesser) -> Game:
    """Return the running game that a code opens, in a write that has begun.

    A wrong code is counted, and raises :class:`NotFound`: the count is to be committed. While there
    are too many, :class:`TooMany` is raised without a look at the code; but a phone that has played
    with somebody at the table may still try a few times. Strangers cannot close that door, and no
    code of theirs is compared with anything.
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
    """Raise :class:`TooMany` where no recovery code would be looked up."""
    if refusal := _refusal(session, guesser.address, guesser.at, RECOVERY_BY_ADDRESS):
        raise refusal


def recovery_code(session: Session, typed: str, guesser: Guesser) -> RecoveryCode:
    """Return a recovery code, in a write that has begun; a wrong one is counted, and refused."""
    refuse_to_recover(session, guesser)
    try:
        return recovery_codes.find(session, typed)
    except errors.NotFound:
        _count(session, RECOVER, guesser.address, guesser.at)
        raise


def forget_old(session: Session, at: datetime) -> None:
    """Delete the guesses that count no more."""
    is_over = or_(WrongGuess.at <= at - LONGEST, WrongGuess.at > at + CLOCKS_APART)
    session.execute(delete(WrongGuess).where(is_over))


def _tables_of_acquaintances(session: Session, guesser: Guesser) -> list[Game]:
    """Return the games whose codes the guesser may still try; none where that was done enough."""
    device, at = guesser.device, guesser.at
    if device is None or _refusal(session, _name(device), at, BY_ACQUAINTED_PHONE):
        return []
    return acquaintances.open_tables(session, device, at)


def _name(device: Device) -> str:
    return f"device-{device.id}"


def _refusal(session: Session, origin: str, at: datetime, *limits: Limit) -> errors.TooMany | None:
    """Return the refusal of the limit that is full for longest, None where none is."""
    waits = {limit: _wait(session, origin, at, limit) for limit in limits}
    longest = max(waits, key=lambda limit: waits[limit])
    if not waits[longest]:
        return None
    return errors.TooMany(longest.sentence, seconds=waits[longest])


def _wait(session: Session, origin: str, at: datetime, limit: Limit) -> int:
    """Return after how many seconds a limit leaves room for one more guess; 0 for at once."""
    counted = select(WrongGuess.at).where(
        WrongGuess.kind == limit.kind,
        WrongGuess.at > at - limit.within,
        WrongGuess.at <= at + CLOCKS_APART,
    )
    if not limit.is_for_all:
        counted = counted.where(WrongGuess.origin == origin)
    newest_first = counted.order_by(WrongGuess.at.desc())
    # Once this one is over, so many are left that there is room for one more.
    last = session.scalar(newest_first.offset(limit.most - 1).limit(1))
    return math.ceil((last + limit.within - at).total_seconds()) if last else 0


def _count(session: Session, kind: str, origin: str, at: datetime) -> None:
    forget_old(session, at)
    session.add(WrongGuess(kind=kind, origin=origin, at=at))
    session.flush()
