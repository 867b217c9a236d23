"""Who pays whom: after one money game, or over all those of an evening.

Several games are added up by person: in a group by the player of its roster, whatever they were
called at the table; without a group by seat, through all rematches of a game. So only games of one
group, or of one chain of rematches, can be settled together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import Change, Device, Game, GroupMembership, Membership, Seat
from scorecard.rules import Sheet
from scorecard.rules.outcome.payments import Payment, fewest_payments
from scorecard.services.scoring import sheets
from scorecard.services.table import rematches

EVENING = timedelta(hours=12)
"""Games that began within so much of another one belong to its evening."""
NAMING = ("seat_added", "let_in", "renamed", "moved", "undo", "redo")
"""The kinds of changes that may give a seat another name."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening's ended money games, oldest first, and how many more are ``running``."""

    games: list[Game]
    running: int


def of_evening(session: Session, game: Game, device: Device) -> Evening:
    """Return the money games of a game's evening that a device may see."""
    near = [
        other
        for other in session.scalars(
            select(Game)
            .where(
                *_together(session, game, device),
                Game.deleted_at.is_(None),
                Game.started_at > game.started_at - EVENING,
                Game.started_at < game.started_at + EVENING,
            )
            .order_by(Game.started_at, Game.id)
            .options(selectinload(Game.seats).selectinload(Seat.player))
        )
        if sheets.rules_of(other).is_money
    ]
    ended = [other for other in near if other.is_ended]
    return Evening(ended, len(near) - len(ended))


def _together(session: Session, game: Game, device: Device) -> list[ColumnElement[bool]]:
    """Return the conditions for games that can be settled with this one and that a device is in."""
    theirs = select(Membership.game_id).where(Membership.device_id == device.id)
    is_in = Game.id.in_(theirs.where(Membership.removed_at.is_(None)))
    if game.group_id is None:
        return [Game.id.in_([other.id for other in _chain(session, game)]), is_in]
    is_member = session.scalar(
        select(GroupMembership.id).where(
            GroupMembership.group_id == game.group_id,
            GroupMembership.device_id == device.id,
            GroupMembership.removed_at.is_(None),
        )
    )
    if is_member:
        is_in = Game.id.not_in(theirs.where(Membership.removed_at.is_not(None)))
    return [Game.group_id == game.group_id, is_in]


def _chain(session: Session, game: Game) -> list[Game]:
    """Return a game's chain of rematches in order, each once, even if a file made a circle."""
    chain = [game]
    while (first := chain[0].rematch_of_id) and first not in {other.id for other in chain}:
        chain.insert(0, session.get_one(Game, first))
    while (again := rematches.of_game(session, chain[-1])) and again not in chain:
        chain.append(again)
    return chain


def balances(session: Session, game: Game, games: Sequence[Game]) -> dict[str, int]:
    """Return what everybody won or lost in an evening's games, by their present names."""
    people = _players(games) if game.group_id else _seats(session, _chain(session, game))
    sums: dict[Hashable, int] = {}
    names: dict[Hashable, str] = {}
    for played in games:
        won = balances_of(sheets.read(played))
        for seat in played.seats:
            person, name = people[seat.id]
            sums[person] = sums.get(person, 0) + won[seat.name]
            names[person] = name
    shown = _distinct(names)
    return {shown[person]: total for person, total in sums.items()}


def _players(games: Sequence[Game]) -> dict[int, tuple[Hashable, str]]:
    """Return who sits in each seat of a group's games, by the seat's id, and their name."""
    return {
        seat.id: (seat.player.one.uid, seat.player.one.name)
        if seat.player
        else (seat.id, seat.name)
        for game in games
        for seat in game.seats
    }


def _seats(session: Session, chain: Sequence[Game]) -> dict[int, tuple[Hashable, str]]:
    """Return who sits in each seat of a chain of rematches, by the seat's id, and their name.

    A person is the id of their seat in the first of the games. From one game to the next they are
    recognised by the name that the seat had when the rematch began.
    """
    people: dict[int, tuple[Hashable, str]] = {}
    earlier: dict[str, Hashable] = {}
    for game in chain:
        began_as = _names_at(session, game, 1)
        for seat in game.seats:
            person = earlier.get(began_as.get(seat.position, ""), seat.id)
            people[seat.id] = person, seat.name
        called = _names_at(session, game, _version_of_rematch(session, game))
        earlier = {
            called[seat.position]: people[seat.id][0]
            for seat in game.seats
            if seat.position in called
        }
    return people


def _version_of_rematch(session: Session, game: Game) -> int:
    """Return the version of a game at which its rematch began; the present one if it has none."""
    is_one = (Change.game_id == game.id, Change.kind == "rematch")
    return session.scalar(select(func.max(Change.version)).where(*is_one)) or game.version


def _names_at(session: Session, game: Game, version: int) -> dict[int, str]:
    """Return what the seats of a game were called at a version of it, by their positions."""
    names = {seat.position: seat.name for seat in game.seats}
    later = select(Change.what).where(
        Change.game_id == game.id, Change.version > version, Change.kind.in_(NAMING)
    )
    for difference in session.scalars(later.order_by(Change.version.desc())):
        for fact, (before, _after) in difference.items():
            if fact.startswith("seat/"):
                position = int(fact.removeprefix("seat/"))
                names.pop(position, None)
                if before:
                    names[position] = before["name"]
    return names


def _distinct(names: Mapping[Hashable, str]) -> dict[Hashable, str]:
    """Return the names with a number added where two are the same but for letter case."""
    taken: set[str] = set()
    distinct: dict[Hashable, str] = {}
    for person, name in names.items():
        candidates = (name, *(f"{name} ({number})" for number in range(2, len(names) + 1)))
        distinct[person] = next(
            candidate for candidate in candidates if candidate.casefold() not in taken
        )
        taken.add(distinct[person].casefold())
    return distinct


def balances_of(sheet: Sheet) -> dict[str, int]:
    """Return what each player won or lost; partners share, and who sits first has an odd chip."""
    balances: dict[str, int] = {}
    for side, names in sheet.sides.items():
        share, rest = divmod(sheet.totals[side] or 0, len(names))
        for place, name in enumerate(names):
            balances[name] = share + 1 if place < rest else share
    return balances


def settle(sums: Mapping[str, int]) -> list[Payment]:
    """Return the fewest payments that settle balances, none while chips lie on a table."""
    return [] if left_over(sums) else fewest_payments(sums)


def left_over(sums: Mapping[str, int]) -> int:
    """Return the chips that belong to nobody yet: what lies in the farm."""
    return -sum(sums.values())
