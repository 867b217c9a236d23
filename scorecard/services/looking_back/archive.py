"""Search the games of a group, without those in the bin, and return them page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Select, false, func, or_, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Player, Result, Season, Seat
from scorecard.rules import kinds, sheet
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.seasons import seasons
from scorecard.services.standings import records
from scorecard.services.standings.results import day_of

Row = dict[str, Any]

PAGE_GAMES = 50
LONGEST_TEXT = 80
MOST_PAGES = 1_000_000
STATUSES: Mapping[str, Sentence] = {
    "running": say("Still running"),
    "ended": say("Played to the end"),
    "early": say("Ended early"),
}
"""The states of a game that can be searched for, in words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games to search for; an empty field matches all.

    Every word of ``text`` must be part of a player's name or of the card game's. A ``season``
    matches all games of its card games that were played on its days.
    """

    text: str = ""
    player: Player | None = None
    kind: str = ""
    season: Season | None = None
    status: str = ""
    first: date | None = None
    last: date | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class GamesPage:
    """One page of the games that match, newest first; ``count`` is how many match in all."""

    games: list[Row]
    count: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(-(-self.count // PAGE_GAMES), 1)

    @property
    def first(self) -> int:
        """The number of the first game shown, 0 where there is none."""
        return (self.page - 1) * PAGE_GAMES + 1 if self.games else 0

    @property
    def last(self) -> int:
        """The number of the last game shown, 0 where there is none."""
        return self.first + len(self.games) - 1 if self.games else 0


def read(session: Session, group: Group, query: Mapping[str, str]) -> Wanted:
    """Return which games to search for, from a query as it was typed or chosen.

    Its keys are ``q``, ``player`` and ``season`` (uids), ``kind``, ``status``, ``year``, ``from``,
    ``to`` and ``page``; blank ones are left out. Raises :class:`BadInput` for what is not possible.
    """

    def typed(name: str) -> str:
        return " ".join(query.get(name, "").split())

    if len(typed("q")) > LONGEST_TEXT:
        raise errors.BadInput(
            say("Search for at most %(most)s characters.", most=LONGEST_TEXT),
            field="q",
        )
    player = next((one for one in group.players if one.uid == typed("player")), None)
    if typed("player") and player is None:
        raise errors.BadInput(say("There is no such player in this group."), field="player")
    season = next(
        (one for one in seasons.of_group(session, group) if one.uid == typed("season")), None
    )
    if typed("season") and season is None:
        raise errors.BadInput(say("There is no such season in this group."), field="season")
    kind = typed("kind")
    if kind and kind not in records.kinds_of(session, group):
        raise errors.BadInput(say("This group has not played such a card game."), field="kind")
    if typed("status") and typed("status") not in STATUSES:
        raise errors.BadInput(say("A game is running, ended, or ended early."), field="status")
    first, last = _read_day(typed("from"), "from"), _read_day(typed("to"), "to")
    if first and last and last < first:
        raise errors.BadInput(say("The last day comes before the first one."), field="to")
    if typed("year"):
        year = _read_number(typed("year"), date.max.year, "year", say("A year looks like 2026."))
        first = max(first or date.min, date(year, 1, 1))
        last = min(last or date.max, date(year, 12, 31))
    page = _read_number(typed("page") or "1", MOST_PAGES, "page", say("Pages count from 1."))
    return Wanted(
        typed("q"), player and player.one, kind, season, typed("status"), first, last, page
    )


def search(session: Session, group: Group, wanted: Wanted) -> GamesPage:
    """Return one page of the games that match, newest first.

    Raises :class:`BadInput` for a page that does not exist.
    """
    statement = _matching(session, group, wanted)
    count = session.scalar(statement.with_only_columns(func.count())) or 0
    page = GamesPage([], count, wanted.page)
    if wanted.page > page.pages:
        raise errors.BadInput(
            say_n(
                "There is only %(num)s page of these games.",
                "There are only %(num)s pages of these games.",
                page.pages,
            ),
            field="page",
        )
    rows = session.execute(
        statement.order_by(Game.started_at.desc(), Game.id.desc())
        .limit(PAGE_GAMES)
        .offset((wanted.page - 1) * PAGE_GAMES)
    ).all()
    return replace(page, games=_games(session, group, rows))


def _read_day(text: str, field: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise errors.BadInput(say("A day is written like 2026-03-14."), field=field) from None


def _read_number(text: str, most: int, field: str, sentence: Sentence) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    if not is_number or not 1 <= int(text) <= most:
        raise errors.BadInput(sentence, field=field)
    return int(text)


def _matching(session: Session, group: Group, wanted: Wanted) -> Select[Any]:
    statement: Select[Any] = select(
        Game.id,
        Game.uid,
        Game.kind,
        Game.started_at,
        Game.ended_at,
        Game.is_friendly,
        Game.friendly_in,
        Game.rules,
        Game.options,
    ).where(Game.group_id == group.id, Game.deleted_at.is_(None))
    words = wanted.text.casefold().split()
    played = records.kinds_of(session, group) if words else []
    for word in words:
        statement = statement.where(_names_of_match(group, played, word))
    if wanted.player:
        statement = statement.where(_with_any(_all_who_are(group, {wanted.player.id})))
    if wanted.kind:
        statement = statement.where(Game.kind == wanted.kind)
    first, last = wanted.first, wanted.last
    if season := wanted.season:
        first = max(first or date.min, season.starts_on)
        last = min(last or date.max, season.ends_on or date.max)
        if season.kinds:
            statement = statement.where(Game.kind.in_(season.kinds))
    if first and first > date.min:
        statement = statement.where(Game.started_at >= _begin_of(first, group))
    if last and last < date.max:
        statement = statement.where(Game.started_at < _begin_of(last + timedelta(days=1), group))
    early = select(Result.game_id).where(Result.game_id == Game.id, Result.is_early)
    match wanted.status:
        case "running":
            statement = statement.where(Game.ended_at.is_(None))
        case "ended":
            statement = statement.where(Game.ended_at.is_not(None), ~early.exists())
        case "early":
            statement = statement.where(Game.ended_at.is_not(None), early.exists())
    return statement


def _names_of_match(group: Group, played: Sequence[str], word: str) -> Any:
    """Return the condition that a word is part of a player's name or of the card game's."""
    named = {player.one.id for player in group.players if word in player.name.casefold()}
    of_kinds = [kind for kind in played if word in kinds.name_of(kind).casefold()]
    conditions = [Game.kind.in_(of_kinds)] if of_kinds else []
    if named:
        conditions.append(_with_any(_all_who_are(group, named)))
    return or_(*conditions) if conditions else false()


def _all_who_are(group: Group, ids: set[int]) -> list[int]:
    """Return the players with these ids and everybody who was merged into one of them."""
    return [player.id for player in group.players if player.one.id in ids]


def _with_any(player_ids: Sequence[int]) -> Any:
    return Game.id.in_(select(Seat.game_id).where(Seat.player_id.in_(player_ids)))


def _begin_of(day: date, group: Group) -> datetime:
    """Return the moment when a day begins in the group's time zone."""
    try:
        return datetime.combine(day, time(), ZoneInfo(group.time_zone)).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, time(), UTC)


