"""What games award in a season, the ratings after them, and the standings made of both.

:func:`credit` updates the rows for one game that was changed; :func:`recount` makes all rows of a
season anew. Both lead to the same rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.models import Award, Player, Result, Season, Standing
from scorecard.services.scoring import rows
from scorecard.services.standings import duels, game_awards, rerating, team_tables
from scorecard.services.standings.ratings import NEWCOMER, Rating

FORM_GAMES = 5
"""How many of the latest games a player's form shows."""
SECOND = 2
NO_GAME = 0
NO_SIDE = ""
"""The side in an award of a game that is not stored here any more; nothing reads it."""
GAMES_AT_ONCE = 200
"""Games whose awards are held in memory while a whole season is counted."""


class Outcome(NamedTuple):
    """A player's rank in a game, whether they won it, and what it awarded, in parts of a point."""

    rank: int
    is_win: bool
    points: int


class _Sums(NamedTuple):
    games: int = 0
    wins: int = 0
    seconds: int = 0
    points: int = 0


# Built once, because they run with every game. They ask for all of its players at once, and read a
# few awards of each from an index; for a join SQLite would read all that they have in the season.
_PLAYERS: BindParameter[int] = bindparam("players", expanding=True)
_ITS = (Award.season_id == bindparam("season"), Award.player_id == Player.id)


def _of_latest(column: Any, place: int) -> ScalarSelect[Any]:
    """Select a column of a player's latest award, or of one before it."""
    own = select(column).where(*_ITS).order_by(Award.order_key.desc())
    return own.limit(1).offset(place).correlate(Player).scalar_subquery()


_FORM = select(
    Player.id,
    _of_latest(Award.mu, 0),
    _of_latest(Award.sigma, 0),
    *(_of_latest(column, at) for at in range(FORM_GAMES) for column in (Award.rank, Award.is_win)),
).where(Player.id.in_(_PLAYERS))


def _sums_of_first(order: ColumnElement[int]) -> Select[Any]:
    """Select each player's best award, and the sum of so many in an order."""
    own = select(Award.points).where(*_ITS, Award.game_id != bindparam("without"))
    best = own.order_by(Award.points.desc()).limit(1).correlate(Player).scalar_subquery()
    first = own.order_by(order).limit(bindparam("most", type_=Integer)).correlate(Player).subquery()
    summed = select(func.sum(first.c.points)).scalar_subquery()
    return select(Player.id, best, summed).where(Player.id.in_(_PLAYERS))


_BEST = _sums_of_first(Award.points.desc())
_WORST = _sums_of_first(Award.points.asc())
_AWARDED = (Award.season_id == bindparam("season"), Award.game_id == bindparam("game"))
_OF_GAME = select(*Award.__table__.c).where(*_AWARDED).order_by(Award.player_id)
_DELETION = delete(Award).where(*_AWARDED)
_STANDINGS = select(Standing).where(
    Standing.season_id == bindparam("season"), Standing.player_id.in_(_PLAYERS)
)
_RESULTS = (
    select(*Result.__table__.c)
    .where(Result.game_id == bindparam("game"), Result.group_id == bindparam("group"))
    .order_by(Result.player_id)
)


def credit(session: Session, season: Season, game_id: int) -> None:
    """Replace what a game awards in an open season by what its results say now."""
    of_game = {"game": game_id, "group": season.group_id}
    results = session.connection().execute(_RESULTS, of_game).all()
    awarded = {"season": season.id, "game": game_id}
    old = [dict(row) for row in session.connection().execute(_OF_GAME, awarded).mappings()]
    new = game_awards.awarded(season, results)
    if [_without_rating(row) for row in old] == [_without_rating(row) for row in new]:
        return
    if old and new and old[0]["order_key"] != new[0]["order_key"]:
        # The order key has changed: games after either key are rated again.
        _replace(session, season, game_id, old, [])
        old = []
    _replace(session, season, game_id, old, new)


