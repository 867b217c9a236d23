"""Write into the cash box of a group, and take entries back.

Every entry keeps two sums that pages read: each player's ``balance``, and what is ``in_box``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import CashEntry, CashShare, Group, Player, Result
from scorecard.models.group import each_by_name
from scorecard.rules.outcome import cash
from scorecard.rules.typed import amounts
from scorecard.rules.words import say
from scorecard.services.cash import balances, wording
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, quotas, texts
from scorecard.services.standings import results

LONGEST_NOTE = 100
"""Characters of a note, which stands in a line of the list."""
LONGEST_SIGN = 3
"""Characters of the sign of a currency."""
Cents = Mapping[Player, int]
"""The shares of an entry: what each player is owed, below 0 owes."""


def fee(
    session: Session,
    group: Group,
    write: changes.Write,
    players: Sequence[Player],
    amount: int,
    *,
    note: str = "",
    day: date | None = None,
) -> CashEntry:
    """Have each of some players owe the box so many cents, for an evening or a season."""
    check_amount(amount)
    chosen = each_by_name(players)
    if not chosen:
        raise errors.BadInput(say("Choose who pays the fee."), field="players")
    entry = new(group, write.at, cash.FEE, amount, note=note, day=day)
    return add(session, entry, write, dict.fromkeys(chosen, -amount))


def expense(
    session: Session,
    group: Group,
    write: changes.Write,
    amount: int,
    *,
    paid_by: Player | None = None,
    shared_by: Sequence[Player] = (),
    note: str = "",
    day: date | None = None,
) -> CashEntry:
    """Write down so many cents spent, from the box or laid out by a player.

    Those who share it owe equal parts; cents left over are spread from the first name on. Where
    nobody shares it, the box bears it.
    """
    check_amount(amount)
    payer = paid_by.one if paid_by else None
    sharers = each_by_name(shared_by)
    if sharers == [payer]:
        raise errors.BadInput(
            say("Who shares it? %(name)s owes nobody for this.", name=sharers[0].name),
            field="shared_by",
        )
    if amount < len(sharers):
        raise errors.BadInput(say("This is less than a cent for each."), field="amount")
    entry = new(group, write.at, cash.EXPENSE, amount, note=note, day=day)
    if not entry.note:
        raise errors.BadInput(say("Say what it was for, such as “cards”."), field="note")
    parts = amounts.shares(amount, len(sharers)) if sharers else []
    cents = {player: -part for player, part in zip(sharers, parts, strict=True)}
    if payer:
        cents[payer] = cents.get(payer, 0) + amount
    else:
        entry.in_box = -amount
    return add(session, entry, write, cents)


def pay(
    session: Session,
    group: Group,
    write: changes.Write,
    amount: int,
    *,
    payer: Player | None,
    payee: Player | None,
    note: str = "",
    day: date | None = None,
    is_proposed: bool = False,
) -> CashEntry:
    """Write down a payment; None stands for the box. One ``is_proposed`` must still be due."""
    check_amount(amount)
    payer, payee = (player.one if player else None for player in (payer, payee))
    debt = balances.Debt(payer, payee, amount)
    if is_proposed and debt not in balances.of_group(group).debts:
        raise errors.Conflict(say("Who pays whom has changed meanwhile. Look again."))
    if payer is payee:
        raise errors.BadInput(say("Choose two who are not the same."), field="payee")
    entry = new(group, write.at, cash.PAYMENT, amount, note=note, day=day)
    cents = {player: due for player, due in ((payer, amount), (payee, -amount)) if player}
    # Nothing, unless one of the two is the box.
    entry.in_box = sum(cents.values())
    return add(session, entry, write, cents)


def deposit(
    session: Session,
    group: Group,
    write: changes.Write,
    amount: int,
    *,
    note: str = "",
    day: date | None = None,
) -> CashEntry:
    """Put so many cents into the box that nobody is owed: what was in it before, or was given."""
    check_amount(amount)
    entry = new(group, write.at, cash.DEPOSIT, amount, note=note, day=day)
    entry.in_box = amount
    return add(session, entry, write, {})


def add(session: Session, entry: CashEntry, write: changes.Write, cents: Cents) -> CashEntry:
    """Put an entry and its shares into the cash box, and write the line of history."""
    quotas.check(session, bounds.CASH_ENTRIES_OF_GROUP, entry.group_id)
    session.add(entry)
    put_shares(entry, cents)
    entry.group.in_box += entry.in_box
    session.flush()
    news = entry, wording.about(entry)
    group_changes.note_new(session, entry.group, write, "cash_added", news)
    return entry


def take_back(session: Session, entry: CashEntry, write: changes.Write) -> None:
    """Take an entry back. It lies in no bin, because one line is all there is to type anew."""
    group_changes.refuse_stale(session, entry.group, write, entry.uid)
    about = wording.about(entry)
    with group_changes.record(session, entry.group, write, "cash_removed", entry, about):
        entry.group.in_box -= entry.in_box
        put_shares(entry, {})
        session.delete(entry)


def put_shares(entry: CashEntry, cents: Cents) -> None:
    """Replace the shares of an entry, and change the players' balances by the difference."""
    for share in entry.shares:
        share.player.balance -= share.amount
    present = {share.player: share for share in entry.shares}
    entry.shares = [present.get(player) or CashShare(player=player) for player in cents]
    for share in entry.shares:
        share.amount = cents[share.player]
        share.player.balance += share.amount


