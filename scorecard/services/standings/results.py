"""Results and feats of a group's games: rows that are updated with every change of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.live import hub
from scorecard.models import Award, Feat, Game, Group, Player, Result, Season, Seat
from scorecard.rules import Sheet, card_game, core, kinds
from scorecard.rules.outcome import feats
from scorecard.services.limits import locking
from scorecard.services.scoring import rows, sheets
from scorecard.services.standings import awards, lifelong, rerating

BATCH = 100
"""Games whose results are written by one statement."""
Rows = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""The results and the feats of one game."""
MODELS: tuple[type[Result] | type[Feat], ...] = (Result, Feat)


def settle(session: Session, game: Game, at: datetime, reading: sheets.Reading) -> None:
    """Store the results of a game as it was read, and wake its group's pages if they changed."""
    for group_id in update_stored(session, game, reading):
        touch(session, session.get_one(Group, group_id), at)


def update_stored(session: Session, game: Game, reading: sheets.Reading) -> set[int]:
    """Store what a game comes to as it was read; return the groups whose pages have changed."""
    now = rows_of(game, reading)
    before = stored_rows(session, game)
    if now == before:
        return set()
    if any(before):
        store(session, {game.id: now})
    else:
        _insert(session, now)
    groups = {row["group_id"] for row in [*before[0], *now[0]]}
    lifelong.follow(session, before, now)
    for season in open_seasons(session, groups):
        awards.credit(session, season, game.id)
    return groups


def settle_all(session: Session, group: Group, games: Iterable[Game], at: datetime) -> None:
    """Rewrite the results of several games of a group, then count its open seasons anew."""
    for batch in pieces.in_parts(games, BATCH):
        store(session, {game.id: rows_of(game) for game in batch})
    _count_anew(session, group)
    touch(session, group, at)


def reassign(
    session: Session, group: Group, seated: Iterable[Player], of: Player, to: Player, at: datetime
) -> None:
    """Make the results of some seated players count for another player, after a merge or its undo.

    They counted for the player ``of`` and count for ``to`` from now on; ``seated`` are those who
    sat in the games. The results stay the same; the open seasons are recounted.
    """
    session.flush()
    games = select(Seat.game_id).where(Seat.player_id.in_([player.id for player in seated]))
    for model in MODELS:
        values = {"player_id": to.id} | ({"is_guest": to.is_guest} if model is Result else {})
        session.execute(
            update(model).where(model.game_id.in_(games), model.player_id == of.id).values(values),
            execution_options=lifelong.UNSYNCHRONIZED,
        )
    _count_anew(session, group)
    touch(session, group, at)


def mark_guest(session: Session, player: Player) -> None:
    """Store anew whether a player's results are a guest's, and recount the open seasons."""
    session.execute(
        update(Result).where(Result.player_id == player.id).values(is_guest=player.is_guest),
        execution_options=lifelong.UNSYNCHRONIZED,
    )
    _count_anew(session, player.group)


def _count_anew(session: Session, group: Group) -> None:
    lifelong.begin_anew(session, group)
    for season in open_seasons(session, [group.id]):
        awards.recount(session, season)


def redate(session: Session, group: Group) -> None:
    """Store anew on which day each game was played, and recount the open seasons."""
    games = session.execute(
        select(Result.game_id, Game.started_at)
        .join(Game, Game.id == Result.game_id)
        .where(Result.group_id == group.id)
        .distinct()
    ).all()
    rows = [{"of_game": game, "played_on": day_of(begun, group)} for game, begun in games]
    if rows:
        statement = update(Result).where(Result.game_id == bindparam("of_game"))
        session.connection().execute(statement, rows)
    for season in open_seasons(session, [group.id]):
        awards.recount(session, season)


def touch(session: Session, group: Group, at: datetime) -> None:
    """Raise a group's version, because its pages have changed, and announce it."""
    if locking.shares(session, group):
        # The database adds, because other writes may raise the version at the same time.
        group.version, group.changed_at = Group.version + 1, at
    else:
        rows.update(session, group, version=group.version + 1, changed_at=at)
    hub.announce_group(session, group)


def rate_some(session: Session, rated: rerating.Rated, uid: str, at: datetime) -> None:
    """Rate some games that wait, locking their group first, which is woken after the last."""
    locking.lock_group(session, uid)
    if not rerating.rerate_some(session, rated):
        touch(session, rerating.group_of(rated), at)


def open_seasons(session: Session, group_ids: Iterable[int]) -> list[Season]:
    """Return the seasons of some groups that are not closed, oldest first."""
    return list(session.scalars(_OPEN, {"groups": [*group_ids]}))


_OPEN = (
    select(Season)
    .where(
        Season.group_id.in_(bindparam("groups", expanding=True)),
        Season.closed_at.is_(None),
        Season.deleted_at.is_(None),
    )
    .order_by(Season.starts_on, Season.id)
)


def rows_of(game: Game, reading: sheets.Reading | None = None) -> Rows:
    """Return a game's results and feats; none before its end, in the bin, and without a group."""
    if game.group is None or not game.is_ended or game.deleted_at:
        return [], []
    reading = reading or sheets.reading_of(game)
    sheet = reading.sheet
    if len(sheet.round_scores) == len(sheet.after_end):
        return [], []
    rules, seated = sheets.rules_of(game), seated_in(game)
    common = whose(game, kinds.book_of(rules))
    results = [common | when(game) | row for row in finishes(rules, sheet, seated)]
    reached = [
        common | {"player_id": seated[name].id, "key": key, "worth": worth, "round": number}
        for name, key, worth, number in feats.feats(rules, sheet, reading.typed)
        if name in seated
    ]
    return (
        sorted(results, key=lambda row: row["player_id"]),
        sorted(reached, key=lambda row: (row["player_id"], row["key"])),
    )