def _replace(
    session: Session,
    season: Season,
    game_id: int,
    old: Sequence[rerating.AwardRow],
    new: Sequence[rerating.AwardRow],
) -> None:
    """Replace the ``old`` awards of a game by ``new`` ones at the same place; either may be [].

    Ratings look at places only: where all of these are the same, they stay.
    """
    with team_tables.moved(session, season, {row["order_key"] for row in [*old, *new]}):
        is_rated = [_place(row) for row in old] == [_place(row) for row in new]
        if is_rated:
            rated = {row["player_id"]: {"mu": row["mu"], "sigma": row["sigma"]} for row in old}
            new = [row | rated[row["player_id"]] for row in new]
        connection = session.connection()
        if old:
            connection.execute(_DELETION, {"season": season.id, "game": game_id})
        if new:
            connection.execute(insert(Award), new)
        players = {row["player_id"] for row in [*old, *new]}
        first = [*old, *new][0]["order_key"]
        rerated = set() if is_rated else rerating.rerate(session, season, first, players)
        _update_standings(session, season, old, new)
        rerating.rerate_standings(session, season, rerated - players)


def recount(session: Session, season: Season) -> None:
    """Make all awards, ratings and standings of a season anew from its group's results."""
    session.flush()
    session.execute(delete(Award).where(Award.season_id == season.id))
    session.execute(delete(Standing).where(Standing.season_id == season.id))
    season.unrated_from = None
    if store(session, season, counted_anew(session, season)):
        team_tables.recount(session, season)
        session.expire_all()


def store(session: Session, season: Season, games: Iterable[Sequence[rerating.AwardRow]]) -> bool:
    """Store the rated awards of games in order, and the standings; return whether there are any."""
    standings = standings_of(season, _stored(session, games))
    if standings:
        session.execute(insert(Standing), standings)
    return bool(standings)


def _stored(
    session: Session, games: Iterable[Sequence[rerating.AwardRow]]
) -> Iterator[Sequence[rerating.AwardRow]]:
    """Yield games whose awards it stores, some at a time."""
    for some in pieces.in_parts(games, GAMES_AT_ONCE):
        session.connection().execute(insert(Award), [row for game in some for row in game])
        yield from some


def counted_anew(
    session: Session, season: Season, *, is_rated: bool = True
) -> Iterator[list[rerating.AwardRow]]:
    """Yield the award rows of each game that counts in a season, in order and rated.

    They follow from the group's results alone, whatever is stored of the season. Without ratings,
    which take most of the time, these are all 0.
    """
    ratings: dict[int, Rating] = {}
    for _key, of_game in game_awards.results_by_game(session, season):
        pieces.give_way()
        game = game_awards.awarded(season, of_game)
        if is_rated:
            before = {row["player_id"]: ratings.get(row["player_id"], NEWCOMER) for row in game}
            ratings |= rerating.rate_rows(game, before)
        if game:
            yield game


def standings_of(
    season: Season, games: Iterable[Sequence[rerating.AwardRow]]
) -> list[dict[str, Any]]:
    """Return the standings that follow from the award rows of games in order, with ratings."""
    of_player: defaultdict[int, list[Outcome]] = defaultdict(list)
    ratings: dict[int, Rating] = {}
    ahead = duels.Duels.of_season(season)
    for game in games:
        ahead.add(game)
        for row in game:
            outcome = Outcome(row["rank"], row["is_win"], row["points"])
            of_player[row["player_id"]].append(outcome)
            ratings[row["player_id"]] = Rating(row["mu"], row["sigma"])
    return [
        standing(season, player, own, ratings[player]) | {"ahead": ahead.kept(player)}
        for player, own in of_player.items()
    ]


def _place(row: rerating.AwardRow) -> tuple[Any, ...]:
    """Return what a rating depends on in an award."""
    return row["order_key"], row["player_id"], row["side"], row["rank"]


def _without_rating(row: rerating.AwardRow) -> rerating.AwardRow:
    return {key: value for key, value in row.items() if key not in ("mu", "sigma")}


