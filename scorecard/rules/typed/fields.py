"""What is typed in a round, declared as data that forms, phones and the API's description read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scorecard.rules.core import Json
from scorecard.rules.words import NOTHING, Sentence

FieldKind = Literal[
    "count", "points", "signed_points", "switch",
    "number", "choice", "player", "players", "cards", "hands", "amounts", "order", "log",
]  # fmt: skip


NUMBERS = ("count", "points", "signed_points", "number")
"""The kinds of which one number is typed."""


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
      they are drawn as cards where a ``deck`` is given;
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
    the deck that is counted, ``cards`` all those that are counted together, and ``place`` the heap
    in which they lie: so what was typed in one style is shown in another. ``is_optional`` says that
    a round can be scored without it; ``default`` is what holds then. ``is_rare`` folds it away,
    because most rounds leave it as it is. ``asked_if`` names another field beside it, and the
    values there for which this one is asked at all; without scripts it is always asked. With
    ``is_of_several`` that must be so of two players or more. ``fold`` is what is tapped to be asked
    it, with those beside it: "Add a side pot"; the next comes after it.
    ``named`` is a number that has a name, and so a key of its own: ``(17, "Bust")``.
    ``is_turn`` says that it is whoever's turn it is, which the table knows where ``default`` does
    not.
    ``wild`` are those cards of the deck that stand for any other, which are marked.
    ``is_later`` says that it is known only once the cards are played: until then an entry is saved
    without it.
    ``blank`` says in the box what it means to leave it so, where that is not ``default``.
    It is asked instead of those that it ``replaces``, which are known by their keys, but not where
    one of these was typed before.
    ``without`` is the key of a field beside it that names players, of whom nothing is asked in this
    one.
    ``only`` are the keys of ``player`` fields beside it: where these are asked, of nobody else than
    whom they name is anything asked in this one.
    ``excuses`` stands in the row of the player who is named here, and types nothing then;
    ``entry_of_named`` is, where given, that player's entry.
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
    cards: tuple[str, ...] = ()
    place: str = ""
    hint: Sentence = NOTHING
    choices: tuple[tuple[Json, Sentence], ...] = ()
    names: tuple[str, ...] = ()
    none_label: Sentence = NOTHING
    deck: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    named: tuple[int, Sentence] | None = None
    is_turn: bool = False
    verbs: tuple[Verb, ...] = ()
    default: Json = None
    is_optional: bool = False
    entry_of_named: Json = None
    is_rare: bool = False
    fold: Sentence = NOTHING
    asked_if: tuple[str, tuple[Json, ...]] | None = None
    is_of_several: bool = False
    is_later: bool = False
    replaces: tuple[str, ...] = ()
    blank: Sentence = NOTHING
    without: str = ""
    only: tuple[str, ...] = ()
    excuses: Sentence = NOTHING

    @property
    def within(self) -> str:
        """What it is a part of, with those beside it: ``"pots.#0"``."""
        return self.key.rpartition(".")[0]


def rare(key: str, label: Sentence, kind: FieldKind, **more: Any) -> Field:
    """Return a field that is folded away, because most rounds leave it as it is."""
    return Field(key, label, kind, is_optional=True, is_rare=True, **more)


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
    """Fields under one heading, such as everything in the points pile.

    Where ``none_label`` says that there is nothing, something must be said: one of the fields, or
    that. ``key`` is then the place of them all in the entry.
    """

    key: str
    label: Sentence
    fields: tuple[Field, ...]
    none_label: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Style:
    """One way to type an entry; a player uses exactly one of them in a round.

    ``has_steppers`` says that counts are rows with a stepper each, and no cards to tap.
    """

    key: str
    label: Sentence
    hint: Sentence
    groups: tuple[FieldGroup, ...]
    has_steppers: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every field of the style, in order."""
        return tuple(field for group in self.groups for field in group.fields)


def style(key: str, label: Sentence, hint: Sentence, *typed: Field) -> Style:
    """Return a way to type an entry whose fields stand in one group without a heading."""
    return Style(key, label, hint, (FieldGroup(key, NOTHING, typed),))


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


