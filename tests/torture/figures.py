"""What a torture came to, as a table."""

from __future__ import annotations

from collections.abc import Mapping

Figures = dict[str, int]


def show(found: Mapping[str, Figures]) -> None:
    """Print what each torture came to."""
    width = max(len(what) for figures in found.values() for what in figures)
    for name, figures in found.items():
        print(f"\n{name}")
        for what, number in figures.items():
            print(f"  {what:{width}} {number:>9,}", flush=True)
