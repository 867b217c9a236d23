"""What players bring their teams where of each team only the best of an evening count.

It is kept with everybody's standing, so that the table of teams stays one read however many games
there are: a game moves that of its own evening alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Season, Standing
from scorecard.services.standings import lineups

TeamOf = Mapping[int, int]
"""The id of the team of each player who is in one, by theirs."""


def recount(session: Session, season: Season) -> None:
    """Store anew what everybody brings their team in a season that says how many best ones do."""
    if season.team_best:
        brought = _brought(session, season, _team_of(session, season))
        for standing in _standings(session, season):
            standing.for_team = brought[standing.player_id]
        session.flush()


@contextmanager
def moved(session: Session, season: Season, order_keys: Collection[str]) -> Iterator[None]:
    """Store what everybody brings their team after awards at these places were changed within."""
    team_of = _team_of(session, season) if season.team_best else {}
    if not team_of:
        yield
        return
    days = {season.day_of(key) for key in order_keys}
    more = {day: Counter(_brought(session, season, team_of, day)) for day in days}
    yield
    for day, before in more.items():
        after = _brought(session, season, team_of, day)
        for standing in _standings(session, season):
            standing.for_team += after[standing.player_id] - before[standing.player_id]
    session.flush()


def _team_of(session: Session, season: Season) -> TeamOf:
    return {
        player.id: lineup.part.id
        for lineup in lineups.of_season(session, season, lineups.TEAMS)
        for player in lineup.players
    }


def _standings(session: Session, season: Season) -> Iterator[Standing]:
    return iter(session.scalars(select(Standing).where(Standing.season_id == season.id)).all())


def _brought(
    session: Session, season: Season, team_of: TeamOf, day: date | None = None
) -> Counter[int]:
    """Return what each player brings their team, in parts of a point; on one ``day``, or in all.

    Of those who brought the same, who is longer on the roster counts.
    """
    wanted = select(Award.player_id, Award.order_key, Award.points).where(
        Award.season_id == season.id, Award.player_id.in_(team_of)
    )
    if day is not None:
        # Moments in these keys are of UTC, which may be at another day.
        around = (day - timedelta(days=1)).isoformat(), (day + timedelta(days=2)).isoformat()
        wanted = wanted.where(Award.order_key.between(*around))
    of_evening: defaultdict[tuple[date, int], Counter[int]] = defaultdict(Counter)
    for player, order_key, points in session.execute(wanted):
        played_on = season.day_of(order_key)
        if day is None or played_on == day:
            of_evening[played_on, team_of[player]][player] += points
    found: Counter[int] = Counter()
    for own in of_evening.values():
        best = sorted(own, key=lambda player: (-own[player], player))[: season.team_best]
        for player in best:
            found[player] += own[player]
    return found
