"""Who pays whom: after one money game, or over all those of an evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from scorecard.models import Device, Game
from scorecard.rules import Sheet
from scorecard.rules.settle import Payment, payments
from scorecard.services import access, sheets

EVENING = timedelta(hours=12)
"""Games that began within so much of another one belong to its evening."""


def money_games_of_evening(session: Session, game: Game, device: Device) -> list[Game]:
    """Return the money games of a game's evening that this device is in, oldest first."""
    return sorted(
        (
            other
            for other in access.games_of(session, device)
            if sheets.rules_of(other).is_money and abs(other.started_at - game.started_at) < EVENING
        ),
        key=lambda other: (other.started_at, other.id),
    )


def balances(games: Sequence[Game]) -> dict[str, int]:
    """Return what every player won or lost over several games, by name, in chips or cents.

    Players are the same where their names are, whatever the letter case.
    """
    shown: dict[str, str] = {}
    sums: dict[str, int] = {}
    for game in games:
        for name, balance in balances_of(sheets.read(game)).items():
            known = shown.setdefault(name.casefold(), name)
            sums[known] = sums.get(known, 0) + balance
    return sums


def balances_of(sheet: Sheet) -> dict[str, int]:
    """Return what every player won or lost in one game, in chips or cents."""
    return {name: total or 0 for name, total in sheet.totals.items()}


def settle(sums: Mapping[str, int]) -> list[Payment]:
    """Return the fewest payments that settle these balances.

    There are none while chips still lie on a table (:func:`left_over`).
    """
    return [] if left_over(sums) else payments(sums)


def left_over(sums: Mapping[str, int]) -> int:
    """Return the chips that belong to nobody yet: what lies in the farm."""
    return -sum(sums.values())
