"""The options of card games: their definitions, and the validation of chosen values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, say

LONGEST_TEXT = 200
"""Characters of a player's name, or of a text in place of one: "Whoever lost last"."""
TOO_LARGE = 10**12  # More than every number that an option stores for a name.


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An option's default value, which depends on the table, and the reason for it."""

    value: core.Json
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Lines:
    """Validates an option about several players: the sides, or prices for pairs of players.

    ``check`` returns a full value or raises ValueError; ``write`` makes it a text like ``example``.
    For sides, ``splits`` are the choices, by places at the table.
    """

    check: Callable[[tuple[str, ...], core.Json], core.Json]
    write: Callable[[core.Json], str]
    example: Sentence
    splits: tuple[Mapping[str, tuple[int, ...]], ...] = ()

    def split(self, number: int, players: Sequence[str]) -> core.Json:
        """Return the value for the split with this number, from 1, and these players."""
        split = self.splits[number - 1]
        return {side: [players[place - 1] for place in split[side]] for side in split}


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule a group may change: its name, default, range and explaining sentence.

    ``kind`` says what a value is: a whole ``number`` from ``low`` to ``high``, or None where
    that is the default; one of the ``choices`` (value, label); a ``switch``, true or false; a
    ``player``'s name, the one in the first seat by default; ``per_card``, a map from the names in
    ``cards`` to whole numbers in the range, of which only those that differ from
    ``card_defaults`` need be given; ``lines``, which ``lines`` checks and writes; or ``json``, an
    object that ``check`` returns in full for these players, or raises ValueError. ``suggest``
    replaces ``default`` where it depends on the number of players and other options.
    """

    key: str
    label: Sentence
    sentence: Sentence
    kind: Literal["number", "choice", "switch", "player", "per_card", "lines", "json"]
    default: core.Json = None
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[tuple[str, Sentence], ...] = ()
    cards: tuple[tuple[str, Sentence], ...] = ()
    card_defaults: Mapping[str, int] = field(default_factory=dict)
    suggest: Callable[[int, Mapping[str, core.Json]], Suggestion] | None = None
    lines: Lines | None = None
    check: Callable[[tuple[str, ...], core.Json], core.Json] | None = None
    none_label: Sentence = NOTHING
    """What None means, where it is the default: "No limit"."""
    is_basic: bool = False
    """Shown at once on the settings screen; the others are folded away."""
    said: Callable[[int], Sentence] | None = None
    """Formats a value with its unit: "2 decks"."""
    needed: Callable[[int, Mapping[str, core.Json]], Suggestion | None] | None = None
    """Returns the value that a number of players requires, or None if the chosen one will do."""
    is_plain: bool = False
    """The label explains it: pages leave the sentence out."""

    @property
    def hint(self) -> Sentence:
        """The explanation beside its label on a page, or nothing."""
        return NOTHING if self.is_plain else self.sentence

    @property
    def names_players(self) -> bool:
        """Whether its value names players at the table."""
        return self.kind in ("player", "lines")


def with_changes(
    options: Mapping[str, core.Json], changes: Mapping[str, core.Json]
) -> dict[str, core.Json]:
    """Return options with changes; one that is changed to None goes back to its default."""
    changed = {**options, **changes}
    return {key: value for key, value in changed.items() if value is not None}


def number(
    key: str,
    label: Sentence,
    sentence: Sentence,
    low: int,
    high: int,
    default: int | None = None,
    **more: Any,
) -> Option:
    """Return an option that is a whole number from ``low`` to ``high``."""
    return Option(key, label, sentence, "number", default, low, high, **more)


def choice(
    key: str, label: Sentence, sentence: Sentence, *choices: tuple[str, Sentence], **more: Any
) -> Option:
    """Return an option that is one of several (value, label); the first is the default."""
    return Option(key, label, sentence, "choice", choices[0][0], choices=choices, **more)


def per_card(
    key: str,
    label: Sentence,
    sentence: Sentence,
    high: int,
    defaults: Mapping[str, int],
    labels: Mapping[str, Sentence],
    **more: Any,
) -> Option:
    """Return an option that is a number from 0 to ``high`` for each card in ``defaults``."""
    cards = tuple((card, labels[card]) for card in defaults)
    return Option(
        key, label, sentence, "per_card", high=high, cards=cards, card_defaults=defaults, **more
    )


def switch(key: str, label: Sentence, sentence: Sentence, *, default: bool = False) -> Option:
    """Return an option that is on or off."""
    return Option(key, label, sentence, "switch", default)


def player(key: str, label: Sentence, sentence: Sentence) -> Option:
    """Return an option that names a player; the one in the first seat by default."""
    return Option(key, label, sentence, "player", is_basic=True)


def resolve(
    game_name: str,
    options: tuple[Option, ...],
    given: Mapping[str, core.Json],
    players: tuple[str, ...],
) -> dict[str, core.Json]:
    """Return every option's value: the given one where there is one, else its default.

    ``per_card`` values come back in full, or as None where nothing was given and the default is
    None. Refuses unknown names (``unknown_option``) and values outside their range
    (``option_out_of_range``).
    """
    _refuse_unknown(game_name, options, given)
    resolved: dict[str, core.Json] = {}
    for option in options:
        if option.key in given:
            resolved[option.key] = _read(option, given[option.key], players)
        elif option.suggest is None:
            resolved[option.key] = _default(option, players)
    for option in options:
        if option.key not in resolved and option.suggest is not None:
            resolved[option.key] = option.suggest(len(players), resolved).value
    return {option.key: resolved[option.key] for option in options}


def check_chosen(
    game_name: str, options: tuple[Option, ...], given: Mapping[str, core.Json]
) -> dict[str, core.Json]:
    """Check and return the options of house rules, before the players of a game are known.

    Options that name players are checked for their shape only.
    """
    _refuse_unknown(game_name, options, given)
    for option in options:
        if option.key not in given:
            continue
        if option.names_players:
            _refuse_shape(option, given[option.key])
        else:
            _read(option, given[option.key], ())
    return dict(given)


def _refuse_unknown(
    game_name: str, options: tuple[Option, ...], given: Mapping[str, core.Json]
) -> None:
    known = {option.key for option in options}
    for key in given:
        if key not in known:
            raise core.Refused(
                "unknown_option",
                "%(game_name)s has no option %(key)s.",
                game_name=game_name,
                key=reading.show(key),
                item=key,
            )


def _default(option: Option, players: tuple[str, ...]) -> core.Json:
    match option.kind:
        case "player":
            return players[0] if players else None
        case "per_card" if option.default is not None:
            return {**option.card_defaults, **option.default}
        case _:
            return option.default


def _read(option: Option, value: core.Json, players: tuple[str, ...]) -> core.Json:
    """Return a given value in its full form, refusing one out of range."""
    if value is None and option.default is None and option.suggest is None:
        return _default(option, players)
    match option.kind:
        case "player":
            return _read_player(option, value, players)
        case "per_card":
            return _read_per_card(option, value)
        case "lines":
            assert option.lines is not None, f"{option.key} has no lines"
            return _checked(option, option.lines.check, value, players)
        case "json":
            assert option.check is not None, f"{option.key} has no check"
            return _checked(option, option.check, value, players)
    _refuse_out_of_range(option, value)
    return value


def _refuse_out_of_range(option: Option, value: core.Json) -> None:
    """Refuse a number, switch or choice that the option cannot have."""
    match option.kind:
        case "number":
            if not _is_within(option, value):
                raise refused(
                    option,
                    "The option %(option)s must be a whole number from %(low)s to %(high)s, "
                    "not %(show)s.",
                    low=option.low,
                    high=option.high,
                    show=reading.show(value),
                )
        case "switch":
            if type(value) is not bool:
                raise refused(
                    option,
                    "The option %(option)s must be true or false, not %(show)s.",
                    show=reading.show(value),
                )
        case "choice":
            allowed = [choice for choice, _label in option.choices]
            if not isinstance(value, str) or value not in allowed:
                raise refused(
                    option,
                    "The option %(option)s must be one of %(allowed)s, not %(show)s.",
                    allowed=", ".join(allowed),
                    show=reading.show(value),
                )


def _checked(
    option: Option,
    check: Callable[[tuple[str, ...], core.Json], core.Json],
    value: core.Json,
    players: tuple[str, ...],
) -> core.Json:
    try:
        return check(players, value)
    except ValueError as error:
        raise refused(
            option, "The option %(option)s %(complaint)s.", complaint=error.args[0]
        ) from error


def _read_player(option: Option, value: core.Json, players: tuple[str, ...]) -> str:
    name = player_named(value, players)
    if name is None:
        raise refused(
            option,
            "The option %(option)s must be one of the players (%(players)s), not %(show)s.",
            players=", ".join(players),
            show=reading.show(value),
        )
    return name


def player_named(value: core.Json, players: Sequence[str]) -> str | None:
    """Return the player with a typed name, ignoring case if that is unambiguous; else None."""
    typed = value.strip() if isinstance(value, str) else ""
    alike = [name for name in players if name.casefold() == typed.casefold()]
    return typed if typed in players else alike[0] if len(alike) == 1 else None


def _read_per_card(option: Option, value: core.Json) -> core.Json:
    if not isinstance(value, Mapping):
        raise refused(
            option,
            "The option %(option)s must map cards to numbers, not be %(show)s.",
            show=reading.show(value),
        )
    allowed = [card for card, _label in option.cards]
    for card, number in value.items():
        if card not in allowed:
            raise refused(
                option, "The option %(option)s knows no card %(card)s.", card=reading.show(card)
            )
        if not _is_within(option, number):
            raise refused(
                option,
                "The option %(option)s must be a whole number from %(low)s to %(high)s "
                "for %(card)s, not %(show)s.",
                low=option.low,
                high=option.high,
                card=card,
                show=reading.show(number),
            )
    if not value and option.default is None:
        return None
    return {**option.card_defaults, **value}


def _refuse_shape(option: Option, value: core.Json) -> None:
    """Refuse an option about players that could be valid at no table."""
    if value is None and option.default is None:
        return
    if option.kind == "player":
        if not _is_text(value):
            raise refused(
                option,
                "The option %(option)s must name a player, not %(show)s.",
                show=reading.show(value),
            )
        return
    assert option.lines is not None, f"{option.key} has no lines"
    items = list(value.items()) if isinstance(value, Mapping) else value
    is_readable = isinstance(items, list | tuple) and all(
        isinstance(item, list | tuple) and all(_is_named(part) for part in item) for item in items
    )
    if is_readable:
        try:
            option.lines.write(value)
        except (AttributeError, TypeError, ValueError):
            is_readable = False
    if not is_readable:
        raise refused(
            option,
            "The option %(option)s must be as in %(example)s, not %(show)s.",
            example=option.lines.example,
            show=reading.show(value),
        )


def _is_named(part: core.Json) -> bool:
    """Whether this is a valid part of a line about players: a name, a small number, or names."""
    if isinstance(part, list | tuple):
        return all(_is_text(one) for one in part)
    return _is_text(part) or (type(part) is int and abs(part) < TOO_LARGE)


def _is_text(value: core.Json) -> bool:
    """Whether this is a text of valid Unicode and not too long."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and reading.is_unicode(value)


def _is_within(option: Option, value: core.Json) -> bool:
    return type(value) is int and option.low <= value <= option.high


def refused(option: Option, message: str, /, **values: Any) -> core.Refused:
    """Return the exception for an invalid value; the pattern names the ``option``."""
    named = say("“%(label)s”", label=option.label)
    return core.Refused("option_out_of_range", message, item=option.key, option=named, **values)
