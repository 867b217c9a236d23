"""The form fields of a round, one class per kind of :class:`scorecard.rules.typed.fields.Field`.

``value()`` returns the field's JSON as the rules read it, None for a blank field, and ``show()``
fills the field from stored JSON. What cannot be read stays text, for the rules to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorecard.rules import core
from scorecard.rules.cards import cards
from scorecard.rules.typed import fields, sums
from scorecard.rules.words import Sentence, quoted

NOTHING = "-"
"""The form's value for None, where that can be chosen."""
MINUS = "minus"
"""The form's value of the box for a minus, for keypads without one."""


class Typed:
    """A field of a form: ``about`` is the game's field, ``data`` the texts sent under ``name``."""

    def __init__(self, about: fields.Field, name: str, data: Sequence[str] = ()) -> None:
        self.about = about
        self.name = name
        self.data = [*data]
        self.errors: list[str] = []

    @property
    def text(self) -> str:
        """The only text, "" for none."""
        return self.data[0] if self.data else ""

    def text_at(self, position: int) -> str:
        """Return the text of one of several boxes."""
        return self.data[position] if position < len(self.data) else ""

    def value(self) -> core.Json:
        """Return the typed value, or None."""
        return self.text.strip() or None

    def show(self, value: core.Json) -> None:
        """Fill the form with a stored value."""
        self.data = [str(value)]


class TypedNumber(Typed):
    """A number; perhaps with a box for a minus, which some phones' keypads lack."""

    @property
    def text(self) -> str:
        """The number without the box for a minus."""
        return next((text for text in self.data if text != MINUS), "")

    @property
    def is_negative(self) -> bool:
        """Whether the box for a minus is ticked."""
        return MINUS in self.data

    def value(self) -> core.Json:
        """Return the number or sum, negated if the box is ticked; else the text."""
        if not any(self.data):
            return None  # As most fields are: there is one for each card.
        text = self.text.strip()
        if self.is_negative and text:
            text = "-" + text.lstrip("+-\N{MINUS SIGN}\N{EN DASH} ")
        number = sums.typed_sum(text)
        return number if isinstance(number, int) else sums.typed_sum(self.text)

    def show(self, value: core.Json) -> None:
        """Fill in a number; a negative one ticks the box for a minus, if there is one."""
        if self.about.kind == "signed_points" and isinstance(value, int):
            self.data = [MINUS, str(-value)] if value < 0 else [str(value)]
        else:
            super().show(value)


class TypedSwitch(Typed):
    """A switch."""

    @property
    def is_on(self) -> bool:
        """Whether it is switched on."""
        return bool(self.data)

    def value(self) -> core.Json:
        """Return true, or None when it is off."""
        return True if self.data else None

    def show(self, value: core.Json) -> None:
        """Switch it as it was."""
        self.data = ["1"] if value else []


class TypedChoice(Typed):
    """One of several: a choice, or a player."""

    @property
    def options(self) -> list[tuple[str, Sentence]]:
        """The choices: (form value, label)."""
        return options_of(self.about)

    @property
    def is_nothing(self) -> bool:
        """Whether "nobody" or "nothing" was chosen."""
        return self.text == NOTHING and any(sent == NOTHING for sent, _label in self.options)

    @property
    def is_chosen(self) -> bool:
        """Whether anything was chosen, "nobody" included."""
        return bool(self.text)

    def value(self) -> core.Json:
        """Return the chosen value, or the text if it is no choice."""
        chosen = {str(value): value for value, _label in self.about.choices}
        return None if self.text in ("", NOTHING) else chosen.get(self.text, self.text)

    def show(self, value: core.Json) -> None:
        """Choose the stored value."""
        self.data = [NOTHING if value is None else str(value)]


class TypedPlayers(Typed):
    """Several players."""

    def value(self) -> core.Json:
        """Return their names, or None for nobody."""
        return list(self.data) or None

    def show(self, value: core.Json) -> None:
        """Tick the stored names."""
        self.data = [str(name) for name in value] if isinstance(value, list) else []


class TypedCards(Typed):
    """Cards, written one after another."""

    def value(self) -> core.Json:
        """Return the cards as a list, or None."""
        return split_cards(self.text) or None

    def show(self, value: core.Json) -> None:
        """Write the stored cards."""
        self.data = [cards.join_cards(value)]


