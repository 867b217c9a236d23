"""Somebody whom the keeper lets in after round 1."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, RefusedByRules, Stale
from scorecard.services.history import changes, history, undo_redo
from scorecard.services.keeping import rescoring
from scorecard.services.scoring import sheets
from scorecard.services.table import games, rematches, rounds, seating
from tests.factories import Club, Table, shown_of


@pytest.fixture
def table(session: Session) -> Table:
    """Return a table of two that has played a round."""
    played = Table(session, "Ann", "Bob", options={"target": 5_000})
    played.play(450, 200)
    return played


def let_in(table: Table, name: str = "Eve", start: seating.Start = "last") -> None:
    seating.let_in(table.session, table.game, table.write(), name, start)
    table.session.commit()


def undo(table: Table) -> None:
    undo_redo.undo(table.session, table.game, table.write(), is_keeper=True)
    table.session.commit()


class TestLettingIn:
    @pytest.mark.parametrize(("start", "total"), [("last", 200), ("zero", 0)])
    def test_they_sit_last_and_start_with_what_was_chosen(
        self, table: Table, start: seating.Start, total: int
    ) -> None:
        let_in(table, start=start)
        seat = shown_of(table.session, table.game)["seats"][2]
        assert (seat["seat"], seat["name"], seat["total"]) == (3, "Eve", total)
        assert seat["joined"] == {"after": 1, "start": total}

    def test_they_count_from_the_open_round_on(self, table: Table) -> None:
        table.enter(2, {1: {"score": 100}})
        let_in(table)
        assert shown_of(table.session, table.game)["open_round"]["missing"] == [2, 3]
        table.enter(2, {2: {"score": 50}, 3: {"score": 150}})
        assert table.totals() == [550, 250, 350]

    def test_a_round_before_has_nothing_of_them(self, table: Table) -> None:
        let_in(table)
        assert table.whole()["rounds"][0]["scores"] == {
            "Ann": 450,
            "Bob": 200,
        }
        with pytest.raises(Conflict, match="Eve joined after round 1"):
            table.enter(1, {3: {"score": 50}}, is_confirmed=True)

    def test_a_hand_before_is_called_as_the_game_calls_it(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 5})
        let_in(table, start="zero")
        with pytest.raises(Conflict, match="Eve joined after hand 1"):
            rounds.enter(table.session, table.game, table.write(), 1, {3: 20})

    def test_where_the_lowest_total_wins_the_last_one_has_the_highest(
        self, session: Session
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="pay_me")
        table.tell({"went_out": "Cy"}, {1: 30, 2: 5})
        assert seating.starts(table.game) == {"zero": 0, "last": 30}
        seating.leave(session, table.game, table.write(), 1)
        assert seating.starts(table.game) == {"zero": 0, "last": 5}

    def test_a_correction_does_not_move_their_start(self, table: Table) -> None:
        let_in(table)
        table.enter(1, {2: {"score": 100}}, is_confirmed=True)
        assert table.totals() == [450, 100, 200]
        assert list(rescoring.faults_of_scores(table.game)) == []

    def test_the_turn_goes_on_to_them(self, table: Table) -> None:
        table.play(0, 50)
        let_in(table)
        assert games.turn(table.game).name == "Eve"
        table.play(0, 50, 50)
        assert games.turn(table.game).name == "Ann"

    def test_they_are_in_the_rematch_like_all_others(self, table: Table) -> None:
        let_in(table)
        table.play(0, 50, 100)
        games.finish(table.session, table.game, table.write())
        rematch = rematches.create(table.session, table.game, table.write())
        assert [seat.name for seat in rematch.seats] == ["Ann", "Bob", "Eve"]
        assert [seat.joined for seat in rematch.seats] == [None, None, None]


class TestHistory:
    def test_a_line_tells_who_from_when_and_with_what(self, table: Table) -> None:
        let_in(table)
        line = changes.lines(table.session, table.game)[0]
        said = history.sentence(line, table.game)
        assert said == "Eve joined late, from round 2 on, with 200"

    def test_redo_brings_back_a_player_of_the_group_who_was_not_looked_at_before(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Eve")
        table = club.start("Ann", "Bob", options={"target": 5_000})
        table.play(450, 200)
        let_in(table)
        undo(table)
        session.expunge(club.players["Eve"])
        undo_redo.redo(session, table.game, table.write(), is_keeper=True)
        seat = table.game.seats[2]
        assert seat.player
        assert (seat.name, seat.player.name) == ("Eve", "Eve")

    def test_undo_takes_it_back_and_redo_brings_it_back(self, table: Table) -> None:
        let_in(table)
        undo(table)
        assert [seat.name for seat in table.game.seats] == ["Ann", "Bob"]
        assert "joined" not in sheets.record_of(table.game)
        undo_redo.redo(table.session, table.game, table.write(), is_keeper=True)
        assert table.game.seats[2].joined == {"after": 1, "start": 200}
        assert table.totals() == [450, 200, 200]

    def test_what_they_counted_is_undone_before_it(self, table: Table) -> None:
        let_in(table)
        table.enter(2, {3: {"score": 50}})
        undo(table)
        assert table.game.seats[2].name == "Eve"
        undo(table)
        assert len(table.game.seats) == 2

    def test_who_leaves_again_keeps_the_start(self, table: Table) -> None:
        let_in(table)
        seating.leave(table.session, table.game, table.write(), 3)
        table.play(50, 50)
        assert table.totals() == [500, 250, 200]


class TestRefusals:
    def test_round_1_is_not_closed_yet(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict, match="add a player instead") as refused:
            let_in(table)
        assert refused.value.code == "not_late"

    def test_the_name_is_taken(self, table: Table) -> None:
        with pytest.raises(RefusedByRules, match="Two players are called ann"):
            let_in(table, "ann")

    def test_the_game_has_ended(self, table: Table) -> None:
        games.finish(table.session, table.game, table.write())
        with pytest.raises(Conflict, match="ended"):
            let_in(table)

    def test_the_game_is_over_by_its_rules(self, session: Session) -> None:
        table = Table(session, options={"target": 500})
        table.play(500, 0)
        with pytest.raises(RefusedByRules, match="over"):
            let_in(table)

    def test_there_are_too_many(self, session: Session) -> None:
        table = Table(session, *(f"P{seat}" for seat in range(8)))
        table.play(*range(0, 400, 50))
        with pytest.raises(RefusedByRules) as refused:
            let_in(table)
        session.rollback()
        assert refused.value.code == "player_count"
        assert len(table.game.seats) == 8

    def test_the_game_does_not_allow_it(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", "Di", rules="pitch")
        table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
        with pytest.raises(Conflict, match="four in two teams") as refused:
            let_in(table)
        assert refused.value.code == "cannot_join_late"
        with pytest.raises(Conflict, match="four in two teams"):
            seating.add_player(session, table.game, table.write(), "Eve")

    def test_a_balance_starts_with_0_only(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", rules="own_scorecard", options={"scorecard": CHIPS})
        table.tell({}, {1: {"points": 20}, 2: {"points": -20}})
        with pytest.raises(BadInput, match="starts with 0"):
            let_in(table)
        session.rollback()
        let_in(table, start="zero")
        assert table.totals() == [20, -20, 0]

    def test_a_round_was_closed_meanwhile(self, table: Table) -> None:
        seen = table.write()
        table.play(50, 0)
        with pytest.raises(Stale):
            seating.let_in(table.session, table.game, seen, "Eve", "last")

    def test_and_one_was_corrected(self, table: Table) -> None:
        seen = table.write()
        table.enter(1, {2: {"score": 100}}, is_confirmed=True)
        with pytest.raises(Stale):
            seating.let_in(table.session, table.game, seen, "Eve", "last")

    def test_but_counts_of_the_open_round_are_in_nobodys_way(self, table: Table) -> None:
        seen = table.write()
        table.enter(2, {1: {"score": 100}})
        seating.let_in(table.session, table.game, seen, "Eve", "last")
        assert table.game.seats[2].start == 200


CHIPS = {
    "name": "Four-card game",
    "fields": [{"kind": "points", "key": "points", "label": "Chips", "is_signed": True}],
    "is_zero_sum": True,
    "is_money": True,
}


class TestInAGroup:
    def test_they_are_of_the_roster_and_earn_like_everybody(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Eve")
        season = club.season(name="Spring", scheme={"kind": "points"})
        table = club.start("Ann", "Bob", options={"target": 5_000})
        table.play(450, 200)
        assert [player.name for player in seating.not_seated(table.game)] == ["Eve"]
        let_in(table)
        assert table.game.seats[2].player in club.group.roster
        assert seating.not_seated(table.game) == []
        table.play(50, 50, 400)
        club.end(table)
        points = {name: points for name, _rank, points in club.standings(season)}
        assert points == {"Ann": 500, "Bob": 250, "Eve": 600}

    def test_a_new_name_joins_the_roster(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        table.play(450, 200)
        let_in(table, "Zed")
        assert "Zed" in {player.name for player in club.group.roster}


def test_dropping_rounds_from_before_they_came_leaves_them_out(table: Table) -> None:
    table.play(50, 0)
    let_in(table)
    table.enter(1, {1: {"score": 5_000}}, is_confirmed=True)
    rounds.drop_after_end(table.session, table.game, table.write())
    seats = shown_of(table.session, table.game)["seats"]
    assert [seat["total"] for seat in seats] == [5_000, 200, None]
