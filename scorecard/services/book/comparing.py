"""What differs between two versions of house rules, or between one and what is proposed."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorecard.models import HouseRulesVersion, Proposal
from scorecard.rules import card_game, core, options
from scorecard.rules.words import Sentence, quoted, say
from scorecard.services.book import house_rules
from scorecard.services.limits import texts

CONTEXT = 1
"""How many unchanged lines of the notes are shown before and after a change."""


Text = HouseRulesVersion | Proposal
"""What has options, and notes in Markdown."""


@dataclass(frozen=True, slots=True)
class NotesLine:
    """A line of the notes: added, removed, kept, or a gap."""

    kind: Literal["added", "removed", "kept", "gap"]
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The options that differ, and the lines of the notes that do, with lines around them."""

    options: tuple[OptionChange, ...]
    notes: tuple[NotesLine, ...]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.options or self.notes)


def difference(rules: card_game.GameRules[Any], before: Text, after: Text) -> Difference:
    """Return what differs between two texts of house rules for one card game."""
    return Difference(
        tuple(changed_options(rules, before.options, after.options)),
        tuple(lines(before.notes, after.notes)),
    )


def lines(before: str, after: str) -> Iterator[NotesLine]:
    """Return the lines that differ, and those next to them; of too long notes, all of them."""
    old, new = (text.split("\n") if text else [] for text in (before, after))
    if old == new:
        return
    if max(len(old), len(new)) > texts.MOST_LINES:
        yield from (NotesLine("removed", text) for text in old)
        yield from (NotesLine("added", text) for text in new)
        return
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for number, group in enumerate(matcher.get_grouped_opcodes(CONTEXT)):
        if number or group[0][1]:
            yield NotesLine("gap", "")
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from (NotesLine("kept", text) for text in old[old_from:old_to])
                continue
            yield from (NotesLine("removed", text) for text in old[old_from:old_to])
            yield from (NotesLine("added", text) for text in new[new_from:new_to])


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that differs between two versions; None stands for the game's default."""

    option: options.Option
    before: core.Json
    after: core.Json


def changed_labels(before: HouseRulesVersion, after: HouseRulesVersion) -> list[Sentence]:
    """Return what differs between two versions: the names of options, and "the notes"."""
    rules = house_rules.rules_named(before.house_rules.rules)
    changed = changed_options(rules, before.options, after.options)
    labels = [quoted(change.option.label) for change in changed]
    return labels if before.notes == after.notes else [*labels, say("the notes")]


def changed_options(
    rules: card_game.GameRules[Any], old: Mapping[str, core.Json], new: Mapping[str, core.Json]
) -> list[OptionChange]:
    """Return the options that differ between two choices of them, in the game's order."""
    return [
        OptionChange(option, old.get(option.key), new.get(option.key))
        for option in rules.options
        if old.get(option.key) != new.get(option.key)
    ]
