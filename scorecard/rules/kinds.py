"""Kinds of card games: those of the shelf by their key, own scorecards by their name.

A result that was written down by hand under the name of a game of the shelf is of that game, unless
the other total (highest or lowest) wins in it. Own scorecards with the same name are of one kind,
but have two **books** of results and records: one where the highest total wins, one for the lowest.
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
"""Prefix of the kind of an own scorecard, before its name."""
LOWEST = "own_lowest/"
"""Prefix of the book of own scorecards on which the lowest total wins."""


def kind_of(rules: card_game.GameRules[Any]) -> str:
    """Return the kind of a game with these rules."""
    if rules.key != definitions.GAME_KEY:
        return rules.key
    return kind_named(rules.name, rules.best)


def kind_named(name: str, best: core.Best | None = None) -> str:
    """Return the kind with a name, ignoring case: a game of the shelf, else an own scorecard.

    ``best`` is the total that wins, None if unknown.
    """
    rules = on_shelf(name)
    if rules and best in (None, rules.best):
        return rules.key
    return OWN + " ".join(name.split())


def on_shelf(name: str) -> card_game.GameRules[Any] | None:
    """Return the game of the shelf that has this name, ignoring case."""
    return _shelf().get(" ".join(name.split()).casefold())


def known_name(name: str) -> str:
    """Return the English name of the game or ready-made scorecard with this name, in any language.

    "" if there is none.
    """
    known = on_shelf(name) or ready_made.named(name)
    return known.name if known else ""


def name_of(kind: str) -> Sentence:
    """Return the name of a kind or a book."""
    rules = rules_of(kind)
    return rules.name if rules else quoted(ready_made.name_of(own_name(kind)))


def names_of(books: Iterable[str]) -> dict[str, Sentence]:
    """Return the names of some books; books with the same name also say which total wins."""
    names = {book: name_of(book) for book in books}
    often = Counter(name.casefold() for name in names.values())
    return {
        book: _in_full(book) if often[name.casefold()] > 1 and not rules_of(book) else name
        for book, name in names.items()
    }


def own_name(kind: str) -> str:
    """Return the name of the own scorecard in a kind or book, "" for a game of the shelf."""
    return kind.partition("/")[2]


def rules_of(kind: str) -> card_game.GameRules[Any] | None:
    """Return the rules of a game of the shelf, None for an own scorecard."""
    return find(kind)


def book_of(rules: card_game.GameRules[Any]) -> str:
    """Return the book for games with these rules."""
    kind = kind_of(rules)
    return LOWEST + own_name(kind) if rules.best == "lowest" and not rules_of(kind) else kind


def books_of(kind: str) -> tuple[str, ...]:
    """Return all books of a kind: one of the shelf has one, an own scorecard two."""
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
    """Return the games of the shelf by their names in lower case."""
    return {
        rules.name.casefold(): rules
        for rules in all_games().values()
        if rules.key != definitions.GAME_KEY
    }
