"""What a card game consists of: data, and the pure functions that score it.

Each game in :mod:`scorecard.rules.games` makes one :class:`GameRules`, and nothing else in the
program has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from scorecard.rules import core, options, round_words
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING, Sentence, joined, say, say_as

DEALS = say_as("what the dealer does", "deals")
"""What the player does whose turn it is, in most games."""
FIRST_DEALER = options.player(
    "first_dealer", say("First dealer"), say("Who deals first; then the deal passes to the left.")
)
"""The option of a game in which the deal goes round."""
ALL_DEALT = say("Everybody has dealt equally often: a fair moment to stop.")
"""Why a game for chips may well stop now, where it is the deal that moves round."""

SetupT = TypeVar("SetupT", bound=core.Setup)


@dataclass(frozen=True, slots=True)
class CountFeat:
    """Something a group keeps a record of: the whole number at a dotted place in an entry.

    ``places`` names one for each way to type it.
    """

    key: str
    label: Sentence
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A game in progress that a rules page works through: a record, and what to see in it."""

    record: Mapping[str, core.Json]
    sentence: Sentence


@dataclass(frozen=True, kw_only=True)
class ReadyMadeRules:
    """House rules that a group can start from: options that differ, and notes in Markdown."""

    key: str
    name: Sentence
    options: Mapping[str, core.Json]
    notes: Sentence


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[SetupT]):
    """One card game: what there is to know about it, and its pure functions.

    The functions raise :class:`core.Refused` for what cannot be. What is typed in a round is read
    once, into a value of the game's own, which all functions that look at that round are given:
    ``read`` refuses what no further entry could put right, and ``score_round`` what is not whole.
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
    odds: Sentence = NOTHING
    """What players should know of their chances before they start."""
    source: Sentence
    how_to_score: tuple[Sentence, ...]
    """Paragraphs on how to play and score it, in our own words."""
    decided: tuple[tuple[Sentence, Sentence], ...] = ()
    """What the sources leave open, and what holds here: (question, answer)."""
    card_values: tuple[tuple[Sentence, ...], ...] = ()
    """What each card is worth, where options do not list that: (cards, worth)."""
    worth_columns: tuple[Sentence, ...] = ()
    """Where it is worth that, if this differs by place: then each row has a worth for each."""
    worth_here: Callable[[SetupT], tuple[tuple[Sentence, Sentence], ...]] | None = None
    """What each card is worth in one game, where its options say that: (cards, worth)."""
    example: Example | None = None
    options: tuple[options.Option, ...]
    best: core.Best
    is_money: bool = False
    """Whether totals are balances in chips or cents, which somebody pays somebody in the end."""
    entries_key: str = ""
    """Where in a round's JSON the players' entries stand, by name; "" where there are none."""
    entry_words: round_words.EntryWords = round_words.COUNTS
    """What players' entries are called, where they wait for a network and in the history."""
    told: Mapping[str, Callable[[Sentence], Sentence]] = field(default_factory=dict)
    """How the history tells what was said of a round, by its place there, where not as a form does.

    "Ann called" for "Who called? Ann"."""
    in_story: tuple[str, ...] = ()
    """What was said of a round that its story tells already, by its place there."""
    round_word: Sentence = field(default=say("Round"))
    """What a round is called on screen: "Hand", "Deal"."""
    why_not_late: Sentence = field(
        default=say("Here everything goes on from what was played before, so nobody joins later.")
    )
    """Why nobody can sit down after round 1; "" where the scorekeeper may let somebody in."""
    why_no_head_start: Sentence = NOTHING
    """Why nobody can start ahead where it is not about money; "" where they can."""
    sides: int = 0
    """How many sides the players form by where they sit, in turn; 0 where they do not."""
    absent_entry: core.Json = None
    """The entry of who is missing when a scorekeeper closes a round; None if that cannot be."""
    action: Sentence = field(default=say("Enter the round"))
    """What the table's main button says."""
    turn: Sentence = field(default=DEALS)
    """What the player whose turn it is does next round, as in "Bob deals"; the turn moves left."""
    first: str = ""
    """The option that names who begins, where there is one."""
    at_end: str = ""
    """The option that says what becomes of open money; End Game asks for it while there is any."""
    seats: Callable[[Mapping[str, core.Json]], tuple[Sentence, int]] | None = None
    """What it is called and how many can play it with some options, where these decide that."""
    set_up: Callable[[tuple[str, ...], Mapping[str, core.Json]], Any] = lambda players, options: (
        core.Setup(players=players, options=options)
    )
    """What is worked out once of the players and the options."""
    entry_form: Callable[[SetupT, core.History], fields.EntryForm]
    """What is typed in the next round."""
    read: Callable[[SetupT, core.History, core.Round], Any]
    """What was entered of a round, parsed once for all below; refuses what can never be right."""
    awaits: Callable[[SetupT, core.History, Any], core.Awaited]
    """What a round that was read still needs."""
    score_round: Callable[[SetupT, core.History, Any], core.RoundScore]
    outcome: Callable[[SetupT, core.History], core.Outcome | None] | None = None
    """Who has won with the latest round; None where the game goes on until people stop it."""
    end_early: Callable[[SetupT, core.History], core.Outcome]
    """What comes of it where it is stopped, after a round or more."""
    unplayed: Sentence = field(default=say("Ended before a hand was played, so nobody wins."))
    """What is said where it is stopped before the first one."""
    extras: Callable[[SetupT, core.History, bool], dict[str, core.Json]]
    """The game's own result keys; the last argument says whether the game is over."""
    entry_scores: Callable[[SetupT, Any], Mapping[str, int]] = lambda _setup, _read: {}
    """What the entries score that are in, by name, each read alone; those the game can tell."""
    entry_notes: Callable[[SetupT, core.History, Any], Mapping[str, Sentence]] = (
        lambda _setup, _past, _read: {}
    )
    """What players' entries are, where that is worth saying: "pair of queens"."""
    entry_faults: Callable[[SetupT, Any], Mapping[str, Sentence]] = lambda _setup, _read: {}
    """What is wrong with entries that are scored all the same, said in place of what they are."""
    row_notes: Callable[[SetupT, core.History, Any], Mapping[str, Sentence]] = (
        lambda _setup, _past, _read: {}
    )
    """What was entered of players so far, as their rows say it, besides points and ``entry_notes``.

    "bets 5", "called": by name, also of those whom only the table's part of the round names.
    """
    not_in: Sentence = field(default=say("counting…"))
    """What is said in the row of somebody who is not in yet, while others are: "no bet yet"."""
    hint: Callable[[SetupT, core.History, Any], Sentence] = lambda _setup, _past, _read: NOTHING
    """What comes next while a round is being entered: "Ann to act: 4 · pot 9"."""
    turns: Callable[[SetupT, core.History, Any], core.Turns] = lambda *_read: core.Turns()
    """Who may do what next in the log of a round that is being entered."""
    check_table: Callable[[SetupT, Any], core.TableCheck | None] = lambda _setup, _read: None
    target: Callable[[SetupT], int | None] = lambda _setup: None
    """The total that ends the game, where there is one; shown on the table with a bar to it."""
    between: Callable[[SetupT, core.History], core.Between] = lambda _setup, _history: (
        core.Between()
    )
    """What players look for between two deals."""
    during: Callable[[SetupT, core.History, Any], core.Between | None] = (
        lambda _setup, _history, _read: None
    )
    """The same while a round is being entered, where what is said of it may change it."""
    end_warnings: Callable[[SetupT, core.History], tuple[core.RuleWarning, ...]] = lambda _s, _h: ()
    """What is to be said when the game is stopped with End Game."""
    ranks: Callable[[SetupT, core.History], Mapping[str, int]] | None = None
    """The places from 1; by default from the totals, with the winners first.

    Where the lowest total wins, who did not play the latest round is then behind all others.
    """
    own_points: Callable[[SetupT, core.History], Mapping[str, int]] | None = None
    """What each side takes home; by default its total.

    Where the lowest total wins, who did not play the latest round then takes home no less than
    anybody who did.
    """
    has_rounds: bool = True
    """Whether its rounds are some that were played; of a result from before nobody knows them."""
    has_end: Callable[[SetupT], bool] = lambda _setup: True
    """Whether a game with an ``outcome`` ends by itself as it is set up."""
    feats: tuple[CountFeat, ...] = ()
    """What to keep records of, besides rounds and totals."""
    firsts: Mapping[str, Sentence] = field(default_factory=dict)
    """What to tell the first time it happens in a game: its label, by its place in an entry."""
    house_rules: tuple[ReadyMadeRules, ...] = ()
    """Sets of house rules to start from, besides the official options."""
    specialised: Callable[[Mapping[str, core.Json]], GameRules[SetupT]] | None = None
    """The rules for these options, where options make the game; these ones where they cannot."""

    def begin(self, players: tuple[str, ...], options: Mapping[str, core.Json]) -> Any:
        """Return the set-up of a game, refusing fewer or more players than it is for."""
        name, most = self.seats(options) if self.seats else (self.name, self.most)
        reading.refuse_player_count(name, players, self.fewest, most)
        return self.set_up(players, options)

    def stopped(self, setup: SetupT, history: core.History) -> core.Outcome:
        """Return what comes of a game that is stopped, be it before its first round."""
        if not history.rounds:
            return core.Outcome((), self.unplayed)
        return self.end_early(setup, history)

    def worth_of(self, row: tuple[Sentence, ...]) -> Sentence:
        """Return what a row of ``card_values`` is worth, in one line: "Middle 50, Back 25"."""
        if not self.worth_columns:
            return row[1]
        worths = zip(self.worth_columns, row[1:], strict=True)
        return joined([joined([place, worth]) for place, worth in worths if worth], ", ")
