"""House rules in words: what an option's value means, and how it differs from what is usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scorecard.rules import Refusal, card_game, core, options, sheet
from scorecard.rules.games.own_scorecard import ready_made
from scorecard.rules.words import Sentence, inside, joined, quoted, say, shown

OF_THE_TABLE = ("player", "lines", "json")
"""The kinds of options of which nothing is usual: they speak of who sits at one table."""
Was = Literal["now", "before"]
"""How an old value is told of: as what holds, or as what held."""
THRESHOLDS: Mapping[str, Sentence] = {
    "unanimous": say("everybody agrees, or is fine either way"),
    "majority": say("more than half of those who care"),
    "keeper": say("a keeper decides"),
}
"""What adopts a change of a group's house rules, in words."""
MOST_OFF_BOOK = 2
"""Options that are named where a game is played otherwise than its house rules say."""
UNREADABLE = say("something that cannot be read")
"""What stands for a value of a shape that no game has."""
UNKNOWN_CHANGE = say("Something that this version of Scorecard does not know")
"""What stands for a change that a newer release has written, running beside this one."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as it holds in a game; ``usual`` is "" where that is what is usual."""

    option: options.Option
    value: core.Json
    words: Sentence
    usual: Sentence

    @property
    def is_changed(self) -> bool:
        """Whether it is not as usual."""
        return bool(self.usual)

    @property
    def sentence(self) -> Sentence:
        """Say it all: "Squirts costs 200 (usually 100)"."""
        if not self.usual:
            return _sentence(self.option, self.words)
        aside = say("usually %(value)s", value=self.usual)
        return _with_aside(_sentence(self.option, self.words), aside)


@dataclass(frozen=True, slots=True)
class OffBook:
    """An option that a game plays otherwise than its house rules say.

    ``here`` goes on in a sentence: "target 7,000"; ``book`` is what the house rules say: "12,000".
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
        text = line_text(option, value)
        return UNREADABLE if text is None else quoted(text)
    if option.kind == "player":
        return _player_words(value)
    if value is None and option.kind != "per_card":
        return quoted(option.none_label) if option.none_label else say("not known")
    if option.kind == "json":
        # What is more than words can say, such as a scorecard of one's own, has a name.
        has_name = isinstance(value, Mapping) and "name" in value
        return quoted(ready_made.name_of(str(value["name"]))) if has_name else UNREADABLE
    if option.kind == "per_card":
        changed = _changed_cards(option, value)
        return _cards([(label, number) for label, number, _usual in changed]) or say("as usual")
    return shown(value)


def _player_words(value: Any) -> Sentence:
    if value is not None and not isinstance(value, str):
        return UNREADABLE
    return quoted(value) if value else say("Whoever sits first")


def _cards(numbers: Sequence[tuple[str, int]]) -> Sentence:
    return joined([_card(label, number) for label, number in numbers], ", ")


def _card(label: str, number: int) -> Sentence:
    return say("%(card)s = %(number)s", card=label, number=number)


def line_text(option: options.Option, value: Any) -> str | None:
    """Return an option that is typed in lines as it would be typed; None where it has no such form.

    Books hold what older versions of the app took in without looking at its shape.
    """
    assert option.lines is not None, f"{option.key} says nowhere how it is read"
    try:
        return option.lines.write(value)
    except (AttributeError, TypeError, ValueError):
        return None


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


def complete_options(
    rules: card_game.GameRules[Any], options: Mapping[str, core.Json], players: Sequence[str]
) -> dict[str, core.Json]:
    """Return every option as it would be in a game of these players with those chosen.

    Chosen options that name somebody who does not play are left out.
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
    """Return those options of a game that are not as usual, as house rules have them."""
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
    """Return what is ``in_force`` in a game of these players otherwise than house rules say.

    ``written`` are the options that the house rules choose. What is not in force at all is newer
    than the game, which is played by its default.
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


def off_book_words(found: Sequence[OffBook]) -> Sentence:
    """Return in words how a game is played otherwise: "target 7,000"; of many only the first."""
    words = joined([one.here for one in found[:MOST_OFF_BOOK]], ", ") if found else Sentence()
    more = len(found) - MOST_OFF_BOOK
    if more <= 0:
        return words
    return say("%(words)s and %(number)s more", words=words, number=more)


def change_sentence(
    option: options.Option, before: core.Json, after: core.Json, was: Was = "now"
) -> Sentence:
    """Return what a change of an option does: "Squirts costs 200 (now 100)".

    ``was`` says what the old value is.
    """
    if option.kind == "per_card":
        numbers, olds = after or {}, before or {}
        labels = dict(option.cards)
        parts = []
        for card, number in numbers.items():
            if olds.get(card) != number:
                part = _card(labels.get(card, card), number)
                parts.append(_with_aside(part, _old(was, olds[card])) if card in olds else part)
        words = joined(parts, ", ") if parts else say("as usual")
        return say("%(label)s: %(value)s", label=option.label, value=words)
    sentence = _sentence(option, option_words(option, after))
    return _with_aside(sentence, _old(was, _aside(option, before)))


def change_sentences(
    rules: card_game.GameRules[Any],
    before: Mapping[str, core.Json],
    after: Mapping[str, core.Json],
    was: Was = "now",
) -> list[Sentence]:
    """Return in words what those options that ``after`` names change, in the game's order."""
    return [
        change_sentence(option, before.get(option.key), after[option.key], was)
        for option in rules.options
        if option.key in after and option.kind != "json"
    ]


