"""Kinds of card games, as a group's books tell them apart: those of the shelf, and one's own.

A game of the shelf is known by its key. Scorecards of one's own are as many kinds as they have
names; a result from before that has the name of a game of the shelf is of that game.

In a card game either the highest total wins or the lowest. What is won the other way round is
another one, whatever it is called: it is never taken for a game of the shelf, and where scorecards
of one's own share a name, each of the two has a **book** of its own for its results and records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from scorecard.rules import card_game, core
from scorecard.rules.games import all_games, find
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.words import Sentence, quoted, say

OWN = f"{definitions.GAME_KEY}/"
"""Begins the kind of a scorecard of one's own; its name follows."""
LOWEST = "own_lowest/"
"""Begins the book of one on which the lowest total wins, in place of that."""


def kind_of(rules: card_game.GameRules[Any]) -> str:
    """Return the kind of a game with these rules."""
    if rules.key != definitions.GAME_KEY:
        return rules.key
    return kind_named(rules.name, rules.best)


def kind_named(name: str, best: core.Best | None = None) -> str:
    """Return the kind with a name, whatever the letter case: one of the shelf, else one's own.

    ``best`` is which total wins in it; None where that is not said.
    """
    rules = on_shelf(name)
    if rules and best in (None, rules.best):
        return rules.key
    return OWN + " ".join(name.split())


def on_shelf(name: str) -> card_game.GameRules[Any] | None:
    """Return the game of the shelf that has this name, whatever the letter case."""
    return _shelf().get(" ".join(name.split()).casefold())


def known_name(name: str) -> str:
    """Return what a game of the shelf or a ready-made scorecard is called here that has this name.

    "" where none has it in any language.
    """
    known = on_shelf(name) or ready_made.named(name)
    return known.name if known else ""


def name_of(kind: str) -> Sentence:
    """Return what a kind, or the game of a book, is called."""
    rules = rules_of(kind)
    return rules.name if rules else quoted(ready_made.name_of(own_name(kind)))


def names_of(books: Iterable[str]) -> dict[str, Sentence]:
    """Return what the games of some books are called, with which total wins where that differs."""
    names = {book: name_of(book) for book in books}
    often = Counter(name.casefold() for name in names.values())
    return {
        book: _in_full(book) if often[name.casefold()] > 1 and not rules_of(book) else name
        for book, name in names.items()
    }


def own_name(kind: str) -> str:
    """Return the name in a kind or book of one's own, "" for one of the shelf."""
    return kind.partition("/")[2]


def rules_of(kind: str) -> card_game.GameRules[Any] | None:
    """Return the rules of a kind of the shelf, None of one's own."""
    return find(kind)


def book_of(rules: card_game.GameRules[Any]) -> str:
    """Return the book for games with these rules."""
    return book_in(kind_of(rules), rules.best)


def book_in(kind: str, best: core.Best) -> str:
    """Return the book for games of a kind in which that total wins."""
    return LOWEST + own_name(kind) if best == "lowest" and not rules_of(kind) else kind


def books_of(kind: str) -> tuple[str, ...]:
    """Return every book that games of a kind may stand in."""
    return (kind,) if rules_of(kind) else (kind, LOWEST + own_name(kind))


def kind_in(book: str) -> str:
    """Return the kind of the games in a book."""
    return OWN + own_name(book) if book.startswith(LOWEST) else book


def best_of(book: str) -> core.Best:
    """Return which total wins in the games of a book."""
    rules = rules_of(book)
    if rules:
        return rules.best
    return "lowest" if book.startswith(LOWEST) else "highest"


def _in_full(book: str) -> Sentence:
    if best_of(book) == "lowest":
        return say("%(game)s (lowest wins)", game=name_of(book))
    return say("%(game)s (highest wins)", game=name_of(book))


@cache
def _shelf() -> dict[str, card_game.GameRules[Any]]:
    """Return the games of the shelf by their names, in small letters."""
    return {
        rules.name.casefold(): rules
        for rules in all_games().values()
        if rules.key != definitions.GAME_KEY
    }
