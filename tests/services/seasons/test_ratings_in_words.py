"""A rating is words first: how strong somebody is, and how sure that is."""

from __future__ import annotations

import pytest

from scorecard.services.standings import ratings


@pytest.mark.parametrize(
    ("rating", "doubt", "words"),
    [
        (*ratings.NEWCOMER, "in the middle, still uncertain"),
        (31.0, 7.2, "among the best, still uncertain"),
        (27.6, 5.9, "strong, fairly certain"),
        (22.9, 3.9, "catching up, certain"),
        (18.9, 2.0, "still learning, certain"),
    ],
)
def test_how_strong_and_how_sure(rating: float, doubt: float, words: str) -> None:
    assert str(ratings.in_words(rating, doubt)) == words
