"""Who pays whom, with as few payments as possible.

Balances that add to zero fall into groups that each add to zero; a group of n needs n − 1
payments. So the fewest payments come from the most groups, which are found by looking at every
subset once: for the twelve players of the largest table that is 4,096.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_EXACT = 14
"""Up to so many balances the fewest payments are searched for; of more, few are made."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One player pays another some chips or cents."""

    payer: str
    payee: str
    amount: int


def fewest_payments(balances: Mapping[str, int]) -> list[Payment]:
    """Return the payments that bring every balance to zero, the fewest there can be.

    ``balances`` are in chips or cents and add to zero: who is below pays, who is above is paid.
    Raises ValueError where they do not add to zero.
    """
    if total := sum(balances.values()):
        raise ValueError(f"the balances add to {total}, not to zero")
    open_ones = [(name, balance) for name, balance in balances.items() if balance]
    groups = _most_groups(open_ones) if len(open_ones) <= MOST_EXACT else [open_ones]
    return [payment for group in groups for payment in _payments_of(group)]


def _most_groups(balances: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Return the balances in as many groups that add to zero as there can be."""
    count = len(balances)
    sums = [0] * (1 << count)
    groups = [0] * (1 << count)
    last = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + balances[lowest.bit_length() - 1][1]
        bits = [1 << place for place in range(count) if chosen >> place & 1]
        # Of the chosen, the one without whom the others make the most groups.
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
