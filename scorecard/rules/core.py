"""The values that the rules take and return.

The players and options of a game are a :class:`Setup`, the rounds scored so far a :class:`History`.
Results are frozen and can become JSON: a :class:`Sheet`, or a :class:`Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from scorecard.rules.words import NOTHING, Sentence, with_values

Json = Any
"""A value as ``json.loads`` gives it."""

Best = Literal["highest", "lowest"]
"""Which total wins."""
Status = Literal["in_progress", "finished", "ended_early"]


def stands(status: Status, *, has_end: bool) -> Status:
    """Return a status for people: a stopped game without an end of its own is "finished"."""
    return "finished" if status == "ended_early" and not has_end else status


class Refused(Exception):
    """Raised by a game's functions for invalid input; it never leaves ``rules``.

    ``message`` is a sentence, or a pattern with its values; in a pattern, ``name`` is the player.
    The fold turns it into a :class:`Refusal`, which also knows the round.
    """

    def __init__(
        self, code: str, message: str, /, *, player: str = "", item: str = "", **values: object
    ) -> None:
        if not isinstance(message, Sentence):
            named = {"name": player, "player": player, "item": item}
            message = with_values(message, named | values)
        super().__init__(message)
        self.code = code
        self.message = message
        self.player = player
        self.item = item


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """A warning about something possible but unlikely; it stays visible on its round.

    ``round`` is 0 for the set-up. One that ``is_said`` needs no confirmation, because it repeats
    what was entered on purpose.
    """

    round: int
    code: str
    message: Sentence
    is_said: bool = False

    def to_json(self) -> dict[str, Json]:
        """Return the warning as a JSON object."""
        return {"round": self.round, "code": self.code, "message": str(self.message)}


@dataclass(frozen=True, kw_only=True)
class Setup:
    """One game's players in seating order, its resolved options, and warnings about these.

    ``sides`` are the owners of scores, by name, with their players: by default each player alone.
    """

    players: tuple[str, ...]
    options: Mapping[str, Json]
    warnings: tuple[RuleWarning, ...] = ()
    partnerships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """Every side's players, by the side's name."""
        return self.partnerships or {name: (name,) for name in self.players}


def side_of(sides: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the side of each player, by name."""
    return {name: side for side, names in sides.items() for name in names}


class Round(NamedTuple):
    """One round as it was typed: its number from 1, the players who take part, and the JSON object.

    It ``is_whole`` unless parts of it may be missing; ``word`` is the game's name of a round.
    """

    number: int
    present: tuple[str, ...]
    data: Mapping[str, Json]
    is_whole: bool = True
    word: str = "Round"

    def missing(self, entered: Container[str]) -> tuple[str, ...]:
        """Return the players of the round without those who have ``entered`` something."""
        return tuple([name for name in self.present if name not in entered])

    def refused(
        self, code: str, message: str, /, *, player: str = "", item: str = "", **values: object
    ) -> Refused:
        """Return the exception for this round; the pattern may use its ``number``."""
        return Refused(code, message, player=player, item=item, number=self.number, **values)


class Joined(NamedTuple):
    """A latecomer: after how many rounds they joined, and what their total starts with.

    The start is stored, and a later correction does not change it.
    """

    after: int
    start: int


Account = Callable[[], tuple[Sentence, ...]]
"""Returns the account of a round's points, line by line; lazy, because few are read."""
Story = Callable[[], Sentence]
"""Returns a sentence about what happened in a round; lazy, because few are read."""


