"""What the cash box of a group comes to: who owes, who is owed, and who pays whom.

The entries are not added up: each player's balance and what lies in the box are stored by
:mod:`scorecard.services.cash.entries`, in the rows of the players and the group.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.database.db import Model
from scorecard.models import CashEntry, CashShare, Group, Player
from scorecard.rules.outcome.payments import Payment, fewest_payments

THE_BOX = ""
"""The key of the box among the uids of players."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A player, and what they are owed in cents, below 0 what they owe."""

    player: Player
    balance: int


@dataclass(frozen=True, slots=True)
class Debt:
    """A payment that helps to settle the box; None stands for the box itself."""

    payer: Player | None
    payee: Player | None
    amount: int


@dataclass(frozen=True, slots=True)
class Box:
    """A cash box: the balances other than 0, those who owe most first, and how to settle it.

    ``in_box`` are the cents in it, ``outstanding`` those it is still owed, below 0 it still owes.
    """

    lines: list[Owed]
    in_box: int
    outstanding: int
    debts: list[Debt]


def of_group(group: Group) -> Box:
    """Return what a group's cash box comes to; also of players who have left or were merged."""
    sums: defaultdict[Player, int] = defaultdict(int)
    for player in group.players:
        sums[player.one] += player.balance
    lines = [Owed(player, balance) for player, balance in sums.items() if balance]
    lines.sort(key=lambda line: (line.balance, line.player.name.casefold()))
    outstanding = -sum(line.balance for line in lines)
    by_uid = {line.player.uid: line.player for line in lines}
    balances = (*((line.player.uid, line.balance) for line in lines), (THE_BOX, outstanding))
    debts = [
        Debt(by_uid.get(payment.payer), by_uid.get(payment.payee), payment.amount)
        for payment in _payments(balances)
    ]
    return Box(lines, group.in_box, outstanding, debts)


@lru_cache(maxsize=200)
def _payments(balances: tuple[tuple[str, int], ...]) -> list[Payment]:
    """Return the fewest payments; cached, because many balances take long and seldom change."""
    return fewest_payments(dict(balances))


def is_used(session: Session, group: Group) -> bool:
    """Whether a group uses its cash box: a currency was set, or there is an entry."""
    entry = select(CashEntry.id).where(CashEntry.group_id == group.id).limit(1)
    return bool(group.currency) or session.scalar(entry) is not None


def counted(session: Session, group: Group) -> tuple[dict[int, int], int]:
    """Return what the entries add up to: balances by the player's id, and what is in the box."""
    of_group = CashEntry.group_id == group.id
    shares = (
        select(CashShare.player_id, func.sum(CashShare.amount))
        .join(CashEntry, CashEntry.id == CashShare.entry_id)
        .where(of_group)
        .group_by(CashShare.player_id)
    )
    in_box = session.scalar(select(func.sum(CashEntry.in_box)).where(of_group))
    # PostgreSQL adds large integers up to decimals.
    return {player: int(cents) for player, cents in session.execute(shares)}, int(in_box or 0)


def recount(session: Session, group: Group) -> list[str]:
    """Store what the entries add up to; return a sentence for each sum that was stored wrongly."""
    session.flush()
    balances, in_box = counted(session, group)
    sums: list[tuple[Model, str, str, int]] = [
        (player, "balance", f"player {player.uid}", balances.get(player.id, 0))
        for player in group.players
    ]
    sums.append((group, "in_box", "the box", in_box))
    differences = []
    for row, column, name, cents in sums:
        if (before := getattr(row, column)) != cents:
            setattr(row, column, cents)
            differences.append(f"Cash box: {name} was kept as {before} cents, is {cents}.")
    session.flush()
    return differences
