"""Set-ups that are alike are worked out once; what is refused stays refused."""

from __future__ import annotations

import pytest

from scorecard.rules import Refusal, Sheet, score

RECORD = {"game": "brownie_points", "players": ["Ann", "Bob", "Cy"], "rounds": []}


@pytest.mark.parametrize("key", ["options", "amendments"])
def test_nothing_in_place_of_a_list_is_refused_whatever_was_scored_before(key: str) -> None:
    for _twice in "12":
        refused = score({**RECORD, key: None})
        assert isinstance(refused, Refusal), refused
        assert isinstance(score(RECORD), Sheet)
