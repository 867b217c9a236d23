"""What things are called in an export, which holds no ids of the database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from scorecard.models import Game, Group
from scorecard.services.files.format import tables


def names_of(group: Group | None, games: Iterable[Game] = ()) -> tables.Names:
    """Return what one file calls a group, its players, the games that the file holds, and phones.

    Whatever is of another group has no name. Phones are numbered in the order in which they are
    first named.
    """
    players = {player.id: player.uid for player in group.players} if group else {}
    uids = {game.id: game.uid for game in games}
    numbers: dict[int, int] = {}
    return {
        "group": lambda group_id: group.uid if group and group.id == group_id else None,
        "player": players.get,
        "game": uids.get,
        "phone": lambda device_id: numbers.setdefault(device_id, len(numbers) + 1),
    }


def moment(when: datetime | None) -> str | None:
    """Return a moment as a file has it."""
    return when.isoformat() if when else None
