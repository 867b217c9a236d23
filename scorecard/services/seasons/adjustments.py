"""Points by hand: a scorekeeper gives or takes them in an open season, and takes that back."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Adjustment, Player, Season
from scorecard.rules.outcome.adjustments import KINDS, MOST_POINTS
from scorecard.rules.words import say
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, quotas, texts
from scorecard.services.seasons import seasons
from scorecard.services.standings import results

LONGEST_REASON = 200
"""Characters of a reason, which stands in the table."""


def give(
    session: Session,
    season: Season,
    write: changes.Write,
    player: Player,
    *,
    kind: str,
    points: int,
    reason: str,
    day: date | None = None,
) -> Adjustment:
    """Give a player whole points in an open season, or take them where ``points`` are below 0.

    ``day`` is when it happened: today, where it is left out. They do not count as a game. Merges
    are followed. A guest is in no table, and gets none.
    """
    seasons.refuse_closed(season)
    if player.one.is_guest:
        raise errors.BadInput(
            say("%(name)s is a guest, and in no table.", name=player.one.name), field="player"
        )
    quotas.check(session, bounds.ADJUSTMENTS_OF_SEASON, season.id)
    check_points(kind, points)
    today = results.day_of(write.at, season.group)
    adjustment = Adjustment(
        uid=codes.new_uid(),
        season=season,
        player=player.one,
        kind=kind,
        points=points,
        reason=checked_reason(reason),
        day=_checked_day(season, day, today),
        at=write.at,
    )
    session.add(adjustment)
    session.flush()
    news = adjustment, _about(adjustment)
    group_changes.note_new(session, season.group, write, "points_given", news)
    return adjustment


def take_back(session: Session, adjustment: Adjustment, write: changes.Write) -> None:
    """Take points back. They lie in no bin, because one line is all there is to type anew."""
    season, about = adjustment.season, _about(adjustment)
    seasons.refuse_closed(season)
    with group_changes.record(session, season.group, write, "points_removed", adjustment, about):
        session.delete(adjustment)


def find(session: Session, season: Season, uid: str) -> Adjustment:
    """Return what was given or taken by hand in a season under this uid."""
    wanted = select(Adjustment).where(Adjustment.season_id == season.id, Adjustment.uid == uid)
    otherwise = say("These points are not in this season any more.")
    return errors.found(session.scalar(wanted), otherwise)


def check_points(kind: str, points: int) -> None:
    """Refuse an unknown kind, too many points, and points that the kind cannot bring."""
    if kind not in KINDS:
        raise errors.BadInput(
            say("Say what it is: %(kinds)s.", kinds=", ".join(KINDS)), field="kind"
        )
    if type(points) is not int or not 1 <= abs(points) <= MOST_POINTS:
        raise errors.BadInput(
            say("Type a whole number of points from 1 to %(most)s.", most=MOST_POINTS),
            field="points",
        )
    if points > 0 and not KINDS[kind].may_give:
        raise errors.BadInput(
            say("A penalty or a no-show takes points, so they are below 0."), field="points"
        )
    if points < 0 and not KINDS[kind].may_take:
        raise errors.BadInput(say("A bonus brings points, so they are above 0."), field="points")


def checked_reason(reason: str) -> str:
    """Return a reason trimmed; refuse one that is blank or too long for a line of the table."""
    cleaned = texts.line(reason, say("The reason"), field="reason", longest=LONGEST_REASON)
    if not cleaned:
        raise errors.BadInput(say("Say why: everybody can read it."), field="reason")
    return cleaned


def _checked_day(season: Season, day: date | None, today: date) -> date:
    last = min(today, season.ends_on) if season.ends_on else today
    if day is None:
        return max(last, season.starts_on)
    if not season.starts_on <= day <= last:
        raise errors.BadInput(
            say("%(day)s is not a day of %(name)s so far.", day=day, name=season.name), field="day"
        )
    return day


def _about(adjustment: Adjustment) -> dict[str, Any]:
    return {
        "name": adjustment.season.name,
        "who": adjustment.player.name,
        "how": adjustment.kind,
        "points": adjustment.points,
        "reason": adjustment.reason,
    }
