"""The definition of a card game: data, and the pure functions that score it.

Each game in :mod:`scorecard.rules.games` makes one :class:`GameRules`; no other code names games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from scorecard.rules import core, options, round_words
from scorecard.rules.outcome import winning
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING, Sentence, joined, say, say_as

DEALS = say_as("what the dealer does", "deals")
"""The default of ``GameRules.turn``."""
FIRST_DEALER = options.player(
    "first_dealer", say("First dealer"), say("Who deals first; then the deal passes to the left.")
)
"""The option of a game in which the deal goes round."""
ALL_DEALT = say("Everybody has dealt equally often: a fair moment to stop.")
"""``Between.stop`` of a game for chips in which the deal moves round."""

SetupT = TypeVar("SetupT", bound=core.Setup)


@dataclass(frozen=True, slots=True)
class CountFeat:
    """A record that groups keep: a whole number at a dotted place in an entry.

    ``places`` has one for each way to type it.
    """

    key: str
    label: Sentence
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """The example of a rules page: the record of a game in progress, and an explanation."""

    record: Mapping[str, core.Json]
    sentence: Sentence


@dataclass(frozen=True, kw_only=True)
class ReadyMadeRules:
    """House rules to start from: options that differ from the defaults, and notes in Markdown."""

    key: str
    name: Sentence
    options: Mapping[str, core.Json]
    notes: Sentence


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[SetupT]):
    """One card game: its data, and its pure functions.

    The functions raise :class:`core.Refused` for invalid input. A round's JSON is parsed once, by
    ``read``, into a value of the game's own, which the other functions take. ``read`` refuses what
    no further entry could make valid, and ``score_round`` an incomplete round.
    """

    key: str
    name: Sentence
    aim: Sentence
    fewest: int
    """The fewest players, also after some have left for good."""
    most: int
    is_first: bool = False
    """Whether it is the first in the list of games; the others follow by name."""
    players: Sentence
    """Who can play, in words."""
    length: Sentence
    odds: Sentence = NOTHING
    """The odds, to be shown before the start."""
    source: Sentence
    how_to_score: tuple[Sentence, ...]
    """Paragraphs on how to play and score it, in our own words."""
    decided: tuple[tuple[Sentence, Sentence], ...] = ()
    """Questions that the sources leave open, and our decisions: (question, answer)."""
    card_values: tuple[tuple[Sentence, ...], ...] = ()
    """What each card is worth, unless options list that: (cards, worth)."""
    worth_columns: tuple[Sentence, ...] = ()
    """Places by which the worth of a card differs; then a row has a worth for each of them."""
    worth_here: Callable[[SetupT], tuple[tuple[Sentence, Sentence], ...]] | None = None
    """What each card is worth with the options of one game: (cards, worth)."""
    example: Example | None = None
    options: tuple[options.Option, ...]
    best: core.Best
    is_money: bool = False
    """Whether totals are balances in chips or cents, to be settled in the end."""
    entries_key: str = ""
    """The key of the players' entries in a round's JSON; "" for a game without entries."""
    entry_words: round_words.EntryWords = round_words.COUNTS
    """The name of players' entries, in outbox and history."""
    told: Mapping[str, Callable[[Sentence], Sentence]] = field(default_factory=dict)
    """Sentences of the history for parts of a round, by key, in place of the form's labels.

    "Ann called" for "Who called? Ann"."""
    in_story: tuple[str, ...] = ()
    """Keys of the parts of a round that its story contains already."""
    round_word: Sentence = field(default=say("Round"))
    """The name of a round: "Hand", "Deal"."""
    why_not_late: Sentence = field(
        default=say("Here everything goes on from what was played before, so nobody joins later.")
    )
    """Why nobody can join after round 1; "" where the scorekeeper may let somebody in."""
    why_no_head_start: Sentence = NOTHING
    """Why a game not for money has no head starts; "" where it has."""
    sides: int = 0
    """The number of sides that the players form in turn by their seats; 0 for none."""
    absent_entry: core.Json = None
    """The entry of a missing player when a round is closed; None if it cannot be closed then."""
    action: Sentence = field(default=say("Enter the round"))
    """The label of the table's main button."""
    turn: Sentence = field(default=DEALS)
    """The verb for the player whose turn it is next round, "Bob deals"; the turn moves left."""
    first: str = ""
    """The option that names who begins, if any."""
    at_end: str = ""
    """The option for what becomes of open money; End Game asks for it while there is any."""
    seats: Callable[[Mapping[str, core.Json]], tuple[Sentence, int]] | None = None
    """The name and the most players, where options decide that."""
    set_up: Callable[[tuple[str, ...], Mapping[str, core.Json]], Any] = lambda players, options: (
        core.Setup(players=players, options=options)
    )
    """The set-up, computed once of the players and the options."""
    entry_form: Callable[[SetupT, core.History], fields.EntryForm]
    """The form of the next round."""
    read: Callable[[SetupT, core.History, core.Round], Any]
    """Parses a round for all functions below; refuses what can never be valid."""
    awaits: Callable[[SetupT, core.History, Any], core.Awaited]
    """What a round still needs."""
    score_round: Callable[[SetupT, core.History, Any], core.RoundScore]
    outcome: Callable[[SetupT, core.History], core.Outcome | None] | None = None
    """The outcome after the latest round, None to go on; without it people stop the game."""
    end_early: Callable[[SetupT, core.History], core.Outcome] | None = None
    """The outcome of a game stopped after a round or more; by default the balances stand."""
    unplayed: Sentence = field(default=say("Ended before a hand was played, so nobody wins."))
    """The reason of a game that is stopped before its first round."""
    extras: Callable[[SetupT, core.History, bool], dict[str, core.Json]]
    """The game's own result keys; the last argument says whether the game is over."""
    entry_scores: Callable[[SetupT, Any], Mapping[str, int]] = lambda _setup, _read: {}
    """The scores by name of entries that can be scored alone."""
    entry_notes: Callable[[SetupT, core.History, Any], Mapping[str, Sentence]] = (
        lambda _setup, _past, _read: {}
    )
    """Descriptions of entries by name: "pair of queens"."""
    entry_faults: Callable[[SetupT, Any], Mapping[str, Sentence]] = lambda _setup, _read: {}
    """Faults of entries that are scored all the same, by name, in place of ``entry_notes``."""
    row_notes: Callable[[SetupT, core.History, Any], Mapping[str, Sentence]] = (
        lambda _setup, _past, _read: {}
    )
    """Notes for players' rows by name, besides points and ``entry_notes``: "bets 5", "called".

    They may come from the table's part of the round, too.
    """
    not_in: Sentence = field(default=say("counting…"))
    """The note of a player without an entry, while others have one: "no bet yet"."""
    hint: Callable[[SetupT, core.History, Any], Sentence] = lambda _setup, _past, _read: NOTHING
    """What comes next while a round is being entered: "Ann to act: 4 · pot 9"."""
    turns: Callable[[SetupT, core.History, Any], core.Turns] = lambda *_read: core.Turns()
    """The possible moves in the log of a round that is being entered."""
    check_table: Callable[[SetupT, Any], core.TableCheck | None] = lambda _setup, _read: None
    target: Callable[[SetupT], int | None] = lambda _setup: None
    """The total that ends the game, None for none; the table shows a bar to it."""
    between: Callable[[SetupT, core.History], core.Between] = lambda _setup, _history: (
        core.Between()
    )
    """What players look up between two deals."""
    during: Callable[[SetupT, core.History, Any], core.Between | None] = (
        lambda _setup, _history, _read: None
    )
    """The same while a round is being entered; None if that cannot change it."""
    end_warnings: Callable[[SetupT, core.History], tuple[core.RuleWarning, ...]] = lambda _s, _h: ()
    """Warnings when the game is stopped with End Game."""
    ranks: Callable[[SetupT, core.History], Mapping[str, int]] | None = None
    """The places from 1; by default from the totals, with the winners first.

    By default, where the lowest total wins, those not in the latest round are behind all others.
    """
    own_points: Callable[[SetupT, core.History], Mapping[str, int]] | None = None
    """What each side takes home; by default its total.

    By default, where the lowest total wins, those not in the latest round take home no less than
    the others.
    """
    has_rounds: bool = True
    """Whether its rounds were really played; a past result from a list has none."""
    has_end: Callable[[SetupT], bool] = lambda _setup: True
    """Whether a game with an ``outcome`` can end by itself with this set-up."""
    feats: tuple[CountFeat, ...] = ()
    """Records to keep, besides rounds and totals."""
    firsts: Mapping[str, Sentence] = field(default_factory=dict)
    """Moments to tell the first time in a game: labels by place in an entry."""
    house_rules: tuple[ReadyMadeRules, ...] = ()
    """Sets of house rules to start from, besides the official options."""
    specialised: Callable[[Mapping[str, core.Json]], GameRules[SetupT]] | None = None
    """The rules for some options, where those define the game; these rules for invalid ones."""

    def seats_with(self, options: Mapping[str, core.Json]) -> tuple[Sentence, int]:
        """Return what the game is called with these options, and the most players."""
        return self.seats(options) if self.seats else (self.name, self.most)

    def begin(self, players: tuple[str, ...], options: Mapping[str, core.Json]) -> Any:
        """Return the set-up of a game; refuse too few or too many players."""
        name, most = self.seats_with(options)
        reading.refuse_player_count(name, players, self.fewest, most)
        return self.set_up(players, options)

    def stopped(self, setup: SetupT, history: core.History) -> core.Outcome:
        """Return the outcome of a game that is stopped, perhaps before its first round."""
        if not history.rounds:
            return core.Outcome((), self.unplayed)
        if self.end_early is None:
            return winning.balances(history, self.round_word)
        return self.end_early(setup, history)

    def worth_of(self, row: tuple[Sentence, ...]) -> Sentence:
        """Return the worth in a row of ``card_values``: "Middle 50, Back 25"."""
        if not self.worth_columns:
            return row[1]
        worths = zip(self.worth_columns, row[1:], strict=True)
        return joined([joined([place, worth]) for place, worth in worths if worth], ", ")
