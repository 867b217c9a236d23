"""A group's players: add, change, retire, merge, and take a merge apart."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, Stale
from scorecard.models import Player
from scorecard.services.history import changes, group_changes
from scorecard.services.keeping import recounting
from scorecard.services.players import merging, rosters
from scorecard.services.table import games
from tests.factories import Club


def change(club: Club, player: Player, **what: object) -> None:
    values = {"name": player.name, "colour": player.colour, "initial": player.initial, **what}
    version = values.pop("version", club.group.version)
    write = club.write(version=version)
    rosters.change(club.session, player, write, **values)  # type: ignore[arg-type]


class TestAdding:
    def test_colours_and_initials_are_chosen_where_none_are_given(self, session: Session) -> None:
        club = Club(session, "Ann", "bob", "🍫", "émile")
        looks = [(player.colour, player.initial) for player in club.players.values()]
        assert looks == [(1, "A"), (2, "B"), (3, "🍫"), (4, "É")]

    def test_they_can_be_given(self, session: Session) -> None:
        club = Club(session)
        player = rosters.add(session, club.group, club.write(), "Ann", colour=7, initial="AX")
        assert (player.colour, player.initial) == (7, "AX")

    @pytest.mark.parametrize(
        ("name", "more", "field"),
        [
            ("", {}, "name"),
            ("x" * 41, {}, "name"),
            ("a\nb", {}, "name"),
            ("ANN", {}, "name"),
            (" ann ", {}, "name"),
            ("Bob", {"colour": 13}, "colour"),
            ("Bob", {"colour": -1}, "colour"),
            ("Bob", {"initial": "Bob"}, "initial"),
            ("Bob", {"initial": "\x07"}, "initial"),
        ],
    )
    def test_what_cannot_be_is_refused_beside_its_field(
        self, session: Session, name: str, more: dict[str, int | str], field: str
    ) -> None:
        club = Club(session, "Ann")
        with pytest.raises(BadInput) as refused:
            rosters.add(session, club.group, club.write(), name, **more)  # type: ignore[arg-type]
        assert refused.value.field == field

    def test_two_groups_may_each_have_an_ann(self, session: Session) -> None:
        club, other = Club(session, "Ann"), Club(session, "Ann")
        assert club.players["Ann"] is not other.players["Ann"]

    def test_the_name_of_somebody_retired_is_taken_and_says_so(self, session: Session) -> None:
        club = Club(session, "Ann")
        rosters.retire(session, club.players["Ann"], club.write())
        with pytest.raises(BadInput, match="already, retired"):
            rosters.add(session, club.group, club.write(), "Ann")

    def test_a_new_name_at_a_table_joins_the_roster(self, session: Session) -> None:
        club = Club(session, "Ann")
        table = club.start("ann", "Zed")
        assert [player.name for player in club.group.roster] == ["Ann", "Zed"]
        assert [seat.name for seat in table.game.seats] == ["Ann", "Zed"]

    def test_who_has_retired_takes_no_seat(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        rosters.retire(session, club.players["Bob"], club.write())
        session.commit()
        with pytest.raises(BadInput, match="Bob has retired") as refused:
            club.start("Ann", "Bob")
        assert (refused.value.field, refused.value.code) == ("players.1", "retired_player")


class TestChanging:
    def test_games_keep_the_name_that_was_played(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        table = club.play(Ann=500, Bob=300)
        change(club, club.players["Ann"], name="Anna", colour=9, initial="X")
        assert table.game.seats[0].name == "Ann"
        assert club.standings(season)[0] == ("Anna", 1, 5)

    def test_the_letter_case_of_ones_own_name_may_change(self, session: Session) -> None:
        club = Club(session, "ann")
        change(club, club.players["ann"], name="Ann")
        assert club.players["ann"].name == "Ann"

    def test_the_name_of_another_is_refused(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        with pytest.raises(BadInput) as refused:
            change(club, club.players["Ann"], name="bob")
        assert refused.value.code == "duplicate_name"

    def test_a_change_made_meanwhile_is_not_overwritten(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        seen = club.group.version
        change(club, club.players["Ann"], name="Anna")
        change(club, club.players["Bob"], name="Bert", version=seen)
        with pytest.raises(Stale, match="Ann is now called Anna"):
            change(club, club.players["Ann"], name="Anita", version=seen)

    def test_saving_without_a_change_leaves_no_line(self, session: Session) -> None:
        club = Club(session, "Ann")
        before = club.group.version
        change(club, club.players["Ann"])
        assert club.group.version == before

    def test_who_is_somebody_else_now_cannot_be_changed(self, session: Session) -> None:
        club = Club(session, "Ann", "Annie")
        merging.merge(session, club.players["Annie"], club.players["Ann"], club.write())
        with pytest.raises(Conflict, match="Annie is Ann now"):
            change(club, club.players["Annie"], name="Anna")
        with pytest.raises(Conflict, match="Annie is Ann now"):
            rosters.retire(session, club.players["Annie"], club.write())


class TestRetiring:
    def test_who_retires_stays_in_the_history_and_may_come_back(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        bob = club.players["Bob"]
        rosters.retire(session, bob, club.write())
        assert [player.name for player in club.group.roster] == ["Ann"]
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
        rosters.come_back(session, bob, club.write())
        assert bob in club.group.roster

    def test_doing_it_twice_is_doing_it_once(self, session: Session) -> None:
        club = Club(session, "Ann")
        rosters.retire(session, club.players["Ann"], club.write())
        before = club.group.version
        rosters.retire(session, club.players["Ann"], club.write())
        assert club.group.version == before
        rosters.come_back(session, club.players["Ann"], club.write())
        rosters.come_back(session, club.players["Ann"], club.write())
        assert club.group.version == before + 1


class TestMerging:
    def test_everything_counts_for_the_one_and_is_taken_apart_again(self, session: Session) -> None:
        club = Club(session, "Ann", "Annie", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        table = club.play(Bob=500, Annie=300)
        apart = club.standings(season)
        annie, ann = club.players["Annie"], club.players["Ann"]
        merging.merge(session, annie, ann, club.write())
        session.commit()
        assert club.standings(season) == [("Ann", 1, 8), ("Bob", 1, 8)]
        seat = table.game.seats[1]
        assert (seat.name, seat.player) == ("Annie", annie), "the seat keeps whom it was given"
        merging.unmerge(session, annie, club.write())
        session.commit()
        assert club.standings(season) == apart
        told = [group_changes.sentence(line) for line in changes.lines(session, club.group)]
        assert told[:2] == [
            "Annie and Ann are separate again",
            "Annie merged into Ann",
        ]

    def test_who_was_merged_before_comes_along_and_goes_along(self, session: Session) -> None:
        club = Club(session, "A", "B", "C", "Zed")
        season = club.season()
        club.play(A=500, Zed=300)
        club.play(B=500, Zed=300)
        club.play(C=500, Zed=300)
        a, b, c = (club.players[name] for name in "ABC")
        merging.merge(session, c, b, club.write())
        merging.merge(session, b, a, club.write())
        session.commit()
        assert club.standings(season) == [("A", 1, 15), ("Zed", 2, 9)]
        merging.unmerge(session, b, club.write())
        session.commit()
        assert club.standings(season) == [("B", 1, 10), ("Zed", 2, 9), ("A", 3, 5)]
        assert recounting.recount(session, club.group) == []

    def test_what_is_kept_is_what_counting_from_nothing_finds(self, session: Session) -> None:
        club = Club(session, "A", "B", "C", "Zed")
        club.season()
        for name in "ABC":
            club.play(**{name: 500, "Zed": 300})
        a, b, c = (club.players[name] for name in "ABC")
        merging.merge(session, c, b, club.write())
        merging.merge(session, b, a, club.write())
        session.commit()
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_two_who_sat_at_one_table_are_two_people(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Bobby")
        merging.merge(session, club.players["Bobby"], club.players["Bob"], club.write())
        club.start("Ann", "Bob")
        for one, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bobby")):
            with pytest.raises(
                Conflict, match="both sat at the table of Brownie Points on 14 Mar 2026"
            ) as refused:
                merging.merge(session, club.players[one], club.players[other], club.write())
            assert refused.value.code == "player_in_two_seats"

    def test_also_where_the_table_is_in_the_bin(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start()
        games.delete(session, table.game, table.write())
        two = club.players["Ann"], club.players["Bob"]
        in_trash = "on 14 Mar 2026. That game is in the trash."
        with pytest.raises(Conflict, match=in_trash):
            merging.merge(session, *two, club.write())
        club.start()
        with pytest.raises(Conflict, match=r"both sat at the table of .* on 14 Mar 2026\.$"):
            merging.merge(session, *two, club.write())

    def test_nobody_is_merged_with_themselves_or_twice(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        ann, bob, cy = club.players.values()
        with pytest.raises(BadInput) as refused:
            merging.merge(session, ann, ann, club.write())
        assert refused.value.field == "into"
        merging.merge(session, ann, bob, club.write())
        with pytest.raises(BadInput):
            merging.merge(session, bob, ann, club.write())
        with pytest.raises(Conflict):
            merging.merge(session, ann, cy, club.write())

    def test_what_was_not_merged_is_not_taken_apart(self, session: Session) -> None:
        club = Club(session, "Ann")
        with pytest.raises(Conflict, match="not merged"):
            merging.unmerge(session, club.players["Ann"], club.write())

    def test_a_name_given_away_meanwhile_is_in_the_way(self, session: Session) -> None:
        club = Club(session, "Ann", "Annie")
        merging.merge(session, club.players["Annie"], club.players["Ann"], club.write())
        rosters.add(session, club.group, club.write(), "Annie")
        with pytest.raises(Conflict, match="another Annie") as refused:
            merging.unmerge(session, club.players["Annie"], club.write())
        assert refused.value.code == "duplicate_name"


def test_a_player_of_another_group_is_unknown(session: Session) -> None:
    club, other = Club(session, "Ann"), Club(session, "Bob")
    with pytest.raises(NotFound) as refused:
        rosters.find(club.group, other.players["Bob"].uid)
    assert refused.value.code == "unknown_player"
