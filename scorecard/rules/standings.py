"""Ranks and ties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal


def ranks(totals: Mapping[str, int], best: Literal["highest", "lowest"]) -> dict[str, int]:
    """Return each name's rank from 1; equal totals share a rank and the next ones are skipped."""
    sign = -1 if best == "highest" else 1
    ordered = sorted(sign * total for total in totals.values())
    return {name: ordered.index(sign * total) + 1 for name, total in totals.items()}


def leaders(totals: Mapping[str, int], best: Literal["highest", "lowest"]) -> tuple[str, ...]:
    """Return who has the best total, in seating order; several where they are level."""
    top = max(totals.values()) if best == "highest" else min(totals.values())
    return tuple(name for name, total in totals.items() if total == top)
