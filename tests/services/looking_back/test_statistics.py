"""What a group looks back on: a player's record, the records of all, and the games to search."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Award, Group
from scorecard.services.looking_back import archive, statistics
from scorecard.services.looking_back.matching import Wanted
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import seasons
from scorecard.services.standings import records
from scorecard.services.table import games
from tests.factories import EVENING, Club, Table, read

TODAY = EVENING.date().isoformat()
POINTS = {"kind": "points", "key": "points", "label": "Points", "is_signed": True}


def evenings(session: Session) -> tuple[Club, list[Table]]:
    """Play five games of which everything below is worked out by hand.

    Ann's places: 1, 1 (level with Bob), 3, 2, 1.
    """
    club = Club(session, "Ann", "Bob", "Cy")
    return club, [
        club.play(Ann=500, Bob=300),
        club.play(Ann=300, Bob=300, Cy=100),
        club.play(Ann=100, Bob=500, Cy=300),
        club.play(Ann=200, Bob=400),
        club.play(Ann=600, Cy=500),
    ]


def told(session: Session, club: Club, name: str) -> Any:
    session.expire_all()
    return read(statistics.of_player(session, club.players[name]))


def own_game(club: Club, name: str, *rounds: dict[str, int], **definition: Any) -> Table:
    """Play a game on a scorecard of one's own to its end."""
    scorecard = {"name": name, "fields": [POINTS], **definition}
    table = club.start(*rounds[0], rules="own_scorecard", options={"scorecard": scorecard})
    for points in rounds:
        entries = {seat: {"points": one} for seat, one in enumerate(points.values(), start=1)}
        table.enter(table.game.next_number, entries)
    return club.end(table)


