"""The values that the rules take and answer with.

The players and options of a game are a :class:`Setup`, the rounds scored so far a :class:`History`.
Answers are frozen and plain enough for JSON: a :class:`Sheet`, or a :class:`Refusal` that says why.
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


class Refused(Exception):
    """Raised by a game's functions where something cannot be; it never leaves ``rules``.

    It is given what it says, or the pattern of that with its values; in a pattern, ``name`` is the
    player. The fold turns it into a :class:`Refusal`, which also knows the round.
    """

    def __init__(
        self, code: str, said: str, /, *, player: str = "", item: str = "", **values: object
    ) -> None:
        if not isinstance(said, Sentence):
            named = {"name": player, "player": player, "item": item}
            said = with_values(said, named | values)
        super().__init__(said)
        self.code = code
        self.message = said
        self.player = player
        self.item = item


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """A concern about something possible but unlikely; it stays visible on its round.

    ``round`` is 0 for the set-up. ``is_said`` where it only repeats what somebody has said on
    purpose, so that nobody need confirm it.
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
    """One game's players in seating order, its resolved options, and what they warn about.

    ``sides`` names whoever scores belong to, with their players: each alone if a game says no more.
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
    """One round as it was typed: its number from 1, who takes part, and the JSON object.

    It ``is_whole`` unless parts of it may be missing; ``word`` is what its game calls a round.
    """

    number: int
    present: tuple[str, ...]
    data: Mapping[str, Json]
    is_whole: bool = True
    word: str = "Round"

    def missing(self, entered: Container[str]) -> tuple[str, ...]:
        """Return who takes part and is not among those who have ``entered`` something."""
        return tuple([name for name in self.present if name not in entered])

    def refused(
        self, code: str, said: str, /, *, player: str = "", item: str = "", **values: object
    ) -> Refused:
        """Return, to be raised, what cannot be in this round, whose ``number`` the pattern has."""
        return Refused(code, said, player=player, item=item, number=self.number, **values)


class Joined(NamedTuple):
    """That somebody joined late: after how many rounds, and what their total starts with.

    The start was chosen when they came and is recorded: a later correction does not change it.
    """

    after: int
    start: int


Account = Callable[[], tuple[Sentence, ...]]
"""Says how the points of a round came about, a line each; called by whoever reads it."""
Story = Callable[[], Sentence]
"""Says in a sentence what happened in a round; called by whoever reads it, for few rounds are."""


class RoundScore(NamedTuple):
    """What a round scored: points by side, and the warnings that stay on it.

    ``state`` is what the game itself wants to know of it later (dealer, farm, who is out);
    ``totals`` replaces the running totals where they are no plain sums, None standing for a side
    that is out; ``brought`` is what the round itself came to where ``scores``, by which totals have
    changed, are more than that; ``story`` says what happened, where points alone do not; ``roles``
    names, by its place in the round, who had a part in it that passes on, such as the dealer;
    ``account`` says how the points came about, where that is more than what was typed.
    """

    scores: Mapping[str, int]
    warnings: tuple[RuleWarning, ...] = ()
    state: Any = None
    totals: Mapping[str, int | None] | None = None
    story: Story = lambda: NOTHING
    brought: Mapping[str, int] | None = None
    roles: Mapping[str, str] = MappingProxyType({})
    account: Account = tuple


@dataclass(slots=True)
class History:
    """The rounds that count so far and the running totals; the fold's accumulator.

    A total is None for a side that is out of the game, or has not joined yet. ``present`` are the
    players who take part in the coming round unless they are out. ``ahead`` is how many rounds, not
    scored yet, lie between those that count and the one whose form is asked for.
    """

    rounds: list[RoundScore]
    totals: dict[str, int | None]
    present: tuple[str, ...] = ()
    ahead: int = 0

    @property
    def state(self) -> Any:
        """The game's own state after the latest round; None before the first."""
        return self.rounds[-1].state if self.rounds else None


