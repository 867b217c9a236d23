"""On which day a game of a group was played, and whether it counts in seasons.

A game of an earlier day comes after those that the group has of that day already, so that a pile of
sheets stays in the order in which it is entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Season
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.seasons import seasons
from scorecard.services.standings import results

EARLIEST = date(1900, 1, 1)
BEGIN = datetime(1900, 1, 1, tzinfo=UTC)
"""The earliest moment that a file can hold."""
FACTS = ("started_at", "is_friendly", "friendly_in")
"""The facts of a game that :func:`change` changes."""
STEP = timedelta(seconds=1)
"""What lies between two games of a day that were typed in later, one after the other."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The ``day`` of a game, None for today; friendly in all seasons, or ``friendly_in`` some."""

    day: date | None = None
    is_friendly: bool = False
    friendly_in: tuple[str, ...] = ()


NOW = Occasion()


def begin(session: Session, group: Group | None, at: datetime, occasion: Occasion) -> datetime:
    """Return the moment at which a game that is started now counts as begun."""
    day = occasion.day
    if group is None and occasion != NOW:
        raise _no_group()
    if group is None or day is None:
        return at
    _refuse_day(group, day, at)
    if day == results.day_of(at, group):
        return at
    first, last = _bounds(group, day)
    latest = session.scalar(
        select(func.max(Game.started_at, type_=Game.started_at.type)).where(
            Game.group_id == group.id, Game.started_at >= first, Game.started_at <= last
        )
    )
    moment = _on(group, day, at)
    return min(max(moment, latest + STEP), last) if latest else moment


def again(session: Session, game: Game) -> Occasion:
    """Return the occasion of a rematch: as friendly as the game before, but of today."""
    if game.group is None:
        return NOW
    still_open = (
        season.uid for season in seasons.of_group(session, game.group) if not season.is_closed
    )
    uids = tuple(uid for uid in still_open if uid in game.friendly_in)
    return Occasion(is_friendly=game.is_friendly, friendly_in=uids)


def choices(
    session: Session, group: Group, kind: str, today: date, chosen: Sequence[str] = ()
) -> list[Season]:
    """Return the open seasons in which a game may be friendly alone, if there are several."""
    found = [
        season
        for season in seasons.of_group(session, group)
        if not season.is_closed
        and season.starts_on <= today
        and (not season.kinds or kind in season.kinds)
    ]
    is_chosen = any(season.uid in chosen for season in found)
    return found if len(found) > 1 or is_chosen else []


def checked(
    session: Session, group: Group | None, uids: Sequence[str], known: Sequence[str] = ()
) -> list[str]:
    """Return the uids of seasons, each once; refuse a uid that no season of the group has.

    Uids that the game has already are ``known``, and may be of deleted seasons. Those of closed
    seasons are neither added nor removed.
    """
    wanted, was = set(uids), set(known)
    of_group = seasons.of_group(session, group) if group and wanted | was else []
    here = {season.uid: season for season in of_group}
    if wanted - here.keys() - was:
        raise errors.BadInput(say("There is no such season in this group."), field="friendly_in")
    for uid in sorted((wanted ^ was) & here.keys()):
        seasons.refuse_closed(here[uid])
    return sorted(wanted)


def change(
    session: Session,
    game: Game,
    write: changes.Write,
    *,
    day: date | None = None,
    is_friendly: bool | None = None,
    friendly_in: Sequence[str] | None = None,
) -> None:
    """Change a game's day, and in which seasons it counts, also after its end.

    What is None stays as it is. The game keeps its time of day. Seasons that are not closed count
    it anew.
    """
    if game.group is None:
        raise _no_group()
    changes.refuse_stale(session, game, write, FACTS)
    before = results.day_of(game.started_at, game.group)
    about: dict[str, Any] = {}
    with changes.record(session, game, write, "occasion", about):
        if day is not None and day != before:
            _refuse_day(game.group, day, write.at)
            about["days"] = [before.isoformat(), day.isoformat()]
            game.started_at = _on(game.group, day, game.started_at)
        if is_friendly is not None and is_friendly != game.is_friendly:
            about["is_friendly"] = game.is_friendly = is_friendly
        if friendly_in is not None:
            now = checked(session, game.group, friendly_in, game.friendly_in)
            if now != game.friendly_in:
                about.update(_moved(session, game, now))
                game.friendly_in = now


def _moved(session: Session, game: Game, now: Sequence[str]) -> dict[str, list[str]]:
    """Return the names of the seasons in which a game becomes friendly, and counts again."""

    def names(uids: set[str]) -> list[str]:
        return [season.name for season in seasons.names_of(session, game.group, list(uids))]

    was = set(game.friendly_in)
    return {"friendly_in": names(set(now) - was), "counts_in": names(was - set(now))}


def _refuse_day(group: Group, day: date, at: datetime) -> None:
    if day > results.day_of(at, group):
        raise errors.BadInput(say("That day is still to come."), field="day")
    if day < EARLIEST:
        raise errors.BadInput(say("The first possible day is %(day)s.", day=EARLIEST), field="day")


def _no_group() -> errors.BadInput:
    return errors.BadInput(
        say("Only a group’s game can be of another day, or friendly."), field="day"
    )


def _on(group: Group, day: date, moment: datetime) -> datetime:
    """Return the moment on a day that has the time of day of another one, in the group's zone."""
    first, last = _bounds(group, day)
    clock = moment.astimezone(ZoneInfo(group.time_zone)).time()
    wanted = datetime.combine(day, clock, ZoneInfo(group.time_zone)).astimezone(UTC)
    # Where clocks are put forward, it may not be a time of that day at all.
    return min(max(wanted, first), last)


def _bounds(group: Group, day: date) -> tuple[datetime, datetime]:
    zone = ZoneInfo(group.time_zone)
    first = datetime.combine(day, time.min, zone).astimezone(UTC)
    return max(first, BEGIN), datetime.combine(day, time.max, zone).astimezone(UTC)
