"""The table of a season's teams, added up from the table of its players.

Points are in parts of a point. Where only a team's best of an evening count,
every standing stores what the player brings the team, so that the table is one read however many
games there are; a game changes the sums of its own evening alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from typing import Annotated, Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Award, Player, Season, Standing
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.scoring import badges
from scorecard.services.standings import lineups
from scorecard.services.standings.lines import Line, named, stored_standings

TeamOf = Mapping[int, int]
"""The ids of teams, by the ids of their players."""


@answers.answer
class TeamPlayerAnswer(answers.OfPlayer):
    """Somebody in a team, and what they bring it; 55,440 of `points` are a point."""

    games: int
    points: int


@answers.answer
class TeamStandingAnswer:
    """One line of the table of a season's teams; 55,440 of `points` are a point."""

    team: Annotated[str, says("The team's id.")]
    name: str
    rank: Annotated[int | None, says("Null while nobody of the team has played.")]
    games: Annotated[int, says("Those of its players, added up.")]
    points: Annotated[int, says("Those of its players, added up.")]
    players: Annotated[list[TeamPlayerAnswer], says("By name.")]

    @property
    def figure(self) -> int:
        """What the line is ranked by, in parts of a point."""
        return self.points


def present(session: Session, season: Season, table: Sequence[Line]) -> list[TeamStandingAnswer]:
    """Return the table of a season's teams, [] without any; of a closed one, as it was frozen.

    ``table`` is that of its players, also those without a place, whose points are added up; where
    only a team's best of each evening count, what the others brought is left out. A team of which
    nobody has played has no place; teams that tie share one.
    """
    if season.final is not None:
        return _frozen(season.final)
    games = {line.player: line.games for line in table}
    points = {line.player: line.points for line in table}
    if season.team_best:
        points = _for_teams(session, season, table)
    rows = [
        _row(lineup, games, points) for lineup in lineups.of_season(session, season, lineups.TEAMS)
    ]
    played = [row.points for row in rows if row.games]
    ranked = [
        replace(row, rank=1 + sum(points > row.points for points in played)) if row.games else row
        for row in rows
    ]
    return sorted(ranked, key=lambda row: (row.rank is None, -row.points))


def _for_teams(session: Session, season: Season, table: Sequence[Line]) -> dict[str, int]:
    """Return what counts of players for their teams: of games, and by hand."""
    kept = session.execute(
        select(Player.uid, Standing.for_team)
        .join(Standing, Standing.player_id == Player.id)
        .where(Standing.season_id == season.id)
    )
    for_team = {row.uid: row.for_team for row in kept}
    return {line.player: for_team.get(line.player, 0) + line.by_hand * UNIT for line in table}


def _row(
    lineup: lineups.Lineup, games: Mapping[str, int], points: Mapping[str, int]
) -> TeamStandingAnswer:
    """Return a team's row before it has a place."""
    players = [
        TeamPlayerAnswer(
            **badges.who(player), games=games.get(player.uid, 0), points=points.get(player.uid, 0)
        )
        for player in lineup.players
    ]
    return TeamStandingAnswer(
        team=lineup.part.uid,
        name=lineup.part.name,
        rank=None,
        games=sum(one.games for one in players),
        points=sum(one.points for one in players),
        players=players,
    )


def _frozen(final: Mapping[str, Any]) -> list[TeamStandingAnswer]:
    # Seasons that were closed by earlier releases have no teams.
    teams = answers.stored(TeamStandingAnswer, final.get("teams", ()))
    return [replace(team, players=list(map(named, team.players))) for team in teams]


def recount(session: Session, season: Season) -> None:
    """Store anew what players bring their teams, in a season in which only a team's best count."""
    if season.team_best:
        brought = _brought(session, season, _team_of(session, season))
        for standing in stored_standings(session, season):
            standing.for_team = brought[standing.player_id]
        session.flush()


@contextmanager
def moved(session: Session, season: Season, order_keys: Collection[str]) -> Iterator[None]:
    """Store what players bring their teams, once the block has changed awards at these keys."""
    team_of = _team_of(session, season) if season.team_best else {}
    if not team_of:
        yield
        return
    days = {season.day_of(key) for key in order_keys}
    more = {day: Counter(_brought(session, season, team_of, day)) for day in days}
    yield
    for day, before in more.items():
        after = _brought(session, season, team_of, day)
        for standing in stored_standings(session, season):
            standing.for_team += after[standing.player_id] - before[standing.player_id]
    session.flush()


def _team_of(session: Session, season: Season) -> TeamOf:
    return {
        player.id: lineup.part.id
        for lineup in lineups.of_season(session, season, lineups.TEAMS)
        for player in lineup.players
    }


def _brought(
    session: Session, season: Season, team_of: TeamOf, day: date | None = None
) -> Counter[int]:
    """Return what each player brings their team, in parts of a point; on one ``day``, or in all.

    Of players who brought the same, the one who is longer on the roster counts.
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