class TypedByName(Typed):
    """A box for each of several players or sides: numbers, or the cards of a hand."""

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The names of the boxes, each with its label."""
        about = self.about
        return list(about.choices) or [(name, name) for name in about.names]

    def value(self) -> core.Json:
        """Return the values by name; None if all boxes are blank.

        Beside others, a blank box counts as the field's default, or is left out without one.
        """
        read = split_cards if self.about.kind == "hands" else sums.typed_sum
        values = {name: read(self.text_at(i)) for i, (name, _label) in enumerate(self.rows)}
        typed = {name: value for name, value in values.items() if value not in (None, [])}
        if typed and self.about.default is not None:
            return {name: typed.get(name, self.about.default) for name in values}
        return typed or None

    def blank_value(self) -> core.Json:
        """Return the defaults by name, for boxes that are all blank; None without a default."""
        if self.about.default is None:
            return None
        return {name: self.about.default for name, _label in self.rows}

    def show(self, value: core.Json) -> None:
        """Fill in the stored values."""
        known = value if isinstance(value, Mapping) else {}
        write = cards.join_cards if self.about.kind == "hands" else str
        self.data = [write(known[name]) if name in known else "" for name, _label in self.rows]


class TypedOrder(Typed):
    """A place from 1 for each of several players; equal places are level."""

    def value(self) -> core.Json:
        """Return the names from best to worst, level ones together; None where all are blank."""
        places: dict[Any, list[str]] = {}
        for position, name in enumerate(self.about.names):
            place = sums.typed_number(self.text_at(position))
            if place is not None:
                places.setdefault(place, []).append(name)
        return [places[place] for place in sorted(places, key=_by_number)] or None

    def show(self, value: core.Json) -> None:
        """Fill in the stored places."""
        place_of = {
            name: str(place)
            for place, level in enumerate(value if isinstance(value, list) else [], start=1)
            if isinstance(level, list)
            for name in level
            if isinstance(name, str)
        }
        self.data = [place_of.get(name, "") for name in self.about.names]


class TypedLog(Typed):
    """A log of actions in turn, a line each: a name, a verb, and perhaps a number."""

    def value(self) -> core.Json:
        """Return the lines as lists, or None."""
        lines = [line.strip() for line in self.text.splitlines()]
        return [self._read(line) for line in lines if line] or None

    def show(self, value: core.Json) -> None:
        """Write the stored lines."""
        rows = value if isinstance(value, list) else []
        self.data = ["\n".join(" ".join(map(str, row)) for row in rows if isinstance(row, list))]

    def _read(self, line: str) -> list[core.Json]:
        """Return a line's name (the longest one that it begins with), verb and number."""
        fitting = [name for name in self.about.names if (line + " ").startswith(name + " ")]
        name = max(fitting, key=len, default=line.split(maxsplit=1)[0])
        return [name, *(sums.typed_sum(part) for part in line[len(name) :].split(maxsplit=1))]


KINDS: dict[str, type[Typed]] = {
    "count": TypedNumber,
    "points": TypedNumber,
    "signed_points": TypedNumber,
    "number": TypedNumber,
    "switch": TypedSwitch,
    "choice": TypedChoice,
    "player": TypedChoice,
    "players": TypedPlayers,
    "cards": TypedCards,
    "hands": TypedByName,
    "amounts": TypedByName,
    "order": TypedOrder,
    "log": TypedLog,
}


def options_of(about: fields.Field) -> list[tuple[str, Sentence]]:
    """Return a field's choices: (form value, label)."""
    pairs = [
        (str(value) if value is not None else NOTHING, label) for value, label in about.choices
    ]
    pairs += [(name, quoted(name)) for name in about.names]
    return [*pairs, (NOTHING, about.none_label)] if about.none_label else pairs


def split_cards(text: str | None) -> list[core.Json]:
    """Return the cards in a text, whatever separates them; digits alone are ranks, too."""
    return [card for card in re.split(r"[\s,;]+", text or "") if card]


def _by_number(place: Any) -> tuple[bool, Any]:
    return (not isinstance(place, int), place if isinstance(place, int) else 0)
