"""Imports: the same comes out again, twice changes nothing, and what is wrong is said and where."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import Model, db
from scorecard.errors import BadInput, NotAllowed
from scorecard.models import Award, Device, Game, Group, GroupMembership, Player, Season
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.groups import access, group_members, groups
from scorecard.services.groups.sight import ELSEWHERE
from scorecard.services.history import changes, group_changes, history, members, undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.players import rosters
from scorecard.services.standings import standings
from scorecard.services.table import games, seating
from tests.factories import EVENING, Club, Table
from tests.rich_group import rich_group
from tests.services.seasons import test_seasons

SECRET = "another secret"
LATER = EVENING + timedelta(days=400)


@pytest.fixture(scope="module")
def second_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("elsewhere")
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", (SECRET,)))
    migrate(app)
    return app


class Elsewhere:
    """Another server with an empty database, and a phone that knows it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.phone = access.new_device(session, LATER)
        session.commit()

    def plan(self, file: str | bytes | dict[str, Any], **more: Any) -> Plan:
        if isinstance(file, dict):
            file = file_format.write(file)
        data = file.encode() if isinstance(file, str) else file
        more.setdefault("device", self.phone)
        return imports.plan(self.session, imports.read(data), **more)

    def take_in(self, file: str | bytes | dict[str, Any], **more: Any) -> Any:
        try:
            made = imports.carry_out(
                self.session, self.plan(file, **more), Write(self.phone, LATER), SECRET
            )
            self.session.commit()
        except Exception:
            self.session.rollback()
            raise
        return made

    def rows(self) -> dict[str, int]:
        return {
            table.name: self.session.scalar(select(func.count()).select_from(table)) or 0
            for table in Model.metadata.sorted_tables
        }


@pytest.fixture
def elsewhere(second_app: Flask) -> Iterator[Elsewhere]:
    with second_app.app_context():
        yield Elsewhere(db.session)
        db.session.rollback()
        for table in reversed(Model.metadata.sorted_tables):
            db.session.execute(delete(table))
        db.session.commit()


@pytest.fixture
def club(session: Session) -> Club:
    return rich_group(session)


def group_file(club: Club) -> str:
    return file_format.write(exports.of_group(club.session, club.group, EVENING))


def document_of(club: Club) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(group_file(club))
    return found


