"""The forms of a game's settings: its options, and who plays.

A number that cannot be read goes on to the rules as text, so that forms and API have the same
refusals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any

from flask import request
from wtforms import BooleanField, Field, Form, StringField

from scorecard.models import Game
from scorecard.rules import card_game, record
from scorecard.rules.options import Option
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.scoring import sheets
from scorecard.web.forms import parts


class SettingsForm(Form):
    """A game's options; :func:`settings_form_class` adds the fields of one game.

    ``names`` are the players in seating order, ``held`` the stored options of their game.
    """

    rules: card_game.GameRules[Any]
    names: Sequence[str] = ()
    held: Mapping[str, Any] = MappingProxyType({})
    refused_player = 0
    """The seat whose name was refused, where one was."""
    is_blind = BooleanField(say("Hide scores until everyone has counted"))

    def typed(self) -> dict[str, Any]:
        """Return every option as it was typed; None for the default."""
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
            elif option.lines and option.lines.splits:
                self[option.key].data = str(self._number_of(option, value))
            elif option.lines:
                self._fill_pairs(option, value)
            elif value is not None:
                self[option.key].data = str(value)

    def _typed(self, option: Option) -> Any:
        if _is_of_pairs(option):
            return self._typed_pairs(option)
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
        if option.kind == "lines":
            return self._typed_split(option, data)
        if option.kind == "player":
            return (data or "").strip() or None
        return data

    def pairs(self, option: Option) -> Iterable[tuple[int, int, Field]]:
        """Yield the fields of an option with a number for each pair, with both seats."""
        for one, other in _pairs(self.rules):
            yield one, other, self[f"{option.key}-{one}-{other}"]

    def _typed_pairs(self, option: Option) -> list[list[Any]] | None:
        typed = [
            [self.names[one - 1], self.names[other - 1], sums.typed_number(field.data)]
            for one, other, field in self.pairs(option)
            if other <= len(self.names)
        ]
        return [line for line in typed if line[2] is not None] or None

    def _fill_pairs(self, option: Option, value: Any) -> None:
        place_of = {name: place for place, name in enumerate(self.names, start=1)}
        for one, other, number in self._readable(option, value) or ():
            self[f"{option.key}-{place_of[one]}-{place_of[other]}"].data = str(number)

    def _typed_split(self, option: Option, data: str | None) -> Any:
        """Return the picked sides, None for the first choice, which the seats make.

        Stored sides are returned unchanged if they were picked, so that they keep their names.
        """
        assert option.lines is not None, f"{option.key} has no lines"
        number = sums.typed_number(data) or 1
        held = self.held.get(option.key)
        if number == self._number_of(option, held):
            return held
        if number == 1 or len(self.names) != self.rules.most:
            return None
        is_known = number in range(2, len(option.lines.splits) + 1)
        return option.lines.split(int(number), self.names) if is_known else data

    def _number_of(self, option: Option, value: Any) -> int:
        """Return the number of a split of the players into sides; 1, the seats', for any other."""
        assert option.lines is not None, f"{option.key} has no lines"
        readable = self._readable(option, value)
        if not readable or len(self.names) != self.rules.most:
            return 1
        for number in range(2, len(option.lines.splits) + 1):
            split = option.lines.split(number, self.names)
            if sorted(map(sorted, split.values())) == sorted(map(sorted, readable.values())):
                return number
        return 1

    def _readable(self, option: Option, value: Any) -> Any:
        """Return an option's checked value for these players; None if it is about others."""
        assert option.lines is not None, f"{option.key} has no lines"
        try:
            return option.lines.check(tuple(self.names), value) if value else None
        except ValueError:
            return None

    def show_refusal(self, item: str, message: str) -> bool:
        """Put a refusal beside its option or player; return whether the form has that."""
        if item.startswith("players.") and "player" in self:
            self["player"].errors = [message]
            self.refused_player = int(item.removeprefix("players.")) + 1
            return True
        if item == "day" and "day" in self:
            self["day"].errors = [message]
            return True
        option = next((option for option in self.rules.options if option.key == item), None)
        # What is written as JSON has no field that anybody sees.
        if option is None or option.kind == "json":
            return False
        name = f"{item}-{option.cards[0][0]}" if option.kind == "per_card" else item
        name = f"{item}-1-2" if _is_of_pairs(option) else name
        self[name].errors = [message]
        return True


def settings_form_class(
    rules: card_game.GameRules[Any],
    names: Sequence[str] = (),
    held: Mapping[str, Any] = MappingProxyType({}),
) -> type[SettingsForm]:
    """Return the settings form of a game that these players play, with its options."""
    members: dict[str, Any] = {"rules": rules, "names": list(names), "held": held}
    for option in rules.options:
        if option.kind == "per_card":
            for card, label in option.cards:
                members[f"{option.key}-{card}"] = StringField(label)
        elif option.kind == "switch":
            members[option.key] = BooleanField(option.label, default=option.default)
        elif option.kind == "choice":
            members[option.key] = parts.one_of(option.label, dict(option.choices), option.default)
        elif _is_of_pairs(option):
            for one, other in _pairs(rules):
                members[f"{option.key}-{one}-{other}"] = StringField(option.label)
        else:
            members[option.key] = StringField(option.label, default="1" if option.lines else None)
    return type("GameSettingsForm", (SettingsForm,), members)


def form_of(game: Game, held: Mapping[str, Any]) -> SettingsForm:
    """Return the settings form of a started game: the one sent, else with its stored options."""
    names = [seat.name for seat in game.seats]
    fields = settings_form_class(sheets.rules_of(game), names, held)
    if request.method == "POST":
        return fields(request.form)
    form = fields()
    form.fill(held)
    form.is_blind.data = game.is_blind
    return form


def new_game_form_class(
    rules: card_game.GameRules[Any], names: Sequence[str] = ()
) -> type[SettingsForm]:
    """Return the form that starts a game: its settings, its players, its occasion in a group."""
    settings = settings_form_class(rules, names)
    more = {
        "player": parts.NamesField(say("Players")),
        "day": StringField(say("Day")),
        "is_friendly": BooleanField(say("Friendly: counts in no season")),
    }
    return type("NewGameForm", (settings,), more)


def _pairs(rules: card_game.GameRules[Any]) -> Iterable[tuple[int, int]]:
    """Return every pair of places at the largest table of a game."""
    return combinations(range(1, rules.most + 1), 2)


def _is_of_pairs(option: Option) -> bool:
    """Whether an option has a number for each pair of players."""
    return option.lines is not None and not option.lines.splits


def _json(text: str | None) -> Any:
    """Return a hidden field's JSON value, or the text itself if it is no JSON."""
    try:
        return record.loads(text) if text else None
    except record.NotJson:
        return text
