"""Who pays whom: after one money game, or over all those of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from scorecard.models import Device, Game
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
        key=lambda other: other.started_at,
    )


def balances(games: Sequence[Game]) -> dict[str, int]:
    """Return what every player won or lost over several games, by name, in chips or cents.

    Players are the same where their names are, whatever the letter case.
    """
    shown: dict[str, str] = {}
    sums: dict[str, int] = {}
    for game in games:
        for name, total in sheets.read(game).totals.items():
            known = shown.setdefault(name.casefold(), name)
            sums[known] = sums.get(known, 0) + (total or 0)
    return sums


def settle(games: Sequence[Game]) -> list[Payment]:
    """Return the fewest payments that settle several games.

    None where they cannot be settled, because chips still lie on a table (:func:`left_over`).
    """
    sums = balances(games)
    return payments(sums) if not sum(sums.values()) else []


def left_over(games: Sequence[Game]) -> int:
    """Return the chips that belong to nobody yet: what lies in the farm."""
    return -sum(balances(games).values())
