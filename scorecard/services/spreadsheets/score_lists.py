"""Scores as CSV, for spreadsheets: one line per score, UTF-8 with a byte order mark.

Moments are those of the group's time zone, UTC outside of groups. Games in the bin are left out.
What a total starts with, a head start or that of somebody who came late, is a line of round 0: so
the points of a player add up to the total.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.database import pieces
from scorecard.models import Award, Game, Player, Round, Score, Season, Seat
from scorecard.rules import core
from scorecard.services.scoring import sheets
from scorecard.services.spreadsheets import csv_files
from scorecard.services.standings import results

COLUMNS = (
    "group",
    "game_id",
    "card_game",
    "started",
    "ended",
    "status",
    "round",
    "seat",
    "player",
    "points",
    "final_total",
    "rank",
    "win",
    "partners",
    "season",
)
START = 0
"""The round before the first."""
AT_ONCE = 200
"""Games whose scores are asked for at once."""


def of_games(
    session: Session,
    games: Iterable[Game],
    only: Player | None = None,
    separator: csv_files.Separator = "comma",
) -> str:
    """Return the scores of games, or ``only`` one player's, as CSV, in the games' order."""
    ids = [game.id for game in games]
    return csv_files.write(COLUMNS, _rows(session, ids, only), separator)


def _rows(session: Session, ids: Sequence[int], only: Player | None) -> Iterator[Sequence[Any]]:
    players: dict[int, dict[int, Player]] = {}
    for some in pieces.in_parts(ids, AT_ONCE):
        games = session.scalars(
            select(Game)
            .where(Game.id.in_(some), Game.deleted_at.is_(None))
            .order_by(Game.started_at, Game.id)
            .options(selectinload(Game.seats))
        ).all()
        scores, seasons = _scores(session, some), _seasons(session, some)
        for game in games:
            if game.group and game.group_id not in players:
                players[game.group.id] = {row.id: row.one for row in game.group.players}
            player_of = players.get(game.group_id or 0, {})
            yield from _rows_of(game, scores[game.id], player_of, only, seasons[game.id])


def _seasons(session: Session, ids: Sequence[int]) -> defaultdict[int, list[str]]:
    """Return by game the names of the seasons of its group in which it counts."""
    counted = session.execute(
        select(Game.id, Season.name)
        .select_from(Award)
        .join(Season, Season.id == Award.season_id)
        .join(Game, Game.id == Award.game_id)
        .where(
            Award.game_id.in_(ids),
            Season.group_id == Game.group_id,
            Season.deleted_at.is_(None),
        )
        .group_by(Game.id, Season.id)
        .order_by(Season.starts_on, Season.id)
    )
    seasons: defaultdict[int, list[str]] = defaultdict(list)
    for game, name in counted:
        seasons[game].append(name)
    return seasons


def _scores(session: Session, ids: Sequence[int]) -> defaultdict[int, list[Any]]:
    """Return the scores of games by round, as rows: a group may have a hundred thousand."""
    scores: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.execute(
        select(Round.game_id, Round.number, Score.points)
        .add_columns(Seat.position, Seat.name, Seat.total, Seat.is_out)
        .add_columns(Seat.rank, Seat.is_winner)
        .join(Score, Score.round_id == Round.id)
        .join(Seat, Seat.id == Score.seat_id)
        .where(Round.game_id.in_(ids))
        .order_by(Round.game_id, Round.number, Seat.position)
    ):
        scores[row.game_id].append(row)
    return scores


def _rows_of(
    game: Game,
    scores: Iterable[Any],
    player_of: Mapping[int, Player],
    only: Player | None,
    seasons: list[str],
) -> Iterator[Sequence[Any]]:
    zone: tzinfo = ZoneInfo(game.group.time_zone) if game.group else UTC
    rules, fold = sheets.rules_of(game), sheets.some_fold(game)
    about = (
        game.group.name if game.group else "",
        game.uid,
        rules.name,
        _local(game.started_at, zone),
        _local(game.ended_at, zone),
        core.stands(cast(core.Status, game.status), has_end=fold.has_end).replace("_", " "),
    )
    players = {seat.name: player_of.get(seat.player_id or 0) for seat in game.seats}
    names = {name: player.name if player else name for name, player in players.items()}
    together = {name: side for side in fold.setup.sides.values() for name in side}
    lines: list[tuple[int, int, Any]]
    lines = [(START, seat.start, seat) for seat in game.seats if seat.start]
    lines += [(row.number, row.points, row) for row in scores]
    for number, points, seat in lines:
        if only is None or players[seat.name] is only:
            yield (
                *about,
                number,
                seat.position,
                names[seat.name],
                points,
                None if seat.is_out else seat.total,
                seat.rank,
                results.is_win(seat, is_money=rules.is_money) if game.is_ended else None,
                [names[partner] for partner in together[seat.name] if partner != seat.name],
                seasons,
            )


def _local(moment: datetime | None, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}" if moment else ""
