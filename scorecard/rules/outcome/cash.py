"""The kinds of entries in a cash box, and their descriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecard.rules.typed.amounts import Money
from scorecard.rules.words import Sentence, joined, say

FEE, EXPENSE, PAYMENT, STAKE, DEPOSIT = "fee", "expense", "payment", "stake", "deposit"
KINDS: Mapping[str, Sentence] = {
    FEE: say("Fee"),
    EXPENSE: say("Expense"),
    PAYMENT: say("Payment"),
    STAKE: say("Stake"),
    DEPOSIT: say("Put in"),
}
"""The heading of each kind."""
POINTS, WINNER = "points", "winner"
WAYS: Mapping[str, Sentence] = {
    POINTS: say("So much a point"),
    WINNER: say("So much from each loser"),
}
"""How a game's result becomes stakes."""
MOST_CENTS = 100_000 * 100
"""The most cents of an amount and of a share."""
LEAST_STAKES = 2
"""The fewest players of an entry of stakes."""
PAYING_BOX, PAID_BOX = say("The cash box"), say("the cash box")
"""The cash box as payer, at the beginning of a sentence, and as payee."""


def in_words(about: Mapping[str, Any]) -> Sentence:
    """Return the description of an entry: "Fee of €2.00 each: Ann and Bob, “final”".

    ``about`` has ``how``, its kind, ``amount`` in cents, ``sign`` of the currency, ``payer`` and
    ``payee`` ("" for the box), ``names`` of those who share it, "" for nobody, and the ``note``. A
    stake has its ``game`` and ``shares``, each a name and cents. Raises KeyError, TypeError or
    ValueError where something is missing.
    """
    entry = _without_note(about["how"], about, Money(about["amount"], about["sign"]))
    return say("%(what)s, “%(note)s”", what=entry, note=about["note"]) if about["note"] else entry


def _without_note(kind: str, about: Mapping[str, Any], amount: Money) -> Sentence:
    names = about["names"]
    if kind == FEE:
        return say("Fee of %(amount)s each: %(names)s", amount=amount, names=names)
    if kind == STAKE:
        shares = [_gain(name, cents, amount.sign) for name, cents in about["shares"]]
        game = about["game"]
        return say("Stakes of %(game)s: %(shares)s", game=game, shares=joined(shares, ", "))
    if kind == DEPOSIT:
        return say("%(amount)s put into the cash box", amount=amount)
    payer = about["payer"] or PAYING_BOX
    if kind == PAYMENT:
        payee = about["payee"] or PAID_BOX
        return say("%(payer)s paid %(payee)s %(amount)s", payer=payer, payee=payee, amount=amount)
    if names:
        return say(
            "%(payer)s laid out %(amount)s, shared by %(names)s",
            payer=payer,
            amount=amount,
            names=names,
        )
    if about["payer"]:
        return say("%(payer)s laid out %(amount)s for the cash box", payer=payer, amount=amount)
    return say("%(amount)s spent from the cash box", amount=amount)


def _gain(name: str, cents: int, sign: str) -> Sentence:
    """Return a player's gain or loss: "Ann +€2.00"."""
    amount = Money(cents, sign, is_gain=cents > 0)
    return say("%(name)s\N{NO-BREAK SPACE}%(amount)s", name=name, amount=amount)


def adds_up(kind: str, amount: int, in_box: int, shares: Sequence[int]) -> bool:
    """Whether an entry's shares match its amount, all in cents; ``in_box`` is the box's share."""
    owed = [share for share in shares if share > 0]
    is_sane = 1 <= amount <= MOST_CENTS and all(1 <= abs(share) <= MOST_CENTS for share in shares)
    balance = sum(shares) - in_box
    match kind:
        case "fee":
            is_right = in_box == 0 and bool(shares) and {*shares} == {-amount}
        case "stake":
            is_right = in_box == 0 and balance == 0 and len(shares) >= LEAST_STAKES
        case "payment":
            is_right = balance == 0 and sorted(shares) in ([-amount, amount], [-amount], [amount])
        case "deposit":
            is_right = in_box == amount and not shares
        case "expense" if in_box:
            is_right = in_box == -amount and not owed and sum(shares) in (0, -amount)
        case _:
            laid_out = len(owed) == 1 and owed[0] <= amount
            is_right = kind == EXPENSE and laid_out and balance in (0, amount)
    return is_sane and is_right
