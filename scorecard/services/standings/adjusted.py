"""Points by hand as a season's table adds them: read by one statement, however many games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, joinedload

from scorecard import answers
from scorecard.models import Adjustment, Player, Season
from scorecard.models.group import WITH_MERGED
from scorecard.rules.outcome.awards import UNIT
from scorecard.rules.outcome.standings import TableRow
from scorecard.services.standings.lines import AdjustmentAnswer
from scorecard.services.standings.ratings import NEWCOMER

ByPlayer = Mapping[int, Sequence[Adjustment]]
"""Points by hand, by the id of the player for whom they count, merges followed."""
# Built once, because every table of a season asks it.
_ALL = (
    select(Adjustment)
    .where(Adjustment.season_id == bindparam("season"))
    .order_by(Adjustment.day, Adjustment.at, Adjustment.id)
    .options(joinedload(Adjustment.player).options(WITH_MERGED))
)


def all_of(session: Session, season: Season) -> Sequence[Adjustment]:
    """Return everything that was given or taken by hand in a season, in the order of its days."""
    return session.scalars(_ALL, {"season": season.id}).all()


def of_season(session: Session, season: Season) -> ByPlayer:
    """Return a season's points by hand by player, none of guests; of a closed one as frozen."""
    if season.final is not None:
        return _frozen(session, season.final)
    of_player: defaultdict[int, list[Adjustment]] = defaultdict(list)
    for one in all_of(session, season):
        player = one.player.one
        if not player.is_guest:
            of_player[player.id].append(one)
    return dict(of_player)


def _frozen(session: Session, final: Mapping[str, Any]) -> ByPlayer:
    """Return the points by hand in the frozen table of a closed season."""
    # Tables that were frozen by earlier releases do not speak of these.
    rows = {row["player"]: own for row in final["table"] if (own := row.get("adjustments"))}
    found = session.execute(select(Player.id, Player.uid).where(Player.uid.in_(rows)))
    # Never added to the session: only so that they count as those of open seasons do.
    return {
        player: [
            Adjustment(**vars(one) | {"day": date.fromisoformat(one.day)})
            for one in answers.stored(AdjustmentAnswer, rows[uid])
        ]
        for player, uid in found
    }


def until(by_hand: ByPlayer, day: date | None) -> ByPlayer:
    """Return the points by hand of the days up to this one; all of them where it is None."""
    return {
        player: some
        for player, own in by_hand.items()
        if (some := [one for one in own if day is None or one.day <= day])
    }


def parts(by_hand: ByPlayer, player: int) -> int:
    """Return what a player was given by hand, less what was taken, in parts of a point."""
    return sum(one.points for one in by_hand.get(player, ())) * UNIT


def added(by_hand: ByPlayer, line: TableRow) -> TableRow:
    """Return a line with its player's points by hand added."""
    return replace(line, points=line.points + parts(by_hand, line.player))


def line(by_hand: ByPlayer, player: int) -> TableRow:
    """Return the line of a player who has points by hand and no game."""
    without = TableRow(player, 0, 0, 0, 0, 0, 0, 0, NEWCOMER.mu, NEWCOMER.sigma)
    return added(by_hand, without)


def as_answer(one: Adjustment) -> AdjustmentAnswer:
    """Return points by hand as a line of a table has them."""
    return AdjustmentAnswer(
        uid=one.uid,
        kind=one.kind,
        points=one.points,
        day=one.day.isoformat(),
        reason=one.reason,
    )
