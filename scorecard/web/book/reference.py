"""The pages that explain how each game is scored."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template

from scorecard.rules import Sheet, card_game, score
from scorecard.rules.games import all_games, find
from scorecard.rules.sheet import NotARecord, rules_for
from scorecard.rules.words import say
from scorecard.web.pages import views

blueprint = views.Views("reference", __name__)


@blueprint.open_page("/rules")
def index() -> str:
    """List the games."""
    return render_template("book/rules/index.html", shelf=all_games().values())


@blueprint.open_page("/rules/<key>")
def page(key: str) -> str:
    """Explain one game."""
    rules = find(key)
    if rules is None:
        abort(404, say("No game is called that."))
    return render_template("book/rules/page.html", rules=rules, example=example_of(rules))


def known_rules(key: str, options: dict[str, Any]) -> card_game.GameRules[Any]:
    """Return the rules of a game with these options; answer 404 for an unknown key."""
    try:
        return rules_for(key, options)
    except NotARecord:
        abort(404, say("No game is called that."))


def example_of(rules: card_game.GameRules[Any]) -> Sheet | None:
    """Return the scored example of a card game, None where there is none."""
    example = score(rules.example.record) if rules.example else None
    return example if isinstance(example, Sheet) else None
