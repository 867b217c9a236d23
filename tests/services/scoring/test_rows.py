"""What is written past the session: it is taken back with everything else."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.models import Entry
from scorecard.services.scoring import sheets
from scorecard.services.table import rounds
from tests.factories import Table


@pytest.mark.parametrize("begun", [0, 1])
def test_a_count_that_a_savepoint_takes_back_is_known_to_nobody(
    session: Session, begun: int
) -> None:
    table = Table(session, "Ann", "Bob", "Cy")
    if begun:
        table.enter(1, {1: {"score": 100}})
    version = table.game.version
    savepoint = session.begin_nested()
    rounds.enter(session, table.game, table.write(), 1, {2: {"score": 200}})
    assert session.scalar(sa.select(sa.func.count(Entry.id))) == begun + 1
    savepoint.rollback()
    assert table.game.version == version
    assert session.scalar(sa.select(sa.func.count(Entry.id))) == begun
    assert [round_.number for round_ in table.game.rounds] == [1] * begun
    table.enter(1, {2: {"score": 300}})
    open_round = sheets.read(table.game).open_round
    assert open_round
    assert open_round.scores == ({"Ann": 100} if begun else {}) | {"Bob": 300}


def test_what_was_counted_in_one_transaction_can_be_corrected_in_it(session: Session) -> None:
    table = Table(session)
    for points in (100, 150):
        rounds.enter(session, table.game, table.write(), 1, {1: {"score": points}})
    rounds.enter(session, table.game, table.write(), 1, {2: {"score": 50}})
    rounds.enter(session, table.game, table.write(), 1, {1: {"score": 200}})
    session.commit()
    assert table.totals() == [200, 50]
    assert [*sheets.stored_points(table.game)[1].values()] == [200, 50]
