"""The data a card game is made of, and the values its rules answer with.

A game is one :class:`GameRules`: data (options, what is typed each round, where the rules come
from) and a handful of pure functions. What a group chose for one game is resolved once into a
:class:`Setup`; the fold in :mod:`scorecard.rules.sheet` then walks the rounds. Answers are frozen
and JSON-plain: a :class:`Sheet`, or a :class:`Refusal` that says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from scorecard.rules.words import NOTHING, Sentence, say

Json = Any
"""A value as ``json.loads`` gives it."""

Best = Literal["highest", "lowest"]
"""Which total wins."""
Status = Literal["in_progress", "finished", "ended_early"]


class Refused(Exception):
    """Raised by a game's functions where something cannot be; it never leaves ``rules``.

    The fold turns it into a :class:`Refusal`, which also knows the round.
    """

    def __init__(self, code: str, message: Sentence, *, player: str = "", item: str = "") -> None:
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
    message: Sentence

    def to_json(self) -> dict[str, Json]:
        """Return the warning as a JSON object."""
        return {"round": self.round, "code": self.code, "message": str(self.message)}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The value an option takes when nothing was chosen, and why."""

    value: Json
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Lines:
    """How an option that is typed as lines of text is read.

    ``check`` returns a JSON value in its full form for these players, or raises ValueError with
    what is wrong ("must name two players"); ``read`` turns typed text into the JSON value and
    ``write`` a value into text; ``example`` shows how a line looks.
    """

    check: Callable[[tuple[str, ...], Json], Json]
    read: Callable[[str], Json]
    write: Callable[[Json], str]
    example: Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule a group may change: its name, default, range and explaining sentence.

    ``kind`` says what a value is: a whole ``number`` from ``low`` to ``high``, or None where
    that is the default; one of the ``choices`` (value, label); a ``switch``, true or false; a
    ``player``'s name, the one in the first seat by default; ``per_card``, a map from the names in
    ``cards`` to whole numbers in the range, of which only those that differ from
    ``card_defaults`` need be given; ``lines``, which ``lines`` reads and writes; or ``json``, an
    object that ``check`` returns in its full form for these players, raising ValueError with what
    is wrong. ``suggest`` replaces ``default`` where it depends on the number of players and other
    options.
    """

    key: str
    label: Sentence
    sentence: Sentence
    kind: Literal["number", "choice", "switch", "player", "per_card", "lines", "json"]
    default: Json = None
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[tuple[str, Sentence], ...] = ()
    cards: tuple[tuple[str, Sentence], ...] = ()
    card_defaults: Mapping[str, int] = field(default_factory=dict)
    suggest: Callable[[int, Mapping[str, Json]], Suggestion] | None = None
    lines: Lines | None = None
    check: Callable[[tuple[str, ...], Json], Json] | None = None
    none_label: Sentence = NOTHING
    """What None means, where it is the default: "No limit"."""
    is_basic: bool = False
    """Shown at once on the settings screen; the others are folded away."""


FieldKind = Literal[
    "count", "points", "signed_points", "switch",
    "number", "choice", "player", "players", "cards", "hands", "amounts", "order", "log",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One thing typed in a round, for one player or for the whole table.

    ``key`` is its dotted place in the entry or the round (``"pile.10"``, ``"pots.#0.winner"``); an
    empty key is the whole entry. What stands there, by ``kind``:

    * ``count``: how many of a card, 0 where nothing is typed; ``points``: a whole number that must
      be typed, because blank is not zero; ``signed_points``: the same with a sign;
      ``number``: a whole number that may be left out;
    * ``switch``: true; left out when off;
    * ``choice``: one of ``choices`` (value, label), None being a choice too where it is listed;
    * ``player``: one of ``names``, or None where ``none_label`` says what that means;
      ``players``: a list of ``names``;
    * ``cards``: a list of cards out of ``deck``, at most ``high`` of them; ``hands``: such a list
      by name, for some of ``names``;
    * ``amounts``: whole numbers by name, for each of ``names``, or for each side where ``choices``
      label sides;
    * ``order``: ``names`` from best to worst, level ones together: ``[["Ann"], ["Bob", "Cy"]]``;
    * ``log``: what was done in turn: ``[["Ann", "bet", 4], ["Bob", "fold"]]``, with ``verbs`` that
      may follow a name.

    ``worth`` is points each, and ``flipped_worth`` points each while the form's ``flip`` switch
    is on, so that a phone can add up a count from this data alone. ``card`` names the card of
    the deck that is counted. ``is_optional`` says that a round can be scored without it;
    ``default`` is what holds then.
    """

    key: str
    label: Sentence
    kind: FieldKind
    low: int = 0
    high: int = 0
    step: int = 1
    worth: int = 0
    flipped_worth: int = 0
    card: str = ""
    hint: Sentence = NOTHING
    choices: tuple[tuple[Json, Sentence], ...] = ()
    names: tuple[str, ...] = ()
    none_label: Sentence = NOTHING
    deck: tuple[str, ...] = ()
    verbs: tuple[Verb, ...] = ()
    default: Json = None
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """What a player may do in a log: ``value`` as the log has it, and whether a number follows.

    ``amount`` is "" where none follows, "may" or "must".
    """

    value: Json
    label: Sentence
    amount: Literal["", "may", "must"] = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields under one heading, such as everything in the points pile."""

    key: str
    label: Sentence
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """One way to type an entry; a player uses exactly one of them in a round."""

    key: str
    label: Sentence
    hint: Sentence
    groups: tuple[FieldGroup, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every field of the style, in order."""
        return tuple(field for group in self.groups for field in group.fields)