def whole(key: str, label: Sentence, hint: Sentence, *typed: Field) -> RoundStyle:
    """Return a way to record a whole round in which players enter nothing."""
    return RoundStyle(key, label, hint, typed, has_entries=False)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What is typed each round, as data for forms, phones and the API's description.

    ``styles`` are the ways to type one player's entry, none where a game has no such entries;
    ``players`` are those who enter one. ``switches`` belong to every style; a signed number
    contains what they cost. ``flip`` is the key of the switch under which every field is worth its
    ``flipped_worth``; ``ticks`` maps a switch to another that it turns on with itself; ``single``
    names a switch that only one player can hold at once, which ``single_limit`` says to programs.
    ``deck`` maps each card to how many there are, None for an unknown deck. ``rounds`` are the ways
    to record a whole round. ``is_summed`` says that a phone can add up an entry from each field's
    worth; other games are scored here only. ``opening`` is the key of what is asked about a round
    first, which one phone for all answers at the table; ``closing`` the key of a choice of which
    each button saves the round. ``usual`` is what a player's entry begins as, by name, where it is
    mostly the same again. ``parts`` are what is asked for before and after the play, "Bids" and
    "Made", where a game has fields that come later. ``is_blank_zero`` says that on the screen of a
    whole round a player's row may be left blank, because nothing of it must be typed, and is 0.
    """

    styles: tuple[Style, ...] = ()
    rounds: tuple[RoundStyle, ...] = (RoundStyle("round", NOTHING),)
    players: tuple[str, ...] = ()
    switches: tuple[Field, ...] = ()
    flip: str = ""
    ticks: Mapping[str, str] = field(default_factory=dict)
    single: str = ""
    single_limit: int = field(default=1, init=False)
    deck: Mapping[str, int] | None = None
    is_summed: bool = False
    opening: str = ""
    closing: str = ""
    usual: Mapping[str, Json] = field(default_factory=dict)
    parts: tuple[Sentence, ...] = ()
    is_blank_zero: bool = False

    @property
    def entry_fields(self) -> tuple[Field, ...]:
        """What is typed of one player, in every style to do so."""
        return tuple(field for style in self.styles for field in style.fields)

    @property
    def round_fields(self) -> tuple[Field, ...]:
        """What is said about a whole round, in every way to record one, each field once."""
        fields = {field.key: field for style in self.rounds for field in style.fields}
        return tuple(fields.values())

    @property
    def opening_field(self) -> Field | None:
        """What is asked about a round first; None where nothing stands out."""
        return next((field for field in self.round_fields if field.key == self.opening), None)

    def ways_asking(self, key: str) -> list[str]:
        """Return the keys of the ways to record a round in which a field is asked."""
        return [way.key for way in self.rounds if any(one.key == key for one in way.fields)]

    def is_said_alone(self, said: Mapping[str, Json]) -> bool:
        """Whether something is said about a whole round that goes with no entries of players."""
        beside = {one.key for way in self.rounds if way.has_entries for one in way.fields}
        alone = {one.key.split(".")[0] for one in self.round_fields if one.key not in beside}
        return any(said.get(place) is not None for place in alone)

    @property
    def has_cards(self) -> bool:
        """Whether cards are typed, or what was done in turn."""
        return any(field.kind in ("cards", "hands", "log") for field in self._all_fields)

    @property
    def has_deck(self) -> bool:
        """Whether anything is answered by cards of a deck."""
        return any(field.deck for field in self._all_fields)

    @property
    def _all_fields(self) -> tuple[Field, ...]:
        return self.entry_fields + self.round_fields

    @property
    def single_field(self) -> Field | None:
        """What is typed for the card that only so few can hold; None where there is no such one."""
        fields = self.switches + self.entry_fields
        return next((field for field in fields if field.key == self.single), None)

    def has_single(self, entry: Json) -> bool:
        """Whether an entry claims the card of which there is only one, as of the Squirts card."""
        if not isinstance(entry, Mapping):
            return False
        is_ticked = self.single not in entry and any(
            entry.get(switch) is True
            for switch, other in self.ticks.items()
            if other == self.single
        )
        return is_ticked or entry.get(self.single) == 1
