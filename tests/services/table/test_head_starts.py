"""Head starts of a game: given at its start, changed before round 1, kept in the rematch."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, RefusedByRules
from scorecard.services.history import changes, history, undo_redo
from scorecard.services.keeping import rescoring
from scorecard.services.scoring import sheets
from scorecard.services.table import games, rematches, seating
from tests.factories import Club, Table, shown_of
from tests.scoring import sheet_of


@pytest.fixture
def table(session: Session) -> Table:
    """Return a table at which Bob starts with 300 of 1,000."""
    return Table(session, "Ann", "Bob", options={"target": 1_000}, head_starts={"Bob": 300})


def head_starts(table: Table) -> list[int]:
    return [seat.head_start for seat in table.game.seats]


def give(table: Table, **points: int) -> None:
    games.change_settings(table.session, table.game, table.write(), {}, head_starts=points)
    table.session.commit()


def undo(table: Table) -> None:
    undo_redo.undo(table.session, table.game, table.write(), is_keeper=True)
    table.session.commit()


def told(table: Table) -> str:
    return history.sentence(changes.lines(table.session, table.game)[0], table.game)


class TestAtTheStart:
    def test_totals_begin_with_them(self, table: Table) -> None:
        assert table.totals() == [0, 300]
        table.play(100, 50)
        assert table.totals() == [100, 350]
        assert list(rescoring.faults_of_scores(table.game)) == []

    def test_history_tells_of_them(self, table: Table) -> None:
        assert told(table) == "Game started · Bob starts with 300"

    def test_everybody_is_shown_them(self, table: Table) -> None:
        shown = shown_of(table.session, table.game)
        assert [seat["head_start"] for seat in shown["seats"]] == [0, 300]
        assert [side["head_start"] for side in shown["sides"]] == [0, 300]

    def test_a_record_has_them_and_scores_the_same(self, table: Table) -> None:
        table.play(100, 50)
        typed = sheets.record_of(table.game)
        assert typed["head_starts"] == {"Bob": 300}
        result = sheet_of(typed)
        assert list(result.totals.values()) == table.totals()

    def test_a_name_may_be_typed_as_on_the_roster_or_not(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("ann", " bob", head_starts={"BOB ": 50})
        assert [(seat.name, seat.start) for seat in table.game.seats] == [("Ann", 0), ("Bob", 50)]

    def test_a_stranger_has_none(self, session: Session) -> None:
        with pytest.raises(BadInput, match="Eve has a head start, but is not") as refused:
            Table(session, "Ann", "Bob", head_starts={"Eve": 50})
        assert (refused.value.field, refused.value.code) == ("head_starts", "unknown_player")

    def test_the_game_is_not_won_by_one(self, session: Session) -> None:
        with pytest.raises(RefusedByRules, match="Bob cannot start with 1,000"):
            Table(session, options={"target": 1_000}, head_starts={"Bob": 1_000})


class TestChangingThem:
    def test_who_is_named_starts_with_that_from_now_on(self, table: Table) -> None:
        give(table, Ann=50, Bob=0)
        assert (head_starts(table), table.totals()) == ([50, 0], [50, 0])
        assert told(table) == "Settings changed · Ann starts with 50 · Bob starts with 0"

    def test_who_is_not_named_keeps_theirs(self, table: Table) -> None:
        give(table, Ann=50)
        assert head_starts(table) == [50, 300]
        assert told(table) == "Settings changed · Ann starts with 50"

    def test_undo_takes_it_back_and_redo_brings_it_back(self, table: Table) -> None:
        give(table, Ann=50, Bob=0)
        undo(table)
        assert (head_starts(table), table.totals()) == ([0, 300], [0, 300])
        assert told(table) == "Undone: Settings changed · Ann starts with 50 · Bob starts with 0"
        undo_redo.redo(table.session, table.game, table.write(), is_keeper=True)
        assert (head_starts(table), table.totals()) == ([50, 0], [50, 0])

    def test_they_are_fixed_once_round_1_is_scored(self, table: Table) -> None:
        table.play(100, 50)
        with pytest.raises(Conflict, match="Rules are fixed after round 1"):
            give(table, Bob=0)

    @pytest.mark.parametrize("points", [5_000, 2**63])
    def test_what_the_rules_refuse_changes_nothing(self, table: Table, points: int) -> None:
        with pytest.raises(RefusedByRules):
            give(table, Bob=points)
        table.session.rollback()
        assert head_starts(table) == [0, 300]

    def test_a_target_below_one_is_refused(self, table: Table) -> None:
        give(table, Bob=900)
        with pytest.raises(RefusedByRules, match="Bob cannot start with 900: the game is to 800"):
            games.change_settings(table.session, table.game, table.write(), {"target": 800})

    def test_a_new_name_keeps_it(self, table: Table) -> None:
        seating.rename(table.session, table.game, table.write(), 2, "Bobby")
        assert sheets.record_of(table.game)["head_starts"] == {"Bobby": 300}
        assert history.sentence(changes.lines(table.session, table.game)[-1], table.game) == (
            "Game started · Bobby starts with 300"
        )

    def test_who_is_let_in_late_has_none(self, table: Table) -> None:
        table.play(100, 50)
        seating.let_in(table.session, table.game, table.write(), "Eve", "last")
        assert head_starts(table) == [0, 300, 0]
        assert table.totals() == [100, 350, 100]
        assert sheets.record_of(table.game)["head_starts"] == {"Bob": 300}


class TestAfterwards:
    def test_a_rematch_keeps_them(self, table: Table) -> None:
        table.play(900, 700)
        games.finish(table.session, table.game, table.write())
        again = rematches.create(table.session, table.game, table.write())
        assert [seat.total for seat in again.seats] == [0, 300]

    def test_who_came_late_has_none_in_the_rematch(self, table: Table) -> None:
        table.play(100, 50)
        seating.let_in(table.session, table.game, table.write(), "Eve", "last")
        games.finish(table.session, table.game, table.write())
        again = rematches.create(table.session, table.game, table.write())
        assert [seat.head_start for seat in again.seats] == [0, 300, 0]

    def test_games_tried_by_other_rules_begin_with_them(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob", options={"target": 1_000}, head_starts={"Bob": 300})
        assert sheets.record_with(table.game, [])["head_starts"] == {"Bob": 300}