def _games(session: Session, group: Group, rows: Sequence[Any]) -> list[Row]:
    """Return games as they are listed: what, when, in which state, and who came in where."""
    ids = [row.id for row in rows]
    results = _results(session, ids)
    seats = _seats(session, group, ids, results)
    early = {row.game_id for row in results.values() if row.is_early}
    money = {row.game_id for row in results.values() if row.is_money}
    friendly = {uid for row in rows for uid in row.friendly_in}
    named = seasons.names_of(session, group, list(friendly))
    return [
        {
            "game": row.uid,
            "kind": row.kind,
            "name": kinds.name_of(row.kind),
            "day": day_of(row.started_at, group).isoformat(),
            "started_at": row.started_at.isoformat(),
            "status": "running" if not row.ended_at else "early" if row.id in early else "ended",
            "is_money": row.id in money or _is_money(row),
            "is_friendly": row.is_friendly,
            "friendly_in": [season for season in named if season["id"] in row.friendly_in],
            "seats": seats[row.id],
        }
        for row in rows
    ]


def _results(session: Session, game_ids: Sequence[int]) -> dict[tuple[int, int], Any]:
    """Return the results of games by the ids of game and player."""
    rows = session.execute(
        select(
            Result.game_id,
            Result.player_id,
            Result.is_win,
            Result.is_early,
            Result.is_money,
            Result.side,
        ).where(Result.game_id.in_(game_ids))
    )
    return {(row.game_id, row.player_id): row for row in rows}


def _seats(
    session: Session,
    group: Group,
    game_ids: Sequence[int],
    results: Mapping[tuple[int, int], Any],
) -> dict[int, list[Row]]:
    """Return who sat in games and how they came out, the best first, by the game's id."""
    players = {player.id: player.one for player in group.players}
    seats: dict[int, list[Row]] = {game_id: [] for game_id in game_ids}
    for seat in session.execute(
        select(Seat.game_id, Seat.name, Seat.player_id, Seat.total, Seat.rank, Seat.is_out)
        .where(Seat.game_id.in_(game_ids))
        .order_by(Seat.game_id, Seat.rank, Seat.position)
    ):
        player = players.get(seat.player_id)
        result = results.get((seat.game_id, player.id)) if player else None
        seats[seat.game_id].append(
            {
                "player": player.uid if player else None,
                "name": player.name if player else seat.name,
                "colour": player.colour if player else None,
                "initial": player.initial if player else "",
                "rank": seat.rank,
                "total": None if seat.is_out else seat.total,
                "is_win": bool(result and result.is_win),
                "side": result.side if result else None,
            }
        )
    return seats


def _is_money(row: Any) -> bool:
    """Whether a running game is about money; for one that has ended its results say it."""
    return not row.ended_at and sheet.rules_for(row.rules, row.options).is_money
