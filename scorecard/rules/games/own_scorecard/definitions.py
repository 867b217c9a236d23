"""Scorecards that people make themselves: how a definition is read, checked and written.

A definition is a JSON object that says who wins, when the game ends and what is typed each round;
it is data throughout. :func:`read_definition` reads one strictly into frozen
dataclasses, and :func:`to_json` writes these in full, so that reading what was written gives the
same again. A JSON key is called as the attribute is; one that is left out or null has its default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from scorecard.rules import core
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import Sentence, begun, say

GAME_KEY = "own_scorecard"
"""The game whose one option is a definition."""
LONGEST_NAME = 40
LONGEST_LABEL = 30
LONGEST_HINT = 60
LONGEST_ROUND_WORD = 16
LONGEST_SOURCE = 200
LONGEST_NOTES = 4_000
MOST_FIELDS = 24
MOST_CARDS = 20
MOST_CONTRACTS = 20
MOST_TIMES = 10
"""How often what is lost can count."""
MOST_ALSO = 8
FEWEST_PLAYERS = 2
FEWEST_WITH_PARTNER = 4
MOST_PLAYERS = 12
SIDES = (2, 3)
SMALLEST_SIDE = 2
MOST_WORTH = 100_000
"""Points, of either sign, that one thing is worth."""
MOST_TYPED = 1_000_000
"""The highest number that can be typed anywhere."""
MOST_TOTAL = 10_000_000
MOST_ROUNDS = 200
MOST_COPIES = 99
"""More of one card, or tricks in a round, than there can be."""
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
ADDED_LATER = ("is_optional",)
"""Keys that are written only where they say something, so that what was written before they were
known is written just the same."""
ENTRIES = "entries"
"""Where a round has the players' entries, so that no field can be called so."""
Best = Literal["highest", "lowest"]
EndsWhen = Literal["stopped", "total", "rounds", "ticks", "last_in"]
LIMITS: Mapping[EndsWhen, int] = {
    "total": MOST_TOTAL,
    "rounds": MOST_ROUNDS,
    "ticks": MOST_ROUNDS,
    "last_in": MOST_TOTAL,
}
"""The ways to end a game that have a number, and how high it can be."""


class BadDefinition(ValueError):
    """What is wrong with a definition, and where: the dotted place ``fields.#1.worth``.

    ``sentence`` says it for people; as text it goes on after "The option …".
    """

    def __init__(self, place: str, complaint: Sentence) -> None:
        super().__init__(say("cannot be used: %(complaint)s", complaint=complaint))
        self.place = place
        self.sentence = say("%(complaint)s.", complaint=begun(complaint))


