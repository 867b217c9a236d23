"""The card games, one module each, found by looking into this package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from scorecard.rules import card_game


@cache
def all_games() -> dict[str, card_game.GameRules[Any]]:
    """Return every game's rules by key, in the order of the shelf."""
    shelf = [import_module(f"{__name__}.{module.name}").RULES for module in iter_modules(__path__)]
    return {
        rules.key: rules
        for rules in sorted(shelf, key=lambda rules: (not rules.is_first, rules.name))
    }


def find(key: str) -> card_game.GameRules[Any] | None:
    """Return the rules of the game with this key, or None."""
    return all_games().get(key)