@dataclass(frozen=True, slots=True)
class RoundStyle:
    """One way to record a whole round: what is said about the table, and whether players enter.

    ``has_entries`` is False where the table's fields say everything.
    """

    key: str
    label: Sentence
    hint: Sentence = NOTHING
    fields: tuple[Field, ...] = ()
    has_entries: bool = True


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What is typed each round, as data for forms, phones and the API's description.

    ``styles`` are the ways to type one player's entry, none where a game has no such entries;
    ``players`` are those who enter one. ``switches`` belong to every style that lists no signed
    number. ``flip`` is the key of the switch under which every field is worth its
    ``flipped_worth``; ``ticks`` maps a switch to another that it turns on with itself; ``single``
    names a switch that only ``single_limit`` players can hold at once. ``deck`` maps each card to
    how many there are, or is None when the deck's contents are not known. ``rounds`` are the ways
    to record a whole round. ``is_summed`` says that a phone can add up an entry from each field's
    worth; other games are scored here only.
    """

    styles: tuple[Style, ...] = ()
    rounds: tuple[RoundStyle, ...] = (RoundStyle("round", NOTHING),)
    players: tuple[str, ...] = ()
    switches: tuple[Field, ...] = ()
    flip: str = ""
    ticks: Mapping[str, str] = field(default_factory=dict)
    single: str = ""
    single_limit: int = 1
    deck: Mapping[str, int] | None = None
    is_summed: bool = False

    @property
    def round_fields(self) -> tuple[Field, ...]:
        """What is said about a whole round, in every way to record one, each field once."""
        fields = {field.key: field for style in self.rounds for field in style.fields}
        return tuple(fields.values())


@dataclass(frozen=True, kw_only=True)
class Setup:
    """One game's players in seating order, its resolved options, and what they warn about.

    ``sides`` names whoever scores belong to, with their players: each player alone where a game
    says nothing else.
    """

    players: tuple[str, ...]
    options: Mapping[str, Json]
    warnings: tuple[RuleWarning, ...] = ()
    partnerships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """Every side's players, by the side's name."""
        return self.partnerships or {name: (name,) for name in self.players}


class Round(NamedTuple):
    """One round as it was typed: its number from 1, who takes part, and the JSON object."""

    number: int
    present: tuple[str, ...]
    data: Mapping[str, Json]


Story = Callable[[], Sentence]
"""Says in a sentence what happened in a round; called by whoever reads it, for few rounds are."""


class RoundScore(NamedTuple):
    """What a round scored: points by side, and the warnings that stay on it.

    ``state`` is what the game itself wants to know of it later (dealer, farm, who is out);
    ``totals`` replaces the running totals where they are no plain sums, None standing for a side
    that is out; ``brought`` is what the round itself came to where ``scores``, by which totals have
    changed, are more than that; ``story`` says what happened, where points alone do not.
    """

    scores: Mapping[str, int]
    warnings: tuple[RuleWarning, ...] = ()
    state: Any = None
    totals: Mapping[str, int | None] | None = None
    story: Story = lambda: NOTHING
    brought: Mapping[str, int] | None = None


@dataclass(slots=True)
class History:
    """The rounds that count so far and the running totals; the fold's accumulator.

    A total is None for a side that is out of the game. ``present`` are the players who have not
    left for good before the coming round. ``ahead`` is how many rounds, not scored yet, lie between
    those that count and the one whose form is asked for.
    """

    rounds: list[RoundScore]
    totals: dict[str, int | None]
    present: tuple[str, ...] = ()
    ahead: int = 0

    @property
    def state(self) -> Any:
        """The game's own state after the latest round; None before the first."""
        return self.rounds[-1].state if self.rounds else None


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a round still needs before it can be scored: players' entries, and what else.

    ``table`` says what the table has to tell, to follow "Waiting for": "who called".
    """

    players: tuple[str, ...] = ()
    table: Sentence = NOTHING

    def __bool__(self) -> bool:
        """Whether anything is missing."""
        return bool(self.players or self.table)


@dataclass(frozen=True, slots=True)
class Between:
    """What players look for between two deals.

    ``turn`` is whose turn it is and what they do ("Ann", "deals"), where the game rules that;
    ``facts`` are short sentences about the coming round ("Hand 3: 5 cards, 5s are wild");
    ``marks`` are short words beside a player ("cucumber", "out", "in fantasyland").
    """

    turn: tuple[str, Sentence] | None = None
    facts: tuple[Sentence, ...] = ()
    marks: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why the game is over; ``totals`` replaces them where ending changes them."""

    winners: tuple[str, ...]
    reason: Sentence
    totals: Mapping[str, int] | None = None


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
    where counts by card say nothing (unknown deck). ``is_by_card`` when everybody so far counted
    card by card, so that what ``cards`` lacks is really missing.
    """

    is_complete: bool
    sentence: Sentence
    cards: tuple[CardCheck, ...] = ()
    is_by_card: bool = False


@dataclass(frozen=True, slots=True)
class OpenRound:
    """What can be said of a round that is still being counted.

    ``scores`` holds the points of the entries so far, where the game can tell them one by one, of
    all sides once nothing is missing; ``notes`` says what an entry is ("pair of queens");
    ``awaited`` names what is missing; ``warnings`` are those the round would carry and ``story``
    what happened in it, known once nothing is missing. ``hint`` says what comes next while the
    round is being told ("Ann to act: bet 4 or more").
    """

    scores: Mapping[str, int]
    notes: Mapping[str, Sentence]
    awaited: Awaited
    hint: Sentence
    story: Sentence
    check: TableCheck | None
    warnings: tuple[RuleWarning, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about a game at one version.

    ``round_scores`` holds every round's points by side, and ``told`` says what happened in it;
    ``totals`` add them up to the round in which the game ended, None standing for a side that is
    out; ``sides`` are whoever scores belong to, with their players, and ``ranks`` their places from
    1. ``own_points`` is what each side takes home: its total, of one that is out what it had
    reached; ``brought`` what each round itself came to, of which records are made. Rounds recorded
    after the end are listed in ``after_end`` and do not count. ``extras`` are the game's own result
    keys. ``has_end`` says whether the game ends by itself.
    """

    round_scores: tuple[Mapping[str, int], ...]
    totals: Mapping[str, int | None]
    status: Status
    winners: tuple[str, ...]
    reason: Sentence
    warnings: tuple[RuleWarning, ...]
    after_end: tuple[int, ...]
    extras: Mapping[str, Json]
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    own_points: Mapping[str, int] = field(default_factory=dict)
    brought: tuple[Mapping[str, int], ...] = ()
    told: tuple[Story, ...] = field(default=(), compare=False, repr=False)
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
        """How the game stands for people: one without an end of its own is finished by End Game.

        ``status`` calls every game ended early that End Game ended, as its contract says.
        """
        return "finished" if self.status == "ended_early" and not self.has_end else self.status

    @property
    def stories(self) -> tuple[Sentence, ...]:
        """What happened in each round, in a sentence."""
        return tuple(story() for story in self.told)

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


