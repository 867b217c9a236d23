"""Estimate who wins a race to a target, by playing it to its end many times with known rounds.

Each simulated round is one that was really played, its scores given to the sides in random order.
So a side's past luck says nothing about its future, and what one wins in a round the others do not.
When somebody reaches the target, the highest total after that round wins; a tie is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import add, itemgetter
from random import Random
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Game, Round, Score
from scorecard.rules import core
from scorecard.services.scoring import sheets

MOST_GAMES = 1_000
"""Games that are simulated at most: a chance is then accurate to about three in a hundred."""
WORK = 250_000
"""Scores that are given in all simulated games at most; it limits the time to under 0.1 s."""
SHUFFLED = 250
"""Rounds that are made ready for all simulated games to draw from, each with its scores turned
from side to side, so that none is favoured."""
LONGEST = 200
"""Rounds after which a simulated game is stopped, because nobody gets nearer to the target."""

EARLIEST = 4
"""Rounds that must have been played: fewer say next to nothing about who will win."""
ENOUGH = 20
"""If there are so many rounds with the same number of sides, only those are used."""
MOST_ROUNDS = 400
"""How many of the group's latest rounds are used."""


class Guess(NamedTuple):
    """How a race may go on.

    ``wins`` is each side's share of the simulated games, adding up to 1. ``rounds_to_go`` are two
    numbers of further rounds, between which the middle three fifths of them took. ``games`` is how
    many were simulated, ``rounds`` from how many rounds that were really played.
    """

    wins: Mapping[str, float]
    rounds_to_go: tuple[int, int]
    games: int
    rounds: int

    @property
    def percents(self) -> dict[str, int]:
        """Each side's chance in whole percent, adding up to 100.

        What is cut off goes to those who lose most by it.
        """
        percents = {side: int(100 * share) for side, share in self.wins.items()}
        by_rest = sorted(self.wins, key=lambda side: percents[side] - 100 * self.wins[side])
        for side in by_rest[: 100 - sum(percents.values())]:
            percents[side] += 1
        return percents


def of_game(session: Session, game: Game, sheet: core.Sheet) -> Guess | None:
    """Return how a race may go on, by its own rounds and its group's; None where it is no race."""
    if len(sheet.round_scores) < EARLIEST:
        return None
    totals = {side: total for side, total in sheet.totals.items() if total is not None}
    if sheet.status != "in_progress" or not sheet.target or sheets.rules_of(game).best != "highest":
        return None
    played = _played(session, game, sheet)
    alike = [scores for scores in played if len(scores) == len(totals)]
    return guess(totals, sheet.target, alike if len(alike) >= ENOUGH else played, seed=game.version)


def _played(session: Session, game: Game, sheet: core.Sheet) -> list[list[int]]:
    """Return the scores of the latest rounds, a list for each, one score for each side."""
    own = [list(scores.values()) for scores in sheet.round_scores]
    # Partners' scores are stored for both seats, and who were partners in other games is not.
    if game.group_id is None or any(len(names) > 1 for names in sheet.sides.values()):
        return own
    latest = (
        select(Round.id)
        .join(Game)
        .where(Game.group_id == game.group_id, Game.kind == game.kind, Game.deleted_at.is_(None))
        .where(*sheets.with_such_rounds(game))
        .where(Game.id != game.id, Round.is_closed)
        .order_by(Game.started_at.desc(), Round.number.desc())
        .limit(MOST_ROUNDS)
    )
    rows = session.execute(
        select(Score.round_id, Score.points)
        .where(Score.round_id.in_(latest.scalar_subquery()))
        .order_by(Score.round_id)
    )
    return own + [
        [points for _id, points in scores] for _id, scores in groupby(rows, key=itemgetter(0))
    ]


def guess(
    totals: Mapping[str, int], target: int, played: Sequence[Sequence[int]], seed: int
) -> Guess | None:
    """Return how a race to a target may go on from these totals.

    ``played`` holds the scores of rounds, in points; the same seed gives the same guess. None
    without rounds or totals, when somebody has reached the target, and when such rounds never do.
    """
    rounds = [tuple(scores) for scores in played if scores]
    if not rounds or not totals or max(totals.values()) >= target:
        return None
    random = Random(seed)  # noqa: S311
    ready: list[list[int]] = []
    for _ in range(SHUFFLED):
        given = _given(random.choice(rounds), len(totals), random)
        ready += [given[turn:] + given[:turn] for turn in range(len(totals))]
    start = list(totals.values())
    wins = [0.0] * len(start)
    lengths: list[int] = []
    work = 0
    while len(lengths) < MOST_GAMES and work < WORK:
        sums, length = _play(start, target, ready, random)
        best = max(sums)
        if best < target:
            return None
        lengths.append(length)
        work += length * len(sums)
        share = 1 / sums.count(best)
        for side, total in enumerate(sums):
            wins[side] += share if total == best else 0
    lengths.sort()
    games = len(lengths)
    return Guess(
        {side: won / games for side, won in zip(totals, wins, strict=True)},
        (lengths[games // 5], lengths[games - 1 - games // 5]),
        games,
        len(rounds),
    )


def _given(scores: tuple[int, ...], sides: int, random: Random) -> list[int]:
    """Return a round's scores in random order for this number of sides, repeated if too few."""
    if len(scores) >= sides:
        return random.sample(scores, sides)
    return random.choices(scores, k=sides)


def _play(
    start: Sequence[int], target: int, ready: Sequence[Sequence[int]], random: Random
) -> tuple[list[int], int]:
    """Play one game to the target, or :data:`LONGEST`; return its totals and number of rounds."""
    sums, count, length = list(start), len(ready), 0
    while length < LONGEST and max(sums) < target:
        sums = list(map(add, sums, ready[int(random.random() * count)]))
        length += 1
    return sums, length
