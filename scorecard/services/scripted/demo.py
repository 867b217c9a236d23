"""The demo: a whole evening of a card game, played by four invented people.

It is a game record that goes through the same services as every game, in a database in memory.
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
    """The table after a step of the evening, and who has counted in it."""

    view: tables.View
    counted: tuple[str, ...] = ()


@cache
def record() -> dict[str, Any]:
    """Return the evening's record; ``at_once`` says for each round how many count in one step."""
    text = Path(__file__).with_name("demo.json").read_text(encoding="utf-8")
    evening: dict[str, Any] = json.loads(text)
    return evening


def play(session: Session) -> Iterator[Step]:
    """Play the evening in an empty database; yield the table as it begins and after each step."""
    evening_record = record()
    evening = _Evening(session, evening_record)
    yield evening.step()
    for number, (round_, size) in enumerate(
        zip(evening_record["rounds"], evening_record["at_once"], strict=True), 1
    ):
        entries = round_["entries"]
        names = list(entries)
        for first in range(0, len(names), size):
            counted = {name: entries[name] for name in names[first : first + size]}
            yield evening.count(number, counted)
    yield evening.end()


class _Evening:
    """The game, and a clock that goes on with every write."""

    def __init__(self, session: Session, evening_record: dict[str, Any]) -> None:
        self.session = session
        self.at = BEGINNING
        self.keeper = access.new_device(session, self.at)
        write = changes.Write(self.keeper, self.at)
        self.game: Game = games.start(
            session,
            write,
            evening_record["game"],
            evening_record["players"],
            evening_record["options"],
        )
        self.game.uid = UID
        session.flush()

    def step(self, *counted: str) -> Step:
        return Step(tables.view(self.session, self.game), counted)

    def write(self) -> changes.Write:
        self.at += timedelta(minutes=1)
        return changes.Write(self.keeper, self.at, self.game.version)

    def count(self, number: int, entries: dict[str, Any]) -> Step:
        by_seat = {
            seat.position: entries[seat.name] for seat in self.game.seats if seat.name in entries
        }
        rounds.enter(self.session, self.game, self.write(), number, by_seat)
        return self.step(*entries)

    def end(self) -> Step:
        games.finish(self.session, self.game, self.write())
        return self.step()
