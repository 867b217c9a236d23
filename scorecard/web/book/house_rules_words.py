"""House rules in words: options and their usual values, changes, and missing agreements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from scorecard.models import HouseRules, Proposal
from scorecard.rules import card_game, core, options, sheet
from scorecard.rules.words import NOTHING, Sentence, inside, joined, say
from scorecard.services.book import agreeing, comparing, house_rules
from scorecard.services.scoring import wording
from scorecard.web.http import access

AS_USUAL = say("as usual")
LINE_MARKS = re.compile(r"^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|[-*_=]{3,}\s*$)+")
LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
IN_LINE_MARKS = re.compile(r"(\*{1,3}|~~|`)(?=\S)([^*~`]+)(?<=\S)\1")
MOST_SUGGESTIONS = 3
"""Usual values by the number of players that are listed, at most."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option in words; ``usual`` is its usual value, if it has another one."""

    label: str
    sentence: str
    words: str
    usual: str = ""
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """An option that differs, before and after, in words."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes between two texts: options in words, and lines of the notes."""

    options: tuple[ChangeRow, ...]
    notes: tuple[comparing.NotesLine, ...]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.options or self.notes)


@dataclass(frozen=True, slots=True)
class Notice(agreeing.ToAgree):
    """House rules that a player of this phone has not agreed to, and the changes in them."""

    game: str
    changes: Changes | None


def rules_of(
    of: HouseRules, options: Mapping[str, core.Json] | None = None
) -> card_game.GameRules[Any]:
    """Return the rules of the card game with these options, by default the latest ones."""
    return sheet.rules_for(of.rules, of.latest.options if options is None else options)


def option_rows(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json]
) -> list[OptionRow]:
    """Return the options in words, unusual ones first."""
    rows = [
        _row(rules, option, options)
        for option in rules.options
        if option.kind != "json" and (not option.names_players or option.key in options)
    ]
    return sorted(rows, key=lambda row: not row.is_changed)


def is_usual(option: options.Option, value: core.Json) -> bool:
    """Whether a value is the usual one; never if that depends on the players."""
    if option.kind == "per_card":
        usual = usual_cards(option)
        return value is None or all(usual[card] == number for card, number in value.items())
    return option.suggest is None and bool(value == option.default)


def usual_cards(option: options.Option) -> dict[str, int]:
    """Return the usual value of each card of an option."""
    return {**option.card_defaults, **(option.default or {})}


def usual_words(
    rules: card_game.GameRules[Any], option: options.Option, options: Mapping[str, core.Json]
) -> str:
    """Return an option's usual value in words: "15,000 or 10,000, by the number of players"."""
    if option.suggest is None:
        return (
            AS_USUAL if option.kind == "per_card" else wording.option_words(option, option.default)
        )
    in_force = {one.key: one.default for one in rules.options} | dict(options)
    in_force[option.key] = option.default
    suggested = dict.fromkeys(
        wording.option_words(option, option.suggest(players, in_force).value)
        for players in range(rules.fewest, rules.most + 1)
    )
    if len(suggested) == 1:
        return next(iter(suggested))
    if len(suggested) > MOST_SUGGESTIONS:
        return say("by the number of players")
    either = reduce(lambda one, other: say("%(one)s or %(other)s", one=one, other=other), suggested)
    return say("%(values)s, by the number of players", values=either)


def changes(of: HouseRules, before: comparing.Text, after: comparing.Text) -> Changes:
    """Return the changes between two texts of house rules, in words."""
    rules = rules_of(of, after.options)
    difference = comparing.difference(rules, before, after)
    rows = tuple(_change(rules, change, before, after) for change in difference.options)
    return Changes(tuple(row for row in rows if row.before != row.after), _read(difference.notes))


def changes_of(proposal: Proposal) -> Changes:
    """Return the changes of a proposal to the version it is based on."""
    base = house_rules.find_version(proposal.house_rules, proposal.base)
    return changes(proposal.house_rules, base, proposal)


