"""What may be a name."""

from __future__ import annotations

import unicodedata

from scorecard.errors import BadInput
from scorecard.rules.sheet import is_blank

LONGEST_NAME = 40
"""Characters, after trimming."""


JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible characters that names and emoji are written with."""


def clean(name: str, field: str = "name", whose: str = "A player") -> str:
    """Return a name trimmed; refuse blank and too long ones, and characters no screen shows."""
    trimmed = unicodedata.normalize("NFC", name).strip()
    if is_blank(trimmed):
        raise BadInput(f"{whose} needs a name.", field=field, code="blank_name")
    if len(trimmed) > LONGEST_NAME:
        raise BadInput(
            f"A name has at most {LONGEST_NAME} characters; this one has {len(trimmed)}.",
            field=field,
            code="name_too_long",
        )
    if any(_is_control(character) for character in trimmed):
        raise BadInput("A name cannot contain control characters.", field=field, code="bad_name")
    return trimmed


def is_unicode(text: str) -> bool:
    """Whether a text can be kept; JSON can hold one half of a pair that makes a character."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _is_control(character: str) -> bool:
    """Whether a character would change how what stands around it is shown."""
    category = unicodedata.category(character)
    return category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and character not in JOINERS)
