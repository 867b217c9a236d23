"""Whose title it would be if games had ended otherwise: the first places of a group's seasons.

Ratings are left as they are: where one breaks a tie, it is the one that the player has now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season, Standing
from scorecard.services.standings import awards, duels, game_awards, standings
from scorecard.services.standings.lines import TOP, stored_standings
from scorecard.services.standings.ratings import NEWCOMER, Rating


class Brought(NamedTuple):
    """What a game brings a player in a season; ``points`` are in parts of a point."""

    season_id: int
    player_id: int
    points: int
    rank: int
    is_win: bool


COLUMNS = Award.season_id, Award.player_id, Award.points, Award.rank, Award.is_win
"""The columns of an award that are in :class:`Brought`."""


@dataclass(frozen=True, slots=True)
class TitleMove:
    """A season in which others would be first: the names of who is, and of who would be."""

    season: str
    name: str
    is_closed: bool
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(slots=True)
class Shift:
    """The difference between what games would bring and what they have brought.

    ``more`` counts it, below 0 where it would be less; ``ahead`` does so for who finished before
    whom, by the season's id. Its size does not grow with the games.
    """

    more: Counter[Brought] = field(default_factory=Counter)
    ahead: dict[int, duels.Duels] = field(default_factory=dict)

    def note(
        self, session: Session, seasons: Sequence[Season], games: Sequence[Sequence[Any]]
    ) -> None:
        """Add what games would bring by other results, and take away what they have brought.

        ``games`` has all the results of each, as :func:`game_awards.awarded` reads them.
        """
        for season in seasons:
            self.ahead.setdefault(season.id, duels.Duels.of_season(season))
        ids = [game[0].game_id for game in games]
        stored = session.execute(
            select(Award.game_id, *COLUMNS)
            .where(Award.game_id.in_(ids), Award.season_id.in_([season.id for season in seasons]))
            .order_by(Award.season_id, Award.game_id)
        ).all()
        was = {
            key: [Brought(*row[1:]) for row in rows]
            for key, rows in groupby(stored, key=lambda row: (row.season_id, row.game_id))
        }
        for season in seasons:
            for game in games:
                brought = was.get((season.id, game[0].game_id), [])
                if not (season.is_closed and _stands(season, game, brought)):
                    self._add(brought, -1)
                    self._add([_brought(award) for award in game_awards.awarded(season, game)], 1)

    def _add(self, game: Sequence[Brought], times: int) -> None:
        """Add what a game brings in a season, or with -1 take it away."""
        if game:
            self.more.update(dict.fromkeys(game, times))
            self.ahead[game[0].season_id].add(game, times)


def _stands(season: Season, game: Sequence[Any], brought: Sequence[Brought]) -> bool:
    """Return whether a closed season keeps what a game brought, whatever its rules had been.

    So it does where it did not count the game, and where since it was closed a player became a
    guest or was merged, or the game became friendly.
    """
    members = {row.player_id for row in game if not row.is_guest}
    is_other = members != {one.player_id for one in brought}
    return is_other or game_awards.is_friendly(season, game[0])


def _brought(award: Mapping[str, Any]) -> Brought:
    return Brought(*(award[name] for name in Brought._fields))


def moves(session: Session, seasons: Sequence[Season], shift: Shift) -> list[TitleMove]:
    """Return those of a group's seasons in which others would be first."""
    touched = {brought.season_id for brought, more in shift.more.items() if more}
    if not touched:
        return []
    now = _brought_in(session, touched)
    would_be = Counter(now)
    would_be.update(shift.more)
    found = []
    for season in seasons:
        if season.id in touched:
            ranker = standings.Ranker.of(session, season)
            stored = stored_standings(session, season)
            ratings = {row.player_id: Rating(row.mu, row.sigma) for row in stored}
            ahead = duels.Duels.of_season(season, stored)
            before = _first(session, ranker, now, ratings, ahead)
            ahead.move(shift.ahead[season.id])
            after = _first(session, ranker, would_be, ratings, ahead)
            if before != after:
                found.append(TitleMove(season.uid, season.name, season.is_closed, before, after))
    return found


def _brought_in(session: Session, seasons: Collection[int]) -> Counter[Brought]:
    """Return how often the games of some seasons brought each."""
    rows = session.execute(
        select(*COLUMNS, func.count()).where(Award.season_id.in_(seasons)).group_by(*COLUMNS)
    )
    return Counter({Brought(*row[:-1]): row[-1] for row in rows})


def _first(
    session: Session,
    ranker: standings.Ranker,
    brought: Counter[Brought],
    ratings: Mapping[int, Rating],
    ahead: duels.Duels,
) -> tuple[str, ...]:
    """Return the names of the players who lead a season in which games have brought this."""
    season = ranker.season
    of_player: defaultdict[int, Counter[Brought]] = defaultdict(Counter)
    for one, often in brought.items():
        if one.season_id == season.id and often > 0:
            of_player[one.player_id][one] = often
    rows = [
        Standing(
            **awards.standing(season, player, [*own.elements()], ratings.get(player, NEWCOMER))
        )
        for player, own in of_player.items()
    ]
    first = [
        one.row.player
        for one in ranker.place(ranker.lines(rows, ahead))
        if one.rank == 1 and ranker.divisions.number(one.row.player) in TOP
    ]
    return tuple(sorted(session.scalars(select(Player.name).where(Player.id.in_(first)))))
