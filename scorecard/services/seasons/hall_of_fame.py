"""A group's closed seasons at one look: who won which, titles per player, and two side by side.

Everything comes from the tables that closing a season froze, which one statement reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from sqlalchemy.orm import Session

from scorecard import answers, errors
from scorecard.answers import says
from scorecard.models import Group, Season
from scorecard.rules.words import say
from scorecard.services.scoring import badges
from scorecard.services.seasons import seasons
from scorecard.services.standings import lifelong, standings
from scorecard.services.standings.lines import Line

MEDALS = 3
"""Places on a podium."""


@answers.answer
class RatedPlayer(answers.OfPlayer):
    """A player's rating over all games that are not friendly, whatever the season."""

    rating: float
    doubt: Annotated[float, says("The rating's uncertainty.")]


@dataclass(frozen=True, slots=True)
class Step:
    """A place of a season, 1 to 3, and the lines of the table that are on it: several if tied."""

    rank: int
    rows: list[Line]


@dataclass(frozen=True, slots=True)
class Podium:
    """A closed season and its first three places."""

    season: Season
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Holder:
    """A player, and how often they came in first, second and third."""

    player: answers.OfPlayer
    medals: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Hall:
    """The podiums of a group's closed seasons, the latest first, and who stands there how often.

    ``ratings`` are those over all games, the highest first; ``has_ratings_due`` says that some are
    worked out for a while after a correction.
    """

    podiums: list[Podium]
    holders: list[Holder]
    ratings: list[RatedPlayer]
    has_ratings_due: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A player in two seasons: their lines of both tables, None where they are not in one.

    ``places`` is how many they have moved up, below 0 down, and ``points`` how many more they have,
    in parts of a point, or per game; None where that cannot be said.
    """

    player: answers.OfPlayer
    earlier: Line | None
    later: Line | None
    places: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two seasons, player by player; points compare where both count alike (``is_alike``)."""

    earlier: Season
    later: Season
    lines: list[Compared]
    is_alike: bool


def podium(season: Season) -> Podium:
    """Return the first three places of a closed season as it was frozen, of its top division."""
    table = standings.frozen(season.final, up_to=MEDALS) if season.final else []
    return Podium(season, _steps(table))


def hall(session: Session, group: Group) -> Hall:
    """Return who won which season of a group, by the names of today, merges followed."""
    now = _of_today(group)
    podiums = [
        Podium(one.season, [Step(step.rank, _named(step.rows, now)) for step in one.steps])
        for one in map(podium, seasons.of_group(session, group))
        if one.season.is_closed
    ]
    people: dict[str, Line] = {}
    medals: defaultdict[str, list[int]] = defaultdict(lambda: [0] * MEDALS)
    for one in podiums:
        # One person may stand there twice, under both names, in a season from before their merge.
        best: dict[str, int] = {}
        for step in one.steps:
            for row in step.rows:
                people[row.player] = row
                best.setdefault(row.player, step.rank)
        for uid, rank in best.items():
            medals[uid][rank - 1] += 1
    holders = [Holder(people[uid], (own[0], own[1], own[2])) for uid, own in medals.items()]
    holders.sort(key=lambda holder: ([-times for times in holder.medals], holder.player.name))
    ratings = [
        RatedPlayer(**badges.who(player), **vars(rating))
        for player, rating in lifelong.table(session, group)
    ]
    return Hall(podiums, holders, ratings, group.unrated_from is not None)


def side_by_side(session: Session, group: Group, one: str, other: str) -> SideBySide:
    """Return two seasons, open or not, the earlier first; refuse one twice, naming ``other``."""
    if one == other:
        raise errors.BadInput(say("Choose two different seasons."), field="other")
    both = [seasons.find(session, group, uid) for uid in (one, other)]
    earlier, later = sorted(both, key=lambda season: (season.starts_on, season.id))
    now = _of_today(group)
    before, after = (
        _by_player(_named(standings.present(session, season), now)) for season in (earlier, later)
    )
    is_alike = (earlier.scheme, earlier.ranked_by) == (later.scheme, later.ranked_by)
    lines = [
        _line(before.get(uid), after.get(uid), is_alike=is_alike)
        # In the order of the later table, then those who are in the earlier one alone.
        for uid in dict.fromkeys([*after, *before])
    ]
    return SideBySide(earlier, later, lines, is_alike)


def _steps(table: Sequence[Line]) -> list[Step]:
    ranks = range(1, MEDALS + 1)
    of_top = [row for row in table if row.is_of_top]
    steps = [Step(rank, [row for row in of_top if row.rank == rank]) for rank in ranks]
    return [step for step in steps if step.rows]


def _of_today(group: Group) -> Mapping[str, dict[str, Any]]:
    """Return the present badges of the group's players, merges followed, by their uids."""
    return {player.uid: badges.who(player.one) for player in group.players}


def _named(rows: Sequence[Line], now: Mapping[str, dict[str, Any]]) -> list[Line]:
    return [
        row
        if (today := now.get(row.player, {})).items() <= vars(row).items()
        else replace(row, **today)
        for row in rows
    ]


def _by_player(rows: Sequence[Line]) -> dict[str, Line]:
    """Return lines by their player; of somebody with two, from before a merge, the better one."""
    found: dict[str, Line] = {}
    for row in rows:
        found.setdefault(row.player, row)
    return found


def _line(before: Line | None, after: Line | None, *, is_alike: bool) -> Compared:
    row = after or before
    assert row, "it is in one of both tables"
    places = points = None
    if before and after:
        # Places compare within divisions of the same name, or where there are none.
        was, now = ((line.division, line.division_name) for line in (before, after))
        if before.rank and after.rank and was == now:
            places = before.rank - after.rank
        if is_alike:
            points = after.figure - before.figure
    return Compared(row, before, after, places, points)
