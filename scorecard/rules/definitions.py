"""Scorecards that people make themselves: how a definition is read, checked and written.

A definition is a JSON object that says who wins, when the game ends and what is typed each round;
it is data throughout, with no formulas. :func:`read_definition` reads one strictly into frozen
dataclasses, and :func:`to_json` writes these in full, so that reading what was written gives the
same again. A JSON key is called as the attribute is; one that is left out or null has its default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NoReturn

from scorecard.rules.core import Json
from scorecard.rules.reading import show
from scorecard.rules.words import Sentence, begun, quoted, say

GAME_KEY = "own_scorecard"
"""The game whose one option is a definition."""

LONGEST_NAME = 40
LONGEST_LABEL = 30
LONGEST_HINT = 60
LONGEST_ROUND_WORD = 16
LONGEST_SOURCE = 200
LONGEST_NOTES = 4_000
MOST_FIELDS = 12
MOST_CARDS = 20
MOST_ALSO = 8
FEWEST_PLAYERS = 2
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
ENTRIES = "entries"
"""Where a round has the players' entries, so that no field can be called so."""
WHOLE = say("the scorecard")

Many = Literal["fields", "cards", "totals"]
"""What there can be several of."""
NOUNS = {
    "all_others": say("all others"),
    "cards": say("cards"),
    "fewest players": say("fewest players"),
    "field": say("field"),
    "fields": say("fields"),
    "has_dealer": say("dealer"),
    "highest number": say("highest number"),
    "hint": say("hint"),
    "is_exact": say("exact"),
    "is_money": say("money"),
    "is_required": say("required"),
    "is_signed": say("signed"),
    "is_zero_sum": say("zero sum"),
    "key": say("key"),
    "kind": say("kind"),
    "label": say("label"),
    "made": say("made"),
    "made_per_bid": say("made per bid"),
    "missed": say("missed"),
    "missed_per_bid": say("missed per bid"),
    "most players": say("most players"),
    "name": say("name"),
    "notes": say("notes"),
    "number": say("number"),
    "number in a round": say("number in a round"),
    "number in the deck": say("number in the deck"),
    "per_over": say("per over"),
    "per_short": say("per short"),
    "per_trick": say("per trick"),
    "round_word": say("round word"),
    "sides": say("sides"),
    "source": say("source"),
    "tie": say("tie"),
    "total": say("total"),
    "totals": say("totals"),
    "when": say("when"),
    "wins": say("wins"),
    "worth": say("worth"),
}
"""What sentences call a key, or what is meant by it."""

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


@dataclass(frozen=True, slots=True)
class Points:
    """A whole number that is typed, each 1 of it ``worth`` so many points.

    It goes up to ``most``; where it ``is_signed`` down to the same below zero, else to 0.
    """

    kind: ClassVar = "points"
    key: str
    label: str
    hint: str = ""
    worth: int = 1
    is_signed: bool = False
    most: int = MOST_TYPED


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
    to be made in a round over all players, if that is always the same.
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

    def score(self, bid: int, made: int) -> int:
        """Return the points for a bid of which so many were made."""
        is_made = made == bid if self.is_exact else made >= bid
        points = self.made + self.made_per_bid * bid
        if not is_made:
            points = self.missed + self.missed_per_bid * bid
        points += self.per_over * max(made - bid, 0) + self.per_short * max(bid - made, 0)
        return points + self.per_trick * made


EntryField = Points | Cards | Tick | Bid
"""A field of which every side has its own in a round."""
OwnField = EntryField | WentOut


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
        return tuple(field for field in self.fields if not isinstance(field, WentOut))

    @cached_property
    def table_fields(self) -> tuple[WentOut, ...]:
        """What is said once about a round."""
        return tuple(field for field in self.fields if isinstance(field, WentOut))


def to_json(part: Any) -> Json:
    """Return a definition, or a part of one, as the JSON value that reads as the same again."""
    if isinstance(part, tuple):
        return [to_json(item) for item in part]
    if not is_dataclass(part):
        return part
    kind = {"kind": part.kind} if isinstance(part, OwnField) else {}
    return kind | {field.name: to_json(getattr(part, field.name)) for field in fields(part)}


