"""A season's table parted into divisions: each ranked apart, and who goes up and down from it.

Games count as without divisions: a place within a game is that among everybody who played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from sqlalchemy.orm import Session

from scorecard.models import Season
from scorecard.rules.outcome.standings import Placed, Ranking, TableRow, place
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, quoted, say, say_n
from scorecard.services.standings import lineups
from scorecard.services.standings.lines import Line

NOWHERE = 0
"""The number for players in no division; the highest division is number 1."""


@dataclass(frozen=True, slots=True)
class Divisions:
    """The names of a season's divisions in order, and the number of each player's, by their id."""

    names: Sequence[str] = ()
    number_of: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of_season(cls, session: Session, season: Season) -> Divisions:
        """Return the divisions of a season, read by one statement; merges are followed."""
        found = lineups.of_season(session, season, lineups.DIVISIONS)
        numbers = {
            player.id: number
            for number, lineup in enumerate(found, start=1)
            for player in lineup.players
        }
        return cls([lineup.part.name for lineup in found], numbers)

    def place(self, lines: Iterable[TableRow], ranking: Ranking) -> list[Placed]:
        """Return a table ranked division by division, then who is in none."""
        inside: defaultdict[int, list[TableRow]] = defaultdict(list)
        for line in lines:
            inside[self.number_of.get(line.player, NOWHERE)].append(line)
        return [
            placed
            for number in (*range(1, len(self.names) + 1), NOWHERE)
            for placed in place(inside[number], ranking)
        ]

    def number(self, player: int) -> int | None:
        """Return the number of a player's division, None in a season that has none."""
        return self.number_of.get(player, NOWHERE) if self.names else None

    def name(self, number: int | None) -> str:
        """Return the name of a division by its number."""
        return self.names[number - 1] if number else ""

    def moves(self, placed: Sequence[Placed], promoted: int) -> dict[int, str]:
        """Return which players go ``up`` or ``down``, or are ``level`` on the edge, by their ids.

        At most half of those with a place do so to either side, as many down as up.
        """
        ranked = [
            [
                one
                for one in placed
                if self.number_of.get(one.row.player) == number and one.rank is not None
            ]
            for number in range(1, len(self.names) + 1)
        ]
        moves: dict[int, str] = {}
        for upper, lower in pairwise(ranked):
            count = min(promoted, len(upper) // 2, len(lower) // 2)
            moves |= _across(lower, count, "up") | _across(upper[::-1], count, "down")
        return moves


def _across(from_edge: Sequence[Placed], count: int, to: str) -> dict[int, str]:
    """Return who moves over a division's edge, where the lines begin, and who is level there."""
    if not count:
        return {}
    staying = from_edge[count].rank
    return {
        one.row.player: "level" if one.rank == staying else to
        for number, one in enumerate(from_edge)
        if number < count or one.rank == staying == from_edge[count - 1].rank
    }


def has_any(table: Sequence[Line]) -> bool:
    """Whether the season of a table has divisions."""
    return any(row.division is not None for row in table)


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """The lines, name and moves of a division, or of the whole table where there are none."""

    name: Sentence
    rows: Sequence[Line]
    sentences: list[Sentence]


def tables(table: Sequence[Line]) -> list[DivisionTable]:
    """Return a table division by division; those in which nobody has played are left out."""
    found = []
    for number, of_division in groupby(table, key=lambda row: row.division):
        rows = list(of_division)
        name = say("In no division") if number == NOWHERE else quoted(rows[0].division_name)
        found.append(DivisionTable(name, rows, [*_in_short(rows)]))
    return found


def _in_short(rows: Sequence[Line]) -> Iterator[Sentence]:
    """Say how many of a division go up and down, and who is level on an edge."""
    moves = [row.moves for row in rows]
    if count := moves.count("up"):
        yield say_n("▲ The first goes up.", "▲ The first %(num)s go up.", count)
    if count := moves.count("down"):
        yield say_n("▼ The last goes down.", "▼ The last %(num)s go down.", count)
    yield from _level(rows)


def _level(rows: Sequence[Line]) -> Iterator[Sentence]:
    """Say who shares a place on an edge."""
    level = [row for row in rows if row.moves == "level"]
    for _rank, shared in groupby(level, key=lambda row: row.rank):
        yield say(
            "%(names)s share a place on the edge: they stay, unless a scorekeeper moves them in "
            "the next season.",
            names=reading.listed([row.name for row in shared]),
        )


def moved(table: Sequence[Line]) -> dict[str, int]:
    """Return by the uids of players how many divisions they go down from this table, below 0 up."""
    by = {"up": -1, "down": 1}
    return {row.player: by[row.moves] for row in table if row.moves in by}


def promotion(table: Sequence[Line]) -> list[Sentence]:
    """Say who goes up or down to which division, and who does not because they share a place."""
    name_of = {row.division: quoted(row.division_name) for row in table}
    said = []
    for one in tables(table):
        number = one.rows[0].division or NOWHERE
        if up := [row.name for row in one.rows if row.moves == "up"]:
            names, to = reading.listed(up), name_of[number - 1]
            said.append(
                say_n(
                    "%(names)s goes up to %(to)s.",
                    "%(names)s go up to %(to)s.",
                    len(up),
                    names=names,
                    to=to,
                )
            )
        if down := [row.name for row in one.rows if row.moves == "down"]:
            names, to = reading.listed(down), name_of[number + 1]
            said.append(
                say_n(
                    "%(names)s goes down to %(to)s.",
                    "%(names)s go down to %(to)s.",
                    len(down),
                    names=names,
                    to=to,
                )
            )
        said += _level(one.rows)
    return said
