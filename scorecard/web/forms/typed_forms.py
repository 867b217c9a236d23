"""The base of a round's forms: fields that are filled in in one of several ways."""

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
"""The errors of required fields that were left blank: blank is not zero."""


def field_name(key: str, style: str = "") -> str:
    """Return the form's name for a dotted key: ``pile-10`` for ``pile.10``."""
    return "-".join(part.removeprefix(places.INDEX) for part in (style, *key.split(".")) if part)


class TypedForm:
    """A form that is filled in in one of several ways; ``way`` is the key of the chosen one.

    ``sent`` is the form data of the request, if any; names begin with ``prefix``. Fields are
    created on first use, because most of them belong to the ways that were not chosen.
    """

    game_form: fields.EntryForm
    way_name: ClassVar[str]
    """The name of the form field for the way."""
    fields_by_name: Mapping[str, fields.Field]

    def __init__(self, sent: Any = None, *, prefix: str = "") -> None:
        self._sent = sent
        self._prefix = prefix
        self._made: dict[str, Typed] = {}
        usual = self.ways[0].key if self.ways else ""
        self.way: str = sent.get(prefix + self.way_name, usual) if sent else usual

    def __getitem__(self, name: str) -> Typed:
        """Return the field of a name."""
        if name not in self._made:
            about, own = self.fields_by_name[name], self._prefix + name
            data = self._sent.getlist(own) if self._sent else []
            self._made[name] = KINDS[about.kind](about, own, data)
        return self._made[name]

    @property
    def ways(self) -> tuple[Any, ...]:
        """The ways to fill in the form."""
        raise NotImplementedError

    def typed(self, field: fields.Field) -> Typed:
        """Return the form's field for a game's field."""
        raise NotImplementedError

    @property
    def fields_in_use(self) -> tuple[fields.Field, ...]:
        """The fields of the chosen way."""
        raise NotImplementedError

    @property
    def is_untouched(self) -> bool:
        """Whether all fields of the chosen way are blank."""
        return not any(any(self.typed(field).data) for field in self.fields_in_use)

    @property
    def says_later(self) -> bool:
        """Whether a field that is known only after the play is filled in."""
        return any(any(self.typed(field).data) for field in self.fields_in_use if field.is_later)

    def value(self, field: fields.Field) -> core.Json:
        """Return a field's value; None for a blank one."""
        return self.typed(field).value()

    def blanks(self) -> list[Typed]:
        """Return the required fields that are blank, each with an error.

        Those that are known only after the play are required once one of them is filled in. After
        the play every visible question must be answered, unless a folded field answers it.
        """
        blanks, is_played = [], self.says_later
        for field in self.fields_in_use:
            typed = self.typed(field)
            is_open = field.is_optional or field.is_later
            if is_played and field.is_later:
                is_open = field.is_optional and not self._is_due(field)
            if is_open or field.kind not in MUST_BE_TYPED or self.value(field) is not None:
                continue
            if isinstance(typed, TypedChoice) and typed.is_chosen:
                continue
            typed.errors = [MUST_BE_TYPED[field.kind](self.label_of(field))]
            blanks.append(typed)
        return blanks

    def _is_due(self, field: fields.Field) -> bool:
        """Whether an optional question is visible, and no folded field may answer it."""
        if field.is_rare or field.kind != "choice":
            return False
        others = self.fields_in_use
        if field.asked_if:
            key, answers = field.asked_if
            if not any(one.key == key and self.value(one) in answers for one in others):
                return False
        return not any(one.is_rare and one.is_later and any(self.typed(one).data) for one in others)

    @property
    def refused(self) -> list[str]:
        """The labels of the fields with errors, each once."""
        refused = (field for field in self.fields_in_use if self.typed(field).errors)
        return list(dict.fromkeys(map(self.label_of, refused)))

    def label_of(self, field: fields.Field) -> str:
        """Return a field's label in a sentence."""
        return field.label or say("the points")

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside its field; return whether the form has that.

        ``item`` is a field's key, the beginning of one, or a card of several fields; "" is the key
        of a field that is the whole entry.
        """
        hits = [
            field
            for field in self.fields_in_use
            if item == field.key
            or item in field.replaces
            or (item and (item == field.card or field.key.startswith(f"{item}.")))
        ]
        # Of several piles, the refusal concerns those where the card was counted.
        for field in [hit for hit in hits if self.typed(hit).value()] or hits:
            self.typed(field).errors = [message]
        return bool(hits)