def _here(option: options.Option, value: Any, in_book: Any) -> Sentence:
    """Return what holds in a game as it goes on in a sentence; of cards only those that differ."""
    if option.kind == "number":
        return inside(_sentence(option, option_words(option, value)))
    if option.kind == "per_card":
        labels = dict(option.cards)
        cards = [
            (labels.get(card, card), number)
            for card, number in value.items()
            if in_book.get(card) != number
        ]
        return _with_aside(inside(option.label), _cards(cards))
    return _with_aside(inside(option.label), _aside(option, value))


def _usual(
    rules: card_game.GameRules[Any],
    option: options.Option,
    options: Mapping[str, core.Json],
    players: Sequence[str],
) -> Sentence:
    """Return what would be usual with these players and the other options; "" where that holds."""
    value = options.get(option.key)
    if option.kind in OF_THE_TABLE:
        return Sentence()
    if option.kind == "per_card":
        changed = _changed_cards(option, value)
        return _cards([(label, usual) for label, _number, usual in changed])
    others = {key: held for key, held in options.items() if key != option.key}
    resolved = sheet.resolve_options(rules, others, players)
    usual = option.default if isinstance(resolved, Refusal) else resolved[option.key]
    return _aside(option, usual) if usual != value else Sentence()


def _changed_cards(option: options.Option, value: core.Json) -> list[tuple[str, int, int]]:
    """Return the cards whose number is not the usual one: label, number, usual number."""
    labels = dict(option.cards)
    return [
        (labels.get(card, card), number, option.card_defaults.get(card, 0))
        for card, number in (value or {}).items()
        if number != option.card_defaults.get(card)
    ]


def _only_changed_cards(option: options.Option, value: core.Json) -> core.Json:
    if option.kind != "per_card" or value is None:
        return value
    return {
        card: number for card, number in value.items() if number != option.card_defaults.get(card)
    }


def _aside(option: options.Option, value: core.Json) -> Sentence:
    """Return a value in words as they go on in a sentence; a translation stays as it is."""
    words = option_words(option, value)
    if option.kind not in ("choice", "switch"):
        return words
    return Sentence(words[:1].lower() + words[1:], "%(words)s", values={"words": words})


def _sentence(option: options.Option, words: Sentence) -> Sentence:
    if option.kind == "number":
        return say("%(label)s %(value)s", label=option.label, value=words)
    return say("%(label)s: %(value)s", label=option.label, value=words)


def _with_aside(sentence: Sentence, aside: Sentence) -> Sentence:
    return say("%(sentence)s (%(aside)s)", sentence=sentence, aside=aside)


def _old(was: Was, value: object) -> Sentence:
    if was == "before":
        return say("before %(value)s", value=value)
    return say("now %(value)s", value=value)
