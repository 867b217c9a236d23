"""Who farmed, banked or dealt stays with a round when it closes, however it was entered."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import Unconfirmed
from scorecard.services.history import undo_redo
from scorecard.services.table import rounds
from tests.factories import Table

WHOLE = [True, False]
"""All hands at once, or one after the other."""


def enter(table: Table, entries: dict[int, Any], *, is_whole: bool, said: Any = None) -> None:
    """Enter a round, all seats with one write or each with one of its own."""
    number = table.game.next_number
    if is_whole:
        table.tell(said or {}, entries)
        return
    for seat, entry in entries.items():
        table.enter(number, {seat: entry})
    if said:
        table.tell(said)


def farmer(session: Session, *, is_whole: bool) -> Table:
    """Ben farms first and nobody has 16, so that he farms the second deal as well."""
    table = Table(session, "Ann", "Ben", "Cleo", rules="farmer")
    for totals in ((15, 12, 14), (15, 12, 18)):
        hands = {seat: {"total": total} for seat, total in enumerate(totals, start=1)}
        enter(table, hands, is_whole=is_whole)
    return table


class TestFarmer:
    @pytest.mark.parametrize("is_whole", WHOLE)
    def test_a_correction_leaves_the_farmers_of_later_deals(
        self, session: Session, is_whole: bool
    ) -> None:
        table = farmer(session, is_whole=is_whole)
        assert [round_.data for round_ in table.game.rounds] == [{"farmer": "Ann"}] * 2
        with pytest.raises(Unconfirmed) as unconfirmed:
            table.enter(1, {2: {"total": 16}})
        session.rollback()
        assert [str(warning.message) for warning in unconfirmed.value.warnings] == [
            "Ann was the farmer of deal 2, though Ben should have been."
        ]
        table.enter(1, {2: {"total": 16}}, is_confirmed=True)
        # Ben took the farm of 3; in deal 2 Ann was closest, and Cleo's bust chip went to her, too.
        assert table.totals() == [0, 0, -3]

    def test_undo_and_redo_bring_them_back(self, session: Session) -> None:
        table = farmer(session, is_whole=False)
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert table.game.rounds[1].data == {}
        undo_redo.redo(session, table.game, table.write(), is_keeper=True)
        assert table.game.rounds[1].data == {"farmer": "Ann"}


class TestAceDeuceJack:
    @pytest.mark.parametrize("is_whole", WHOLE)
    def test_the_banker_is_kept(self, session: Session, is_whole: bool) -> None:
        table = Table(session, "Ann", "Ben", "Cleo", rules="ace_deuce_jack")
        enter(table, {2: 5, 3: 5}, is_whole=is_whole, said={"outcome": "bank"})
        enter(table, {1: 5, 3: 5}, is_whole=is_whole, said={"outcome": "players"})
        assert [round_.data["banker"] for round_ in table.game.rounds] == ["Ann", "Ben"]

    def test_a_warning_names_the_hand(self, session: Session) -> None:
        table = Table(session, "Ann", "Ben", "Cleo", rules="ace_deuce_jack")
        table.tell({"outcome": "bank", "banker": "Ben"}, {1: 5, 3: 5})
        with pytest.raises(Unconfirmed) as unconfirmed:
            rounds.close(session, table.game, table.write(), 1)
        assert str(unconfirmed.value.warnings[0].message) == (
            "Ben was the bank in hand 1, though it was Ann’s turn."
        )


def test_the_dealer_of_pitch_is_kept_once_anybody_has_named_one(session: Session) -> None:
    table = Table(session, "Ann", "Ben", "Cleo", "Dan", rules="pitch")
    hand = {"pitcher": "Ann", "bid": 2, "points": {"A": 3, "B": 1}}
    for said in (hand, hand | {"dealer": "Ben"}, hand, hand | {"dealer": None}):
        table.tell(said)
    told = [round_.data.get("dealer", "nobody") for round_ in table.game.rounds]
    assert told == ["nobody", "Ben", "Cleo", None]
