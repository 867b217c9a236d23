"""The definitions of own scorecards, which people make themselves.

A definition is a JSON object with the fields that are typed each round, who wins, and when the game
ends. :func:`read_definition` reads one strictly into frozen dataclasses, and :func:`to_json` writes
these in full. The JSON keys are the names of attributes; missing keys and null mean the default.
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
"""The largest factor for lost games."""
MOST_ALSO = 8
FEWEST_PLAYERS = 2
FEWEST_WITH_PARTNER = 4
MOST_PLAYERS = 12
SIDES = (2, 3)
SMALLEST_SIDE = 2
MOST_WORTH = 100_000
"""The most points, of either sign, of a ``worth``."""
MOST_TYPED = 1_000_000
"""The highest number that can be typed anywhere."""
MOST_TOTAL = 10_000_000
MOST_ROUNDS = 200
MOST_COPIES = 99
"""The most copies of a card, and tricks in a round."""
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
ADDED_LATER = ("is_optional",)
"""Keys that are left out if empty, so that definitions from before these keys stay equal."""
ENTRIES = "entries"
"""The key of the players' entries in a round, which no field can have."""
Best = Literal["highest", "lowest"]
EndsWhen = Literal["stopped", "total", "rounds", "ticks", "last_in"]
LIMITS: Mapping[EndsWhen, int] = {
    "total": MOST_TOTAL,
    "rounds": MOST_ROUNDS,
    "ticks": MOST_ROUNDS,
    "last_in": MOST_TOTAL,
}
"""The largest numbers of the ways to end a game that have one."""


class BadDefinition(ValueError):
    """An error in a definition, at a dotted place: ``fields.#1.worth``.

    ``sentence`` is the message for people; ``str`` of it continues "The option …".
    """

    def __init__(self, place: str, complaint: Sentence) -> None:
        super().__init__(say("cannot be used: %(complaint)s", complaint=complaint))
        self.place = place
        self.sentence = say("%(complaint)s.", complaint=begun(complaint))


@dataclass(frozen=True, slots=True)
class Named:
    """A part of a definition with a key for rounds and a label for people."""

    key: str
    label: str


@dataclass(frozen=True)
class Points(Named):
    """A typed whole number, multiplied by ``worth``.

    It is at most ``most``, and at least 0, or minus ``most`` if it ``is_signed``. A blank is
    missing, or 0 if it ``is_optional``.
    """

    kind: ClassVar = "points"
    hint: str = ""
    worth: int = 1
    is_signed: bool = False
    most: int = MOST_TYPED
    is_optional: bool = False

    @cached_property
    def number(self) -> Number:
        """The validator of the typed number."""
        low = -self.most if self.is_signed else 0
        return Number(self.label, self.most, refused("points_not_possible"), low, self.key)


@dataclass(frozen=True, slots=True)
class Card(Named):
    """A kind of card to count: the points for each, and the number in the deck if known."""

    worth: int
    in_deck: int | None = None


@dataclass(frozen=True, slots=True)
class Cards(Named):
    """Cards to count, by kind."""

    kind: ClassVar = "cards"
    cards: tuple[Card, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Tick(Named):
    """A bonus or penalty to tick."""

    kind: ClassVar = "tick"
    hint: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True)
class WentOut(Named):
    """The one player who did something in a round, such as going out, or nobody.

    Nobody is refused if it ``is_required``.
    """

    kind: ClassVar = "went_out"
    hint: str = ""
    worth: int = 0
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Bid(Named):
    """A bid of tricks or the like, and the number made.

    A bid is made with at least, or if it ``is_exact`` with exactly, the number bid. A made or
    missed bid scores a fixed number of points and a number for each trick bid. Each trick over,
    short or made may score, too. ``in_round`` is the number of tricks in a round, if known; it is
    that of the first round if it ``is_growing`` by one in each round.
    """

    kind: ClassVar = "bid"
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
        """Return the number of tricks in a round; None if unknown."""
        if self.in_round is None or not self.is_growing:
            return self.in_round
        return min(self.in_round + number - 1, MOST_COPIES)

    def score(self, bid: int, made: int) -> int:
        """Return the points for a bid and the number made."""
        is_made = made == bid if self.is_exact else made >= bid
        points = self.made + self.made_per_bid * bid
        if not is_made:
            points = self.missed + self.missed_per_bid * bid
        points += self.per_over * max(made - bid, 0) + self.per_short * max(bid - made, 0)
        return points + self.per_trick * made


@dataclass(frozen=True, slots=True)
class Contract(Named):
    """A contract to choose; its ``worth`` is fixed, or ``is_times`` the typed number."""

    worth: int
    is_times: bool = False


class Settled(NamedTuple):
    """The points of the declarer, a partner and each opponent in a round."""

    declarer: int
    partner: int
    opponent: int