def whose(game: Game, book: str) -> dict[str, Any]:
    """Return the columns that all results and feats of a group's game have in common."""
    return {
        "game_id": game.id,
        "group_id": game.group_id,
        "order_key": order_key(game),
        "kind": book,
    }


def when(game: Game) -> dict[str, Any]:
    """Return the columns of a result about the evening and the table of its game."""
    assert game.group, "only groups keep results"
    return {
        "played_on": day_of(game.started_at, game.group),
        "is_friendly": game.is_friendly,
        "friendly_in": game.friendly_in,
        "table_size": len(game.seats),
    }


def seated_in(game: Game) -> dict[str, Player]:
    """Return the players whom a game counts for, merges followed, by their names at the table."""
    # One statement loads the whole roster; each seat would load its own player.
    roster = game.group.players if game.group else []
    seats = game.seats if roster else []
    return {seat.name: seat.player.one for seat in seats if seat.player}


def finishes(
    rules: card_game.GameRules[Any], sheet: Sheet, seated: Mapping[str, Player]
) -> Iterator[dict[str, Any]]:
    """Yield what a sheet says of each player's result; ``seated`` maps names to players."""
    sign = feats.sign_of(rules.best)
    side_of = core.side_of(sheet.sides)
    for name, player in seated.items():
        side = side_of[name]
        standing = standing_of(sheet, side)
        yield {
            "player_id": player.id,
            "is_guest": player.is_guest,
            "is_money": rules.is_money,
            "is_early": sheet.is_early,
            "side": side,
            "rank": standing.rank,
            "is_win": is_win(standing, is_money=rules.is_money),
            "total": standing.total,
            "worth": sheet.own_points[side] * sign,
        }


def stored_rows(session: Session, game: Game) -> Rows:
    """Return a game's stored results and feats, without the columns that depend on other games."""
    of_game = {"game": game.id}
    return (
        _dicts(session, _RESULTS, of_game, "player_id"),
        _dicts(session, _FEATS, of_game, "player_id", "key"),
    )


_RESULTS = select(
    *(column for column in Result.__table__.c if column.name not in lifelong.COLUMNS)
).where(Result.game_id == bindparam("game"))
_FEATS = select(*Feat.__table__.c).where(Feat.game_id == bindparam("game"))


def link(session: Session, game: Game) -> None:
    """Link a game with the awards for it in seasons of its group, and unlink all others.

    After a move, a closed season of the group that it left keeps its awards without the game. They
    name the day that it had when the season was closed.
    """
    session.flush()
    of_group = select(Season.id).where(Season.group_id == game.group_id)
    is_its = Award.order_key.endswith(f"/{game.uid}", autoescape=True)
    here = (is_its, Award.season_id.in_(of_group))
    for statement in (
        update(Award).where(Award.game_id == game.id).values(game_id=None),
        update(Award).where(*here).values(game_id=game.id),
    ):
        session.execute(statement, execution_options=lifelong.UNSYNCHRONIZED)


def order_key(game: Game) -> str:
    """Return the key by which games are sorted in the order they were begun."""
    return order_key_of(game.started_at, game.uid)


def order_key_of(begun_at: datetime, uid: str) -> str:
    """Return the order key of a game with this uid that was begun at this moment."""
    return f"{begun_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}/{uid}"


def uid_in(order_key: str) -> str:
    """Return the uid of a game, from its order key."""
    return order_key.partition("/")[2]


def day_of(moment: datetime, group: Group | None) -> date:
    """Return the day of a moment where a group lives; without one, where the server stands."""
    return moment.astimezone(ZoneInfo(group.time_zone) if group else None).date()


def standing_of(sheet: Sheet, side: str) -> SimpleNamespace:
    """Return how a side stands by a sheet, under the names that a seat stores it by."""
    return SimpleNamespace(**sheets.standing(sheet, side))


def is_win(seat: Seat | Row[Any] | SimpleNamespace, *, is_money: bool) -> bool:
    """Whether a seat won; money games have no winners, but somebody takes the most home."""
    if is_money:
        return seat.rank == 1 and not seat.is_out and seat.total > 0
    return bool(seat.is_winner)


def store(session: Session, rows_of_games: Mapping[int, Rows]) -> None:
    """Write the results and feats of some games in place of those that are stored."""
    session.flush()
    results, reached = (
        [row for of_game in rows_of_games.values() for row in of_game[place]] for place in (0, 1)
    )
    if results:
        results = lifelong.with_kept(session, rows_of_games, results)
    for deletion in _DELETIONS:
        session.connection().execute(deletion, {"games": [*rows_of_games]})
    _insert(session, (results, reached))


def _insert(session: Session, rows: Rows) -> None:
    """Write results and feats of games of which none are stored."""
    for model, new in zip(MODELS, rows, strict=True):
        if new:
            session.connection().execute(insert(model), new)


_DELETIONS = [
    delete(model).where(model.game_id.in_(bindparam("games", expanding=True))) for model in MODELS
]


def _dicts(
    session: Session, statement: Any, values: Mapping[str, Any], *order: str
) -> list[dict[str, Any]]:
    rows = [dict(row) for row in session.connection().execute(statement, values).mappings()]
    return sorted(rows, key=lambda row: [row[name] for name in order])