EMPTY_SHEET = Sheet((), {}, "in_progress", (), NOTHING, (), (), {})
"""What is kept of a game whose set-up was refused: nothing."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input cannot be, and the sheet of everything before it.

    ``round`` is 0 for the set-up, else the round's number; for a refused correction ``edit``
    holds its position from 1 and ``round`` is None. ``player`` and ``item`` name whom and which
    card or field it concerns, where there is one.
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
        place: dict[str, Json] = {"round": self.round} if self.edit is None else {"edit": self.edit}
        error = {**place, "code": self.code, "message": str(self.message)}
        if self.player:
            error["player"] = self.player
        if self.item:
            error["item"] = self.item
        return {"error": error, "kept": self.kept.to_json()}


SetupT = TypeVar("SetupT", bound=Setup)


@dataclass(frozen=True, slots=True)
class CountFeat:
    """Something a group keeps a record of: the whole number at a dotted ``place`` in an entry."""

    key: str
    label: Sentence
    place: str


@dataclass(frozen=True, slots=True)
class Example:
    """A game in progress that a rules page works through: a record, and what to see in it."""

    record: Mapping[str, Json]
    sentence: Sentence


@dataclass(frozen=True, kw_only=True)
class ReadyMadeRules:
    """House rules that a group can start from: options that differ, and notes in Markdown."""

    key: str
    name: Sentence
    options: Mapping[str, Json]
    notes: Sentence


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[SetupT]):
    """One card game: what there is to know about it, and its pure functions.

    The functions raise :class:`Refused` for what cannot be. ``score_round`` refuses a round that
    is not whole; ``check_round`` looks at whatever part of it is there, while it is being counted.
    """

    key: str
    name: Sentence
    aim: Sentence
    fewest: int
    """How few can play; who stays when somebody leaves for good must still be so many."""
    most: int
    is_first: bool = False
    """Whether it stands first on the shelf; the others follow by name."""
    players: Sentence
    """Who can play, in words."""
    length: Sentence
    source: Sentence
    how_to_score: tuple[Sentence, ...]
    """Paragraphs on how to play and score it, in our own words."""
    decided: tuple[tuple[Sentence, Sentence], ...] = ()
    """What the sources leave open, and what holds here: (question, answer)."""
    card_values: tuple[tuple[Sentence, Sentence], ...] = ()
    """What each card is worth, where options do not list that: (cards, worth)."""
    example: Example | None = None
    options: tuple[Option, ...]
    best: Best
    is_money: bool = False
    """Whether totals are balances in chips or cents, which somebody pays somebody in the end."""
    entries_key: str = ""
    """Where in a round's JSON the players' entries stand, by name; "" where there are none."""
    round_word: Sentence = field(default=say("Round"))
    """What a round is called on screen: "Hand", "Deal"."""
    absent_entry: Json = None
    """The entry of somebody without whom the keeper closes a round; None where that cannot be."""
    action: Sentence = field(default=say("Enter the round"))
    """What the table's main button says."""
    turn: Sentence
    """What the player whose turn it is does next round, as in "Bob deals"; the turn moves left."""
    first: str = ""
    """The option that names who begins, where there is one."""
    set_up: Callable[[tuple[str, ...], Mapping[str, Json]], SetupT]
    entry_form: Callable[[SetupT, History], EntryForm]
    """What is typed in the next round."""
    check_round: Callable[[SetupT, History, Round], None]
    score_round: Callable[[SetupT, History, Round], RoundScore]
    outcome: Callable[[SetupT, History], Outcome | None]
    end_early: Callable[[SetupT, History], Outcome]
    extras: Callable[[SetupT, History, bool], dict[str, Json]]
    """The game's own result keys; the last argument says whether the game is over."""
    awaits: Callable[[SetupT, History, Round], Awaited] | None = None
    """What a round still needs; by default an entry of everybody who takes part."""
    entry_score: Callable[[SetupT, str, Json], int | None] = lambda _setup, _name, _entry: None
    """One player's entry read alone, where the game can tell; None where it cannot."""
    entry_note: Callable[[SetupT, History, str, Json], Sentence] = (
        lambda _setup, _past, _name, _entry: NOTHING
    )
    """What one player's entry is, where that is worth saying: "pair of queens"."""
    hint: Callable[[SetupT, History, Round], Sentence] = lambda _setup, _history, _round: NOTHING
    """What comes next while a round is being told: "Ann to act: bet 4 or more"."""
    check_table: Callable[[SetupT, Round], TableCheck | None] = lambda _setup, _round: None
    target: Callable[[SetupT], int | None] = lambda _setup: None
    """The total that ends the game, where there is one; shown on the table with a bar to it."""
    between: Callable[[SetupT, History], Between] = lambda _setup, _history: Between()
    """What players look for between two deals."""
    end_warnings: Callable[[SetupT, History], tuple[RuleWarning, ...]] = lambda _s, _h: ()
    """What is to be said when the game is stopped with End Game."""
    ranks: Callable[[SetupT, History], Mapping[str, int]] | None = None
    """The places from 1; by default from the totals, with the winners first.

    Where the lowest total wins, who did not play the latest round is then behind all others.
    """
    own_points: Callable[[SetupT, History], Mapping[str, int]] | None = None
    """What each side takes home; by default its total.

    Where the lowest total wins, who did not play the latest round then takes home no less than
    anybody who did.
    """
    has_rounds: bool = True
    """Whether its rounds are some that were played; of a result from before nobody knows them."""
    has_end: Callable[[SetupT], bool] = lambda _setup: True
    """Whether the game ends by itself; one that goes on for as long as people like does not."""
    feats: tuple[CountFeat, ...] = ()
    """What to keep records of, besides rounds and totals."""
    firsts: Mapping[str, Sentence] = field(default_factory=dict)
    """What to tell the first time it happens in a game: its label, by its place in an entry."""
    house_rules: tuple[ReadyMadeRules, ...] = ()
    """Sets of house rules to start from, besides the official options."""
    specialised: Callable[[Mapping[str, Json]], GameRules[SetupT]] | None = None
    """The rules for these options, where options make the game; these ones where they cannot."""
