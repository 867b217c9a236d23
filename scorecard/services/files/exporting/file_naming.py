"""The references in an export, which holds no ids of the database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from scorecard.models import Game, Group
from scorecard.services.files.format import tables


def names_of(group: Group | None, games: Iterable[Game] = ()) -> tables.Names:
    """Return how a file writes ids, None for those of another group; phones are numbered."""
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
