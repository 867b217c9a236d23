"""How a season went: everybody's points and place after each of its latest days with games."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Season
from scorecard.rules.outcome import weights
from scorecard.rules.words import Sentence
from scorecard.services.standings import adjusted, awards, duels, rerating, standings
from scorecard.services.standings.lines import TableLine, stored_standings
from scorecard.services.standings.ratings import NEWCOMER

MOST_DAYS = 60
"""How many of the latest days with games are shown."""
MOST_LINES = 12
"""How many players have a line: as many as there are colours."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Players' points and places after each day: ``points`` and ``positions`` have a row for each.

    ``weights`` say how often each day counts: see ``rules/outcome/weights.py``.
    Points are in parts (:data:`scorecard.rules.outcome.awards.UNIT`), or an average per game where
    the season is ranked by that. None stands where a player had no points, or no place, yet.
    ``players`` are the first rows of the present table; ``left_out`` is how many more rows it has.
    """

    days: list[date]
    players: list[TableLine]
    points: list[list[int | None]]
    positions: list[list[int | None]]
    left_out: int
    weights: list[int]

    @property
    def signs(self) -> list[Sentence]:
        """How often each day counts: "× 2"; nothing where that is once."""
        return [weights.sign(weight) for weight in self.weights]


@dataclass(slots=True)
class _Tally:
    """One player's standing up to some game, with the columns of a stored one.

    ``few`` are as many results as a season names, lowest first: the best of them where only these
    count, the worst where these do not.
    """

    season: Season
    player_id: int
    games: int = 0
    wins: int = 0
    seconds: int = 0
    points: int = 0
    best: int | None = None
    few: list[int] = field(default_factory=list)
    mu: float = NEWCOMER.mu
    sigma: float = NEWCOMER.sigma

    def add(self, award: Any) -> None:
        """Add a game."""
        self.games += 1
        self.wins += award.is_win
        self.seconds += award.rank == awards.SECOND
        self.points += award.points
        self.best = award.points if self.best is None else max(self.best, award.points)
        self.mu, self.sigma = award.mu, award.sigma
        insort(self.few, award.points)
        if self.season.best_of is not None:
            del self.few[: -self.season.best_of]
        else:
            del self.few[self.season.drop_worst :]

    @property
    def counted(self) -> int:
        """The sum of the results that count."""
        if self.season.best_of:
            return sum(self.few)
        dropped = self.few[: self.games - self.season.counted(self.games)]
        return self.points - sum(dropped)


def chart(session: Session, season: Season) -> Chart:
    """Return a season's course; points by hand count on the next day with games, or the last."""
    table = standings.present(session, season)
    shown = table[:MOST_LINES]
    start = _start(session, season)
    if start is None:
        return Chart([], [], [], [], 0, [])
    ids = standings.ids_of(session, shown)
    since = _since(session, season, start)
    tallies, ahead = _before(session, season, start, since)
    ranker = standings.Ranker.of(session, season)
    last_day = season.day_of(since[-1].order_key)
    days: list[date] = []
    points: list[list[int | None]] = []
    positions: list[list[int | None]] = []
    for day, played in groupby(since, key=lambda award: season.day_of(award.order_key)):
        for game in _games(played):
            ahead.add(game)
            for award in game:
                tally = tallies.setdefault(award.player_id, _Tally(season, award.player_id))
                tally.add(award)
        given = adjusted.until(ranker.by_hand, None if day == last_day else day)
        lines = replace(ranker, by_hand=given).lines([*tallies.values()], ahead)
        ranks = {one.row.player: one.rank for one in ranker.place(lines)}
        of_player = {line.player: round(season.ranking.figure(line)) for line in lines}
        days.append(day)
        points.append([of_player.get(ids[row.player]) for row in shown])
        positions.append([ranks.get(ids[row.player]) for row in shown])
    often = [season.weight_on(day) for day in days]
    return Chart(days, shown, points, positions, len(table) - len(shown), often)


def _start(session: Session, season: Season) -> str | None:
    """Return the order key of midnight before the days that are shown; None without any games."""
    latest = select(func.max(Award.order_key)).where(Award.season_id == season.id)
    key, start = session.scalar(latest), None
    for _day_number in range(MOST_DAYS):
        if key is None:
            break
        midnight = datetime.combine(season.day_of(key), time(), ZoneInfo(season.group.time_zone))
        start = f"{midnight.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}"
        key = session.scalar(latest.where(Award.order_key < start))
    return start


def _before(
    session: Session, season: Season, start: str, since: Sequence[Any]
) -> tuple[dict[int, _Tally], duels.Duels]:
    """Return everybody's sums before the days that are shown: the stored ones less those days."""
    later_of: defaultdict[int, list[Any]] = defaultdict(list)
    for award in since:
        later_of[award.player_id].append(award)
    standing_rows = stored_standings(session, season)
    ahead = duels.Duels.of_season(season, standing_rows)
    for game in _games(since):
        ahead.add(game, -1)
    ratings = rerating.latest(session, season, [row.player_id for row in standing_rows], start)
    tallies = {}
    for standing in standing_rows:
        later = later_of[standing.player_id]
        if standing.games == len(later):
            continue
        rating = ratings.get(standing.player_id, NEWCOMER)
        best, few = _best_and_few(session, season, standing.player_id, start)
        tallies[standing.player_id] = _Tally(
            season,
            standing.player_id,
            games=standing.games - len(later),
            wins=standing.wins - sum(award.is_win for award in later),
            seconds=standing.seconds - sum(award.rank == awards.SECOND for award in later),
            points=standing.points - sum(award.points for award in later),
            best=best,
            few=few,
            mu=rating.mu,
            sigma=rating.sigma,
        )
    return tallies, ahead


def _best_and_few(
    session: Session, season: Season, player: int, start: str
) -> tuple[int | None, list[int]]:
    """Return a player's best result before the days that are shown, and the tally's ``few``."""
    earlier = select(Award.points).where(
        Award.season_id == season.id, Award.player_id == player, Award.order_key < start
    )
    best_first = earlier.order_by(Award.points.desc())
    few = (
        best_first.limit(season.best_of)
        if season.best_of
        else earlier.order_by(Award.points).limit(season.drop_worst)
    )
    return session.scalar(best_first.limit(1)), sorted(session.scalars(few))


def _games(awards_in_order: Iterable[Any]) -> Iterator[list[Any]]:
    for _key, game in groupby(awards_in_order, key=lambda award: award.order_key):
        yield list(game)


def _since(session: Session, season: Season, start: str) -> Sequence[Any]:
    is_shown = Award.season_id == season.id, Award.order_key >= start
    return session.execute(select(Award.__table__).where(*is_shown).order_by(Award.order_key)).all()
