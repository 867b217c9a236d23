"""Sentences that can be said in another language: English words that know how they were made.

Whatever is said to people is a :class:`Sentence`. It is its English text, so programs, files and
the command line take it as it is; whoever shows it looks up the ``pattern`` in the language of who
looks, and puts the ``values`` in again. What people typed is :func:`quoted`, and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol, Self, cast

MINUS = "−"
CONTEXT_ENDS = "\x04"
"""What catalogs put between a context and the sentence that is said in it."""

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
        """Keep with a text how it was made."""
        self = str.__new__(cls, text)
        self.pattern, self.plural, self.num = pattern, plural, num
        self.values = values or {}
        return self


NOTHING = Sentence()
"""What is said where there is nothing to say."""


def say(pattern: str, /, **values: object) -> Sentence:
    """Return a sentence; ``%(name)s`` in its pattern is where the value of that name goes.

    The pattern is written out where this is called, so that it is found and translated.
    """
    if not values:
        return _fixed(pattern)
    return with_values(pattern, values)


def with_values(pattern: str, values: dict[str, object]) -> Sentence:
    """Return the sentence that a pattern makes with its values."""
    return Sentence(_filled(pattern, values), pattern, values=values)


def say_as(context: str, english: str, /) -> Sentence:
    """Return a sentence without values that means something else elsewhere; the context says what.

    Translators see the context; nobody else does.
    """
    return _meant(context, english)


def say_n(one: str, many: str, num: int, /, **values: object) -> Sentence:
    """Return the sentence for 1 or for another number, which ``%(num)s`` stands for."""
    values = {"num": num, **values}
    return Sentence(_filled(one if num == 1 else many, values), one, many, num, values)


def paragraphs(text: str) -> tuple[Sentence, ...]:
    """Return what a text says, a sentence for each paragraph; blank lines stand between these.

    It is written out where this is called, as in ``say``.
    """
    return tuple(_fixed(part) for part in parts_of(text))


def answers(text: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """Return the questions of a text with their answers: each is asked in a paragraph's first line.

    It is written out where this is called, as in ``say``.
    """
    parts = paragraphs(text)
    return tuple(zip(parts[::2], parts[1::2], strict=True))


def parts_of(text: str) -> list[str]:
    """Return the paragraphs of a text, each in one line; a first line that asks is one by itself.

    Only a text that begins in a line of its own has such parts; anything else stays as it is.
    """
    if not text.startswith("\n"):
        return [text]
    asked = re.sub(r"\?\n(?!\n)", "?\n\n", text.strip())
    return [" ".join(part.split()) for part in asked.split("\n\n")]


def quoted(text: str) -> Sentence:
    """Return what somebody has typed, or a name, as a sentence that stays as it is."""
    return text if isinstance(text, Sentence) else Sentence(text)


def joined(sentences: Sequence[str], between: str = " ") -> Sentence:
    """Return sentences one after the other, as one."""
    if len(sentences) == 1:
        return quoted(sentences[0])
    values = {f"part{number}": sentence for number, sentence in enumerate(sentences)}
    pattern = between.replace("%", "%%").join(f"%({name})s" for name in values)
    return Sentence(between.join(sentences), pattern, values=values)


def in_lines(*sentences: str) -> Sentence:
    """Return sentences that have a line each, as :func:`lines_of` finds them again."""
    return joined(sentences, "\n")


def lines_of(text: str) -> list[Sentence]:
    """Return the lines of a text; where each is a sentence of its own, as these sentences."""
    lines = quoted(text)
    if lines.values:
        return [line for line in lines.values.values() if isinstance(line, Sentence)]
    return [lines] if lines.pattern else [quoted(line) for line in text.splitlines() if line]


def inside(sentence: str) -> Sentence:
    """Return a sentence as it stands inside of another one: in English with a small first letter.

    Other languages say it there as they say it alone.
    """
    alone = quoted(sentence)
    small = alone[:1].lower() + alone[1:]
    return Sentence(small, alone.pattern, alone.plural, alone.num, alone.values)


def begun(sentence: str) -> Sentence:
    """Return a sentence that begins with a capital, unless with what somebody typed."""
    alone = quoted(sentence)
    return Sentence(with_capital(alone, str(alone), _pattern), BEGUN, values={"begun": alone})


def with_capital(sentence: Sentence, text: str, pattern_of: Callable[[Sentence], str]) -> str:
    """Return a sentence's ``text`` in some language, whose patterns are given, begun large.

    What somebody typed begins as it was typed.
    """
    return text if _begins_as_typed(sentence, pattern_of) else text[:1].upper() + text[1:]


def _pattern(sentence: Sentence) -> str:
    return sentence.pattern


def _begins_as_typed(sentence: Sentence, pattern_of: Callable[[Sentence], str]) -> bool:
    pattern = pattern_of(sentence)
    if not pattern.startswith("%("):
        return not pattern
    first = sentence.values[pattern[2 : pattern.index(")")]]
    return not isinstance(first, Sentence) or _begins_as_typed(first, pattern_of)


def gained(points: int) -> Sentence:
    """Return what was won or lost as a sentence of its own, with its sign: "+5", "−3", "0"."""
    if points <= 0:
        return shown(points)
    return Sentence(f"+{shown_number(points)}", "+%(value)s", values={"value": points})


def shown_number(points: int) -> str:
    """Return a number with a thousands separator and a proper minus sign."""
    return f"{MINUS}{-points:,}" if points < 0 else f"{points:,}"


class Day(Protocol):
    """A day of the calendar, without its clock."""

    @property
    def day(self) -> int:
        """Return its number in the month."""

    def __format__(self, spec: str, /) -> str:
        """Return its month and year in English."""


def day(when: Day) -> str:
    """Return a day as "21 Nov 2026"."""
    return f"{when.day} {when:%b %Y}"


def shown(value: int | Day) -> Sentence:
    """Return a number or a day as a sentence of its own."""
    text = shown_number(value) if isinstance(value, int) else day(value)
    return Sentence(text, "%(value)s", values={"value": value})


@cache
def _fixed(pattern: str) -> Sentence:
    """Return a sentence without values, of which there are only those that are written out."""
    return Sentence(pattern.replace("%%", "%"), pattern)


@cache
def _meant(context: str, english: str) -> Sentence:
    return Sentence(english, f"{context}{CONTEXT_ENDS}{english}")


def _filled(pattern: str, values: dict[str, object]) -> str:
    shown: dict[str, object] = {}
    for name, value in values.items():
        if type(value) is int:
            shown[name] = shown_number(value)
        elif hasattr(value, "strftime"):
            shown[name] = day(cast(Day, value))
    return pattern % (values | shown if shown else values)
