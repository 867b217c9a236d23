"""The card games over the API: which there are, and how each is scored."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, abort

from scorecard.rules import card_game, options, sheet
from scorecard.rules.games import all_games, find
from scorecard.web.api import rules_answers, spec
from scorecard.web.book import reference
from scorecard.web.http.access import (
    anyone,
)
from scorecard.web.table.start import suggestions


@spec.blueprint.get("/rules")
@anyone
@spec.describes(rules_answers.RulesListAnswer, "rules")
def list_rules() -> Response:
    """List the card games one can keep the score of."""
    shelf = [_summary(rules) for rules in all_games().values()]
    return spec.json_answer({"rules": shelf})


@spec.blueprint.get("/rules/<key>")
@anyone
@spec.describes(rules_answers.RulesAnswer, "rules", refusals=(404,))
def describe_rules(key: str) -> Response:
    """Describe a card game: how it is scored, its options, and what is typed each round.

    With `players=5` and choices such as `deck=expansion` in the query, defaults and form are those
    of such a game.
    """
    rules = find(key)
    if rules is None:
        abort(404, "No game is called that.")
    players, chosen, in_force = suggestions.asked_about(rules)
    form = sheet.entry_form_for(rules, players, chosen)
    description = _summary(rules) | {
        "source": rules.source,
        "options": [_option(option, players, in_force) for option in rules.options],
        "form": asdict(form) if form else None,
        "ready_made": rules_answers.ready_made_json(rules),
        **rules_answers.scoring_json(rules, reference.example_of(rules)),
    }
    return spec.json_answer(description)


def _summary(rules: card_game.GameRules[Any]) -> dict[str, Any]:
    keys = ("key", "name", "aim", "players", "length")
    return {key: getattr(rules, key) for key in keys}


def _option(option: options.Option, players: int, in_force: dict[str, Any]) -> dict[str, Any]:
    suggestion = option.suggest(players, in_force) if option.suggest else None
    return {
        "key": option.key,
        "label": option.label,
        "sentence": option.sentence,
        "kind": option.kind,
        "default": suggestion.value if suggestion else option.default,
        "reason": suggestion.reason if suggestion else "",
        "low": option.low,
        "high": option.high,
        "step": option.step,
        "choices": option.choices,
        "cards": option.cards,
        "card_defaults": dict(option.card_defaults),
    }
