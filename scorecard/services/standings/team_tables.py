"""The table of a season's teams, added up from the table of its players.

It is JSON-plain, and points are in parts of a point. Where only a team's best of an evening count,
every standing stores what the player brings the team, so that the table is one read however many
games there are; a game changes the sums of its own evening alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Player, Season, Standing
from scorecard.models.names import as_stored
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.scoring import badges
from scorecard.services.standings import adjusted, lineups

Row = dict[str, Any]
TeamOf = Mapping[int, int]
"""The ids of teams, by the ids of their players."""


def present(session: Session, season: Season, table: Sequence[Row]) -> list[Row]:
    """Return the table of a season's teams, [] without any; of a closed one, as it was frozen.

    ``table`` is that of its players, also those without a place, whose points are added up; where
    only a team's best of each evening count, what the others brought is left out. A team of which
    nobody has played has no place; teams that tie share one.
    """
    if season.final is not None:
        return _frozen(season.final)
    of_player: Mapping[str, Row] = {row["player"]: row for row in table}
    if season.team_best:
        of_player = _for_teams(session, season, of_player)
    rows = [_row(lineup, of_player) for lineup in lineups.of_season(session, season, lineups.TEAMS)]
    played = [row["points"] for row in rows if row["games"]]
    for row in rows:
        if row["games"]:
            row["rank"] = 1 + sum(points > row["points"] for points in played)
    return sorted(rows, key=lambda row: (row["rank"] is None, -row["points"]))


def _for_teams(session: Session, season: Season, of_player: Mapping[str, Row]) -> Mapping[str, Row]:
    """Return the lines of players with what counts for their teams: of games, and by hand."""
    kept = session.execute(
        select(Player.uid, Standing.for_team)
        .join(Standing, Standing.player_id == Player.id)
        .where(Standing.season_id == season.id)
    )
    for_team = {row.uid: row.for_team for row in kept}
    return {
        uid: row | {"points": for_team.get(uid, 0) + adjusted.points_in(row) * UNIT}
        for uid, row in of_player.items()
    }


def _row(lineup: lineups.Lineup, of_player: Mapping[str, Row]) -> Row:
    """Return a team's row before it has a place."""
    found = [(player, of_player.get(player.uid)) for player in lineup.players]
    return {
        "team": lineup.part.uid,
        "name": lineup.part.name,
        "rank": None,
        "games": sum(row["games"] for _player, row in found if row),
        "points": sum(row["points"] for _player, row in found if row),
        "players": [
            badges.who(player)
            | {"games": row["games"] if row else 0, "points": row["points"] if row else 0}
            for player, row in found
        ],
    }


def _frozen(final: Mapping[str, Any]) -> list[Row]:
    # Tables that were frozen before there were teams do not speak of any.
    return [
        team | {"players": [one | {"name": as_stored(one["name"])} for one in team["players"]]}
        for team in final.get("teams", ())
    ]


def recount(session: Session, season: Season) -> None:
    """Store anew what players bring their teams, in a season in which only a team's best count."""
    if season.team_best:
        brought = _brought(session, season, _team_of(session, season))
        for standing in _standings(session, season):
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
