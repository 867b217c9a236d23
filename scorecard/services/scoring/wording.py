"""Options in words: what a value means, and how it differs from the usual one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scorecard.rules import Refusal, card_game, core, options, sheet
from scorecard.rules.games.own_scorecard import ready_made
from scorecard.rules.words import (
    NOTHING,
    Sentence,
    begun,
    gained,
    inside,
    joined,
    quoted,
    say,
    say_n,
    shown,
)

OF_THE_TABLE = ("player", "lines", "json")
"""The kinds of options that have no usual value, because they are about the players of one game."""
Was = Literal["now", "before"]
"""How a sentence calls an old value: "now", while it still holds, or "before"."""
THRESHOLDS: Mapping[str, Sentence] = {
    "unanimous": say("everyone’s OK"),
    "majority": say("most votes"),
    "keeper": say("a scorekeeper’s OK"),
}
"""What adopts a change of a group's house rules, in words."""
MOST_OFF_BOOK = 2
"""How many options are named in which a game deviates from its house rules."""
UNREADABLE = say("something that cannot be read")
"""Shown for a value whose shape no game has."""
UNKNOWN_CHANGE = say("Something that this version of Scorecard does not know")
"""Shown for a change that a newer release has written, running beside this one."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option's value in a game; ``usual`` is the usual value in words, "" if it is the same."""

    option: options.Option
    value: core.Json
    words: Sentence
    usual: Sentence

    @property
    def is_changed(self) -> bool:
        """Whether the value is not the usual one."""
        return bool(self.usual)

    @property
    def sentence(self) -> Sentence:
        """The value and the usual one: "Squirts costs 200 (usually 100)"."""
        if not self.usual:
            return self.plain_sentence
        aside = say("usually %(value)s", value=self.usual)
        return with_aside(self.plain_sentence, aside)

    @property
    def plain_sentence(self) -> Sentence:
        """The value alone: "Squirts costs 200"."""
        return _sentence(self.option, self.words)


@dataclass(frozen=True, slots=True)
class OffBook:
    """An option in which a game deviates from its house rules.

    ``here`` is the game's value, to be used within a sentence: "target 7,000"; ``book`` that of the
    house rules: "12,000".
    """

    option: options.Option
    here: Sentence
    book: Sentence


def option_words(option: options.Option, value: Any) -> Sentence:
    """Return an option's value in words."""
    if option.kind == "choice":
        return quoted(dict(option.choices).get(value, str(value)))
    if option.kind == "switch":
        return say("Yes") if value else say("No")
    if option.lines and value is not None:
        return _in_lines(option.lines, value)
    if option.kind == "player":
        is_readable = value is None or isinstance(value, str)
        return quoted(value or say("The first seat")) if is_readable else UNREADABLE
    if value is None and option.kind != "per_card":
        return quoted(option.none_label) if option.none_label else say("not known")
    if option.kind == "json":
        # A value too large for words, such as the definition of a scorecard, has a name.
        has_name = isinstance(value, Mapping) and "name" in value
        return quoted(ready_made.name_of(str(value["name"]))) if has_name else UNREADABLE
    if option.kind == "per_card":
        return _cards(_different(option, value, option.card_defaults)) or say("as usual")
    return shown(value)


def head_start(name: str, points: int) -> Sentence:
    """Say with how many points somebody begins: "Bob starts with 500"."""
    return say("%(name)s starts with %(points)s", name=name, points=shown(points))


def _in_lines(lines: options.Lines, value: Any) -> Sentence:
    try:
        return quoted(lines.write(value))
    except (AttributeError, TypeError, ValueError):  # So older releases stored some.
        return UNREADABLE


def _cards(numbers: Sequence[tuple[str, int, Any]]) -> Sentence:
    return joined([_card(label, number) for label, number, _other in numbers], ", ")


def _card(label: str, number: int) -> Sentence:
    return say("%(card)s = %(number)s", card=label, number=number)


