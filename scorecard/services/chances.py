"""Guess how a race to a target goes on: play it to its end many times, by rounds that were played.

Each imagined round is one that was really played, its scores given to the sides in any order; so a
side's past luck says nothing of its future, and what one wins in a round the others do not. The
highest total at the end of the round in which somebody reaches the target wins, a tie is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from random import Random
from typing import NamedTuple

MOST_GAMES = 1_000
"""Imagined to the end, at the most: a chance is then known to about three in a hundred."""
WORK = 250_000
"""Scores given in all, at the most: what keeps a guess within a few hundredths of a second."""
SHUFFLED = 250
"""Rounds that are made ready for all imagined games to draw from, each with its scores turned
from side to side, so that none is favoured."""
LONGEST = 200
"""Rounds after which an imagined game is stopped: nobody gets nearer to the target."""


class Guess(NamedTuple):
    """How a race may go on.

    ``wins`` is each side's share of the imagined games, adding up to 1; ``rounds_to_go`` how many
    more rounds three of five of them took, at least and at most; ``games`` how many were imagined.
    """

    wins: Mapping[str, float]
    rounds_to_go: tuple[int, int]
    games: int


def guess(
    totals: Mapping[str, int], target: int, played: Sequence[Sequence[int]], seed: int
) -> Guess | None:
    """Return how a race to a target may go on from these totals.

    ``played`` holds the scores of rounds, in points; the same seed gives the same guess. None where
    there is nothing to go by: no rounds, nobody to win, or a target that such rounds never reach.
    """
    rounds = [tuple(scores) for scores in played if scores]
    if not rounds or not totals or max(totals.values()) >= target:
        return None
    random = Random(seed)  # noqa: S311
    ready = [
        given[turn:] + given[:turn]
        for _ in range(SHUFFLED)
        for given in [_given(random.choice(rounds), len(totals), random)]
        for turn in range(len(totals))
    ]
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
    )


def _given(scores: tuple[int, ...], sides: int, random: Random) -> list[int]:
    """Return what a round gives so many sides: each score to one, where there are enough."""
    if len(scores) >= sides:
        return random.sample(scores, sides)
    return random.choices(scores, k=sides)


def _play(
    start: Sequence[int], target: int, ready: Sequence[Sequence[int]], random: Random
) -> tuple[list[int], int]:
    """Return the totals when somebody reaches the target, or it lasts too long; and the rounds."""
    sums, count, length = list(start), len(ready), 0
    while length < LONGEST and max(sums) < target:
        sums = list(map(add, sums, ready[int(random.random() * count)]))
        length += 1
    return sums, length
