"""How long a game was played, out of what was entered."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.services.history import undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.scoring import playing_time
from scorecard.services.table import games, rounds, tables
from tests.factories import EVENING, Table


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


class Evening:
    """A table of two, at which a round is entered at given moments."""

    def __init__(self, session: Session) -> None:
        self.table = Table(session, "Ann", "Bob")
        self.at = self.table.game.started_at
        self.view: tables.View | None = None

    def play(self, *pauses: float) -> None:
        for pause in pauses:
            self.at += minutes(pause)
            self.enter(self.at)

    def enter(self, at: datetime, made_at: datetime | None = None) -> None:
        game = self.table.game
        write = Write(self.table.keeper, at, game.version, made_at=made_at)
        entries = {1: {"score": 50}, 2: {"score": 0}}
        rounds.enter(self.table.session, game, write, game.next_number, entries, is_confirmed=True)
        self.table.session.commit()

    def end(self, pause: float) -> None:
        self.at += minutes(pause)
        game = self.table.game
        games.finish(self.table.session, game, Write(self.table.keeper, self.at, game.version))
        self.table.session.commit()

    def reopen(self, pause: float) -> None:
        self.at += minutes(pause)
        game = self.table.game
        games.reopen(self.table.session, game, Write(self.table.keeper, self.at, game.version))
        self.table.session.commit()

    def correct(self, pause: float) -> None:
        self.at += minutes(pause)
        game = self.table.game
        write = Write(self.table.keeper, self.at, game.version)
        points = game.rounds[0].entries[0].data["score"] + 50
        entry = {1: {"score": points}}
        rounds.enter(self.table.session, game, write, 1, entry, is_confirmed=True)
        self.table.session.commit()

    @property
    def played(self) -> playing_time.Played:
        self.view = tables.view(self.table.session, self.table.game, self.view)
        return self.view.time

    @property
    def read_anew(self) -> playing_time.Played:
        return playing_time.of_game(self.table.session, self.table.game)


@pytest.fixture
def evening(session: Session) -> Evening:
    return Evening(session)


def test_it_goes_from_the_start_to_the_last_entry(evening: Evening) -> None:
    assert (evening.played.time, evening.played.until) == (minutes(0), None)
    evening.play(10, 12)
    assert (evening.played.time, evening.played.until) == (minutes(22), evening.at)
    assert evening.played.at(evening.at + minutes(8)) == minutes(30)


def test_a_pause_of_more_than_an_hour_does_not_count(evening: Evening) -> None:
    evening.play(10, 61, 10, 60)
    assert evening.played.time == minutes(80)
    assert evening.played.at(evening.at + minutes(61)) == minutes(80)


def test_a_game_made_the_day_before_begins_with_its_first_entry(evening: Evening) -> None:
    evening.play(24 * 60, 15)
    assert evening.played.time == minutes(15)


def test_end_game_is_the_end_of_it(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(5)
    assert (evening.played.time, evening.played.until) == (minutes(25), evening.at)
    assert evening.played.time == minutes(25)


def test_end_game_on_the_next_morning_adds_nothing(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(12 * 60)
    assert evening.played.time == minutes(20)


def test_what_came_late_counts_for_when_it_was_made(evening: Evening) -> None:
    evening.play(10, 80)
    assert evening.played.time == minutes(10)
    evening.enter(evening.at + minutes(1), made_at=EVENING + minutes(50))
    assert evening.played.time == minutes(90)


def test_what_is_read_bit_by_bit_is_what_is_read_at_once(evening: Evening) -> None:
    for pause in (10, 70, 20, 5):
        evening.play(pause)
        bit_by_bit = evening.played
        assert evening.read_anew == bit_by_bit


def test_what_is_rolled_back_was_never_played(evening: Evening) -> None:
    evening.play(10)
    assert evening.played.time == minutes(10)
    table = evening.table
    write = Write(table.keeper, evening.at + minutes(40), table.game.version)
    rounds.enter(table.session, table.game, write, 2, {1: {"score": 50}})
    assert evening.played.time == minutes(50)
    table.session.rollback()
    assert evening.played.time == minutes(10)
    evening.play(5)
    assert evening.played.time == minutes(15)


def test_undo_takes_no_time_back(evening: Evening) -> None:
    evening.play(10, 10)
    game = evening.table.game
    write = Write(evening.table.keeper, evening.at, game.version)
    undo_redo.undo(evening.table.session, game, write, is_keeper=True)
    evening.table.session.commit()
    assert evening.played.time == minutes(20)


def test_a_game_that_is_put_right_later_took_what_it_took(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(30)
    game, ended_at = evening.table.game, evening.at
    assert evening.played.time == minutes(50)
    for pause in (12 * 60, 20):
        evening.reopen(pause)
        assert evening.played.time >= minutes(50)
        evening.correct(5)
        evening.end(5)
        assert (evening.played.time, game.ended_at) == (minutes(50), ended_at)
        assert evening.read_anew.time == minutes(50)
    evening.reopen(1)
    undo = Write(evening.table.keeper, evening.at, game.version)
    undo_redo.undo(evening.table.session, game, undo, is_keeper=True)
    assert game.ended_at == ended_at


def test_a_game_that_is_played_on_later_took_both(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(30)
    evening.reopen(12 * 60)
    evening.play(20)
    evening.end(10)
    assert (evening.played.time, evening.table.game.ended_at) == (minutes(80), evening.at)
    bit_by_bit = evening.played
    assert evening.read_anew == bit_by_bit


def test_a_round_taken_back_and_played_again_moves_no_end(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(30)
    table, ended_at = evening.table, evening.at
    evening.reopen(60)
    # The end that was taken back lies between, and redo has nothing to bring back any more.
    evening.play(5)
    write = Write(table.keeper, evening.at, table.game.version)
    undo_redo.undo(table.session, table.game, write, is_keeper=True)
    table.session.commit()
    evening.end(5)
    assert table.game.ended_at == ended_at


def test_an_end_that_was_a_mistake_is_none(evening: Evening) -> None:
    evening.play(10)
    evening.end(1)
    table = evening.table
    write = Write(table.keeper, evening.at, table.game.version)
    undo_redo.undo(table.session, table.game, write, is_keeper=True)
    table.session.commit()
    evening.play(10)
    evening.end(5)
    assert (evening.played.time, table.game.ended_at) == (minutes(26), evening.at)


def test_an_end_that_was_taken_back_is_the_end_if_nothing_came_after_it(evening: Evening) -> None:
    evening.play(10, 10)
    evening.end(5)
    table, ended_at = evening.table, evening.at
    write = Write(table.keeper, evening.at, table.game.version)
    undo_redo.undo(table.session, table.game, write, is_keeper=True)
    table.session.commit()
    evening.end(30)
    assert (evening.played.time, table.game.ended_at) == (minutes(25), ended_at)


def test_a_game_that_was_ended_before_anything_took_nothing(evening: Evening) -> None:
    evening.end(30)
    assert (evening.played.time, evening.played.until) == (minutes(0), None)


@pytest.mark.parametrize(
    ("time", "rounds", "sentence"),
    [
        (minutes(155), 11, "2 h 35 min, about 14 min a round"),
        (minutes(14), 1, "14 min"),
        (minutes(60), 2, "1 h 0 min, about 30 min a round"),
        (minutes(2.5), 3, "2 min"),
        (minutes(0.9), 3, ""),
        (minutes(30), 0, ""),
    ],
)
def test_it_is_said_in_words(time: timedelta, rounds: int, sentence: str) -> None:
    assert playing_time.sentence(time, rounds, "round") == sentence
