"""What may be a name."""

from __future__ import annotations

import unicodedata

from scorecard.errors import BadInput
from scorecard.rules.sheet import is_blank

LONGEST_NAME = 40
"""Characters, after trimming."""


def clean(name: str, field: str = "name") -> str:
    """Return a name trimmed; refuse blank and too long ones, and characters no screen shows."""
    trimmed = unicodedata.normalize("NFC", name).strip()
    if is_blank(trimmed):
        raise BadInput("A player needs a name.", field=field, code="blank_name")
    if len(trimmed) > LONGEST_NAME:
        raise BadInput(
            f"A name has at most {LONGEST_NAME} characters; this one has {len(trimmed)}.",
            field=field,
            code="name_too_long",
        )
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in trimmed):
        raise BadInput("A name cannot contain control characters.", field=field, code="bad_name")
    return trimmed