class RoundScore(NamedTuple):
    """The scores of a round: points by side, and its warnings.

    ``state`` is the game's own state after it (farm, who is out). ``turn`` is who dealt or was the
    bank, from whom the turn moves on; "" if unknown. ``totals`` replaces the running totals where
    they are no plain sums, None for a side that is out. ``brought`` are the round's own points, if
    totals changed by other ``scores``. ``story`` tells what happened, if points alone do not.
    ``roles`` are players by role in the round, such as the dealer. ``account`` explains the points,
    if they are more than what was typed.
    """

    scores: Mapping[str, int]
    warnings: tuple[RuleWarning, ...] = ()
    state: Any = None
    turn: str = ""
    totals: Mapping[str, int | None] | None = None
    story: Story = lambda: NOTHING
    brought: Mapping[str, int] | None = None
    roles: Mapping[str, str] = MappingProxyType({})
    account: Account = tuple


@dataclass(slots=True)
class History:
    """The scored rounds and the running totals; the fold's accumulator.

    A total is None for a side that is out, or has not joined yet. ``present`` are the players of
    the coming round, without regard to who is out. ``ahead`` is the number of rounds between the
    scored ones and the one whose form is made. ``state`` and ``turn`` are the latest round's.
    """

    rounds: list[RoundScore]
    totals: dict[str, int | None]
    present: tuple[str, ...] = ()
    ahead: int = 0
    state: Any = None
    turn: str = ""


class Awaited(NamedTuple):
    """What a round still needs before it can be scored: players' entries, and the table's part.

    ``table`` is the missing table's part in words, to follow "Waiting for": "who called"; ``item``
    its key. ``part`` is the missing one of the form's ``parts``: bids first, then what was made.
    """

    players: tuple[str, ...] = ()
    table: Sentence = NOTHING
    part: int = 0
    item: str = ""

    def __bool__(self) -> bool:
        """Whether anything is missing."""
        return bool(self.players or self.table)


@dataclass(frozen=True, slots=True)
class Between:
    """What players look up between two deals, shown in one line.

    ``lead`` is the main fact about the coming round ("4s wild"), ``facts`` are others ("4 cards"),
    and ``turn`` is whose turn it is and the verb ("Ann", "deals"). ``rounds`` is their number, if
    it is known; ``marks`` are short notes on players ("cucumber"), not that they are out, which
    their totals say. ``stop`` says why now is a fair moment to stop a game without an end.
    """

    turn: tuple[str, Sentence] | None = None
    lead: Sentence = NOTHING
    facts: tuple[Sentence, ...] = ()
    rounds: int | None = None
    marks: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    stop: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Outcome:
    """Winners, the reason in words, and ``how`` they won; ``totals`` if the end changes them."""

    winners: tuple[str, ...]
    reason: Sentence
    totals: Mapping[str, int] | None = None
    how: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class CardCheck:
    """One card of the deck: how many there are, how many were counted, and by whom."""

    card: str
    label: Sentence
    expected: int
    counted: int
    by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TableCheck:
    """Whether all players' counts add up to the deck.

    ``sentence`` is the result for people, ``so_far`` how many of the deck's points are counted.
    ``is_by_card`` if everybody counted card by card: only then ``cards`` are compared.
    """

    is_complete: bool
    sentence: Sentence
    cards: tuple[CardCheck, ...] = ()
    is_by_card: bool = False
    so_far: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Move:
    """A possible next move in a log: a verb, and the label of its button.

    ``amount`` is its fixed number, if any. A number that is chosen is from ``least`` to ``most``,
    where None is no limit; ``least`` is None if none is chosen.
    """

    verb: Json
    label: Sentence
    amount: int | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's possible moves in a log, with a hint about prices."""

    name: str
    moves: tuple[Move, ...]
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Turns:
    """Who may act next in a log: ``actor`` has the turn, "" where that is unknown.

    ``told`` are values of other fields of the round that follow from the log: who won the bidding.
    ``left`` are those who have not dropped out by now: of nobody else are cards asked.
    """

    actor: str = ""
    turns: tuple[Turn, ...] = ()
    told: Mapping[str, Json] = field(default_factory=dict)
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The preview of a round that is still being entered.

    ``scores`` are the points of single entries, if the game can tell them, and of all sides once
    nothing is missing. ``notes`` describe entries ("pair of queens"), ``row_notes`` are for
    players' rows ("bets 5", "called"), and ``faults`` are the players whose note is a fault.
    ``awaited`` is what is missing; once it is nothing, ``warnings``, ``story``, ``account`` and
    ``roles`` are those of the whole round. ``check`` compares counts with the deck. ``hint`` is
    what comes next ("Ann to act: 4 · pot 9"), and ``turns`` are the moves in a log. ``between`` is
    set if the entries change it.
    """

    scores: Mapping[str, int]
    notes: Mapping[str, Sentence]
    row_notes: Mapping[str, Sentence]
    awaited: Awaited
    hint: Sentence
    turns: Turns
    story: Sentence
    check: Callable[[], TableCheck | None] = field(compare=False, repr=False)
    warnings: tuple[RuleWarning, ...]
    roles: Mapping[str, str]
    account: tuple[Sentence, ...]
    faults: tuple[str, ...]
    between: Between | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game record.

    ``round_scores`` are every round's points by side; ``totals`` add them up to the round in which
    the game ended, None for a side that is out. Rounds after the end are listed in ``after_end``
    and do not count. ``extras`` are the game's own, ``how`` is the outcome's.
    """

    round_scores: tuple[Mapping[str, int], ...]
    totals: Mapping[str, int | None]
    status: Status
    winners: tuple[str, ...]
    reason: Sentence
    warnings: tuple[RuleWarning, ...]
    after_end: tuple[int, ...]
    extras: Mapping[str, Json]
    how: Sentence = NOTHING

    def to_json(self) -> dict[str, Json]:
        """Return the scored answer of the game record contract."""
        return {
            "round_scores": [dict(scores) for scores in self.round_scores],
            "totals": dict(self.totals),
            "status": self.status,
            "winners": list(self.winners),
            "reason": str(self.reason),
            "warnings": [warning.to_json() for warning in self.warnings],
            "after_end": list(self.after_end),
            **self.extras,
        }