class Awaited(NamedTuple):
    """What a round still needs before it can be scored: players' entries, and what else.

    ``table`` says what is missing about the whole table, to follow "Waiting for": "who called";
    ``item`` is its place in the round. ``part`` is which of the form's ``parts`` is missing:
    whoever still has to make a bid is waited for first, and what was made only then.
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
    """What players look for between two deals.

    It is said in one line: ``lead`` is what decides the coming round ("4s wild"), ``facts`` are
    further words about it ("4 cards"), and ``turn`` is whose turn it is and what they do ("Ann",
    "deals"), where the game rules that. ``rounds`` is how many there are, where that is known;
    ``marks`` are short words beside a player ("cucumber", "out", "in fantasyland"). ``stop`` says
    why now is a fair moment to stop, where the game goes on until people do.
    """

    turn: tuple[str, Sentence] | None = None
    lead: Sentence = NOTHING
    facts: tuple[Sentence, ...] = ()
    rounds: int | None = None
    marks: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    stop: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, why, and ``how`` besides names and totals; ``totals`` are those that it changes."""

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
    """Whether what was counted over all players adds up to the deck.

    ``is_complete`` when nothing is missing; ``sentence`` says it for people; ``cards`` is empty
    where counts by card say nothing. ``is_by_card`` when everybody so far counted card by card:
    then what ``cards`` lacks is missing. ``so_far`` says how many of the deck's points are counted.
    """

    is_complete: bool
    sentence: Sentence
    cards: tuple[CardCheck, ...] = ()
    is_by_card: bool = False
    so_far: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Move:
    """Something that a player may do next in a log: a verb, and what its button says.

    ``amount`` goes with it, where there is a number. Where one is chosen it is ``least`` or more,
    and ``most`` at most; both are None where none is, ``most`` also where nothing limits it.
    """

    verb: Json
    label: Sentence
    amount: int | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player may do next in a log, and at what prices, in a few words."""

    name: str
    moves: tuple[Move, ...]
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Turns:
    """Who may act next in a log: ``actor`` whose turn it is, "" where nobody can tell.

    ``told`` is what the log says about the rest of the round, by its place there: who won the
    bidding.
    """

    actor: str = ""
    turns: tuple[Turn, ...] = ()
    told: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """What can be said of a round that is still being counted.

    ``scores`` holds the points of the entries so far, where the game can tell them one by one, of
    all sides once nothing is missing; ``notes`` says what an entry is ("pair of queens"), and
    ``row_notes`` what was entered of a player so far, in a word or two ("bets 5", "called");
    ``faults`` names whose note says what is wrong with it; ``awaited`` names what is missing;
    ``warnings`` are those the round would carry, ``story`` what happened in it, ``account`` how its
    points came about, and ``roles`` who dealt or banked, known once nothing is missing; ``check``
    tells whether what was counted adds up. ``hint`` says what comes next while the round is being
    entered ("Ann to act: 4 · pot 9"), and ``turns`` who may do what, where it is told bet by bet.
    ``between`` is what players look for, where what was said of the round has changed it.
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
    """What a game came to at one version, as its record is answered.

    ``round_scores`` holds every round's points by side; ``totals`` add them up to the round in
    which the game ended, None standing for a side that is out. Rounds after the end are listed in
    ``after_end`` and do not count. ``extras`` are the game's own, ``how`` is the outcome's.
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

    ``sides`` are whoever scores belong to, with their players, and ``ranks`` their places from 1.
    ``own_points`` is what each side takes home: its total, of one that is out what it had reached;
    ``joined`` says who came late, ``head_starts`` who started with points; ``brought`` what each
    round came to, ``round_stories`` what happened in it. ``has_end``: whether it ends by itself.
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
        """Whether it was ended before its own end; no game is that has none."""
        return self.status == "ended_early" and self.has_end

    @property
    def stands(self) -> Status:
        """How it stands for people; ``status`` calls all that End Game ended "ended early"."""
        return "finished" if self.status == "ended_early" and not self.has_end else self.status

    @property
    def stories(self) -> tuple[Sentence, ...]:
        """What happened in each round, in a sentence."""
        return tuple(story() for story in self.round_stories)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input cannot be, and the sheet of everything before it.

    ``round`` is 0 for the set-up, else the round's number; for a refused correction ``edit`` holds
    its position from 1 and ``round`` is None. ``player`` and ``item`` say whom or what it concerns.
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
