"""The cash box of a group: balances, payments that settle it, and its entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from flask import g, request

from scorecard import errors
from scorecard.models import CashEntry, Game, Player
from scorecard.rules.outcome import cash
from scorecard.rules.typed import amounts, reading
from scorecard.rules.words import say
from scorecard.services.cash import balances, entries, ledger, stakes, wording
from scorecard.services.history import changes
from scorecard.services.players import rosters
from scorecard.services.table import games
from scorecard.web.forms import parts
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.people.groups import PREFIX

blueprint = views.Views("cash_box", __name__)
CASH = f"{PREFIX}/cash"
ENTRY = f"{CASH}/<uid:entry_uid>"
STAKE = f"{CASH}/games/<uid:game_uid>"
BOX = "box"
"""The form's value for the box, as payer or payee."""


def _party(field: str) -> str | None:
    """Return the uid of the chosen player, None for the box."""
    uid = request.form.get(field, "")
    if not uid:
        raise errors.BadInput(say("Choose a player, or the cash box."), field=field)
    return None if uid == BOX else uid


Party = Annotated[str | None, _party]
Cents = Annotated[
    int, lambda field: entries.check_amount(amounts.typed_cents(request.form.get(field)))
]


@blueprint.group_page(CASH, "member")
def page(visit: access.GroupVisit) -> str:
    """Show who owes what, who pays whom, and the latest entries; scorekeepers write some."""
    before = request.args.get("before", "")
    listed = ledger.page(visit.session, visit.group, before)
    return responses.page(
        "people/cash/page.html",
        box=balances.of_group(visit.group),
        listed=listed,
        is_first=not before,
        outdated=stakes.outdated(visit.session, visit.group, listed.entries),
        words=wording.sentence,
        money=lambda cents: money(visit, cents),
        plain=amounts.plain,
        box_name=BOX,
        typed=request.form,
        longest_sign=entries.LONGEST_SIGN,
    )


@blueprint.group_page(f"{CASH}/fees", "keeper")
def fee_page(visit: access.GroupVisit) -> str:
    """Ask for a fee: who pays it, and how much each; who has played today is ticked."""
    at_table = entries.at_table(visit.session, visit.group, visit.today)
    return _form(visit, "people/cash/fee.html", [player.uid for player in at_table])


@blueprint.group_form(f"{CASH}/fees", "keeper", then="cash_box.page", again=fee_page)
def add_fee(
    visit: access.GroupVisit,
    write: changes.Write,
    players: list[str],
    amount: Cents,
    note: str,
    day: parts.Day,
) -> None:
    """Have some players owe the box a fee."""
    chosen = rosters.all_chosen(visit.group, players)
    entries.fee(visit.session, visit.group, write, chosen, amount, note=note, day=day)


@blueprint.group_page(f"{CASH}/expenses", "keeper")
def expense_page(visit: access.GroupVisit) -> str:
    """Ask for an expense: who paid, how much, and who shares it."""
    return _form(visit, "people/cash/expense.html")


@blueprint.group_form(f"{CASH}/expenses", "keeper", then="cash_box.page", again=expense_page)
def add_expense(
    visit: access.GroupVisit,
    write: changes.Write,
    amount: Cents,
    paid_by: Party,
    shared_by: list[str],
    note: str,
    day: parts.Day,
) -> None:
    """Write down what was spent, from the box or by a player."""
    entries.expense(
        visit.session,
        visit.group,
        write,
        amount,
        paid_by=_chosen(visit, paid_by, "paid_by"),
        shared_by=rosters.all_chosen(visit.group, shared_by, "shared_by"),
        note=note,
        day=day,
    )


@blueprint.group_page(f"{CASH}/payments", "keeper")
def payment_page(visit: access.GroupVisit) -> str:
    """Ask for a payment: who paid whom."""
    return _form(visit, "people/cash/payment.html")


@blueprint.group_form(f"{CASH}/payments", "keeper", then="cash_box.page", again=payment_page)
def add_payment(
    visit: access.GroupVisit,
    write: changes.Write,
    *,
    payer: Party,
    payee: Party,
    amount: Cents,
    note: str,
    day: parts.Day,
    is_proposed: bool,
) -> None:
    """Write down that somebody paid the box or another player."""
    entries.pay(
        visit.session,
        visit.group,
        write,
        amount,
        payer=_chosen(visit, payer, "payer"),
        payee=_chosen(visit, payee, "payee"),
        note=note,
        day=day,
        is_proposed=is_proposed,
    )


@blueprint.group_page(f"{CASH}/deposits", "keeper")
def deposit_page(visit: access.GroupVisit) -> str:
    """Ask how much was in the box before, or was given."""
    return _form(visit, "people/cash/deposit.html")