def _update_standings(
    session: Session,
    season: Season,
    old: Sequence[rerating.AwardRow],
    new: Sequence[rerating.AwardRow],
) -> None:
    """Update the standings of a game's players, from its ``old`` awards to its ``new`` ones."""
    before = {row["player_id"]: row for row in old}
    after = {row["player_id"]: row for row in new}
    players = before.keys() | after.keys()
    stored = session.scalars(_STANDINGS, {"season": season.id, "players": [*players]})
    standings = {standing.player_id: standing for standing in stored}
    ahead = duels.Duels.of_season(season, standings.values())
    ahead.add(old, -1)
    ahead.add(new)
    sums = {}
    for player in players:
        was = _Sums()
        if standing := standings.get(player):
            was = _Sums(standing.games, standing.wins, standing.seconds, standing.points)
        gone, come = _sums_of_award(before.get(player)), _sums_of_award(after.get(player))
        sums[player] = _Sums(*(a - b + c for a, b, c in zip(was, gone, come, strict=True)))
    changed = {}
    for player, values in _values(session, season, sums).items():
        values["ahead"] = ahead.kept(player)
        if player in standings:
            changed[standings[player]] = values
        else:
            session.add(Standing(season_id=season.id, player_id=player, **values))
    rows.update_all(session, changed)
    for player, standing in standings.items():
        if not sums[player].games:
            session.delete(standing)
    session.flush()


def _sums_of_award(row: rerating.AwardRow | None) -> _Sums:
    return _Sums(1, row["is_win"], row["rank"] == SECOND, row["points"]) if row else _Sums()


def _values(
    session: Session, season: Season, sums: Mapping[int, _Sums]
) -> dict[int, dict[str, Any]]:
    """Return the columns of standings by player, from their sums; of those who have a game."""
    points_of = {player: (own.games, own.points) for player, own in sums.items() if own.games}
    of_players = {"season": season.id, "players": [*points_of]}
    best = best_points(session, season, points_of)
    return {
        player: {
            **sums[player]._asdict(),
            **best[player],
            "form": [
                {"rank": rank, "is_win": is_win}
                for rank, is_win in zip(form[::2], form[1::2], strict=True)
                if rank is not None
            ],
            "mu": mu,
            "sigma": sigma,
        }
        for player, mu, sigma, *form in session.connection().execute(_FORM, of_players)
    }


def best_points(
    session: Session,
    season: Season,
    points_of: Mapping[int, tuple[int, int]],
    without: int = NO_GAME,
) -> dict[int, dict[str, int]]:
    """Return the ``best`` award of some players, and the sum of those that count, ``counted``.

    ``points_of`` says how many games each of them has, and the sum of what these awarded. The game
    ``without`` is left out. Only as many awards are read as a season names, whether these count or
    do not.
    """
    most = season.drop_worst if season.best_of is None else season.best_of
    values = {"season": season.id, "players": [*points_of], "without": without, "most": most}
    statement = _WORST if season.best_of is None else _BEST
    found = {}
    for player, best, summed in session.connection().execute(statement, values):
        games, points = points_of[player]
        # PostgreSQL sums whole numbers to a decimal.
        first = int(summed or 0)
        if season.best_of is not None:
            counted = first
        else:
            counted = points - first if games > season.drop_worst else best
        found[player] = {"counted": counted, "best": best}
    return found


def standing(
    season: Season, player: int, outcomes: Sequence[Any], rating: Rating
) -> dict[str, Any]:
    """Return a player's standing from the :class:`Outcome` of all their games in order."""
    points = sorted((outcome.points for outcome in outcomes), reverse=True)
    return {
        "season_id": season.id,
        "player_id": player,
        "games": len(outcomes),
        "wins": sum(outcome.is_win for outcome in outcomes),
        "seconds": sum(outcome.rank == SECOND for outcome in outcomes),
        "points": sum(points),
        "counted": sum(points[: season.counted(len(points))]),
        "best": points[0],
        "form": [
            {"rank": outcome.rank, "is_win": outcome.is_win}
            for outcome in outcomes[: -FORM_GAMES - 1 : -1]
        ],
        "mu": rating.mu,
        "sigma": rating.sigma,
    }
