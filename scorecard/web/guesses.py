"""Counting wrong guesses together with the other processes, where no Redis does it for all.

Each process counts in its own memory, and tells the others of the guesses made there. What limits
work, and not guessing, each counts for itself: telling of every write would cost more than it
saves.
"""

from __future__ import annotations

from limits import parse
from limits.storage import MemoryStorage

from scorecard.live import hub

GUESSING = ("links", "guesses-by-address", "guesses-by-all")
"""The limits that stand between a code or link and whoever guesses at it, by their scopes."""


class SharedGuesses(MemoryStorage):
    """The library's storage in memory, which also counts what other processes tell."""

    STORAGE_SCHEME = ["scorecard"]  # noqa: RUF012 - as the library has it

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **more: str) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **more)
        hub.on_guess = self.count

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count once, where the limit leaves room for it; return whether it did."""
        is_counted = super().acquire_entry(key, limit, expiry, amount)
        if is_counted and key.split("/")[-4] in GUESSING:
            hub.tell_guess(key)
        return is_counted

    def count(self, key: str) -> None:
        """Count a guess that was made at another process. Its key ends with the limit."""
        limit = parse("{} per {} {}".format(*key.split("/")[-3:]))
        super().acquire_entry(key, limit.amount, limit.get_expiry())
