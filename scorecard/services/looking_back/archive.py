"""Search the games of a group, without those in the bin, and return them page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import BindParameter, String, bindparam, select, type_coerce
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Result, Seat
from scorecard.models.names import as_stored
from scorecard.rules import kinds, sheet
from scorecard.rules.typed import sums
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.looking_back import matching
from scorecard.services.looking_back.matching import Wanted
from scorecard.services.scoring import badges
from scorecard.services.seasons import seasons
from scorecard.services.standings import records
from scorecard.services.standings.results import day_of

Row = dict[str, Any]

PAGE_GAMES = 50
MOST_COUNTED = 1_000
"""Games that are counted; those of pages after them only up to the next page."""
LONGEST_TEXT = 80
MOST_PAGES = 1_000_000
STATUSES: Mapping[str, Sentence] = {
    "running": say("Still running"),
    "ended": say("Played to the end"),
    "early": say("Ended early"),
}
"""The states of a game that can be searched for, in words."""

# Built once: with fifty games in each, to build them takes as long as to ask them.
_SOME: BindParameter[int] = bindparam("games", expanding=True)
_GAMES = select(
    Game.id,
    Game.uid,
    Game.kind,
    Game.started_at,
    Game.ended_at,
    Game.is_friendly,
    Game.friendly_in,
).where(Game.id.in_(_SOME))
_RESULTS = select(
    Result.game_id,
    Result.player_id,
    Result.is_win,
    Result.is_early,
    Result.is_money,
    Result.side,
).where(Result.game_id.in_(_SOME))
# Names as text, because most are on the roster and need not be read here.
_SEATS = (
    select(
        Seat.game_id,
        type_coerce(Seat.name, String),
        Seat.player_id,
        Seat.total,
        Seat.rank,
        Seat.is_out,
    )
    .where(Seat.game_id.in_(_SOME))
    .order_by(Seat.game_id, Seat.rank, Seat.position)
)


@dataclass(frozen=True, slots=True)
class GamesPage:
    """One page of the games that match, newest first.

    ``count`` is how many match; where there ``is_more``, only the first are counted, as far as the
    next page at least.
    """

    games: list[Row]
    count: int
    is_more: bool
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(-(-self.count // PAGE_GAMES), 1)

    @property
    def begin(self) -> int:
        """How many games come on the pages before."""
        return (self.page - 1) * PAGE_GAMES

    @property
    def first(self) -> int:
        """The number of the first game shown, 0 where there is none."""
        return self.begin + 1 if self.games else 0

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
            say("Search for at most %(most)s characters.", most=LONGEST_TEXT), field="q"
        )
    player = next((one for one in group.players if one.uid == typed("player")), None)
    if typed("player") and player is None:
        raise errors.BadInput(say("There is no such player in this group."), field="player")
    of_group = seasons.of_group(session, group) if typed("season") else []
    season = next((one for one in of_group if one.uid == typed("season")), None)
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
    most = max(MOST_COUNTED, (wanted.page + 1) * PAGE_GAMES)
    ids = matching.newest(session, group, wanted, most + 1)
    page = GamesPage([], min(len(ids), most), len(ids) > most, wanted.page)
    if wanted.page > page.pages:
        raise errors.BadInput(
            say_n(
                "There is only %(num)s page of these games.",
                "There are only %(num)s pages of these games.",
                page.pages,
            ),
            field="page",
        )
    return replace(page, games=_games(session, group, ids[page.begin : page.begin + PAGE_GAMES]))


def _read_day(text: str, field: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise errors.BadInput(say("A day is written like 2026-03-14."), field=field) from None


def _read_number(text: str, most: int, field: str, sentence: Sentence) -> int:
    number = sums.plain_number(text, len(str(most))) or 0
    if not 1 <= number <= most:
        raise errors.BadInput(sentence, field=field)
    return number


def _games(session: Session, group: Group, ids: Sequence[int]) -> list[Row]:
    """Return games as they are listed: what, when, in which state, and who came in where."""
    if not ids:
        return []
    found = {row.id: row for row in session.execute(_GAMES, {"games": ids})}
    rows = [found[game_id] for game_id in ids]
    # Read as plain rows, as seats are, for there may be hundreds.
    results = session.connection().execute(_RESULTS, {"games": ids}).all()
    seats = _seats(session, group, ids, results)
    early = {game for game, _player, _won, is_early, _money, _side in results if is_early}
    money = {game for game, _player, _won, _early, is_money, _side in results if is_money}
    money |= _running_for_money(session, [row.id for row in rows if not row.ended_at])
    friendly = {uid for row in rows for uid in row.friendly_in}
    named = seasons.names_of(session, group, list(friendly))
    return [
        {
            "game": row.uid,
            "kind": row.kind,
            "name": kinds.name_of(row.kind),
            "day": day_of(row.started_at, group).isoformat(),
            "started_at": row.started_at.isoformat(),
            "status": _status(row, early),
            "is_money": row.id in money,
            "is_friendly": row.is_friendly,
            "friendly_in": [season for season in named if season.id in row.friendly_in],
            "seats": seats[row.id],
        }
        for row in rows
    ]


def _status(row: Any, early: Set[int]) -> str:
    if not row.ended_at:
        return "running"
    return "early" if row.id in early else "ended"


def _running_for_money(session: Session, game_ids: Sequence[int]) -> set[int]:
    """Return which running games are about money; of ended ones the results say so."""
    if not game_ids:
        return set()
    statement = select(Game.id, Game.rules, Game.options).where(Game.id.in_(game_ids))
    return {
        game_id
        for game_id, rules, options in session.execute(statement)
        if sheet.rules_for(rules, options).is_money
    }


def _seats(
    session: Session, group: Group, game_ids: Sequence[int], results: Sequence[Any]
) -> dict[int, list[Row]]:
    """Return who sat in games and how they came out, the best first, by the game's id."""
    people: dict[int | None, tuple[int | None, Row]] = {
        player.id: (player.one.id, badges.who(player.one)) for player in group.players
    }
    outcomes = {
        (game, player): (is_win, side) for game, player, is_win, _early, _money, side in results
    }
    seats: dict[int, list[Row]] = {game_id: [] for game_id in game_ids}
    found = session.connection().execute(_SEATS, {"games": game_ids}).all()
    for game, name, player_id, total, rank, is_out in found:
        one_id, who = people.get(player_id) or (None, badges.nobody(as_stored(name)))
        is_win, side = outcomes.get((game, one_id), (False, None))
        seats[game].append(
            {
                **who,
                "rank": rank,
                "total": None if is_out else total,
                "is_win": is_win,
                "side": side,
            }
        )
    return seats
