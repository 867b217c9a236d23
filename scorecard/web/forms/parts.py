"""Small forms and fields that several pages use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from flask import request
from wtforms import Field, Form, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]
from wtforms.validators import InputRequired

from scorecard import errors
from scorecard.rules.typed import sums
from scorecard.rules.words import say


class CodeForm(Form):
    """The short code of a game."""

    code = StringField(say("Code"), [InputRequired(say("Enter the code from the table."))])


class NamesField(Field):
    """Several text fields of one name: the players in seating order, blank ones left out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the names that were typed."""
        self.data = [name for name in valuelist if name.strip()]


def one_of(label: str, choices: Mapping[Any, str], usual: str | None = None) -> RadioField:
    """Return a field for one of some choices, labels by value, the first one by default.

    Whether it was one of them, who reads the form checks.
    """
    return RadioField(
        label,
        choices=[SelectChoice(value, text) for value, text in choices.items()],
        default=next(iter(choices)) if usual is None else usual,
        validate_choice=False,
    )


def read_day(typed: str | None, name: str, label: str) -> date | None:
    """Return a day that was typed into the field of this name, None where nothing was."""
    text = (typed or "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise errors.BadInput(
            say(
                "%(label)s: %(typed)s is no day. Write it as year-month-day, like 2026-03-14.",
                label=label,
                typed=text[:20],
            ),
            field=name,
        ) from None


Day = Annotated[date | None, lambda name: read_day(request.form.get(name), name, say("Day"))]
LastDay = Annotated[
    date | None, lambda name: read_day(request.form.get(name), name, say("Last day"))
]
Number = Annotated[Any, lambda name: sums.typed_number(request.form.get(name))]
"""A whole number, None for nothing; anything else stays text, for the rules to refuse."""
IsConfirmed = Annotated[bool, lambda _name: "confirmed" in request.values]
"""Whether to go on in spite of warnings."""
