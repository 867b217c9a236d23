"""What may be a name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from scorecard import errors
from scorecard.rules import sheet
from scorecard.rules.words import Sentence, say

LONGEST_NAME = 40
"""Characters, after trimming."""
NO_NAME = say("A player needs a name.")


LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеоѕіјрсухԁһΑΒΕΖΗΙΚΜΝΟΡΤΥΧον",
    "ABESIJKMHOPCTYXaeosijpcyxdhABEZHIKMNOPTYXov",
)
"""Letters of other alphabets that look like ours."""
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Signs that show nothing, though they count as letters or marks."""
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible characters that names and emoji are written with."""


def clean(name: str, field: str = "name", blank: Sentence = NO_NAME) -> str:
    """Return a name trimmed; refuse blank and too long ones, and characters no screen shows.

    ``blank`` is what a blank one is refused with.
    """
    trimmed = unicodedata.normalize("NFC", name).strip()
    if sheet.is_blank(trimmed):
        raise errors.BadInput(blank, field=field, code="blank_name")
    if len(trimmed) > LONGEST_NAME:
        raise errors.BadInput(
            say(
                "A name has at most %(most)s characters; this one has %(length)s.",
                most=LONGEST_NAME,
                length=len(trimmed),
            ),
            field=field,
            code="name_too_long",
        )
    if any(is_control(character) for character in trimmed):
        raise errors.BadInput(
            say("A name cannot contain control characters."), field=field, code="bad_name"
        )
    return trimmed


def refuse_lookalike(name: str, others: Iterable[str], field: str = "name") -> None:
    """Refuse a name that nobody could tell from another one at the same table or in the group.

    Whether it is the same name is asked elsewhere.
    """
    refuse_look(name, by_looks(others), field)


def by_looks(names: Iterable[str]) -> dict[str, list[str]]:
    """Return names by what they look like, so that many can be compared with all of them."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(look_of(name), []).append(name)
    return found


def refuse_look(name: str, known: Mapping[str, Sequence[str]], field: str = "name") -> None:
    """Refuse a name that looks just like another one of those known by their looks."""
    for other in known.get(look_of(name), ()):
        if other.strip().casefold() != name.strip().casefold():
            raise errors.BadInput(
                say(
                    "This name looks just like %(other)s, who is there already. Add "
                    "something to tell them apart.",
                    other=other,
                ),
                field=field,
                code="lookalike_name",
            )


def look_of(name: str) -> str:
    """Return what a name looks like: the same for names that look the same."""
    seen = (
        character
        for character in name
        if unicodedata.category(character) != "Cf"
        and character not in FILLERS
        and not unicodedata.name(character, "").startswith("VARIATION SELECTOR")
    )
    plain = unicodedata.normalize("NFKC", "".join(seen)).translate(LOOKALIKES)
    return " ".join(plain.casefold().split())


def is_unicode(text: str) -> bool:
    """Whether a text can be kept; JSON can hold one half of a pair that makes a character."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def is_control(character: str) -> bool:
    """Whether a character would change how what stands around it is shown."""
    category = unicodedata.category(character)
    return category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and character not in JOINERS)
