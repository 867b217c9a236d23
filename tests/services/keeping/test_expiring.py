"""What nobody ever played goes into the bin after a time; whatever holds one count stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.models import Change, Game, Group, GroupChange, Scorecard, WriteKey
from scorecard.models.change import SERVER
from scorecard.operating.housekeeping import clear_up
from scorecard.rules.sheet import NotARecord
from scorecard.services.book import house_rules, rulings, scorecards
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import undo_redo
from scorecard.services.keeping import bin as the_bin
from scorecard.services.keeping import expiring, old_keys
from scorecard.services.looking_back import history_pages
from scorecard.services.table import amending, anecdotes, games
from tests.factories import EVENING, Club, Table

DAY = timedelta(days=1)
LATE = EVENING + (expiring.DAYS + 1) * DAY
CARD: dict[str, Any] = {
    "name": "Ours",
    "fields": [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}],
}


def expired(session: Session, at: Any = LATE) -> list[str]:
    """Put into the bin what is to go there; return of what kind each is."""
    session.commit()
    found = expiring.unplayed(session, at)
    for one in found:
        expiring.expire(session, one, at)
    assert expiring.unplayed(session, at) == []
    kinds = [one.model.__name__ for one in found]
    while some := expiring.expire_scorecards(session, at):
        kinds += ["Scorecard"] * len(some)
    session.commit()
    return kinds


class TestGames:
    def test_one_without_a_count_goes_into_the_bin_and_comes_out_again(
        self, session: Session
    ) -> None:
        table = Table(session)
        phone = table.player(1)
        assert expired(session, EVENING + expiring.DAYS * DAY) == []
        assert expired(session) == ["Game"]
        assert table.game.deleted_at == LATE
        assert [item.uid for item in the_bin.of_device(session, table.keeper)] == [table.game.uid]
        line = session.scalars(select(Change).order_by(Change.version.desc())).first()
        assert line
        assert (line.kind, line.source, line.device_id) == ("deleted", SERVER, phone.id)
        assert history_pages.of_game(session, table.game).lines[0].source == SERVER
        table.at = LATE
        games.restore(session, table.game, table.write())
        table.play(50, 100)
        assert expired(session, LATE + 400 * DAY) == []

    def test_taken_out_it_has_as_long_again(self, session: Session) -> None:
        table = Table(session)
        expired(session)
        table.at = LATE
        games.restore(session, table.game, table.write())
        assert expired(session, LATE + expiring.DAYS * DAY) == []
        assert expired(session, LATE + (expiring.DAYS + 1) * DAY) == ["Game"]

    @pytest.mark.parametrize(
        "play",
        [
            lambda table: table.enter(1, {1: {"score": 50}}),
            lambda table: table.play(50, 100),
            lambda table: anecdotes.tell(table.session, table.game, table.write(), "The cat won"),
        ],
    )
    def test_one_count_or_story_keeps_it_for_ever(
        self, session: Session, play: Callable[[Table], Any]
    ) -> None:
        table = Table(session)
        play(table)
        assert expired(session, EVENING + 4_000 * DAY) == []

    def test_so_does_a_count_that_was_undone(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 100)
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert table.game.rounds == []
        assert expired(session) == []

    def test_so_does_what_is_said_of_a_whole_round(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", "Di", rules="pitch")
        table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
        assert expired(session) == []

    def test_settings_alone_do_not_and_neither_does_end_game(self, session: Session) -> None:
        table = Table(session)
        wish = {"target": 9_000}
        games.change_settings(session, table.game, table.write(), wish)
        amending.propose(session, table.game, table.write(), {"target": 8_000}, "late")
        games.finish(session, table.game, table.write())
        assert expired(session) == ["Game"]

    def test_a_ruling_made_at_it_keeps_it(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start()
        book = rulings.begin_book(session, table.game, table.write(), "Cabin")
        rulings.rule(session, book, table.write(), "It fell", "It lies", "All", game=table.game)
        assert expired(session) == []

    def test_of_a_group_it_is_told_in_its_history_and_the_group_stays(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=100)
        club.start("Ann", "Bob")
        assert expired(session) == ["Game"]
        assert groups.running(session, club.group) == []
        assert club.group.deleted_at is None

    def test_in_a_group_that_is_in_the_bin_it_is_left(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.start("Ann", "Bob")
        groups.delete(session, club.group, club.write())
        assert expired(session) == []


class TestGroups:
    def test_one_without_a_game_and_with_one_phone_goes(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        house_rules.create(session, club.group, club.write(), "Cabin", "brownie_points", {})
        assert expired(session, EVENING + expiring.DAYS * DAY) == []
        assert expired(session) == ["Group"]
        assert club.group.deleted_at == LATE
        line = session.scalars(select(GroupChange).order_by(GroupChange.version.desc())).first()
        assert line
        assert (line.kind, line.source) == ("group_deleted", SERVER)
        (item,) = the_bin.of_device(session, club.keeper)
        assert item.may_take_out
        club.at = LATE
        groups.restore(session, club.group, club.write())
        assert expired(session, LATE + expiring.DAYS * DAY) == []

    def test_a_second_phone_keeps_it_even_one_that_left(self, session: Session) -> None:
        club = Club(session, "Ann")
        phone = access.new_device(session, EVENING)
        group_members.join(session, club.group, phone, club.write(phone))
        group_members.leave(session, club.group, club.write(phone))
        assert expired(session) == []

    def test_a_game_keeps_it_even_one_in_the_bin(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.delete(session, table.game, table.write())
        assert expired(session) == []


class TestScorecards:
    def test_one_that_nobody_played_goes_and_comes_out_again(self, session: Session) -> None:
        club = Club(session)
        club.play(Ann=500, Bob=100)
        own = scorecards.make(session, club.write(), CARD)
        assert expired(session, EVENING + expiring.DAYS * DAY) == []
        assert expired(session) == ["Scorecard"]
        assert own.deleted_at == LATE
        club.at = LATE
        scorecards.restore(session, club.write(), own)
        assert expired(session, LATE + expiring.DAYS * DAY) == []
        assert expired(session, LATE + (expiring.DAYS + 1) * DAY) == ["Scorecard"]

    def test_a_change_to_it_counts_and_one_of_before_that_was_kept(self, session: Session) -> None:
        club = Club(session)
        club.play(Ann=500, Bob=100)
        own = scorecards.make(session, club.write(), CARD)
        club.at = EVENING + 30 * DAY
        scorecards.change(session, club.write(version=0), own, {**CARD, "name": "Mine"})
        assert expired(session) == []
        own.changed_at = None
        assert expired(session) == ["Scorecard"]

    @pytest.mark.parametrize("name", ["Ours", "Mine"])
    def test_a_game_under_any_of_its_names_keeps_it(self, session: Session, name: str) -> None:
        club = Club(session)
        own = scorecards.make(session, club.write(), CARD)
        scorecards.change(session, club.write(version=0), own, {**CARD, "name": "Mine"})
        played = {**CARD, "name": name}
        table = Table(session, rules="own_scorecard", options={"scorecard": played})
        table.tell({}, {1: {"points": 20}, 2: {"points": -5}})
        club.play(Ann=500, Bob=100)
        assert expired(session) == []

    def test_a_game_that_was_only_begun_does_not(self, session: Session) -> None:
        club = Club(session)
        club.play(Ann=500, Bob=100)
        scorecards.make(session, club.write(), CARD)
        Table(session, rules="own_scorecard", options={"scorecard": CARD})
        assert sorted(expired(session)) == ["Game", "Scorecard"]


def test_many_go_little_by_little_and_are_erased_after_their_time(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiring, "BATCH", 3)
    club, keeper = Club(session, "Ann"), access.new_device(session, EVENING)
    for number in range(4):
        Table(session, keeper=keeper)
        scorecards.make(session, club.write(), {**CARD, "name": f"Card {number}"})
    played = Table(session)
    played.play(50, 100)
    session.commit()
    for day in range(the_bin.DAYS + 1):
        assert clear_up(app, LATE + day * DAY) == []
    assert len(clear_up(app, LATE + (the_bin.DAYS + 1) * DAY)) == 9
    session.expire_all()
    assert session.scalars(select(Game.uid)).all() == [played.game.uid]
    assert session.scalars(select(Group)).all() == []
    assert session.scalars(select(Scorecard)).all() == []


def test_one_that_cannot_go_keeps_no_other_waiting(app: Flask, session: Session) -> None:
    broken, whole = Table(session), Table(session)
    games.finish(session, whole.game, whole.write(key="k", fingerprint="f"))
    session.execute(update(Game).where(Game.id == broken.game.id).values(rules="unknown"))
    session.commit()
    late = whole.at + old_keys.KEPT
    with pytest.raises(NotARecord):
        clear_up(app, late)
    session.expire_all()
    assert [broken.game.deleted_at, whole.game.deleted_at] == [None, late]
    assert session.scalars(select(WriteKey)).all() == []


def test_one_that_cannot_be_erased_keeps_no_other_waiting(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    broken, whole = club.play(Ann=500, Bob=100), club.play(Ann=300, Bob=200)
    for table in (broken, whole, Table(session)):
        games.delete(session, table.game, table.write())
    session.execute(update(Game).where(Game.id == broken.game.id).values(rules="unknown"))
    session.commit()
    for day in range(the_bin.DAYS):
        assert clear_up(app, LATE + day * DAY) == []
    with pytest.raises(NotARecord):
        clear_up(app, LATE + the_bin.DAYS * DAY)
    session.expire_all()
    assert session.scalars(select(Game.uid)).all() == [broken.game.uid]
    assert session.scalars(select(GroupChange.kind)).all().count("erased") == 1


def test_keys_of_old_writes_go_with_it(app: Flask, session: Session) -> None:
    table = Table(session)
    games.finish(session, table.game, table.write(key="k", fingerprint="f"))
    session.commit()
    clear_up(app, table.at + old_keys.KEPT - DAY)
    assert session.scalars(select(WriteKey.key)).all() == ["k"]
    session.rollback()
    clear_up(app, table.at + old_keys.KEPT)
    assert session.scalars(select(WriteKey.key)).all() == []
