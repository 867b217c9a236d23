"""Counting: what changed, what was announced, what was refused."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, RefusedByRules, Stale, Unconfirmed
from scorecard.live.hub import hub
from scorecard.models import Entry, Round, Score
from scorecard.services.scoring import sheets
from scorecard.services.table import games, rounds
from tests.factories import WHOLE_DECK, Table, shown_of
from tests.told import numbers_in

CLEAN_ROUND: dict[int, dict[str, Any]] = {1: {"pile": WHOLE_DECK}, 2: {}}


def open_round(table: Table) -> dict[str, Any]:
    found = shown_of(table.session, table.game)["open_round"]
    assert found is not None
    return dict(found)


class TestEntering:
    def test_an_entry_is_kept_as_typed_with_who_and_when(self, session: Session) -> None:
        table = Table(session)
        bob = table.player(2)
        typed = {"quick": {"pile_points": 450}, "squirts": 1}
        table.enter(1, {2: typed}, bob)
        entry = session.scalars(select(Entry)).one()
        assert entry.data == typed
        assert (entry.device_id, entry.seat.name) == (bob.id, "Bob")
        assert entry.entered_at == table.at

    def test_the_round_stays_open_until_everybody_is_in(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        assert open_round(table)["missing"] == [2]
        assert table.totals() == [0, 0]

    def test_it_closes_when_everybody_is_in_and_scores_are_stored(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        table.enter(1, {2: {"score": -50}})
        assert [round_.is_closed for round_ in table.game.rounds] == [True]
        assert table.totals() == [450, -50]
        stored = session.execute(select(Score.points).order_by(Score.points))
        assert list(stored.scalars()) == [-50, 450]
        assert [seat.rank for seat in table.game.seats] == [1, 2]

    def test_several_seats_are_entered_as_one_change(self, session: Session) -> None:
        table = Table(session)
        before = table.game.version
        table.play(450, -50)
        assert table.game.version == before + 1
        assert table.totals() == [450, -50]

    def test_a_fully_counted_deck_closes_by_itself(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, CLEAN_ROUND)
        last = shown_of(session, table.game)["last_check"]
        assert last["is_complete"]
        assert table.totals() == [6_900, 0]

    def test_with_a_warning_it_waits_to_be_closed(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"pile": {**WHOLE_DECK, "7": 6}}, 2: {}})
        seen = open_round(table)
        assert seen["missing"] == []
        assert [warning["code"] for warning in seen["warnings"]] == ["cards_missing"]
        assert table.totals() == [0, 0]
        rounds.close(session, table.game, table.write(), 1, is_confirmed=True)
        assert table.totals() == [6_700, 0]
        warned = table.whole()["rounds"][0]["warnings"]
        assert [warning["code"] for warning in warned] == ["cards_missing"]

    def test_save_anyway_closes_it_at_once(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"pile": {"7": 1}}, 2: {}}, is_confirmed=True)
        assert table.totals() == [100, 0]

    def test_an_entry_may_be_changed_while_the_round_is_open(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        table.enter(1, {1: {"score": 500}})
        assert open_round(table)["entries"][0]["points"] == 500
        assert session.scalar(select(func.count(Entry.id))) == 1

    def test_the_same_entry_again_changes_nothing(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        version = table.game.version
        table.enter(1, {1: {"score": 450}})
        assert table.game.version == version

    def test_refused_entries_leave_nothing_behind(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"pile": {"7": 5}}})
        version = table.game.version
        with pytest.raises(RefusedByRules) as refused:
            table.enter(1, {2: {"hand": {"7": 4}}})
        session.rollback()
        assert refused.value.code == "deck_exceeded"
        assert "Ann 5" in refused.value.message
        assert (table.game.version, open_round(table)["missing"]) == (version, [2])

    @pytest.mark.parametrize("number", [0, 2, 99])
    def test_only_the_round_being_counted_takes_new_entries(
        self, session: Session, number: int
    ) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            table.enter(number, {1: {"score": 50}})

    def test_an_unknown_seat_is_refused(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(NotFound):
            table.enter(1, {3: {"score": 50}})

    def test_after_the_target_no_round_follows(self, session: Session) -> None:
        table = Table(session)
        for _ in range(3):
            table.play(6_000, 0)
        assert table.game.status == "finished"
        with pytest.raises(RefusedByRules) as refused:
            table.play(50, 50)
        assert refused.value.code == "game_over"

    def test_after_end_game_nothing_is_entered(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        games.finish(session, table.game, table.write())
        with pytest.raises(Conflict) as refused:
            table.enter(1, {1: {"score": 100}})
        assert refused.value.code == "game_ended"


class TestTwoPhones:
    def test_different_seats_may_be_entered_against_the_same_version(
        self, session: Session
    ) -> None:
        table = Table(session)
        version = table.game.version
        table.enter(1, {1: {"score": 450}}, version=version)
        table.enter(1, {2: {"score": 100}}, version=version)
        assert table.totals() == [450, 100]

    def test_the_same_seat_is_not_overwritten_unseen(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob")
        ann = table.player(1)
        version = table.game.version
        table.enter(1, {1: {"score": 450}}, ann, version=version)
        with pytest.raises(Stale) as stale:
            table.enter(1, {1: {"score": 500}}, version=version)
        session.rollback()
        assert stale.value.current == {"score": 450}
        assert stale.value.by == "Ann"
        assert "Ann has already entered Ann" in stale.value.message
        assert open_round(table)["entries"][0]["points"] == 450

    def test_agreeing_phones_do_not_collide(self, session: Session) -> None:
        table = Table(session)
        version = table.game.version
        table.enter(1, {1: {"score": 450}}, version=version)
        table.enter(1, {1: {"score": 450}}, version=version)
        assert open_round(table)["entries"][0]["points"] == 450

    def test_a_correction_made_against_an_older_one_is_stale(self, session: Session) -> None:
        table = Table(session)
        table.play(100, 100)
        version = table.game.version
        table.enter(1, {1: {"score": 150}}, version=version)
        with pytest.raises(Stale):
            table.enter(1, {1: {"score": 200}}, version=version)


class TestSquirts:
    def test_whoever_switches_it_on_takes_it_from_whoever_had_it(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"pile": {"6": 2}, "squirts": 1}})
        assert open_round(table)["single"] == {"key": "squirts", "seat": 1}
        table.enter(1, {2: {"squirts": 1}})
        seen = open_round(table)
        assert seen["single"]["seat"] == 2
        assert [entry["points"] for entry in seen["entries"]] == [200, -100]

    def test_being_knocked_out_takes_it_too(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"squirts": 1}})
        table.enter(1, {2: {"knocked_out": True}})
        assert open_round(table)["single"]["seat"] == 2

    def test_it_is_not_taken_from_somebody_it_was_not_seen_with(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        version = table.game.version
        table.enter(1, {1: {"squirts": 1}}, version=version)
        with pytest.raises(RefusedByRules) as refused:
            table.enter(1, {2: {"squirts": 1}}, version=version)
        assert refused.value.code == "squirts_exceeded"

    def test_undo_gives_it_back(self, session: Session) -> None:
        from scorecard.services.history import undo_redo

        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"squirts": 1}})
        table.enter(1, {2: {"squirts": 1}})
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert open_round(table)["single"]["seat"] == 1


class TestClosing:
    def test_who_is_missing_is_named(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"score": 50}})
        with pytest.raises(Conflict, match="Bob and Cy"):
            rounds.close(session, table.game, table.write(), 1)

    def test_the_keeper_gives_zero_to_who_is_missing(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"score": 50}})
        rounds.close(session, table.game, table.write(), 1, zero_for=[2, 3])
        assert table.totals() == [50, 0, 0]
        typed = {entry.seat.name: entry.data for entry in table.game.rounds[0].entries}
        assert typed["Bob"] == typed["Cy"] == {"score": 0}

    def test_somebody_who_came_in_meanwhile_is_not_overwritten(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"score": 50}})
        seen = table.game.version
        table.enter(1, {2: {"score": 300}})
        with pytest.raises(Stale):
            rounds.close(session, table.game, table.write(version=seen), 1, zero_for=[2, 3])

    def test_warnings_must_be_confirmed(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"hand": {"1": 1}}, 2: {"hand": {"2": 1}}})
        with pytest.raises(Unconfirmed) as unconfirmed:
            rounds.close(session, table.game, table.write(), 1)
        assert {warning.code for warning in unconfirmed.value.warnings} == {
            "cards_missing",
            "nobody_went_out",
        }

    def test_a_round_nobody_counts_cannot_be_closed(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            rounds.close(session, table.game, table.write(), 1, zero_for=[1, 2])


class TestCorrecting:
    def test_a_past_round_is_rescored_and_so_is_everything_after(self, session: Session) -> None:
        table = Table(session)
        table.play(100, 200)
        table.play(300, 400)
        table.enter(1, {1: {"score": 550}})
        assert table.totals() == [850, 600]
        seen = table.whole()
        assert [entry["points"] for entry in seen["rounds"][0]["entries"]] == [550, 200]

    def test_somebody_who_sat_out_is_entered_later(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="ace_deuce_jack", is_confirmed=True)
        table.tell({"banker": "Ann", "outcome": "bank"}, {2: 5})
        assert table.game.rounds[0].is_closed
        rounds.enter(session, table.game, table.write(), 1, {3: 10}, is_confirmed=True)
        assert table.totals() == [15, -5, -10]

    def test_a_refused_correction_leaves_the_old_entry(self, session: Session) -> None:
        table = Table(session)
        table.play(100, 200)
        with pytest.raises(RefusedByRules):
            table.enter(1, {1: {"score": 75}})
        session.rollback()
        assert table.totals() == [100, 200]

    def test_a_new_warning_must_be_confirmed(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, CLEAN_ROUND)
        wrong = {1: {"pile": {**WHOLE_DECK, "7": 6}}}
        with pytest.raises(Unconfirmed) as unconfirmed:
            table.enter(1, wrong)
        session.rollback()
        assert [warning.code for warning in unconfirmed.value.warnings] == ["cards_missing"]
        assert table.totals() == [6_900, 0]
        table.enter(1, wrong, is_confirmed=True)
        assert table.totals() == [6_700, 0]

    def test_it_can_take_a_winner_below_the_target(self, session: Session) -> None:
        table = Table(session)
        for _ in range(3):
            table.play(6_000, 0)
        table.enter(3, {1: {"score": 2_500}})
        assert table.game.status == "in_progress"
        assert not any(seat.is_winner for seat in table.game.seats)
        assert open_round(table)["number"] == 4

    def test_it_can_end_the_game_while_the_next_round_is_counted(self, session: Session) -> None:
        table = Table(session)
        games.change_settings(session, table.game, table.write(), {"target": 1_000})
        table.play(600, 0)
        table.enter(2, {1: {"score": 50}})
        table.enter(1, {1: {"score": 1_000}})
        assert table.game.status == "finished"
        assert shown_of(session, table.game)["open_round"] is None
        rounds.drop_after_end(session, table.game, table.write())
        assert [round_.number for round_ in table.game.rounds] == [1]

    def test_what_comes_after_the_end_is_kept_out_of_the_totals(self, session: Session) -> None:
        table = Table(session)
        games.change_settings(session, table.game, table.write(), {"target": 1_000})
        table.play(600, 0)
        table.play(300, 0)
        table.enter(1, {1: {"score": 1_000}})
        seen = shown_of(session, table.game)
        assert seen["after_end"] == [2]
        assert table.totals() == [1_000, 0]
        assert session.scalar(select(func.count()).select_from(Score)) == 2
        record = sheets.record_of(table.game)
        assert record["keep_after_end"] is True
        rounds.drop_after_end(session, table.game, table.write())
        assert session.scalar(select(func.count(Round.id))) == 1
        assert "keep_after_end" not in sheets.record_of(table.game)

    def test_nothing_after_the_end_nothing_to_drop(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            rounds.drop_after_end(session, table.game, table.write())


class TestDescribing:
    def test_how_a_round_ended_is_part_of_the_record(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        assert sheets.record_of(table.game)["rounds"][0]["ended_by"] == "slap"

    def test_it_may_be_said_before_anybody_counts(self, session: Session) -> None:
        table = Table(session)
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "early"})
        table.enter(1, {1: {"hand": {"1": 1}}, 2: {"hand": {"2": 1}}})
        assert table.totals() == [-50, -50]

    def test_another_ending_is_refused(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        with pytest.raises(RefusedByRules) as refused:
            table.tell({"ended_by": "draw"})
        assert refused.value.code == "bad_ending"

    def test_two_phones_do_not_overwrite_each_other(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        version = table.game.version
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        write = table.write(version=version)
        with pytest.raises(Stale) as stale:
            rounds.enter(session, table.game, write, 1, {}, table_entry={"ended_by": "early"})
        assert stale.value.current == {"ended_by": "slap"}
        assert stale.value.by == "this phone"


class TestInSecret:
    def test_a_stale_count_does_not_give_a_secret_away(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", is_blind=True)
        bob = table.player(2)
        version = table.game.version
        table.enter(1, {2: {"score": 450}}, bob, version=version)
        with pytest.raises(Stale) as stale:
            table.enter(1, {2: {"score": 500}}, version=version)
        assert stale.value.current is None
        assert "450" not in stale.value.message
        assert stale.value.by == "Bob"

    def test_nobody_sees_a_count_before_everybody_is_in(self, session: Session) -> None:
        table = Table(session, is_blind=True)
        table.enter(1, {1: {"pile": {"7": 3}}})
        seen = open_round(table)
        assert seen["entries"][0]["points"] is seen["entries"][0]["entry"] is None
        assert seen["check"] is None
        assert "300" not in numbers_in(str(table.whole()))

    def test_then_everybody_sees_everything(self, session: Session) -> None:
        table = Table(session, is_blind=True)
        table.play(450, 100)
        entries = table.whole()["rounds"][0]["entries"]
        assert [entry["points"] for entry in entries] == [450, 100]

    def test_warnings_show_once_everybody_is_in(self, session: Session) -> None:
        table = Table(session, is_blind=True)
        table.enter(1, {1: {"pile": {"7": 3}}, 2: {}})
        assert open_round(table)["warnings"]
        assert open_round(table)["entries"][0]["points"] == 300


class TestAnnouncing:
    def test_phones_are_woken_after_the_commit_and_not_before(self, session: Session) -> None:
        table = Table(session)
        listener = hub.subscribe(table.game.uid, "phone")
        try:
            write = table.write()
            rounds.enter(session, table.game, write, 1, {1: {"score": 50}})
            assert not listener.wait(0)
            session.commit()
            assert listener.wait(0)
        finally:
            hub.unsubscribe(listener)

    def test_a_rollback_wakes_nobody(self, session: Session) -> None:
        table = Table(session)
        listener = hub.subscribe(table.game.uid, "phone")
        try:
            rounds.enter(session, table.game, table.write(), 1, {1: {"score": 50}})
            session.rollback()
            session.commit()
            assert not listener.wait(0)
        finally:
            hub.unsubscribe(listener)

    def test_other_tables_are_left_alone(self, session: Session) -> None:
        table, other = Table(session), Table(session)
        listener = hub.subscribe(other.game.uid, "phone")
        try:
            table.play(50, 0)
            assert not listener.wait(0)
        finally:
            hub.unsubscribe(listener)


class TestWholeRounds:
    def test_what_is_said_and_entered_closes_the_round_together(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="pay_me")
        table.enter(1, {2: 10})
        assert open_round(table)["missing"] == [1, 3]
        table.tell({"went_out": "Ann"}, {3: 25})
        assert [round_.is_closed for round_ in table.game.rounds] == [True]
        assert table.totals() == [0, 10, 25]

    def test_it_waits_for_what_the_table_has_to_tell(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", rules="pay_me")
        table.enter(1, {1: 0, 2: 10})
        now = open_round(table)
        assert (now["missing"], now["awaits"]) == ([], "who called")
        with pytest.raises(Conflict, match="who called"):
            rounds.close(session, table.game, table.write(), 1)

    def test_another_way_of_recording_drops_entries_it_has_no_room_for(
        self, session: Session
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="cucumber")
        table.tell({"leader": "Ann"}, {1: "9", 2: "K", 3: "4"})
        assert table.totals() == [0, 13, 0]
        write = table.write()
        rounds.enter(session, table.game, write, 1, {}, table_entry={"winner": "Cy", "rank": "5"})
        assert table.game.rounds[0].entries == []
        assert table.totals() == [0, 0, 5]

    def test_a_round_told_without_cards_is_corrected_card_by_card(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="cucumber")
        table.tell({"winner": "Cy", "rank": "5"})
        cards = {1: "9", 2: "K", 3: "4"}
        rounds.enter(session, table.game, table.write(), 1, cards, table_entry={"leader": "Ann"})
        assert table.totals() == [0, 13, 0]

    def test_entries_are_not_said_about_the_round(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(BadInput):
            rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"entries": {}})

    def test_nothing_at_all_is_refused(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(BadInput):
            rounds.enter(session, table.game, table.write(), 1, {})
        assert table.game.rounds == []

    def test_nobody_is_left_out_where_absence_has_no_score(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", rules="farmer")
        table.enter(1, {1: {"total": 15}})
        with pytest.raises(Conflict, match=r"^Deal 1 cannot be scored without Bob"):
            rounds.close(session, table.game, table.write(), 1, zero_for=[2])

    def test_a_secret_count_is_not_told_by_a_refusal(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", is_blind=True)
        table.enter(1, {1: {"pile": {"7": 5}}})
        with pytest.raises(RefusedByRules) as refused:
            table.enter(1, {2: {"pile": {"7": 8}}}, table.player(2))
        assert "Ann" not in refused.value.message
        assert "5" not in refused.value.message
        session.rollback()
        with pytest.raises(RefusedByRules, match="8 × rank 7, but you counted 9"):
            table.enter(1, {2: {"pile": {"7": 9}}})
