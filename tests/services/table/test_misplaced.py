"""What is typed in another place than a game has for it is refused, and breaks nothing."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, RefusedByRules
from scorecard.services.table import open_rounds, rounds
from tests.factories import Table


def test_no_seat_has_entries_where_a_game_knows_none(session: Session) -> None:
    table = Table(session, "Ann", "Bob", "Cy", "Dev", rules="brag")
    sentence = "In Brag everything is said about the round, nothing by seat"
    with pytest.raises(BadInput, match=sentence):
        table.enter(1, {1: 2})
    with pytest.raises(BadInput, match=sentence):
        open_rounds.preview(table.game, 1, {1: 2})
    assert table.game.rounds == []


@pytest.mark.parametrize("cards", [{1: "9", 2: "K"}, {1: "9", 2: "K", 3: "4"}])
def test_cards_beside_who_took_the_trick_are_refused(
    session: Session, cards: dict[int, str]
) -> None:
    table = Table(session, "Ann", "Bob", "Cy", rules="cucumber")
    table.tell({"leader": "Ann"}, cards)
    said = {"winner": "Cy", "rank": "5"}
    with pytest.raises(RefusedByRules):
        rounds.enter(session, table.game, table.write(), 1, {1: "10"}, table_entry=said)
