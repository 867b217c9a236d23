"""The card games over the API: which there are, and how each is scored."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import abort

from scorecard.rules import options, sheet
from scorecard.rules.games import all_games, find
from scorecard.web.api import rules_answers, spec
from scorecard.web.api.model import Extended
from scorecard.web.book import reference
from scorecard.web.table.start import suggestions


@spec.open_read("/rules", rules_answers.RulesListAnswer, "rules")
def list_rules() -> object:
    """List the card games one can keep the score of."""
    return {"rules": list(all_games().values())}


@spec.open_read("/rules/<key>", rules_answers.RulesAnswer, "rules", refusals=(404,))
def describe_rules(key: str) -> object:
    """Describe a card game: how it is scored, its options, and what is typed each round.

    With `players=5` and choices such as `deck=expansion` in the query, defaults and form are those
    of such a game.
    """
    rules = find(key)
    if rules is None:
        abort(404, "No game is called that.")
    players, chosen, in_force = suggestions.asked_about(rules)
    form = sheet.entry_form_for(rules, players, chosen)
    return Extended(
        rules,
        options=[_option(option, players, in_force) for option in rules.options],
        form=asdict(form) if form else None,
        **rules_answers.scoring_of(rules, reference.example_of(rules)),
    )


def _option(option: options.Option, players: int, in_force: dict[str, Any]) -> Extended:
    suggestion = option.suggest(players, in_force) if option.suggest else None
    return Extended(
        option,
        default=suggestion.value if suggestion else option.default,
        reason=suggestion.reason if suggestion else "",
    )
