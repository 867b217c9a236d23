"""Games that an earlier release has counted otherwise are brought along."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import Award, Entry, Feat, Game, Group, Result, Season, Seat, Standing
from scorecard.operating.checks import faults
from scorecard.operating.files import Store
from scorecard.operating.housekeeping import bring_some_along, rate_some
from scorecard.services.keeping import recounting
from scorecard.services.looking_back import statistics
from scorecard.services.standings import records, standings
from tests.factories import EVENING, Club
from tests.releases import FOLDER, load

GOLF = {
    "name": "Golf",
    "fields": [{"kind": "points", "key": "points", "label": "Points"}],
    "wins": "lowest",
}


@pytest.fixture
def left(tmp_path: Path) -> Iterator[Flask]:
    """An app on a database that the release before has left, migrated and not brought along."""
    file = tmp_path / "scorecard.db"
    load((FOLDER / "0009.sql").read_text(), file)
    app = create_app(Settings(tmp_path, f"sqlite:///{file}", ("a test's secret key",)))
    migrate(app)
    with app.app_context():
        yield app
        db.engine.dispose()


def group_of(kind: str) -> Group:
    found = db.session.scalars(
        select(Group).join(Game, Game.group_id == Group.id).where(Game.kind == kind)
    )
    return found.unique().one()


def bring_along(app: Flask) -> int:
    """Do what the server does until nothing waits; return how often that was."""
    db.session.rollback()
    often = 0
    while bring_some_along(app, EVENING) or rate_some(app, EVENING):
        often += 1
    db.session.expire_all()
    return often


def tables_of(group: Group) -> dict[str, list[tuple[str, int | None]]]:
    seasons = db.session.scalars(select(Season).where(Season.group_id == group.id))
    return {
        season.name: [(row.name, row.rank) for row in standings.present(db.session, season)]
        for season in seasons
    }


def test_what_was_counted_otherwise_is_counted_anew(left: Flask) -> None:
    group = group_of("cucumber")
    version, before = group.version, tables_of(group)
    golf = db.session.scalars(select(Game).where(Game.kind == "own_scorecard/Golf")).first()
    assert golf
    assert [seat.is_winner for seat in golf.seats] == [True, False, False], "who left had won"
    # Once for the games of each group, once for a game in none; once for all ratings of each group.
    assert bring_along(left) == 5
    assert [(seat.name, seat.rank, seat.is_winner) for seat in golf.seats] == [
        ("Ann", 3, False),
        ("Bob", 1, True),
        ("Cy", 2, False),
    ]
    assert golf.reason == "Bob wins with 10 points."
    after = tables_of(group)
    assert after["Closed"] == before["Closed"] == [("Ann", 1), ("Bob", 2), ("Cy", 3)]
    assert after["Places"] != before["Places"]
    assert group.version > version
    assert recounting.recount(db.session, group) == []


def test_records_are_kept_by_which_total_wins(left: Flask) -> None:
    bring_along(left)
    group = group_of("cucumber")
    books = {book.name: book for book in records.of_group(db.session, group)}
    assert books.keys() == {
        *("Golf (highest wins)", "Golf (lowest wins)", "Ten", "Cucumber", "Pay Me"),
        *("pay me (highest wins)", "Brag", "Pitch"),
    }
    assert {one.key for one in books["Pay Me"].records} == {"best_total"}
    ann = next(player for player in group.players if player.name == "Ann")
    played = {one.name: one.average for one in statistics.of_player(db.session, ann).games}
    assert (played["Pay Me"], played["pay me (highest wins)"]) == (35, 0)


@pytest.mark.long
def test_nothing_of_it_is_a_fault(left: Flask) -> None:
    settings: Settings = left.config["SETTINGS"]
    db.session.rollback()
    assert list(faults(settings)) == []
    assert Store(settings).recount(is_write=False) == []
    assert bring_along(left) == 5, "the check looked at a copy, the count was not to be kept"


def kept(session: Session) -> dict[str, Any]:
    session.expire_all()
    return {
        model.__tablename__: [
            tuple(row)
            for row in session.execute(
                select(model.__table__).order_by(*model.__table__.primary_key)
            )
        ]
        for model in (Seat, Result, Feat, Award, Standing)
    }


@pytest.mark.long
def test_whatever_was_kept_becomes_what_the_games_say(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    club.season(scheme={"kind": "points"})
    for _game in range(45):
        table = club.start(rules="own_scorecard", options={"scorecard": GOLF})
        table.tell({}, {1: {"points": 3}, 2: {"points": 5}})
        club.end(table)
    right = kept(session)
    session.execute(update(Game).values(counted_by=0))
    session.execute(update(Seat).values(rank=2))
    session.execute(update(Result).values(kind="own_scorecard/Golf", rank=1))
    session.commit()
    assert kept(session) != right
    assert bring_along(app) >= 3, "a few at a time"
    assert kept(session) == right


def test_a_spoilt_game_stops_no_others(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    spoilt, good = club.start(), club.start()
    for table in (spoilt, good):
        table.play(500, 300)
        club.end(table)
    right = kept(session)
    session.execute(update(Game).values(counted_by=0))
    entry = session.scalars(select(Entry)).first()
    assert entry
    entry.data = {"score": "much"}
    session.execute(update(Seat).where(Seat.game_id == good.game.id).values(rank=2))
    session.commit()
    assert bring_along(app) == 1
    assert kept(session) == right


def test_what_is_played_now_does_not_wait(app: Flask, session: Session) -> None:
    Club(session, "Ann", "Bob").play(Ann=500, Bob=300)
    assert bring_along(app) == 0
