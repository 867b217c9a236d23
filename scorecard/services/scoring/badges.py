"""Badges: a colour and an initial for each seat, by which players are told apart at a table.

Players of a group have those of the roster, unless somebody else at the table has the same; others
have their seat's colour, and letters of their name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorecard.models import Game, Player

COLOURS = 12
"""How many seat colours the style sheet has, counted from 1."""


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


def badges(game: Game) -> dict[int, Badge]:
    """Return every seat's badge by position; no two have the same colour or initial."""
    colours, initials = _colours(game), _initials(game)
    return {
        seat.position: Badge(colours[seat.position], initials[seat.position]) for seat in game.seats
    }


def _colours(game: Game) -> dict[int, int]:
    wanted = {seat.position: seat.player.one.colour for seat in game.seats if seat.player}
    colours: dict[int, int] = {}
    for position, colour in wanted.items():
        if colour not in colours.values():
            colours[position] = colour
    for seat in game.seats:
        if seat.position not in colours:
            free = [seat.position, *range(1, COLOURS + 1)]
            colours[seat.position] = next(
                (colour for colour in free if colour not in colours.values()), seat.position
            )
    return colours


def _initials(game: Game) -> dict[int, str]:
    """Return initials by seat; where letters are not distinct, the seat's number instead."""
    names = {seat.position: seat.name for seat in game.seats}
    roster = {seat.position: seat.player.one.initial for seat in game.seats if seat.player}
    attempts: tuple[Callable[[int], str], ...] = (
        lambda seat: roster.get(seat, ""),
        lambda seat: _first(names[seat]),
        lambda seat: _first_and_last(names[seat]),
    )
    initials: dict[int, str] = {}
    for attempt in attempts:
        short = {seat: attempt(seat) for seat in names if seat not in initials}
        taken = [*initials.values(), *short.values()]
        initials |= _distinct(short, taken)
    return {seat: initials.get(seat, str(seat)) for seat in names}


def _distinct(short: Mapping[int, str], taken: list[str]) -> dict[int, str]:
    return {
        seat: letters for seat, letters in short.items() if letters and taken.count(letters) == 1
    }


def _first(name: str) -> str:
    # Most emoji consist of several characters and cannot be cut, so their seat has its number.
    return name[:1].upper() if name[:1].isalnum() else ""


def _first_and_last(name: str) -> str:
    letters = [character for character in name if character.isalnum()]
    return (letters[0].upper() + letters[-1].lower()) if letters else ""
