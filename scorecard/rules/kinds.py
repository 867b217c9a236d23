"""Kinds of card games, as a group's books tell them apart: those of the shelf, and one's own.

A game of the shelf is known by its key. Scorecards of one's own are as many kinds as they have
names; one that has the name of a game of the shelf is that game, kept on a simpler card.
"""

from __future__ import annotations

from typing import Any

from scorecard.rules import ready_made
from scorecard.rules.core import Best, GameRules
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.games import all_games, find

OWN = f"{GAME_KEY}/"
"""Begins the kind of a scorecard of one's own; its name follows."""


def kind_of(rules: GameRules[Any]) -> str:
    """Return the kind of a game with these rules."""
    if rules.key != GAME_KEY:
        return rules.key
    return kind_named(rules.name)


def kind_named(name: str) -> str:
    """Return the kind with a name, whatever the letter case: one of the shelf, else one's own."""
    wanted = " ".join(name.split()).casefold()
    for rules in all_games().values():
        if rules.key != GAME_KEY and rules.name.casefold() == wanted:
            return rules.key
    return OWN + " ".join(name.split())


def name_of(kind: str) -> str:
    """Return what a kind is called."""
    rules = rules_of(kind)
    return rules.name if rules else ready_made.name_of(kind.removeprefix(OWN))


def rules_of(kind: str) -> GameRules[Any] | None:
    """Return the rules of a kind of the shelf, None of one's own."""
    return find(kind)


def best_of(kind: str, usual: Best = "highest") -> Best:
    """Return which total is best in a kind; ``usual`` for one's own."""
    rules = rules_of(kind)
    return rules.best if rules else usual
