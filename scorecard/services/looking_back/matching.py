"""Find the games of a group that match a search, newest first, without reading all of them.

A word is looked up among the names on the roster and those of the card games that were played,
which are few. So players who were renamed, merged or forgotten are found by their present name.
Each word comes to mean the games of some players and card games, which are read from indexes. Where
one word means few games, only these are read; else games from the newest on, until enough match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, or_, select, union, union_all
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Player, Result, Season, Seat
from scorecard.rules import kinds
from scorecard.services.standings import records

FEW = 1_000
"""The most games that are all read because a word means them."""


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
class Meant:
    """The games in which any of some players sat, and those of some card games."""

    player_ids: tuple[int, ...]
    kinds: tuple[str, ...] = ()

    def includes(self) -> ColumnElement[bool]:
        """Return the condition that a game is one of them."""
        conditions: list[ColumnElement[bool]] = []
        if self.kinds:
            conditions.append(Game.kind.in_(self.kinds))
        if self.player_ids:
            seats = select(Seat.id).where(Seat.player_id.in_(self.player_ids))
            conditions.append(seats.where(Seat.game_id == Game.id).exists())
        return or_(*conditions)

    def ids(self, group: Group) -> list[Select[Any]]:
        """Return the statements that select their ids; together they may have one twice."""
        found: list[Select[Any]] = []
        if self.player_ids:
            seats = select(Seat.game_id.label("id"))
            found.append(seats.where(Seat.player_id.in_(self.player_ids)))
        if self.kinds:
            found.append(select(Game.id).where(*_in(group), Game.kind.in_(self.kinds)))
        return found


def newest(session: Session, group: Group, wanted: Wanted, most: int) -> list[int]:
    """Return the ids of the games that match, whatever page is wanted, the newest first."""
    meant = list(dict.fromkeys(_all_meant(session, group, wanted)))
    if Meant(()) in meant:
        return []
    few = _fewest(session, group, meant)
    statement = select(Game.id).where(*_in(group), *_conditions(group, wanted))
    statement = statement.where(*(one.includes() for one in meant if one != few))
    if few:
        found = few.ids(group)
        ids = (union(*found) if len(found) > 1 else found[0].distinct()).subquery()
        statement = statement.join(ids, ids.c.id == Game.id)
    # deleted_at, None in all, is there because PostgreSQL reads an index only in its own order.
    order = (Game.deleted_at.desc(), Game.started_at.desc(), Game.id.desc())
    # Read as plain rows, for there may be a thousand.
    return [*session.connection().scalars(statement.order_by(*order).limit(most)).all()]


def _in(group: Group) -> tuple[ColumnElement[bool], ...]:
    return Game.group_id == group.id, Game.deleted_at.is_(None)


def _all_meant(session: Session, group: Group, wanted: Wanted) -> Iterator[Meant]:
    """Yield what each word means, and the player who was chosen."""
    words = wanted.text.casefold().split()
    played = records.kinds_of(session, group) if words else []
    for word in words:
        named = {player.one.id for player in group.players if word in player.name.casefold()}
        yield Meant(
            _all_who_are(group, named),
            tuple(kind for kind in played if word in kinds.name_of(kind).casefold()),
        )
    if wanted.player:
        yield Meant(_all_who_are(group, {wanted.player.id}))


def _all_who_are(group: Group, ids: set[int]) -> tuple[int, ...]:
    """Return the players with these ids and everybody who was merged into one of them."""
    return tuple(sorted(player.id for player in group.players if player.one.id in ids))


def _fewest(session: Session, group: Group, meant: Sequence[Meant]) -> Meant | None:
    """Return which of them means the fewest games, None if all of them mean many."""
    if not meant:
        return None
    some = [union_all(*one.ids(group)).limit(FEW + 1).subquery() for one in meant]
    counts = session.execute(
        select(*(select(func.count()).select_from(one).scalar_subquery() for one in some))
    ).one()
    least, place = min((count, place) for place, count in enumerate(counts))
    return meant[place] if least <= FEW else None


def _conditions(group: Group, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for a game besides those of the words."""
    if wanted.kind:
        yield Game.kind == wanted.kind
    first, last = wanted.first, wanted.last
    if season := wanted.season:
        first = max(first or date.min, season.starts_on)
        last = min(last or date.max, season.ends_on or date.max)
        if season.kinds:
            yield Game.kind.in_(season.kinds)
    if first and first > date.min:
        yield Game.started_at >= _begin_of(first, group)
    if last and last < date.max:
        yield Game.started_at < _begin_of(last + timedelta(days=1), group)
    early = select(Result.game_id).where(Result.game_id == Game.id, Result.is_early).exists()
    match wanted.status:
        case "running":
            yield Game.ended_at.is_(None)
        case "ended":
            yield Game.ended_at.is_not(None)
            yield ~early
        case "early":
            yield Game.ended_at.is_not(None)
            yield early


def _begin_of(day: date, group: Group) -> datetime:
    """Return the moment when a day begins in the group's time zone."""
    try:
        return datetime.combine(day, time(), ZoneInfo(group.time_zone)).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, time(), UTC)
