"""A group's rating over all its games, whatever the season: kept in the results of each game.

Friendly games and guests do not count for it. A game that is friendly in some seasons only does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Group, Player, Result
from scorecard.services.standings import ratings, rerating
from scorecard.services.standings.ratings import Rating

Row = dict[str, Any]
Places = list[tuple[Any, ...]]

COLUMNS = ("mu", "sigma")
"""Of a result: the rating after its game, None where the game is not rated."""
UNRATED: Row = dict.fromkeys(COLUMNS)


def with_ratings(
    session: Session, games: Iterable[int], rows: Sequence[Mapping[str, Any]]
) -> list[Row]:
    """Return results of some games as they are to be stored, with the ratings that stay.

    Those stay where the game has the same places as are stored.
    """
    table = Result.__table__
    stored: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(select(table).where(table.c.game_id.in_(games))).mappings():
        stored[row["game_id"]].append(row)
    now: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for new in rows:
        now[new["game_id"]].append(new)
    found = []
    for game_id, of_game in now.items():
        was = stored[game_id]
        stays = _places(was) == _places(of_game)
        kept = {row["player_id"]: {name: row[name] for name in COLUMNS} for row in was if stays}
        found += [{**row, **kept.get(row["player_id"], UNRATED)} for row in of_game]
    return found


def follow(
    session: Session,
    group_id: int,
    before: Sequence[Mapping[str, Any]],
    now: Sequence[Mapping[str, Any]],
) -> None:
    """Rate a game of a group, and those after it, once its results were stored anew.

    ``before`` and ``now`` are its results, also those in another group.
    """
    was, is_now = (_places(rows, group_id) for rows in (before, now))
    if was == is_now:
        return
    group = session.get_one(Group, group_id)
    players = {player for _key, player, *_place in [*was, *is_now]}
    for key in sorted({key for key, *_place in [*was, *is_now]}):
        rerating.rerate(session, group, key, players)


def begin_anew(session: Session, group: Group) -> None:
    """Rate all games of a group again: a few at once, the others soon."""
    session.flush()
    group.unrated_from = ""
    rerating.rerate_some(session, group)


def of_player(session: Session, player: Player) -> Row | None:
    """Return a player's ``rating`` and ``doubt`` over all games, None without any."""
    found = rerating.latest(session, player.group, [player.id])
    return _row(found[player.id]) if player.id in found else None


def table(session: Session, group: Group) -> list[tuple[Player, Row]]:
    """Return everybody of a group who has a rating, the highest first, less what is doubtful."""
    players = {player.id: player for player in group.players}
    found = rerating.latest(session, group, players.keys())
    in_order = sorted(
        found.items(),
        key=lambda one: (-ratings.at_least(one[1]), players[one[0]].name.casefold()),
    )
    return [(players[player], _row(rating)) for player, rating in in_order]


def _row(rating: Rating) -> Row:
    return {"rating": round(rating.mu, 1), "doubt": round(rating.sigma, 1)}


def _places(rows: Iterable[Mapping[str, Any]], group_id: int | None = None) -> Places:
    """Return what a rating looks at in a game: of all rated results, or of those in one group.

    What a side is called does not matter, only who is on it.
    """
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
