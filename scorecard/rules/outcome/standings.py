"""Ranks and ties: in a game, and in a season's table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal

from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, say

DOUBT = 3
"""How often its doubt is taken off a rating, so that a newcomer does not lead by luck."""


def ranks(
    totals: Mapping[str, int | None],
    best: Literal["highest", "lowest"],
    first: Collection[str] = (),
) -> dict[str, int]:
    """Return each name's rank from 1; equal totals share a rank and the next ones are skipped.

    Those in ``first``, who won, stand above all others; a total of None, of somebody who is out,
    stands below all.
    """
    sign = -1 if best == "highest" else 1
    worth = {
        name: (name not in first, total is None, sign * (total or 0))
        for name, total in totals.items()
    }
    ordered = sorted(worth.values())
    return {name: ordered.index(key) + 1 for name, key in worth.items()}


def leaders(
    totals: Mapping[str, int | None], best: Literal["highest", "lowest"]
) -> tuple[str, ...]:
    """Return who has the best total, in seating order; several where they are level.

    Nobody where nobody is in the game any more.
    """
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
    "games": say("more games"),
    "rating": say("the higher rating"),
}
"""What may decide between players with equal points, in the order in which it usually does."""


RankedBy = Literal["points", "average"]
RANKED_BY: Mapping[RankedBy, Sentence] = {
    "points": say("all points"),
    "average": say("average per game"),
}
"""What a season's table is ranked by, before any tie-break."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a season's table is ranked; who has played fewer than ``least_games`` is not."""

    tie_breaks: Sequence[str] = ()
    least_games: int = 1
    by: RankedBy = "points"

    def figure(self, row: TableRow) -> int | Fraction:
        """Return what a row is ranked by, in parts of a point."""
        return row.per_game if self.by == "average" else row.points


@dataclass(frozen=True, slots=True)
class TableRow:
    """One player's row of a season's table, before it is ranked.

    ``points`` are those of the ``counted_results`` and those by hand, in parts of one, as is
    ``best``; ``all_points`` of all games. ``mu`` and ``sigma`` are the rating and its uncertainty.
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

    @property
    def average(self) -> Fraction:
        """Points a game, in parts: of all games, and none by hand."""
        return Fraction(self.all_points, self.games) if self.games else Fraction(0)

    @property
    def per_game(self) -> Fraction:
        """Points for each game that counts, in parts."""
        return Fraction(self.points, self.counted_results) if self.counted_results else Fraction(0)

    @property
    def rating(self) -> float:
        """What the player can be expected to be worth at least: the rating less its doubt."""
        return self.mu - DOUBT * self.sigma

    def broken_by(self, tie_break: str) -> Any:
        """Return what a tie-break looks at."""
        return getattr(self, tie_break)


@dataclass(frozen=True, slots=True)
class Placed:
    """A row with its rank, None where too few games were played to be ranked.

    ``decided_by`` names the tie-break that put the player before or behind one level with it.
    """

    row: TableRow
    rank: int | None
    decided_by: Sentence = NOTHING


def place(rows: Iterable[TableRow], ranking: Ranking) -> list[Placed]:
    """Return a season's table: by its figure, then by each tie-break in order; then the unranked.

    Who is level in everything shares a rank, and the next ones are skipped.
    """
    tie_breaks = ranking.tie_breaks

    def key(row: TableRow) -> tuple[Any, ...]:
        return (ranking.figure(row), *(row.broken_by(tie_break) for tie_break in tie_breaks))

    ordered = sorted(rows, key=key, reverse=True)
    ranked = [row for row in ordered if row.games >= ranking.least_games]
    sharing = [list(level) for _key, level in groupby(ranked, key=key)]
    placed: list[Placed] = []
    for index, level in enumerate(sharing):
        rank = len(placed) + 1
        others = [*sharing[max(index - 1, 0) : index], *sharing[index + 1 : index + 2]]
        deciding = {
            _deciding(level[0], other, tie_breaks)
            for other, *_level in others
            if ranking.figure(other) == ranking.figure(level[0])
        }
        decided = reading.in_turn([TIE_BREAKS[name] for name in tie_breaks if name in deciding])
        placed += [Placed(row, rank, decided) for row in level]
    return placed + [Placed(row, None) for row in ordered if row.games < ranking.least_games]


def _deciding(row: TableRow, other: TableRow, tie_breaks: Sequence[str]) -> str:
    """Return the first tie-break in which two rows of different places differ."""
    return next(name for name in tie_breaks if row.broken_by(name) != other.broken_by(name))
