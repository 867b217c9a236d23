"""Ranks and ties."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal


def ranks(
    totals: Mapping[str, int | None],
    best: Literal["highest", "lowest"],
    first: Collection[str] = (),
) -> dict[str, int]:
    """Return each name's rank from 1; equal totals share a rank and the next ones are skipped.

    Those in ``first``, who won, stand above all others; a total of None, of somebody who is out,
    stands below all.
    """
    sign = -1 if best == "highest" else 1
    worth = {
        name: (name not in first, total is None, sign * (total or 0))
        for name, total in totals.items()
    }
    ordered = sorted(worth.values())
    return {name: ordered.index(key) + 1 for name, key in worth.items()}


def leaders(
    totals: Mapping[str, int | None], best: Literal["highest", "lowest"]
) -> tuple[str, ...]:
    """Return who has the best total, in seating order; several where they are level.

    Nobody where nobody is in the game any more.
    """
    inside = [total for total in totals.values() if total is not None]
    if not inside:
        return ()
    top = max(inside) if best == "highest" else min(inside)
    return tuple(name for name, total in totals.items() if total == top)
