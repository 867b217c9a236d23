"""Rate games again after an earlier one was changed: those of a season, or all of a group.

A rating depends on all games before it, so a correction in the middle changes the ratings after
everything that its players have played since. A few games are rated again at once. If there are
more, the season or group notes from which game on its ratings are out of date (``unrated_from``),
and :func:`rerate_some` rates all of them, a few games per transaction, so that other writes do not
wait long. Points and places are always up to date. Ratings of a season stand in its awards, those
of a group in its results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    bindparam,
    select,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorecard.models import Award, Group, Player, Result, Season, Standing
from scorecard.services.standings.ratings import NEWCOMER, Rating, rate

AT_ONCE = 40
"""Games that are rated in one transaction, for which other writes wait."""

# By their primary keys: by game and player SQLite would read all games of a player for each.
_UPDATES = {
    model: update(model).where(
        *(column == bindparam(f"of_{column.name}") for column in model.__table__.primary_key)
    )
    for model in (Award, Result)
}

_PLAYERS: BindParameter[int] = bindparam("players", expanding=True)

AwardRow = dict[str, Any]
Rated = Season | Group
"""A season, whose awards have ratings of their own, or a group, whose results do."""
Rows = type[Award] | type[Result]
AFTER_ALL = "~"
"""A text that sorts after every order key."""


def is_rated(result: Any) -> bool:
    """Whether a result counts for the rating over all games of its group."""
    return not result["is_friendly"] and not result["is_guest"]


def _rows_of(rated: Rated) -> Rows:
    """Return the rows that hold the ratings after each game."""
    return Award if isinstance(rated, Season) else Result


def _own(model: Rows) -> list[ColumnElement[bool]]:
    """Return the conditions for the rows that are rated."""
    of_group = [] if model is Award else [Result.group_id == bindparam("whose")]
    return [*of_group, *_of_players(model)]


def _of_players(model: Rows) -> list[ColumnElement[bool]]:
    """Return the conditions for the rated rows of players who are all in the group.

    The group is no condition: a database would read the results of all its players for each.
    """
    if model is Award:
        return [Award.season_id == bindparam("whose")]
    return [Result.is_friendly.is_(False), Result.is_guest.is_(False)]


def rate_rows(rows: Sequence[AwardRow], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Write the ratings after one game into its award rows, and return them by player."""
    sides: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        sides[row["side"]].append(row["player_id"])
    after = rate(before, sides, {row["side"]: row["rank"] for row in rows})
    for row in rows:
        row["mu"], row["sigma"] = after[row["player_id"]]
    return after


def rerate(session: Session, rated: Rated, first: str, players: set[int]) -> set[int]:
    """Rate the game ``first``, and those after it that this changes.

    ``players`` are those whose ratings before or after it may have changed. Return the ids of those
    whose ratings did. Where more than :data:`AT_ONCE` games begin with the next of these players,
    the ratings of all of them wait for :func:`rerate_some`, as do those that wait already.
    """
    # No other key comes between.
    games = [*_games(session, rated, first, f"{first} ")]
    following = _next_game(session, rated, players, first)
    earlier = rated.unrated_from
    if following is not None and (earlier is None or following < earlier):
        if _key_after(session, rated, following) is not None:
            rated.unrated_from = following
        else:
            games += _games(session, rated, following, earlier)
    if not games:
        return players
    current = _ratings_before(session, rated, players, first)
    unchanged: dict[int, Rating] = {}
    moved: list[AwardRow] = []
    for order_key, rows in games:
        is_new = rows[0]["mu"] is None
        was = {row["player_id"]: Rating(row["mu"], row["sigma"]) for row in rows}
        if not is_new and current.keys().isdisjoint(was):
            unchanged |= was
            continue
        unseen = was.keys() - current.keys() - unchanged.keys()
        before = unchanged | current | _ratings_before(session, rated, unseen, order_key)
        for player, rating in rate_rows(rows, before).items():
            current.pop(player, None)
            unchanged.pop(player, None)
            (unchanged if rating == was[player] else current)[player] = rating
        moved += [row for row in rows if (row["mu"], row["sigma"]) != was[row["player_id"]]]
    _store_ratings(session, rated, moved)
    return {row["player_id"] for row in moved} | current.keys()


def waiting(session: Session, but: Collection[Rated] = ()) -> Rated | None:
    """Return an open season or group whose ratings are out of date, but for those in ``but``."""
    season = session.scalars(
        select(Season)
        .where(
            Season.unrated_from.is_not(None),
            Season.closed_at.is_(None),
            Season.deleted_at.is_(None),
            Season.id.not_in([one.id for one in but if isinstance(one, Season)]),
        )
        .order_by(Season.id)
        .limit(1)
    ).first()
    others = Group.id.not_in([one.id for one in but if isinstance(one, Group)])
    groups = select(Group).where(Group.unrated_from.is_not(None), others).order_by(Group.id)
    return season or session.scalars(groups.limit(1)).first()


def group_of(rated: Rated) -> Group:
    """Return the group, or that of the season."""
    return rated.group if isinstance(rated, Season) else rated


