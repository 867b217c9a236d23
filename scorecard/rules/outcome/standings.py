"""Ranks and ties: in a game, and in a season's table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal

from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, say

DOUBT = 3
"""Multiples of sigma that are taken off a rating, so that a newcomer does not lead by luck."""


def ranks(
    totals: Mapping[str, int | None],
    best: Literal["highest", "lowest"],
    first: Collection[str] = (),
) -> dict[str, int]:
    """Return each name's rank from 1; equal totals share a rank and the next ones are skipped.

    The winners in ``first`` rank above all others; those who are out have a total of None and rank
    below all.
    """
    sign = -1 if best == "highest" else 1
    worth = {
        name: (name not in first, total is None, sign * (total or 0))
        for name, total in totals.items()
    }
    return places(worth)


def places(keys: Mapping[str, Any]) -> dict[str, int]:
    """Return each name's place from 1 by its key, the smallest first; equal keys share a place."""
    ordered = sorted(keys.values())
    return {name: ordered.index(key) + 1 for name, key in keys.items()}


def leaders(
    totals: Mapping[str, int | None], best: Literal["highest", "lowest"]
) -> tuple[str, ...]:
    """Return the names with the best total, in seating order; none if everybody is out."""
    inside = [total for total in totals.values() if total is not None]
    if not inside:
        return ()
    top = max(inside) if best == "highest" else min(inside)
    return tuple(name for name, total in totals.items() if total == top)


def of_stayers(totals: Mapping[str, int | None], latest: Collection[str]) -> dict[str, int | None]:
    """Return the totals, None for those who took no part in the ``latest`` round.

    Fewer rounds mean fewer points, so where the lowest total wins nobody may win by leaving.
    """
    return {side: total if side in latest else None for side, total in totals.items()}


TIE_BREAKS: Mapping[str, Sentence] = {
    "wins": say("more wins"),
    "seconds": say("more second places"),
    "best": say("the better best game"),
    "average": say("the better average"),
    "direct": say("direct comparison"),
    "games": say("more games"),
    "rating": say("the higher rating"),
}
"""The tie-breaks, in their usual order."""


RankedBy = Literal["points", "average"]
RANKED_BY: Mapping[RankedBy, Sentence] = {
    "points": say("all points"),
    "average": say("average per game"),
}
"""The figures that a season's table can be ranked by, before any tie-break."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a season's table is ranked; players with fewer than ``least_games`` have no rank."""

    tie_breaks: Sequence[str] = ()
    least_games: int = 1
    by: RankedBy = "points"

    def figure(self, row: TableRow) -> int | Fraction:
        """Return the figure that a row is ranked by, in parts of a point."""
        return row.per_game if self.by == "average" else row.points


@dataclass(frozen=True, slots=True)
class TableRow:
    """One player's row of a season's table, before it is ranked.

    ``points``, in parts of one, are those of the ``counted_results`` and those by hand, and
    ``all_points`` those of all games. ``mu`` and ``sigma`` are the rating and its uncertainty.
    ``ahead`` has, by opponent, the number of games in which the player finished before them.
    """

    player: int
    games: int
    counted_results: int
    wins: int
    seconds: int
    points: int
    all_points: int
    best: int
    mu: float
    sigma: float
    ahead: Mapping[int, int] = field(default_factory=dict)

    @property
    def average(self) -> Fraction:
        """Parts of a point for each game, without points by hand."""
        return Fraction(self.all_points, self.games) if self.games else Fraction(0)

    @property
    def per_game(self) -> Fraction:
        """Points for each game that counts, in parts."""
        return Fraction(self.points, self.counted_results) if self.counted_results else Fraction(0)

    @property
    def rating(self) -> float:
        """A lower bound of the player's skill: the rating less its uncertainty."""
        return self.mu - DOUBT * self.sigma


@dataclass(frozen=True, slots=True)
class Placed:
    """A row with its rank, None after too few games.

    ``decided_by`` are the tie-breaks between this row and its neighbours with the same figure.
    """

    row: TableRow
    rank: int | None
    decided_by: Sentence = NOTHING


def place(rows: Iterable[TableRow], ranking: Ranking) -> list[Placed]:
    """Return a season's table, sorted by its figure and the tie-breaks; then the unranked rows.

    Rows that stay tied share a rank, and the next ones are skipped.
    """
    rows = list(rows)
    levels, cuts = _levels([row for row in rows if row.games >= ranking.least_games], ranking)
    placed: list[Placed] = []
    for index, level in enumerate(levels):
        rank = len(placed) + 1
        deciding = cuts[max(index - 1, 0) : index + 1]
        decided = reading.in_turn(
            [TIE_BREAKS[name] for name in ranking.tie_breaks if name in deciding]
        )
        placed += [Placed(row, rank, decided) for row in level]
    below, _cuts = _levels([row for row in rows if row.games < ranking.least_games], ranking)
    return placed + [Placed(row, None) for level in below for row in level]


def _levels(rows: Sequence[TableRow], ranking: Ranking) -> tuple[list[list[TableRow]], list[str]]:
    """Return groups of tied rows, the best first, and the tie-break that ends each group.

    This is "" where the figures differ.
    """
    levels = _apart(rows, {row.player: ranking.figure(row) for row in rows})
    cuts = [""] * len(levels)
    for name in ranking.tie_breaks:
        finer: list[list[TableRow]] = []
        between: list[str] = []
        for level, cut in zip(levels, cuts, strict=True):
            parts = _apart(level, _values(level, name)) if len(level) > 1 else [level]
            finer += parts
            between += [*[name] * (len(parts) - 1), cut]
        levels, cuts = finer, between
    return levels, cuts


def _apart(rows: Sequence[TableRow], values: Mapping[int, Any]) -> list[list[TableRow]]:
    """Group rows by equal values, the largest value first."""
    ordered = sorted(rows, key=lambda row: values[row.player], reverse=True)
    return [list(level) for _value, level in groupby(ordered, key=lambda row: values[row.player])]


def _values(level: Sequence[TableRow], tie_break: str) -> Mapping[int, Any]:
    """Return the values that a tie-break compares among tied rows, by player."""
    if tie_break == "direct":
        return _direct({row.player: row for row in level})
    return {row.player: getattr(row, tie_break) for row in level}


def _direct(level: Mapping[int, TableRow]) -> Mapping[int, int]:
    """Return, by player, the direct comparisons won minus those lost."""
    found = dict.fromkeys(level, 0)
    for player, row in level.items():
        for other, ahead in row.ahead.items():
            if other in level and ahead > level[other].ahead.get(player, 0):
                found[player] += 1
                found[other] -= 1
    return found
