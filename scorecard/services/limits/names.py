"""Which names are allowed, and which look the same."""

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
    """Return a name trimmed; refuse a ``blank`` or too long one, and characters nobody sees."""
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
    """Refuse a name that looks just like another one, but for one that differs in letter case."""
    refuse_same_appearance(name, by_appearance(others), field)


def by_appearance(names: Iterable[str]) -> dict[str, list[str]]:
    """Return names by their :func:`appearance_of`, for comparing many with them."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(appearance_of(name), []).append(name)
    return alike


def refuse_same_appearance(
    name: str, others: Mapping[str, Sequence[str]], field: str = "name"
) -> None:
    """Refuse a name that looks just like one of ``others``, which are given by appearance."""
    for other in others.get(appearance_of(name), ()):
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


def appearance_of(name: str) -> str:
    """Return a text that is the same for all names that look the same."""
    visible = (
        character
        for character in name
        if unicodedata.category(character) != "Cf"
        and character not in FILLERS
        and not unicodedata.name(character, "").startswith("VARIATION SELECTOR")
    )
    plain = unicodedata.normalize("NFKC", "".join(visible)).translate(LOOKALIKES)
    return " ".join(plain.casefold().split())


def is_control(character: str) -> bool:
    """Whether a character would change how the characters around it are shown."""
    category = unicodedata.category(character)
    return category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and character not in JOINERS)