@dataclass(frozen=True, slots=True)
class Sheet(Result):
    """Everything about a game at one version.

    ``sides`` are the owners of scores with their players, and ``ranks`` their places from 1.
    ``own_points`` is what each side takes home: its total, or what it had reached when it went out.
    ``joined`` are latecomers, ``head_starts`` points that players started with; ``brought`` are
    each round's own points, ``round_stories`` their stories. ``has_end``: it ends by itself.
    """

    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    own_points: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, Joined] = field(default_factory=dict)
    head_starts: Mapping[str, int] = field(default_factory=dict)
    brought: tuple[Mapping[str, int], ...] = ()
    round_stories: tuple[Story, ...] = field(default=(), compare=False, repr=False)
    target: int | None = None
    has_end: bool = True
    between: Between = Between()
    open_round: OpenRound | None = None

    @property
    def is_early(self) -> bool:
        """Whether a game with an end of its own was stopped before it."""
        return self.status == "ended_early" and self.has_end

    @property
    def stands(self) -> Status:
        """The status for people."""
        return stands(self.status, has_end=self.has_end)

    @property
    def stories(self) -> tuple[Sentence, ...]:
        """The story of each round."""
        return tuple(story() for story in self.round_stories)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of an input, and the sheet of everything before it.

    ``round`` is 0 for the set-up, else the round's number; for a refused correction ``edit`` is its
    position from 1 and ``round`` is None. ``player`` and ``item`` are the ones concerned.
    """

    code: str
    message: Sentence
    kept: Sheet
    round: int | None = None
    edit: int | None = None
    player: str = ""
    item: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the refused answer of the game record contract."""
        place = {"round": self.round} if self.edit is None else {"edit": self.edit}
        error: dict[str, Json] = {**place, "code": self.code, "message": str(self.message)}
        concerned = {"player": self.player, "item": self.item}
        error |= {key: value for key, value in concerned.items() if value}
        return {"error": error, "kept": self.kept.to_json()}
