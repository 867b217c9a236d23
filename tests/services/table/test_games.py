"""A game's life: start, players, settings, play on, End Game, reopen, rematch."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, RefusedByRules, Stale, Unconfirmed
from scorecard.models import Game
from scorecard.services.history import changes, members, undo_redo
from scorecard.services.limits import codes
from scorecard.services.scoring import sheets
from scorecard.services.table import games, rematches, rounds, seating
from tests.factories import Table, shown_of
from tests.scoring import sheet_of


class TestStarting:
    def test_house_rules_are_copied_in_full(self, session: Session) -> None:
        game = Table(session, "Ann", "Bob").game
        assert game.options["target"] == 15_000
        assert game.options["values"]["10"] == 150
        assert game.options["deck_counts"] is None

    def test_whoever_starts_it_keeps_it(self, session: Session) -> None:
        table = Table(session)
        assert table.membership(table.keeper).role == "keeper"

    def test_it_gets_a_code_to_say_and_a_name_nobody_guesses(self, session: Session) -> None:
        game = Table(session).game
        assert game.code
        assert len(game.code) == codes.CODE_LENGTH
        assert set(game.code) <= set(codes.ALPHABET)
        assert len(game.uid) == 12

    def test_names_are_trimmed(self, session: Session) -> None:
        assert [seat.name for seat in Table(session, " Ann ", "Bob").game.seats] == ["Ann", "Bob"]

    @pytest.mark.parametrize(
        ("name", "code"),
        [
            ("", "blank_name"),
            (" \u200b ", "blank_name"),
            ("x" * 41, "name_too_long"),
            ("a\x00b", "bad_name"),
            ("a\nb", "bad_name"),
            ("a\ud800", "bad_name"),
        ],
    )
    def test_a_name_no_screen_can_show_is_refused(
        self, session: Session, name: str, code: str
    ) -> None:
        with pytest.raises(BadInput) as refused:
            Table(session, "Ann", name)
        assert (refused.value.code, refused.value.field) == (code, "players.1")

    def test_how_many_may_play_is_asked_before_names_are_compared(self, session: Session) -> None:
        """Each with each would keep the server busy for a list of thousands."""
        alike = ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn")
        with pytest.raises(RefusedByRules, match="not 9"):
            Table(session, *alike, *(f"Player {number}" for number in range(7)))

    @pytest.mark.parametrize(
        "name", ["李", "🍫👩‍👩‍👧", "<script>alert(1)</script>", "x" * 40, "O'Neill"]
    )
    def test_any_other_name_is_kept_as_it_is(self, session: Session, name: str) -> None:
        assert Table(session, "Ann", name).game.seats[1].name == name

    def test_what_the_rules_refuse_is_refused(self, session: Session) -> None:
        with pytest.raises(RefusedByRules) as refused:
            Table(session, "Ann", "ann")
        assert refused.value.code == "duplicate_name"

    def test_an_unknown_game_is_not_found(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(NotFound):
            games.start(session, table.write(), "whist", ["Ann", "Bob"], {})

    def test_warnings_of_the_set_up_must_be_confirmed(self, session: Session) -> None:
        table = Table(session)

        def start(**more: Any) -> Game:
            return games.start(
                session,
                table.write(),
                "brownie_points",
                ["Ann", "Bob"],
                {"deck": "expansion"},
                **more,
            )

        with pytest.raises(Unconfirmed) as unconfirmed:
            start()
        assert {warning.code for warning in unconfirmed.value.warnings} == {
            "deck_unverified",
            "expansion_not_recommended",
        }
        game = start(is_confirmed=True)
        assert len(shown_of(session, game)["warnings"]) == 2

    @pytest.mark.parametrize("first_seat", [0, 3])
    def test_the_first_seat_is_one_of_them(self, session: Session, first_seat: int) -> None:
        with pytest.raises(BadInput):
            Table(session, "Ann", "Bob", first_seat=first_seat)


class TestPlayers:
    def test_one_may_join_before_round_1_is_closed(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 50}})
        seat = seating.add_player(session, table.game, table.write(), "Cy")
        assert seat.position == 3
        assert shown_of(session, table.game)["open_round"]["missing"] == [2, 3]

    def test_and_not_after(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        with pytest.raises(Conflict) as refused:
            seating.add_player(session, table.game, table.write(), "Cy")
        assert refused.value.code == "too_late_to_join"

    def test_not_more_than_the_deck_serves(self, session: Session) -> None:
        table = Table(session, *(f"P{seat}" for seat in range(8)))
        with pytest.raises(RefusedByRules) as refused:
            seating.add_player(session, table.game, table.write(), "P9")
        assert refused.value.code == "player_count"

    def test_renaming_keeps_everything_else(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        seating.rename(session, table.game, table.write(), 1, "Anna")
        assert table.totals() == [50, 0]
        assert sheets.record_of(table.game)["rounds"][0]["entries"]["Anna"] == {"score": 50}

    def test_not_to_a_name_that_is_taken(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(RefusedByRules) as refused:
            seating.rename(session, table.game, table.write(), 1, "BOB")
        assert refused.value.code == "duplicate_name"

    def test_who_leaves_keeps_the_total_and_is_out_of_later_rounds(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.play(100, 200, 300)
        table.enter(2, {3: {"score": 50}})
        seating.leave(session, table.game, table.write(), 3)
        seen = shown_of(session, table.game)
        assert seen["open_round"]["missing"] == [1, 2]
        table.enter(2, {1: {"score": 50}, 2: {"score": 0}})
        assert table.totals() == [150, 200, 300]
        with pytest.raises(Conflict, match="Cy has left"):
            table.enter(3, {3: {"score": 50}})

    def test_somebody_who_left_can_still_be_corrected(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.play(100, 200, 300)
        seating.leave(session, table.game, table.write(), 3)
        table.enter(1, {3: {"score": 350}})
        assert table.totals() == [100, 200, 350]

    def test_two_must_stay(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict) as refused:
            seating.leave(session, table.game, table.write(), 1)
        assert refused.value.code == "too_few_players"

    def test_one_may_be_back_before_a_round_was_closed_without_them(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        seating.leave(session, table.game, table.write(), 3)
        with pytest.raises(Conflict):
            seating.leave(session, table.game, table.write(), 3)
        seating.come_back(session, table.game, table.write(), 3)
        with pytest.raises(Conflict):
            seating.come_back(session, table.game, table.write(), 3)
        seating.leave(session, table.game, table.write(), 3)
        table.enter(1, {1: {"score": 50}, 2: {"score": 0}})
        with pytest.raises(Conflict, match="Round 1 was scored without Cy"):
            seating.come_back(session, table.game, table.write(), 3)

    def test_a_seat_that_is_not_there_is_not_found(self, session: Session) -> None:
        table = Table(session)
        for use_case in (seating.leave, seating.come_back):
            with pytest.raises(NotFound):
                use_case(session, table.game, table.write(), 9)


class TestTurns:
    def test_the_turn_moves_left_each_round(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        turns = []
        for _ in range(4):
            turns.append(games.turn(table.game).name)
            table.play(50, 0, 0)
        assert turns == ["Ann", "Bob", "Cy", "Ann"]

    def test_it_skips_who_has_left(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.play(50, 0, 0)
        seating.leave(session, table.game, table.write(), 2)
        assert games.turn(table.game).name == "Cy"


class TestSettings:
    def test_they_can_be_changed_before_round_1_is_closed(self, session: Session) -> None:
        table = Table(session)
        games.change_settings(session, table.game, table.write(), {"target": 5_000}, is_blind=True)
        assert table.game.options["target"] == 5_000
        assert table.game.is_blind

    def test_and_not_after(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        with pytest.raises(Conflict):
            games.change_settings(session, table.game, table.write(), {"target": 5_000})

    def test_out_of_range_is_refused(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(RefusedByRules) as refused:
            games.change_settings(session, table.game, table.write(), {"target": 1})
        assert refused.value.refusal.item == "target"

    def test_what_a_running_count_cannot_be_under_them_is_refused(self, session: Session) -> None:
        table = Table(session)
        games.change_settings(session, table.game, table.write(), {"deck": "base_plus_wild"})
        table.enter(1, {1: {"pile": {"wild": 1}}})
        with pytest.raises(RefusedByRules) as refused:
            games.change_settings(session, table.game, table.write(), {"deck": "base"})
        assert refused.value.code == "unknown_card"

    def test_new_warnings_must_be_confirmed(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Unconfirmed):
            games.change_settings(session, table.game, table.write(), {"deck": "expansion"})


class TestPlayingOn:
    def finished(self, session: Session) -> Table:
        table = Table(session)
        games.change_settings(session, table.game, table.write(), {"target": 1_000})
        table.play(1_000, 500)
        assert table.game.status == "finished"
        return table

    def test_a_higher_target_opens_the_next_round(self, session: Session) -> None:
        table = self.finished(session)
        games.play_on(session, table.game, table.write(), 2_000)
        assert table.game.status == "in_progress"
        table.play(0, 1_500)
        assert [seat.is_winner for seat in table.game.seats] == [False, True]

    @pytest.mark.parametrize("target", [1_000, 500, 0, -5])
    def test_it_must_be_above_the_highest_total(self, session: Session, target: int) -> None:
        table = self.finished(session)
        with pytest.raises(BadInput) as refused:
            games.play_on(session, table.game, table.write(), target)
        assert refused.value.field == "target"

    @pytest.mark.parametrize("target", [100_001, "2000", None, 2_000.5])
    def test_it_must_be_a_target_the_rules_know(self, session: Session, target: Any) -> None:
        table = self.finished(session)
        with pytest.raises(RefusedByRules) as refused:
            games.play_on(session, table.game, table.write(), target)
        assert refused.value.code == "option_out_of_range"

    def test_not_before_somebody_is_there(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            games.play_on(session, table.game, table.write(), 20_000)


class TestEndGame:
    def test_the_ranking_stands_and_the_code_is_freed(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 300)
        games.finish(session, table.game, table.write())
        assert table.game.is_ended
        assert table.game.code is None
        assert table.game.status == "ended_early"
        assert [seat.is_winner for seat in table.game.seats] == [False, True]

    def test_an_unfinished_round_is_not_scored_and_not_lost(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        table.enter(2, {1: {"score": 300}})
        games.finish(session, table.game, table.write())
        assert table.totals() == [50, 0]
        games.reopen(session, table.game, table.write())
        assert shown_of(session, table.game)["open_round"]["entries"][0]["points"] == 300

    def test_a_finished_game_keeps_its_reason(self, session: Session) -> None:
        table = Table(session)
        for _ in range(3):
            table.play(6_000, 0)
        games.finish(session, table.game, table.write())
        assert table.game.status == "finished"
        assert "18,000" in table.game.reason

    def test_not_twice_and_not_against_an_older_version(self, session: Session) -> None:
        table = Table(session)
        version = table.game.version
        table.enter(1, {1: {"score": 50}})
        with pytest.raises(Stale):
            games.finish(session, table.game, table.write(version=version))
        games.finish(session, table.game, table.write())
        with pytest.raises(Conflict):
            games.finish(session, table.game, table.write())

    def test_somebody_joining_does_not_make_it_stale(self, session: Session) -> None:
        table = Table(session)
        version = table.game.version
        table.player(2)
        games.finish(session, table.game, table.write(version=version))
        assert table.game.is_ended

    def test_reopening_gives_a_new_code(self, session: Session) -> None:
        table = Table(session)
        before = table.game.code
        games.finish(session, table.game, table.write())
        games.reopen(session, table.game, table.write())
        assert not table.game.is_ended
        assert table.game.code
        assert table.game.code != before
        with pytest.raises(Conflict):
            games.reopen(session, table.game, table.write())


class TestRematch:
    def test_same_people_same_rules_turn_moved_on(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        games.change_settings(session, table.game, table.write(), {"target": 5_000}, is_blind=True)
        bob = table.player(2)
        table.play(50, 0, 0)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write(bob))
        assert [seat.name for seat in again.seats] == ["Ann", "Bob", "Cy"]
        assert again.options == table.game.options
        assert again.is_blind
        assert games.turn(again).name == "Bob"
        mine = members.find(session, again, bob)
        assert mine
        assert [seat.name for seat in mine.seats] == ["Bob"]
        keeper = members.find(session, again, table.keeper)
        assert keeper
        assert keeper.role == "keeper"

    def test_the_old_table_points_to_it_and_there_is_only_one(self, session: Session) -> None:
        table = Table(session)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        assert shown_of(session, table.game)["rematch"] == again.uid
        asked_again = table.write(key="asked again", fingerprint="rematch")
        assert rematches.create(session, table.game, asked_again).id == again.id
        kept = changes.earlier(session, asked_again)
        assert kept
        assert kept.game_id == again.id

    def test_who_left_is_not_in_it(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.play(50, 0, 0)
        seating.leave(session, table.game, table.write(), 2)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        assert [seat.name for seat in again.seats] == ["Ann", "Cy"]
        assert games.turn(again).name == "Cy"

    def test_the_game_must_have_ended(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            rematches.create(session, table.game, table.write())


class TestRecord:
    def test_the_record_scores_to_what_is_stored(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.play(100, 200, 300)
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        table.enter(2, {1: {"pile": {"10": 2}}, 2: {"quick": {"pile_points": 450}}, 3: {}})
        if table.game.open_round:
            rounds.close(session, table.game, table.write(), 2, is_confirmed=True)
        seating.leave(session, table.game, table.write(), 3)
        table.enter(3, {1: {"score": -50}, 2: {"score": 100}})
        games.finish(session, table.game, table.write())
        record = sheets.record_of(table.game)
        sheet = sheet_of(record)
        assert list(sheet.totals.values()) == table.totals() == [350, 750, 300]
        assert sheet.status == table.game.status == "ended_early"
        assert record["left"] == {"Cy": 2}

    def test_the_history_has_a_line_for_everything(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        games.finish(session, table.game, table.write())
        kinds = [change.kind for change in changes.lines(session, table.game)]
        assert kinds == ["ended", "counted", "started"]


class TestNamesInRounds:
    def test_a_new_name_stands_in_options_and_rounds_too(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="ace_deuce_jack")
        table.tell({"banker": "Ann", "outcome": "players"}, {2: 5})
        before = sheets.read(table.game).totals
        seating.rename(session, table.game, table.write(), 1, "Anna")
        assert table.game.options["first_banker"] == "Anna"
        assert table.game.rounds[0].data["banker"] == "Anna"
        after = sheets.read(table.game).totals
        assert list(after.values()) == list(before.values()) == [-5, 5, 0]
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert table.game.rounds[0].data["banker"] == "Ann"

    def test_a_player_called_like_a_team_is_renamed_alone(self, session: Session) -> None:
        table = Table(session, "A", "B", "C", "D", rules="pitch")
        table.tell({"pitcher": "A", "bid": 2, "points": {"A": 3, "B": 0}, "all_tricks": None})
        seating.rename(session, table.game, table.write(), 1, "Zoe")
        assert table.game.rounds[0].data["points"] == {"A": 3, "B": 0}
        assert table.game.rounds[0].data["pitcher"] == "Zoe"
        assert table.totals() == [3, 0, 3, 0]

    def test_a_partnership_cannot_lose_a_partner(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", "Di", rules="pitch")
        with pytest.raises(Conflict) as refused:
            seating.leave(session, table.game, table.write(), 4)
        assert refused.value.code == "too_few_players"
        assert "Pitch needs 4" in refused.value.message

    def test_somebody_who_is_out_has_no_total(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="cucumber", options={"limit": 10})
        for _hand in range(2):
            table.tell({"winner": "Ann", "rank": "A"})
        seat = table.game.seats[0]
        assert (seat.is_out, seat.rank) == (True, 3)
        assert shown_of(session, table.game)["seats"][0]["total"] is None


class TestSuggestionsMoveAlong:
    def test_a_fifth_player_brings_the_target_down_unless_it_was_chosen(
        self, session: Session
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy", "Di")
        assert table.game.options["target"] == 15_000
        seating.add_player(session, table.game, table.write(), "Ed")
        assert table.game.options["target"] == 10_000
        chosen = Table(session, "Ann", "Bob", "Cy", "Di", options={"target": 12_000})
        seating.add_player(session, chosen.game, chosen.write(), "Ed")
        assert chosen.game.options["target"] == 12_000

    def test_none_takes_an_option_back_to_its_default(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", options={"target": 5_000, "tie": "play_on"})
        none = {"target": None, "tie": None}
        games.change_settings(session, table.game, table.write(), none)
        assert (table.game.options["target"], table.game.options["tie"]) == (15_000, "shared")


class TestOldVersions:
    def test_a_seat_renamed_meanwhile_is_not_renamed_unseen(self, session: Session) -> None:
        table = Table(session)
        version = table.game.version
        seating.rename(session, table.game, table.write(), 1, "Anna")
        with pytest.raises(Stale) as stale:
            seating.rename(session, table.game, table.write(version=version), 1, "Annika")
        assert "is now called Anna" in stale.value.message

    def test_a_count_meanwhile_does_not_hold_a_new_name_up(self, session: Session) -> None:
        table = Table(session)
        version = table.game.version
        table.enter(1, {2: {"score": 50}})
        seating.rename(session, table.game, table.write(version=version), 1, "Anna")
        assert table.game.seats[0].name == "Anna"

    def test_a_version_the_game_never_reached_is_refused_everywhere(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Stale):
            table.enter(1, {1: {"score": 50}}, version=99)


def test_a_round_closes_when_the_last_one_missing_leaves(session: Session) -> None:
    table = Table(session, "Ann", "Bob", "Cy")
    table.enter(1, {1: {"score": 50}, 2: {"score": 100}})
    seating.leave(session, table.game, table.write(), 3)
    assert len(table.game.closed_rounds) == 1
    assert table.totals() == [50, 100, 0]
