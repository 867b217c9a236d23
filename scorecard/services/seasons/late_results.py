"""What has happened to the games of a closed season since, which its table does not show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Player, Result, Season
from scorecard.rules import kinds
from scorecard.rules.words import Sentence, say_n
from scorecard.services.standings import game_awards, results

NAMED = 3
"""How many games are named in a line, the latest ones."""
Outcomes = dict[int, tuple[int, bool, int]]
"""Rank, whether it won, and award of each player of a game."""


@dataclass(frozen=True, slots=True)
class LateGame:
    """A game that a closed season does not show as it is now."""

    uid: str
    name: Sentence
    day: date


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about some games, and the latest of them that are still here."""

    sentence: Sentence
    games: Sequence[LateGame]


def lines(session: Session, season: Season, as_open: Season | None = None) -> list[Remark]:
    """Return what a closed season's table leaves out; [] where nothing has moved, or it is open.

    ``as_open`` is the season as it would be were it open again, if its days would be others then.
    """
    if not season.is_closed:
        return []
    now = {
        key: _outcomes(game_awards.awarded(as_open or season, rows), {})
        for key, rows in game_awards.results_by_game(session, as_open or season)
    }
    was = _stored(session, season)
    every = sorted(now.keys() | was.keys(), reverse=True)
    moved = [key for key in every if now.get(key, {}) != was.get(key, {})]
    late = [key for key in moved if key not in was]
    # A game that awards nothing by now, such as a friendly one, is still here.
    changed = [key for key in moved if key in was and key in now]
    gone = [key for key in moved if key not in now]
    told = (
        say_n("%(num)s game since does not count.", "%(num)s games since do not count.", len(late)),
        say_n(
            "%(num)s game has changed since. It counts as it was.",
            "%(num)s games have changed since. They count as they were.",
            len(changed),
        ),
        say_n(
            "%(num)s game has gone since. It still counts.",
            "%(num)s games have gone since. They still count.",
            len(gone),
        ),
    )
    keys_of = zip(told, (late, changed, gone), strict=True)
    return [Remark(sentence, _games(session, keys[:NAMED])) for sentence, keys in keys_of if keys]


def has_changed(session: Session, season: Season, game: Game) -> bool:
    """Whether a game that counts in a closed season would bring something else by now."""
    key = results.order_key(game)
    table = Result.__table__
    now = session.execute(select(table).where(table.c.game_id == game.id)).all()
    was = _stored(session, season, key).get(key, {})
    return _outcomes(game_awards.awarded(season, now), {}) != was


def _stored(session: Session, season: Season, only: str = "") -> dict[str, Outcomes]:
    """Return what a season's games have awarded, by their order keys; or ``only`` one of them."""
    own = select(Player).where(Player.group_id == season.group_id)
    # Who was merged since counts as the other one, which is no change of a game.
    one_of = {player.id: player.one.id for player in session.scalars(own)}
    stored: defaultdict[str, list[Any]] = defaultdict(list)
    wanted = select(Award.order_key, Award.player_id, Award.rank, Award.is_win, Award.points).where(
        Award.season_id == season.id
    )
    if only:
        wanted = wanted.where(Award.order_key == only)
    for row in session.execute(wanted).mappings():
        stored[row["order_key"]].append(row)
    return {key: _outcomes(rows, one_of) for key, rows in stored.items()}


def _outcomes(rows: Sequence[Mapping[str, Any]], one_of: Mapping[int, int]) -> Outcomes:
    return {
        one_of.get(row["player_id"], row["player_id"]): (row["rank"], row["is_win"], row["points"])
        for row in rows
    }


def _games(session: Session, order_keys: Sequence[str]) -> list[LateGame]:
    uids = [results.uid_in(key) for key in order_keys]
    wanted = select(Game).where(Game.uid.in_(uids), Game.deleted_at.is_(None))
    return [
        LateGame(game.uid, kinds.name_of(game.kind), results.day_of(game.started_at, game.group))
        for game in session.scalars(wanted.order_by(Game.started_at.desc()))
        if game.group
    ]