def rerate_some(session: Session, rated: Rated) -> bool:
    """Rate the next games that are out of date; return whether any are left."""
    first = rated.unrated_from
    if first is None:
        return False
    stop = _key_after(session, rated, first)
    ratings: dict[int, Rating] = {}
    moved: list[AwardRow] = []
    for order_key, rows in _games(session, rated, first, stop):
        unseen = {row["player_id"] for row in rows} - ratings.keys()
        ratings |= _ratings_before(session, rated, unseen, order_key)
        was = [(row["mu"], row["sigma"]) for row in rows]
        ratings |= rate_rows(rows, ratings)
        moved += [
            row for row, old in zip(rows, was, strict=True) if old != ratings[row["player_id"]]
        ]
    _store_ratings(session, rated, moved)
    rated.unrated_from = stop
    if stop is None and isinstance(rated, Season):
        players = session.scalars(select(Standing.player_id).where(Standing.season_id == rated.id))
        rerate_standings(session, rated, players.all())
    session.flush()
    return stop is not None


def rerate_all(session: Session, rated: Rated) -> None:
    """Rate all games that are out of date, however long it takes."""
    while rerate_some(session, rated):
        pass


def rerate_standings(session: Session, season: Season, players: Collection[int]) -> None:
    """Write the ratings after their latest games into the standings of some players."""
    for player, rating in latest(session, season, players).items():
        standing = session.get(Standing, (season.id, player))
        if standing:
            standing.mu, standing.sigma = rating
    session.flush()


def latest(
    session: Session, rated: Rated, players: Collection[int], before: str = AFTER_ALL
) -> dict[int, Rating]:
    """Return the ratings of players after their latest game ``before`` a key, by id."""
    if not players:
        return {}
    values = {"whose": rated.id, "players": [*players], "key": before}
    rows = session.connection().execute(_latest(_rows_of(rated)), values)
    return {player: Rating(mu, sigma) for player, mu, sigma in rows if mu is not None}


def _ratings_before(
    session: Session, rated: Rated, players: Iterable[int], order_key: str
) -> dict[int, Rating]:
    wanted = set(players)
    newcomers = dict.fromkeys(wanted, NEWCOMER)
    return newcomers | latest(session, rated, wanted, order_key)


def _key_after(session: Session, rated: Rated, first: str) -> str | None:
    """Return the order key of the game :data:`AT_ONCE` after ``first``, None if there is none."""
    values = {"whose": rated.id, "first": first, "games": AT_ONCE}
    return session.connection().scalar(_keys_after(_rows_of(rated)), values)


def _next_game(
    session: Session, rated: Rated, players: Collection[int], order_key: str
) -> str | None:
    """Return the order key of the first game after another that any of some players was in."""
    values = {"whose": rated.id, "players": [*players], "key": order_key}
    keys = session.connection().scalars(_next_games(_rows_of(rated)), values)
    return min((key for key in keys if key is not None), default=None)


def _games(
    session: Session, rated: Rated, first: str, stop: str | None
) -> Iterator[tuple[str, list[AwardRow]]]:
    """Yield the order key and the rows of each game from ``first`` to before ``stop``, in order."""
    values = {"whose": rated.id, "first": first, "stop": AFTER_ALL if stop is None else stop}
    in_order = session.connection().execute(_games_between(_rows_of(rated)), values).mappings()
    for order_key, rows in groupby(in_order, key=lambda row: row["order_key"]):
        yield order_key, [dict(row) for row in rows]


# All of these are built once, which takes longer than to ask them.


@cache
def _latest(model: Rows) -> Select[Any]:
    def of_latest(column: InstrumentedAttribute[Any]) -> ScalarSelect[Any]:
        is_before = model.order_key < bindparam("key")
        own = _of_player(model, column, model.mu.is_not(None), is_before)
        return own.order_by(model.order_key.desc()).limit(1).scalar_subquery()

    ratings = of_latest(model.mu), of_latest(model.sigma)
    return select(Player.id, *ratings).where(Player.id.in_(_PLAYERS))


@cache
def _next_games(model: Rows) -> Select[str | None]:
    own = _of_player(model, model.order_key, model.order_key > bindparam("key"))
    following = own.order_by(model.order_key).limit(1).scalar_subquery()
    return select(following).where(Player.id.in_(_PLAYERS))


def _of_player(model: Rows, column: InstrumentedAttribute[Any], *which: Any) -> Select[Any]:
    # One read from an index for each player; for a join SQLite would read all their games.
    own = select(column).where(*_of_players(model), model.player_id == Player.id, *which)
    return own.correlate(Player)


@cache
def _keys_after(model: Rows) -> Select[str]:
    key = model.order_key
    keys = select(key).where(*_own(model), key >= bindparam("first")).distinct().order_by(key)
    return keys.offset(bindparam("games", type_=Integer)).limit(1)


@cache
def _games_between(model: Rows) -> Select[Any]:
    table = model.__table__
    key = table.c.order_key
    between = key >= bindparam("first"), key < bindparam("stop")
    return select(table).where(*_own(model), *between).order_by(key, table.c.player_id)


def _store_ratings(session: Session, rated: Rated, rows: Sequence[AwardRow]) -> None:
    if rows:
        model = _rows_of(rated)
        keys = [column.name for column in model.__table__.primary_key]
        session.connection().execute(
            _UPDATES[model],
            [
                {"mu": row["mu"], "sigma": row["sigma"]} | {f"of_{key}": row[key] for key in keys}
                for row in rows
            ],
        )
