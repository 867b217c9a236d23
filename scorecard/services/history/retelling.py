"""Words that lines of a history keep in English, told again as the sentences they were.

A line keeps words as they were said when it was written. Here they find back to how they were
made, so that whoever looks reads them in their own language. What is not known stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from functools import cache

from scorecard.rules import kinds
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, quoted

BETWEEN = re.compile(r", | and ")
"""What stands between the parts of a list."""
LONGEST = 2_000
"""Characters of what is looked at; a line that says more was written by no release."""
PLACE = re.compile(r"%\\\((\w+)\\\)s")
DAY = "%d %b %Y"


def retold(text: str, known: Collection[Sentence]) -> Sentence:
    """Return one of the sentences that are known, with the values of this text; or a list of them.

    Of the values of those that are known only the names matter: ``num`` is a number, ``day`` a day
    and ``game`` a card game. A text that was none of them is returned as it is.
    """
    parts = _parts(text, known, set()) if len(text) <= LONGEST else []
    return reading.listed(parts) if parts else quoted(text)


def _parts(text: str, known: Collection[Sentence], dead: set[int]) -> list[Sentence]:
    """Return the parts of a list; ``dead`` are the lengths of ends that are known to be none."""
    if len(text) in dead:
        return []
    if (found := _one(text, known)) is not None:
        return [found]
    for between in reversed([*BETWEEN.finditer(text)]):
        first = _one(text[: between.start()], known)
        if first is not None and (rest := _parts(text[between.end() :], known, dead)):
            return [first, *rest]
    dead.add(len(text))
    return []


def _one(text: str, known: Collection[Sentence]) -> Sentence | None:
    for sentence in known:
        if sentence == text:
            return sentence
        for pattern in (sentence.pattern, sentence.plural) if sentence.values else ():
            if pattern and (match := _shape(pattern).fullmatch(text)):
                values = {name: _value(name, said) for name, said in match.groupdict().items()}
                num = values.get("num", 0)
                assert isinstance(num, int)
                return Sentence(text, sentence.pattern, sentence.plural, num, values)
    return None


@cache
def _shape(pattern: str) -> re.Pattern[str]:
    def place(found: re.Match[str]) -> str:
        return f"(?P<{found[1]}>" + (r"[\d,]+" if found[1] == "num" else ".+") + ")"

    return re.compile(PLACE.sub(place, re.escape(pattern)))


def _value(name: str, said: str) -> object:
    if name == "num":
        return int(said.replace(",", ""))
    if name == "game":
        return kinds.name_of(kinds.kind_named(said))
    if name == "day":
        try:
            return datetime.strptime(said, DAY).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            return said
    return said
