"""The cash box: fees, expenses, payments; exact to the cent, through merges, and in files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict
from scorecard.models import CashEntry, CashShare, Player
from scorecard.services.cash import balances, entries, ledger, stakes, wording
from scorecard.services.files.exporting import dossiers
from scorecard.services.groups import groups
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.players import deleting, merging, rosters
from tests.factories import EVENING, Club
from tests.work import statements

TODAY = EVENING.date()
THREE = ("Ann", "Bob", "Cy")


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, *THREE)


def named(club: Club, *names: str) -> list[Player]:
    return [club.players[name] for name in names]


def fee(club: Club, amount: int, *names: str, **more: Any) -> CashEntry:
    return entries.fee(club.session, club.group, club.write(), named(club, *names), amount, **more)


def spend(club: Club, amount: int, by: str = "", shared: Sequence[str] = ()) -> CashEntry:
    payer = club.players[by] if by else None
    sharers = named(club, *shared)
    return entries.expense(
        *(club.session, club.group, club.write(), amount),
        paid_by=payer,
        shared_by=sharers,
        note="drinks",
    )


def pay(club: Club, amount: int, payer: str = "", payee: str = "") -> CashEntry:
    who = [club.players[name] if name else None for name in (payer, payee)]
    return entries.pay(club.session, club.group, club.write(), amount, payer=who[0], payee=who[1])


def sums(club: Club) -> dict[str, int]:
    """Return what everybody is owed, and what the box is, by name."""
    box = balances.of_group(club.group)
    return {line.player.name: line.balance for line in box.lines} | {"": box.outstanding}


def debts(club: Club) -> list[tuple[str, str, int]]:
    return [
        (debt.payer.name if debt.payer else "", debt.payee.name if debt.payee else "", debt.amount)
        for debt in balances.of_group(club.group).debts
    ]


class TestWhatItComesTo:
    def test_a_fee_is_owed_to_the_box_by_each(self, club: Club) -> None:
        fee(club, 250, "Ann", "Bob", "Ann")
        assert sums(club) == {"Ann": -250, "Bob": -250, "": 500}
        assert club.group.in_box == 0
        assert debts(club) == [("Ann", "", 250), ("Bob", "", 250)]

    def test_what_a_player_laid_out_comes_off_their_fee(self, club: Club) -> None:
        fee(club, 300, *THREE)
        spend(club, 500, by="Ann")
        assert sums(club) == {"Bob": -300, "Cy": -300, "Ann": 200, "": 400}
        # Two payments less than everybody paying the box, and the box paying Ann.
        assert len(debts(club)) == 3
        assert sum(amount for _payer, payee, amount in debts(club) if payee == "Ann") == 200

    def test_cents_that_cannot_be_shared_go_to_the_first_names(self, club: Club) -> None:
        spend(club, 1_000, by="Cy", shared=("Cy", "Bob", "Ann"))
        assert sums(club) == {"Ann": -334, "Bob": -333, "Cy": 667, "": 0}

    def test_what_the_box_paid_is_gone_from_it_and_owed_by_nobody(self, club: Club) -> None:
        entries.deposit(club.session, club.group, club.write(), 2_000)
        spend(club, 450)
        assert club.group.in_box == 1_550
        assert sums(club) == {"": 0}
        spend(club, 101, shared=("Ann", "Bob"))
        assert (club.group.in_box, sums(club)) == (1_449, {"Ann": -51, "Bob": -50, "": 101})

    def test_payments_settle_it_one_after_the_other(self, club: Club) -> None:
        fee(club, 300, *THREE)
        spend(club, 901, by="Ann", shared=("Bob", "Cy"))
        for _ in range(5):
            if not (left := balances.of_group(club.group).debts):
                break
            said = left[0]
            entries.pay(
                *(club.session, club.group, club.write(), said.amount),
                payer=said.payer,
                payee=said.payee,
                is_proposed=True,
            )
        assert sums(club) == {"": 0}
        assert club.group.in_box == 900

    def test_a_payment_that_was_written_down_already_is_refused(self, club: Club) -> None:
        fee(club, 300, "Ann")
        ann = club.players["Ann"]
        said: dict[str, Any] = {"payer": ann, "payee": None, "is_proposed": True}
        entries.pay(club.session, club.group, club.write(), 300, **said)
        with pytest.raises(Conflict, match="Who pays whom has changed"):
            entries.pay(club.session, club.group, club.write(), 300, **said)
        assert sums(club) == {"": 0}

    def test_what_was_taken_back_is_as_if_it_had_never_been(self, club: Club) -> None:
        fee(club, 300, *THREE)
        before = sums(club), club.group.in_box
        paid = pay(club, 300, "Ann")
        entries.take_back(club.session, paid, club.write())
        assert (sums(club), club.group.in_box) == before
        told = [group_changes.sentence(line) for line in changes.lines(club.session, club.group)]
        assert told[:2] == [
            "Cash box, taken back: Ann paid the cash box 3.00",
            "Cash box: Ann paid the cash box 3.00",
        ]

    def test_a_random_ledger_agrees_with_an_independent_recount(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed")
        dice = random.Random(7)
        owed: Counter[str] = Counter()
        written: list[tuple[CashEntry, Counter[str]]] = []
        for _ in range(300):
            if written and dice.randrange(4) == 0:
                entry, moved = written.pop(dice.randrange(len(written)))
                entries.take_back(session, entry, club.write())
                owed.subtract(moved)
            else:
                entry, moved = something(club, dice)
                written.append((entry, moved))
                owed.update(moved)
            found = sums(club)
            expected = {name: cents for name, cents in owed.items() if cents and name != BOX}
            outstanding = -sum(expected.values())
            assert found == {**expected, "": outstanding}
            assert sum(found.values()) == 0
            assert club.group.in_box == owed[BOX]
        session.commit()
        assert balances.recount(session, club.group) == []


BOX = "in the box"


def something(club: Club, dice: random.Random) -> tuple[CashEntry, Counter[str]]:
    """Write any entry; return what it moves by name, counted apart from the services."""
    names = [*club.players]
    amount, some = dice.randint(5, 5_000), sorted(dice.sample(names, dice.randint(1, 5)))
    one, other = dice.sample([*names, ""], 2)
    moved: Counter[str] = Counter()
    match dice.randrange(3):
        case 0:
            moved.update(dict.fromkeys(some, -amount))
            return fee(club, amount, *some), moved
        case 1:
            sharers = [] if some == [one] else some
            for place, name in enumerate(sharers):
                moved[name] -= amount // len(sharers) + (place < amount % len(sharers))
            if one:
                moved[one] += amount
            else:
                moved[BOX] -= amount
            return spend(club, amount, one, sharers), moved
        case _:
            if one:
                moved[one] += amount
            else:
                moved[BOX] -= amount
            if other:
                moved[other] -= amount
            else:
                moved[BOX] += amount
            return pay(club, amount, one, other), moved


class TestWhatIsRefused:
    @pytest.mark.parametrize("amount", [0, -1, 10_000_001, True, None])
    def test_an_amount_that_is_none(self, club: Club, amount: Any) -> None:
        with pytest.raises(BadInput, match="Type an amount") as refused:
            fee(club, amount, "Ann")
        assert refused.value.field == "amount"

    def test_nobody_who_pays_and_nobody_paid(self, club: Club) -> None:
        with pytest.raises(BadInput, match="Choose who pays"):
            fee(club, 100)
        for one in ("Ann", ""):
            with pytest.raises(BadInput, match="not the same"):
                pay(club, 100, one, one)

    def test_what_somebody_shares_with_nobody(self, club: Club) -> None:
        with pytest.raises(BadInput, match="Ann owes nobody"):
            spend(club, 100, "Ann", ["Ann"])
        with pytest.raises(BadInput, match="less than a cent"):
            spend(club, 2, "Ann", THREE)

    def test_a_day_to_come_and_an_expense_for_nothing(self, club: Club) -> None:
        with pytest.raises(BadInput, match="15 Mar 2026 is not a day that has been"):
            fee(club, 100, "Ann", day=TODAY + timedelta(days=1))
        with pytest.raises(BadInput, match="what it was for"):
            entries.expense(club.session, club.group, club.write(), 100, note=" ")
        assert club.session.scalars(select(CashEntry)).all() == []

    @pytest.mark.parametrize("sign", ["EURO", "1", "€\n€", "2,5"])
    def test_a_sign_that_is_none(self, club: Club, sign: str) -> None:
        with pytest.raises(BadInput) as refused:
            entries.set_currency(club.session, club.group, club.write(), sign)
        assert refused.value.field == "currency"


class TestPlayers:
    def test_who_was_merged_owes_as_the_other_until_they_are_two_again(self, club: Club) -> None:
        ann, bob = named(club, "Ann", "Bob")
        fee(club, 300, "Ann", "Bob")
        merging.merge(club.session, bob, ann, club.write())
        assert sums(club) == {"Ann": -600, "": 600}
        fee(club, 100, "Bob")
        assert sums(club) == {"Ann": -700, "": 700}
        merging.unmerge(club.session, bob, club.write())
        assert sums(club) == {"Ann": -400, "Bob": -300, "": 700}

    def test_who_left_still_owes(self, club: Club) -> None:
        fee(club, 300, "Ann", "Bob")
        rosters.retire(club.session, club.players["Ann"], club.write())
        assert debts(club) == [("Ann", "", 300), ("Bob", "", 300)]

    def test_a_mistyped_player_is_not_deleted_while_in_the_box(self, club: Club) -> None:
        entry = fee(club, 300, "Ann")
        ann = club.players["Ann"]
        assert "Ann is in the cash box." in deleting.hanging(club.session, ann)
        entries.take_back(club.session, entry, club.write())
        deleting.delete(club.session, ann, club.write())
        assert sums(club) == {"": 0}

    def test_a_forgotten_player_owes_under_the_new_name(self, club: Club) -> None:
        fee(club, 300, "Ann", note="for Ann")
        club.session.commit()
        forgetting.forget(club.session, club.players["Ann"], club.write())
        club.session.commit()
        (entry,) = ledger.page(club.session, club.group).entries
        told = "Fee of 3.00 each: Former player 1, “for Former player 1”"
        assert wording.sentence(entry) == told
        lines = [group_changes.sentence(line) for line in changes.lines(club.session, club.group)]
        assert f"Cash box: {told}" in lines

    def test_a_player_takes_along_what_it_holds_of_them(self, club: Club) -> None:
        fee(club, 300, "Ann", "Bob", note="final")
        pay(club, 100, "Bob", "Cy")
        club.session.commit()
        told = dossiers.of_player(club.session, club.players["Bob"], club.at)["cash"]
        assert [(one["kind"], one["cents"], one["note"]) for one in told] == [
            ("fee", -300, "final"),
            ("payment", 100, ""),
        ]


class TestThePages:
    def test_entries_are_leafed_through_by_their_days(self, club: Club) -> None:
        for number in range(1, 8):
            fee(club, number, "Ann", day=TODAY - timedelta(days=number % 3))
        club.session.commit()
        seen, before = [], ""
        while True:
            page = ledger.page(club.session, club.group, before, most=2)
            seen += [entry.amount for entry in page.entries]
            assert len(page.entries) <= 2
            if not (before := page.older):
                break
        assert seen == [6, 3, 7, 4, 1, 5, 2]

    def test_a_page_asks_as_much_after_many_entries_as_after_few(self, club: Club) -> None:
        def asked() -> list[str]:
            club.session.commit()
            group = groups.find(club.session, club.group.uid)
            assert group
            with statements(club.session) as found:
                balances.of_group(group)
                stakes.outdated(club.session, group, ledger.page(club.session, group).entries)
            return found

        fee(club, 100, *THREE)
        pay(club, 100, "Ann")
        few = asked()
        for number in range(1, 60):
            fee(club, number, *THREE)
        assert len(asked()) == len(few)
        # What the box comes to stands in the rows of the players and the group.
        assert not any("sum(" in statement.lower() for statement in few)

    def test_recounting_puts_right_what_was_kept_otherwise(self, club: Club) -> None:
        fee(club, 300, "Ann")
        entries.deposit(club.session, club.group, club.write(), 500)
        club.players["Ann"].balance, club.group.in_box = 7, 9
        club.session.commit()
        uid = club.players["Ann"].uid
        told = recounting.recount(club.session, club.group)
        assert told == [
            f"Cash box: player {uid} was kept as 7 cents, is -300.",
            "Cash box: the box was kept as 9 cents, is 500.",
        ]
        club.session.commit()
        again = club.session.merge(club.group)
        assert balances.recount(club.session, again) == []
        assert club.session.scalars(select(CashShare.amount)).all() == [-300]
