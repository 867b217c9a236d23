"""What a game of Brag starts from: its options, its set-up, and who deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorecard.rules import core
from scorecard.rules.games.brag.betting import Pot
from scorecard.rules.games.brag.hands import PRIAL, Hand
from scorecard.rules.options import choice, number
from scorecard.rules.words import say

MOST_POTS = 4
"""How many pots the form offers; more need four players out of chips in one hand."""
NO_LIMIT = say("No limit")

OPTIONS = (
    number(
        "ante",
        say("Ante"),
        say("What everybody in a hand pays before the deal."),
        0,
        10_000,
        1,
        is_basic=True,
    ),
    number(
        "min_bet",
        say("Smallest bet"),
        say("In open money; a blind player pays half."),
        1,
        100_000,
        1,
        is_basic=True,
    ),
    number(
        "max_bet",
        say("Largest bet"),
        say("In open money."),
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    number(
        "max_raise",
        say("Largest raise"),
        say("How much a bet may exceed the last one, in open money."),
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    choice(
        "a23",
        say("Ace, two, three"),
        say("Where a run of ace, two and three stands."),
        ("lowest", say("The lowest run")),
        ("highest", say("The highest run")),
        ("not_a_run", say("No run at all")),
    ),
    choice(
        "cover_tie",
        say("The covering hand is equal"),
        say("Who takes the pot when both hands are equal."),
        ("split", say("They split it")),
        ("coverer", say("The covering player")),
        ("live", say("Who took the side pot")),
    ),
)


class HandState(NamedTuple):
    """What is known of a hand later on: its pots, and the hands shown."""

    pots: tuple[Pot, ...]
    shown: Mapping[str, Hand]

    @property
    def is_prial(self) -> bool:
        """Whether a shown prial took a pot: then the cards are shuffled."""
        prials = {name for name, hand in self.shown.items() if hand.kind == PRIAL}
        return not all(prials.isdisjoint(pot.winners) for pot in self.pots)


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> core.Setup:
    """Return the set-up, refusing limits that leave no bet."""
    low, high = options["min_bet"], options["max_bet"]
    if high is not None and high < low:
        raise core.Refused(
            "option_out_of_range",
            "The option “Largest bet” must be at least %(min_bet)s, the smallest "
            "bet, not %(max_bet)s.",
            min_bet=low,
            max_bet=high,
            item="max_bet",
        )
    return core.Setup(players=players, options=options)
