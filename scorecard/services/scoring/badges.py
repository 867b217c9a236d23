"""Badges: a colour and an initial for each seat, by which players are told apart at a table.

Players of a group have those of the roster, unless somebody else at the table has the same; others
have their seat's colour, and letters of their name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import inspect, select
from sqlalchemy.orm import object_session
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.models import Game, Player
from scorecard.models.group import WITH_MERGED

COLOURS = 12
"""How many seat colours the style sheet has, counted from 1."""
MOST_TABLES = 1_300
"""Tables whose badges are cached: those that were asked for last."""


class Badge(NamedTuple):
    """A colour's number and one or two characters."""

    colour: int
    initial: str


def who(player: Player) -> dict[str, Any]:
    """Return a player's uid, name, and the colour and initial of their badge."""
    return {
        "player": player.uid,
        "name": player.name,
        "colour": player.colour,
        "initial": player.initial,
    }


def nobody(name: str) -> dict[str, Any]:
    """Return the same of somebody at a table who is no player of its group."""
    return {"player": None, "name": name, "colour": None, "initial": ""}


def badges(game: Game) -> Mapping[int, Badge]:
    """Return every seat's badge by position; no two have the same colour or initial."""
    names = tuple([(seat.position, seat.name) for seat in game.seats])
    rostered = [
        (position, Badge(player.colour, player.initial))
        for position, player in _players(game).items()
    ]
    return _distinct(names, tuple(rostered))


def _players(game: Game) -> dict[int, Player]:
    """Return who of the roster sits at each seat, by position, all read by one statement."""
    unread = {
        seat: seat.player_id
        for seat in game.seats
        if seat.player_id and "player" in inspect(seat).unloaded
    }
    session = object_session(game)
    if session and unread:
        wanted = select(Player).where(Player.id.in_(unread.values())).options(WITH_MERGED)
        player_of = {player.id: player for player in session.scalars(wanted)}
        for seat, player_id in unread.items():
            set_committed_value(seat, "player", player_of[player_id])
    return {seat.position: seat.player.one for seat in game.seats if seat.player_id and seat.player}


@lru_cache(maxsize=MOST_TABLES)
def _distinct(
    names: tuple[tuple[int, str], ...], rostered: tuple[tuple[int, Badge], ...]
) -> Mapping[int, Badge]:
    """Return every seat's badge; cached, because every count asks for those of its table."""
    roster = dict(rostered)
    colours, initials = _colours(dict(names), roster), _initials(dict(names), roster)
    return {seat: Badge(colours[seat], initials[seat]) for seat in colours}


def _colours(names: Mapping[int, str], roster: Mapping[int, Badge]) -> dict[int, int]:
    colours: dict[int, int] = {}
    for position, badge in roster.items():
        if badge.colour not in colours.values():
            colours[position] = badge.colour
    for position in names:
        if position not in colours:
            free = [position, *range(1, COLOURS + 1)]
            colours[position] = next(
                (colour for colour in free if colour not in colours.values()), position
            )
    return colours


def _initials(names: Mapping[int, str], roster: Mapping[int, Badge]) -> dict[int, str]:
    """Return initials by seat; where letters are not distinct, the seat's number instead."""
    attempts: tuple[Callable[[int], str], ...] = (
        lambda seat: roster[seat].initial if seat in roster else "",
        lambda seat: _first(names[seat]),
        lambda seat: _first_and_last(names[seat]),
    )
    initials: dict[int, str] = {}
    for attempt in attempts:
        short = {seat: attempt(seat) for seat in names if seat not in initials}
        taken = [*initials.values(), *short.values()]
        initials |= {seat: text for seat, text in short.items() if text and taken.count(text) == 1}
    return {seat: initials.get(seat, str(seat)) for seat in names}


def _first(name: str) -> str:
    # Most emoji consist of several characters and cannot be cut, so their seat has its number.
    return name[:1].upper() if name[:1].isalnum() else ""


def _first_and_last(name: str) -> str:
    letters = [character for character in name if character.isalnum()]
    return (letters[0].upper() + letters[-1].lower()) if letters else ""
