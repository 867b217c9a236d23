"""The data a card game is made of, and the values its rules answer with.

A game is one :class:`GameRules`: data (options, what is typed each round, where the rules come
from) and a handful of pure functions. What a group chose for one game is resolved once into a
:class:`Setup`; the fold in :mod:`scorecard.rules.sheet` then walks the rounds. Answers are frozen
and JSON-plain: a :class:`Sheet`, or a :class:`Refusal` that says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

Json = Any
"""A value as ``json.loads`` gives it."""

Status = Literal["in_progress", "finished", "ended_early"]


class Refused(Exception):
    """Raised by a game's functions where something cannot be; it never leaves ``rules``.

    The fold turns it into a :class:`Refusal`, which also knows the round.
    """

    def __init__(self, code: str, message: str, *, player: str = "", item: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.player = player
        self.item = item


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """A concern about something possible but unlikely; it stays visible on its round.

    ``round`` is 0 for the set-up.
    """

    round: int
    code: str
    message: str

    def to_json(self) -> dict[str, Json]:
        """Return the warning as a JSON object."""
        return {"round": self.round, "code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The value an option takes when nothing was chosen, and why."""

    value: Json
    reason: str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule a group may change: its name, default, range and explaining sentence.

    ``kind`` says what a value is: a whole ``number`` from ``low`` to ``high``; one of the
    ``choices`` (value, label); or ``per_card``, a map from the names in ``cards`` to whole
    numbers in the range, of which only those that differ from ``card_defaults`` need be given.
    ``suggest`` replaces ``default`` where it depends on the number of players and other options.
    """

    key: str
    label: str
    sentence: str
    kind: Literal["number", "choice", "per_card"]
    default: Json = None
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[tuple[str, str], ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    card_defaults: Mapping[str, int] = field(default_factory=dict)
    suggest: Callable[[int, Mapping[str, Json]], Suggestion] | None = None
    is_basic: bool = False
    """Shown at once on the settings screen; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Field:
    """One number or switch typed for one player in one round.

    ``key`` is its dotted place in the entry (``"pile.10"``). ``worth`` is points each, and
    ``flipped_worth`` points each while the form's ``flip`` switch is on, so that a phone can add
    up a count from this data alone. ``card`` names the card of the deck that is counted.
    """

    key: str
    label: str
    kind: Literal["count", "points", "signed_points", "switch"]
    low: int = 0
    high: int = 0
    step: int = 1
    worth: int = 0
    flipped_worth: int = 0
    card: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields under one heading, such as everything in the points pile."""

    key: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """One way to type an entry; a player uses exactly one of them in a round."""

    key: str
    label: str
    hint: str
    groups: tuple[FieldGroup, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every field of the style, in order."""
        return tuple(field for group in self.groups for field in group.fields)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing said about a whole round, such as how it ended."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What is typed each round, as data for forms, phones and the API's description.

    ``switches`` belong to every style that lists no signed number. ``flip`` is the key of the
    switch under which every field is worth its ``flipped_worth``; ``ticks`` maps a switch to
    another that it turns on with itself; ``single`` names a switch that only ``single_limit``
    players can hold at once. ``deck`` maps each card to how many there are, or is None when the
    deck's contents are not known.
    """

    styles: tuple[Style, ...]
    switches: tuple[Field, ...] = ()
    flip: str = ""
    ticks: Mapping[str, str] = field(default_factory=dict)
    single: str = ""
    single_limit: int = 1
    deck: Mapping[str, int] | None = None
    round_choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Setup:
    """One game's players in seating order, its resolved options, and what they warn about."""

    players: tuple[str, ...]
    options: Mapping[str, Json]
    warnings: tuple[RuleWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was typed: its number from 1, who takes part, and the JSON object."""

    number: int
    present: tuple[str, ...]
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round scored: points by side, and the warnings that stay on it."""

    scores: Mapping[str, int]
    warnings: tuple[RuleWarning, ...] = ()


@dataclass(slots=True)
class History:
    """The rounds scored so far and the running totals; the fold's accumulator."""

    rounds: list[RoundScore]
    totals: dict[str, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why the game is over."""

    winners: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CardCheck:
    """One card of the deck: how many there are, how many were counted, and by whom."""

    card: str
    label: str
    expected: int
    counted: int
    by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TableCheck:
    """Whether what was counted over all players adds up to the deck.

    ``is_complete`` when nothing is missing; ``sentence`` says it for people; ``cards`` is empty
    where counts by card say nothing (unknown deck).
    """

    is_complete: bool
    sentence: str
    cards: tuple[CardCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenRound:
    """What can be said of a round that is still being counted.

    ``scores`` holds the points of the entries so far, where the game can tell them one by one;
    ``missing`` names who has not counted; ``warnings`` are those the round would carry, known
    once nobody is missing.
    """

    scores: Mapping[str, int]
    missing: tuple[str, ...]
    check: TableCheck | None
    warnings: tuple[RuleWarning, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about a game at one version.

    ``round_scores`` holds every round's points by side; ``totals`` add them up to the round in
    which the game ended; rounds recorded after that one are listed in ``after_end`` and do not
    count. ``extras`` are the game's own result keys.
    """

    round_scores: tuple[Mapping[str, int], ...]
    totals: Mapping[str, int]
    status: Status
    winners: tuple[str, ...]
    reason: str
    warnings: tuple[RuleWarning, ...]
    after_end: tuple[int, ...]
    extras: Mapping[str, Json]
    open_round: OpenRound | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the scored answer of the game record contract."""
        return {
            "round_scores": [dict(scores) for scores in self.round_scores],
            "totals": dict(self.totals),
            "status": self.status,
            "winners": list(self.winners),
            "reason": self.reason,
            "warnings": [warning.to_json() for warning in self.warnings],
            "after_end": list(self.after_end),
            **self.extras,
        }


EMPTY_SHEET = Sheet((), {}, "in_progress", (), "", (), (), {})
"""What is kept of a game whose set-up was refused: nothing."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input cannot be, and the sheet of everything before it.

    ``round`` is 0 for the set-up, else the round's number; for a refused correction ``edit``
    holds its position from 1 and ``round`` is None. ``player`` and ``item`` name whom and which
    card or field it concerns, where there is one.
    """

    code: str
    message: str
    kept: Sheet
    round: int | None = None
    edit: int | None = None
    player: str = ""
    item: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the refused answer of the game record contract."""
        place: dict[str, Json] = {"round": self.round} if self.edit is None else {"edit": self.edit}
        error = {**place, "code": self.code, "message": self.message}
        if self.player:
            error["player"] = self.player
        if self.item:
            error["item"] = self.item
        return {"error": error, "kept": self.kept.to_json()}


SetupT = TypeVar("SetupT", bound=Setup)


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[SetupT]):
    """One card game: what there is to know about it, and its pure functions.

    The functions raise :class:`Refused` for what cannot be. ``score_round`` refuses a round that
    is not whole; ``check_round`` looks at whatever part of it is there, while players still count.
    """

    key: str
    name: str
    aim: str
    players: str
    length: str
    source: str
    how_to_score: tuple[str, ...]
    options: tuple[Option, ...]
    best: Literal["highest", "lowest"]
    entries_key: str
    """Where in a round's JSON the players' entries stand, by name."""
    turn: str
    """What the player whose turn it is does next round, as in "Bob deals"."""
    set_up: Callable[[tuple[str, ...], Mapping[str, Json]], SetupT]
    entry_form: Callable[[SetupT], EntryForm]
    check_round: Callable[[SetupT, History, Round], None]
    score_round: Callable[[SetupT, History, Round], RoundScore]
    outcome: Callable[[SetupT, History], Outcome | None]
    end_early: Callable[[SetupT, History], Outcome]
    extras: Callable[[SetupT, History], dict[str, Json]]
    entry_score: Callable[[SetupT, str, Json], int | None]
    """One player's entry read alone, where the game can tell; None where it cannot."""
    check_table: Callable[[SetupT, Round], TableCheck | None]
    target: Callable[[SetupT], int | None]
    """The total that ends the game, where there is one."""