@dataclass(frozen=True)
class Points:
    """A whole number that is typed, each 1 of it ``worth`` so many points.

    It goes up to ``most``; where it ``is_signed`` down to the same below zero, else to 0. Left
    blank it is missing, or 0 where it ``is_optional``.
    """

    kind: ClassVar = "points"
    key: str
    label: str
    hint: str = ""
    worth: int = 1
    is_signed: bool = False
    most: int = MOST_TYPED
    is_optional: bool = False

    @cached_property
    def number(self) -> Number:
        """The number as it is typed."""
        low = -self.most if self.is_signed else 0
        return Number(self.label, self.most, refused("points_not_possible"), low, self.key)


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card that is counted: points each, and how many there are, if that is known."""

    key: str
    label: str
    worth: int
    in_deck: int | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that are counted one kind at a time."""

    kind: ClassVar = "cards"
    key: str
    label: str
    cards: tuple[Card, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A bonus or penalty that somebody has in a round, or has not."""

    kind: ClassVar = "tick"
    key: str
    label: str
    hint: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True)
class WentOut:
    """Something one player did in a round, such as going out; ``is_required`` if somebody must."""

    kind: ClassVar = "went_out"
    key: str
    label: str
    hint: str = ""
    worth: int = 0
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Bid:
    """A number that is bid, and how much was made of it, such as tricks.

    A bid is made with at least so many, or with exactly so many where it ``is_exact``. Made or
    missed, it scores a fixed number of points and so many for each 1 of the bid. Each 1 over or
    short of the bid, and each 1 that was made, may score, too. ``in_round`` is how many there are
    to be made in a round over all players, if that is known: always the same, or in the first round
    where it ``is_growing`` by one in each further one.
    """

    kind: ClassVar = "bid"
    key: str
    label: str
    hint: str = ""
    is_exact: bool = False
    made: int = 0
    made_per_bid: int = 0
    missed: int = 0
    missed_per_bid: int = 0
    per_over: int = 0
    per_short: int = 0
    per_trick: int = 0
    in_round: int | None = None
    is_growing: bool = False

    def there_are(self, number: int) -> int | None:
        """Return how many there are to be made in the round of this number; None if unknown."""
        if self.in_round is None or not self.is_growing:
            return self.in_round
        return min(self.in_round + number - 1, MOST_COPIES)

    def score(self, bid: int, made: int) -> int:
        """Return the points for a bid of which so many were made."""
        is_made = made == bid if self.is_exact else made >= bid
        points = self.made + self.made_per_bid * bid
        if not is_made:
            points = self.missed + self.missed_per_bid * bid
        points += self.per_over * max(made - bid, 0) + self.per_short * max(bid - made, 0)
        return points + self.per_trick * made


@dataclass(frozen=True, slots=True)
class Contract:
    """One of the contracts that a declarer can choose, and what it is worth.

    It is worth so many points, or so many for each 1 of the number that is typed where it
    ``is_times``.
    """

    key: str
    label: str
    worth: int
    is_times: bool = False


class Settled(NamedTuple):
    """What a declarer, a partner and each opponent have of a round."""

    declarer: int
    partner: int
    opponent: int


@dataclass(frozen=True, slots=True)
class Declarer:
    """One player who plays against the others in a round, alone or with a partner, and wins or not.

    The value is what the chosen one of ``contracts`` is worth; without any, what is typed under
    ``number``, which may be below zero where it ``is_signed``. ``base`` is added to the number
    first, and what is typed under ``plus``, of either sign, to the value in the end; "" is never
    asked. A value that is ``lost`` counts so many times. With so many players as ``partner_from``
    it is asked who played along.

    Where it ``is_paid``, each opponent pays the value, or is paid it: the partner has it once, the
    declarer for all the others. Otherwise the declarer has it, and a partner too, with ``bonus``
    besides; and of one that is lost each opponent has ``defence``. If so many ``players`` play at
    once, whoever deals sits out where there is one more.
    """

    kind: ClassVar = "declarer"
    key: str
    label: str
    hint: str = ""
    contracts: tuple[Contract, ...] = ()
    number: str = ""
    base: int = 0
    plus: str = ""
    lost: int = 1
    partner_from: int | None = None
    is_signed: bool = False
    is_paid: bool = False
    bonus: int = 0
    defence: int = 0
    players: int | None = None

    @property
    def lowest(self) -> int:
        """The lowest number that can be typed: below it, a value would be less than nothing."""
        return -MOST_TYPED if self.is_signed else min(-self.base, 0)

    def value_of(self, contract: Contract | None, number: int) -> int:
        """Return what a contract is worth with the number that was typed, before what is on top."""
        if contract is None:
            return self.base + number
        return contract.worth * (self.base + number if contract.is_times else 1)

    def settle(self, value: int, opponents: int, partners: int, *, is_won: bool) -> Settled:
        """Return what everybody has of a value, by their part in the round."""
        points = value if is_won else -value * self.lost
        if self.is_paid:
            # A partner has one opponent's part; the declarer has what is left, alone all of it.
            return Settled(points * (opponents - partners), points, -points)
        points += self.bonus if is_won else -self.bonus
        return Settled(points, points, 0 if is_won else self.defence)


EntryField = Points | Cards | Tick | Bid
"""A field of which every side has its own in a round."""
TableField = WentOut | Declarer
"""A field of which there is one for all in a round."""
OwnField = EntryField | TableField
KINDS: Mapping[str, type[OwnField]] = {
    one.kind: one for one in (Points, Cards, Tick, WentOut, Bid, Declarer)
}
DECLARED: Mapping[Any, list[tuple[str, Any]]] = {
    kind: [(one.name, ... if one.default is MISSING else one.default) for one in fields(kind)[2:]]
    for kind in (*KINDS.values(), Card, Contract)
}
"""What fields and cards have after key and label, with its default, or ... where it has none."""


@dataclass(frozen=True, slots=True)
class Ends:
    """When a game ends: ``at`` a total, after so many rounds or ticks, or when it is stopped.

    With ``last_in``, whoever reaches the total is out, and the game ends when one is left. With
    ``ticks``, ``field`` is the key of the tick that is counted.
    """

    when: EndsWhen = "stopped"
    at: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class RoundTotal:
    """What a round's points add up to: ``total``, or one of the totals in ``also``.

    Where ``all_others`` is set, one side may also have nothing and each of the others ``total``.
    """

    total: int
    also: tuple[int, ...] = ()
    all_others: bool = False

    def allows(self, scores: Sequence[int]) -> bool:
        """Return whether the scores of a round may stand."""
        if sum(scores) in (self.total, *self.also):
            return True
        return self.all_others and sorted(scores) == sorted([0] + [self.total] * (len(scores) - 1))


@dataclass(frozen=True)
class Definition:
    """A scorecard that people made: what it is called, who wins, what is typed.

    ``sides`` is 2 or 3 where partners score together, sitting in turn; else None. In a game that
    ``is_zero_sum`` the points of every round add up to zero; one that ``is_money`` has balances,
    and no winners. With ``tie`` at ``play_on`` a game goes on until somebody leads.
    """

    name: str
    fields: tuple[OwnField, ...]
    wins: Best = "highest"
    ends: Ends = Ends()
    tie: Literal["shared", "play_on"] = "shared"
    sides: int | None = None
    fewest: int = FEWEST_PLAYERS
    most: int = MOST_PLAYERS
    has_dealer: bool = False
    is_zero_sum: bool = False
    is_money: bool = False
    round_total: RoundTotal | None = None
    round_word: str = "Round"
    source: str = ""
    notes: str = ""

    @cached_property
    def entry_fields(self) -> tuple[EntryField, ...]:
        """What every side has of its own."""
        return tuple(field for field in self.fields if not isinstance(field, TableField))

    @cached_property
    def entry_keys(self) -> frozenset[str]:
        """The keys of what every side has of its own."""
        return frozenset(own.key for own in self.entry_fields)

    @cached_property
    def round_keys(self) -> tuple[str, ...]:
        """The keys of what is typed in a round."""
        for_all = tuple(field.key for field in self.fields if isinstance(field, TableField))
        return (*for_all, ENTRIES) if self.entry_fields else for_all

    @cached_property
    def deck(self) -> dict[str, Card]:
        """The cards of which it says how many there are, by their places in an entry."""
        return {
            f"{own.key}.{card.key}": card
            for own in self.entry_fields
            if isinstance(own, Cards)
            for card in own.cards
            if card.in_deck is not None
        }

    @cached_property
    def has_bids(self) -> bool:
        """Whether something is bid, so that an entry comes in two parts."""
        return any(isinstance(field, Bid) for field in self.fields)

    @cached_property
    def named_fields(self) -> tuple[WentOut, ...]:
        """What one player did, which is said once about a round."""
        return tuple(field for field in self.fields if isinstance(field, WentOut))

    @cached_property
    def declarer(self) -> Declarer | None:
        """What one player plays against the others, where there is such a thing."""
        return next((field for field in self.fields if isinstance(field, Declarer)), None)

    @cached_property
    def is_all_entered(self) -> bool:
        """Whether what is said about a round scores nothing, but only the entries."""
        return not self.declarer and not any(field.worth for field in self.named_fields)


def to_json(part: Any) -> core.Json:
    """Return a definition, or a part of one, as the JSON value that reads as the same again."""
    if isinstance(part, tuple):
        return [to_json(item) for item in part]
    if not is_dataclass(part):
        return part
    kind = {"kind": part.kind} if isinstance(part, OwnField) else {}
    values = {field.name: to_json(getattr(part, field.name)) for field in fields(part)}
    return kind | {key: value for key, value in values.items() if value or key not in ADDED_LATER}
