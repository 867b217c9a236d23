"""A game that was moved to another group tells nothing there of the one it was in."""

from __future__ import annotations

import json

import pytest
from sqlalchemy.orm import Session

from scorecard.services.book import house_rules, rulings
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.looking_back import history_pages
from scorecard.services.seasons import seasons
from scorecard.services.table import seating
from tests.factories import EVENING, Club, Table
from tests.services.files.other_server import Elsewhere, elsewhere, group_file, second_app

__all__ = ["elsewhere", "second_app"]

SECRETS = ("Monday", "Secret spring", "Cabin", "Elbows", "Cyprian")


class Moved:
    """A club "Monday" whose game went to "Friday", having counted in a season closed since."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.club = club = Club(session, "Ann", "Bob", "Cyprian")
        groups.change(session, club.group, club.write(), name="Monday")
        season = club.season(name="Secret spring")
        self.book = house_rules.create(
            session, club.group, club.write(), "Cabin", "brownie_points", {"target": 9_000}
        )
        club.play(Ann=500, Cyprian=100)
        table = club.start("Ann", "Bob", house_rules=self.book, is_confirmed=True)
        table.play(500, 300)
        self.table = club.end(table)
        rulings.rule(
            session, self.book, table.write(), "Elbows", "Do not count", "Cyprian", game=table.game
        )
        seasons.close(session, season, club.write())
        self.season = season
        self.friday = Club(session, "Ann", "Bob")
        groups.change(session, self.friday.group, self.friday.write(), name="Friday")
        session.commit()

    def move(self) -> Table:
        seating.move(self.session, self.table.game, self.table.write(), self.friday.group, {})
        self.session.commit()
        return self.table

    def history(self) -> list[str]:
        lines = history_pages.of_game(self.session, self.table.game).lines
        return [" ".join([line.sentence, *line.details]) for line in lines]


@pytest.fixture
def moved(session: Session) -> Moved:
    return Moved(session)


def test_the_table_names_nothing_of_it(moved: Moved) -> None:
    before = json.dumps(moved.table.whole(), default=str)
    assert "Secret spring" in before
    assert "Cabin" in before
    moved.move()
    after = json.dumps(moved.table.whole(), default=str)
    assert [name for name in SECRETS if name in after] == []
    assert moved.book.uid not in after
    assert moved.season.uid not in after


def test_its_history_names_only_the_group_it_is_in(moved: Moved) -> None:
    moved.move()
    assert moved.history()[0] == "Game moved to Friday"
    assert not any("Monday" in line for line in moved.history())
    seating.move(moved.session, moved.table.game, moved.table.write(), moved.club.group, {})
    moved.session.commit()
    assert moved.history()[:2] == [
        "Game moved to Monday",
        "Game moved to another group Before: in Monday",
    ]
    seating.move(moved.session, moved.table.game, moved.table.write(), None, {})
    moved.session.commit()
    assert moved.history()[:3] == [
        "Game removed from its group",
        "Game moved to another group",
        "Game moved to another group",
    ]


def test_seats_given_to_others_are_no_move(moved: Moved) -> None:
    seats = {2: moved.club.players["Cyprian"]}
    seating.move(moved.session, moved.table.game, moved.table.write(), moved.club.group, seats)
    moved.session.commit()
    assert moved.history()[0] == "Players given other seats"
    moved.move()
    assert moved.history()[1] == "Players given other seats"


def test_what_it_is_refused_with_names_nothing_either(moved: Moved) -> None:
    moved.move()
    line = changes.lines(moved.session, moved.table.game)[0]
    assert "Monday" in json.dumps(line.about), "it is still known where it was"


def test_a_file_names_nothing_of_it(moved: Moved, elsewhere: Elsewhere) -> None:
    moved.move()
    file = group_file(moved.friday)
    assert [name for name in SECRETS if f'"{name}"' in file] == []
    group = elsewhere.take_in(file)
    assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file
    assert elsewhere.plan(file).is_empty


def test_back_in_its_group_it_is_what_it_was(moved: Moved) -> None:
    before = moved.table.whole()
    moved.move()
    seating.move(
        moved.session,
        moved.table.game,
        moved.table.write(),
        moved.club.group,
        {1: moved.club.players["Ann"], 2: moved.club.players["Bob"]},
    )
    moved.session.commit()
    after = moved.table.whole()
    assert after["awards"] == before["awards"]
    assert after["house_rules"] == before["house_rules"]
