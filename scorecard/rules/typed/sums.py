"""Whole numbers and sums as people type them, whatever sets off the thousands."""

from __future__ import annotations

import math
import re

LONGEST = 40
"""Characters of a typed number, or sum, that are read as one; longer ones stay text."""
PLAIN_DIGITS = 9
"""Digits of a plain number, unless more or fewer are asked for: each fits into every database."""
BLANKS = " \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
WHOLE = f"(?:[0-9]+|[1-9][0-9]{{0,2}}(?:[.,’'{BLANKS}][0-9]{{3}})+)"
"""A whole number without a sign: 1250, 1,250, 1.250, 1 250, 1’250; 0.500 is none."""
NUMBER = f"[+-]?{WHOLE}"
TIMES = "[xX×*·]"
PART = rf"{WHOLE}(?:\s*{TIMES}\s*{WHOLE})?"
"""What is added or taken away in a sum: a number, or one so many times, as in 3x150."""
SUM = rf"[+-]?\s*{PART}(?:\s*[+-]\s*{PART})*"
MINUS_SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})


def typed_number(text: str | None) -> int | str | None:
    """Return what was typed as a number: None if nothing was, the text itself if it is none."""
    trimmed = _trimmed(text)
    if len(trimmed) <= LONGEST and re.fullmatch(NUMBER, trimmed):
        return _whole(trimmed)
    return trimmed or None


def typed_sum(text: str | None) -> int | str | None:
    """Return what was typed as a number, or as a sum such as ``450-200`` or ``3x150+50``, added up.

    None if nothing was, the text itself if it is neither.
    """
    trimmed = _trimmed(text)
    if len(trimmed) > LONGEST or not re.fullmatch(SUM, trimmed):
        return trimmed or None
    parts = re.findall(r"([+-]?)([^+-]+)", trimmed)
    return sum(
        (-1 if sign == "-" else 1) * math.prod(map(_whole, re.split(TIMES, part)))
        for sign, part in parts
    )


def plain_number(text: str, digits: int = PLAIN_DIGITS) -> int | None:
    """Return the number that a text of at most so many digits is, None for any other text.

    So addresses and buttons name things: without a sign, and with nothing between the digits.
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number else None


def _trimmed(text: str | None) -> str:
    return (text or "").strip().translate(MINUS_SIGNS)


def _whole(number: str) -> int:
    return int(re.sub(r"[^0-9+-]", "", number))
