"""An entry in the cash box in words."""

from __future__ import annotations

from typing import Any

from scorecard.models import CashEntry
from scorecard.rules import kinds
from scorecard.rules.outcome import cash
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence


def about(entry: CashEntry) -> dict[str, Any]:
    """Return the values of the sentence about an entry: see :func:`cash.in_words`.

    A payer who is owed less than all of an expense shares it, and is named with those who owe.
    """
    by_name = sorted(entry.shares, key=lambda share: share.player.one.name.casefold())
    above = next((share for share in by_name if share.amount > 0), None)
    owing = [share for share in by_name if share.amount < 0]
    named = owing if entry.kind != cash.PAYMENT else []
    if entry.kind == cash.EXPENSE and owing and above and above.amount < entry.amount:
        named = [share for share in by_name if share is above or share in owing]
    is_payment = entry.kind == cash.PAYMENT
    values: dict[str, Any] = {
        "how": entry.kind,
        "amount": entry.amount,
        "sign": entry.group.currency,
        "payer": above.player.one.name if above else "",
        "payee": owing[0].player.one.name if is_payment and owing else "",
        "names": reading.listed([share.player.one.name for share in named]),
        "note": entry.note,
    }
    if entry.kind != cash.STAKE:
        return values
    best_first = sorted(by_name, key=lambda share: -share.amount)
    return values | {
        "names": "",
        "game": kinds.name_of(entry.game.kind) if entry.game else "",
        "shares": [[share.player.one.name, share.amount] for share in best_first],
    }


def sentence(entry: CashEntry) -> Sentence:
    """Return what an entry says: "Fee of €2.00 each: Ann and Bob"."""
    return cash.in_words(about(entry))
