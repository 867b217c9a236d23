"""A correction that leaves no room for what was played later."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import RefusedByRules
from scorecard.services.table import rounds
from tests.factories import Table


def test_one_that_leaves_no_room_for_later_hands_says_which_to_undo(session: Session) -> None:
    table = Table(session, "Ann", "Bob", "Cy", rules="cucumber")
    for _ in range(3):
        table.tell({"winner": "Ann", "rank": "A"})
    table.tell({"winner": "Bob", "rank": "2"})
    for _ in range(2):
        table.tell({"leader": "Ann"}, {1: "5", 2: "2", 3: "2"})
    write = table.write(version=table.game.version)
    with pytest.raises(RefusedByRules) as raised:
        rounds.enter(session, table.game, write, 4, {}, table_entry={"winner": "Ann", "rank": "A"})
    assert raised.value.message == (
        "Hand 5: Ann is out since hand 4 and plays no more cards. "
        "Undo hands 5–6 or correct them first."
    )
    assert raised.value.refusal.round == 5