@blueprint.group_form(f"{CASH}/deposits", "keeper", then="cash_box.page", again=deposit_page)
def add_deposit(
    visit: access.GroupVisit, write: changes.Write, amount: Cents, note: str, day: parts.Day
) -> None:
    """Put into the box what nobody is owed."""
    entries.deposit(visit.session, visit.group, write, amount, note=note, day=day)


@blueprint.group_form(f"{CASH}/settle", "keeper", then="cash_box.page", again=page)
def settle(
    visit: access.GroupVisit, write: changes.Write, payer: Party, payee: Party, amount: Cents
) -> None:
    """Write down one of the payments that settle the box."""
    add_payment(
        visit, write, payer=payer, payee=payee, amount=amount, note="", day=None, is_proposed=True
    )


@blueprint.group_form(f"{CASH}/currency", "keeper", then="cash_box.page", again=page)
def set_currency(visit: access.GroupVisit, write: changes.Write, currency: str) -> None:
    """Say which sign amounts have."""
    entries.set_currency(visit.session, visit.group, write, currency)


@blueprint.group_form(f"{ENTRY}/remove", "keeper", then="cash_box.page", again=page)
def take_entry_back(visit: access.GroupVisit, write: changes.Write, entry: CashEntry) -> None:
    """Take an entry back."""
    entries.take_back(visit.session, entry, write)


@blueprint.group_form(f"{ENTRY}/anew", "keeper", then="cash_box.page", again=page)
def write_entry_anew(visit: access.GroupVisit, write: changes.Write, entry: CashEntry) -> None:
    """Write the stakes of a game anew, as its result is now."""
    stakes.anew(visit.session, entry, write)


@blueprint.group_page(STAKE, "keeper")
def stake_page(visit: access.GroupVisit, game_uid: str) -> str:
    """Ask what a game's result is worth; or show what everybody would get, until ``change``."""
    game = game_of(visit, game_uid)
    asked = request.form or request.args
    amount = 0
    won: entries.Cents = {}
    error = responses.refusal()
    is_shown = "amount" in asked and "change" not in asked
    if is_shown and (error is None or error.code == stakes.OTHERWISE):
        try:
            amount = entries.check_amount(amounts.typed_cents(asked["amount"]))
            won = stakes.of_game(visit.session, visit.group, game, asked.get("way", ""), amount)
        except errors.ScorecardError as refused:
            visit.session.rollback()
            g.refusal = refused
    return responses.page(
        "people/cash/stake.html",
        game=game,
        entry=stakes.of_one(visit.session, visit.group, game),
        ways=cash.WAYS,
        about=stakes.explained(game),
        amount=money(visit, amount),
        won=[(player, money(visit, won[player], is_signed=True)) for player in won],
        shown=stakes.shown(won),
        typed=asked,
    )


@blueprint.group_form(STAKE, "keeper", then="cash_box.page", again=stake_page)
def add_stake(
    visit: access.GroupVisit,
    write: changes.Write,
    game_uid: str,
    way: str,
    amount: Cents,
    shown: str,
) -> None:
    """Put what a game's result comes to into the box, if that is still what was shown."""
    game = game_of(visit, game_uid)
    stakes.put(visit.session, visit.group, write, game, way, amount, was_shown=shown)


def game_of(visit: access.GroupVisit, uid: str) -> Game:
    """Return the game of the group with this uid."""
    game = games.find_game(visit.session, uid) if reading.is_unicode(uid) else None
    if game is None or game.group_id != visit.group.id or game.deleted_at:
        raise errors.NotFound(say("There is no such game in this group."))
    return game


def money(visit: access.GroupVisit, cents: int, *, is_signed: bool = False) -> amounts.Money:
    """Return an amount in the group's currency, a gain with its plus sign if it ``is_signed``."""
    return amounts.Money(cents, visit.group.currency, is_gain=is_signed and cents > 0)


def _form(visit: access.GroupVisit, template: str, ticked: Sequence[str] = ()) -> str:
    return responses.page(
        template,
        typed=request.form,
        today=visit.today,
        box_name=BOX,
        longest_note=entries.LONGEST_NOTE,
        people=_people(visit),
        ticked=ticked,
    )


def _people(visit: access.GroupVisit) -> list[Player]:
    """Return the players to choose from: the roster, and others with a balance."""
    others = [line.player for line in balances.of_group(visit.group).lines]
    roster = visit.group.roster
    return [*roster, *(player for player in others if player not in roster)]


def _chosen(visit: access.GroupVisit, uid: str | None, field: str) -> Player | None:
    """Return the chosen player, None for the box."""
    return None if uid is None else rosters.chosen(visit.group, uid, field)
