"""Ratings, streaks, tallies and meetings over all games of a group, whatever the season.

Each result has the rating after its game, for which friendly games and guests do not count, but
games that are friendly in some seasons only do; and the streak that ends there. Tallies are a
player's sums in each card game, meetings those against each other player. So a player's page reads
a few rows, however many games there were.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    Delete,
    ScalarSelect,
    Select,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from scorecard.models import Feat, Group, Meeting, Player, Result, Tally
from scorecard.rules.outcome import feats
from scorecard.services.standings import ratings, rerating
from scorecard.services.standings.ratings import LifelongRating

Row = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]
Places = list[tuple[Any, ...]]

COLUMNS = ("mu", "sigma", "streak")
"""The columns of a result that depend on other games, too; None where not known yet."""
RATING = COLUMNS[:2]
UNSYNCHRONIZED = {"synchronize_session": False}
"""The execution option for statements on rows of which the session holds no objects."""


def with_kept(session: Session, games: Iterable[int], rows: Rows) -> list[Row]:
    """Return new results of games, with the stored values of :data:`COLUMNS` that are still right.

    Ratings are, where the game has the same places as before; streaks, where the result has the
    same order key, and was won or not as before.
    """
    stored: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.connection().execute(_STORED, {"games": [*games]}).mappings():
        stored[row["game_id"]].append(row)
    now: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for new in rows:
        now[new["game_id"]].append(new)
    found = []
    for game_id, of_game in now.items():
        was = stored[game_id]
        stays = _places(was) == _places(of_game)
        rated = {row["player_id"]: {name: row[name] for name in RATING} for row in was if stays}
        streaks = {_turn(row): row["streak"] for row in was}
        found += [
            {
                **row,
                **rated.get(row["player_id"], dict.fromkeys(RATING)),
                "streak": streaks.get(_turn(row)),
            }
            for row in of_game
        ]
    return found


_STORED = select(*Result.__table__.c).where(Result.game_id.in_(bindparam("games", expanding=True)))


def follow(session: Session, before: tuple[Rows, Rows], now: tuple[Rows, Rows]) -> None:
    """Update all sums and ratings by a game's results and feats, ``before`` and ``now``."""
    for group_id in sorted({row["group_id"] for row in [*before[0], *now[0]]}):
        _rate(session, group_id, before[0], now[0])
    tallies, meetings = _tallies(*now), _meetings(now[0])
    tallies.subtract(_tallies(*before))
    meetings.subtract(_meetings(before[0]))
    _add(session, Tally, tallies)
    _add(session, Meeting, meetings)
    _follow_streaks(session, before[0], now[0])


def begin_anew(session: Session, group: Group) -> None:
    """Count all games of a group again, and rate them: a few at once, the others soon."""
    count_anew(session, group)
    group.unrated_from = ""
    rerating.rerate_some(session, group)


def count_anew(session: Session, group: Group) -> None:
    """Add up all results of a group again, and count who won how many in a row."""
    session.flush()
    players = select(Player.id).where(Player.group_id == group.id)
    for model in (Tally, Meeting):
        own = delete(model).where(model.player_id.in_(players))
        session.execute(own, execution_options=UNSYNCHRONIZED)
    session.execute(insert(Tally).from_select([*_names(Tally)], _all_tallies(group)))
    session.execute(insert(Meeting).from_select([*_names(Meeting)], _all_meetings(group)))
    streaks = _all_streaks(group)
    session.execute(
        update(Result)
        .where(Result.game_id == streaks.c.game_id, Result.player_id == streaks.c.player_id)
        .values(streak=streaks.c.streak),
        execution_options=UNSYNCHRONIZED,
    )


def _rate(session: Session, group_id: int, before: Rows, now: Rows) -> None:
    """Rate a game of a group, and those after it, where its places have changed."""
    was, is_now = (_places(rows, group_id) for rows in (before, now))
    if was == is_now:
        return
    group = session.get_one(Group, group_id)
    players = {player for _key, player, *_place in [*was, *is_now]}
    for key in sorted({key for key, *_place in [*was, *is_now]}):
        rerating.rerate(session, group, key, players)


def of_player(session: Session, player: Player) -> LifelongRating | None:
    """Return a player's rating over all games, None without any."""
    found = rerating.latest(session, player.group, [player.id])
    return LifelongRating.of(found[player.id]) if player.id in found else None


def table(session: Session, group: Group) -> list[tuple[Player, LifelongRating]]:
    """Return everybody of a group who has a rating, the highest first, less what is doubtful."""
    players = {player.id: player for player in group.players}
    found = rerating.latest(session, group, players.keys())
    in_order = sorted(
        found.items(), key=lambda one: (-ratings.at_least(one[1]), players[one[0]].name.casefold())
    )
    return [(players[player], LifelongRating.of(rating)) for player, rating in in_order]


