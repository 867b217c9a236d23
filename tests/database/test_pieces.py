"""Who writes gives way so seldom that writes go one after the other, however many come at once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.database.db import begin_write
from scorecard.models import Game
from tests import bounded
from tests.servers.clients import Phone
from tests.servers.server import Server

TABLES = 30
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
BOUNDS = {"serving.server.PIECE_SECONDS": 0.0, "serving.server.PIECE_OF_WRITE_SECONDS": 60.0}
"""Bounds of a machine so busy that every statement of a reader takes as long as a piece."""


def test_a_write_is_under_way_until_it_ends(session: Session) -> None:
    session.rollback()
    session.scalar(select(Game.id))
    assert not pieces.is_writing()
    session.rollback()
    for end in (session.commit, session.rollback):
        begin_write(session)
        assert pieces.is_writing()
        end()
        assert not pieces.is_writing()


@pytest.mark.long
def test_a_whole_club_begins_at_the_same_moment(tmp_path: Path) -> None:
    body = {"game": "brownie_points", "players": ["Ann", "Bob"]}

    def begin(phone: Phone) -> int:
        status = phone.ask("POST", "/api/v1/games", body).status
        phone.hang_up()
        return status

    with Server(tmp_path / "data", under=bounded.under(BOUNDS)) as server:
        phones = [Phone(f"table {number}", server.port) for number in range(TABLES)]
        with ThreadPoolExecutor(TABLES) as hands:
            assert Counter(hands.map(begin, phones)) == {201: TABLES}


@pytest.mark.long
def test_each_answer_is_of_its_own_write_however_many_come_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data", under=bounded.under(BOUNDS)) as server:
        keeper = Phone("keeper", server.port)
        body = {"game": "brownie_points", "players": list(NAMES)}
        game = keeper.do("POST", "/games", body)["game"]
        path = f"/games/{game['id']}/rounds/1"
        entries = {str(seat): {"score": 50} for seat in range(1, len(NAMES) + 1)}
        counted = keeper.do("PUT", path, {"version": game["version"], "entries": entries})
        keeper.hang_up()
        told = {"version": counted["version"], "entry": {"score": 100}}

        def correct(seat: int) -> int:
            phone = keeper.twin()
            corrected = phone.do("PUT", f"{path}/entries/{seat}", told)
            phone.hang_up()
            return int(corrected["version"])

        with ThreadPoolExecutor(len(NAMES)) as hands:
            versions = sorted(hands.map(correct, range(1, len(NAMES) + 1)))
        first = counted["version"] + 1
        assert versions == [*range(first, first + len(NAMES))]
