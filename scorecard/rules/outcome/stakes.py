"""What a game's result is in money: who won how many cents from whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecard.rules.outcome.cash import POINTS
from scorecard.rules.typed.amounts import shares


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody came out of a game: the ``side`` they were on, what it is worth, who won.

    A larger ``worth`` is always better; of a money game it is what the side took home.
    """

    player: int
    side: str
    worth: int
    is_win: bool


def cents(
    finishes: Sequence[Finish], way: str, amount: int, *, is_money: bool
) -> Mapping[int, int] | None:
    """Return how many cents each player won, below 0 lost, by their numbers; all add up to zero.

    So much a point: of a money game it is what each side took home, shared by its players; of any
    other game each loser pays the winners so many cents for each point behind. Or each loser pays
    the winners ``amount``. Winners share what they get, an odd cent goes to who stands first.
    None where there is nobody to win, or chips of a money game belong to nobody.
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
