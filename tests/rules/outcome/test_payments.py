"""Who pays whom."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules.outcome.payments import Payment, fewest_payments

BALANCES = st.lists(st.integers(-50, 50), min_size=1, max_size=6).map(
    lambda amounts: {f"P{n}": amount for n, amount in enumerate([*amounts, -sum(amounts)])}
)


def fewest(balances: dict[str, int]) -> int:
    """Count by trying: the most groups that add to zero, found the slow way."""
    names = [name for name, balance in balances.items() if balance]

    def most_groups(left: tuple[str, ...]) -> int:
        if not left:
            return 0
        best = 0
        for size in range(1, len(left)):
            for others in combinations(left[1:], size):
                group = (left[0], *others)
                if sum(balances[name] for name in group) == 0:
                    rest = tuple(name for name in left if name not in group)
                    best = max(best, 1 + most_groups(rest))
        return best

    return len(names) - most_groups(tuple(names))


def test_two_settle_with_one_payment() -> None:
    assert fewest_payments({"Ann": 7, "Bob": -7}) == [Payment("Bob", "Ann", 7)]


def test_who_is_level_pays_nothing() -> None:
    assert fewest_payments({"Ann": 0, "Bob": 0}) == []


def test_separate_pairs_stay_separate() -> None:
    found = fewest_payments({"Ann": 5, "Bob": -5, "Cy": 3, "Di": -3})
    assert set(found) == {Payment("Bob", "Ann", 5), Payment("Di", "Cy", 3)}


def test_greed_alone_would_need_one_payment_more() -> None:
    assert len(fewest_payments({"Ann": 6, "Bob": 4, "Cy": -5, "Di": -5, "Ed": -4, "Flo": 4})) == 4


def test_balances_that_do_not_add_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="add to 1"):
        fewest_payments({"Ann": 1, "Bob": 0})


def test_a_full_table_is_settled() -> None:
    balances = {f"P{n}": 2**n for n in range(11)} | {"Bank": -(2**11 - 1)}
    assert len(fewest_payments(balances)) == 11


@given(BALANCES)
def test_everybody_comes_out_level_with_the_fewest_payments(balances: dict[str, int]) -> None:
    found = fewest_payments(balances)
    after = dict(balances)
    for payment in found:
        assert payment.amount > 0
        after[payment.payer] += payment.amount
        after[payment.payee] -= payment.amount
    assert set(after.values()) == {0}
    assert len(found) == fewest(balances)
