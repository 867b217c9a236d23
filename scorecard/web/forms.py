"""The forms. They check shape (something was typed or chosen); the rules judge the rest.

What stands where a number is asked for but is none goes on to the rules as text, so that every
refusal has one sentence and one code, whichever door it comes through. Tokens against forged
requests are checked for all forms at once, before any view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import BooleanField, Field, Form, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]
from wtforms.validators import InputRequired

from scorecard.rules import core

LONGEST_NUMBER = 40
"""Characters of a typed number that are read as one; longer ones stay text."""
MINUS_SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})


class CodeForm(Form):
    """The short code of a game."""

    code = StringField("Code", [InputRequired("Type the code that is shown at the table.")])


class NameForm(Form):
    """One player's name."""

    name = StringField("Name", [InputRequired("Type a name.")])


class NamesField(Field):
    """Several text fields of one name: the players in seating order, blank ones left out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the names that were typed."""
        self.data = [name for name in valuelist if name.strip()]


def typed_number(text: str | None) -> int | str | None:
    """Return what was typed as a number: None if nothing was, the text itself if it is none."""
    trimmed = (text or "").strip().translate(MINUS_SIGNS)
    if not trimmed:
        return None
    if len(trimmed) <= LONGEST_NUMBER and re.fullmatch(r"[+-]?[0-9]+", trimmed):
        return int(trimmed)
    return trimmed


def field_name(key: str) -> str:
    """Return the form's name for a dotted key: ``pile.10`` is typed into ``pile-10``."""
    return key.replace(".", "-")


class EntryForm(Form):
    """One player's entry in a round; :func:`entry_form_class` adds the game's own fields."""

    game_form: core.EntryForm

    @property
    def style_in_use(self) -> core.Style:
        """The way of counting that was chosen."""
        chosen = self["style"].data
        styles = self.game_form.styles
        return next((style for style in styles if style.key == chosen), styles[0])

    def fill(self, entry: Mapping[str, Any]) -> None:
        """Show an entry as it was typed."""
        form = self.game_form
        for style in form.styles:
            if any(value_at(entry, field.key) is not None for field in style.fields):
                self["style"].data = style.key
            for field in style.fields:
                self._show(field, value_at(entry, field.key))
        for switch in form.switches:
            self._show(switch, entry.get(switch.key))
        for switch_key, other in form.ticks.items():
            if entry.get(switch_key) and other not in entry:
                self[field_name(other)].data = True

    def _show(self, field: core.Field, value: Any) -> None:
        shown = self[field_name(field.key)]
        if field.kind == "switch":
            shown.data = bool(value)
        elif field.kind == "signed_points" and isinstance(value, int):
            shown.data = str(abs(value))
            self[f"{shown.short_name}-minus"].data = value < 0
        elif value is not None:
            shown.data = str(value)

    def entry(self) -> dict[str, Any]:
        """Return the entry: the fields of the chosen style, and the switches that are on."""
        form, style = self.game_form, self.style_in_use
        entry: dict[str, Any] = {}
        for field in style.fields:
            value = self._typed(field)
            if value is not None and not (field.kind == "count" and value == 0):
                _put(entry, field.key, value)
        if any(field.kind == "signed_points" for field in style.fields):
            return entry  # The number typed is the whole score, switches included.
        for switch in form.switches:
            value = self._typed(switch)
            if switch.key in form.ticks:
                entry |= {switch.key: True} if value else {}
            elif value or self._is_ticked(switch.key):
                entry[switch.key] = int(value) if isinstance(value, bool) else value or 0
        return entry

    def blanks(self) -> list[Field]:
        """Return the fields of the chosen style that must be typed, because blank is not zero."""
        return [
            self[field_name(field.key)]
            for field in self.style_in_use.fields
            if field.kind in ("points", "signed_points") and self._typed(field) is None
        ]

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside the field it concerns; return whether there is one.

        ``item`` is a field's key, or a card that may be counted in several fields.
        """
        fields = (*self.style_in_use.fields, *self.game_form.switches)
        hits = [field for field in fields if item and item in (field.key, field.card)]
        for field in hits:
            self[field_name(field.key)].errors = [message]
        return bool(hits)

    def _typed(self, field: core.Field) -> Any:
        shown = self[field_name(field.key)]
        if field.kind == "switch":
            return bool(shown.data)
        value = typed_number(shown.data)
        if field.kind == "signed_points" and isinstance(value, int):
            return -value if self[f"{shown.short_name}-minus"].data else value
        return value

    def _is_ticked(self, key: str) -> bool:
        ticks = self.game_form.ticks
        return any(other == key and self[field_name(by)].data for by, other in ticks.items())


def entry_form_class(game_form: core.EntryForm) -> type[EntryForm]:
    """Return the form for one player's entry, with every field of every style."""
    members: dict[str, Any] = {
        "game_form": game_form,
        "style": RadioField(
            "How to count",
            choices=_choices((style.key, style.label) for style in game_form.styles),
            default=game_form.styles[0].key,
            validate_choice=False,
        ),
    }
    fields = [field for style in game_form.styles for field in style.fields]
    for field in (*fields, *game_form.switches):
        kind = BooleanField if field.kind == "switch" else StringField
        members[field_name(field.key)] = kind(field.label)
        if field.kind == "signed_points":
            members[f"{field_name(field.key)}-minus"] = BooleanField("Minus")
    return type("GameEntryForm", (EntryForm,), members)


