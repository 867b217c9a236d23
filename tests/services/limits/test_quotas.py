"""There is an end to everything that may be kept: of each thing, in a day, and on the disk."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard import config, handbook
from scorecard.config import Settings
from scorecard.database.db import begin_write, db
from scorecard.errors import BoundReached, DiskNearlyFull, Full, TooMuchToday
from scorecard.models import DailyUse, Device, Entry, Pass
from scorecard.services.book import scorecards
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.files.past import past_results
from scorecard.services.groups import access
from scorecard.services.limits import bounds, quotas
from scorecard.services.limits.bounds import Bound
from scorecard.services.limits.quotas import Account
from scorecard.services.players import rosters
from scorecard.services.table import games, rematches
from tests.conftest import make_app
from tests.factories import EVENING, Club, Table
from tests.services.limits.adding import (
    ADDING,
    CARD,
    World,
    add_game,
    add_group,
    add_phone_to_game,
    add_rules,
    add_scorecard,
)

EVERY_BOUND = {name: one for name, one in vars(bounds).items() if isinstance(one, Bound)}


def test_one_row_is_added_for_every_bound_below() -> None:
    # Passkeys need an authenticator: tests/services/groups/test_passkeys.py.
    assert ADDING.keys() == EVERY_BOUND.keys() - {"PASSKEYS_OF_PHONE"}


def test_the_handbook_says_how_much() -> None:
    text = handbook.pages()["running"].text.split("## How much is kept")[1].split("\n## ")[0]
    for phrase in (
        f"{bounds.GAMES_OF_PHONE.most} open games that it keeps",
        f"{bounds.GROUPS_OF_PHONE.most} groups that it keeps",
        f"{bounds.SCORECARDS_OF_PHONE.most} scorecards",
        f"of {bounds.VERSIONS_OF_SCORECARD.most} versions each",
        f"{bounds.PASSKEYS_OF_PHONE.most} passkeys",
        f"{bounds.ROUNDS_OF_GAME.most:,} rounds",
        f"{bounds.PHONES_OF_GAME.most:,} phones, {bounds.AMENDMENTS_OF_GAME.most} changes",
        f"newest {access.PASSES_KEPT} links",
        f"{bounds.GAMES_OF_GROUP.most} open games, {bounds.PLAYERS_OF_GROUP.most:,} players",
        f"{bounds.PHONES_OF_GROUP.most:,} phones, {bounds.SEASONS_OF_GROUP.most} seasons",
        f"{bounds.ADJUSTMENTS_OF_SEASON.most} times points by hand",
        f"{bounds.TEAMS_OF_SEASON.most} teams, {bounds.DIVISIONS_OF_SEASON.most} divisions",
        f"{bounds.RULES_OF_GROUP.most} sets of house rules",
        f"{bounds.VERSIONS_OF_RULES.most} versions, {bounds.RULINGS_OF_RULES.most} rulings",
        f"{bounds.PROPOSALS_OF_RULES.most} proposals",
        f"of {bounds.COMMENTS_OF_PROPOSAL.most} comments each",
        f"{quotas.NEW_A_DAY // quotas.MEGABYTE} MB, then nothing new",
        f"{quotas.ALL_A_DAY // quotas.MEGABYTE:,} MB, then nothing is stored",
        f"{quotas.NEW_A_DAY_IN_ALL // quotas.MEGABYTE:,} MB, then phones",
        f"{quotas.ALL_A_DAY_IN_ALL // quotas.MEGABYTE:,} MB, then they",
        f"(`DISK_FLOOR` ({config.DISK_FLOOR} MB)"[1:],
    ):
        assert phrase in text, phrase


@pytest.mark.parametrize("name", sorted(ADDING))
def test_one_more_than_there_may_be_is_refused(
    session: Session, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, add, bound = World(session), ADDING[name], getattr(bounds, name)
    owner = add(world)
    session.commit()
    there = session.scalar(bound.rows, {"owner": owner})
    monkeypatch.setattr(bound, "most", there + 1)
    add(world)
    session.commit()
    with pytest.raises(BoundReached) as refused:
        add(world)
    assert f"{there + 1:,}" in refused.value.message
    session.rollback()
    assert session.scalar(bound.rows, {"owner": owner}) == there + 1


def test_what_was_deleted_ended_or_sent_out_makes_room(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(session)
    monkeypatch.setattr(bounds.GAMES_OF_PHONE, "most", 1)
    with pytest.raises(BoundReached):
        add_game(world)
    world.club.end(world.table)
    add_game(world)
    monkeypatch.setattr(bounds.SCORECARDS_OF_PHONE, "most", 1)
    with pytest.raises(BoundReached):
        add_scorecard(world)
    scorecards.delete(session, world.club.write(), world.card)
    add_scorecard(world)
    monkeypatch.setattr(bounds.PHONES_OF_GAME, "most", 1)
    with pytest.raises(BoundReached):
        add_phone_to_game(world)
    keeping = world.table.membership(world.club.keeper)
    access.leave(session, keeping, world.table.write())
    session.flush()
    add_phone_to_game(world)
    with pytest.raises(BoundReached):
        access.join(session, world.table.game, "player", world.table.write())


def test_the_links_of_a_game_are_renewed_for_ever_and_the_newest_are_kept(
    session: Session,
) -> None:
    table = Table(session)
    for _ in range(50):
        access.make_passes(session, table.game, "secret", EVENING)
        newest = access.tokens(session, table.game, ["secret"], EVENING)
        access.renew(session, table.game, table.write())
    assert session.scalar(sa.select(sa.func.count(Pass.id))) == access.PASSES_KEPT
    assert session.scalars(sa.select(Pass)).all()[-1].revoked_at
    assert len(newest) == 3


NOON = datetime.fromisoformat("2026-03-14T12:00:00+00:00")


class Day:
    """What a request would be put down to."""

    def __init__(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        self.session = session
        self.account = Account("address-7", NOON, has_room=lambda: True, is_known=True)
        monkeypatch.setattr(quotas, "NEW_A_DAY", 20_000)
        monkeypatch.setattr(quotas, "ALL_A_DAY", 60_000)
        monkeypatch.setattr(quotas, "NEW_A_DAY_IN_ALL", 100_000)
        monkeypatch.setattr(quotas, "ALL_A_DAY_IN_ALL", 200_000)

    def put(self, **changed: Any) -> None:
        """Let what follows be put down to this account."""
        self.account = replace(self.account, **changed)
        quotas.charge(self.session, lambda: self.account)

    def stored(self, household: str = "address-7") -> int:
        return quotas.stored_by(self.session, self.account.day, household)

    def write(self, action: Callable[[], Any]) -> Any:
        """Do something as a request does."""
        self.session.rollback()
        begin_write(self.session)
        try:
            found = action()
            self.session.commit()
        except Full:
            self.session.rollback()
            raise
        return found

    def use_up(self, household: str, size: int) -> None:
        """Store so much from a household."""
        quotas._add(self.session, replace(self.account, household=household), size)
        self.session.commit()


@pytest.fixture
def day(session: Session, monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(session, monkeypatch)


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Session]:
    """Open a session on SQLite, whose pages can be counted, whatever the other tests run on."""
    app = make_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'games.db'}", ("secret",)))
    with app.app_context():
        yield db.session


class TestADay:
    def test_what_is_stored_is_put_down_to_the_household(self, session: Session, day: Day) -> None:
        table = Table(session)
        assert session.scalar(sa.select(sa.func.count()).select_from(DailyUse)) == 0
        day.put()
        day.write(lambda: table.enter(1, {1: {"score": 50}}))
        first = day.stored()
        assert 200 < first < 1_500
        day.write(lambda: table.enter(1, {2: {"score": 50}}))
        assert day.stored() > first + 200
        day.put(household="address-8")
        day.write(lambda: table.play(50, 100))
        assert 200 < day.stored("address-8") < day.stored() * 2

    def test_what_is_taken_back_is_not(self, session: Session, day: Day) -> None:
        table = Table(session)
        day.put()
        begin_write(session)
        access.new_device(session, NOON)
        session.rollback()
        begin_write(session)
        session.commit()
        assert day.stored() == 0
        day.write(lambda: access.new_device(session, NOON))
        assert 0 < day.stored() < 200
        assert table.game.version == 1

    @pytest.mark.parametrize("what", ["counts", "scorecards", "an import"])
    @pytest.mark.long
    def test_it_is_about_what_the_file_grows_by(
        self, on_sqlite: Session, what: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session, day = on_sqlite, Day(on_sqlite, monkeypatch)
        monkeypatch.setattr(quotas, "ALL_A_DAY", 10_000_000)
        club = Club(session, "Ann", "Bob", "Cy")
        table, file = club.start(options={"target": 100_000}), _club_from_elsewhere(session)

        def count() -> None:
            for number in range(1, 101):
                day.write(functools.partial(table.enter, number, {1: {"score": 50}}))
                day.write(lambda: table.play(50, 100, 0))

        def make() -> None:
            for number in range(100):
                card = {**CARD, "name": f"Card {number}", "notes": "Äh, note. " * 300}
                scorecards.make(session, club.write(), card)

        def take_in() -> None:
            plan = imports.plan(session, imports.read(file), club.keeper)
            imports.carry_out(session, plan, club.write(), Club.SECRET)

        before = _pages(session)
        day.put()
        if what == "counts":
            count()
        else:
            day.write(make if what == "scorecards" else take_in)
        assert (grown := _pages(session) - before) > 50_000
        assert 0.7 * grown < day.stored() < 1.7 * grown

    def test_at_its_end_nothing_new_is_begun_and_games_go_on(
        self, session: Session, day: Day
    ) -> None:
        world = World(session)
        day.use_up("address-7", 19_999)
        file = _game_from_elsewhere(session)
        day.put()
        day.write(lambda: add_game(world))
        assert day.stored() >= 20_000
        club, group = world.club, world.club.group
        listed = past_results.preview(
            session,
            group,
            "date,game,player,total\n2026-01-03,Hearts,Ann,20\n2026-01-03,Hearts,Bob,30\n",
            club.at,
        )
        for begin in (
            lambda: add_game(world),
            lambda: add_group(world),
            lambda: add_scorecard(world),
            lambda: add_rules(world),
            lambda: imports.plan(session, imports.read(file), club.keeper),
            lambda: past_results.carry_out(session, group, listed, club.write()),
        ):
            with pytest.raises(TooMuchToday) as refused:
                day.write(begin)
            assert refused.value.seconds == 12 * 3600 + 1
            assert "tomorrow" in refused.value.message
        before = day.stored()
        day.write(lambda: world.table.play(50, 100))
        day.write(lambda: add_phone_to_game(world))
        day.write(lambda: rosters.add(session, group, club.write(), "Cy"))
        assert day.stored() > before

    def test_other_households_and_other_days_are_not_concerned(
        self, session: Session, day: Day
    ) -> None:
        world = World(session)
        day.use_up("address-7", 20_000)
        day.put(household="address-8")
        day.write(lambda: add_game(world))
        day.put(household="address-7", at=NOON + timedelta(days=1))
        day.write(lambda: add_game(world))
        day.put(household="", at=NOON)
        day.write(lambda: add_game(world))
        assert day.stored() == 20_000

    def test_an_end_comes_to_counting_as_well_much_later(self, session: Session, day: Day) -> None:
        world = World(session)
        day.use_up("address-7", 59_000)
        day.put()
        day.write(lambda: world.table.enter(1, {1: {"score": 50}}))
        version = world.table.game.version
        with pytest.raises(TooMuchToday) as refused:
            day.write(
                lambda: [
                    rosters.add(session, world.club.group, world.club.write(), f"No {n}")
                    for n in range(9)
                ]
            )
        assert refused.value.message.startswith("Too much")
        assert day.stored() < 60_000
        assert [player.name for player in world.club.group.players] == ["Ann", "Bob"]
        assert world.table.game.version == version

    def test_where_much_came_from_everywhere_only_new_phones_wait(
        self, session: Session, day: Day
    ) -> None:
        world = World(session)
        for number in range(10):
            day.use_up(f"address-{100 + number}", 10_000)
        day.put(is_known=False)
        with pytest.raises(TooMuchToday, match="been here before"):
            day.write(lambda: add_game(world))
        day.write(lambda: world.table.play(50, 100))
        day.write(lambda: add_phone_to_game(world))
        day.put(is_known=True)
        day.write(lambda: add_game(world))
        day.use_up("address-300", 100_000)
        day.write(lambda: world.table.play(50, 100))
        day.put(is_known=False)
        with pytest.raises(TooMuchToday, match="Too much"):
            day.write(lambda: world.table.play(50, 100))

    def test_the_use_of_a_day_is_told_and_that_of_others_forgotten(
        self, session: Session, day: Day
    ) -> None:
        for number, size in enumerate((20_000, 30_000, 5)):
            day.use_up(f"address-{number}", size)
        assert quotas.use_of(session, NOON.date()) == quotas.Use(50_005, 30_000, 2)
        quotas.forget_other_days(session, NOON.date())
        assert quotas.use_of(session, NOON.date()).stored == 50_005
        quotas.forget_other_days(session, NOON.date() + timedelta(days=1))
        assert quotas.use_of(session, NOON.date()) == quotas.Use(0, 0, 0)


class TestAFullDisk:
    def test_nothing_new_is_begun_and_games_go_on(self, session: Session, day: Day) -> None:
        world, file = World(session), imports.read(_game_from_elsewhere(session))
        world.club.end(world.table)
        table = world.club.start("Ann", "Bob")
        day.put(has_room=lambda: False, household="")
        for begin in (
            lambda: add_game(world),
            lambda: rematches.create(session, world.table.game, world.table.write()),
            lambda: add_group(world),
            lambda: add_scorecard(world),
            lambda: add_rules(world),
            lambda: imports.plan(session, file, world.club.keeper),
        ):
            with pytest.raises(DiskNearlyFull, match="nothing new can begin"):
                day.write(begin)
        day.write(lambda: table.play(50, 100))
        day.write(lambda: games.finish(session, table.game, table.write()))
        assert session.scalar(sa.select(sa.func.count(Entry.id))) == 2

    def test_what_is_left_is_for_games_of_many_households(self, session: Session, day: Day) -> None:
        world = World(session)
        day.use_up("address-7", 19_900)
        day.put(has_room=lambda: False)
        with pytest.raises(TooMuchToday):
            day.write(lambda: world.table.play(50, 100))
        day.put(household="address-8")
        day.write(lambda: world.table.play(50, 100))

    def test_who_runs_the_server_imports_all_the_same(self, session: Session, day: Day) -> None:
        file = _game_from_elsewhere(session)
        phone = access.new_device(session, NOON)
        day.put(has_room=lambda: False)
        assert imports.plan(session, imports.read(file), phone, is_trusted=True).games


def _game_from_elsewhere(session: Session) -> bytes:
    document = exports.of_game(session, Table(session, "Cy", "Di").game, EVENING)
    document["game"]["uid"] = "elsewhere123"
    return file_format.write(document).encode()


def test_a_file_brings_no_more_into_a_group_than_there_may_be(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    document = exports.of_group(session, club.group, club.at)
    document["group"]["uid"] = "elsewhere123"
    for number, player in enumerate(document["players"]):
        player["uid"] = f"elsewhere-{number}"
    data = file_format.write(document).encode()
    other = access.new_device(session, EVENING)
    assert len(imports.plan(session, imports.read(data), other).players) == 3
    monkeypatch.setattr(bounds.PLAYERS_OF_GROUP, "most", 2)
    with pytest.raises(BoundReached, match="at most 2 players"):
        imports.plan(session, imports.read(data), other)
    assert len(imports.plan(session, imports.read(data), other, is_trusted=True).players) == 3


def test_a_game_from_a_file_is_one_of_the_phones_open_games(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(session)
    plan = imports.plan(session, imports.read(_game_from_elsewhere(session)), club.keeper)
    monkeypatch.setattr(bounds.GAMES_OF_PHONE, "most", 0)
    with pytest.raises(BoundReached):
        imports.carry_out(session, plan, club.write(), Club.SECRET)


def _club_from_elsewhere(session: Session) -> bytes:
    """Return a file of a club with an evening's games, as another server wrote it."""
    club = Club(session, "Di", "Ed", "Flo")
    club.season()
    for _ in range(30):
        club.play(Di=500, Ed=300, Flo=-250)
    document = exports.of_group(session, club.group, club.at)
    text = file_format.write(document)
    for number, uid in enumerate(sorted(set(re.findall(r'"uid": "([^"]+)"', text)))):
        text = text.replace(uid, f"elsewhere-{number:04}")
    return text.encode()


def _pages(session: Session) -> int:
    """Return how many bytes of the database's file are used."""
    session.rollback()
    connection = session.connection()
    used = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    free = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    session.rollback()
    return int(used - free) * 4096


def test_a_phone_that_only_plays_keeps_nothing(session: Session) -> None:
    world = World(session)
    bob = world.table.player(2)

    def kept(bound: Bound, phone: Device) -> Any:
        return session.scalar(bound.rows, {"owner": phone.id})

    for bound in (bounds.GAMES_OF_PHONE, bounds.GROUPS_OF_PHONE, bounds.SCORECARDS_OF_PHONE):
        assert (kept(bound, bob), kept(bound, world.club.keeper)) == (0, 1)
