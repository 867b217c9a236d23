"""Keep what was worked out from JSON values that are said again and again, such as set-ups."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from scorecard.rules.core import Json

MOST_KEPT = 256
LONGEST_KEPT = 4096
"""Bytes of what is said in a value whose answer is kept."""
BY_VALUE = 2
"""The format of marshal in which equal values have equal bytes."""

T = TypeVar("T")


class Kept(Generic[T]):
    """Answers by what was said."""

    def __init__(self) -> None:
        self._known: dict[Hashable, T] = {}

    def find(self, value: Json, work_out: Callable[[], T], *, apart: Hashable = None) -> T:
        """Return the answer for a value, worked out unless an equal one was said before.

        Answers for the same value that differ in ``apart`` are kept beside each other.
        """
        try:
            # The bytes tell true from 1, and so on; only what is plain has any.
            key = apart, marshal.dumps(value, BY_VALUE)
        except ValueError:
            return work_out()
        # Looked up once: another thread may forget it all meanwhile.
        with suppress(KeyError):
            return self._known[key]
        found = work_out()
        if len(key[1]) <= LONGEST_KEPT:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = found
        return found
