"""Amounts of money, in cents: as people type them, and as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from scorecard.rules.words import MINUS

CENTS = 100
"""Cents of one whole."""
TYPED = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))?")
"""Digits, and at most two more behind a point or comma: whole thousands are not set off, because
"1,250" means different things in different countries."""


class Money(NamedTuple):
    """An amount, and the sign of its currency, "" for none; a gain has its plus sign."""

    cents: int
    sign: str = ""
    is_gain: bool = False

    def __str__(self) -> str:
        return self.written(lambda whole: f"{whole:,}", ".", before)

    def written(
        self, digits: Callable[[int], str], decimal: str, with_sign: Callable[[str, str], str]
    ) -> str:
        """Return the amount as a language writes whole numbers, decimals, and a currency's sign."""
        whole, cents = divmod(abs(self.cents), CENTS)
        plain = with_sign(f"{digits(whole)}{decimal}{cents:02}", self.sign)
        return f"{MINUS}{plain}" if self.cents < 0 else f"+{plain}" if self.is_gain else plain


def before(number: str, sign: str) -> str:
    """Return a written number with a currency's sign before it: "€2.50", "Fr. 2.50", "2.50"."""
    blank = "\N{NO-BREAK SPACE}" if len(sign) > 1 else ""
    return f"{sign}{blank}{number}"


def behind(number: str, sign: str) -> str:
    """Return a written number with a currency's sign behind it: "2,50 €", "2,50"."""
    return f"{number}\N{NO-BREAK SPACE}{sign}" if sign else number


def typed_cents(text: str | None) -> int | None:
    """Return what was typed, such as "2", "2.5" or "2,50", in cents; None where it is no amount."""
    match = TYPED.fullmatch((text or "").strip())
    if match is None:
        return None
    return int(match[1]) * CENTS + int((match[2] or "").ljust(2, "0"))


def plain(cents: int) -> str:
    """Return an amount as it can be typed: "2.50"."""
    return f"{cents // CENTS}.{cents % CENTS:02}"


def shares(cents: int, people: int) -> list[int]:
    """Return an amount in so many shares that differ by a cent at most, the larger ones first."""
    share, rest = divmod(cents, people)
    return [share + (place < rest) for place in range(people)]
