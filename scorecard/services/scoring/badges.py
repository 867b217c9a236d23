"""Badges: a colour and an initial for each seat, by which players are told apart at a table.

Players of a group have those of the roster, unless somebody else at the table has the same; others
have their seat's colour, and letters of their name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import inspect, select
from sqlalchemy.orm import object_session
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.models import Game, Player
from scorecard.models.group import WITH_MERGED

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
    players = _players(game)
    colours, initials = _colours(game, players), _initials(game, players)
    return {
        seat.position: Badge(colours[seat.position], initials[seat.position]) for seat in game.seats
    }


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


def _colours(game: Game, players: Mapping[int, Player]) -> dict[int, int]:
    colours: dict[int, int] = {}
    for position, player in players.items():
        if player.colour not in colours.values():
            colours[position] = player.colour
    for seat in game.seats:
        if seat.position not in colours:
            free = [seat.position, *range(1, COLOURS + 1)]
            colours[seat.position] = next(
                (colour for colour in free if colour not in colours.values()), seat.position
            )
    return colours


def _initials(game: Game, players: Mapping[int, Player]) -> dict[int, str]:
    """Return initials by seat; where letters are not distinct, the seat's number instead."""
    names = {seat.position: seat.name for seat in game.seats}
    roster = {position: player.initial for position, player in players.items()}
    attempts: tuple[Callable[[int], str], ...] = (
        lambda seat: roster.get(seat, ""),
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
