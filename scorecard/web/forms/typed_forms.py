"""What the forms of a round have in common: things typed in one of several ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wtforms import Form

from scorecard.rules import core
from scorecard.rules.typed import fields, places
from scorecard.rules.words import Sentence, say
from scorecard.web.forms.typed_fields import Typed, TypedChoice


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


class TypedForm(Form):
    """Things typed for a round in one of several ways; ``style`` says which way was chosen."""

    game_form: fields.EntryForm

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
