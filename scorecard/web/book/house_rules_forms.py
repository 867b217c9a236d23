"""The form of house rules: notes, and the options that do not name players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from scorecard.rules import card_game, core
from scorecard.web.book import house_rules_words
from scorecard.web.forms import settings_forms
from scorecard.web.pages import responses


@dataclass(frozen=True, slots=True)
class RulesForm:
    """A form of house rules: the options, and other texts by name.

    Options that name players are not in the form; stored ones are kept in ``naming_players``.
    """

    rules: card_game.GameRules[Any]
    options: settings_forms.SettingsForm
    texts: Mapping[str, str]
    naming_players: Mapping[str, core.Json]

    @classmethod
    def showing(
        cls, rules: card_game.GameRules[Any], options: Mapping[str, core.Json], **texts: str
    ) -> RulesForm:
        """Return a form that shows options and texts."""
        form = _form_class(rules)()
        form.fill(options)
        return cls(form.rules, form, texts, _naming_players(rules, options))

    @classmethod
    def typed(
        cls, rules: card_game.GameRules[Any], options: Mapping[str, core.Json], *names: str
    ) -> RulesForm:
        """Return the form that was sent, with texts by name; ``options`` are the stored ones."""
        form = _form_class(rules)(request.form)
        texts = {name: request.form.get(name, "") for name in names}
        return cls(form.rules, form, texts, _naming_players(rules, options))

    def chosen(self) -> dict[str, core.Json]:
        """Return the options that differ from the usual."""
        typed = self.options.typed()
        return dict(self.naming_players) | {
            option.key: typed[option.key]
            for option in self.rules.options
            if typed[option.key] is not None and not self._is_left(option.key, typed[option.key])
        }

    def usual(self) -> dict[str, str]:
        """Return the usual values in words, by option."""
        return {
            option.key: house_rules_words.usual_words(self.rules, option, self.options.in_force())
            for option in self.rules.options
            if option.suggest
        }

    def page_values(self) -> dict[str, Any]:
        """Return the template values, with a refusal beside its field."""
        refusal, chosen = responses.in_form(self.options), self.chosen()
        field = responses.beside()["refused"]
        return {
            "rules": self.rules,
            "form": self.options,
            "texts": self.texts,
            "usual": self.usual(),
            "problem": refusal["problem"],
            "refused": field if field in self.texts else "",
            "is_open": any(one.key in chosen and not one.is_basic for one in self.rules.options),
        }

    def _is_left(self, key: str, value: core.Json) -> bool:
        option = next(one for one in self.rules.options if one.key == key)
        if option.kind == "per_card" and any(type(one) is not int for one in value.values()):
            return False
        return house_rules_words.is_usual(option, value)


def _form_class(rules: card_game.GameRules[Any]) -> type[settings_forms.SettingsForm]:
    settled = tuple(option for option in rules.options if not option.names_players)
    return settings_forms.settings_form_class(replace(rules, options=settled))


def _naming_players(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json]
) -> dict[str, core.Json]:
    naming = {option.key for option in rules.options if option.names_players}
    return {key: value for key, value in options.items() if key in naming}