@dataclass(frozen=True, slots=True)
class Declarer(Named):
    """One player, alone or with a partner, who plays a round against the others and wins or loses.

    The value is the worth of the chosen contract, or without ``contracts`` the typed number.
    ``number`` and ``plus`` are the labels of typed numbers, "" for none. ``base`` is added to the
    number, which may be negative if it ``is_signed``; ``plus``, of either sign, is added to the
    value. A lost value is multiplied by ``lost``. From ``partner_from`` players on there may be a
    partner.

    If it ``is_paid``, each opponent pays the value or is paid it: the partner gets that of one
    opponent, the declarer the rest. Else declarer and partner get the value and ``bonus``, or lose
    both, and each opponent then gets ``defence``. With one more than ``players`` at the table the
    dealer sits out.
    """

    kind: ClassVar = "declarer"
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
        """The lowest number that can be typed, to keep an unsigned value from being negative."""
        return -MOST_TYPED if self.is_signed else min(-self.base, 0)

    def value_of(self, contract: Contract | None, number: int) -> int:
        """Return the value of a contract with a typed number, without the ``plus``."""
        if contract is None:
            return self.base + number
        return contract.worth * (self.base + number if contract.is_times else 1)

    def settle(self, value: int, opponents: int, partners: int, *, is_won: bool) -> Settled:
        """Return the points for a value."""
        points = value if is_won else -value * self.lost
        if self.is_paid:
            return Settled(points * (opponents - partners), points, -points)
        points += self.bonus if is_won else -self.bonus
        return Settled(points, points, 0 if is_won else self.defence)


EntryField = Points | Cards | Tick | Bid
"""A field with a value for every side in a round."""
TableField = WentOut | Declarer
"""A field with one value for the whole table in a round."""
OwnField = EntryField | TableField
KINDS: Mapping[str, type[OwnField]] = {
    one.kind: one for one in (Points, Cards, Tick, WentOut, Bid, Declarer)
}
DECLARED: Mapping[Any, list[tuple[str, Any]]] = {
    kind: [(one.name, ... if one.default is MISSING else one.default) for one in fields(kind)[2:]]
    for kind in (*KINDS.values(), Card, Contract)
}
"""The attributes of each class after key and label, with their defaults, or ... without one."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The end of a game: ``at`` a total or a number of rounds or ticks, or when it is stopped.

    With ``last_in``, sides that reach the total are out, and the last one wins. With ``ticks``,
    ``field`` is the key of the tick that is counted.
    """

    when: EndsWhen = "stopped"
    at: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class RoundTotal:
    """The allowed sums of a round's points: ``total``, and those in ``also``.

    With ``all_others``, one side may also have 0 and each of the others ``total``.
    """

    total: int
    also: tuple[int, ...] = ()
    all_others: bool = False

    def allows(self, scores: Sequence[int]) -> bool:
        """Return whether the scores of a round have an allowed sum."""
        if sum(scores) in (self.total, *self.also):
            return True
        return self.all_others and sorted(scores) == sorted([0] + [self.total] * (len(scores) - 1))


@dataclass(frozen=True)
class Definition:
    """The definition of an own scorecard.

    ``sides`` is 2 or 3 if partners score together, sitting in turn; else None. In a game that
    ``is_zero_sum`` the points of every round add up to zero; one that ``is_money`` has balances,
    and no winners. With ``tie`` at ``play_on`` a tied game goes on until somebody leads.
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
        """The fields with a value for every side."""
        return tuple(field for field in self.fields if not isinstance(field, TableField))

    @cached_property
    def entry_keys(self) -> frozenset[str]:
        """The keys of the entry fields."""
        return frozenset(own.key for own in self.entry_fields)

    @cached_property
    def round_keys(self) -> tuple[str, ...]:
        """The keys of a round."""
        for_all = tuple(field.key for field in self.fields if isinstance(field, TableField))
        return (*for_all, ENTRIES) if self.entry_fields else for_all

    @cached_property
    def deck(self) -> dict[str, Card]:
        """The cards with a known number in the deck, by their places in an entry."""
        return {
            f"{own.key}.{card.key}": card
            for own in self.entry_fields
            if isinstance(own, Cards)
            for card in own.cards
            if card.in_deck is not None
        }

    @cached_property
    def has_bids(self) -> bool:
        """Whether there are bids, so that an entry is made in two parts."""
        return any(isinstance(field, Bid) for field in self.fields)

    @cached_property
    def named_fields(self) -> tuple[WentOut, ...]:
        """The fields that name one player."""
        return tuple(field for field in self.fields if isinstance(field, WentOut))

    @cached_property
    def declarer(self) -> Declarer | None:
        """The declarer's field, if there is one."""
        return next((field for field in self.fields if isinstance(field, Declarer)), None)

    @cached_property
    def is_all_entered(self) -> bool:
        """Whether only the entries score, and no field of the table."""
        return not self.declarer and not any(field.worth for field in self.named_fields)


def to_json(part: Any) -> core.Json:
    """Return a definition, or a part of one, as JSON."""
    if isinstance(part, tuple):
        return [to_json(item) for item in part]
    if not is_dataclass(part):
        return part
    kind = {"kind": part.kind} if isinstance(part, OwnField) else {}
    values = {field.name: to_json(getattr(part, field.name)) for field in fields(part)}
    return kind | {key: value for key, value in values.items() if value or key not in ADDED_LATER}