def notices(visit: access.GroupVisit) -> list[Notice]:
    """Return house rules that this phone's players have not agreed to, and what changed since."""
    notices_ = []
    for one in agreeing.to_agree(visit.session, visit.group, visit.my_players):
        of = one.house_rules
        before = of.version(one.since) if one.since is not None else None
        changed = changes(of, before, of.latest) if before else None
        notices_.append(Notice(of, one.new, one.known, one.since, rules_of(of).name, changed))
    return notices_


def without_marks(line: str) -> str:
    """Return a line of Markdown as plain text, without the signs of headings, bold or links."""
    text = LINE_MARKS.sub("", line)
    text = LINK.sub(r"\1", text)
    return IN_LINE_MARKS.sub(r"\2", IN_LINE_MARKS.sub(r"\2", text)).strip()


def origin_words(origin: Mapping[str, core.Json] | None) -> Sentence:
    """Return in words where house rules were copied from, "" for none."""
    if not origin:
        return NOTHING
    if ready := origin.get("ready_made"):
        return say("Started from the ready-made “%(name)s”", name=ready)
    name = origin.get("name")
    parts = [say("Copied from “%(name)s”", name=name) if name else say("Copied")]
    if version := origin.get("version"):
        parts.append(say("version %(number)s", number=version))
    if group := origin.get("group"):
        parts.append(say("of %(group)s", group=group))
    copied = joined(parts, ", ")
    return say("%(copied)s (a file)", copied=copied) if origin.get("file") else copied


def _read(lines: Sequence[comparing.NotesLine]) -> tuple[comparing.NotesLine, ...]:
    """Return lines of notes as plain text, but those that differ in their Markdown alone."""
    plain = [without_marks(line.text) for line in lines]
    gone, new = (
        {text for line, text in zip(lines, plain, strict=True) if line.kind == kind}
        for kind in ("removed", "added")
    )
    return tuple(
        line
        if line.kind in ("removed", "added") and text in gone & new
        else comparing.NotesLine(line.kind, text)
        for line, text in zip(lines, plain, strict=True)
        if text or line.kind == "gap"
    )


def _row(
    rules: card_game.GameRules[Any], option: options.Option, options: Mapping[str, core.Json]
) -> OptionRow:
    usual = usual_words(rules, option, options)
    if option.key not in options or is_usual(option, options[option.key]):
        return OptionRow(option.label, option.hint, usual)
    words, value = wording.option_words(option, options[option.key]), options[option.key]
    if option.kind == "per_card":
        words, usual = _cards_words(option, value), ""
    return OptionRow(option.label, option.hint, words, inside(usual), is_changed=True)


def _cards_words(option: options.Option, value: Mapping[str, int]) -> Sentence:
    """Return the cards with an unusual value, each with the usual one."""
    usual, labels = usual_cards(option), dict(option.cards)
    return joined(
        [
            say(
                "%(card)s = %(number)s (usually %(usual)s)",
                card=labels[card],
                number=number,
                usual=usual[card],
            )
            for card, number in value.items()
            if usual[card] != number
        ],
        ", ",
    )


def _change(
    rules: card_game.GameRules[Any],
    change: comparing.OptionChange,
    before: comparing.Text,
    after: comparing.Text,
) -> ChangeRow:
    def words(value: core.Json, options: Mapping[str, core.Json]) -> str:
        if change.option.kind == "json":
            return sheet.rules_for(rules.key, options).name
        if value is None:
            usual = usual_words(rules, change.option, options)
            return usual if usual == AS_USUAL else say("as usual (%(usual)s)", usual=inside(usual))
        return wording.option_words(change.option, value)

    old, new = words(change.before, before.options), words(change.after, after.options)
    if old == new and change.option.kind == "json":
        new = say("%(name)s, changed", name=new)
    return ChangeRow(change.option.label, old, new)
