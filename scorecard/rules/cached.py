"""A cache for computations on JSON values that recur, such as set-ups."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from scorecard.rules import core

MOST_CACHED = 256
LONGEST_CACHED = 4096
"""The largest JSON values whose answers are cached, in bytes."""
BY_VALUE = 2
"""The format of marshal in which equal values have equal bytes."""

T = TypeVar("T")


class Cache(Generic[T]):
    """Answers by JSON value."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, T] = {}

    def find(self, value: core.Json, work_out: Callable[[], T], *, apart: Hashable = None) -> T:
        """Return the cached answer for an equal value, or that of ``work_out``.

        ``apart`` is a further part of the key.
        """
        try:
            # The bytes tell true from 1, and so on; only plain values have any.
            key = apart, marshal.dumps(value, BY_VALUE)
        except ValueError:
            return work_out()
        # Looked up once: another thread may clear the cache meanwhile.
        with suppress(KeyError):
            return self._answers[key]
        answer = work_out()
        if len(key[1]) <= LONGEST_CACHED:
            if len(self._answers) >= MOST_CACHED:
                self._answers.clear()
            self._answers[key] = answer
        return answer
