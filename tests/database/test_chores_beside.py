"""What the server does by itself on PostgreSQL has the group that it is about, and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.models import DailyUse, Game, Group, Scorecard, WriteKey, WrongGuess
from scorecard.operating import housekeeping
from scorecard.services.book import consent, scorecards
from scorecard.services.keeping import expiring
from scorecard.services.limits import locking
from scorecard.services.table import games
from tests.conftest import make_app
from tests.database.test_locks import Undone, watched
from tests.database.test_writes_beside import holding
from tests.factories import EVENING, Club, Table
from tests.servers.postgresql import Cluster
from tests.services.book.test_consent import Assembly

LATE = EVENING + timedelta(days=200)
CARD = {"name": "Ours", "fields": [{"kind": "points", "key": "points", "label": "Points"}]}
Chore = Callable[[Flask, datetime], object]


@pytest.fixture
def app(cluster: Cluster, template: str, tmp_path: Path) -> Iterator[Flask]:
    app = make_app(Settings(tmp_path, cluster.database(template), ("a test's secret",)))
    with app.app_context():
        yield app
        db.session.close()
        db.engine.dispose()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecard.database.sqlite_files.BUSY_SECONDS", 1)


def played(club: Club) -> Table:
    table = club.start()
    table.play(500, 300)
    club.end(table)
    return table


def rated_anew(session: Session) -> Callable[[], bool]:
    """Let the ratings of a group wait; return whether they still do."""
    group = played(Club(session, "Ann", "Bob")).game.group
    assert group
    group.unrated_from = ""
    session.commit()
    return lambda: (
        session.scalars(select(Group.unrated_from).order_by(Group.id)).first() is not None
    )


def counted_anew(session: Session, club: Club | None) -> Callable[[], bool]:
    """Let a game wait, of a group or of none; return whether it still does."""
    table = played(club) if club else Table(session)
    session.execute(update(Game).where(Game.id == table.game.id).values(counted_by=0))
    session.commit()
    return lambda: session.scalars(select(Game.counted_by).order_by(Game.id)).first() == 0


def voted(session: Session) -> Callable[[], bool]:
    club = Assembly(session, "Ann", "Bob")
    consent.choose_threshold(session, club.group, club.write(), "unanimous", 7)
    proposal = club.propose()
    return lambda: session.get_one(type(proposal), proposal.id).outcome is None


def unplayed(session: Session, model: type[Any]) -> Callable[[], bool]:
    if model is Scorecard:
        scorecards.make(session, Club(session).write(), CARD)
        session.execute(update(Group).values(changed_at=LATE))
    elif model is Game:
        Table(session)
    else:
        Club(session)
    session.commit()
    return lambda: session.scalars(select(model.deleted_at).order_by(model.id)).first() is None


def kept(session: Session) -> Callable[[], bool]:
    """Let old keys, guesses and sums of a day wait to be forgotten."""
    table = played(Club(session, "Ann", "Bob"))
    games.reopen(session, table.game, table.write(key="k", fingerprint="f"))
    session.add(WrongGuess(kind="join", origin="here", at=EVENING))
    session.add(DailyUse(day=EVENING.date(), household="1", stored=1))
    session.commit()
    return lambda: any(
        session.scalars(select(model)).first() for model in (WriteKey, WrongGuess, DailyUse)
    )


CHORES: dict[str, tuple[Chore, Callable[[Session], Callable[[], bool]]]] = {
    "ratings": (housekeeping.rate_some, rated_anew),
    "games of a group": (
        housekeeping.bring_some_along,
        lambda session: counted_anew(session, Club(session, "Ann", "Bob")),
    ),
    "a game of none": (housekeeping.bring_some_along, lambda session: counted_anew(session, None)),
    "votes": (housekeeping.count_votes, voted),
    "games nobody played": (housekeeping.clear_up, lambda session: unplayed(session, Game)),
    "groups nobody played in": (housekeeping.clear_up, lambda session: unplayed(session, Group)),
    "scorecards": (housekeeping.clear_up, lambda session: unplayed(session, Scorecard)),
    "keys, guesses and sums": (housekeeping.clear_up, kept),
}
OF_NO_GROUP = ("scorecards", "keys, guesses and sums")


@pytest.mark.parametrize("name", CHORES)
def test_what_is_done_waits_for_no_other_group(app: Flask, impatient: None, name: str) -> None:
    chore, begin = CHORES[name]
    is_waiting = begin(db.session)
    assert is_waiting()
    # Young enough to be no chore itself.
    with app.app_context():
        elsewhere = Club(db.session, "Cy", "Di")
        elsewhere.group.changed_at = LATE
        other = elsewhere.start().game
        other.changed_at, uid = LATE, other.uid
        db.session.commit()
    db.session.rollback()
    with holding(app, lambda session: locking.lock_game(session, uid)):
        chore(app, LATE)
    db.session.rollback()
    assert not is_waiting()


@pytest.mark.parametrize("name", [name for name in CHORES if name not in OF_NO_GROUP])
def test_what_is_done_waits_for_whoever_has_its_group_or_game(
    app: Flask, impatient: None, name: str
) -> None:
    chore, begin = CHORES[name]
    is_waiting = begin(db.session)
    game = db.session.scalars(select(Game.uid)).first()
    group = db.session.scalars(select(Group.uid)).first()
    db.session.rollback()

    def lock(session: Session) -> None:
        if game:
            locking.lock_game(session, game)
        elif group:
            locking.lock_group(session, group)

    with holding(app, lock), pytest.raises(sa.exc.OperationalError, match="lock timeout"):
        chore(app, LATE)
    db.session.rollback()
    assert is_waiting()


@pytest.mark.parametrize("name", CHORES)
def test_what_is_done_changes_only_what_it_holds(app: Flask, name: str) -> None:
    chore, begin = CHORES[name]
    begin(db.session)
    db.session.rollback()
    with watched(db.engine) as found, pytest.raises(Undone):
        chore(app, LATE)
    assert {writing.is_beside for writing in found} == {True}
    assert [fault for writing in found for fault in writing.faults] == []


def test_whoever_played_meanwhile_keeps_their_game(app: Flask) -> None:
    table = Table(db.session)
    db.session.commit()
    (found,) = expiring.unplayed(db.session, LATE)
    table.play(50, 100)
    db.session.commit()
    expiring.expire(db.session, found, LATE)
    assert table.game.deleted_at is None
