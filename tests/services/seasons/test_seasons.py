"""Seasons: what games award, late games and corrections, and closing."""

from __future__ import annotations

from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, Stale
from scorecard.models import Season
from scorecard.services.keeping import recounting
from scorecard.services.players import rosters
from scorecard.services.seasons import season_plans, season_words, seasons
from scorecard.services.standings import standings
from scorecard.services.table import games, seating
from tests.factories import EVENING, Club

TODAY = EVENING.date()
POINTS = {"kind": "points", "key": "points", "label": "Points"}
LAST_IN = {"when": "last_in", "at": 31}
PITCH_HAND = {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"}


class TestWhatGamesAward:
    def test_places_bring_their_points_and_ties_share_them(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed")
        season = club.season()
        club.play(Ann=500, Bob=300, Cy=300, Di=200, Ed=100)
        assert club.standings(season) == [
            ("Ann", 1, 5),
            ("Bob", 2, 2.5),
            ("Cy", 2, 2.5),
            ("Di", 4, 1),
            ("Ed", 5, 0),
        ]

    @pytest.mark.parametrize(
        ("kind", "expected"),
        [
            ("wins", [("Ann", 1, 1), ("Bob", 2, 0), ("Cy", 2, 0)]),
            ("points", [("Ann", 1, 900), ("Bob", 2, 350), ("Cy", 3, -250)]),
            ("average", [("Ann", 1, 566.67), ("Bob", 2, 16.67), ("Cy", 3, -583.33)]),
            ("relative", [("Ann", 1, 100), ("Bob", 2, 50), ("Cy", 3, 0)]),
        ],
    )
    def test_every_scheme_reads_the_same_game(
        self, session: Session, kind: str, expected: list[tuple[str, int, float]]
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": kind}, tie_breaks=["wins"])
        club.play(Ann=900, Bob=350, Cy=-250)
        assert club.standings(season) == expected

    def test_the_lowest_total_of_a_game_that_lowest_wins_is_worth_most(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(scheme={"kind": "points"})
        table = club.start(rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 30})
        club.end(table)
        assert club.standings(season) == [("Ann", 1, 0), ("Bob", 2, -30)]

    def test_against_the_average_who_stays_away_is_neither_better_nor_worse(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "average"}, tie_breaks=())
        for _evening in range(2):
            table = club.start("Ann", "Bob", rules="pay_me")
            table.tell({"went_out": "Ann"}, {2: 30})
            club.end(table)
        table = club.start("Ann", "Cy", rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 0})
        club.end(table)
        assert club.standings(season) == [("Ann", 1, 30), ("Cy", 2, 0), ("Bob", 3, -30)]

    def test_who_is_out_is_awarded_what_put_them_out(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "points"})
        table = club.start(rules="cucumber")
        for taker in ("Bob", "Bob", "Ann", "Ann", "Bob", "Bob", "Ann", "Ann"):
            table.tell({"winner": taker, "rank": "A"})
        club.end(table)
        # Bob comes to 28 and back to 0, then to 28 and is out; so does Ann. Cy never took a trick.
        assert club.standings(season) == [("Cy", 1, 0), ("Ann", 2, -28), ("Bob", 3, -28)]
        own = {"name": "31", "fields": [POINTS], "wins": "lowest", "ends": LAST_IN}
        table = club.start(rules="own_scorecard", options={"scorecard": own})
        table.tell({}, {1: {"points": 35}, 2: {"points": 5}, 3: {"points": 10}})
        table.tell({}, {2: {"points": 5}, 3: {"points": 22}})
        club.end(table)
        assert [seat.rank for seat in table.game.seats] == [3, 1, 2]
        assert club.standings(season) == [("Cy", 1, -32), ("Bob", 2, -38), ("Ann", 3, -63)]

    @pytest.mark.parametrize(
        ("scheme", "expected"),
        [
            ("places", [("Bob", 1, 5), ("Cy", 2, 3), ("Ann", 3, 2)]),
            ("points", [("Bob", 1, -10), ("Ann", 2, -20), ("Cy", 2, -20)]),
        ],
    )
    def test_nothing_is_won_by_leaving_where_the_lowest_total_wins(
        self, session: Session, scheme: str, expected: Any
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": scheme}, tie_breaks=())
        own = {"name": "Golf", "fields": [POINTS], "wins": "lowest"}
        table = club.start(rules="own_scorecard", options={"scorecard": own})
        table.tell({}, {1: {"points": 1}, 2: {"points": 5}, 3: {"points": 10}})
        seating.leave(session, table.game, table.write(), 1)
        table.tell({}, {2: {"points": 5}, 3: {"points": 10}})
        club.end(table)
        assert club.standings(season) == expected
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_net_chips_count_money_games_alone(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(scheme={"kind": "chips"})
        club.play(Ann=900, Bob=350)
        assert club.standings(season) == []

    def test_partners_each_get_what_their_side_is_awarded(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        season = club.season(scheme={"kind": "wins"})
        table = club.start(rules="pitch")
        table.tell(PITCH_HAND)
        club.end(table)
        found = club.standings(season)
        assert [rank for _name, rank, _points in found] == [1, 1, 3, 3]
        assert [(name, points) for name, _rank, points in found] == [
            ("Ann", 1),
            ("Cy", 1),
            ("Bob", 0),
            ("Di", 0),
        ]


class TestWhichGamesCount:
    def test_a_game_ended_early_counts_whole_half_or_not(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        whole = club.season(early="full")
        half = club.season(name="Half", early="half")
        none = club.season(name="None", early="none")
        club.play(Ann=500, Bob=300)
        assert club.standings(whole) == [("Ann", 1, 5), ("Bob", 2, 3)]
        assert club.standings(half) == [("Ann", 1, 2.5), ("Bob", 2, 1.5)]
        assert club.standings(none) == []

    def test_half_the_distance_makes_no_early_end_worth_while(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(early="distance", scheme={"kind": "points"})
        table = club.start(rules="pay_me")
        table.tell({"went_out": "Ann"}, {2: 30})
        club.end(table)
        # −15 on the average, and half of 15 above and below it.
        assert club.standings(season) == [("Ann", 1, -7.5), ("Bob", 2, -22.5)]

    def test_a_game_that_reached_its_target_is_not_early(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(early="none")
        table = club.start("Ann", "Bob", options={"target": 500})
        table.play(500, 300)
        club.end(table)
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]

    def test_only_its_card_games_and_its_days_count(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        other = club.season(kinds=["pay_me"])
        later = club.season(name="Later", starts_on=TODAY + timedelta(days=1))
        earlier = club.season(
            name="Earlier", starts_on=TODAY - timedelta(days=9), ends_on=TODAY - timedelta(days=1)
        )
        mine = club.season(name="Mine", kinds=["brownie_points"])
        club.play(Ann=500, Bob=300)
        assert [club.standings(season) for season in (other, later, earlier)] == [[], [], []]
        assert club.standings(mine) == [("Ann", 1, 5), ("Bob", 2, 3)]

    def test_a_day_is_one_where_the_group_lives(self, session: Session) -> None:
        from scorecard.services.groups import groups

        club = Club(session, "Ann", "Bob")
        season = club.season(starts_on=TODAY, ends_on=TODAY)
        club.play(Ann=500, Bob=300)
        assert len(club.standings(season)) == 2
        groups.change(session, club.group, club.write(), time_zone="Pacific/Auckland")
        session.commit()
        assert club.standings(season) == [], "there it is the next morning"

    def test_a_game_without_a_round_counts_for_nothing(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.end(club.start())
        assert club.standings(season) == []

    def test_a_season_made_afterwards_counts_what_was_played(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        assert club.standings(club.season()) == [("Ann", 1, 5), ("Bob", 2, 3)]


class TestTheTable:
    def test_who_played_too_few_games_is_listed_and_not_ranked(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(least_games=2)
        club.play(Ann=100, Cy=900)
        club.play(Ann=100, Bob=300)
        club.play(Ann=100, Bob=300)
        assert club.standings(season) == [("Bob", 1, 10), ("Ann", 2, 9), ("Cy", None, 5)]

    def test_only_the_best_results_count(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(best_of=2)
        for score in (100, 500, 500):
            club.play(Ann=score, Bob=300)
        assert club.standings(season) == [("Ann", 1, 10), ("Bob", 2, 8)]
        assert recounting.recount(session, club.group) == []

    def test_a_tie_break_that_decided_is_named(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "places", "places": [2, 1]})
        club.play(Ann=500, Cy=300)
        club.play(Bob=300, Cy=500)
        club.play(Bob=300, Cy=500)
        # Cy 1 + 2 + 2, Ann 2, Bob 1 + 1.
        rows = standings.present(session, season)
        assert [(row.name, row.rank, row.decided_by) for row in rows] == [
            ("Cy", 1, ""),
            ("Ann", 2, "more wins"),
            ("Bob", 3, "more wins"),
        ]

    def test_movement_is_what_the_latest_game_did(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        club.play(Ann=500, Bob=300)
        club.play(Bob=500, Cy=300)
        rows = standings.present(session, season)
        moved = {row.name: (row.rank_before, row.rank) for row in rows}
        assert moved == {"Bob": (2, 1), "Ann": (1, 2), "Cy": (None, 3)}

    def test_form_is_the_last_five_places_newest_first(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        for ann in (100, 500, 500, 100, 500, 500):
            club.play(Ann=ann, Bob=300)
        (own,) = [row for row in standings.present(session, season) if row.name == "Ann"]
        assert [one.rank for one in own.form] == [1, 1, 2, 1, 1]


class TestClosing:
    def test_a_closed_season_stands_for_good(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        table = club.play(Ann=500, Bob=300)
        following = seasons.close(session, season, club.write(), next_name="Summer")
        session.commit()
        assert following
        assert following.starts_on == TODAY + timedelta(days=1)
        before = club.standings(season)
        games.reopen(session, table.game, table.write())
        games.delete(session, table.game, table.write())
        rosters.change(
            session, club.players["Ann"], club.write(), name="Anna", colour=1, initial="A"
        )
        session.commit()
        assert club.standings(season) == before == [("Ann", 1, 5), ("Bob", 2, 3)]
        assert season.final
        assert [(title["title"], title["names"]) for title in season.final["titles"]] == [
            ("Champion", ["Ann"]),
            ("Most wins", ["Ann"]),
            ("Most games", ["Ann", "Bob"]),
        ]
        with pytest.raises(Conflict, match="table is final"):
            seasons.close(session, season, club.write())

    def test_a_season_may_end_yesterday_so_that_the_evening_counts_in_the_next(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        yesterday = TODAY - timedelta(days=1)
        season = club.season(starts_on=yesterday)
        club.play(Ann=500, Bob=300)
        following = seasons.close(
            session, season, club.write(), next_name="Summer", last_day=yesterday
        )
        session.commit()
        assert following
        assert (season.ends_on, following.starts_on) == (yesterday, TODAY)
        assert club.standings(season) == []
        assert club.standings(following) == [("Ann", 1, 5), ("Bob", 2, 3)]

    @pytest.mark.parametrize("days", [-1, 1])
    def test_the_last_day_is_neither_before_the_first_nor_to_come(
        self, session: Session, days: int
    ) -> None:
        club = Club(session)
        season = club.season()
        with pytest.raises(BadInput, match="can be 14 Mar 2026, not") as refused:
            seasons.close(session, season, club.write(), last_day=TODAY + timedelta(days=days))
        assert refused.value.field == "last_day"

    @pytest.mark.parametrize(
        ("scheme", "bests", "holders"),
        [
            ("points", (9, 9, 1), ["Ann", "Bob"]),
            ("points", (9, 9, 9), []),
            ("places", (9, 1, 1), []),
            ("wins", (9, 1, 1), []),
        ],
    )
    def test_the_best_game_is_a_title_only_where_it_stands_out(
        self, scheme: Any, bests: tuple[int, ...], holders: list[str]
    ) -> None:
        figures = {"is_of_top": True, "rank": 1, "wins": 1, "games": 1}
        named = zip(("Ann", "Bob", "Cy"), bests, strict=True)
        table: Any = [
            SimpleNamespace(best=best, player=who, name=who, **figures) for who, best in named
        ]
        found = {title.key: title.names for title in seasons.titles(table, scheme)}
        assert found.get("best", []) == holders

    def test_a_season_in_which_games_count_is_not_deleted(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        empty, season = club.season(name="Empty", starts_on=date(2030, 1, 1)), club.season()
        club.play(Ann=500, Bob=300)
        seasons.delete(session, empty, club.write())
        with pytest.raises(Conflict, match="Close it instead"):
            seasons.delete(session, season, club.write())
        session.commit()
        assert [one.name for one in seasons.of_group(session, club.group)] == ["Spring"]


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("plan", "field", "sentence"),
        [
            ({"ends_on": TODAY - timedelta(days=1)}, "ends_on", "before it starts"),
            ({"name": "  "}, "name", "needs a name"),
            ({"least_games": 0}, "least_games", "1 to 1,000"),
            ({"best_of": 0}, "best_of", "1 to 1,000"),
            ({"kinds": ["chess"]}, "kinds", "No card game is called chess"),
            ({"tie_breaks": ["luck"]}, "tie_breaks", "luck is no tie-break"),
            ({"early": "maybe"}, "early", "maybe"),
            ({"early": "distance"}, "early", "own points only"),
            ({"scheme": {"kind": "luck"}}, "scheme", "is one of"),
            ({"scheme": {"kind": "places", "places": []}}, "places", "1 to 12 places"),
            ({"scheme": {"kind": "places", "places": [1, 2]}}, "places", "cannot bring more"),
            ({"scheme": {"kind": "places", "places": [1.5]}}, "places", "whole number"),
            ({"scheme": {"kind": "chips"}, "kinds": ["brownie_points"]}, "kinds", "not played for"),
        ],
    )
    def test_a_plan_that_cannot_be_names_its_field(
        self, session: Session, plan: dict[str, Any], field: str, sentence: str
    ) -> None:
        club = Club(session)
        with pytest.raises(BadInput, match=sentence) as refused:
            club.season(**plan)
        assert refused.value.field == field

    def test_what_own_points_come_to_where_the_lowest_total_wins_is_said(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        points = {"scheme": {"kind": "points"}, "early": "half"}

        def said(season: Season) -> list[str]:
            return [*season_words.notes(session, season, [])]

        every, chosen = club.season(**points), club.season(kinds=["pay_me", "pitch"], **points)
        hearts = club.season(kinds=["own_scorecard/Hearts"], **points | {"early": "full"})
        fair = club.season(kinds=["pay_me"], scheme={"kind": "average"}, early="half")
        others = club.season(kinds=["pitch", "own_scorecard/Golf"], **points)
        assert said(every) == said(fair) == said(others) == []
        absence, half = said(chosen)
        assert absence.startswith("In Pay Me the lowest total wins, so staying away pays off")
        assert half.startswith("Ended early, such a game costs only half.")
        assert [one[:9] for one in said(hearts)] == ["In Hearts"]
        own = {"name": "Golf", "fields": [POINTS], "wins": "lowest"}
        table = club.start(rules="own_scorecard", options={"scorecard": own})
        table.tell({}, {1: {"points": 1}, 2: {"points": 5}})
        club.end(table)
        assert [one[:7] for one in said(every)] == ["In Golf", "Ended e"]
        assert [one[:7] for one in said(others)] == ["In Golf", "Ended e"]

    def test_overlapping_seasons_are_allowed_and_said(self, session: Session) -> None:
        club = Club(session)
        spring = club.season()
        club.season(name="Autumn", starts_on=TODAY + timedelta(days=1))
        club.season(name="Money", kinds=["brag"])
        cards = club.season(name="Cards", kinds=["pay_me"])
        assert {one.name for one in seasons.overlapping(session, cards)} == {"Spring", "Autumn"}
        assert len(seasons.overlapping(session, spring)) == 3

    def test_no_two_seasons_of_a_group_have_one_name(self, session: Session) -> None:
        club, other = Club(session, "Ann", "Bob"), Club(session, "Ann")
        spring, autumn = club.season(), club.season(name="Autumn")
        other.season()
        for name in ("Spring", " sPRING "):
            with pytest.raises(BadInput, match="a season called Spring already") as refused:
                club.season(name=name)
            assert (refused.value.field, refused.value.code) == ("name", "duplicate_name")
            plan = season_plans.Plan(name=name, starts_on=TODAY)
            with pytest.raises(BadInput, match="a season called Spring already"):
                seasons.change(session, autumn, club.write(), plan)
        seasons.change(session, spring, club.write(), season_plans.Plan("SPRING", TODAY, best_of=3))
        assert (spring.name, spring.best_of) == ("SPRING", 3)
        with pytest.raises(BadInput, match="a season called Autumn already"):
            seasons.close(session, spring, club.write(), next_name="Autumn")
        session.rollback()
        seasons.delete(session, autumn, club.write())
        again = club.season(name="Autumn")
        with pytest.raises(BadInput, match="a season called Autumn already"):
            seasons.restore(session, autumn, club.write())
        seasons.change(session, again, club.write(), season_plans.Plan("Winter", TODAY))
        seasons.restore(session, autumn, club.write())
        assert not autumn.deleted_at

    def test_two_of_one_name_from_before_can_be_changed_one_by_one(self, session: Session) -> None:
        club = Club(session)
        one, other = club.season(), club.season()
        other.name = one.name
        session.commit()
        same = season_plans.Plan(other.name, TODAY, least_games=2)
        seasons.change(session, other, club.write(), same)
        assert other.least_games == 2

    def test_net_chips_of_a_scorecard_that_is_not_for_money_are_refused(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        fields = [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}]
        for name, is_money in (("Golf", False), ("Poker", True)):
            card = {
                "name": name,
                "fields": fields,
                "is_zero_sum": is_money,
                "is_money": is_money,
            }
            club.start(rules="own_scorecard", options={"scorecard": card})
        chips = {"kind": "chips"}
        with pytest.raises(BadInput, match="Golf is not played for chips") as refused:
            club.season(scheme=chips, kinds=["own_scorecard/Poker", "own_scorecard/Golf"])
        assert refused.value.field == "kinds"
        poker = club.season(scheme=chips, kinds=["own_scorecard/Poker", "own_scorecard/Later"])
        plan = season_plans.Plan(poker.name, TODAY, scheme=chips, kinds=["own_scorecard/Golf"])
        with pytest.raises(BadInput, match="Golf is not played for chips"):
            seasons.change(session, poker, club.write(), plan)

    def test_a_stale_change_of_a_season_is_refused(self, session: Session) -> None:
        club = Club(session)
        season = club.season()
        old = club.group.version
        one, two = (season_plans.Plan(name=name, starts_on=TODAY) for name in ("One", "Two"))
        seasons.change(session, season, club.write(), one)
        with pytest.raises(Stale, match="has changed meanwhile"):
            seasons.change(session, season, club.write(version=old), two)
