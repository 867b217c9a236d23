"""Find the games of a group that match a search, newest first, without reading all of them.

A word is looked for among the names on the roster and those of the card games that were played.
These are few, however many games there are; so a name is written in one place, and who was renamed,
merged or forgotten is found as they are called now. What is left of every word is whose games and
which card games it means, and these are read from indexes: of a word that means few games only
these, and else the games from the newest on, until there are enough that match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, Subquery, func, or_, select, union, union_all
from sqlalchemy.orm import Session

from scorecard.models import Game, Group, Player, Result, Season, Seat
from scorecard.rules import kinds
from scorecard.services.standings import records

FEW = 1_000
"""Games of a word that are all looked up; those of one that means more are met on the way."""


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
        sat = select(Seat.id).where(Seat.game_id == Game.id, Seat.player_id.in_(self.player_ids))
        return or_(
            *([Game.kind.in_(self.kinds)] if self.kinds else []),
            *([sat.exists()] if self.player_ids else []),
        )

    def ids(self, group: Group) -> list[Select[Any]]:
        """Return the statements that select their ids, with some of them more than once."""
        sat = select(Seat.game_id.label("id")).where(Seat.player_id.in_(self.player_ids))
        of_kinds = select(Game.id).where(*_in(group), Game.kind.in_(self.kinds))
        return [sat] * bool(self.player_ids) + [of_kinds] * bool(self.kinds)


def newest(session: Session, group: Group, wanted: Wanted, most: int) -> list[int]:
    """Return the ids of the games that match, the newest first, and at most so many.

    The page that is wanted is not looked at.
    """
    meant = list(dict.fromkeys(_all_meant(session, group, wanted)))
    if Meant(()) in meant:
        return []
    few = _fewest(session, group, meant)
    statement = select(Game.id).where(*_in(group), *_conditions(group, wanted))
    statement = statement.where(*(one.includes() for one in meant if one != few))
    if few:
        ids = _distinct(few.ids(group))
        statement = statement.join(ids, ids.c.id == Game.id)
    # All of them are not deleted. That is said because PostgreSQL reads an index in its order only.
    order = (Game.deleted_at.desc(), Game.started_at.desc(), Game.id.desc())
    # These are a thousand, and no objects.
    found = session.connection().scalars(statement.order_by(*order).limit(most))
    return list(found.all())


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


def _distinct(ids: Sequence[Select[Any]]) -> Subquery:
    return (union(*ids) if len(ids) > 1 else ids[0].distinct()).subquery()


def _conditions(group: Group, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """Yield what must be true of a game beside what the words mean."""
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
