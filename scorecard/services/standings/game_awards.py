"""What one game awards in a season: whether it counts, and what it brings to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Literal, cast

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorecard.models import Result, Season
from scorecard.rules import kinds
from scorecard.rules.outcome import awards, weights
from scorecard.services.standings import rerating

DAY = timedelta(days=1)
LEAST_SIDES = 2
"""How many sides a game with guests needs without them to count."""


def results_of(group_id: int, first: date, last: date | None) -> list[ColumnElement[bool]]:
    """Return the conditions for a group's results from ``first`` to ``last``, None for no end."""
    # Moments in these keys are of UTC, which may be at another day; an index finds them.
    since = (max(first, date.min + DAY) - DAY).isoformat()
    found = [Result.group_id == group_id, Result.order_key >= since, Result.played_on >= first]
    if last is not None:
        until = (min(last, date.max - 2 * DAY) + 2 * DAY).isoformat()
        found += [Result.order_key < until, Result.played_on <= last]
    return found


def results_by_game(session: Session, season: Season) -> Iterator[tuple[str, list[Any]]]:
    """Yield the order key and the results of each game of a season's days, in order."""
    table = Result.__table__
    of_its_days = results_of(season.group_id, season.starts_on, season.ends_on)
    wanted = select(table).where(*of_its_days).order_by(table.c.order_key, table.c.player_id)
    for key, of_game in groupby(session.execute(wanted), key=lambda row: row.order_key):
        yield key, list(of_game)


def awarded(season: Season, results: Sequence[Any]) -> list[rerating.AwardRow]:
    """Return a game's award rows, unrated, without guests; none where too few sides are left."""
    if not results or not _counts(season, results[0]):
        return []
    members = [row for row in results if not row.is_guest]
    sides = {row.side for row in members}
    if len(members) < len(results) and len(sides) < LEAST_SIDES:
        return []
    everybody = {row.side: awards.Finish(row.rank, row.worth, row.is_win) for row in results}
    finishes = awards.among(sides, everybody, is_money=results[0].is_money)
    scheme = awards.read_scheme(season.scheme)
    early = cast(awards.Early, season.early)
    points = awards.awards(scheme, early, finishes, is_early=results[0].is_early)
    weight = season.weight_on(results[0].played_on)
    return [
        {
            "season_id": season.id,
            "game_id": row.game_id,
            "player_id": row.player_id,
            "order_key": row.order_key,
            "side": row.side,
            "rank": finishes[row.side].rank,
            "is_win": finishes[row.side].is_win,
            "points": weights.weighted(points[row.side], weight),
            "mu": 0.0,
            "sigma": 0.0,
        }
        for row in members
    ]


def why_not(
    season: Season, kind: str, day: date, *, is_money: bool, is_early: bool
) -> Literal["", "day", "kind", "scheme", "early"]:
    """Return why a game of this kind and day does not count in a season, "" if it does."""
    if not season.holds(day):
        return "day"
    if season.kinds and kind not in season.kinds:
        return "kind"
    scheme, early = awards.read_scheme(season.scheme), cast(awards.Early, season.early)
    if not awards.counts(scheme, early, is_money=is_money, is_early=False):
        return "scheme"
    return "" if awards.counts(scheme, early, is_money=is_money, is_early=is_early) else "early"


def is_friendly(season: Season, result: Any) -> bool:
    """Return whether somebody said of a result's game that it does not count in a season."""
    return result.is_friendly or season.uid in result.friendly_in


def _counts(season: Season, result: Any) -> bool:
    return not is_friendly(season, result) and not why_not(
        season,
        kinds.kind_in(result.kind),
        result.played_on,
        is_money=result.is_money,
        is_early=result.is_early,
    )
