"""Open a closed season again, and say before what that changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Season
from scorecard.rules.words import Sentence, say
from scorecard.services.history import changes, group_changes
from scorecard.services.seasons import late_results, seasons, trials
from scorecard.services.standings import awards, standings
from scorecard.services.standings.lines import TableLine


@dataclass(frozen=True, slots=True)
class Preview:
    """What reopening a season now would do: its table, and what is to be said of it."""

    table: list[TableLine]
    sentences: list[Sentence]
    moved: list[late_results.Remark]


def reopen(session: Session, season: Season, write: changes.Write) -> None:
    """Take back the closing of a season: its frozen table and titles go, its games count as now.

    It ends as it did before it was closed, unless the next season begins on the day after.
    """
    refuse_open(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    about = {"name": season.name}
    with group_changes.record(session, season.group, write, "season_reopened", season, about):
        season.ends_on, _following = _ends_on(session, season)
        season.closed_at = season.final = None
        awards.recount(session, season)


def preview(session: Session, season: Season) -> Preview:
    """Return what reopening a season now would do; nothing is done. Refuse one that is open."""
    refuse_open(season)
    ends_on, following = _ends_on(session, season)
    columns = {column.key: getattr(season, column.key) for column in Season.__table__.columns}
    # Never added to the session: only so that the rules of counting can be asked.
    as_open = Season(**columns | {"ends_on": ends_on, "closed_at": None, "final": None})
    rows = awards.standings_of(as_open, awards.counted_anew(session, as_open))
    table = standings.would_be(session, as_open, rows)
    sentences = [
        say("Its table and titles are final no longer: games count as they are now."),
        trials.leading(standings.present(session, season), table),
        *_days(season, ends_on, following),
    ]
    return Preview(table, sentences, late_results.lines(session, season, as_open))


def refuse_open(season: Season) -> None:
    """Refuse to reopen a season that is not closed."""
    if not season.is_closed:
        raise errors.Conflict(say("%(name)s is not closed.", name=season.name), code="season_open")


def _ends_on(session: Session, season: Season) -> tuple[date | None, str]:
    """Return the last day of a season once it is open again, and the name of the season after it.

    The name is "" unless that season is why this one cannot last longer.
    """
    before = _before_closing(session, season)
    if season.ends_on is None or before == season.ends_on:
        return season.ends_on, ""
    next_day = season.ends_on + timedelta(days=1)
    for other in seasons.of_group(session, season.group):
        if other.id != season.id and other.starts_on == next_day:
            return season.ends_on, other.name
    return before, ""


def _before_closing(session: Session, season: Season) -> date | None:
    """Return on which day a season ended before it was closed; history says so."""
    for line in session.scalars(changes.newest(season.group, "season_closed")):
        if line.about.get("touching") == season.uid:
            was = line.what.get("ends_on", [season.ends_on and season.ends_on.isoformat()])[0]
            return date.fromisoformat(was) if was else None
    return season.ends_on


def _days(season: Season, ends_on: date | None, following: str) -> list[Sentence]:
    """Say when a season will end, if its last day changes, or why it does not."""
    if following and ends_on:
        return [
            say(
                "It still ends on %(last)s, because %(next)s begins on the day after.",
                last=ends_on,
                next=following,
            )
        ]
    if ends_on == season.ends_on:
        return []
    if ends_on is None:
        return [say("It has no last day again, as before it was closed.")]
    return [say("It ends on %(last)s again, as before it was closed.", last=ends_on)]
