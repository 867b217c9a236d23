"""Files of games with head starts: the same comes out again, and what cannot be is refused."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Game
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.history import undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.table import games
from tests.factories import EVENING, Club
from tests.services.files.other_server import LATER, Elsewhere, elsewhere, group_file, second_app

__all__ = ["elsewhere", "second_app"]


def club_with_one(session: Session) -> Club:
    """Return a group with a game in which Bob started with 300, and then with 200."""
    club = Club(session, "Ann", "Bob")
    table = club.start(options={"target": 1_000}, head_starts={"Bob": 300})
    games.change_settings(session, table.game, table.write(), {}, head_starts={"Bob": 200})
    session.commit()
    table.play(50, 100)
    return club


def test_the_same_comes_out_again_and_can_be_undone(session: Session, elsewhere: Elsewhere) -> None:
    file = group_file(club_with_one(session))
    group = elsewhere.take_in(file)
    assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file
    (game,) = elsewhere.session.scalars(select(Game)).all()
    assert [(seat.head_start, seat.total) for seat in game.seats] == [(0, 50), (200, 300)]
    for _step in range(2):
        write = Write(elsewhere.phone, LATER, game.version)
        undo_redo.undo(elsewhere.session, game, write, is_keeper=True)
    assert [(seat.head_start, seat.total) for seat in game.seats] == [(0, 0), (300, 300)]


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (-1, "head_start"),
        ("many", "head_start"),
        (1_000, r"Game 1 \(.*\): Bob cannot start with 1,000: the game is to 1,000"),
        (150, r"Game 1 \(.*\), history line 2: it does not lead to what stands"),
    ],
)
def test_what_cannot_be_is_refused(
    session: Session, elsewhere: Elsewhere, points: object, sentence: str
) -> None:
    document = json.loads(group_file(club_with_one(session)))
    document["games"][0]["seats"][1]["head_start"] = points
    with pytest.raises(BadInput, match=sentence):
        elsewhere.take_in(document)


def test_in_an_earlier_file_everybody_starts_with_nothing(
    session: Session, elsewhere: Elsewhere
) -> None:
    club = Club(session, "Ann", "Bob")
    club.start()
    document = json.loads(group_file(club))
    for seat in document["games"][0]["seats"]:
        del seat["head_start"]
    elsewhere.take_in(document)
    assert [
        seat.start for game in elsewhere.session.scalars(select(Game)) for seat in game.seats
    ] == [0, 0]