class TestAPlayer:
    def test_games_wins_places_and_opponents_beaten(self, session: Session) -> None:
        club, _tables = evenings(session)
        overall = told(session, club, "Ann")["overall"]
        assert (overall["games"], overall["wins"], overall["share"]) == (5, 3, 0.6)
        assert overall["place"] == 1.6  # (1 + 1 + 3 + 2 + 1) / 5
        # Seven opponents met: three beaten, one level, which is half beaten.
        assert overall["beaten"] == 0.5

    def test_streaks_and_form(self, session: Session) -> None:
        club, _tables = evenings(session)
        ann = told(session, club, "Ann")["overall"]  # won, won, lost, lost, won
        assert (ann["streak"], ann["longest_streak"], ann["longest_drought"]) == (1, 2, 2)
        assert [one["rank"] for one in ann["form"]] == [1, 2, 3, 1, 1]
        cy = told(session, club, "Cy")["overall"]  # never won
        assert (cy["streak"], cy["longest_streak"], cy["longest_drought"]) == (0, 0, 3)

    def test_every_card_game_has_its_record_and_names_the_rounds(self, session: Session) -> None:
        club, tables = evenings(session)
        (book,) = told(session, club, "Ann")["games"]
        assert book["name"] == "Brownie Points"
        assert (book["games"], book["wins"], book["share"]) == (5, 3, 0.6)
        assert book["average"] == 340  # (500 + 300 + 100 + 200 + 600) / 5
        third, last = tables[2].game.uid, tables[4].game.uid
        assert book["best_total"] == {"value": 600, "day": TODAY, "game": last, "round": 0}
        assert book["best_round"] == {"value": 600, "day": TODAY, "game": last, "round": 1}
        assert book["worst_round"] == {"value": 100, "day": TODAY, "game": third, "round": 1}

    def test_head_to_head_counts_who_came_in_before_whom(self, session: Session) -> None:
        club, _tables = evenings(session)
        rivals = told(session, club, "Ann")["rivals"]
        assert [
            (one["name"], one["games"], one["before"], one["level"], one["behind"])
            for one in rivals
        ] == [("Bob", 4, 1, 1, 2), ("Cy", 3, 2, 0, 1)]

    def test_a_nemesis_came_in_before_most_often(self, session: Session) -> None:
        club, _tables = evenings(session)
        # Bob in 2 of 4 games, Cy in 1 of 3.
        ann = told(session, club, "Ann")["nemesis"]
        assert (ann["name"], ann["behind"], ann["games"]) == ("Bob", 2, 4)
        # Ann came in before Cy in 2 of 3; Cy and Bob met in two games only, which is too few.
        assert told(session, club, "Cy")["nemesis"]["name"] == "Ann"

    def test_who_never_came_in_before_is_no_nemesis(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        for _game in range(3):
            club.play(Ann=500, Bob=300)
        assert told(session, club, "Ann")["nemesis"] is None
        assert told(session, club, "Bob")["nemesis"]["behind"] == 3

    def test_a_favourite_table_takes_three_games(self, session: Session) -> None:
        club, _tables = evenings(session)
        # Two players: beaten in 2 of 3 games. Three players: only 2 games.
        table = told(session, club, "Ann")["table"]
        assert table == {"size": 2, "games": 3, "beaten": 0.6667}
        assert told(session, club, "Cy")["table"] is None
        club.play(Ann=500, Bob=300, Cy=100)
        # Three players: beaten Cy, then nobody, then both, level with Bob: 3.5 of 6.
        assert told(session, club, "Ann")["table"]["size"] == 2
        club.play(Ann=500, Bob=300, Cy=100)
        # 5.5 of 8 is more than 2 of 3.
        assert told(session, club, "Ann")["table"] == {"size": 3, "games": 4, "beaten": 0.6875}

    def test_the_lowest_total_is_best_where_it_wins(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 30})
        table.tell({"went_out": "Bob"}, {1: 50})
        club.end(table)
        (book,) = told(session, club, "Ann")["games"]
        # It was ended early, when totals are low for another reason than skill.
        assert (book["average"], book["best_total"]) == (None, None)
        assert (book["best_round"]["value"], book["best_round"]["round"]) == (0, 1)
        assert (book["worst_round"]["value"], book["worst_round"]["round"]) == (50, 2)
        assert told(session, club, "Bob")["overall"]["wins"] == 1

    def test_a_scorecard_of_ones_own_says_itself_which_total_wins(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        own_game(club, "Golf", {"Ann": 7, "Bob": 3}, {"Ann": -2, "Bob": 3}, wins="lowest")
        (book,) = told(session, club, "Ann")["games"]
        assert (book["name"], book["wins"], book["average"]) == ("Golf", 1, 5)
        assert [book[key]["value"] for key in ("best_total", "best_round", "worst_round")] == [
            5,
            -2,
            7,
        ]

    def test_in_a_money_game_who_takes_most_home_has_won(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        own_game(club, "Dice", {"Ann": 30, "Bob": -10, "Cy": -20}, is_money=True, is_zero_sum=True)
        ann, bob = told(session, club, "Ann"), told(session, club, "Bob")
        assert (ann["overall"]["wins"], bob["overall"]["wins"]) == (1, 0)
        assert (ann["games"][0]["average"], bob["games"][0]["average"]) == (30, -10)
        assert bob["overall"]["beaten"] == 0.5

    def test_partners_do_not_meet(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        table = club.start(rules="pitch")
        bid = {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"}
        table.tell(bid)
        club.end(table)
        cy = told(session, club, "Cy")
        assert {one["name"]: one["before"] for one in cy["rivals"]} == {"Bob": 1, "Di": 1}
        assert (cy["overall"]["wins"], cy["overall"]["beaten"]) == (1, 1)

    def test_who_was_out_has_no_total_to_average(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="cucumber")
        # Bob comes over 21 twice, which is out.
        for ann, bob in (("K", "2"), ("3", "K"), ("3", "K"), ("3", "K")):
            table.tell({"leader": "Ann"}, {1: ann, 2: bob})
        club.end(table)
        (book,) = told(session, club, "Bob")["games"]
        assert (book["games"], book["average"], book["best_total"]) == (1, None, None)
        assert told(session, club, "Ann")["games"][0]["average"] == 13

    def test_a_merged_player_brings_their_games_along(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Bobby")
        club.play(Ann=500, Bob=300)
        club.play(Ann=500, Bobby=700)
        merging.merge(session, club.players["Bobby"], club.players["Bob"], club.write())
        session.commit()
        bob = told(session, club, "Bob")
        assert (bob["overall"]["games"], bob["overall"]["wins"]) == (2, 1)
        assert [one["name"] for one in told(session, club, "Ann")["rivals"]] == ["Bob"]

    def test_deleted_and_running_games_count_for_nothing(self, session: Session) -> None:
        club, tables = evenings(session)
        games.delete(session, tables[4].game, tables[4].write())
        session.commit()
        club.start("Ann", "Bob").play(900, 100)
        (book,) = told(session, club, "Ann")["games"]
        assert (book["games"], book["best_round"]["value"]) == (4, 500)

    def test_a_newcomer_has_nothing_to_look_back_on(self, session: Session) -> None:
        club = Club(session, "Ann")
        ann = told(session, club, "Ann")
        assert ann["overall"]["games"] == 0
        assert ann["overall"]["share"] is ann["overall"]["place"] is None
        assert ann["games"] == ann["rivals"] == []


class TestTheRatingCurve:
    def test_it_has_a_point_for_every_game_of_the_season(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        club.play(Ann=300, Bob=500)
        curve = statistics.rating_curve(session, season, club.players["Ann"])
        kept = session.execute(
            select(Award.mu, Award.sigma)
            .where(Award.player_id == club.players["Ann"].id)
            .order_by(Award.order_key)
        )
        assert [(row.rating, row.doubt) for row in curve] == [
            (round(mu, 1), round(sigma, 1)) for mu, sigma in kept
        ]
        assert [(row.number, row.rank) for row in curve] == [(1, 1), (2, 2)]
        assert curve[0].rating > 25 > curve[0].rating - 3 * curve[0].doubt

    def test_it_ends_with_the_latest_games(self, session: Session, monkeypatch: Any) -> None:
        monkeypatch.setattr(statistics, "CURVE_GAMES", 2)
        club, _tables = evenings(session)
        curve = statistics.rating_curve(session, club.season(), club.players["Ann"])
        assert [row.number for row in curve] == [4, 5]

    def test_a_closed_season_keeps_the_line_of_each_who_turned_out_to_be_one(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Annie", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        club.play(Annie=100, Bob=300)
        club.play(Annie=100, Bob=300)
        seasons.close(session, season, club.write())
        ann, annie = club.players["Ann"], club.players["Annie"]
        merging.merge(session, annie, ann, club.write())
        session.commit()
        found = statistics.in_season(session, season, ann)
        assert [(one.line.name, one.line.games, len(one.curve)) for one in found] == [
            ("Ann", 1, 1),
            ("Annie", 2, 2),
        ]
        assert [point.day for point in found[1].curve] == [TODAY, TODAY]

    def test_the_last_season_is_that_of_the_latest_game_that_counted(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        spring = club.season()
        club.play(Ann=500, Bob=300)
        seasons.close(session, spring, club.write(), next_name="Summer")
        session.commit()
        assert statistics.last_season(session, club.players["Ann"]) is spring
        assert statistics.last_season(session, club.players["Cy"]) is None


class TestRecords:
    def books(self, session: Session, club: Club) -> dict[str, dict[str, Any]]:
        session.expire_all()
        found = read(records.of_group(session, session.merge(club.group)))
        return {
            book["name"]: {record["label"]: record for record in book["records"]} for book in found
        }

    def test_each_says_who_what_when_and_in_which_round(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        table = club.start("Ann", "Bob")
        table.play(100, 700)
        table.play(900, -250)
        club.end(table)
        book = self.books(session, club)["Brownie Points"]
        uid = table.game.uid
        assert list(book) == ["Highest round", "Lowest round", "Highest total", "Biggest comeback"]
        assert {label: record["value"] for label, record in book.items()} == {
            "Highest round": 900,
            "Lowest round": -250,
            "Highest total": 1_000,
            "Biggest comeback": 600,
        }
        (holder,) = book["Highest round"]["holders"]
        assert (holder["name"], holder["day"], holder["game"], holder["round"]) == (
            "Ann",
            TODAY,
            uid,
            2,
        )
        assert [one["round"] for one in book["Biggest comeback"]["holders"]] == [1]
        assert [one["round"] for one in book["Highest total"]["holders"]] == [0]

    def test_all_who_share_one_are_named_who_was_first_comes_first(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed")
        first = club.play(Cy=500, Ann=300)
        club.play(Ann=500, Cy=500)
        record = self.books(session, club)["Brownie Points"]["Highest round"]
        assert [one["name"] for one in record["holders"]] == ["Cy", "Ann"]
        assert record["holders"][0]["game"] == first.game.uid, "not the second time"
        club.play(Bob=500, Di=500, Ed=500)
        record = self.books(session, club)["Brownie Points"]["Highest round"]
        assert [one["name"] for one in record["holders"]] == ["Cy", "Ann", "Bob"]
        assert record["others"] == 2

    def test_the_lowest_round_is_the_record_where_the_lowest_wins(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 30})
        club.end(table)
        book = self.books(session, club)["Pay Me"]
        assert (book["Lowest hand"]["value"], book["Highest hand"]["value"]) == (0, 30)
        assert "Lowest total" not in book, "it was ended early"

    def test_what_a_game_counts_itself_is_a_record_too(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        held = {"pile": {"7": 1}, "hand": {"dog_house": 2}}
        table.enter(1, {1: held, 2: {"score": 300}}, is_confirmed=True)
        club.end(table)
        record = self.books(session, club)["Brownie Points"]["Most Dog Houses held"]
        assert (record["value"], record["holders"][0]["name"]) == (2, "Ann")

    def test_every_card_game_has_a_book_of_its_own(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        own_game(club, "Golf", {"Ann": 7, "Bob": 3}, wins="lowest")
        books = self.books(session, club)
        assert list(books) == ["Brownie Points", "Golf"]
        assert books["Golf"]["Lowest round"]["value"] == 3

    def test_a_deleted_game_sets_none_and_other_groups_see_none(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        other = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        table = club.play(Ann=900, Bob=300)
        games.delete(session, table.game, table.write())
        session.commit()
        assert self.books(session, club)["Brownie Points"]["Highest round"]["value"] == 500
        assert self.books(session, other) == {}

    def test_a_merged_player_holds_them_under_the_present_name(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Bobby")
        club.play(Ann=500, Bobby=700)
        merging.merge(session, club.players["Bobby"], club.players["Bob"], club.write())
        rosters.change(
            session, club.players["Bob"], club.write(), name="Robert", colour=2, initial="R"
        )
        session.commit()
        record = self.books(session, club)["Brownie Points"]["Highest round"]
        assert [one["name"] for one in record["holders"]] == ["Robert"]


class TestSearchingGames:
    def found(self, session: Session, club: Club, **asked: str) -> list[str]:
        """Return the games found, each as card game and players by place, newest first."""
        session.expire_all()
        group = session.get_one(Group, club.group.id)
        asked = {"from" if name == "since" else name: value for name, value in asked.items()}
        wanted = archive.read(session, group, asked)
        return [
            f"{game['name']}: {' '.join(seat['name'] for seat in game['seats'])}"
            for game in archive.search(session, group, wanted).games
        ]

    def shelf(self, session: Session) -> Club:
        club = Club(session, "Ann", "Bob", "Cy")
        club.play(Ann=500, Bob=300)
        own_game(club, "Golf", {"Cy": 7, "Ann": 3}, wins="lowest")
        club.start("Bob", "Cy").play(100, 200)
        return club

    def test_all_of_them_newest_first_but_none_in_the_bin(self, session: Session) -> None:
        club = self.shelf(session)
        table = club.play(Ann=500, Cy=300)
        games.delete(session, table.game, table.write())
        session.commit()
        assert self.found(session, club) == [
            "Brownie Points: Cy Bob",
            "Golf: Ann Cy",
            "Brownie Points: Ann Bob",
        ]

    @pytest.mark.parametrize(
        ("asked", "expected"),
        [
            ({"q": "ann"}, ["Golf: Ann Cy", "Brownie Points: Ann Bob"]),
            ({"q": "golf"}, ["Golf: Ann Cy"]),
            ({"q": " ANN  brown "}, ["Brownie Points: Ann Bob"]),
            ({"q": "ann nobody"}, []),
            ({"q": "%"}, []),
            ({"kind": "own_scorecard/Golf"}, ["Golf: Ann Cy"]),
            ({"status": "running"}, ["Brownie Points: Cy Bob"]),
            ({"status": "early"}, ["Brownie Points: Ann Bob"]),
            ({"status": "ended"}, ["Golf: Ann Cy"]),
            ({"year": "2025"}, []),
            ({"year": "2026", "q": "golf"}, ["Golf: Ann Cy"]),
            ({"since": "2026-03-15"}, []),
            ({"to": "2026-03-13"}, []),
            ({"since": "2026-03-14", "to": "2026-03-14", "q": "golf"}, ["Golf: Ann Cy"]),
        ],
    )
    def test_each_filter(
        self, session: Session, asked: dict[str, str], expected: list[str]
    ) -> None:
        assert self.found(session, self.shelf(session), **asked) == expected

    def test_of_one_player_also_as_who_was_merged_into_them(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Bobby", "Cy")
        club.play(Ann=500, Bobby=300)
        club.play(Ann=500, Cy=300)
        bob, bobby = club.players["Bob"], club.players["Bobby"]
        merging.merge(session, bobby, bob, club.write())
        session.commit()
        for asked in ({"player": bob.uid}, {"player": bobby.uid}, {"q": "bobby"}):
            assert self.found(session, club, **asked) == ["Brownie Points: Ann Bob"]

    def test_of_a_season_are_its_days_and_card_games(self, session: Session) -> None:
        club = self.shelf(session)
        golf = club.season(name="Golf", kinds=["own_scorecard/Golf"])
        later = club.season(name="Later", starts_on=EVENING.date() + timedelta(days=1))
        assert self.found(session, club, season=golf.uid) == ["Golf: Ann Cy"]
        assert self.found(session, club, season=later.uid) == []

    def test_a_day_is_one_where_the_group_lives(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.group.time_zone = "Pacific/Auckland"
        club.play(Ann=500, Bob=300)
        # It was 20:12 in UTC, and the next morning there.
        assert self.found(session, club, to="2026-03-14") == []
        assert len(self.found(session, club, since="2026-03-15", to="2026-03-15")) == 1

    def test_winners_and_totals_are_told(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        own_game(club, "Dice", {"Ann": 30, "Bob": -30}, is_money=True, is_zero_sum=True)
        (game,) = archive.search(session, club.group, Wanted()).games
        assert (game["name"], game["day"], game["status"]) == ("Dice", TODAY, "ended")
        assert [
            (seat["rank"], seat["name"], seat["total"], seat["is_win"]) for seat in game["seats"]
        ] == [(1, "Ann", 30, True), (2, "Bob", -30, False)]

    def test_there_are_fifty_to_a_page(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        for _game in range(archive.PAGE_GAMES + 1):
            club.end(club.start("Ann", "Bob"))
        first = archive.search(session, club.group, Wanted())
        assert (first.count, first.pages, first.first, first.last) == (51, 2, 1, 50)
        second = archive.search(session, club.group, Wanted(page=2))
        assert (len(second.games), second.first, second.last) == (1, 51, 51)
        days = [game["game"] for game in [*first.games, *second.games]]
        assert len(set(days)) == 51

    def test_no_game_makes_one_empty_page(self, session: Session) -> None:
        club = Club(session)
        found = archive.search(session, club.group, Wanted())
        assert (found.count, found.pages, found.first, found.last) == (0, 1, 0, 0)

    @pytest.mark.parametrize(
        ("asked", "field", "sentence"),
        [
            ({"player": "nobody"}, "player", "no such player"),
            ({"season": "none"}, "season", "no such season"),
            ({"kind": "chess"}, "kind", "not played"),
            ({"status": "won"}, "status", "running, ended"),
            ({"year": "MMXXVI"}, "year", "looks like 2026"),
            ({"year": "0"}, "year", "looks like 2026"),
            ({"year": "99999"}, "year", "looks like 2026"),
            ({"from": "yesterday"}, "from", "2026-03-14"),
            ({"to": "2026-02-30"}, "to", "2026-03-14"),
            ({"from": "2026-03-14", "to": "2026-03-13"}, "to", "before the first"),
            ({"page": "0"}, "page", "from 1"),
            ({"page": "-1"}, "page", "from 1"),
            ({"page": "²"}, "page", "from 1"),
            ({"page": "2"}, "page", "only 1 page"),
            ({"q": "x" * 81}, "q", "at most 80"),
        ],
    )
    def test_what_means_nothing_is_refused_beside_its_field(
        self, session: Session, asked: dict[str, str], field: str, sentence: str
    ) -> None:
        club = Club(session, "Ann")
        with pytest.raises(BadInput, match=sentence) as refused:
            archive.search(session, club.group, archive.read(session, club.group, asked))
        assert refused.value.field == field

    def test_the_first_and_the_last_day_there_is_are_no_fault(self, session: Session) -> None:
        club = self.shelf(session)
        club.group.time_zone = "Pacific/Auckland"
        session.commit()
        assert len(self.found(session, club, since="0001-01-01", to="9999-12-31")) == 3
        assert self.found(session, club, since="9999-12-31") == []
        assert self.found(session, club, to=date.min.isoformat()) == []
        assert self.found(session, club, since="0001-01-02", year="9999") == []
