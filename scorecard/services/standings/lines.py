"""The lines of a season's table, declared once, and which results of a season count in them.

Points are in parts (:data:`scorecard.rules.outcome.awards.UNIT`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Annotated, Any, TypeVar

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.models import Award, Game, Player, Season, Standing
from scorecard.models.names import as_stored
from scorecard.rules.outcome import adjustments
from scorecard.rules.words import Sentence, gained, say

TOP = (None, 1)
"""The numbers of divisions whose players may lead: where there are none, and the highest one."""
BEST_FIRST = Award.points.desc(), Award.order_key.asc()
"""The order in which results count: the best first, of equal ones the earlier."""
WORST_FIRST = Award.points.asc(), Award.order_key.desc()
PLACE = func.row_number().over(partition_by=Award.player_id, order_by=BEST_FIRST)
"""The number of a result among the player's in a season, the best first."""
GAMES = func.count().over(partition_by=Award.player_id)
"""How many results the player has in all."""
Somebody = TypeVar("Somebody", bound=answers.OfPlayer)


@answers.answer
class RecentResult:
    """How one game went for a player."""

    rank: int
    is_win: bool

    @classmethod
    @cache
    def of(cls, rank: int, is_win: bool) -> RecentResult:
        """Return a result; there are few different ones, and five in every line of a table."""
        return cls(rank=rank, is_win=is_win)


@answers.answer
class AdjustmentAnswer:
    """Points that a scorekeeper gave by hand, or took."""

    uid: answers.Uid
    kind: Annotated[str, says("bonus, penalty, no_show or correction.")]
    points: Annotated[int, says("Whole points, below 0 where they were taken.")]
    day: answers.Day
    reason: str

    @property
    def in_words(self) -> Sentence:
        """Points by hand as a line under a row of a table: "−2: no-show 6 Mar 2026, “ill”"."""
        return say(
            "%(points)s: %(kind)s %(day)s, “%(reason)s”",
            points=gained(self.points),
            kind=adjustments.KINDS[self.kind].word,
            day=date.fromisoformat(self.day),
            reason=self.reason,
        )


@answers.answer
class Line(answers.OfPlayer):
    """What a season's table says of a player, but for the latest games."""

    is_retired: bool
    rank: Annotated[int | None, says("Null while too few games are played.")]
    rank_before: Annotated[int | None, says("The rank without the latest game.")]
    decided_by: Annotated[str, says("The tie-break that decided against who is above.")]
    missing_games: int
    games: int
    wins: int
    points: Annotated[int, says("Of the results that count, with those by hand.")]
    per_game: Annotated[
        int | None,
        says("These for each game that counts; null unless the season is ranked by them."),
    ]
    average: int
    best: int
    rating: float
    doubt: Annotated[float, says("The rating's uncertainty.")]
    adjustments: Annotated[list[AdjustmentAnswer], says("Points by hand; no games.")]
    division: Annotated[
        int | None,
        says(
            "The number of their division, from 1, the highest; 0 in none. Null where "
            "the season has none. Ranks are those in it."
        ),
    ]
    division_name: str
    moves: Annotated[
        str | None,
        says("`up` or `down` with the next season, or `level`: sharing a place on the edge."),
    ]

    @property
    def figure(self) -> int:
        """What the line is ranked by, in parts of a point: its points, or per game."""
        return self.points if self.per_game is None else self.per_game

    @property
    def by_hand(self) -> int:
        """The whole points by hand, 0 where there are none."""
        return sum(one.points for one in self.adjustments)

    @property
    def is_of_top(self) -> bool:
        """Whether it is of the highest division, or of a season that has none."""
        return self.division in TOP

    @property
    def leads(self) -> bool:
        """Whether it is that of a player who leads the season, or has won it."""
        return self.rank == 1 and self.is_of_top


@answers.answer
class TableLine(Line):
    """A line of a season's table."""

    form: Annotated[list[RecentResult], says("The last five games, newest first.")]


@answers.answer
class StandingAnswer(TableLine):
    """One line of a season's table; 55,440 of its points are one point."""

    seconds: Annotated[int, says("Second places.")]
    counted_results: Annotated[int, says("How many of the games count.")]


@answers.answer
class SeasonStandingAnswer(StandingAnswer):
    """One line of a season's table as members of the group see it."""

    counted_games: Annotated[
        list[str] | None, says("The ids of those games, the best first; null without `best_of`.")
    ]
    dropped_games: Annotated[
        list[str] | None, says("The ids of the games that do not count; null without `drop_worst`.")
    ]


def named(one: Somebody) -> Somebody:
    """Return what was stored of a player; "Former player 3" becomes a sentence."""
    name = as_stored(one.name)
    return one if name is one.name else replace(one, name=name)


def stored_standings(session: Session, season: Season) -> Sequence[Standing]:
    """Return the stored standings of a season."""
    return session.scalars(select(Standing).where(Standing.season_id == season.id)).all()


def dropped_awards(session: Session, season: Season) -> set[tuple[int, str]]:
    """Return the awards of a season that do not count, each by the player's id and order key."""
    if season.best_of is None and not season.drop_worst:
        return set()
    placed = (
        select(Award.player_id, Award.order_key, PLACE.label("place"), GAMES.label("games"))
        .where(Award.season_id == season.id)
        .subquery()
    )
    is_dropped = (
        placed.c.place > season.best_of
        if season.best_of is not None
        else (placed.c.place > placed.c.games - season.drop_worst) & (placed.c.place > 1)
    )
    rows = session.execute(select(placed.c.player_id, placed.c.order_key).where(is_dropped))
    return {(row.player_id, row.order_key) for row in rows}


def with_counts(
    session: Session, season: Season, table: Sequence[TableLine]
) -> list[SeasonStandingAnswer]:
    """Return the lines of a season's table with which of the results count."""
    more = counts_of(session, season, table)
    return [
        SeasonStandingAnswer(**vars(line), **own) for line, own in zip(table, more, strict=True)
    ]


def counts_of(session: Session, season: Season, table: Sequence[Line]) -> list[dict[str, Any]]:
    """Return for each of some lines how often its player came in second, and what counts.

    Where only the best results count, ``counted_games`` are the best first; where the worst do not,
    ``dropped_games`` are the worst first. Otherwise these are None.
    """
    seconds = _seconds(session, season)
    return [
        {
            "seconds": seconds.get(line.player, 0),
            "counted_results": (counted := season.counted(line.games)),
            "counted_games": _games(session, season, line.player, BEST_FIRST, counted)
            if season.best_of
            else None,
            "dropped_games": _games(session, season, line.player, WORST_FIRST, line.games - counted)
            if season.drop_worst
            else None,
        }
        for line in table
    ]


def _seconds(session: Session, season: Season) -> dict[str, int]:
    rows = session.execute(
        select(Player.uid, Standing.seconds)
        .join(Standing, Standing.player_id == Player.id)
        .where(Standing.season_id == season.id)
    )
    return {row.uid: row.seconds for row in rows}


def _games(
    session: Session, season: Season, player: str, order: Sequence[Any], most: int
) -> list[str]:
    """Return the ids of so many of a player's games; those that were erased are left out.

    It is a read for each player, for only so are there no more rows than a season names.
    """
    games = session.scalars(
        select(Game.uid)
        .select_from(Award)
        .join(Player, Player.id == Award.player_id)
        .outerjoin(Game, Game.id == Award.game_id)
        .where(Award.season_id == season.id, Player.uid == player)
        .order_by(*order)
        .limit(most)
    )
    return [game for game in games if game is not None]
