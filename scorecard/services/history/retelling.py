"""Turn English words stored in a history back into sentences, which can be translated.

A line of a history stores some words as English text, such as "2 players and 1 game". Here the
pattern and values are found that such a text was made of.
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
"""What separates the parts of a list."""
LONGEST = 2_000
"""Characters of a text at most; no release has ever stored a longer one."""
FORMERLY = {
    "the keeper": "the scorekeeper",
    "everybody agrees, or is fine either way": "everyone’s OK",
    "more than half of those who care": "most votes",
    "a keeper": "a scorekeeper",
    "A keeper": "A scorekeeper",
    "a keeper decides": "a scorekeeper’s OK",
    "a keeper's OK": "a scorekeeper’s OK",
    "Knocked out: the hand": "Knocked-out player’s hand",
    "Knocked out: Squirts": "Knocked-out player’s Squirts",
}
"""How words are called now that earlier releases stored in histories."""
PLACE = re.compile(r"%\\\((\w+)\\\)s")
DAY = "%d %b %Y"


def sentence_from(text: str, candidates: Collection[Sentence]) -> Sentence:
    """Return the sentence that a stored text was made of, or a list of sentences.

    ``candidates`` are the sentences that it can be, with any values: what counts are their names.
    ``num`` is a number, ``day`` a day and ``game`` a card game. A text that is none of them is
    returned as it is, untranslated.
    """
    parts = _parts(text, candidates, set()) if len(text) <= LONGEST else []
    return reading.listed(parts) if parts else quoted(text)


def _parts(text: str, candidates: Collection[Sentence], not_lists: set[int]) -> list[Sentence]:
    """Return the sentences of a list, or []; ends of ``not_lists`` lengths were tried in vain."""
    if len(text) in not_lists:
        return []
    if (sentence := _one(text, candidates)) is not None:
        return [sentence]
    for between in reversed([*BETWEEN.finditer(text)]):
        first = _one(text[: between.start()], candidates)
        if first is not None and (rest := _parts(text[between.end() :], candidates, not_lists)):
            return [first, *rest]
    not_lists.add(len(text))
    return []


def _one(text: str, candidates: Collection[Sentence]) -> Sentence | None:
    text = FORMERLY.get(text, text)
    # Earlier releases wrote apostrophes straight.
    curly = text.replace("'", "’")
    for sentence in candidates:
        if sentence in {text, curly}:
            return sentence
        for pattern in (sentence.pattern, sentence.plural) if sentence.values else ():
            if pattern and (match := _shape(pattern).fullmatch(text)):
                values = {name: _value(name, value) for name, value in match.groupdict().items()}
                num = values.get("num", 0)
                assert isinstance(num, int)
                return Sentence(text, sentence.pattern, sentence.plural, num, values)
    return None


@cache
def _shape(pattern: str) -> re.Pattern[str]:
    def place(match: re.Match[str]) -> str:
        return f"(?P<{match[1]}>" + (r"[\d,]+" if match[1] == "num" else ".+") + ")"

    return re.compile(PLACE.sub(place, re.escape(pattern).replace("’", "['’]")))


def _value(name: str, text: str) -> object:
    if name == "num":
        return int(text.replace(",", ""))
    if name == "game":
        return kinds.name_of(kinds.kind_named(text))
    if name == "day":
        try:
            return datetime.strptime(text, DAY).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            return text
    return text
