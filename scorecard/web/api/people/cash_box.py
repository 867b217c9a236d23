"""The cash box of a group over the API: read it, write entries, and take them back."""

from __future__ import annotations

from datetime import date
from functools import partial
from http.client import CREATED
from typing import Literal

from flask import request
from pydantic import Field

from scorecard.models import CashEntry
from scorecard.services.cash import balances, ledger, stakes, wording
from scorecard.services.history import changes
from scorecard.web.api import fields, model, spec
from scorecard.web.api.people.groups import GROUP, WriteAnswer, group_write
from scorecard.web.http import access
from scorecard.web.people import cash_box

CASH = f"{GROUP}/cash"
ENTRY = f"{CASH}/<uid:entry_uid>"
CENTS = "In cents."
Kind = Literal["fee", "expense", "payment", "stake", "deposit"]
Way = Literal["", "points", "winner"]


class EntryBody(spec.GroupWriteBody):
    """What every entry that is written by hand has."""

    amount: int = Field(description="In cents, 1 to 10,000,000.")
    note: str = ""
    day: fields.Day | None = Field(default=None, description="When it happened; today without it.")


class NewFeeBody(EntryBody):
    """A fee of `amount` that each of some players owes the cash box."""

    players: list[str] = Field(description="The ids of who owes it.")


class NewExpenseBody(EntryBody):
    """Money spent; the note says what for."""

    paid_by: str | None = Field(description="Who laid it out; null if it came out of the box.")
    shared_by: list[str] = Field(
        default_factory=list, description="Who bears it in equal parts; without any, the box."
    )


class NewPaymentBody(EntryBody):
    """Money that a player paid the box or another player; null stands for the box."""

    payer: str | None
    payee: str | None
    is_proposed: bool = Field(
        default=False,
        description="Whether it has to be one of the `payments`, so that it is done once.",
    )


class NewDepositBody(EntryBody):
    """Money in the box that nobody is owed."""


class NewStakeBody(spec.GroupWriteBody):
    """What the result of a game that has ended is worth."""

    game: str = Field(description="The game's id.")
    way: Literal["points", "winner"] = Field(
        description="Per point: what each took home in a game for money, else each loser pays the "
        "winner for each point behind. Or each loser pays the winner the amount."
    )
    amount: int = Field(description=CENTS)


class CurrencyBody(spec.GroupWriteBody):
    """The sign of amounts."""

    currency: str = Field(description="Up to 3 characters, such as €; nothing for none.")


class ShareAnswer(model.Model):
    """What an entry is for a player, or what all entries come to."""

    player: str = Field(description="The player's id, merges followed.")
    amount: int = Field(description="In cents: above 0 they are owed it, below 0 they owe it.")


class CashEntryAnswer(model.Model):
    """An entry in the cash box."""

    id: fields.Uid
    kind: Kind
    amount: int = Field(description="In cents, as it was written: of a fee, what each pays.")
    in_box: int = Field(description="Cents that lie in the box more than before, below 0 less.")
    day: date
    note: str
    way: Way = Field(description="How a stake was worked out, else nothing.")
    game: str | None = Field(description="The game that a stake is of.")
    at: fields.Moment
    sentence: str
    shares: list[ShareAnswer]
    is_outdated: bool = Field(description="Whether the game of a stake says otherwise by now.")


class CashPaymentAnswer(model.Model):
    """A payment that helps to settle the box; null stands for the box."""

    payer: fields.IdOf | None
    payee: fields.IdOf | None
    amount: int = Field(description=CENTS)


class CashBoxAnswer(model.Model):
    """A cash box: what it comes to, who pays whom, and its latest entries."""

    version: int = Field(description="The group's version.")
    currency: str
    in_box: int = Field(description="Cents that lie in the box.")
    outstanding: int = Field(description="Cents that the box is still owed, below 0 still owes.")
    balances: list[ShareAnswer] = Field(description="Of players who are not even.")
    payments: list[CashPaymentAnswer] = Field(description="The fewest that settle it.")
    entries: list[CashEntryAnswer] = Field(description="The newest first.")
    older: str | None = Field(description="The entry to ask for more `before`, null at the end.")


def box_of(visit: access.GroupVisit, before: str = "") -> dict[str, object]:
    """Return a cash box with the entries that follow one of them."""
    group = visit.group
    box, page = balances.of_group(group), ledger.page(visit.session, group, before)
    outdated = stakes.outdated(visit.session, group, page.entries)
    return {
        "version": group.version,
        "currency": group.currency,
        "in_box": box.in_box,
        "outstanding": box.outstanding,
        "balances": [{"player": line.player.uid, "amount": line.balance} for line in box.lines],
        "payments": box.debts,
        "entries": [_entry(visit, entry, entry.uid in outdated) for entry in page.entries],
        "older": page.older or None,
    }


def _entry(visit: access.GroupVisit, entry: CashEntry, is_outdated: bool) -> model.Extended:
    game = entry.game if entry.game and entry.game.group_id == visit.group.id else None
    return model.Extended(
        entry,
        game=game.uid if game else None,
        sentence=str(wording.sentence(entry)),
        shares=[{"player": share.player.one.uid, "amount": share.amount} for share in entry.shares],
        is_outdated=is_outdated,
    )


THE_BOX = WriteAnswer(
    CashBoxAnswer, lambda visit, _uid: box_of(access.visit_group(visit.group.uid))
)


@spec.group_read(CASH, "member", CashBoxAnswer, "groups")
def read_cash_box(visit: access.GroupVisit) -> object:
    """Return who owes what, who pays whom, and the newest entries; those `before` an entry."""
    return box_of(visit, request.args.get("before", ""))


write_entry = partial(
    group_write, "POST", role="keeper", tag="groups", answer=THE_BOX, status=CREATED
)
write_entry(f"{CASH}/fees", body=NewFeeBody)(cash_box.add_fee)
write_entry(f"{CASH}/expenses", body=NewExpenseBody)(cash_box.add_expense)
write_entry(f"{CASH}/payments", body=NewPaymentBody)(cash_box.add_payment)
write_entry(f"{CASH}/deposits", body=NewDepositBody)(cash_box.add_deposit)


@write_entry(f"{CASH}/stakes")
def add_stake(visit: access.GroupVisit, this: changes.Write, json: NewStakeBody) -> None:
    """Put what a game's result comes to into the box."""
    game = cash_box.game_of(visit, json.game)
    stakes.put(visit.session, visit.group, this, game, json.way, json.amount)


group_write("PUT", f"{CASH}/currency", "keeper", "groups", answer=THE_BOX, body=CurrencyBody)(
    cash_box.set_currency
)
group_write("POST", f"{ENTRY}/remove", "keeper", "groups", answer=THE_BOX)(cash_box.take_entry_back)
group_write("POST", f"{ENTRY}/anew", "keeper", "groups", answer=THE_BOX)(cash_box.write_entry_anew)
