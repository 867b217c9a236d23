"""Seasons: what games award, late games and corrections, closing, and counting from nothing."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, Stale
from scorecard.models import Award, Game, Season, Standing
from scorecard.operating.housekeeping import rate_some
from scorecard.services.history import undo_redo
from scorecard.services.keeping import recounting
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import season_plans, season_words, seasons
from scorecard.services.standings import rerating, standings
from scorecard.services.table import games, rounds, seating
from tests.factories import EVENING, Club, Table

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
        groups.change_zone(session, club.group, club.write(), "Pacific/Auckland")
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
        club.play(Ann=100, Bob=300)
        club.play(Ann=500, Bob=300)
        club.play(Ann=500, Bob=300)
        assert club.standings(season) == [("Ann", 1, 10), ("Bob", 2, 8)]

    def test_a_tie_break_that_decided_is_named(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(scheme={"kind": "places", "places": [2, 1]})
        club.play(Ann=500, Cy=300)
        club.play(Bob=300, Cy=500)
        club.play(Bob=300, Cy=500)
        # Cy 1 + 2 + 2, Ann 2, Bob 1 + 1.
        rows = standings.present(session, season)
        assert [(row["name"], row["rank"], row["decided_by"]) for row in rows] == [
            ("Cy", 1, ""),
            ("Ann", 2, "more wins"),
            ("Bob", 3, "more wins"),
        ]

    def test_movement_is_what_the_latest_game_did(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season()
        club.play(Ann=500, Bob=300)
        club.play(Bob=500, Cy=300)
        rows = season_rows(session, season)
        moved = {row["name"]: (row["rank_before"], row["rank"]) for row in rows}
        assert moved == {"Bob": (2, 1), "Ann": (1, 2), "Cy": (None, 3)}

    def test_form_is_the_last_five_places_newest_first(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        for ann in (100, 500, 500, 100, 500, 500):
            club.play(Ann=ann, Bob=300)
        (ann_row,) = [row for row in season_rows(session, season) if row["name"] == "Ann"]
        assert [one["rank"] for one in ann_row["form"]] == [1, 1, 2, 1, 1]


def season_rows(session: Session, season: Season) -> list[dict[str, Any]]:
    return standings.present(session, season)


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
        with pytest.raises(Conflict, match="stands for good"):
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
        table = [
            {"rank": 1, "wins": 1, "games": 1, "best": best, "player": name, "name": name}
            for name, best in zip(("Ann", "Bob", "Cy"), bests, strict=True)
        ]
        found = {title["key"]: title["names"] for title in seasons.titles(table, scheme)}
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
        assert absence.startswith("In Pay Me the lowest total wins, so every total counts against")
        assert half.startswith("Ended early, such a game brings half the loss.")
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
        with pytest.raises(Stale, match="changed in the meantime"):
            seasons.change(session, season, club.write(version=old), two)


class TestCountedFromNothing:
    """Whatever happened, everything kept is what counting the games from nothing gives."""

    NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")

    @pytest.mark.parametrize(("seed", "at_once"), [*enumerate([40] * 3 + [1, 2, 3])])
    def test_random_histories(
        self, session: Session, seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", at_once)
        chance, server = random.Random(seed), random.Random(seed)
        club = Club(session, *self.NAMES)
        club.season(name="All")
        club.season(name="Best", best_of=3, least_games=2, scheme={"kind": "relative"})
        club.season(name="Half", early="half", scheme={"kind": "points"}, kinds=["brownie_points"])
        club.season(name="Wins", scheme={"kind": "wins"}, ends_on=TODAY)
        club.season(name="Average", scheme={"kind": "average"})
        club.season(name="Distance", early="distance", scheme={"kind": "points"}, best_of=2)
        tables: list[Table] = []
        for _step in range(60):
            self.change_something(session, club, tables, chance)
            if (season := rerating.waiting(session)) and server.random() < 0.5:
                rerating.rerate_some(session, season)
            session.commit()
        assert session.scalars(select(Award)).first(), "something was awarded"
        while season := rerating.waiting(session):
            rerating.rerate_some(session, season)
            session.commit()
        stored = self.kept(session)
        assert recounting.recount(session, session.merge(club.group)) == []
        assert self.kept(session) == stored

    def change_something(
        self, session: Session, club: Club, tables: list[Table], chance: random.Random
    ) -> None:
        step = chance.random()
        if step < 0.35 or len(tables) < 4:
            names = chance.sample(self.NAMES, chance.randint(2, 5))
            seated = [club.players[name].name for name in names]
            if chance.random() < 0.3:
                tables.append(self.own_game(session, club, seated, chance))
                return
            table = club.start(*seated)
            for _round in range(chance.randint(1, 3)):
                table.play(*(chance.randrange(-500, 900, 50) for _name in names))
            tables.append(table)
            return
        table = chance.choice(tables)
        game = table.game
        if game.deleted_at:
            games.restore(session, game, table.write())
        elif not game.is_ended and step < 0.8:
            if chance.random() < 0.5:
                self.correct(session, table, chance)
            games.finish(session, game, table.write())
        elif game.is_ended and step < 0.65:
            games.reopen(session, game, table.write())
        elif step < 0.75:
            undo_redo.undo(session, game, table.write(), is_keeper=True)
        elif step < 0.85:
            games.delete(session, game, table.write())
        elif step < 0.92 and game.group:
            seating.move(session, game, table.write(), None, {})
        elif game.group is None:
            seating.move(session, game, table.write(), club.group, {})
        else:
            self.merge_or_not(session, club, chance)

    def correct(self, session: Session, table: Table, chance: random.Random) -> None:
        game = table.game
        entries = chance.choice(game.closed_rounds).entries
        entry: dict[str, Any] = {"score": chance.randrange(-500, 900, 50)}
        if game.rules == "own_scorecard":
            # Who was put out by it, or no more, would have entries too many or too few.
            entry = {"points": entries[0].data["points"] if game.kind.endswith("31") else 10}
        number, seat = entries[0].round.number, entries[0].seat.position
        rounds.enter(session, game, table.write(), number, {seat: entry}, is_confirmed=True)

    def own_game(
        self, session: Session, club: Club, names: list[str], chance: random.Random
    ) -> Table:
        """Play where the lowest total wins, or the last one in, and somebody may leave."""
        own: dict[str, Any] = {"name": "Golf", "fields": [POINTS], "wins": "lowest"}
        if chance.random() < 0.5:
            own |= {"name": "31", "ends": LAST_IN}
        table = club.start(*names, rules="own_scorecard", options={"scorecard": own})
        gone: set[int] = set()
        for _round in range(chance.randint(1, 3)):
            seats = set(range(1, len(names) + 1)) - gone
            table.tell({}, {seat: {"points": chance.randrange(0, 20, 10)} for seat in seats})
            if len(seats) > 2 and chance.random() < 0.4:
                gone.add(seat := chance.choice(sorted(seats)))
                seating.leave(session, table.game, table.write(), seat)
        return table

    def merge_or_not(self, session: Session, club: Club, chance: random.Random) -> None:
        merged = next((one for one in club.players.values() if one.merged_into), None)
        if merged:
            # A game that came back may have brought somebody of that name.
            with suppress(Conflict):
                merging.unmerge(session, merged, club.write())
            return
        one, other = chance.sample(list(club.players.values()), 2)
        # Two who sat at one table are not one person.
        with suppress(Conflict):
            merging.merge(session, one, other, club.write())

    def kept(self, session: Session) -> list[tuple[Any, ...]]:
        return [
            tuple(row)
            for model in (Award, Standing)
            for row in session.execute(
                select(model.__table__).order_by(*model.__table__.primary_key)
            )
        ]

    def test_a_late_game_changes_the_ratings_after_it(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        club.season()
        late = club.start("Ann", "Bob")
        late.play(100, 900)
        club.play(Ann=500, Bob=300)
        club.play(Bob=500, Cy=300)
        before = {row.player_id: row.mu for row in session.scalars(select(Standing))}
        club.end(late)
        after = {row.player_id: row.mu for row in session.scalars(select(Standing))}
        assert all(before[player] != after[player] for player in before)
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_after_a_correction_in_a_long_season_ratings_wait_and_nothing_else(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", 2)
        club = Club(session, "Ann", "Bob")
        season = club.season()
        first = club.start("Ann", "Bob")
        first.play(100, 900)
        for _game in range(7):
            club.play(Ann=500, Bob=300)
        club.end(first)
        assert season_words.notes(session, season, []) == [
            "An earlier game was changed: the ratings are being worked out again. Points are right "
            "already."
        ]
        points = club.standings(season)
        unfinished = self.kept(session)
        left = [rerating.rerate_some(session, season) for _ in range(3)]
        assert left == [True, True, False]
        assert season_words.notes(session, season, []) == []
        assert self.kept(session) != unfinished
        assert club.standings(season) == points
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_ratings_that_wait_are_no_difference(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        assert recounting.recount(session, session.merge(club.group)) == []
        assert session.merge(season).unrated_from is None

    def test_a_season_is_closed_with_all_ratings(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        seasons.close(session, season, club.write())
        assert season.final
        table = season.final["table"]
        season.final = None
        rerating.rerate_all(session, season)
        assert standings.present(session, season) == table

    def test_the_server_works_off_what_waits_and_tells_the_phones(
        self, app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        version, waited = club.group.version, 0
        session.commit()
        while rate_some(app, EVENING):
            waited += 1
        session.expire_all()
        assert waited == 4
        assert season.unrated_from is None
        assert club.group.version == version + 1
        assert recounting.recount(session, session.merge(club.group)) == []

    def with_ratings_that_wait(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> tuple[Club, Season]:
        monkeypatch.setattr(rerating, "AT_ONCE", 1)
        club = Club(session, "Ann", "Bob")
        season = club.season()
        first = club.start("Ann", "Bob")
        first.play(100, 900)
        for _game in range(4):
            club.play(Ann=500, Bob=300)
        club.end(first)
        assert season.unrated_from
        session.commit()
        return club, season

    def test_a_difference_is_found_and_mended(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        standing = session.scalars(select(Standing)).first()
        assert standing
        standing.points += 100
        session.commit()
        (found,) = recounting.recount(session, club.group)
        assert "Season Spring: standing of player" in found
        session.commit()
        assert recounting.recount(session, session.merge(club.group)) == []
        assert session.get(Game, 1) is None or club.standings(session.merge(season))