class SettingsForm(Form):
    """A game's options; :func:`settings_form_class` adds the fields of one game."""

    rules: core.GameRules[Any]
    is_blind = BooleanField("Count in secret: nobody sees a count before everybody is in")

    def options(self) -> dict[str, Any]:
        """Return the options that were typed; blank ones are left to their defaults."""
        options: dict[str, Any] = {}
        for option in self.rules.options:
            if option.kind == "per_card":
                typed = {
                    card: typed_number(self[f"{option.key}-{card}"].data)
                    for card, _label in option.cards
                }
                changed = {
                    card: number
                    for card, number in typed.items()
                    if number is not None and number != option.card_defaults.get(card)
                }
                if changed:
                    options[option.key] = changed
            elif option.kind == "number":
                number = typed_number(self[option.key].data)
                if number is not None:
                    options[option.key] = number
            elif self[option.key].data != option.default:
                options[option.key] = self[option.key].data
        return options

    def in_force(self) -> dict[str, Any]:
        """Return every option's typed or default value, for suggestions that depend on others."""
        defaults = {option.key: option.default for option in self.rules.options}
        return defaults | self.options()

    def fill(self, options: Mapping[str, Any]) -> None:
        """Show the options of a game."""
        for option in self.rules.options:
            value = options.get(option.key)
            if option.kind == "per_card":
                for card, number in (value or {}).items():
                    if number != option.card_defaults.get(card):
                        self[f"{option.key}-{card}"].data = str(number)
            elif value is not None:
                self[option.key].data = str(value)

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside the option it concerns; return whether there is one."""
        option = next((option for option in self.rules.options if option.key == item), None)
        if option is None:
            return False
        name = f"{item}-{option.cards[0][0]}" if option.kind == "per_card" else item
        self[name].errors = [message]
        return True


def settings_form_class(rules: core.GameRules[Any]) -> type[SettingsForm]:
    """Return the settings form of a game, with its options."""
    members: dict[str, Any] = {"rules": rules}
    for option in rules.options:
        if option.kind == "per_card":
            for card, label in option.cards:
                members[f"{option.key}-{card}"] = StringField(label)
        elif option.kind == "choice":
            members[option.key] = RadioField(
                option.label,
                choices=_choices(option.choices),
                default=option.default,
                validate_choice=False,
            )
        else:
            members[option.key] = StringField(option.label)
    return type("GameSettingsForm", (SettingsForm,), members)


def new_game_form_class(rules: core.GameRules[Any]) -> type[SettingsForm]:
    """Return the form that starts a game: its settings and its players."""
    return type("NewGameForm", (settings_form_class(rules),), {"player": NamesField("Players")})


def round_form_class(game_form: core.EntryForm) -> type[Form]:
    """Return the form for what is said about a whole round."""
    members = {
        choice.key: RadioField(
            choice.label, choices=_choices(choice.choices), default=choice.default
        )
        for choice in game_form.round_choices
    }
    return type("RoundForm", (Form,), members)


def _choices(pairs: Iterable[tuple[str, str]]) -> Any:
    return [SelectChoice(value, label) for value, label in pairs]


def value_at(entry: Mapping[str, Any], key: str) -> Any:
    """Return what stands at a dotted place of an entry, or None."""
    value: Any = entry
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _put(entry: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for part in path:
        entry = entry.setdefault(part, {})
    entry[last] = value
