"""Imports: the same comes out again, twice changes nothing, and what is wrong is said and where."""

from __future__ import annotations

import json
import random
import re

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotAllowed
from scorecard.models import Award, Device, Game, GroupMembership, Player, Season
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import access, group_members, groups
from scorecard.services.groups.sight import ELSEWHERE
from scorecard.services.history import changes, group_changes, history, members, undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.players import rosters
from scorecard.services.standings import standings
from scorecard.services.table import games, seating
from tests.factories import EVENING, Club, Table
from tests.services.files.other_server import (
    LATER,
    SECRET,
    Elsewhere,
    club,
    document_of,
    elsewhere,
    group_file,
    second_app,
)
from tests.services.seasons.counting import test_counted_from_nothing

__all__ = ["club", "elsewhere", "second_app"]


class TestTheSameComesOutAgain:
    def test_of_a_rich_group(self, club: Club, elsewhere: Elsewhere) -> None:
        file = group_file(club)
        group = elsewhere.take_in(file)
        assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.long
    def test_of_random_histories(self, session: Session, elsewhere: Elsewhere, seed: int) -> None:
        chance, story = random.Random(seed), test_counted_from_nothing.TestCountedFromNothing()
        club = Club(session, *story.NAMES)
        club.season(name="All", scheme={"kind": "average"})
        club.season(name="Own", scheme={"kind": "points"}, early="distance")
        tables: list[Table] = []
        for _step in range(50):
            story.change_something(session, club, tables, chance)
            session.commit()
        file = group_file(club)
        group = elsewhere.take_in(file)
        assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file

    @pytest.mark.parametrize("is_redone", [False, True])
    def test_of_a_name_that_was_taken_back_and_then_forgotten(
        self, session: Session, elsewhere: Elsewhere, is_redone: bool
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.reopen(session, table.game, table.write())
        seating.rename(session, table.game, table.write(), 1, "Anna")
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        if is_redone:
            undo_redo.redo(session, table.game, table.write(), is_keeper=True)
        forgetting.forget(session, club.players["Ann"], club.write())
        session.commit()
        file = group_file(club)
        elsewhere.take_in(file)
        assert elsewhere.plan(file).is_empty

    def test_of_a_season_into_an_empty_database(self, club: Club, elsewhere: Elsewhere) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        file = file_format.write(exports.of_season(club.session, season, EVENING))
        elsewhere.take_in(file)
        again = elsewhere.session.scalars(select(Season)).one()
        assert file_format.write(exports.of_season(elsewhere.session, again, EVENING)) == file

    def test_of_every_game_that_stands_by_itself(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        table = Table(session, "Ann", "Bob", is_blind=True)
        table.play(450, 300)
        table.enter(2, {1: {"score": 50}})
        file = file_format.write(exports.of_game(session, table.game, EVENING))
        game = elsewhere.take_in(file)
        assert file_format.write(exports.of_game(elsewhere.session, game, EVENING)) == file

    def test_all_that_is_counted_is_the_same_too(self, club: Club, elsewhere: Elsewhere) -> None:
        group = elsewhere.take_in(group_file(club))
        here, there = (
            [
                standings.present(session, season)
                for season in session.scalars(select(Season).order_by(Season.id))
            ]
            for session in (club.session, elsewhere.session)
        )
        assert here == there
        assert elsewhere.session.scalars(select(Award)).first()
        assert recounting.recount(elsewhere.session, group) == []
        seats = [
            [
                (seat.name, seat.total, seat.rank, seat.is_winner)
                for game in of_group
                for seat in game.seats
            ]
            for of_group in (
                groups.games_of(club.session, club.group),
                groups.games_of(elsewhere.session, elsewhere.session.merge(group)),
            )
        ]
        assert seats[0] == seats[1]

    def test_of_a_game_that_somebody_joined_late(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann", "Bob", "Eve")
        table = club.start("Ann", "Bob", options={"target": 5_000})
        table.play(450, 200)
        seating.let_in(session, table.game, table.write(), "Eve", "last")
        session.commit()
        table.play(50, 50, 400)
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        seating.rename(session, table.game, table.write(), 3, "Eva")
        session.commit()
        file = group_file(club)
        group = elsewhere.take_in(file)
        assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file
        (game,) = elsewhere.session.scalars(select(Game)).all()
        assert game.seats[2].joined == {"after": 1, "start": 200}
        assert [seat.total for seat in game.seats] == [450, 200, 200]
        write = Write(elsewhere.phone, LATER, game.version)
        for _step in range(3):
            undo_redo.undo(elsewhere.session, game, write, is_keeper=True)
            write = Write(elsewhere.phone, LATER, game.version)
        assert [seat.name for seat in game.seats] == ["Ann", "Bob"]


class TestAfterwards:
    def test_the_importing_phone_keeps_the_group_and_its_games(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        group = elsewhere.take_in(group_file(club))
        (membership,) = group_members.inside(elsewhere.session, group)
        assert membership.device == elsewhere.phone
        assert membership.is_keeper
        assert groups.link_token(group, [SECRET])

    def test_running_games_have_new_codes(self, club: Club, elsewhere: Elsewhere) -> None:
        old = set(club.session.scalars(select(Game.code).where(Game.code.is_not(None))))
        elsewhere.take_in(group_file(club))
        new = set(elsewhere.session.scalars(select(Game.code).where(Game.code.is_not(None))))
        assert len(new) == len(old) == 5
        assert not new & old

    def test_undo_goes_on_where_it_was(self, club: Club, elsewhere: Elsewhere) -> None:
        group = elsewhere.take_in(group_file(club))
        session = elsewhere.session
        for game in groups.games_of(session, group):
            if game.deleted_at:
                continue
            steps = 0
            while (reach := undo_redo.reach(session, game)).undo:
                write = Write(elsewhere.phone, LATER, game.version)
                undo_redo.undo(session, game, write, is_keeper=True)
                assert reach.undo
                steps += 1
            assert steps == 0 or not game.rounds or game.rules == "brownie_points"
            assert [history.sentence(line, game) for line in changes.lines(session, game)]
            if steps and game.group:
                assert all(seat.player and seat.player.group is group for seat in game.seats)

    def test_it_is_still_known_which_phone_counted(self, club: Club, elsewhere: Elsewhere) -> None:
        group = elsewhere.take_in(group_file(club))
        session = elsewhere.session
        game = groups.games_of(session, group)[1]
        entry = game.rounds[1].entry_of(game.seats[1])
        assert entry
        labels = members.labels(members.everybody(session, game))
        assert labels[entry.device_id] == "Bob"
        assert members.inside(session, game) == [], "those phones are in nobody's hands"


class TestTwice:
    def test_changes_nothing(self, club: Club, elsewhere: Elsewhere) -> None:
        file = group_file(club)
        group = elsewhere.take_in(file)
        before, version = elsewhere.rows(), group.version
        plan = elsewhere.plan(file)
        assert plan.is_empty
        assert not plan.differing
        elsewhere.take_in(file)
        assert (elsewhere.rows(), group.version) == (before, version)

    def test_into_where_it_came_from_changes_nothing(self, club: Club) -> None:
        here = Elsewhere(club.session)
        before = here.rows()
        plan = here.plan(group_file(club), device=club.keeper)
        assert plan.is_empty
        assert plan.lines()[0] == "Nothing is new: everything in this file is here already."
        imports.carry_out(club.session, plan, club.write(), SECRET)
        club.session.commit()
        assert here.rows() == before

    def test_a_later_file_brings_what_is_new_and_leaves_what_differs(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        table = club.play(Ann=500, Bob=300)
        group = elsewhere.take_in(group_file(club))
        club.play(Ann=100, Cy=200)
        games.reopen(session, table.game, table.write())
        rosters.change(
            session, club.players["Bob"], club.write(), name="Rob", colour=3, initial="R"
        )
        session.commit()
        plan = elsewhere.plan(group_file(club))
        assert plan.lines() == [
            "New: 1 player and 1 game, into Thursday.",
            "Here already, and the same: 2 things.",
            "Rob is different here (Bob) and stays as is.",
            f"Game 1 ({table.game.uid}) is different here and stays as is.",
            "The group itself is different here (Thursday) and stays as is.",
        ]
        elsewhere.take_in(group_file(club))
        there = elsewhere.session
        assert sorted(player.name for player in group.players) == ["Ann", "Bob", "Cy"]
        game = games.find_game(there, table.game.uid)
        assert game
        assert game.is_ended
        assert "Imported: 1 player and 1 game" in [
            group_changes.sentence(line) for line in changes.lines(there, group)
        ]
        assert recounting.recount(there, group) == []


class TestIntoAGroup:
    def test_players_of_the_same_name_are_the_same(
        self, club: Club, session: Session, elsewhere: Elsewhere
    ) -> None:
        there = Club(elsewhere.session, "ann", "Bob")
        game = groups.games_of(session, club.group)[0]
        file = exports.of_game(session, game, EVENING)
        elsewhere.take_in(file, into=there.group, device=there.keeper)
        names = [player.name for player in there.group.players]
        assert names == ["ann", "Bob", "Cy"]
        moved = games.find_game(elsewhere.session, game.uid)
        assert moved
        assert moved.group == there.group
        assert [seat.player.name for seat in moved.seats if seat.player] == names
        again = elsewhere.plan(file, into=there.group, device=there.keeper)
        assert (again.is_empty, again.differing) == (True, [])

    def test_a_game_of_its_own_is_moved_into_it(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        there = Club(elsewhere.session, "Ann")
        table = Table(session, "Ann", "Bob")
        table.play(500, 300)
        file = exports.of_game(session, table.game, EVENING)
        game = elsewhere.take_in(file, into=there.group, device=there.keeper)
        assert game.group == there.group
        assert [seat.player.name for seat in game.seats] == ["Ann", "Bob"]
        again = file_format.write(exports.of_game(elsewhere.session, game, EVENING))
        assert elsewhere.plan(again, into=there.group, device=there.keeper).is_empty

    def test_a_game_of_a_group_can_stand_by_itself(self, club: Club, elsewhere: Elsewhere) -> None:
        game = groups.games_of(club.session, club.group)[1]
        file = exports.of_game(club.session, game, EVENING)
        made = elsewhere.take_in(file)
        assert made.group is None
        assert [seat.player for seat in made.seats] == [None, None, None]
        assert elsewhere.plan(file).is_empty
        membership = members.find(elsewhere.session, made, elsewhere.phone)
        assert membership
        assert membership.may("keeper")

    def test_a_season_brings_its_frozen_table(self, club: Club, elsewhere: Elsewhere) -> None:
        there = Club(elsewhere.session, "Ann", "Bob")
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        file = exports.of_season(club.session, season, EVENING)
        elsewhere.take_in(file, into=there.group, device=there.keeper)
        taken = elsewhere.session.scalars(select(Season)).one()
        assert taken.final
        assert taken.final["table"][0]["player"] in [p.uid for p in there.group.players]
        plan = elsewhere.plan(file, into=there.group, device=there.keeper)
        assert (plan.is_empty, plan.differing) == (True, [])


class TestWhoMay:
    def test_a_stranger_cannot_import_into_a_group_that_is_here(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        elsewhere.take_in(group_file(club))
        stranger = access.new_device(elsewhere.session, LATER)
        with pytest.raises(NotAllowed) as refused:
            elsewhere.plan(group_file(club), device=stranger)
        assert refused.value.message == ELSEWHERE
        assert elsewhere.plan(group_file(club), device=stranger, is_trusted=True).is_empty

    @pytest.mark.parametrize(
        ("noun", "sentence"),
        [
            ("players", r"Ann \(.*\) is here already, in another group"),
            ("seasons", r"Season Spring \(.*\) is here already, in another group"),
            ("games", r"Game 1 \(.*\) is here already, in another group"),
            ("house_rules", r"House rules Cabin.* are here already, in another group"),
        ],
    )
    def test_what_belongs_to_another_group_is_refused(
        self, club: Club, elsewhere: Elsewhere, noun: str, sentence: str
    ) -> None:
        elsewhere.take_in(group_file(club))
        document = document_of(club)
        text = file_format.write(document)
        taken = {document["group"]["uid"]: "anothergroup"}
        for other in {"players", "seasons", "games", "house_rules"} - {noun}:
            taken |= {
                one["uid"]: f"another{number:05}{other[0]}"
                for number, one in enumerate(document[other])
            }
        book = json.dumps(document["house_rules"]) if noun != "house_rules" else ""
        for number, uid in enumerate(re.findall(r'"uid": "([^"]+)"', book)):
            taken.setdefault(uid, f"anotherbook{number:05}")
        for old, new in taken.items():
            text = text.replace(f'"{old}"', f'"{new}"')
        with pytest.raises(BadInput, match=sentence):
            elsewhere.plan(text)
        stranger = access.new_device(elsewhere.session, LATER)
        with pytest.raises(BadInput) as refused:
            elsewhere.plan(text, device=stranger)
        assert (refused.value.message, refused.value.code) == (ELSEWHERE, "foreign")
        with pytest.raises(BadInput, match=sentence):
            elsewhere.plan(text, device=stranger, is_trusted=True)

    def test_a_member_is_told_that_keepers_import(self, club: Club, elsewhere: Elsewhere) -> None:
        group = elsewhere.take_in(group_file(club))
        member = access.new_device(elsewhere.session, LATER)
        group_members.join(elsewhere.session, group, member, Write(member, LATER))
        with pytest.raises(NotAllowed, match="only its scorekeepers"):
            elsewhere.plan(group_file(club), device=member)

    def test_a_group_in_the_bin_is_no_strangers_business(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        group = elsewhere.take_in(group_file(club))
        groups.delete(elsewhere.session, group, Write(elsewhere.phone, LATER, group.version))
        with pytest.raises(BadInput, match="is in the trash here"):
            elsewhere.plan(group_file(club))
        stranger = access.new_device(elsewhere.session, LATER)
        with pytest.raises(NotAllowed) as refused:
            elsewhere.plan(group_file(club), device=stranger)
        assert refused.value.message == ELSEWHERE

    def test_a_game_by_itself_is_known_to_who_plays_in_it(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        alone = Table(session, "Ann", "Bob")
        alone.play(100, 50)
        document = exports.of_game(session, alone.game, EVENING)
        elsewhere.take_in(document)
        document["group"] = {"uid": "anothergroup", "name": "Ours", "time_zone": "UTC"}
        there = Club(elsewhere.session, "Cy")
        with pytest.raises(BadInput) as refused:
            elsewhere.plan(document, device=there.keeper, into=there.group)
        assert refused.value.message == ELSEWHERE
        made = elsewhere.session.scalars(select(Game)).one()
        access.join(elsewhere.session, made, "spectator", Write(there.keeper, LATER))
        with pytest.raises(BadInput, match="is here already, as a game of its own"):
            elsewhere.plan(document, device=there.keeper, into=there.group)

    def test_somebody_elses_phone_is_never_spoken_for(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        elsewhere.take_in(group_file(club))
        others = select(GroupMembership).where(GroupMembership.device_id != elsewhere.phone.id)
        for membership in elsewhere.session.scalars(others):
            assert membership.removed_at
        uids = set(club.session.scalars(select(Device.uid)))
        assert not uids & set(elsewhere.session.scalars(select(Device.uid)))


def test_players_and_their_merges_come_back(club: Club, elsewhere: Elsewhere) -> None:
    elsewhere.take_in(group_file(club))
    double = elsewhere.session.scalars(select(Player).where(Player.name == "Edward")).one()
    assert double.one.name == "Ed"
