"""Rate the games of a season again after an earlier game was changed.

A rating depends on all games before it, so a correction in the middle changes all later ratings.
The next few games are rated again at once. If there are more, the season notes from which game on
its ratings are out of date (``unrated_from``), and :func:`rerate_some` rates them, a few games per
transaction, so that other writes do not wait long. Points and places are always up to date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ScalarSelect, bindparam, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorecard.models import Award, Player, Season, Standing
from scorecard.services.standings.ratings import NEWCOMER, Rating, rate

AT_ONCE = 40
"""Games that are rated in one transaction, for which other writes wait."""

AwardRow = dict[str, Any]


def rate_rows(rows: Sequence[AwardRow], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Write the ratings after one game into its award rows, and return them by player."""
    sides: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        sides[row["side"]].append(row["player_id"])
    after = rate(before, sides, {row["side"]: row["rank"] for row in rows})
    for row in rows:
        row["mu"], row["sigma"] = after[row["player_id"]]
    return after


def rerate(session: Session, season: Season, first: str, players: set[int]) -> set[int]:
    """Rate the games from ``first`` on again if a rating before them has changed.

    Return the ids of the players whose ratings changed. At most :data:`AT_ONCE` games are rated;
    later ones, and those that were out of date already, are left to :func:`rerate_some`.
    """
    stop = _key_after(session, season, first, AT_ONCE)
    if season.unrated_from is not None:
        stop = min(stop or season.unrated_from, season.unrated_from)
    current = _ratings_before(session, season, players, first)
    unchanged: dict[int, Rating] = {}
    moved: list[AwardRow] = []
    for order_key, rows in _games(session, season, first, stop):
        if current.keys().isdisjoint(row["player_id"] for row in rows):
            unchanged |= {row["player_id"]: Rating(row["mu"], row["sigma"]) for row in rows}
            continue
        unseen = {row["player_id"] for row in rows} - current.keys() - unchanged.keys()
        before = unchanged | current | _ratings_before(session, season, unseen, order_key)
        was = {row["player_id"]: Rating(row["mu"], row["sigma"]) for row in rows}
        for player, rating in rate_rows(rows, before).items():
            current.pop(player, None)
            unchanged.pop(player, None)
            (unchanged if rating == was[player] else current)[player] = rating
        moved += [row for row in rows if (row["mu"], row["sigma"]) != was[row["player_id"]]]
    _store_ratings(session, season, moved)
    if current and stop is not None:
        season.unrated_from = stop
    return {row["player_id"] for row in moved} | current.keys()


def waiting(session: Session) -> Season | None:
    """Return an open season with ratings that are out of date, None where there is none."""
    return session.scalars(
        select(Season)
        .where(
            Season.unrated_from.is_not(None),
            Season.closed_at.is_(None),
            Season.deleted_at.is_(None),
        )
        .order_by(Season.id)
        .limit(1)
    ).first()


def rerate_some(session: Session, season: Season) -> bool:
    """Rate the next games of a season that are out of date; return whether any are left."""
    first = season.unrated_from
    if first is None:
        return False
    stop = _key_after(session, season, first, AT_ONCE)
    ratings: dict[int, Rating] = {}
    rated: list[AwardRow] = []
    for order_key, rows in _games(session, season, first, stop):
        unseen = {row["player_id"] for row in rows} - ratings.keys()
        ratings |= _ratings_before(session, season, unseen, order_key)
        ratings |= rate_rows(rows, ratings)
        rated += rows
    _store_ratings(session, season, rated)
    season.unrated_from = stop
    if stop is None:
        players = session.scalars(select(Standing.player_id).where(Standing.season_id == season.id))
        rerate_standings(session, season, players.all())
    session.flush()
    return stop is not None


def rerate_all(session: Session, season: Season) -> None:
    """Rate all games of a season that are out of date, however long it takes."""
    while rerate_some(session, season):
        pass


def ratings_before(
    session: Session, season: Season, players: Collection[int], order_key: str
) -> dict[int, Rating]:
    """Return the ratings of some players before a game of the season, by id.

    Players who have played no game before it are left out.
    """
    return _latest(session, season, players, Award.order_key < order_key)


def rerate_standings(session: Session, season: Season, players: Collection[int]) -> None:
    """Write the ratings after their latest games into the standings of some players."""
    for player, rating in _latest(session, season, players).items():
        standing = session.get(Standing, (season.id, player))
        if standing:
            standing.mu, standing.sigma = rating
    session.flush()


def _latest(
    session: Session, season: Season, players: Collection[int], *conditions: Any
) -> dict[int, Rating]:
    """Return the ratings of some players after their latest game that meets the conditions."""
    if not players:
        return {}

    def latest(column: InstrumentedAttribute[float]) -> ScalarSelect[float]:
        # One read from an index for each player; for a join SQLite would read all their games.
        return (
            select(column)
            .where(Award.season_id == season.id, Award.player_id == Player.id, *conditions)
            .order_by(Award.order_key.desc())
            .limit(1)
            .correlate(Player)
            .scalar_subquery()
        )

    rows = session.execute(
        select(Player.id, latest(Award.mu), latest(Award.sigma)).where(Player.id.in_(players))
    )
    return {player: Rating(mu, sigma) for player, mu, sigma in rows if mu is not None}


def _ratings_before(
    session: Session, season: Season, players: Iterable[int], order_key: str
) -> dict[int, Rating]:
    wanted = set(players)
    newcomers = dict.fromkeys(wanted, NEWCOMER)
    return newcomers | ratings_before(session, season, wanted, order_key)


def _key_after(session: Session, season: Season, first: str, games: int) -> str | None:
    """Return the order key of the game that is so many after ``first``, None if there is none."""
    return session.scalar(
        select(Award.order_key)
        .where(Award.season_id == season.id, Award.order_key >= first)
        .distinct()
        .order_by(Award.order_key)
        .offset(games)
        .limit(1)
    )


def _games(
    session: Session, season: Season, first: str, stop: str | None
) -> Iterator[tuple[str, list[AwardRow]]]:
    """Yield the award rows of each game from ``first``, always included, to before ``stop``."""
    table = Award.__table__
    statement = select(table).where(table.c.season_id == season.id, table.c.order_key >= first)
    if stop is not None:
        statement = statement.where(or_(table.c.order_key < stop, table.c.order_key == first))
    in_order = session.execute(statement.order_by(table.c.order_key, table.c.player_id))
    for order_key, rows in groupby(in_order.mappings(), key=lambda row: row["order_key"]):
        yield order_key, [dict(row) for row in rows]


def _store_ratings(session: Session, season: Season, rows: Sequence[AwardRow]) -> None:
    if not rows:
        return
    session.connection().execute(
        update(Award).where(
            Award.season_id == bindparam("of_season"),
            Award.game_id == bindparam("of_game"),
            Award.player_id == bindparam("of_player"),
        ),
        [
            {
                "of_season": season.id,
                "of_game": row["game_id"],
                "of_player": row["player_id"],
                "mu": row["mu"],
                "sigma": row["sigma"],
            }
            for row in rows
        ],
    )
