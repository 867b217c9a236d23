"""How a season would stand by a plan that nobody has taken yet, tried on games that were played.

Ratings, which take most of the time, are left as they are: where one breaks a tie, it is the one
that the player has now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Game, Group, Player, Result, Season, Standing
from scorecard.models.season import begun_at
from scorecard.rules import kinds
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.scoring import badges
from scorecard.services.seasons import season_plans
from scorecard.services.standings import awards, rerating, results, standings
from scorecard.services.standings.lines import Line, TableLine
from scorecard.services.standings.ratings import NEWCOMER

PAST_DAYS = 84
"""Days whose games a plan is tried on, where none counts in the season yet."""


@answers.answer
class BroughtLine(answers.OfPlayer):
    """What a game would bring a player."""

    points: Annotated[int, says("55,440 parts are a point.")]


@answers.answer
class LatestGame:
    """What the latest game that counts would bring."""

    name: Annotated[str, says("What was played.")]
    day: date
    rows: Annotated[list[BroughtLine], says("The largest award first.")]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a plan would make: sentences, a table without movement, and a season in no session."""

    season: Season
    latest: LatestGame | None
    sentences: list[Sentence]
    table: list[TableLine]


def trial(
    session: Session, group: Group, plan: season_plans.Plan, season: Season | None = None
) -> Trial:
    """Return what a plan would make of a group's games; nothing is stored.

    ``season`` is the open one that would be changed. Where no game counts by the plan, it is tried
    on those of the last weeks with games. A plan that cannot be is refused.
    """
    columns = plan.checked() | {"group_id": group.id, "promoted": 0}
    if season:
        # Games that are friendly in it name it, and it keeps what its form does not say.
        kept = ("id", "uid", "weights", "promoted")
        columns |= {name: getattr(season, name) for name in kept}
    planned, borrowed = Season(**columns), None
    games = [*awards.counted_anew(session, planned, is_rated=False)]
    if not games and (since := _past(session, group)):
        planned = Season(**columns | {"starts_on": since, "ends_on": None})
        games = [*awards.counted_anew(session, planned, is_rated=False)]
        borrowed = since
    if not games:
        return Trial(planned, None, [say("No game counts so far.")], [])
    table = standings.would_be(session, planned, _standings(session, planned, games))
    was = standings.present(session, season) if season and not borrowed else None
    sentences = [leading(was, table)]
    if borrowed:
        sentences.insert(
            0, say("No game counts yet, so this is tried on those since %(day)s.", day=borrowed)
        )
    return Trial(planned, _latest(session, group, games[-1]), sentences, table)


def leading(was: Sequence[Line] | None, would_be: Sequence[Line]) -> Sentence:
    """Say who would lead, and whether the table, if there ``was`` one, would change at all."""
    if was is not None and _in_short(was) == _in_short(would_be):
        return say("The points stay as they are.")
    first = [row for row in would_be if row.leads]
    if not first:
        return say("Nobody would lead.")
    names = reading.listed([row.name for row in first])
    leaders = {row.player for row in was or () if row.leads}
    if leaders == {row.player for row in first}:
        return say_n(
            "%(names)s would still lead.", "%(names)s would still lead.", len(first), names=names
        )
    return say_n("%(names)s would lead.", "%(names)s would lead.", len(first), names=names)


def _in_short(table: Sequence[Line]) -> list[tuple[Any, ...]]:
    return [(row.player, row.rank, row.points, row.per_game) for row in table]


def _standings(
    session: Session, planned: Season, games: Sequence[Sequence[rerating.AwardRow]]
) -> list[dict[str, Any]]:
    """Return the standings that games make, with the ratings that players have now."""
    now = select(Standing.player_id, Standing.mu, Standing.sigma)
    stored = session.execute(now.where(Standing.season_id == planned.id)).all()
    rating_of = {row.player_id: {"mu": row.mu, "sigma": row.sigma} for row in stored}
    newcomer = NEWCOMER._asdict()
    return [
        row | rating_of.get(row["player_id"], newcomer)
        for row in awards.standings_of(planned, games)
    ]


def _past(session: Session, group: Group) -> date | None:
    """Return the first of the last days with games, None where the group has none."""
    of_group = select(func.max(Result.order_key)).where(Result.group_id == group.id)
    key = session.scalar(of_group)
    if key is None:
        return None
    return results.day_of(begun_at(key), group) - timedelta(days=PAST_DAYS)


def _latest(session: Session, group: Group, rows: Sequence[rerating.AwardRow]) -> LatestGame:
    points = {row["player_id"]: row["points"] for row in rows}
    players = session.scalars(select(Player).where(Player.id.in_(points))).all()
    game = session.get_one(Game, rows[0]["game_id"])
    return LatestGame(
        name=kinds.name_of(game.kind),
        day=results.day_of(begun_at(rows[0]["order_key"]), group),
        rows=[
            BroughtLine(**badges.who(player), points=points[player.id])
            for player in sorted(players, key=lambda one: (-points[one.id], one.name))
        ],
    )
