"""Whose title it would be if games had ended otherwise: the first places of a group's seasons.

Ratings are left as they are: where one breaks a tie, it is the one that the player has now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season, Standing
from scorecard.rules.outcome.standings import TableRow, place
from scorecard.services.standings import adjusted, awards
from scorecard.services.standings.ratings import NEWCOMER, Rating


class Brought(NamedTuple):
    """What a game brings a player in a season: ids of these, parts of points, and the place."""

    season: int
    player: int
    points: int
    rank: int
    is_win: bool


COLUMNS = Award.season_id, Award.player_id, Award.points, Award.rank, Award.is_win
"""Of :class:`Brought`."""


@dataclass(frozen=True, slots=True)
class Move:
    """A season in which others would be first: its uid and name, who is first, and who would be."""

    season: str
    name: str
    is_closed: bool
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(slots=True)
class Shift:
    """How often games would bring something more often than they did; below 0 less often.

    It stays small however many games there are.
    """

    more: Counter[Brought] = field(default_factory=Counter)

    def note(
        self, session: Session, seasons: Sequence[Season], games: Sequence[Sequence[Any]]
    ) -> None:
        """Note what some games would bring by these results of theirs, and no more what they do.

        Of each game these are all results, as :func:`awards.awarded` reads them.
        """
        ids = [game[0].game_id for game in games]
        stored = session.execute(
            select(Award.game_id, *COLUMNS).where(
                Award.game_id.in_(ids), Award.season_id.in_([season.id for season in seasons])
            )
        ).all()
        counted = {(row.season_id, row.game_id) for row in stored}
        stands = {
            (season.id, game[0].game_id)
            for season in seasons
            for game in games
            # What became friendly since a season was closed counts there as it did.
            if season.is_closed and awards.is_friendly(season, game[0])
        }
        self.more.subtract(
            Brought(*row[1:]) for row in stored if (row.season_id, row.game_id) not in stands
        )
        self.more.update(
            Brought(season.id, *(award[name] for name in ("player_id", "points", "rank", "is_win")))
            for game in games
            for season in seasons
            # What a closed season did not count, it would not have counted.
            if not season.is_closed or (season.id, game[0].game_id) in counted
            for award in awards.awarded(season, game)
        )


def moves(session: Session, seasons: Sequence[Season], shift: Shift) -> list[Move]:
    """Return those of a group's seasons in which others would be first."""
    touched = {brought.season for brought, more in shift.more.items() if more}
    if not touched:
        return []
    now = _brought_in(session, touched)
    would_be = Counter(now)
    would_be.update(shift.more)
    ratings = _ratings_in(session, touched)
    found = []
    for season in seasons:
        if season.id in touched:
            by_hand = adjusted.of_season(session, season)
            before, after = (
                _first(session, season, all_, ratings, by_hand) for all_ in (now, would_be)
            )
            if before != after:
                found.append(Move(season.uid, season.name, season.is_closed, before, after))
    return found


def _brought_in(session: Session, seasons: Collection[int]) -> Counter[Brought]:
    """Return how often games of some seasons brought what."""
    rows = session.execute(
        select(*COLUMNS, func.count()).where(Award.season_id.in_(seasons)).group_by(*COLUMNS)
    )
    return Counter({Brought(*row[:-1]): row[-1] for row in rows})


def _ratings_in(session: Session, seasons: Collection[int]) -> dict[tuple[int, int], Rating]:
    """Return the ratings of players by the season's and the player's id."""
    columns = Standing.season_id, Standing.player_id, Standing.mu, Standing.sigma
    rows = session.execute(select(*columns).where(Standing.season_id.in_(seasons)))
    return {(row.season_id, row.player_id): Rating(row.mu, row.sigma) for row in rows}


def _first(
    session: Session,
    season: Season,
    brought: Counter[Brought],
    ratings: Mapping[tuple[int, int], Rating],
    by_hand: adjusted.ByPlayer,
) -> tuple[str, ...]:
    """Return the names of who is first in a season, in which games have brought all this."""
    of_player: defaultdict[int, Counter[Brought]] = defaultdict(Counter)
    for one, often in brought.items():
        if one.season == season.id and often > 0:
            of_player[one.player][one] = often
    rows = [
        adjusted.added(
            by_hand, _row(player, own, season, ratings.get((season.id, player), NEWCOMER))
        )
        for player, own in of_player.items()
    ]
    placed = place(rows, season.ranking)
    first = [one.row.player for one in placed if one.rank == 1]
    return tuple(sorted(session.scalars(select(Player.name).where(Player.id.in_(first)))))


def _row(player: int, own: Counter[Brought], season: Season, rating: Rating) -> TableRow:
    points = sorted((one.points for one in own.elements()), reverse=True)
    return TableRow(
        player=player,
        games=own.total(),
        counted_results=season.counted(own.total()),
        wins=sum(one.is_win for one in own.elements()),
        seconds=sum(one.rank == awards.SECOND for one in own.elements()),
        points=sum(points[: season.counted(len(points))]),
        all_points=sum(points),
        best=points[0],
        mu=rating.mu,
        sigma=rating.sigma,
    )
