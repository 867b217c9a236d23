"""The forms. They check shape (something was typed or chosen); the rules judge the rest.

What stands where a number is asked for but is none goes on to the rules as text, so that every
refusal has one sentence and one code, whichever door it comes through. Tokens against forged
requests are checked for all forms at once, before any view.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Field, Form, RadioField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]
from wtforms.validators import InputRequired

from scorecard.rules import core
from scorecard.rules.record import NotJson, loads
from scorecard.rules.sums import typed_number
from scorecard.rules.words import say
from scorecard.services import wording


class CodeForm(Form):
    """The short code of a game."""

    code = StringField(
        say("Code"), [InputRequired(say("Type the code that is shown at the table."))]
    )


class NameForm(Form):
    """One player's name."""

    name = StringField(say("Name"), [InputRequired(say("Type a name."))])


class NamesField(Field):
    """Several text fields of one name: the players in seating order, blank ones left out."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the names that were typed."""
        self.data = [name for name in valuelist if name.strip()]


class SettingsForm(Form):
    """A game's options; :func:`settings_form_class` adds the fields of one game."""

    rules: core.GameRules[Any]
    refused_player = 0
    """The seat whose name was refused, where one was."""
    is_blind = BooleanField(say("Count in secret: nobody sees a count before everybody is in"))

    def typed(self) -> dict[str, Any]:
        """Return every option as it was typed; None where the default is to hold."""
        return {option.key: self._typed(option) for option in self.rules.options}

    def options(self) -> dict[str, Any]:
        """Return the options that were typed; blank ones are left to their defaults."""
        return {key: value for key, value in self.typed().items() if value is not None}

    def in_force(self) -> dict[str, Any]:
        """Return every option's typed or default value, for suggestions that depend on others."""
        defaults = {option.key: option.default for option in self.rules.options}
        return defaults | self.options()

    def fill(self, options: Mapping[str, Any]) -> None:
        """Show the options of a game."""
        for option in self.rules.options:
            if option.key not in options:
                continue
            value = options[option.key]
            if option.kind == "per_card":
                for card, number in (value or {}).items():
                    if number != option.card_defaults.get(card):
                        self[f"{option.key}-{card}"].data = str(number)
            elif option.kind == "switch":
                self[option.key].data = bool(value)
            elif option.kind == "json":
                self[option.key].data = json.dumps(value, ensure_ascii=False)
            elif option.lines and value is not None:
                self[option.key].data = wording.line_text(option, value) or ""
            elif value is not None:
                self[option.key].data = str(value)

    def _typed(self, option: core.Option) -> Any:
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
            return changed or None
        data = self[option.key].data
        if option.kind == "number":
            return typed_number(data)
        if option.kind == "json":
            return _json(data)
        if option.kind in ("player", "lines"):
            text = (data or "").strip()
            return option.lines.read(text) if option.lines and text else text or None
        return data

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside the option or player it concerns; return whether there is one."""
        if item.startswith("players.") and "player" in self:
            self["player"].errors = [message]
            self.refused_player = int(item.removeprefix("players.")) + 1
            return True
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
        elif option.kind == "switch":
            members[option.key] = BooleanField(option.label, default=option.default)
        elif option.kind == "choice":
            members[option.key] = RadioField(
                option.label,
                choices=choices(*option.choices),
                default=option.default,
                validate_choice=False,
            )
        else:
            members[option.key] = StringField(option.label)
    return type("GameSettingsForm", (SettingsForm,), members)


def new_game_form_class(rules: core.GameRules[Any]) -> type[SettingsForm]:
    """Return the form that starts a game: its settings and its players."""
    return type(
        "NewGameForm", (settings_form_class(rules),), {"player": NamesField(say("Players"))}
    )


def _json(text: str | None) -> Any:
    """Return the JSON value that a hidden field carries; the text itself where it is none."""
    try:
        return loads(text) if text else None
    except NotJson:
        return text


def choices(*pairs: tuple[str, str]) -> Any:
    """Return what a field offers, from (value, label)."""
    return [SelectChoice(value, label) for value, label in pairs]