def _places(rows: Iterable[Mapping[str, Any]], group_id: int | None = None) -> Places:
    """Return what ratings depend on: rated results, with who is on each side, also of one group."""
    found = [
        row
        for row in rows
        if rerating.is_rated(row) and (group_id is None or row["group_id"] == group_id)
    ]
    sides: defaultdict[str, list[int]] = defaultdict(list)
    for row in found:
        sides[row["side"]].append(row["player_id"])
    return sorted(
        (row["order_key"], row["player_id"], sorted(sides[row["side"]]), row["rank"])
        for row in found
    )


def _names(model: type[Tally] | type[Meeting]) -> list[str]:
    return [column.name for column in model.__table__.columns]


def _tallies(results: Rows, reached: Rows) -> Counter[tuple[Any, ...]]:
    """Return what the results and feats of a game add to tallies: by their key and column."""
    worth_of = {row["player_id"]: row["worth"] for row in reached if row["key"] == feats.BEST_TOTAL}
    found: Counter[tuple[Any, ...]] = Counter()
    for row in results:
        key = row["player_id"], row["kind"], row["table_size"]
        worth = worth_of.get(row["player_id"])
        found[key, "games"] += 1
        found[key, "wins"] += row["is_win"]
        found[key, "places"] += row["rank"]
        found[key, "totals"] += worth is not None
        found[key, "worth"] += worth or 0
    return found


def _meetings(results: Rows) -> Counter[tuple[Any, ...]]:
    """Return what the results of a game add to meetings; partners do not meet."""
    found: Counter[tuple[Any, ...]] = Counter()
    for row in results:
        for other in results:
            if other["side"] != row["side"]:
                key = row["player_id"], other["player_id"], row["table_size"]
                found[key, "games"] += 1
                found[key, "before"] += row["rank"] < other["rank"]
                found[key, "level"] += row["rank"] == other["rank"]
    return found


def _add(
    session: Session, model: type[Tally] | type[Meeting], more: Counter[tuple[Any, ...]]
) -> None:
    """Add to the rows of players, whose group the write has locked alone."""
    added: defaultdict[tuple[Any, ...], Row] = defaultdict(dict)
    for (key, name), number in more.items():
        added[key][name] = number
    wanted = {key: row for key, row in added.items() if any(row.values())}
    if not wanted:
        return
    connection = session.connection()
    keys = [column.name for column in model.__table__.primary_key]
    among = {name: list({key[place] for key in wanted}) for place, name in enumerate(keys)}
    reading, changing, clearing = _on_rows(model)
    stored = {
        tuple(row[name] for name in keys): row
        for row in connection.execute(reading, among).mappings()
    }
    fresh, changed = [], []
    for key, row in wanted.items():
        if key in stored:
            named = {f"of_{name}": value for name, value in zip(keys, key, strict=True)}
            changed.append(named | {name: stored[key][name] + row[name] for name in row})
        else:
            fresh.append(dict(zip(keys, key, strict=True)) | row)
    if fresh:
        connection.execute(insert(model), fresh)
    if changed:
        connection.execute(changing, changed)
        if not all(row["games"] for row in changed):
            connection.execute(clearing, among)


@cache
def _on_rows(model: type[Tally] | type[Meeting]) -> tuple[Select[Any], Update, Delete]:
    """Return the statements that read, change and clear rows; to build them takes longest."""
    table = model.__table__
    among = [one.in_(bindparam(one.name, expanding=True)) for one in table.primary_key]
    own = [one == bindparam(f"of_{one.name}") for one in table.primary_key]
    without = delete(model).where(model.games == 0, *among)
    return select(*table.c).where(*among), update(model).where(*own), without


