"""Whether a page or an answer gives a number away."""

from __future__ import annotations

import re

from tests.keys import without_keys


def numbers_in(text: str) -> set[str]:
    """Return the whole numbers that stand alone in a text, such as `450` in `+450` and `"450"`.

    Not one that some key or the microseconds of a time happen to hold.
    """
    return set(re.findall(r"\b\d+\b", without_keys(text)))
