"""What the forms of a round have in common: things typed in one of several ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from scorecard.rules import core
from scorecard.rules.typed import fields, places
from scorecard.rules.words import Sentence, say
from scorecard.web.forms.typed_fields import KINDS, Typed, TypedChoice


def _number_or_0(label: str) -> Sentence:
    return say("Enter “%(label)s”, or 0.", label=label)


MUST_BE_TYPED: Mapping[str, Callable[[str], Sentence]] = {
    "points": _number_or_0,
    "signed_points": _number_or_0,
    "number": lambda label: say("Enter “%(label)s”.", label=label),
    "choice": lambda label: say("Choose “%(label)s”.", label=label),
    "player": lambda label: say("Choose a player for “%(label)s”.", label=label),
    "cards": lambda label: say("Choose the cards for “%(label)s”.", label=label),
    "amounts": lambda label: say("Enter the numbers for “%(label)s”.", label=label),
    "order": lambda label: say("Give the places for “%(label)s”.", label=label),
    "log": lambda label: say("Enter “%(label)s”.", label=label),
}
"""The refusals beside fields that must be typed and were left blank: blank is not zero."""


def field_name(key: str, style: str = "") -> str:
    """Return the form's name for a dotted key: ``pile.10`` is typed into ``pile-10``."""
    return "-".join(part.removeprefix(places.INDEX) for part in (style, *key.split(".")) if part)


class TypedForm:
    """Things typed for a round in one of several ways; ``way`` is the key of the chosen one.

    ``sent`` is what came from a phone, None where nothing did; names begin with ``prefix``. Fields
    are made when they are asked for, as most of a form belong to the ways that were not chosen.
    """

    game_form: fields.EntryForm
    way_name: ClassVar[str]
    """Under which name the way is sent."""
    fields_by_name: Mapping[str, fields.Field]

    def __init__(self, sent: Any = None, *, prefix: str = "") -> None:
        self._sent = sent
        self._prefix = prefix
        self._made: dict[str, Typed] = {}
        usual = self.ways[0].key if self.ways else ""
        self.way: str = sent.get(prefix + self.way_name, usual) if sent else usual

    def __getitem__(self, name: str) -> Typed:
        """Return what was typed under a name."""
        if name not in self._made:
            about, own = self.fields_by_name[name], self._prefix + name
            data = self._sent.getlist(own) if self._sent else []
            self._made[name] = KINDS[about.kind](about, own, data)
        return self._made[name]

    @property
    def ways(self) -> tuple[Any, ...]:
        """The ways to type it."""
        raise NotImplementedError

    def typed(self, field: fields.Field) -> Typed:
        """Return the form's field for a game's field."""
        raise NotImplementedError

    @property
    def fields_in_use(self) -> tuple[fields.Field, ...]:
        """The fields of the way that was chosen."""
        raise NotImplementedError

    @property
    def is_untouched(self) -> bool:
        """Whether nothing at all was typed in the way that was chosen."""
        return not any(any(self.typed(field).data) for field in self.fields_in_use)

    @property
    def says_later(self) -> bool:
        """Whether anything was typed that is known only after the play."""
        return any(any(self.typed(field).data) for field in self.fields_in_use if field.is_later)

    def value(self, field: fields.Field) -> core.Json:
        """Return what was typed in a field; None where nothing was."""
        return self.typed(field).value()

    def blanks(self) -> list[Typed]:
        """Return the fields that must be typed and were not, each with what is said about it.

        What is known only after the play may be left out as long as none of it was typed.
        """
        blanks, is_played = [], self.says_later
        for field in self.fields_in_use:
            typed = self.typed(field)
            is_open = field.is_optional or (field.is_later and not is_played)
            if is_open or field.kind not in MUST_BE_TYPED or self.value(field) is not None:
                continue
            if isinstance(typed, TypedChoice) and typed.is_chosen:
                continue
            typed.errors = [MUST_BE_TYPED[field.kind](self.label_of(field))]
            blanks.append(typed)
        return blanks

    @property
    def refused(self) -> list[str]:
        """What something is said beside, in the words of the form, each once."""
        refused = (field for field in self.fields_in_use if self.typed(field).errors)
        return list(dict.fromkeys(map(self.label_of, refused)))

    def label_of(self, field: fields.Field) -> str:
        """Return what a field is called where it is named alone."""
        return field.label or say("the points")

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside the field it concerns; return whether there is one.

        ``item`` is a field's key, the beginning of one, or a card that may be counted in several;
        an empty one is the key of a field that is the whole entry.
        """
        hits = [
            field
            for field in self.fields_in_use
            if item == field.key
            or item in field.replaces
            or (item and (item == field.card or field.key.startswith(f"{item}.")))
        ]
        # A card that could be counted in several piles lies where it was counted.
        for field in [hit for hit in hits if self.typed(hit).value()] or hits:
            self.typed(field).errors = [message]
        return bool(hits)
