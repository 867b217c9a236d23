"""What was worked out from JSON values is cached, and found for equal ones only."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.cached import LONGEST_CACHED, MOST_CACHED, Cache


class Counter:
    """Counts how often something was worked out."""

    def __init__(self) -> None:
        self.cache: Cache[str] = Cache()
        self.times = 0

    def find(self, value: Any, apart: str = "") -> str:
        def work_out() -> str:
            self.times += 1
            return repr(value)

        return self.cache.find(value, work_out, apart=apart)


def test_equal_values_are_worked_out_once() -> None:
    counter = Counter()
    assert counter.find({"target": [1, "a"]}) == counter.find({"target": [1, "a"]})
    assert counter.times == 1


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, None), ([1], [1.0]), ("1", 1)])
def test_values_that_only_look_equal_are_told_apart(one: Any, other: Any) -> None:
    counter = Counter()
    assert counter.find(one) == repr(one)
    assert counter.find(other) == repr(other)


def test_the_same_value_may_mean_different_things() -> None:
    counter = Counter()
    counter.find([], apart="one")
    counter.find([], apart="other")
    assert counter.times == 2


def test_what_is_not_plain_or_very_long_is_worked_out_anew() -> None:
    counter = Counter()
    for value in (object(), "x" * (LONGEST_CACHED + 1)):
        counter.times = 0
        counter.find(value)
        counter.find(value)
        assert counter.times == 2


def test_it_forgets_before_it_grows_beyond_all_bounds() -> None:
    counter = Counter()
    for number in range(MOST_CACHED + 1):
        counter.find(number)
    counter.find(0)
    assert counter.times == MOST_CACHED + 2
