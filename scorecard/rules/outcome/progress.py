"""The totals after each round of a game."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.fold import Fold


def totals_by_round(fold: Fold, sheet: core.Sheet) -> list[Mapping[str, int | None]]:
    """Return every side's total before the first round, and after each one that counts.

    It is None for a side that is out or has not joined yet. The last totals are those of ``sheet``,
    because ending a game may change them.
    """
    totals: Mapping[str, int | None] = fold.presence.opening(sheet.sides)
    rows = [totals]
    for number, scored in enumerate(fold.history.rounds, start=1):
        if scored.totals is not None:
            totals = dict(scored.totals)
        else:
            totals = {
                side: (total or 0) + scored.scores[side] if side in scored.scores else total
                for side, total in totals.items()
            }
        totals = {**totals, **fold.presence.starts(number)}
        rows.append(totals)
    if len(rows) > 1:
        rows[-1] = sheet.totals
    return rows
