"""Names in what people wrote, and in stored values of games and groups: found, and replaced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import (
    Adjustment,
    Amendment,
    CashEntry,
    Change,
    Comment,
    Division,
    Game,
    Group,
    GroupChange,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Round,
    Ruling,
    Season,
    Team,
)
from scorecard.models.facts import details
from scorecard.rules.typed import places
from scorecard.services.history import facts
from scorecard.services.scoring import sheets

LONGEST_ENDING = 2
"""Letters that may follow a name in one word, such as a possessive s."""
TEXTS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (HouseRulesVersion, ("notes", "reason")),
    (Proposal, ("notes", "reason")),
    (Ruling, ("situation", "decision", "decided_by")),
    (Comment, ("text",)),
)
"""What people have written into a group's book."""


def alike(session: Session, group: Group, names: Collection[str]) -> dict[str, int]:
    """Return the words that are nearly one of the names, and nobody else's, with their count."""
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    ending = rf"[^\W\d_]{{0,{LONGEST_ENDING}}}"
    pattern = re.compile(rf"(?<!\w)(?:{words}){ending}(?!\w)", re.IGNORECASE)
    others = {player.name.casefold() for player in group.players if player.name not in names}
    # A text that stands in a history, too, counts once.
    texts = {*_texts(session, group)}
    counts = Counter(word for text in texts for word in pattern.findall(text))
    return {
        word: counts[word]
        for word in sorted(counts)
        if word not in names and word.casefold() not in others
    }


def in_group(session: Session, group: Group) -> Iterator[tuple[Any, str]]:
    """Yield the row and column of each text in a group, its seasons, cash box and book."""
    yield from ((group, detail.key) for detail in details(Group) if not detail.blank)
    seasons = select(Season.id).where(Season.group_id == group.id)
    by_hand = select(Adjustment).where(Adjustment.season_id.in_(seasons))
    yield from ((row, "reason") for row in session.scalars(by_hand))
    for model in (Team, Division):
        parts = select(model).where(model.season_id.in_(seasons))
        yield from ((row, "name") for row in session.scalars(parts))
    in_box = select(CashEntry).where(CashEntry.group_id == group.id)
    yield from ((row, "note") for row in session.scalars(in_box))
    books = select(HouseRules.id).where(HouseRules.group_id == group.id)
    for model, columns in TEXTS:
        if model is Comment:
            proposals = select(Proposal.id).where(Proposal.house_rules_id.in_(books))
            of_group = Comment.proposal_id.in_(proposals)
        else:
            of_group = model.house_rules_id.in_(books)
        for row in session.scalars(select(model).where(of_group)):
            for column in columns:
                yield row, column


def _texts(session: Session, group: Group) -> Iterator[str]:
    for row, column in in_group(session, group):
        yield getattr(row, column)
    of_group = Game.group_id == group.id
    yield from session.scalars(select(Game.anecdote).where(of_group, Game.anecdote != ""))
    rounds = select(Round.anecdote).join(Game, Game.id == Round.game_id)
    yield from session.scalars(rounds.where(of_group, Round.anecdote != ""))
    yield from session.scalars(select(Amendment.reason).join(Game).where(of_group))
    # What was replaced since stands in the history only.
    of_details = select(GroupChange.what).where(GroupChange.group_id == group.id)
    for what in session.scalars(of_details.where(GroupChange.kind == "changed")):
        yield from (text for pair in what.values() for text in pair if isinstance(text, str))
    lines = select(Change.about).join(Game, Game.id == Change.game_id)
    for about in session.scalars(lines.where(of_group, Change.kind == "anecdote")):
        yield about.get("text", "")


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
