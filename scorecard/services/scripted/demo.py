"""The demo: a whole evening of a card game, played by four people who were made up.

It is a game record, and goes through the same services as every game, in a database that nobody
keeps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Game
from scorecard.services.groups import access
from scorecard.services.history import changes
from scorecard.services.table import games, rounds, tables

UID = "demo"
"""What the game is called, so that it is the same in every process."""
BEGINNING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Step:
    """The table after something was done, and who has just counted."""

    view: tables.View
    counted: tuple[str, ...] = ()


@cache
def record() -> dict[str, Any]:
    """Return the evening's record; ``at_once`` says how many count in one step of each round."""
    text = Path(__file__).with_name("demo.json").read_text(encoding="utf-8")
    evening: dict[str, Any] = json.loads(text)
    return evening


def play(session: Session) -> Iterator[Step]:
    """Play the evening in an empty database; yield the table as it begins and after each step."""
    told = record()
    evening = _Evening(session, told)
    yield evening.look()
    for number, (round_, size) in enumerate(zip(told["rounds"], told["at_once"], strict=True), 1):
        entries = round_["entries"]
        names = list(entries)
        for first in range(0, len(names), size):
            now = {name: entries[name] for name in names[first : first + size]}
            yield evening.count(number, now)
    yield evening.end()


class _Evening:
    """The game, and a clock that moves with every write."""

    def __init__(self, session: Session, told: dict[str, Any]) -> None:
        self.session = session
        self.at = BEGINNING
        self.keeper = access.new_device(session, self.at)
        write = changes.Write(self.keeper, self.at)
        self.game: Game = games.start(
            session, write, told["game"], told["players"], told["options"]
        )
        self.game.uid = UID
        session.flush()

    def look(self, *counted: str) -> Step:
        return Step(tables.view(self.session, self.game), counted)

    def write(self) -> changes.Write:
        self.at += timedelta(minutes=1)
        return changes.Write(self.keeper, self.at, self.game.version)

    def count(self, number: int, entries: dict[str, Any]) -> Step:
        by_seat = {
            seat.position: entries[seat.name] for seat in self.game.seats if seat.name in entries
        }
        rounds.enter(self.session, self.game, self.write(), number, by_seat)
        return self.look(*entries)

    def end(self) -> Step:
        games.finish(self.session, self.game, self.write())
        return self.look()
