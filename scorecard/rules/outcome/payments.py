"""The fewest payments that settle balances.

Balances that add to zero fall into groups that each add to zero; a group of n needs n − 1
payments. So the fewest payments come from the most groups, which are found by looking at every
subset: 4,096 for twelve players, the largest table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_EXACT = 14
"""The most balances for which the minimum is searched; above that, payments are only few."""


@dataclass(frozen=True)
class Payment:
    """One side pays another, in chips or cents."""

    payer: str
    payee: str
    amount: int


def fewest_payments(balances: Mapping[str, int]) -> list[Payment]:
    """Return the fewest payments that bring every balance, in chips or cents, to zero.

    Raises ValueError if the balances do not add to zero.
    """
    if total := sum(balances.values()):
        raise ValueError(f"the balances add to {total}, not to zero")
    open_ones = [(name, balance) for name, balance in balances.items() if balance]
    groups = _most_groups(open_ones) if len(open_ones) <= MOST_EXACT else [open_ones]
    return [payment for group in groups for payment in _payments_of(group)]


def _most_groups(balances: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Split the balances into the most groups that each add to zero."""
    count = len(balances)
    sums = [0] * (1 << count)
    groups = [0] * (1 << count)
    last = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + balances[lowest.bit_length() - 1][1]
        bits = [1 << place for place in range(count) if chosen >> place & 1]
        # The one of the chosen whose removal leaves the most groups.
        last[chosen] = max(bits, key=lambda bit: groups[chosen ^ bit])
        groups[chosen] = groups[chosen ^ last[chosen]] + (sums[chosen] == 0)
    parts: list[list[tuple[str, int]]] = []
    chosen = (1 << count) - 1
    while chosen:
        if sums[chosen] == 0:
            parts.append([])
        parts[-1].append(balances[last[chosen].bit_length() - 1])
        chosen ^= last[chosen]
    return parts


def _payments_of(balances: Sequence[tuple[str, int]]) -> list[Payment]:
    """Return the payments of one group: the largest debt to the largest claim, and so on."""
    open_ones = dict(balances)
    paid = []
    while open_ones:
        payer = min(open_ones, key=lambda name: open_ones[name])
        payee = max(open_ones, key=lambda name: open_ones[name])
        amount = min(-open_ones[payer], open_ones[payee])
        paid.append(Payment(payer, payee, amount))
        open_ones[payer] += amount
        open_ones[payee] -= amount
        open_ones = {name: balance for name, balance in open_ones.items() if balance}
    return paid
