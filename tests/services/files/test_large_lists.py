"""Lists of many lines, files of many games: as much work as there are, and not each with each."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, BoundReached
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.files.past import past_results
from scorecard.services.files.past.list_previews import Preview
from scorecard.services.limits import bounds
from scorecard.services.players import rosters
from scorecard.services.players.rosters import Newcomer
from scorecard.services.spreadsheets import lists
from tests.factories import EVENING, Club
from tests.work import calls_of, grows_as, statements

EVENLY = 1.3
"""Of so many times as many, so much more than that at the most: what is done once counts, too."""
FEW = 40


def players(number: int) -> str:
    return "name\n" + "\n".join(f"Number {one}" for one in range(number))


def results(number: int) -> str:
    """Two players a line, in a game of their own every day."""
    days = [date(2020, 1, 1) + timedelta(days=line // 2) for line in range(number)]
    rows = [f"{day},Skat,Number {line},{line}" for line, day in enumerate(days)]
    return "date,game,player,total\n" + "\n".join(rows)


def crowd(session: Session, number: int) -> Club:
    """Return a club in which so many play, none of whom is in the lists."""
    club = Club(session)
    many = [Newcomer(f"Known {one}") for one in range(number)]
    rosters.add_all(session, club.group, club.write(), many)
    session.commit()
    return club


def preview(club: Club, text: str) -> Preview:
    return past_results.preview(club.session, club.group, text, EVENING)


@pytest.mark.parametrize("text", [players, results])
def test_a_list_is_looked_at_line_by_line(session: Session, text: Callable[[int], str]) -> None:
    def work(number: int) -> Callable[[], object]:
        club = crowd(session, number)
        return lambda: preview(club, text(number))

    assert grows_as(work, FEW) < EVENLY


@pytest.mark.parametrize("text", [players, results])
def test_a_list_is_taken_in_line_by_line(session: Session, text: Callable[[int], str]) -> None:
    def work(number: int) -> Callable[[], object]:
        club = crowd(session, number)
        club.season()
        previewed = preview(club, text(number))
        write = club.write()
        return lambda: past_results.carry_out(session, club.group, previewed, write)

    assert grows_as(work, FEW) < EVENLY


def test_many_join_the_roster_with_as_few_questions_as_one(session: Session) -> None:
    def asked(number: int) -> int:
        club = crowd(session, number)
        previewed, write = preview(club, players(number)), club.write()
        with statements(session) as run:
            past_results.carry_out(session, club.group, previewed, write)
        return sum(statement.startswith("SELECT") for statement in run)

    assert 0 < asked(1) == asked(FEW)


def test_a_file_is_read_game_by_game(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.play(Ann=450, Bob=200)
    whole = exports.of_group(session, club.group, EVENING)

    def work(number: int) -> Callable[[], object]:
        (game,) = whole["games"]
        many = [{**game, "uid": f"{one:012}"} for one in range(number)]
        data = file_format.write({**whole, "games": many}).encode()
        return lambda: imports.read(data)

    assert grows_as(work, FEW) < EVENLY


def test_a_list_of_more_players_than_a_group_may_have_is_refused(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds.PLAYERS_OF_GROUP, "most", 3)
    club = crowd(session, 2)
    assert preview(club, players(1)).is_good
    with pytest.raises(BoundReached, match="at most 3 players"):
        preview(club, players(2))


@pytest.mark.parametrize(
    "text",
    ["," * lists.LARGEST, "x" * lists.LARGEST, '"' * lists.LARGEST, "\n" * lists.LARGEST],
    ids=["commas", "one line", "quotation marks", "blank lines"],
)
def test_what_is_no_list_costs_hardly_anything(session: Session, text: str) -> None:
    club = Club(session)
    known = calls_to_refuse(club, "x" * 10)
    assert calls_to_refuse(club, text) < known + 10 * lists.MOST_LINES


def calls_to_refuse(club: Club, text: str) -> int:
    def work() -> None:
        with suppress(BadInput):
            preview(club, text)

    return calls_of(work)
