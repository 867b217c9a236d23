"""What earlier code left behind is played on by this one: every fixture in data/releases."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import __version__, handbook
from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import alembic, db
from scorecard.models import Game, Group, GroupMembership, Membership, Season
from scorecard.operating import checks
from scorecard.operating.housekeeping import bring_some_along
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import access
from scorecard.services.history import undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.keeping import recounting
from scorecard.services.scoring import sheets
from scorecard.services.table import rounds
from scorecard.web.http.limits import limiter
from tests.factories import EVENING
from tests.releases import FOLDER, load, totals_in
from tests.web.conftest import as_device

FIXTURES = sorted(FOLDER.glob("*.sql"))
EARLY = {"0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009"}
"""Each of these was once the newest, before there was a release."""


@dataclass
class Left:
    """A database that earlier code left, and this one has migrated."""

    app: Flask
    file: Path
    totals: dict[str, dict[str, int]]
    kept: Path | None


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(path, marks=() if path == FIXTURES[-1] else pytest.mark.long)
        for path in FIXTURES
    ],
    ids=lambda path: path.stem,
)
def left(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Left]:
    folder = tmp_path_factory.mktemp(request.param.stem)
    file = folder / "scorecard.db"
    totals = load(request.param.read_text(), file)
    app = create_app(Settings(folder, f"sqlite:///{file}", ("a test's secret key",)))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    kept = migrate(app)
    # The server does so by itself, a few games at a time.
    while bring_some_along(app, EVENING):
        pass
    yield Left(app, file, totals, kept)
    with app.app_context():
        db.engine.dispose()
    limiter.reset()


def test_every_release_left_a_database() -> None:
    """When the version moves on, the release before it needs its fixture: see tests/releases.py."""
    text = handbook.pages()["changelog"].text
    releases = set(re.findall(r"^## (\d+\.\d+\.\d+)$", text, re.MULTILINE))
    assert __version__ in releases
    left = {re.match(r"-- Scorecard (\S+) ", path.read_text()) for path in FIXTURES}
    assert releases - {__version__} <= {found[1] for found in left if found}
    assert {path.stem for path in FIXTURES} >= EARLY


def test_what_was_there_is_kept_beside_it(left: Left) -> None:
    revision = re.search(r"VALUES\('(\d{4})'\)", _dump_of_fixture(left))
    assert revision
    with left.app.app_context():
        head = alembic.script_directory.get_current_head()
    if revision[1] == head:
        assert left.kept is None
        return
    assert left.kept
    assert left.kept.name.startswith(f"scorecard-revision-{revision[1]}-")
    with closing(sqlite3.connect(left.kept)) as connection:
        assert "\n".join(connection.iterdump()) == _dump_of_fixture(left)


def _dump_of_fixture(left: Left) -> str:
    name = left.file.parent.name[:4]
    lines = (FOLDER / f"{name}.sql").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("-- "))


def test_it_is_whole(left: Left) -> None:
    with left.app.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        assert alembic.compare_metadata() == []


def test_nothing_in_it_is_a_fault(left: Left) -> None:
    with left.app.app_context():
        db.session.close()
    assert list(checks.faults(left.app.config["SETTINGS"])) == []


def test_totals_are_those_it_was_left_with(left: Left) -> None:
    with closing(sqlite3.connect(left.file)) as connection:
        assert totals_in(connection) == left.totals
    client = left.app.test_client()
    for uid, totals in left.totals.items():
        enter_as_keeper(left.app, client, uid)
        sheet = client.get(f"/api/v1/games/{uid}").get_json()
        # Who is out has none; nothing is kept of it.
        assert {str(seat["seat"]): seat["total"] or 0 for seat in sheet["seats"]} == totals


def test_scoring_again_gives_what_is_stored(left: Left) -> None:
    with left.app.app_context():
        for game in db.session.scalars(select(Game)).all():
            before = stored(game)
            sheets.rescore(db.session, game)
            db.session.flush()
            db.session.expire_all()
            assert stored(game) == before
        for group in db.session.scalars(select(Group)).all():
            assert recounting.recount(db.session, group) == []
        db.session.rollback()


def stored(game: Game) -> dict[str, Any]:
    return {
        "status": (game.status, game.reason),
        "seats": [(seat.name, seat.total, seat.rank, seat.is_winner) for seat in game.seats],
        "scores": sheets.stored_points(game),
    }


def test_undo_goes_back_to_the_beginning_and_redo_to_where_it_was(left: Left) -> None:
    with left.app.app_context():
        session = db.session
        games = session.scalars(select(Game).where(Game.ended_at.is_(None))).all()
        running = [game for game in games if not game.deleted_at]
        assert running
        for game in running:
            there = stored(game)
            steps = 0
            while undo_redo.reach(session, game).undo:
                undo_redo.undo(session, game, write(session, game), is_keeper=True)
                steps += 1
            assert game.rounds == [] or all(not one.entries for one in game.rounds)
            for _ in range(steps):
                undo_redo.redo(session, game, write(session, game), is_keeper=True)
            session.expire_all()
            assert stored(game)["seats"] == there["seats"]
        session.rollback()


def test_the_game_goes_on(left: Left) -> None:
    with left.app.app_context():
        session = db.session
        game = session.scalars(
            select(Game).where(Game.rules == "brownie_points", Game.ended_at.is_(None))
        ).first()
        assert game
        number = game.next_number + 1
        for one in (number - 1, number):
            entries: dict[int, Any] = {seat.position: {"score": 100} for seat in game.seats}
            rounds.enter(session, game, write(session, game), one, entries, is_confirmed=True)
        assert [seat.total for seat in game.seats]
        session.rollback()


def test_what_goes_out_as_a_file_comes_in_again(left: Left, tmp_path: Path) -> None:
    with left.app.app_context():
        files = [
            *(
                exports.of_group(db.session, group, EVENING)
                for group in db.session.scalars(select(Group))
            ),
            *(
                exports.of_game(db.session, game, EVENING)
                for game in db.session.scalars(select(Game).where(Game.group_id.is_(None)))
            ),
        ]
        db.session.rollback()
    assert files
    elsewhere = create_app(
        Settings(tmp_path, f"sqlite:///{tmp_path / 'scorecard.db'}", ("another secret key",))
    )
    migrate(elsewhere)
    with elsewhere.app_context():
        phone = access.new_device(db.session, EVENING)
        for file in files:
            plan = imports.plan(db.session, imports.read(file_format.write(file).encode()), phone)
            imports.carry_out(db.session, plan, Write(phone, EVENING), "another secret key")
            db.session.flush()
            again = imports.plan(db.session, imports.read(file_format.write(file).encode()), phone)
            assert (again.is_empty, again.differing) == (True, [])
        db.session.rollback()
        db.engine.dispose()


def write(session: Session, game: Game) -> Write:
    membership: Membership | GroupMembership | None = session.scalars(
        select(Membership).where(Membership.game_id == game.id, Membership.role == "keeper")
    ).first()
    if membership is None:
        # A result from before, at which no phone was.
        membership = session.scalars(
            select(GroupMembership).where(
                GroupMembership.group_id == game.group_id, GroupMembership.role == "keeper"
            )
        ).first()
    assert membership
    return Write(membership.device, EVENING, game.version)


def enter_as_keeper(app: Flask, client: Any, uid: str) -> None:
    """Let the client be the phone that keeps a game."""
    with app.app_context():
        game = db.session.scalars(select(Game).where(Game.uid == uid)).one()
        device_uid = write(db.session, game).device.uid
    as_device(client, device_uid)


def test_every_page_of_games_groups_and_seasons_opens(left: Left) -> None:
    client = left.app.test_client()
    with left.app.app_context():
        # A game of two card games, and one season: all pages of many would take too long.
        games = db.session.scalars(
            select(Game).where(Game.deleted_at.is_(None)).order_by(Game.id)
        ).all()
        uids = list({game.rules: game.uid for game in games}.values())[-2:]
        season = db.session.execute(
            select(Group.uid, Season.uid, Group.id).join(Season, Season.group_id == Group.id)
        ).first()
        of_group = season[2] if season else None
        inside = [game.uid for game in games if game.group_id == of_group]
    enter_as_keeper(left.app, client, inside[-1])
    known = [{"group_uid": season[0], "season_uid": season[1]}] if season else []
    assert all(answers(left.app, client, values) for values in [{}, *known])
    for uid in uids:
        enter_as_keeper(left.app, client, uid)
        assert answers(left.app, client, {"game_uid": uid}) > 10


def answers(app: Flask, client: Any, values: dict[str, Any]) -> int:
    """Open every address that takes some of these values; return how many there are to see."""
    urls = []
    for rule in app.url_map.iter_rules():
        is_read = "GET" in (rule.methods or ()) and not rule.endpoint.endswith("events")
        if is_read and bool(rule.arguments) == bool(values) and rule.arguments <= values.keys():
            with app.test_request_context():
                wanted = {name: values[name] for name in rule.arguments}
                urls.append(app.url_for(rule.endpoint, **wanted))
    statuses = {url: client.get(url).status_code for url in urls}
    assert {url: status for url, status in statuses.items() if status >= 500} == {}
    return list(statuses.values()).count(200)
