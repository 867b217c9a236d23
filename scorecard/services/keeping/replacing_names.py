"""Replace a player's names in stored values of games and groups: texts, options, history."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorecard.models import Game
from scorecard.rules.typed import places
from scorecard.services.history import facts
from scorecard.services.scoring import sheets

CODES = ("of", "how", "touching", "key")
"""Keys in the lines of a history whose values are no words for people."""
SWITCHED = ("on", "off", "renewed")
"""Words in the lines of a history that are codes, wherever they stand."""


@dataclass(frozen=True)
class Replacement:
    """The names that are to go, and the ``new`` one that takes their place."""

    names: frozenset[str]
    new: str

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.names, key=lambda name: (-len(name), name))
        words = "|".join(re.escape(name) for name in longest_first)
        return re.compile(rf"(?<!\w)(?:{words})(?!\w)")

    def in_text(self, text: str) -> str:
        """Replace the names in a text where they stand as words of their own."""
        return self._pattern.sub(self.new, text) if self.names else text

    def in_json(self, value: Any) -> Any:
        """Replace the names in every text of a JSON value but keys and codes."""
        match value:
            case str():
                return value if value in SWITCHED else self.in_text(value)
            case list():
                return [self.in_json(item) for item in value]
            case dict():
                return {
                    key: item if key in CODES else self.in_json(item) for key, item in value.items()
                }
            case _:
                return value

    def in_options(self, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the names in those options of a game that name players."""
        replaced = dict(options)
        for old in self.names:
            replaced = facts.renamed_options(game, replaced, old, self.new)
        return replaced

    def in_table_entry(self, game: Game, data: Any) -> Any:
        """Replace the names in what was typed about a whole round."""
        for old in self.names:
            data = places.renamed(data, sheets.form_of(game, 1).round_fields, old, self.new)
        return data

    def in_about(self, game: Game, about: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the names in the ``about`` of a line of a game's history."""
        replaced = dict(about)
        if isinstance(replaced.get("said"), dict):
            replaced["said"] = self.in_table_entry(game, replaced["said"])
        words: dict[str, Any] = self.in_json(replaced)
        return words

    def in_fact(self, game: Game, fact: str, pair: Any, positions: Collection[int]) -> Any:
        """Replace names in both values of a fact; in the seats at ``positions`` every name."""
        noun, *place = fact.split("/")
        match noun:
            case "seat":
                is_theirs = int(place[0]) in positions
                return [self._in_seat(value, is_theirs=is_theirs) for value in pair]
            case "options":
                return [value and self.in_options(game, value) for value in pair]
            case "amendments":
                return [
                    value and [self.in_amendment(game, amendment) for amendment in value]
                    for value in pair
                ]
            case "anecdote":
                return [value and self.in_text(value) for value in pair]
            case "round":
                return [
                    value and value | {"data": self.in_table_entry(game, value["data"])}
                    for value in pair
                ]
            case _:
                return pair

    def in_amendment(self, game: Game, amendment: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the names in a change of a running game's options, and in its reason."""
        return {
            **amendment,
            "options": self.in_options(game, amendment["options"]),
            "reason": self.in_text(amendment["reason"]),
        }

    def _in_seat(self, seat: Any, *, is_theirs: bool) -> Any:
        if seat and (is_theirs or seat["name"] in self.names):
            return seat | {"name": self.new}
        return seat