def settings(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json], players: Sequence[str]
) -> list[Setting]:
    """Return the options of a game of these players in words, in the game's order."""
    return [
        Setting(
            option,
            options.get(option.key),
            option_words(option, options.get(option.key)),
            _usual(rules, option, options, players),
        )
        for option in rules.options
        if option.kind != "json"
    ]


def in_short(
    rules: card_game.GameRules[Any],
    options: Mapping[str, core.Json],
    players: Sequence[str],
    *,
    is_blind: bool = False,
) -> Sentence:
    """Return by which settings these players play, in one line: "To 15,000 · base deck"."""
    resolved = sheet.resolve_options(rules, options, players)
    if isinstance(resolved, Refusal):
        # The refusal is shown elsewhere.
        resolved = complete_options(rules, {}, players)
    parts: list[Sentence] = []
    others = 0
    for one in settings(rules, resolved, players):
        if one.option.kind in OF_THE_TABLE or (one.value is None and one.option.is_basic):
            continue
        if not one.option.is_basic:
            others += 1 if one.is_changed else 0
        elif one.option.key == "target":
            parts.append(say("To %(target)s", target=one.value))
        elif one.option.said:
            parts.append(one.option.said(one.value))
        elif one.option.kind == "choice":
            parts.append(_aside(one.option, one.value))
        else:
            parts.append(one.plain_sentence)
    if others:
        parts.append(say_n("%(num)s house rule", "%(num)s house rules", others))
    if is_blind:
        parts.append(say("hidden scores"))
    if not parts:
        return rules.aim if rules.specialised else say("The usual rules")
    return joined([begun(parts[0]), *parts[1:]], " · ")


def complete_options(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json], players: Sequence[str]
) -> dict[str, core.Json]:
    """Return the values of all options in a game of these players in which ``options`` were chosen.

    If those cannot be resolved, options that are about players are left out first.
    """
    named = {option.key for option in rules.options if option.kind in OF_THE_TABLE}
    for given in (options, {k: v for k, v in options.items() if k not in named}):
        resolved = sheet.resolve_options(rules, given, players)
        if not isinstance(resolved, Refusal):
            return resolved
    return {option.key: option.default for option in rules.options} | dict(options)


def unusual_options(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json], players: Sequence[str]
) -> dict[str, core.Json]:
    """Return the options of a game with unusual values, as house rules store them."""
    return {
        one.option.key: _only_changed_cards(one.option, one.value)
        for one in settings(rules, options, players)
        if one.is_changed
    }


def off_book(
    rules: card_game.GameRules[Any],
    in_force: Mapping[str, core.Json],
    written: Mapping[str, core.Json],
    players: Sequence[str],
) -> list[OffBook]:
    """Return the options in which a game of these players deviates from its house rules.

    ``in_force`` are the game's options, ``written`` those that the house rules choose. An option
    that the game lacks is newer than it, and is left out.
    """
    in_book = complete_options(rules, written, players)
    return [
        OffBook(
            option,
            _here(option, in_force[option.key], in_book[option.key]),
            option_words(option, in_book[option.key]),
        )
        for option in rules.options
        if option.kind not in OF_THE_TABLE
        and option.key in in_force
        and in_force[option.key] != in_book[option.key]
    ]


def off_book_words(deviations: Sequence[OffBook]) -> Sentence:
    """Return in words how a game deviates from its house rules, the first few of many."""
    if not deviations:
        return NOTHING
    words = joined([deviation.here for deviation in deviations[:MOST_OFF_BOOK]], ", ")
    more = len(deviations) - MOST_OFF_BOOK
    if more <= 0:
        return words
    return say("%(words)s and %(number)s more", words=words, number=more)


