"""What a page or an answer says, without what tells one thing from another in it."""

from __future__ import annotations

import re


def without_keys(text: str) -> str:
    """Return a text without its ids, tokens and nonces, of 12 signs and more, and long words.

    By chance any of them holds a short name or number, such as "Ann" or "450".
    """
    return re.sub(r"[\w-]{12,}", "", text)


def numbers_in(text: str) -> set[str]:
    """Return the whole numbers that stand alone in a text, such as `450` in `+450` and `"450"`.

    Not one that some key or the microseconds of a time happen to hold.
    """
    return set(re.findall(r"\b\d+\b", without_keys(text)))
