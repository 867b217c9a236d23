"""What a torture came to, as a table."""

from __future__ import annotations

from collections.abc import Mapping

Figures = dict[str, int]


def show(found: Mapping[str, Figures]) -> None:
    """Print what each torture came to."""
    for name, figures in found.items():
        parts = ", ".join(f"{what} {number:,}" for what, number in figures.items())
        print(f"{name}: {parts}", flush=True)
