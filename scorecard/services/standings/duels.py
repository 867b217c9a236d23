"""How often players finished before each other, for seasons whose ties direct comparison breaks.

Each standing stores the counts of its own player, so that a table is ranked from standings alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorecard.models import Season


@dataclass(slots=True)
class Duels:
    """In how many games each player finished before others; empty unless a tie-break asks it."""

    is_asked: bool
    ahead: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    @classmethod
    def of_season(cls, season: Season, standings: Iterable[Any] = ()) -> Duels:
        """Return the counts that standings of a season store."""
        duels = cls("direct" in season.tie_breaks)
        for standing in standings:
            if standing.ahead:
                ahead = {int(other): games for other, games in standing.ahead.items()}
                duels.ahead[standing.player_id].update(ahead)
        return duels

    def add(self, game: Iterable[Any], times: int = 1) -> None:
        """Add a game by its award rows, or with -1 take it away; partners share a rank."""
        if not self.is_asked:
            return
        ranks = [
            (row["player_id"], row["rank"])
            if isinstance(row, Mapping)
            else (row.player_id, row.rank)
            for row in game
        ]
        for player, rank in ranks:
            self.ahead[player].update({other: times for other, behind in ranks if rank < behind})

    def move(self, by: Duels) -> None:
        """Add the differences that other games would make, which may be below 0."""
        for player, ahead in by.ahead.items():
            self.ahead[player].update(ahead)

    def of(self, player: int) -> dict[int, int]:
        """Return in how many games a player finished before whom, by id."""
        if player not in self.ahead:
            return {}
        return {other: games for other, games in self.ahead[player].items() if games}

    def kept(self, player: int) -> dict[str, int]:
        """Return a player's counts as the standing stores them."""
        return {str(other): games for other, games in self.of(player).items()}
