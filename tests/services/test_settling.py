"""Who pays whom, after a game and over an evening."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.orm import Session

from scorecard.rules.settle import Payment
from scorecard.services import games, settling, tables
from tests.factories import EVENING, Table


def bank(session: Session, *names: str, **more: object) -> Table:
    table = Table(session, *names, rules="ace_deuce_jack", **more)  # type: ignore[arg-type]
    table.tell({"banker": names[0], "outcome": "bank"}, {2: 5, 3: 10})
    return table


def test_one_game_is_settled_when_it_has_ended(session: Session) -> None:
    table = bank(session, "Ann", "Bob", "Cy")
    assert tables.present(session, table.game)["payments"] == []
    games.finish(session, table.game, table.write())
    assert tables.present(session, table.game)["payments"] == [
        {"payer": "Cy", "payee": "Ann", "amount": 10},
        {"payer": "Bob", "payee": "Ann", "amount": 5},
    ]


def test_an_evening_is_settled_by_name_in_any_letter_case(session: Session) -> None:
    first = bank(session, "Ann", "Bob", "Cy")
    second = bank(session, "BOB", "ann", "Cy", keeper=first.keeper)
    both = settling.money_games_of_evening(session, first.game, first.keeper)
    assert both == [first.game, second.game]
    balances = settling.balances(both)
    assert balances == {"Ann": 10, "Bob": 10, "Cy": -20}
    assert settling.settle(balances) == [
        Payment("Cy", "Ann", 10),
        Payment("Cy", "Bob", 10),
    ]


def test_other_evenings_other_phones_and_games_of_points_do_not_count(session: Session) -> None:
    first = bank(session, "Ann", "Bob", "Cy")
    bank(session, "Ann", "Bob", "Cy", keeper=first.keeper, at=EVENING - timedelta(days=1))
    bank(session, "Ann", "Bob", "Cy")
    Table(session, "Ann", "Bob", keeper=first.keeper).play(50, 0)
    assert settling.money_games_of_evening(session, first.game, first.keeper) == [first.game]


def test_chips_on_the_table_belong_to_nobody(session: Session) -> None:
    table = Table(session, "Ann", "Bob", rules="farmer", options={"ante": 2})
    table.tell({"farmer": "Ann"}, {1: {"total": 15}, 2: {"total": 13}})
    balances = settling.balances([table.game])
    assert settling.left_over(balances) == 4
    assert settling.settle(balances) == []
