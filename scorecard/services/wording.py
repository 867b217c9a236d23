"""House rules in words: what an option's value means, and how it differs from what is usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorecard.rules import Refusal
from scorecard.rules.core import GameRules, Json, Option
from scorecard.rules.sheet import resolve_options
from scorecard.rules.words import shown_number

OF_THE_TABLE = ("player", "lines", "json")
"""The kinds of options of which nothing is usual: they speak of who sits at one table."""


UNREADABLE = "something that cannot be read"
"""What stands for a value of a shape that no game has."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as it holds in a game; ``usual`` is "" where that is what is usual."""

    option: Option
    value: Json
    words: str
    usual: str

    @property
    def is_changed(self) -> bool:
        """Whether it is not as usual."""
        return bool(self.usual)

    @property
    def sentence(self) -> str:
        """Say it all: "Squirts costs 200 (usually 100)"."""
        return _sentence(self.option, self.words, f"usually {self.usual}" if self.usual else "")


def option_words(option: Option, value: Any) -> str:
    """Return an option's value in words."""
    if option.kind == "choice":
        return dict(option.choices).get(value, str(value))
    if option.kind == "switch":
        return "Yes" if value else "No"
    if option.lines and value is not None:
        text = line_text(option, value)
        return UNREADABLE if text is None else text
    if option.kind == "player":
        known = value is None or isinstance(value, str)
        return (value or "Whoever sits first") if known else UNREADABLE
    if value is None:
        return option.none_label or "not known"
    if option.kind == "json":
        # What is more than words can say, such as a scorecard of one's own, has a name.
        return str(value["name"]) if isinstance(value, Mapping) and "name" in value else UNREADABLE
    if option.kind == "per_card":
        changed = _changed_cards(option, value)
        return ", ".join(
            f"{label} = {shown_number(number)}" for label, number, _was in changed
        ) or ("as usual")
    return shown_number(value)


def line_text(option: Option, value: Any) -> str | None:
    """Return an option that is typed in lines as it would be typed; None where it has no such form.

    Books hold what older versions of the app took in without looking at its shape.
    """
    assert option.lines is not None, f"{option.key} says nowhere how it is read"
    try:
        return option.lines.write(value)
    except (AttributeError, TypeError, ValueError):
        return None


def settings(
    rules: GameRules[Any], options: Mapping[str, Json], players: Sequence[str]
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


def whole(
    rules: GameRules[Any], options: Mapping[str, Json], players: Sequence[str]
) -> dict[str, Json]:
    """Return every option as it would be in a game of these players with those chosen.

    Chosen options that name somebody who does not play are left out.
    """
    named = {option.key for option in rules.options if option.kind in OF_THE_TABLE}
    for given in (options, {k: v for k, v in options.items() if k not in named}):
        resolved = resolve_options(rules, given, players)
        if not isinstance(resolved, Refusal):
            return resolved
    return {option.key: option.default for option in rules.options} | dict(options)


def unusual(
    rules: GameRules[Any], options: Mapping[str, Json], players: Sequence[str]
) -> dict[str, Json]:
    """Return those options of a game that are not as usual, as house rules have them."""
    return {
        one.option.key: _only_changed_cards(one.option, one.value)
        for one in settings(rules, options, players)
        if one.is_changed
    }


def change_sentence(option: Option, before: Json, after: Json, was: str = "now") -> str:
    """Return what a change of an option does: "Squirts costs 200 (now 100)".

    ``was`` goes before the old value.
    """
    if option.kind == "per_card":
        numbers, olds = after or {}, before or {}
        labels = dict(option.cards)
        parts = [
            f"{labels.get(card, card)} = {shown_number(number)}"
            + (f" ({was} {shown_number(olds[card])})" if card in olds else "")
            for card, number in numbers.items()
            if olds.get(card) != number
        ]
        return f"{option.label}: {', '.join(parts) or 'as usual'}"
    return _sentence(option, option_words(option, after), f"{was} {_aside(option, before)}")


def change_sentences(
    rules: GameRules[Any], before: Mapping[str, Json], after: Mapping[str, Json], was: str = "now"
) -> list[str]:
    """Return in words what those options that ``after`` names change, in the game's order."""
    return [
        change_sentence(option, before.get(option.key), after[option.key], was)
        for option in rules.options
        if option.key in after and option.kind != "json"
    ]


def _usual(
    rules: GameRules[Any], option: Option, options: Mapping[str, Json], players: Sequence[str]
) -> str:
    """Return what would be usual with these players and the other options; "" where that holds."""
    value = options.get(option.key)
    if option.kind in OF_THE_TABLE:
        return ""
    if option.kind == "per_card":
        changed = _changed_cards(option, value)
        return ", ".join(f"{label} = {shown_number(was)}" for label, _number, was in changed)
    others = {key: held for key, held in options.items() if key != option.key}
    resolved = resolve_options(rules, others, players)
    usual = option.default if isinstance(resolved, Refusal) else resolved[option.key]
    return _aside(option, usual) if usual != value else ""


def _changed_cards(option: Option, value: Json) -> list[tuple[str, int, int]]:
    """Return the cards whose number is not the usual one: label, number, usual number."""
    labels = dict(option.cards)
    return [
        (labels.get(card, card), number, option.card_defaults.get(card, 0))
        for card, number in (value or {}).items()
        if number != option.card_defaults.get(card)
    ]


def _only_changed_cards(option: Option, value: Json) -> Json:
    if option.kind != "per_card" or value is None:
        return value
    return {
        card: number for card, number in value.items() if number != option.card_defaults.get(card)
    }


def _aside(option: Option, value: Json) -> str:
    """Return a value in words as they go on in a sentence."""
    words = option_words(option, value)
    return words[:1].lower() + words[1:] if option.kind in ("choice", "switch") else words


def _sentence(option: Option, words: str, aside: str) -> str:
    colon = "" if option.kind == "number" else ":"
    return f"{option.label}{colon} {words}{f' ({aside})' if aside else ''}"
