"""The forms of a game's settings: its options, and who plays.

They check shape: something was typed or chosen. What stands where a number is asked for but is none
goes on to the rules as text, so that every refusal has one sentence and one code, whichever door it
comes through.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, RadioField, StringField

from scorecard.rules import card_game, record
from scorecard.rules.options import Option
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.scoring import wording
from scorecard.web.forms import parts


class SettingsForm(Form):
    """A game's options; :func:`settings_form_class` adds the fields of one game."""

    rules: card_game.GameRules[Any]
    refused_player = 0
    """The seat whose name was refused, where one was."""
    is_blind = BooleanField(say("Hide scores until everyone has counted"))

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

    def _typed(self, option: Option) -> Any:
        if option.kind == "per_card":
            typed = {
                card: sums.typed_number(self[f"{option.key}-{card}"].data)
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
            return sums.typed_number(data)
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


def settings_form_class(rules: card_game.GameRules[Any]) -> type[SettingsForm]:
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
                choices=parts.choices(*option.choices),
                default=option.default,
                validate_choice=False,
            )
        else:
            members[option.key] = StringField(option.label)
    return type("GameSettingsForm", (SettingsForm,), members)


def new_game_form_class(rules: card_game.GameRules[Any]) -> type[SettingsForm]:
    """Return the form that starts a game: its settings and its players."""
    return type(
        "NewGameForm", (settings_form_class(rules),), {"player": parts.NamesField(say("Players"))}
    )


def _json(text: str | None) -> Any:
    """Return the JSON value that a hidden field carries; the text itself where it is none."""
    try:
        return record.loads(text) if text else None
    except record.NotJson:
        return text