class TestTheSameComesOutAgain:
    def test_of_a_rich_group(self, club: Club, elsewhere: Elsewhere) -> None:
        file = group_file(club)
        group = elsewhere.take_in(file)
        assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file

    @pytest.mark.parametrize("seed", range(3))
    def test_of_random_histories(self, session: Session, elsewhere: Elsewhere, seed: int) -> None:
        chance, story = random.Random(seed), test_seasons.TestCountedFromNothing()
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
                [
                    {key: row[key] for key in row if key != "game_id"}
                    for row in standings.present(session, season)
                ]
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
                for game in found
                for seat in game.seats
            ]
            for found in (
                groups.games_of(club.session, club.group),
                groups.games_of(elsewhere.session, elsewhere.session.merge(group)),
            )
        ]
        assert seats[0] == seats[1]


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
            "Rob is here otherwise, as Bob; it stays as it is.",
            f"Game 1 ({table.game.uid}) is here otherwise; it stays as it is.",
            "The group itself is here otherwise, as Thursday; it stays as it is.",
        ]
        elsewhere.take_in(group_file(club))
        there = elsewhere.session
        assert sorted(player.name for player in group.players) == ["Ann", "Bob", "Cy"]
        kept = games.find_game(there, table.game.uid)
        assert kept
        assert kept.is_ended
        assert "Imported: 1 player and 1 game" in [
            group_changes.sentence(line) for line in group_changes.lines(there, group)
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
        with pytest.raises(NotAllowed, match="only its keepers"):
            elsewhere.plan(group_file(club), device=member)

    def test_a_group_in_the_bin_is_no_strangers_business(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        group = elsewhere.take_in(group_file(club))
        groups.delete(elsewhere.session, group, Write(elsewhere.phone, LATER, group.version))
        with pytest.raises(BadInput, match="is in the bin here"):
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


Spoil = Callable[[dict[str, Any]], object]


def _played(document: dict[str, Any]) -> dict[str, Any]:
    """Return the game of the file that was played by house rules."""
    return next(game for game in document["games"] if game["amendments"])


def _claim(game: dict[str, Any]) -> dict[str, Any]:
    """Return a line of a game's history that changed no fact and that nothing refers to."""
    return next(line for line in game["history"][1:] if not line["what"])


def _claimed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the first game of the file that has such a line, before its last."""
    return next(
        game
        for game in document["games"]
        if any(not line["what"] for line in game["history"][1:-1])
    )


def _twice(noun: str) -> Spoil:
    return lambda document: document[noun].append(copy.deepcopy(document[noun][0]))


class TestWhatIsWrongAndWhere:
    @pytest.mark.parametrize(
        ("spoil", "sentence"),
        [
            (lambda d: d.update(version=5), "newer Scorecard: version 5, this one reads 4"),
            (lambda d: d.update(version="1"), 'its version is "1"'),
            (lambda d: d.update(format="else"), "no export of Scorecard"),
            (lambda d: d.update(kind="house"), 'not of "house"'),
            (lambda d: d.pop("games"), "“games” is missing"),
            (lambda d: d.update(more=1), "“more” means nothing here"),
            (lambda d: d["games"][2].pop("seats"), "Game 3: “seats” is missing"),
            (
                lambda d: d["games"][1]["rounds"][1].update(number="2"),
                r'Game 2, round 2: “number” must be a whole number, not "2"',
            ),
            (
                lambda d: d["players"][2].update(colour=13),
                "Player 3: “colour” must be 12 or less, not 13",
            ),
            (
                lambda d: d["players"][2].update(name="  "),
                "Player 3: “name” cannot be .*: A player needs a name",
            ),
            (
                lambda d: d["games"][0].update(started_at="14/03/2026"),
                "must be a moment such as 2026-03-14T20:00:01",
            ),
            (
                lambda d: d["games"][0].update(started_at="2026-03-14T20:00:00"),
                "must be a moment such as",
            ),
            (
                lambda d: d["seasons"][0].update(starts_on="2026-02-30"),
                "Season 1: “starts_on” must be a day",
            ),
            (lambda d: d["seasons"][0].update(early="never"), "Season 1 .*: never says nothing"),
            (
                lambda d: d["seasons"][1].update(closed_at="2026-03-14T20:00:00+00:00"),
                "frozen table",
            ),
            (
                lambda d: d["seasons"][0]["final"]["table"][0].update(rank="1"),
                "line of the frozen table 1: “rank”",
            ),
            (_twice("players"), "Players 1 and 8 have the same id"),
            (_twice("games"), "Games 1 and 14 have the same id"),
            (_twice("seasons"), "Seasons 1 and 3 have the same id"),
            (
                lambda d: d["games"][3]["seats"][0].update(player="nobodyatall"),
                r"Game 4 \(.*\), seat 1: there is no player nobodyatall",
            ),
            (
                lambda d: d["players"][0].update(merged_into="nobodyatall"),
                "there is no player nobodyatall",
            ),
            (
                lambda d: d["players"][0].update(merged_into=d["players"][0]["uid"]),
                "merged into Ann again",
            ),
            (
                lambda d: d["games"][0].update(rematch_of="nogameatall1"),
                "there is no game nogameatall1",
            ),
            (
                lambda d: d["games"][0].update(rules="whist"),
                r'Game 1 \(.*\): there is no card game "whist" here',
            ),
            (
                lambda d: d["games"][0]["options"].update(target=7),
                r"Game 1 \(.*\): The option target",
            ),
            (
                lambda d: d["games"][0]["rounds"][0]["entries"][0].update(data={"score": 1}),
                r"Game 1 \(.*\), round 1: Ann's score",
            ),
            (
                lambda d: d["games"][0]["rounds"][0]["entries"].pop(),
                r"Game 1 \(.*\), round 1: .*Cy",
            ),
            (lambda d: d["games"][0]["rounds"][0].update(number=2), "rounds are not numbered"),
            (lambda d: d["games"][0]["seats"][1].update(position=5), "seats are not numbered"),
            (lambda d: d["games"][0].update(first_seat=9), "no seat 9 to begin with"),
            (
                lambda d: d["games"][1]["seats"][2].update(left_after=9),
                "cannot have left after round 9",
            ),
            (
                lambda d: d["games"][0]["history"][0].update(kind="magic"),
                'history line 1: "magic" cannot be read',
            ),
            (
                lambda d: d["games"][0]["history"][1].update(about={}),
                "history line 2: .* cannot be read",
            ),
            (
                lambda d: d["games"][0]["history"][2].update(version=2),
                "line 3: version 2 comes after",
            ),
            (lambda d: d["games"][0].update(version=1), "is later than the whole"),
            (
                lambda d: _claimed(d)["history"].remove(_claim(_claimed(d))),
                r"Game \d+ \(.*\): its history has no line for version [2-9]",
            ),
            (
                lambda d: d["games"][0].update(version=2**31 - 1),
                r"Game 1 \(.*\): its history has no line for version",
            ),
            (
                lambda d: d["games"][0].update(ended_at=None),
                "does not lead to what stands there now",
            ),
            (lambda d: d["games"][1]["history"][7].update(reverts=2), "cannot undo version 2"),
            (lambda d: d["group"].update(time_zone="Mars/North"), '"Mars/North" is no time zone'),
            (
                lambda d: d["group"]["history"][0].update(kind="magic"),
                "The group's history, line 1",
            ),
            (
                lambda d: d["games"][0]["history"][1]["what"].update({"x/1": [1, 2]}),
                'there is no fact "x/1"',
            ),
            (lambda d: d["games"][0].update(options={"a": 10**30}), "too large to keep"),
            (
                lambda d: d["house_rules"][0]["versions"][0]["options"].update(target=7),
                r"House rules 1 \(.*\), version 1: The option target",
            ),
            (lambda d: d["house_rules"][0]["versions"].pop(0), "versions are not numbered"),
            (lambda d: d["house_rules"][0].update(rules="whist"), 'no card game "whist" here'),
            (lambda d: d["house_rules"][0].update(uid="nosuchrules1"), "no set of house rules"),
            (
                lambda d: d["house_rules"][1].update(deleted_at=None, name="CABIN —LATE"),
                "have the name of others",
            ),
            (_twice("house_rules"), "House rules 1 and 3 have the same id"),
            (
                lambda d: d["house_rules"][0]["proposals"][0].update(outcome=None),
                "proposal 1: a closed proposal has an outcome",
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0].update(base=3),
                "proposal 1: there is no version 3",
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0]["votes"][0].update(choice="maybe"),
                'vote 1: “choice” must be one of yes, no, either, not "maybe"',
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0]["votes"][0].update(
                    player="nobody123"
                ),
                "proposal 1, votes: there is no player nobody123",
            ),
            (
                lambda d: d["house_rules"][0]["rulings"][0].update(game="nogameatall1"),
                "ruling 1: there is no game nogameatall1",
            ),
            (
                lambda d: d["house_rules"][0]["rulings"][0].update(decision=""),
                "ruling 1: “decision” must be some text",
            ),
            (lambda d: _played(d)["house_rules"].update(version=3), "has no version 3"),
            (
                lambda d: _played(d)["amendments"][0]["options"].update(target=7),
                "The option target",
            ),
            (lambda d: _played(d).update(amendments=[]), "does not lead to .*amendments"),
            (
                lambda d: d["games"][-1]["waiting"]["options"].update(target=7),
                "the change that waits: The option target",
            ),
            (
                lambda d: d["games"][-1]["waiting"]["consents"][0].update(seat=3),
                "the change that waits: there is no seat 3",
            ),
            (lambda d: d["group"].update(threshold="dice"), "must be one of unanimous"),
            (lambda d: d["group"].update(deadline_days=0), "must be 1 or more"),
            (lambda d: d["games"][0].update(kind="\ud800"), "characters that cannot be kept"),
        ],
    )
    def test_a_file_with_something_wrong_says_which_part(
        self, whole_file: str, elsewhere: Elsewhere, spoil: Spoil, sentence: str
    ) -> None:
        document, before = json.loads(whole_file), elsewhere.rows()
        spoil(document)
        text = json.dumps(document)
        with pytest.raises(BadInput, match=sentence):
            elsewhere.take_in(text)
        assert elsewhere.rows() == before

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "empty"),
            (b"date;game\n", "no export of Scorecard: it is not JSON"),
            (b"[]", "no export of Scorecard"),
            (b"{}", "no export of Scorecard"),
            (b'{"format": "scorecard", "version": 1, "version": 1}', "is said twice"),
            (b'{"format": NaN}', "NaN is not a number"),
            (b'{"format":\n "a" "b"}', "not JSON: line 2, position 6"),
            (b'{"format": "scorecard"', "ends in the middle, in line 1"),
            (b'{\n"format": "score', "ends in the middle, in line 2"),
            (b"[" * 5_000, "nested too deeply|ends in the middle"),
            (
                '{"format": "Zoë"}'.encode("latin-1"),
                "Line 1 is not written in UTF-8: byte 15 .* 0xeb",
            ),
            ('{"format": 1}'.encode("utf-16"), "UTF-16"),
        ],
    )
    def test_what_is_no_whole_export_is_refused(
        self, elsewhere: Elsewhere, data: bytes, sentence: str
    ) -> None:
        with pytest.raises(BadInput, match=sentence):
            elsewhere.take_in(data)

    def test_every_truncated_file_is_refused(self, whole_file: str, elsewhere: Elsewhere) -> None:
        data, before = whole_file.encode(), elsewhere.rows()
        for end in range(1, len(data) - 2, 997):
            with pytest.raises(BadInput):
                elsewhere.take_in(data[:end])
        assert elsewhere.rows() == before

    def test_a_player_of_that_name_who_is_another_one_is_said(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann")
        group = elsewhere.take_in(group_file(club))
        rosters.add(elsewhere.session, group, Write(elsewhere.phone, LATER), "Bob")
        rosters.add(session, club.group, club.write(), "Bob")
        session.commit()
        with pytest.raises(BadInput, match="another Bob in Thursday"):
            elsewhere.plan(group_file(club))

    def test_one_player_in_two_seats_is_refused(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        document = document_of(club)
        document["players"][1]["merged_into"] = document["players"][0]["uid"]
        with pytest.raises(BadInput, match="Ann and Bob are one player"):
            elsewhere.plan(document)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, item in items:
        yield from places_in(item, (*path, step))


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(0, 3), max_size=2),
    st.sampled_from(
        ["2026-03-14T20:00:00+00:00", "2026-03-14", "undo", "entry/1/1", "Ann", "A" * 16]
    ),
)


@pytest.fixture(scope="module")
def whole_file(shared_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("source")
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", (SECRET,)))
    migrate(app)
    with app.app_context():
        return group_file(rich_group(db.session))


@hypothesis_settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_is_spoilt_in_a_file_it_is_refused_or_imported_whole(
    whole_file: str, elsewhere: Elsewhere, data: st.DataObject
) -> None:
    document = json.loads(whole_file)
    found = list(places_in(document))
    for _time in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(found[1:]))
        action = data.draw(st.sampled_from(["replace", "remove", "double", "rename"]))
        value = data.draw(VALUES)
        with suppress(KeyError, IndexError, TypeError, AttributeError):
            _spoil(document, path, action, value)
    before = elsewhere.rows()
    try:
        plan = elsewhere.plan(json.dumps(document))
        made = imports.carry_out(elsewhere.session, plan, Write(elsewhere.phone, LATER), SECRET)
    except BadInput:
        elsewhere.session.rollback()
        assert elsewhere.rows() == before
        return
    assert isinstance(made, Group)
    text = file_format.write(exports.of_group(elsewhere.session, made, EVENING))
    assert elsewhere.plan(text).is_empty, "what came in can go out and in again"
    elsewhere.session.rollback()


def _spoil(document: Any, path: tuple[Any, ...], action: str, value: Any) -> None:
    for step in path[:-1]:
        document = document[step]
    last = path[-1]
    if action == "remove":
        del document[last]
    elif action == "replace":
        document[last] = value
    elif isinstance(document, list):
        document.append(copy.deepcopy(document[last]))
    elif action == "rename":
        document[str(value)] = document.pop(last)


def test_players_and_their_merges_come_back(club: Club, elsewhere: Elsewhere) -> None:
    elsewhere.take_in(group_file(club))
    double = elsewhere.session.scalars(select(Player).where(Player.name == "Edward")).one()
    assert double.one.name == "Ed"