def read_definition(value: Json) -> Definition:
    """Return the definition that a JSON value is.

    Raises :class:`BadDefinition` for the first thing in it that cannot be.
    """
    part = _Part(value, "", WHOLE)
    name = part.text("name", LONGEST_NAME)
    own_fields = tuple(_read_field(item) for item in part.parts("fields", MOST_FIELDS))
    _refuse_twice(part, "fields", own_fields)
    sides = part.number("sides", SIDES[0], SIDES[-1], None)
    multiple = sides or 1
    low, high = multiple * SMALLEST_SIDE, MOST_PLAYERS
    fewest = part.number("fewest", low, high, low, "fewest players")
    definition = Definition(
        name=name,
        fields=own_fields,
        wins=part.one_of("wins", ("highest", "lowest"), "highest"),
        ends=_read_ends(part.part("ends", say("the end"))),
        tie=part.one_of("tie", ("shared", "play_on"), "shared"),
        sides=sides,
        fewest=fewest,
        most=part.number("most", fewest, high, high, "most players"),
        has_dealer=part.flag("has_dealer"),
        is_zero_sum=part.flag("is_zero_sum"),
        is_money=part.flag("is_money"),
        round_total=_read_round_total(part),
        round_word=part.text("round_word", LONGEST_ROUND_WORD, "Round"),
        source=part.text("source", LONGEST_SOURCE, ""),
        notes=part.text("notes", LONGEST_NOTES, "", has_lines=True),
    )
    part.close()
    _refuse_conflicts(part, definition)
    return definition


def _refuse_conflicts(part: _Part, definition: Definition) -> None:
    """Refuse what is possible by itself, but not beside the rest."""
    sides, ends = definition.sides, definition.ends
    for key, players in (("fewest", definition.fewest), ("most", definition.most)):
        if sides and players % sides:
            complaint = say(
                "%(players)s players cannot make %(sides)s sides of the same size",
                players=players,
                sides=sides,
            )
            raise BadDefinition(key, complaint)
    if definition.is_money and not definition.is_zero_sum:
        part.refuse("is_money", say("a game for money must be zero-sum"))
    if definition.is_zero_sum and definition.round_total:
        part.refuse(
            "round_total", say("a zero-sum round adds up to 0, so it can have no other total")
        )
    if ends.when == "last_in" and definition.wins == "highest":
        part.refuse("wins", say("where players go out at a total, the lowest one must win"))
    ticks = [field.key for field in definition.fields if isinstance(field, Tick)]
    if ends.when == "ticks" and ends.field not in ticks:
        known = quoted(", ".join(ticks)) or say("there is none")
        complaint = say(
            "the end must name a tick by its key (%(known)s), not %(field)s",
            known=known,
            field=show(ends.field),
        )
        raise BadDefinition("ends.field", complaint)


def _read_ends(part: _Part | None) -> Ends:
    if part is None:
        return Ends()
    whens = ("stopped", *LIMITS)
    when: EndsWhen = part.one_of("when", whens, "stopped")
    at = part.number("at", 1, LIMITS[when], noun="number") if when in LIMITS else 0
    field = part.text("field", LONGEST_LABEL) if when == "ticks" else ""
    # What a way to end a game has no use for may stand there empty, as it is written.
    for key, empty in (("at", 0), ("field", "")):
        if part.rest.get(key) == empty and type(part.rest[key]) is type(empty):
            del part.rest[key]
    part.close()
    return Ends(when, at, field)


def _read_round_total(whole: _Part) -> RoundTotal | None:
    part = whole.part("round_total", say("the total of a round"))
    if part is None:
        return None
    low, high = -MOST_TOTAL, MOST_TOTAL
    also = part.items("also", "totals", 0, MOST_ALSO)
    for position, number in enumerate(also):
        if type(number) is not int or not low <= number <= high:
            part.refuse(
                f"also.#{position}",
                _whole(say("each total beside it"), low, high, number),
            )
    round_total = RoundTotal(part.number("total", low, high), tuple(also), part.flag("all_others"))
    part.close()
    return round_total


def _read_field(part: _Part) -> OwnField:
    kind = part.one_of("kind", tuple(_KINDS))
    key = part.key("field")
    label = part.text("label", LONGEST_LABEL)
    part.name = say("the field “%(label)s”", label=label)
    field = _KINDS[kind](part, key, label, part.text("hint", LONGEST_HINT, ""))
    part.close()
    if key == ENTRIES:
        part.refuse("key", say("no field can have the key %(entries)s", entries=ENTRIES))
    return field


