"""The card games that a list of past results names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import cast

from scorecard.rules import core, kinds
from scorecard.rules.games.own_scorecard import ready_made
from scorecard.rules.words import Sentence, say
from scorecard.services.files.past import past_games


class CardGames:
    """The card games of a list: those of the shelf, those that the group played, and new ones."""

    def __init__(self, played: Collection[str]) -> None:
        self._spelled = {name.casefold(): name for name in map(kinds.own_name, played)}
        self._here: defaultdict[str, set[core.Best]] = defaultdict(set)
        for book in played:
            if not kinds.rules_of(book):
                self._here[kinds.own_name(book)].add(kinds.best_of(book))
        self._typed: defaultdict[str, set[core.Best]] = defaultdict(set)

    def name_of(self, typed: str, wins: str) -> str:
        """Return a card game's name as it is spelled here, or first; note which total ``wins``."""
        name = " ".join(typed.split())
        name = kinds.known_name(name) or self._spelled.setdefault(name.casefold(), name)
        if wins:
            self._typed[name].add(cast(core.Best, wins))
        return name

    def best_of(self, name: str) -> core.Best:
        """Return which total wins by the shelf, the group or other lines, else the highest."""
        if rules := kinds.on_shelf(name):
            return rules.best
        if ready := ready_made.named(name):
            return ready.wins
        elsewhere = self._here[name] | self._typed[name]
        return elsewhere.pop() if len(elsewhere) == 1 else "highest"

    def namesakes(self, game: past_games.PastGame) -> Iterator[Sentence]:
        """Yield a sentence where the group has another card game of the same name."""
        here = self._here[game.definition.name]
        if not here or game.definition.wins in here:
            return
        if "highest" in here:
            yield say("Another game of this name is here already: there the highest total wins.")
        else:
            yield say("Another game of this name is here already: there the lowest total wins.")
