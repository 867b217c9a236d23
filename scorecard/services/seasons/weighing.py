"""How often the evenings of an open season count: "the final night counts double"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Result, Season
from scorecard.rules.outcome import weights
from scorecard.rules.words import Sentence, say
from scorecard.services.history import changes, group_changes
from scorecard.services.seasons import seasons
from scorecard.services.standings import awards, game_awards

MOST_EVENINGS = 50
"""How many evenings of a season may count other than once."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A day of a season that does not count once: its weight, also in words."""

    day: date
    times: float
    words: Sentence


def weigh(session: Session, season: Season, write: changes.Write, day: date, times: float) -> None:
    """Say how often the games of a day count in an open season; only they are counted anew."""
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    weight = _checked(season, day, times)
    if weight == season.weight_on(day):
        return
    # The column is written only where it gets another value, not where its value changes.
    others = {other: own for other, own in season.weights.items() if other != day.isoformat()}
    now = others if weight == weights.ONCE else others | {day.isoformat(): weight}
    check(now)
    about = {"name": season.name, "day": day.isoformat(), "weight": weight}
    with group_changes.record(session, season.group, write, "season_weighed", season, about):
        season.weights = dict(sorted(now.items()))
        session.flush()
        for game_id in _games(session, season, day):
            awards.credit(session, season, game_id)


def evenings(season: Season) -> list[Evening]:
    """Return the days of a season that do not count once, the earliest first."""
    return [
        Evening(date.fromisoformat(day), weights.times(weight), weights.counts(weight))
        for day, weight in sorted(season.weights.items())
    ]


def check(own: weights.Weights) -> None:
    """Refuse unknown weights, and weights of too many evenings."""
    for weight in own.values():
        if weight == weights.ONCE or not weights.LEAST <= weight <= weights.MOST:
            raise _no_weight()
    if len(own) > MOST_EVENINGS:
        raise errors.BadInput(
            say("At most %(most)s evenings count other than once.", most=MOST_EVENINGS),
            field="day",
        )


def _checked(season: Season, day: date, times: float) -> int:
    """Return a weight; refuse an unknown one, and a day outside that has none yet."""
    if not season.holds(day) and day.isoformat() not in season.weights:
        raise errors.BadInput(
            say("%(day)s is no day of %(name)s.", day=day, name=season.name), field="day"
        )
    weight = weights.read(times)
    if weight is None:
        raise _no_weight()
    return weight


def _no_weight() -> errors.BadInput:
    return errors.BadInput(
        say(
            "An evening counts %(least)s to %(most)s times, in steps of a half.",
            least=weights.times(weights.LEAST),
            most=weights.times(weights.MOST),
        ),
        field="times",
    )


def _games(session: Session, season: Season, day: date) -> list[int]:
    """Return the ids of the games of a day, in order."""
    found = session.execute(
        select(Result.game_id, Result.order_key)
        .where(*game_awards.results_of(season.group_id, day, day))
        .distinct()
        .order_by(Result.order_key)
    )
    return [game_id for game_id, _order_key in found]