def _read_points(part: _Part, key: str, label: str, hint: str) -> Points:
    most = part.number("most", 1, MOST_TYPED, MOST_TYPED, "highest number")
    return Points(key, label, hint, part.worth("worth", 1), part.flag("is_signed"), most)


def _read_cards(part: _Part, key: str, label: str, hint: str) -> Cards:
    cards = tuple(_read_card(item) for item in part.parts("cards", MOST_CARDS))
    _refuse_twice(part, "cards", cards)
    return Cards(key, label, cards, hint)


def _read_card(part: _Part) -> Card:
    key = part.key("card")
    label = part.text("label", LONGEST_LABEL)
    part.name = say("the card “%(label)s”", label=label)
    in_deck = part.number("in_deck", 1, MOST_COPIES, None, "number in the deck")
    card = Card(key, label, part.worth("worth"), in_deck)
    part.close()
    return card


def _read_tick(part: _Part, key: str, label: str, hint: str) -> Tick:
    return Tick(key, label, hint, part.worth("worth", 0))


def _read_went_out(part: _Part, key: str, label: str, hint: str) -> WentOut:
    return WentOut(key, label, hint, part.worth("worth", 0), part.flag("is_required"))


def _read_bid(part: _Part, key: str, label: str, hint: str) -> Bid:
    worths = ("made", "made_per_bid", "missed", "missed_per_bid")
    steps = ("per_over", "per_short", "per_trick")
    return Bid(
        key,
        label,
        hint,
        part.flag("is_exact"),
        **{worth: part.worth(worth, 0) for worth in (*worths, *steps)},
        in_round=part.number("in_round", 1, MOST_COPIES, None, "number in a round"),
    )


_KINDS: Mapping[str, Callable[[_Part, str, str, str], OwnField]] = {
    Points.kind: _read_points,
    Cards.kind: _read_cards,
    Tick.kind: _read_tick,
    WentOut.kind: _read_went_out,
    Bid.kind: _read_bid,
}


def _refuse_twice(part: _Part, key: Many, items: Sequence[OwnField | Card]) -> None:
    """Refuse two fields or cards of the same key, or that nobody can tell apart on a phone."""
    seen: set[str] = set()
    for position, item in enumerate(items):
        place = f"{key}.#{position}"
        if f"key {item.key}" in seen:
            told = {"name": part.name, "key": item.key}
            part.refuse(
                f"{place}.key",
                say("two fields of %(name)s have the key %(key)s", **told)
                if key == "fields"
                else say("two cards of %(name)s have the key %(key)s", **told),
            )
        if item.label.casefold() in seen:
            told = {"name": part.name, "label": item.label}
            part.refuse(
                f"{place}.label",
                say("two fields of %(name)s are called “%(label)s”", **told)
                if key == "fields"
                else say("two cards of %(name)s are called “%(label)s”", **told),
            )
        seen |= {f"key {item.key}", item.label.casefold()}


