"""A cache for what is worked out from JSON values that come again and again, such as set-ups."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from scorecard.rules import core

MOST_CACHED = 256
LONGEST_CACHED = 4096
"""Bytes of a JSON value for which an answer is cached."""
BY_VALUE = 2
"""The format of marshal in which equal values have equal bytes."""

T = TypeVar("T")


class Cache(Generic[T]):
    """Answers by the JSON value that they were worked out from."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, T] = {}

    def find(self, value: core.Json, work_out: Callable[[], T], *, apart: Hashable = None) -> T:
        """Return the answer for a value, worked out unless it is cached for an equal one.

        Answers for the same value that differ in ``apart`` are cached beside each other.
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
