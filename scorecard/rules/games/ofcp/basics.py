"""What a game of Open-Face Chinese Poker starts from: its options, and its set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecard.rules import core, options
from scorecard.rules.games.ofcp import poker
from scorecard.rules.options import choice, number, player, switch
from scorecard.rules.typed import reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import say

ROWS = {"front": 3, "middle": 5, "back": 5}
"""How many cards lie in each row."""

BACK_ROYALTIES = {
    poker.Category.STRAIGHT: 2,
    poker.Category.FLUSH: 4,
    poker.Category.FULL_HOUSE: 6,
    poker.Category.QUADS: 10,
    poker.Category.STRAIGHT_FLUSH: 15,
    poker.Category.ROYAL_FLUSH: 25,
}

MIDDLE_ROYALTIES = {category: 2 * worth for category, worth in BACK_ROYALTIES.items()}
BELOW_PAIRS = 5
"""A front pair earns its rank less this, from sixes for 1 to aces for 9; lower ones nothing."""
FLAT_TRIPS = 20
GRADED_TRIPS = 8
"""Where front trips are graded they earn their rank and this: twos 10, aces 22."""

ROYALTIES = Number(
    say("royalties"),
    95,
    refused(
        "points_not_possible",
        "%(name)s’s royalties are %(number)s, but no hand earns over %(high)s.",
    ),
    item="royalties",
)
"""Trips in front and two royal flushes: no hand earns more."""
DEAREST_UNIT = 100_000
PAIR_EXAMPLE = say("Ann, Bob, 5")


def check_pair_units(players: tuple[str, ...], value: core.Json) -> core.Json:
    """Return the special prices as ``[[name, name, unit]]`` in the order of the seats.

    Raises ValueError for what is none.
    """
    if not isinstance(value, list | tuple):
        raise ValueError(
            say(
                "must be a list of two names and a price each, not %(show)s",
                show=reading.show(value),
            )
        )
    checked: list[core.Json] = []
    pairs: set[frozenset[str]] = set()
    for line in value:
        *names, unit = _check_pair(players, line)
        pair = frozenset(names)
        if pair in pairs:
            raise ValueError(
                say("has a price between %(names)s already", names=reading.listed(names))
            )
        if type(unit) is not int or not 1 <= unit <= DEAREST_UNIT:
            raise ValueError(
                say(
                    "must be a whole number from 1 to %(dearest_unit)s between %(names)s, "
                    "not %(unit)s",
                    dearest_unit=DEAREST_UNIT,
                    names=reading.listed(names),
                    unit=reading.show(unit),
                )
            )
        pairs.add(pair)
        checked.append([*sorted(players.index(name) for name in names), unit])
    return [[players[one], players[other], unit] for one, other, unit in sorted(checked)]


def _check_pair(players: tuple[str, ...], line: core.Json) -> list[core.Json]:
    """Return a line as two names of players, trimmed, and a price that is still to be checked."""
    if not isinstance(line, list | tuple) or len(line) != len(("name", "name", "unit")):
        raise ValueError(
            say(
                "needs two names and a price in each line, as in %(pair_example)s",
                pair_example=PAIR_EXAMPLE,
            )
        )
    names = []
    for named in line[:2]:
        name = options.player_named(named, players)
        if name is None:
            raise ValueError(
                say(
                    "must name players (%(players)s), not %(name)s",
                    players=", ".join(players),
                    name=reading.show(named.strip() if isinstance(named, str) else named),
                )
            )
        names.append(name)
    if names[0] == names[1]:
        raise ValueError(say("needs two players, but names %(name)s twice", name=names[0]))
    return [*names, line[2]]


def write_pair_units(value: core.Json) -> str:
    """Return the special prices as lines of text."""
    return "\n".join(", ".join(map(str, line)) for line in value)


COST = say("In your smallest chip or coin.")
SPECIAL = say("What a point costs between two players who agreed on something else.")
FOUL = say("What a fouled hand pays each clean one, besides the royalties of that hand.")
SWEEP = say("What winning all three rows against an opponent earns, besides 1 for each row.")
EQUAL = say("The back must be stronger than the middle, and the middle stronger than the front.")
STAY = say("Queens, kings or aces in front keep a player in fantasyland, too.")

OPTIONS = (
    number("unit", say("A point costs"), COST, 1, DEAREST_UNIT, 1, is_basic=True),
    options.Option(
        "pair_units",
        say("Special prices"),
        SPECIAL,
        "lines",
        default=[],
        lines=options.Lines(check_pair_units, write_pair_units, PAIR_EXAMPLE),
    ),
    number("foul_penalty", say("A foul costs"), FOUL, 0, 20, 6),
    number("sweep_bonus", say("All three rows"), SWEEP, 0, 10, 3),
    switch("equal_is_foul", say("Equal rows foul"), EQUAL),
    choice(
        "front_trips",
        say("Three of a kind in front"),
        say("What three of a kind in front earns."),
        ("flat20", say("20, whatever the rank")),
        ("graded", say("From 10 for twos to 22 for aces")),
        is_plain=True,
    ),
    switch("fl_requalify_by_front", say("Queens in front stay"), STAY),
    player("first_dealer", say("First dealer"), say("Who deals the first hand.")),
)


@dataclass(frozen=True, kw_only=True)
class OfcpSetup(core.Setup):
    """A game's prices: ``units`` holds that of a point between two players who have their own."""

    units: Mapping[frozenset[str], int]

    def unit_between(self, one: str, other: str) -> int:
        """Return what a point costs between two players."""
        usual: int = self.options["unit"]
        return self.units.get(frozenset((one, other)), usual) if self.units else usual


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> OfcpSetup:
    """Return the set-up with the prices between two players."""
    units = {frozenset((one, other)): unit for one, other, unit in options["pair_units"]}
    return OfcpSetup(players=players, options=options, units=units)


LABELS = {
    "fouled": say("Fouled"),
    "royalties": say("Royalties"),
    "row_order.front": say("Front, best first"),
    "row_order.middle": say("Middle, best first"),
    "row_order.back": say("Back, best first"),
    "fantasyland_next": say("In fantasyland next"),
}
"""What each part of a round that is entered without its cards is called on screen."""
