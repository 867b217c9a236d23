"""What things are called in an export, which holds no ids of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorecard.models import Group
from scorecard.services.files.format import file_format


class Phones:
    """The phones of a file, numbered in the order in which they are first named."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def number(self, device_id: int) -> int:
        """Return a device's number in the file."""
        return self.numbers.setdefault(device_id, len(self.numbers) + 1)


@dataclass(frozen=True, slots=True)
class Naming:
    """What players, games and phones are called in one file.

    ``players`` are the uids of the group's players by their ids, ``games`` those of the games that
    the file holds.
    """

    group: Group | None
    players: Mapping[int, str]
    games: Mapping[int, str] = field(default_factory=dict)
    phones: Phones = field(default_factory=Phones)

    def player(self, player_id: int | None) -> str | None:
        """Return the uid of a player, None for nobody and for players of other groups."""
        return self.players.get(player_id) if player_id is not None else None

    def fact(self, fact: str, value: Any) -> Any:
        """Return a fact's value in the history as a file has it."""
        noun = fact.split("/", 1)[0]
        if noun == "group":
            is_here = self.group is not None and value == self.group.id
            return self.group.uid if is_here and self.group else None
        if value is None:
            return None
        if noun == "entry":
            data, at = value["data"], value["at"]
            return {"data": data, "phone": self.phones.number(value["device"]), "at": at}
        if noun == "seat" and "player_id" in value:
            rest = {name: value[name] for name in value if name != "player_id"}
            return rest | {"player": self.player(value["player_id"])}
        return value


def moment(when: datetime | None) -> str | None:
    """Return a moment as a file has it."""
    return when.isoformat() if when else None


def arrival(change: Any) -> file_format.Document:
    """Return when and how a change came in, and when it was made, as a file has it."""
    return {
        "at": moment(change.at),
        "source": change.source,
        "made_at": moment(change.made_at),
    }