class _Part:
    """An object in a definition while it is read: its place, its name in sentences, its keys.

    ``rest`` are the keys that nobody has asked for yet.
    """

    def __init__(self, value: Json, place: str, name: Sentence, position: int = 0) -> None:
        if not isinstance(value, Mapping):
            raise BadDefinition(
                place,
                say("%(name)s must be an object, not %(value)s", name=name, value=show(value)),
            )
        self.rest = dict(value)
        self.place = place
        self.name = name
        self.position = position

    def refuse(self, key: str, complaint: Sentence) -> NoReturn:
        raise BadDefinition(".".join(filter(None, (self.place, key))), complaint)

    def take(self, key: str) -> Json:
        return self.rest.pop(key, None)

    def close(self) -> None:
        """Refuse what nobody has asked for."""
        for key in self.rest:
            self.refuse(
                "",
                say(
                    "%(name)s has %(key)s, which means nothing here", name=self.name, key=show(key)
                ),
            )

    def text(
        self, key: str, longest: int, default: str | None = None, *, has_lines: bool = False
    ) -> str:
        """Return a text without spaces that nobody sees, refusing what cannot be printed."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self.refuse(
                key,
                say(
                    "%(what)s must be a text, not %(value)s", what=self._the(key), value=show(value)
                ),
            )
        lines = value.splitlines() if has_lines else [value]
        lines = [" ".join(line.split()) for line in lines]
        text = "\n".join(lines).strip()
        if not all(line.isprintable() for line in lines):
            self.refuse(
                key, say("%(key)s has characters that cannot be printed", key=self._the(key))
            )
        if not (text or default == "") or len(text) > longest:
            low = 0 if default == "" else 1
            span = say("%(low)s to %(longest)s characters", low=low, longest=longest)
            self.refuse(
                key,
                say(
                    "%(key)s must have %(span)s, not %(count)s",
                    key=self._the(key),
                    span=span,
                    count=len(text),
                ),
            )
        # What is well written already stays what it is: perhaps a sentence.
        return value if value == text else text

    def key(self, what: str) -> str:
        """Return what the part is called in a round; by its place where it is not said."""
        value = self.take("key")
        if value is None:
            return f"{what}_{self.position + 1}"
        if not isinstance(value, str) or not KEY.fullmatch(value):
            rule = say("up to 30 small letters, digits and underscores, a letter first")
            self.refuse(
                "key",
                say(
                    "%(what)s must be %(rule)s, not %(value)s",
                    what=self._the("key"),
                    rule=rule,
                    value=show(value),
                ),
            )
        return value

    def number(self, key: str, low: int, high: int, default: Any = ..., noun: str = "") -> Any:
        """Return a whole number from ``low`` to ``high``, or the default where there is one."""
        value = self.take(key)
        if value is None and default is not ...:
            return default
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, _whole(self._the(noun or key), low, high, value))
        return value

    def worth(self, key: str, default: Any = ...) -> int:
        """Return points of either sign."""
        return int(self.number(key, -MOST_WORTH, MOST_WORTH, default))

    def flag(self, key: str) -> bool:
        """Return whether something is so; it is not where nothing was said."""
        value = self.take(key)
        if value is not None and type(value) is not bool:
            self.refuse(
                key,
                say(
                    "%(key)s must be true or false, not %(value)s",
                    key=self._the(key),
                    value=show(value),
                ),
            )
        return bool(value)

    def one_of(self, key: str, allowed: Sequence[str], default: str | None = None) -> Any:
        """Return one of several words."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in allowed:
            self.refuse(
                key,
                say(
                    "%(key)s must be one of %(allowed)s, not %(value)s",
                    key=self._the(key),
                    allowed=", ".join(allowed),
                    value=show(value),
                ),
            )
        return value

    def items(self, key: str, noun: Many, fewest: int, most: int) -> list[Json]:
        """Return a list that is neither too short nor too long."""
        value = self.take(key)
        if value is None and fewest == 0:
            return []
        if not isinstance(value, list):
            self.refuse(
                key,
                say(
                    "%(what)s must be a list, not %(value)s",
                    what=self._the(noun),
                    value=show(value),
                ),
            )
        if not fewest <= len(value) <= most:
            told = {"name": self.name, "fewest": fewest, "most": most, "count": len(value)}
            self.refuse(key, _miscounted(noun, told))
        return value

    def part(self, key: str, name: Sentence) -> _Part | None:
        """Return an object inside this one, or None where there is none."""
        value = self.take(key)
        place = ".".join(filter(None, (self.place, key)))
        return None if value is None else _Part(value, place, name)

    def parts(self, key: Literal["fields", "cards"], most: int) -> list[_Part]:
        """Return the objects of a list inside this one, of which there is one at least."""
        place = ".".join(filter(None, (self.place, key)))
        return [
            _Part(
                item,
                f"{place}.#{position}",
                say("field %(number)s", number=position + 1)
                if key == "fields"
                else say("card %(number)s", number=position + 1),
                position,
            )
            for position, item in enumerate(self.items(key, key, 1, most))
        ]

    def _the(self, what: str) -> Sentence:
        return say("the %(noun)s of %(name)s", noun=NOUNS[what], name=self.name)


def _miscounted(noun: Many, told: Mapping[str, object]) -> Sentence:
    match noun:
        case "fields":
            return say("%(name)s must have %(fewest)s to %(most)s fields, not %(count)s", **told)
        case "cards":
            return say("%(name)s must have %(fewest)s to %(most)s cards, not %(count)s", **told)
        case "totals":
            return say("%(name)s must have %(fewest)s to %(most)s totals, not %(count)s", **told)


def _whole(what: Sentence, low: int, high: int, value: Json) -> Sentence:
    return say(
        "%(what)s must be a whole number from %(low)s to %(high)s, not %(value)s",
        what=what,
        low=low,
        high=high,
        value=show(value),
    )
