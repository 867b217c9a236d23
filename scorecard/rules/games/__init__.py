"""The card games, one module each, found by looking into this package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from scorecard.rules import card_game


@cache
def keys() -> frozenset[str]:
    """Return the keys of the games, each of which is the name of its module."""
    return frozenset(module.name for module in iter_modules(__path__))


@cache
def all_games() -> dict[str, card_game.GameRules[Any]]:
    """Return every game's rules by key, in the order of the shelf."""
    shelf = sorted(map(_rules, keys()), key=lambda rules: (not rules.is_first, rules.name))
    return {rules.key: rules for rules in shelf}


def find(key: str) -> card_game.GameRules[Any] | None:
    """Return the rules of the game with this key, or None; no other game is loaded for it."""
    return _rules(key) if key in keys() else None


@cache
def _rules(key: str) -> card_game.GameRules[Any]:
    rules: card_game.GameRules[Any] = import_module(f"{__name__}.{key}").RULES
    return rules
