"""The demo: a whole evening of Brownie Points, played by four people who were made up.

It goes through the same services as every game, in a database that nobody keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Game
from scorecard.services import access, games, rounds, tables
from scorecard.services.changes import Write
from scorecard.services.tables import View

UID = "demo"
"""What the game is called, so that it is the same in every process."""
RULES = "brownie_points"
TARGET = 5_000
"""Points; lower than anybody plays to, for an evening of four rounds."""
PLAYERS = ("Ada", "Bob", "Cleo", "Dan")
BEGINNING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)

CARDS = (*map(str, range(1, 11)), "game_changer", "dog_house", "nope")
HOLDS_SQUIRTS = ("Ada", "Bob", "Bob", "Dan")
ROUNDS = (
    {
        "Bob": ("1 4 2 4 2 2 2 2 3 1 1 1 2", "0 0 0 0 1 2 1 0 0 0 0 0 0"),
        "Ada": ("2 2 4 1 2 4 2 2 2 2 0 4 0", "1 0 0 0 0 0 0 0 0 1 0 0 0"),
        "Dan": ("3 2 2 1 2 0 2 3 0 1 0 0 0", "0 0 0 0 0 0 0 0 0 0 0 0 0"),
        "Cleo": ("0 0 0 2 0 0 1 1 3 2 0 0 1", "1 0 0 0 1 0 0 0 0 1 0 0 0"),
    },
    {
        "Dan": ("1 1 1 0 1 2 2 3 0 2 0 0 1", "0 0 0 0 1 0 1 0 0 0 0 0 0"),
        "Cleo": ("1 3 3 1 5 2 1 1 1 2 1 0 1", "0 0 0 0 0 0 0 0 0 0 0 0 0"),
        "Ada": ("0 2 2 2 1 3 2 2 2 1 0 2 1", "0 1 0 0 0 0 0 0 0 1 0 0 0"),
        "Bob": ("5 1 2 5 0 1 2 2 4 2 0 2 0", "1 0 0 0 0 0 0 0 1 0 0 1 0"),
    },
    {
        "Ada": ("2 1 1 2 2 4 3 2 0 2 0 1 1", "0 0 0 0 0 0 0 0 0 0 0 0 0"),
        "Bob": ("1 0 1 1 0 0 0 0 1 2 0 0 0", "0 0 0 1 0 0 0 0 0 0 0 0 0"),
        "Cleo": ("2 5 4 2 4 4 1 2 1 3 0 3 1", "1 0 1 0 0 0 0 0 1 0 0 0 0"),
        "Dan": ("2 2 1 1 1 0 4 2 4 1 1 1 0", "0 0 0 1 1 0 0 2 1 0 0 0 1"),
    },
    {
        "Bob": ("3 2 2 2 0 3 1 3 3 2 1 1 2", "0 1 0 0 1 1 1 0 0 1 0 0 0"),
        "Dan": ("4 2 2 1 1 3 3 3 3 2 0 2 0", "1 0 0 0 1 0 0 0 0 0 0 0 0"),
        "Ada": ("0 1 0 1 2 0 1 2 0 1 0 1 1", "0 0 0 0 0 0 0 0 1 0 0 0 0"),
        "Cleo": ("0 2 4 4 3 1 2 0 1 2 0 1 0", "0 0 0 0 0 0 0 0 0 0 0 0 0"),
    },
)
"""What each counts, in the order in which they do: of every card the number in pile and in hand."""
AT_ONCE = (1, 2, 2, 2)
"""How many count in one step, by round: the first round is shown slowly."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after something was done, and who has just counted."""

    view: View
    counted: tuple[str, ...] = ()


def play(session: Session) -> Iterator[Step]:
    """Play the evening in an empty database; yield the table as it begins and after each step."""
    evening = _Evening(session)
    yield evening.look()
    for number, entries in enumerate(ROUNDS, start=1):
        names, size = tuple(entries), AT_ONCE[number - 1]
        for first in range(0, len(names), size):
            yield evening.count(number, names[first : first + size])
    yield evening.end()


class _Evening:
    """The game, and a clock that moves with every write."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at = BEGINNING
        self.keeper = access.new_device(session, self.at)
        self.game: Game = games.start(
            session, Write(self.keeper, self.at), RULES, PLAYERS, {"target": TARGET}
        )
        self.game.uid = UID
        session.flush()

    def look(self, *counted: str) -> Step:
        return Step(tables.look(self.session, self.game), counted)

    def write(self) -> Write:
        self.at += timedelta(minutes=1)
        return Write(self.keeper, self.at, self.game.version)

    def count(self, number: int, names: tuple[str, ...]) -> Step:
        entries = {PLAYERS.index(name) + 1: _entry(number, name) for name in names}
        rounds.enter(self.session, self.game, self.write(), number, entries)
        return self.look(*names)

    def end(self) -> Step:
        games.finish(self.session, self.game, self.write())
        return self.look()


def _entry(number: int, name: str) -> dict[str, Any]:
    pile, hand = ROUNDS[number - 1][name]
    squirts = {"squirts": 1} if HOLDS_SQUIRTS[number - 1] == name else {}
    return {"pile": _cards(pile), "hand": _cards(hand), **squirts}


def _cards(counts: str) -> dict[str, int]:
    numbers = map(int, counts.split())
    return {card: number for card, number in zip(CARDS, numbers, strict=True) if number}
