"""Translatable sentences: English texts that keep the pattern and values they were made from.

All text for people is a :class:`Sentence`. It is a ``str`` of the English text, for programs, files
and the command line; pages look up its ``pattern`` in the reader's language and fill in the
``values`` again. Texts that people typed are :func:`quoted`, and never translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol, Self, cast

MINUS = "−"
CONTEXT_ENDS = "\x04"
"""The separator between context and message in gettext catalogs."""

BEGUN = "%(begun)s"
"""The pattern of a sentence that begins with a capital in every language."""


class Sentence(str):
    """An English text with the ``pattern`` it was made from and its ``values``, by name.

    ``plural`` is the pattern for other numbers than 1, and ``num`` the number that decides. A
    value may be a text or name that stays, another sentence, a number or a day.
    """

    __slots__ = ("num", "pattern", "plural", "values")
    pattern: str
    plural: str
    num: int
    values: Mapping[str, object]

    def __new__(
        cls,
        text: str = "",
        pattern: str = "",
        plural: str = "",
        num: int = 0,
        values: Mapping[str, object] | None = None,
    ) -> Self:
        """Make a text that keeps its pattern and values."""
        self = str.__new__(cls, text)
        self.pattern, self.plural, self.num = pattern, plural, num
        self.values = values or {}
        return self


NOTHING = Sentence()
"""The empty sentence."""


def say(pattern: str, /, **values: object) -> Sentence:
    """Return the sentence of a pattern with ``%(name)s`` for each value.

    Callers give the pattern as a literal, to be extracted for the catalogs.
    """
    if not values:
        return _fixed(pattern)
    return with_values(pattern, values)


def with_values(pattern: str, values: dict[str, object]) -> Sentence:
    """Return the sentence of a pattern with its values."""
    return Sentence(_filled(pattern, values), pattern, values=values)


@cache
def say_as(context: str, english: str, /) -> Sentence:
    """Return a sentence without values that is ambiguous; only translators see the context."""
    return Sentence(english, f"{context}{CONTEXT_ENDS}{english}")


def say_n(one: str, many: str, num: int, /, **values: object) -> Sentence:
    """Return the sentence in singular or plural; ``%(num)s`` is the number."""
    values = {"num": num, **values}
    return Sentence(_filled(one if num == 1 else many, values), one, many, num, values)


def paragraphs(text: str) -> tuple[Sentence, ...]:
    """Return a sentence for each paragraph of a text, a literal as in ``say``."""
    return tuple(_fixed(part) for part in parts_of(text))


def answers(text: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """Return pairs of questions and answers; a paragraph's first line is the question."""
    parts = paragraphs(text)
    return tuple(zip(parts[::2], parts[1::2], strict=True))


def parts_of(text: str) -> list[str]:
    """Return the paragraphs of a text, each in one line; a question in a first line is its own.

    A text that does not begin with a newline is returned unchanged.
    """
    if not text.startswith("\n"):
        return [text]
    asked = re.sub(r"\?\n(?!\n)", "?\n\n", text.strip())
    return [" ".join(part.split()) for part in asked.split("\n\n")]


def quoted(text: str) -> Sentence:
    """Return a typed text or a name as a sentence that is never translated."""
    return text if isinstance(text, Sentence) else Sentence(text)


def joined(sentences: Sequence[str], between: str = " ") -> Sentence:
    """Join sentences to one."""
    if len(sentences) == 1:
        return quoted(sentences[0])
    values = {f"part{number}": sentence for number, sentence in enumerate(sentences)}
    pattern = between.replace("%", "%%").join(f"%({name})s" for name in values)
    return Sentence(between.join(sentences), pattern, values=values)


def in_lines(*sentences: str) -> Sentence:
    """Join sentences to one with a line each, which :func:`lines_of` splits again."""
    return joined(sentences, "\n")


def lines_of(text: str) -> list[Sentence]:
    """Return the lines of a text, as the sentences that :func:`in_lines` was given."""
    lines = quoted(text)
    if lines.values:
        return [line for line in lines.values.values() if isinstance(line, Sentence)]
    return [lines] if lines.pattern else [quoted(line) for line in text.splitlines() if line]


def inside(sentence: str) -> Sentence:
    """Return a sentence for use inside of another one: in English with a small first letter."""
    alone = quoted(sentence)
    small = alone[:1].lower() + alone[1:]
    return Sentence(small, alone.pattern, alone.plural, alone.num, alone.values)


def begun(sentence: str) -> Sentence:
    """Return a sentence with a capital first letter, unless it begins with a typed text."""
    alone = quoted(sentence)
    text = with_capital(alone, str(alone), lambda one: one.pattern)
    return Sentence(text, BEGUN, values={"begun": alone})


def with_capital(sentence: Sentence, text: str, pattern_of: Callable[[Sentence], str]) -> str:
    """Return a sentence's ``text`` in a language with a capital first letter.

    A text that begins with a quoted value stays as it is. ``pattern_of`` translates a sentence.
    """
    return text if _begins_as_typed(sentence, pattern_of) else text[:1].upper() + text[1:]


def _begins_as_typed(sentence: Sentence, pattern_of: Callable[[Sentence], str]) -> bool:
    pattern = pattern_of(sentence)
    if not pattern.startswith("%("):
        return not pattern
    first = sentence.values[pattern[2 : pattern.index(")")]]
    return not isinstance(first, Sentence) or _begins_as_typed(first, pattern_of)


def gained(points: int) -> Sentence:
    """Return a gain or loss with its sign: "+5", "−3", "0"."""
    if points <= 0:
        return shown(points)
    return Sentence(f"+{shown_number(points)}", "+%(value)s", values={"value": points})


def shown_number(points: int) -> str:
    """Return a number with a thousands separator and a proper minus sign."""
    return f"{MINUS}{-points:,}" if points < 0 else f"{points:,}"


class Day(Protocol):
    """A date, or a datetime."""

    @property
    def day(self) -> int:
        """Return the day of the month."""

    def __format__(self, spec: str, /) -> str:
        """Return its month and year in English."""


def day(when: Day) -> str:
    """Return a day as "21 Nov 2026"."""
    return f"{when.day} {when:%b %Y}"


def shown(value: int | Day) -> Sentence:
    """Return a number or a day as a sentence."""
    text = shown_number(value) if isinstance(value, int) else day(value)
    return Sentence(text, "%(value)s", values={"value": value})


@cache
def _fixed(pattern: str) -> Sentence:
    """Return a sentence without values; cached, because all of them are literals."""
    return Sentence(pattern.replace("%%", "%"), pattern)


def _filled(pattern: str, values: dict[str, object]) -> str:
    shown: dict[str, object] = {}
    for name, value in values.items():
        if type(value) is int:
            shown[name] = shown_number(value)
        elif hasattr(value, "strftime"):
            shown[name] = day(cast(Day, value))
    return pattern % (values | shown if shown else values)
