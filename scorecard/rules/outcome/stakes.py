"""A game's result in money: the cents that each player wins or loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecard.rules.outcome.cash import POINTS
from scorecard.rules.typed.amounts import shares


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's result: ``worth`` is the side's total, negated if the lowest wins.

    In a money game it is the side's gain.
    """

    player: int
    side: str
    worth: int
    is_win: bool


def cents(
    finishes: Sequence[Finish], way: str, amount: int, *, is_money: bool
) -> Mapping[int, int] | None:
    """Return the cents that each player wins, or loses if negative; they add up to zero.

    By points, each loser pays ``amount`` for each point behind the winners; in a money game the
    players of a side share its gain times ``amount``. Else each loser pays ``amount``. The winners
    share, and the first ones get odd cents. None without winners or losers, or if the gains of a
    money game do not add up to zero.
    """
    if way == POINTS and is_money:
        return _taken_home(finishes, amount)
    winners = [finish for finish in finishes if finish.is_win]
    losers = [finish for finish in finishes if not finish.is_win]
    if not winners or not losers:
        return None
    best = winners[0].worth
    paid = {
        loser.player: max(best - loser.worth, 0) * amount if way == POINTS else amount
        for loser in losers
    }
    won = shares(sum(paid.values()), len(winners))
    return {
        **{winner.player: part for winner, part in zip(winners, won, strict=True)},
        **{player: -part for player, part in paid.items()},
    }


def _taken_home(finishes: Sequence[Finish], amount: int) -> Mapping[int, int] | None:
    sizes = Counter(finish.side for finish in finishes)
    taken = {finish.side: finish.worth for finish in finishes}
    if sum(taken.values()):
        return None
    parts = {side: shares(worth * amount, sizes[side]) for side, worth in taken.items()}
    return {finish.player: parts[finish.side].pop(0) for finish in finishes}