def _turn(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what a streak depends on in a result."""
    return row["player_id"], row["order_key"], bool(row["is_win"])


def _follow_streaks(session: Session, before: Rows, now: Rows) -> None:
    """Count streaks anew at the order key of a game, and at the one that it had before."""
    turns = {_turn(row) for row in before} ^ {_turn(row) for row in now}
    players = {player for player, *_turn_of in turns}
    won = {(row["player_id"], row["order_key"]): row["is_win"] for row in now}
    for key in sorted({key for _player, key, _is_win in turns}):
        _count_streaks_at(session, key, players, won)


def _count_streaks_at(
    session: Session, order_key: str, players: Collection[int], won: Mapping[tuple[int, str], bool]
) -> None:
    """Count the streaks of some players that include, or are next to, the game at an order key."""
    known, unknown = [], []
    connection = session.connection()
    for row in connection.execute(_AROUND, {"key": order_key, "players": [*players]}):
        own = won.get((row.id, order_key))
        following = row.is_win_after if own is None else own
        if row.is_win_before is not None and row.is_win_before != following:
            if row.streak_before is None:
                unknown.append({"of_player": row.id, "at": row.key_before})
        elif row.streak_before is not None:
            known.append({"of_player": row.id, "at": row.key_before, "number": None})
        if own is not None and own != row.is_win_after:
            sign = 1 if own else -1
            if own != row.is_win_before:
                known.append({"of_player": row.id, "at": order_key, "number": sign})
            elif row.streak_before is not None:
                number = row.streak_before + sign
                known.append({"of_player": row.id, "at": order_key, "number": number})
            else:
                unknown.append({"of_player": row.id, "at": order_key})
        if row.end_after is not None:
            unknown.append({"of_player": row.id, "at": row.end_after})
    if known:
        connection.execute(_NUMBER, known)
    if unknown:
        connection.execute(_COUNT, unknown)


def _next_to(column: Any, is_it: Any, order: Any, *more: Any) -> ScalarSelect[Any]:
    """Select a column of the player's result that is next to an order key."""
    own = select(column).where(Result.player_id == Player.id, is_it, *more)
    return own.order_by(order).limit(1).correlate(Player).scalar_subquery()


_BEFORE = Result.order_key < bindparam("key"), Result.order_key.desc()
_AFTER = Result.order_key > bindparam("key"), Result.order_key
_AROUND = select(
    Player.id,
    _next_to(Result.order_key, *_BEFORE).label("key_before"),
    _next_to(Result.is_win, *_BEFORE).label("is_win_before"),
    _next_to(Result.streak, *_BEFORE).label("streak_before"),
    _next_to(Result.is_win, *_AFTER).label("is_win_after"),
    _next_to(Result.order_key, *_AFTER, Result.streak.is_not(None)).label("end_after"),
).where(Player.id.in_(bindparam("players", expanding=True)))
_AT = Result.player_id == bindparam("of_player"), Result.order_key == bindparam("at")
_NUMBER = update(Result).where(*_AT).values(streak=bindparam("number"))
_OTHER, _END = aliased(Result, name="other"), aliased(Result, name="end")
_LATEST_END = (
    select(_END.order_key)
    .where(
        _END.player_id == bindparam("of_player"),
        _END.order_key < bindparam("at"),
        _END.streak.is_not(None),
    )
    .order_by(_END.order_key.desc())
    .limit(1)
    .scalar_subquery()
)
_GAMES = (
    select(func.count())
    .select_from(_OTHER)
    .where(
        _OTHER.player_id == bindparam("of_player"),
        _OTHER.order_key <= bindparam("at"),
        _OTHER.order_key > func.coalesce(_LATEST_END, ""),
    )
    .scalar_subquery()
)
_COUNT = update(Result).where(*_AT).values(streak=case((Result.is_win, _GAMES), else_=-_GAMES))
"""Set a streak to the number of games since the one before, below 0 where they were not won."""


def _all_tallies(group: Group) -> Any:
    total = and_(
        Feat.game_id == Result.game_id,
        Feat.player_id == Result.player_id,
        Feat.key == feats.BEST_TOTAL,
    )
    by = Result.player_id, Result.kind, Result.table_size
    return (
        select(
            *by,
            func.count(),
            func.sum(case((Result.is_win, 1), else_=0)),
            func.sum(Result.rank),
            func.count(Feat.worth),
            func.coalesce(func.sum(Feat.worth), 0),
        )
        .outerjoin(Feat, total)
        .where(Result.group_id == group.id)
        .group_by(*by)
    )


def _all_meetings(group: Group) -> Any:
    mine, other = aliased(Result, name="mine"), aliased(Result, name="other")
    by = mine.player_id, other.player_id, mine.table_size
    return (
        select(
            *by,
            func.count(),
            func.sum(case((mine.rank < other.rank, 1), else_=0)),
            func.sum(case((mine.rank == other.rank, 1), else_=0)),
        )
        .join(other, (other.game_id == mine.game_id) & (other.side != mine.side))
        .where(mine.group_id == group.id)
        .group_by(*by)
    )


def _all_streaks(group: Group) -> Any:
    """Select the streak of each result of a group, None within a run."""
    player, key = Result.player_id, Result.order_key
    games = func.row_number().over(partition_by=player, order_by=key)
    alike = func.row_number().over(partition_by=(player, Result.is_win), order_by=key)
    columns = Result.game_id, player, key, Result.is_win
    following = func.lead(Result.is_win).over(partition_by=player, order_by=key)
    # In a run both numbers grow by one, so that their difference stays.
    runs = (
        select(*columns, (games - alike).label("run"), following.label("following"))
        .where(Result.group_id == group.id)
        .subquery()
    )
    number = func.row_number().over(
        partition_by=(runs.c.player_id, runs.c.is_win, runs.c.run), order_by=runs.c.order_key
    )
    goes_on = runs.c.following == runs.c.is_win
    streak = case((goes_on, None), (runs.c.is_win, number), else_=-number)
    return select(runs.c.game_id, runs.c.player_id, streak.label("streak")).subquery()
