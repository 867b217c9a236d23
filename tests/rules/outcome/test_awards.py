"""What a game awards: every scheme worked out by hand, with ties, partners and early ends."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.outcome.awards import (
    SCHEMES,
    UNIT,
    BadScheme,
    Finish,
    Scheme,
    among,
    awards,
    counts,
    read_scheme,
    refuse_early,
)

# Ann wins with 900; Bob and Cy are level with 350; Di has lost 250.
FOUR = {
    "Ann": Finish(1, 900, is_win=True),
    "Bob": Finish(2, 350, is_win=False),
    "Cy": Finish(2, 350, is_win=False),
    "Di": Finish(4, -250, is_win=False),
}


def award(scheme: Scheme, finishes: dict[str, Finish], early: Any = "full", **more: bool) -> Any:
    """Return the awards in whole points, as one would say them."""
    found = awards(scheme, early, finishes, is_early=more.get("is_early", False))
    return {side: round(points / UNIT, 2) for side, points in found.items()}


class TestPlaces:
    def test_each_place_brings_its_points_and_a_tie_shares_those_it_takes_up(self) -> None:
        # Bob and Cy take up places 2 and 3: (3 + 2) / 2.
        assert award(Scheme("places"), FOUR) == {"Ann": 5, "Bob": 2.5, "Cy": 2.5, "Di": 1}

    def test_places_beyond_the_list_bring_nothing(self) -> None:
        # Places 2 and 3 of 5-3: (3 + 0) / 2; there is no fourth.
        expected = {"Ann": 5, "Bob": 1.5, "Cy": 1.5, "Di": 0}
        assert award(Scheme("places", (5, 3)), FOUR) == expected

    def test_three_who_share_the_lead_share_three_places(self) -> None:
        level = {name: Finish(1, 10, is_win=True) for name in ("Ann", "Bob", "Cy")}
        # (5 + 3 + 2) / 3 is 3.33, and a third of a hundredth is nobody's.
        assert award(Scheme("places"), level) == dict.fromkeys(level, 3.33)

    def test_a_game_between_two_partnerships_has_two_places(self) -> None:
        sides = {"Ann & Cy": Finish(1, 21, is_win=True), "Bob & Di": Finish(2, 14, is_win=False)}
        assert award(Scheme("places"), sides) == {"Ann & Cy": 5, "Bob & Di": 3}


class TestWins:
    def test_a_win_brings_one_point(self) -> None:
        assert award(Scheme("wins"), FOUR) == {"Ann": 1, "Bob": 0, "Cy": 0, "Di": 0}

    def test_a_shared_win_is_shared(self) -> None:
        shared = FOUR | {"Bob": Finish(1, 900, is_win=True)}
        assert award(Scheme("wins"), shared) == {"Ann": 0.5, "Bob": 0.5, "Cy": 0, "Di": 0}

    def test_nobody_is_awarded_a_game_without_a_winner(self) -> None:
        level = {"Ann": Finish(1, 0, is_win=False), "Bob": Finish(1, 0, is_win=False)}
        assert award(Scheme("wins"), level) == {"Ann": 0, "Bob": 0}


class TestPointsOfTheGame:
    def test_totals_are_carried_over_also_below_zero(self) -> None:
        assert award(Scheme("points"), FOUR) == {"Ann": 900, "Bob": 350, "Cy": 350, "Di": -250}

    def test_chips_are_carried_over_alike(self) -> None:
        assert award(Scheme("chips"), FOUR)["Di"] == -250


class TestAgainstTheAverage:
    def test_the_distance_from_the_tables_average(self) -> None:
        # (900 + 350 + 350 − 250) / 4 = 337.5
        expected = {"Ann": 562.5, "Bob": 12.5, "Cy": 12.5, "Di": -587.5}
        assert award(Scheme("average"), FOUR) == expected

    @pytest.mark.parametrize("size", range(1, 13))
    def test_at_every_table_they_add_up_to_nothing(self, size: int) -> None:
        finishes = {str(n): Finish(n + 1, -n * n, is_win=False) for n in range(size)}
        assert sum(awards(Scheme("average"), "full", finishes, is_early=False).values()) == 0


class TestAgainstTheTable:
    def test_the_share_of_the_others_who_were_beaten(self) -> None:
        # Of 3 others: Ann beat 3; Bob beat Di and is level with Cy, 1.5; Di beat nobody.
        assert award(Scheme("relative"), FOUR) == {"Ann": 100, "Bob": 50, "Cy": 50, "Di": 0}

    def test_second_of_eight_is_worth_more_than_second_of_three(self) -> None:
        def second_of(size: int) -> float:
            finishes = {str(rank): Finish(rank, -rank, rank == 1) for rank in range(1, size + 1)}
            return float(award(Scheme("relative"), finishes)["2"])

        assert second_of(3) == 50
        assert second_of(8) == 85.71  # 6 of 7

    def test_who_plays_alone_beats_nobody(self) -> None:
        assert award(Scheme("relative"), {"Ann": Finish(1, 5, is_win=True)}) == {"Ann": 0}


class TestSizeOfTheTable:
    def test_everyone_who_is_beaten_brings_a_point_and_a_tie_shares_its_places(self) -> None:
        # Places 1 to 4 bring 4, 3, 2, 1; Bob and Cy take up 3 and 2.
        assert award(Scheme("size"), FOUR) == {"Ann": 4, "Bob": 2.5, "Cy": 2.5, "Di": 1}

    def test_to_win_among_many_is_worth_more(self) -> None:
        for size in range(1, 13):
            finishes = {str(rank): Finish(rank, -rank, rank == 1) for rank in range(1, size + 1)}
            found = award(Scheme("size"), finishes)
            assert (found["1"], found[str(size)]) == (size, 1)

    def test_partners_beat_a_side_not_each_of_its_players(self) -> None:
        sides = {"Ann & Cy": Finish(1, 21, is_win=True), "Bob & Di": Finish(2, 14, is_win=False)}
        assert award(Scheme("size"), sides) == {"Ann & Cy": 2, "Bob & Di": 1}


class TestEarlyEnds:
    def test_half_the_award(self) -> None:
        found = award(Scheme("places"), FOUR, "half", is_early=True)
        assert found == {"Ann": 2.5, "Bob": 1.25, "Cy": 1.25, "Di": 0.5}

    def test_half_of_a_loss_is_rounded_down_to_a_hundredth(self) -> None:
        sides = {"Ann": Finish(1, 1, is_win=True), "Bob": Finish(2, -1, is_win=False)}
        assert award(Scheme("points"), sides, "half", is_early=True) == {"Ann": 0.5, "Bob": -0.5}

    def test_half_the_distance_halves_no_loss(self) -> None:
        # The average is 337.5; with penalties of 10 and 30 it is −20.
        found = award(Scheme("points"), FOUR, "distance", is_early=True)
        assert found == {"Ann": 618.75, "Bob": 343.75, "Cy": 343.75, "Di": 43.75}
        lowest = {"Ann": Finish(1, -10, is_win=True), "Bob": Finish(2, -30, is_win=False)}
        assert award(Scheme("points"), lowest, "distance", is_early=True) == {
            "Ann": -15,
            "Bob": -25,
        }
        assert award(Scheme("points"), lowest, "distance") == {"Ann": -10, "Bob": -30}

    @pytest.mark.parametrize("size", range(1, 13))
    def test_half_the_distance_is_exact_at_every_table(self, size: int) -> None:
        finishes = {str(n): Finish(n + 1, -n * n, is_win=False) for n in range(size)}
        whole = awards(Scheme("points"), "full", finishes, is_early=True)
        halved = awards(Scheme("points"), "distance", finishes, is_early=True)
        assert sum(halved.values()) == sum(whole.values())

    @pytest.mark.parametrize("kind", ["places", "wins", "average", "relative", "size", "chips"])
    def test_it_goes_with_the_games_own_points_only(self, kind: Any) -> None:
        refuse_early(Scheme("points"), "distance")
        refuse_early(Scheme(kind), "half")
        with pytest.raises(BadScheme, match="own points only") as refused:
            refuse_early(Scheme(kind), "distance")
        assert refused.value.field == "early"

    def test_the_whole_award_of_a_game_that_came_to_its_end(self) -> None:
        assert award(Scheme("places"), FOUR, "half") == award(Scheme("places"), FOUR)

    @pytest.mark.parametrize(
        ("kind", "early", "is_money", "is_early", "expected"),
        [
            ("places", "full", False, True, True),
            ("places", "half", False, True, True),
            ("places", "none", False, True, False),
            ("places", "none", False, False, True),
            ("chips", "full", False, False, False),
            ("chips", "full", True, False, True),
        ],
    )
    def test_which_games_count(
        self, kind: Any, early: Any, is_money: bool, is_early: bool, expected: bool
    ) -> None:
        assert counts(Scheme(kind), early, is_money=is_money, is_early=is_early) is expected


class TestAmongSome:
    def test_who_was_behind_somebody_else_moves_up_and_a_tie_stays_one(self) -> None:
        left = among(["Bob", "Cy", "Di"], FOUR, is_money=False)
        assert {side: finish.rank for side, finish in left.items()} == {"Bob": 1, "Cy": 1, "Di": 3}
        assert award(Scheme("places"), left) == {"Bob": 4, "Cy": 4, "Di": 2}
        assert award(Scheme("wins"), left) == {"Bob": 0.5, "Cy": 0.5, "Di": 0}
        # 150 is their average.
        assert award(Scheme("average"), left) == {"Bob": 200, "Cy": 200, "Di": -400}

    def test_a_win_stays_with_who_has_won(self) -> None:
        left = among(["Ann", "Cy", "Di"], FOUR, is_money=False)
        assert [side for side, finish in left.items() if finish.is_win] == ["Ann"]
        assert [finish.rank for finish in left.values()] == [1, 2, 3]

    def test_where_nobody_won_nobody_does_now(self) -> None:
        unfinished = {side: Finish(one.rank, one.worth, False) for side, one in FOUR.items()}
        left = among(["Bob", "Di"], unfinished, is_money=False)
        assert not any(finish.is_win for finish in left.values())

    def test_for_money_nobody_wins_without_a_gain(self) -> None:
        chips = {"Ann": Finish(1, 30, True), "Bob": Finish(2, -10, False)}
        chips["Cy"] = Finish(3, -20, False)
        assert not any(one.is_win for one in among(["Bob", "Cy"], chips, is_money=True).values())

    def test_with_everybody_all_is_as_it_was(self) -> None:
        # A place that is nobody's stays so, as where some at the table are not of the group.
        gaps = {"Ann": FOUR["Bob"], "Bob": FOUR["Di"]}
        assert among(gaps, gaps, is_money=False) == gaps


class TestInWords:
    def test_a_scheme_says_what_it_is_called(self) -> None:
        assert Scheme("places", (3, 1)).name == "Places: 3 – 1"
        assert Scheme("wins").name == "Wins"

    @pytest.mark.parametrize("kind", sorted(SCHEMES))
    def test_every_scheme_is_read_as_it_is_written_and_has_a_sentence(self, kind: Any) -> None:
        scheme = Scheme(kind)
        assert read_scheme(scheme.to_json()) == scheme
        assert scheme.sentence.endswith(".")

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ("places", "scheme"),
            ({"kind": "luck"}, "scheme"),
            ({"kind": "wins", "extra": 1}, "scheme"),
            ({"kind": "places", "places": []}, "places"),
            ({"kind": "places", "places": [1] * 13}, "places"),
            ({"kind": "places", "places": [3, 5]}, "places"),
            ({"kind": "places", "places": [-1]}, "places"),
            ({"kind": "places", "places": [1001]}, "places"),
            ({"kind": "places", "places": [True]}, "places"),
        ],
    )
    def test_what_is_no_scheme_names_its_field(self, data: Any, field: str) -> None:
        with pytest.raises(BadScheme) as refused:
            read_scheme(data)
        assert refused.value.field == field