def change_sentence(
    option: options.Option, before: core.Json, after: core.Json, was: Was
) -> Sentence:
    """Return a change of an option: "Squirts costs 200 (now 100)"; ``was`` is "now" or "before"."""
    if option.kind == "per_card":
        parts = []
        for label, number, old in _different(option, after, before):
            part = _card(label, number)
            parts.append(part if old is None else with_aside(part, _old(was, old)))
        words = joined(parts, ", ") if parts else say("as usual")
        return say("%(label)s: %(value)s", label=option.label, value=words)
    sentence = _sentence(option, option_words(option, after))
    return with_aside(sentence, _old(was, _aside(option, before)))


def change_sentences(
    rules: card_game.GameRules[Any],
    before: Mapping[str, core.Json],
    after: Mapping[str, core.Json],
    was: Was = "now",
) -> list[Sentence]:
    """Return the changes of the options that ``after`` has, in words and in the game's order."""
    return [
        change_sentence(option, before.get(option.key), after[option.key], was)
        for option in rules.options
        if option.key in after and option.kind != "json"
    ]


def _here(option: options.Option, value: Any, in_book: Any) -> Sentence:
    """Return an option's value to be used within a sentence; of cards, those that differ."""
    if option.kind == "number":
        return inside(_sentence(option, option_words(option, value)))
    if option.kind == "per_card":
        return with_aside(inside(option.label), _cards(_different(option, value, in_book)))
    return with_aside(inside(option.label), _aside(option, value))


def _usual(
    rules: card_game.GameRules[Any],
    option: options.Option,
    options: Mapping[str, core.Json],
    players: Sequence[str],
) -> Sentence:
    """Return the usual value with these players and other options; "" if the option has it."""
    value = options.get(option.key)
    if option.kind in OF_THE_TABLE:
        return NOTHING
    if option.kind == "per_card":
        different = _different(option, value, option.card_defaults)
        return joined([_card(label, usual or 0) for label, _number, usual in different], ", ")
    others = {key: held for key, held in options.items() if key != option.key}
    resolved = sheet.resolve_options(rules, others, players)
    usual = option.default if isinstance(resolved, Refusal) else resolved[option.key]
    return _aside(option, usual) if usual != value else NOTHING


def _different(
    option: options.Option, value: core.Json, other: core.Json
) -> list[tuple[str, int, int | None]]:
    """Return the cards whose numbers differ: label, number, and the other number, if any."""
    labels, others = dict(option.cards), other or {}
    return [
        (labels.get(card, card), number, others.get(card))
        for card, number in (value or {}).items()
        if number != others.get(card)
    ]


def _only_changed_cards(option: options.Option, value: core.Json) -> core.Json:
    if option.kind != "per_card" or value is None:
        return value
    return {
        card: number for card, number in value.items() if number != option.card_defaults.get(card)
    }


def _aside(option: options.Option, value: core.Json) -> Sentence:
    """Return a value in small letters, to be used within a sentence; a translation stays."""
    words = option_words(option, value)
    if option.kind not in ("choice", "switch") and value is not None:
        return words
    return Sentence(words[:1].lower() + words[1:], "%(words)s", values={"words": words})


def _sentence(option: options.Option, words: Sentence) -> Sentence:
    if option.kind == "number":
        return say("%(label)s %(value)s", label=option.label, value=words)
    return say("%(label)s: %(value)s", label=option.label, value=words)


def with_aside(sentence: Sentence, aside: Sentence) -> Sentence:
    """Return a sentence with an aside in brackets."""
    return say("%(sentence)s (%(aside)s)", sentence=sentence, aside=aside)


def _old(was: Was, value: object) -> Sentence:
    if was == "before":
        return say("before %(value)s", value=value)
    return say("now %(value)s", value=value)


def change_of_points(before: int | None, after: int | None, *, is_money: bool) -> Sentence:
    """Return how points changed, "" where they are not known yet."""
    if after is None:
        return NOTHING
    if before is None or before == after:
        return gained(after) if is_money else shown(after)
    if is_money:
        return say("%(before)s → %(after)s", before=gained(before), after=gained(after))
    return say("%(before)s → %(after)s", before=before, after=after)