def set_currency(session: Session, group: Group, write: changes.Write, sign: str) -> None:
    """Say which sign amounts have, such as "€"; "" for none."""
    group_changes.refuse_stale(session, group, write, group.uid)
    what = say("The currency")
    cleaned = texts.line(sign, what, field="currency", longest=LONGEST_SIGN)
    if any(character.isdigit() or character in ".,+-−" for character in cleaned):
        raise errors.BadInput(say("Type a sign such as €, or letters."), field="currency")
    if cleaned == group.currency:
        return
    before, group.currency = group.currency, cleaned
    group_changes.note_detail(session, group, write, "currency", before, cleaned)


def at_table(session: Session, group: Group, day: date) -> list[Player]:
    """Return who played in a group's games that were begun on a day and have ended, by name."""
    begun = datetime.combine(day - timedelta(days=1), time(), UTC)
    ids = session.scalars(
        select(Result.player_id)
        .where(Result.group_id == group.id, Result.played_on == day)
        # By the index: the day before is far enough in every time zone.
        .where(Result.order_key >= results.order_key_of(begun, ""))
        .distinct()
    )
    here = {*ids}
    return [player for player in group.roster if player.id in here]


def find(session: Session, group: Group, uid: str) -> CashEntry:
    """Return the entry of a group with this uid."""
    wanted = select(CashEntry).where(CashEntry.group_id == group.id, CashEntry.uid == uid)
    return errors.found(session.scalar(wanted), say("This is not in the cash box any more."))


def check_amount(amount: int | None) -> int:
    """Return an amount in cents; refuse none, and one that is too small or too large."""
    if type(amount) is not int or not 1 <= amount <= cash.MOST_CENTS:
        raise errors.BadInput(
            say(
                "Type an amount such as 2 or 2.50, at most %(most)s.",
                most=amounts.Money(cash.MOST_CENTS),
            ),
            field="amount",
        )
    return amount


def new(
    group: Group,
    at: datetime,
    kind: str,
    amount: int,
    *,
    note: str = "",
    day: date | None = None,
) -> CashEntry:
    """Return an entry that is not in the cash box yet, of today unless a ``day`` is given."""
    return CashEntry(
        uid=codes.new_uid(),
        group=group,
        group_id=group.id,
        kind=kind,
        amount=amount,
        in_box=0,
        note=texts.line(note, say("The note"), field="note", longest=LONGEST_NOTE),
        way="",
        day=_checked_day(day, results.day_of(at, group)),
        at=at,
    )


def _checked_day(day: date | None, today: date) -> date:
    """Return a day, today where there is none; refuse one to come, and one of another age."""
    if day is None:
        return today
    if not today - timedelta(days=50 * 366) <= day <= today:
        raise errors.BadInput(
            say("%(day)s is not a day that has been.", day=day)
            if day > today
            else say("%(day)s is too long ago.", day=day),
            field="day",
        )
    return day
