"""Outcomes that many games share: the first to a target wins, or the best of a stopped game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypedDict, TypeVar

from scorecard.rules import core
from scorecard.rules.outcome import standings
from scorecard.rules.round_words import so_many
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say

Amount = Callable[[int], Sentence]
"""Formats a total with its unit: "5 points"."""
SetupT = TypeVar("SetupT", bound=core.Setup)

LAST_IN = say("The last one in wins here, so everybody starts with 0.")
"""The reason against head starts in games that are not won by points."""


class Race(TypedDict, Generic[SetupT]):
    """The fields of a game's rules about its end, in a game to a target."""

    target: Callable[[SetupT], int | None]
    has_end: Callable[[SetupT], bool]
    outcome: Callable[[SetupT, core.History], core.Outcome | None]
    end_early: Callable[[SetupT, core.History], core.Outcome]


def race(
    target: Callable[[SetupT], int | None],
    amount: Callable[[SetupT, int], Sentence],
    *,
    told: Callable[[SetupT, int], Sentence] | None = None,
    plays_on: Callable[[SetupT], bool] = lambda _setup: False,
) -> Race[SetupT]:
    """Return the fields of a game's rules for its end, when the first at the target wins.

    The other arguments are those of :func:`first_to`. Stopped, the highest total wins it.
    """

    def outcome(setup: SetupT, history: core.History) -> core.Outcome | None:
        to = target(setup)
        if not is_reached(to, history.totals):  # The usual case, decided at once.
            return None
        in_words = partial(told, setup) if told else None
        number = partial(amount, setup)
        return first_to(to, history.totals, number, told=in_words, plays_on=plays_on(setup))

    return Race(
        target=target,
        has_end=lambda setup: target(setup) is not None,
        outcome=outcome,
        end_early=lambda setup, history: stopped(
            history.totals, partial(amount, setup), is_early=target(setup) is not None
        ),
    )


def win(
    winners: Sequence[str], total: Sentence, teams: Mapping[str, str] | None = None
) -> Sentence:
    """Return the sentence that names the winners; ``teams`` are the names of sides."""
    names = [teams[side] for side in winners] if teams else winners
    if len(names) > 1:
        return say(
            "%(names)s share the win with %(total)s each", names=reading.listed(names), total=total
        )
    if teams:
        return say("%(names)s win with %(total)s", names=names[0], total=total)
    return say("%(name)s wins with %(total)s", name=names[0], total=total)


def balances(history: core.History, round_word: str) -> core.Outcome:
    """Return the outcome of a stopped game for chips, which nobody wins."""
    played = so_many(len(history.rounds), round_word)
    return core.Outcome((), say("Ended after %(played)s: the balances stand.", played=played))


def is_reached(target: int | None, totals: Mapping[str, int | None]) -> bool:
    """Whether anybody has reached the target, if there is one."""
    if target is None:
        return False
    reached = [total for total in totals.values() if total is not None and total >= target]
    return bool(reached)


def first_to(
    target: int | None,
    totals: Mapping[str, int | None],
    amount: Amount,
    teams: Mapping[str, str] | None = None,
    *,
    told: Amount | None = None,
    plays_on: bool = False,
) -> core.Outcome | None:
    """Return the outcome once somebody has reached the target, else None; the highest total wins.

    ``told`` formats the target, by default as a plain number. A tie shares the win, unless the game
    ``plays_on`` until it is broken.
    """
    if target is None or not is_reached(target, totals):
        return None
    winners = standings.leaders(totals, "highest")
    if plays_on and len(winners) > 1:
        return None
    best = win(winners, amount(totals[winners[0]] or 0), teams)
    at = told(target) if told else target
    return core.Outcome(winners, say("%(best)s; the target was %(target)s.", best=best, target=at))


def stopped(
    totals: Mapping[str, int | None],
    amount: Amount,
    teams: Mapping[str, str] | None = None,
    best: core.Best = "highest",
    *,
    is_early: bool = True,
) -> core.Outcome:
    """Return the outcome of a stopped game: the best total of those still in it wins.

    ``is_early`` is false for games without an end of their own.
    """
    winners = standings.leaders(totals, best)
    if not winners:
        return core.Outcome((), say("Ended early with nobody left in the game."))
    best_win = win(winners, amount(totals[winners[0]] or 0), teams)
    return core.Outcome(
        winners,
        say("Ended early: %(winners)s.", winners=best_win)
        if is_early
        else say("%(win)s.", win=best_win),
    )
