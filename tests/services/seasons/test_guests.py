"""Guests: passed over in every table, and at home everywhere else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Result, Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.files.exporting import exports
from scorecard.services.history import changes
from scorecard.services.keeping import recounting
from scorecard.services.looking_back import archive, history_pages, statistics, what_if
from scorecard.services.players import merging
from scorecard.services.seasons import adjustments, late_results, prospects, seasons
from scorecard.services.standings import standings
from scorecard.services.standings.lines import RecentResult, TableLine
from tests.factories import Club, shown_of
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.services.looking_back.test_what_if import propose

__all__ = ["elsewhere", "second_app"]


def line(club: Club, season: Season, name: str) -> TableLine:
    table = standings.present(club.session, season)
    return next(row for row in table if row.name == name)


class TestInTheTable:
    def test_a_guest_is_passed_over(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.invite()
        club.play(Ann=500, Mia=400, Bob=300)
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
        assert line(club, season, "Bob").form == [RecentResult.of(2, is_win=False)]

    def test_where_a_guest_wins_the_best_member_has_won_the_seasons_game(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(scheme={"kind": "wins"})
        club.invite()
        table = club.play(Mia=900, Ann=500, Bob=300)
        assert club.standings(season) == [("Ann", 1, 1), ("Bob", 2, 0)]
        assert line(club, season, "Ann").wins == 1
        kept = {row.player_id: row for row in session.scalars(select(Result))}
        ann = kept[club.players["Ann"].id]
        assert (ann.rank, ann.is_win) == (2, False), "the game itself is as it was played"
        shown = shown_of(session, table.game)
        (earned,) = shown["awards"]
        assert [row["name"] for row in earned["players"]] == ["Ann", "Bob"]
        assert [row["name"] for row in earned["guests"]] == ["Mia"]

    def test_with_one_member_among_guests_nothing_counts(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.invite()
        table = club.start("Ann", "Mia")
        table.play(500, 300)
        why = "Without guests there are too few sides, so this game counts in no season."
        assert [one.sentence for one in prospects.of_game(session, table.game)] == [why]
        club.end(table)
        assert club.standings(season) == []
        assert [one.sentence for one in prospects.of_ended(session, table.game)] == [why]

    def test_before_end_game_it_says_who_gets_nothing(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        club.invite()
        table = club.start("Ann", "Bob", "Mia")
        table.play(500, 300, 400)
        assert [one.sentence for one in prospects.of_game(session, table.game)] == [
            "This game counts in Spring: 5 – 3 – 2 – 1 for the places.",
            "Mia is a guest: no points. The others are placed among themselves.",
        ]

    def test_points_by_hand_are_for_members(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        bob = club.players["Bob"]
        given: dict[str, Any] = {"kind": "bonus", "points": 2, "reason": "cake"}
        adjustments.give(session, season, club.write(), bob, **given)
        assert club.standings(season) == [("Bob", None, 2)]
        club.mark("Bob", is_guest=True)
        assert club.standings(season) == []
        with pytest.raises(BadInput, match="Bob is a guest, and in no table") as caught:
            adjustments.give(session, season, club.write(), bob, **given)
        assert caught.value.field == "player"


class TestEverywhereElse:
    def test_their_games_are_on_their_page_and_in_the_list(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        club.invite()
        club.play(Mia=900, Ann=500, Bob=300)
        overall = statistics.of_player(session, club.players["Mia"]).overall
        assert (overall.games, overall.wins) == (1, 1)
        assert statistics.last_season(session, club.players["Mia"]) is None
        page = archive.search(session, club.group, archive.read(session, club.group, {}))
        assert [seat["name"] for seat in page.games[0]["seats"]] == ["Mia", "Ann", "Bob"]

    def test_what_if_counts_them_as_the_table_does(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        club.invite()
        table = club.start("Ann", "Bob", "Mia", options={"target": 1_000})
        for scores in ((300, 200, 100), (100, 350, 400), (700, 100, 0)):
            table.play(*scores)
        club.end(table)
        proposal = propose(club, {"target": 500}, {"target": 1_000})
        found = what_if.go_on(session, club.group.id, proposal.uid)
        (move,) = found.moves
        assert (move.before, move.after) == (("Ann",), ("Bob",))


class TestAMarkThatChanges:
    def test_open_seasons_are_counted_anew_and_closed_ones_stand(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        closed, still_open = club.season(name="Winter"), club.season(name="Spring")
        club.play(Ann=500, Bob=400, Cy=300)
        club.play(Ann=500, Bob=400)
        seasons.close(session, closed, club.write())
        session.commit()
        table = standings.present(session, closed)
        assert late_results.lines(session, closed) == []
        club.mark("Bob", is_guest=True)
        assert club.standings(still_open) == [("Ann", 1, 5), ("Cy", 2, 3)]
        assert standings.present(session, closed) == table
        assert [told.sentence for told in late_results.lines(session, closed)] == [
            "2 games have changed since. They count as they were.",
        ]
        club.mark("Bob", is_guest=False)
        assert club.standings(still_open) == [("Ann", 1, 10), ("Bob", 2, 6), ("Cy", 3, 2)]
        assert late_results.lines(session, closed) == []

    def test_who_turns_out_to_be_a_guest_takes_the_games_along(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        club.invite()
        club.play(Ann=500, Cy=400, Bob=300)
        merging.merge(session, club.players["Cy"], club.players["Mia"], club.write())
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
        merging.unmerge(session, club.players["Cy"], club.write())
        assert club.standings(season) == [("Ann", 1, 5), ("Cy", 2, 3), ("Bob", 3, 2)]

    def test_the_history_says_so(self, session: Session) -> None:
        club = Club(session, "Ann")
        club.invite()
        club.mark("Ann", is_guest=True)
        club.mark("Ann", is_guest=False)
        lines = history_pages.of_group(session, club.group).lines[:3]
        assert [(told.sentence, told.details) for told in lines] == [
            ("Ann is not a guest any more", ("Guest: yes → no",)),
            ("Ann is a guest", ("Guest: no → yes",)),
            ("Mia added, as a guest", ()),
        ]
        (made,) = [row for row in changes.lines(session, club.group) if row.about["name"] == "Mia"]
        assert made.what["is_guest"] == [None, True]


def test_a_file_carries_the_mark_and_earlier_ones_have_none(
    session: Session, elsewhere: Elsewhere
) -> None:
    club = Club(session, "Ann", "Bob")
    club.season()
    club.invite()
    club.play(Mia=900, Ann=500, Bob=300)
    file = exports.of_group(session, club.group, club.at)
    there = elsewhere.take_in(file)
    assert exports.of_group(elsewhere.session, there, club.at) == file
    (season,) = seasons.of_group(elsewhere.session, there)
    table = standings.present(elsewhere.session, season)
    assert [(row.name, row.points) for row in table] == [("Ann", 5 * UNIT), ("Bob", 3 * UNIT)]


@pytest.mark.parametrize("best_of", [None, 2])
def test_random_games_add_up_to_what_plain_counting_says(
    session: Session, best_of: int | None
) -> None:
    """Give each game's points by code of the test's own, with marks that come and go."""
    chance, places = random.Random(11), (4, 2, 1)
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    scheme = {"kind": "places", "places": list(places)}
    season = club.season(scheme=scheme, best_of=best_of, tie_breaks=())
    played: list[list[str]] = []
    guests: set[str] = set()
    for step in range(30):
        if chance.random() < 0.25:
            name = chance.choice([*club.players])
            guests ^= {name}
            club.mark(name, is_guest=name in guests)
        names = chance.sample([*club.players], chance.randint(2, 4))
        scores = chance.sample(range(0, 900, 50), len(names))
        club.play(**dict(zip(names, scores, strict=True)))
        order = sorted(zip(scores, names, strict=True), reverse=True)
        played.append([name for _score, name in order])
        if step % 10 == 9:
            assert_counted(club, season, played, guests, places, best_of)
    assert guests, "somebody is a guest at the end"
    assert recounting.recount(session, session.merge(club.group)) == []


def assert_counted(
    club: Club,
    season: Season,
    played: list[list[str]],
    guests: set[str],
    places: tuple[int, ...],
    best_of: int | None,
) -> None:
    won: dict[str, list[int]] = {}
    first: Counter[str] = Counter()
    for order in played:
        members = [name for name in order if name not in guests]
        if len(members) < 2:
            continue
        first[members[0]] += 1
        for place, name in enumerate(members):
            won.setdefault(name, []).append([*places, 0][place])
    expected = {name: sum(sorted(own, reverse=True)[:best_of]) for name, own in won.items()}
    table = standings.present(club.session, season)
    assert {row.name: row.points / UNIT for row in table} == expected
    assert {row.name: row.wins for row in table if row.wins} == dict(first)
