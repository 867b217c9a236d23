"""The order of a season's divisions, and how many players go up and down between them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Division, Season
from scorecard.rules.words import say
from scorecard.services.history import changes, group_changes
from scorecard.services.seasons import seasons
from scorecard.services.standings import lineups

MOST_PROMOTED = 5
"""How many players at most go up, and down, between neighbouring divisions."""


def promote(session: Session, season: Season, write: changes.Write, count: int | None) -> None:
    """Say how many players go up, and how many down, when the next season follows an open one."""
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    checked = check(count)
    about = {"name": season.name, "count": checked}
    with group_changes.record(session, season.group, write, "divisions_promote", season, about):
        season.promoted = checked


def move_up(session: Session, division: Division, write: changes.Write) -> None:
    """Put a division of an open season before the one that is above it."""
    season = division.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, division.uid)
    every = [one.part for one in lineups.of_season(session, season, lineups.DIVISIONS)]
    at = every.index(division)
    if at == 0:
        raise errors.Conflict(say("%(name)s is the highest division already.", name=division.name))
    every[at - 1 : at + 1] = division, every[at - 1]
    about = {"name": season.name, "names": ", ".join(one.name for one in every)}
    with group_changes.record(session, season.group, write, "divisions_ordered", division, about):
        lineups.number(every)


def check(count: int | None) -> int:
    """Return how many players go up and down; refuse None, and numbers out of range."""
    if count is None or not 0 <= count <= MOST_PROMOTED:
        raise errors.BadInput(
            say("From 0 to %(most)s players go up and down.", most=MOST_PROMOTED), field="promoted"
        )
    return count
