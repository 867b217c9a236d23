"""A season's table: ranked by points, then by each tie-break in order, which is named."""

from __future__ import annotations

from typing import Any

from scorecard.rules.outcome.standings import TIE_BREAKS, RankedBy, Ranking, TableRow, place

ANN, BOB, CY, DI = range(1, 5)


def line(player: int, points: int, **more: Any) -> TableRow:
    """Return a line with so many points that count, in whole points."""
    values = {
        "games": 4,
        "counted_results": 4,
        "wins": 1,
        "seconds": 1,
        "points": points * 100,
        "all_points": points * 100,
        "best": 500,
        "mu": 25.0,
        "sigma": 8.0,
    }
    return TableRow(player=player, **(values | more))


def table(
    *lines: TableRow,
    tie_breaks: Any = ("wins", "seconds"),
    least: int = 1,
    by: RankedBy = "points",
) -> Any:
    return [
        (placed.row.player, placed.rank, placed.decided_by)
        for placed in place(lines, Ranking(tie_breaks, least, by))
    ]


def test_more_points_come_first_and_nothing_else_is_asked() -> None:
    assert table(line(ANN, 5), line(BOB, 9, wins=0)) == [(BOB, 1, ""), (ANN, 2, "")]


def test_the_first_tie_break_in_which_they_differ_decides_and_is_named_for_both() -> None:
    found = table(line(ANN, 9, seconds=2), line(BOB, 9, seconds=3), line(CY, 4))
    assert found == [
        (BOB, 1, "more second places"),
        (ANN, 2, "more second places"),
        (CY, 3, ""),
    ]


def test_who_is_level_in_everything_shares_the_place_and_the_next_one_is_skipped() -> None:
    found = table(line(ANN, 9), line(BOB, 9), line(CY, 4))
    assert found == [(ANN, 1, ""), (BOB, 1, ""), (CY, 3, "")]


def test_somebody_between_two_names_both_tie_breaks_in_order() -> None:
    found = table(
        line(ANN, 9, wins=2),
        line(BOB, 9, wins=1, seconds=3),
        line(CY, 9, wins=1, seconds=1),
    )
    assert found == [
        (ANN, 1, "more wins"),
        (BOB, 2, "more wins, then more second places"),
        (CY, 3, "more second places"),
    ]


def test_what_decided_is_named_for_all_who_share_a_place() -> None:
    found = table(line(ANN, 9, wins=2), line(BOB, 9, wins=2), line(CY, 9), line(DI, 9))
    assert found == [
        (ANN, 1, "more wins"),
        (BOB, 1, "more wins"),
        (CY, 3, "more wins"),
        (DI, 3, "more wins"),
    ]


def test_the_order_of_the_tie_breaks_is_the_seasons() -> None:
    lines = (line(ANN, 9, wins=3, best=400), line(BOB, 9, wins=2, best=900))
    assert [row[0] for row in table(*lines, tie_breaks=("wins", "best"))] == [ANN, BOB]
    assert [row[0] for row in table(*lines, tie_breaks=("best", "wins"))] == [BOB, ANN]


def test_without_tie_breaks_equal_points_share_the_place() -> None:
    found = table(line(ANN, 9, wins=3), line(BOB, 9), tie_breaks=())
    assert [rank for _player, rank, _decided in found] == [1, 1]


def test_too_few_games_are_listed_behind_everybody_and_not_ranked() -> None:
    found = table(line(ANN, 2), line(BOB, 30, games=1), line(CY, 1), least=2)
    assert found == [(ANN, 1, ""), (CY, 2, ""), (BOB, None, "")]


def test_by_the_average_it_is_points_for_each_game_that_counts() -> None:
    # 10 in 4 games against 6 in 2, and 5 in 2 of 9.
    lines = (
        line(ANN, 10),
        line(BOB, 6, games=2, counted_results=2),
        line(CY, 5, games=9, counted_results=2, wins=2),
        line(DI, 9, games=1, counted_results=1),
    )
    assert table(*lines, least=2, by="average") == [
        (BOB, 1, ""),
        (CY, 2, "more wins"),
        (ANN, 3, "more wins"),
        (DI, None, ""),
    ]


def test_averages_are_compared_exactly() -> None:
    lines = (line(ANN, 1, counted_results=3), line(BOB, 1, counted_results=3))
    close = line(CY, 10**15 + 1, counted_results=3 * 10**15)
    assert [row[:2] for row in table(*lines, close, by="average")] == [(CY, 1), (ANN, 2), (BOB, 2)]


def test_an_average_is_of_all_games_also_where_only_the_best_count() -> None:
    # Ann: 9 counts of 10 in 4 games; Bob: 9 of 9 in 3 games: 2.5 against 3.
    lines = (line(ANN, 9, all_points=1000), line(BOB, 9, all_points=900, games=3))
    assert table(*lines, tie_breaks=("average",))[0] == (BOB, 1, "the better average")


def test_a_rating_counts_less_its_doubt() -> None:
    # 30 − 3 × 8 = 6 against 25 − 3 × 5 = 10.
    lines = (line(ANN, 9, mu=30.0), line(BOB, 9, sigma=5.0))
    assert table(*lines, tie_breaks=("rating",))[0] == (BOB, 1, "the higher rating")


def test_every_tie_break_can_be_asked_for() -> None:
    lines = [line(ANN, 9), line(BOB, 9), line(CY, 0, games=0)]
    assert [row[1] for row in table(*lines, tie_breaks=TIE_BREAKS)] == [1, 1, None]
    assert line(DI, 0, games=0).average == 0


def test_who_finished_ahead_of_the_other_more_often_comes_first() -> None:
    lines = (line(ANN, 9, ahead={BOB: 2, CY: 9}), line(BOB, 9, ahead={ANN: 3}), line(CY, 4))
    assert table(*lines, tie_breaks=("direct", "wins")) == [
        (BOB, 1, "direct comparison"),
        (ANN, 2, "direct comparison"),
        (CY, 3, ""),
    ]


def test_three_who_are_level_are_compared_among_themselves() -> None:
    # Ann beat Bob, and Bob beat Cy; Ann and Cy are level. What Di lost to them is nobody's gain.
    lines = (
        line(BOB, 9, ahead={ANN: 1, CY: 5, DI: 7}),
        line(CY, 9, ahead={ANN: 2, DI: 7}),
        line(ANN, 9, ahead={BOB: 2, CY: 2}),
        line(DI, 5),
    )
    assert [row[:2] for row in table(*lines, tie_breaks=("direct",))] == [
        (ANN, 1),
        (BOB, 2),
        (CY, 3),
        (DI, 4),
    ]


def test_who_beat_each_other_in_a_ring_is_left_to_the_next_tie_break() -> None:
    lines = (
        line(ANN, 9, ahead={BOB: 1}),
        line(BOB, 9, ahead={CY: 1}, wins=3),
        line(CY, 9, ahead={ANN: 1}),
    )
    assert table(*lines, tie_breaks=("direct", "wins")) == [
        (BOB, 1, "more wins"),
        (ANN, 2, "more wins"),
        (CY, 2, "more wins"),
    ]


def test_only_who_is_still_level_is_compared() -> None:
    # By wins Cy is apart, so that only Ann and Bob are compared.
    lines = (
        line(ANN, 9, ahead={BOB: 1}),
        line(BOB, 9, ahead={CY: 4}),
        line(CY, 9, ahead={ANN: 4}, wins=0),
    )
    assert table(*lines, tie_breaks=("wins", "direct")) == [
        (ANN, 1, "direct comparison"),
        (BOB, 2, "more wins, then direct comparison"),
        (CY, 3, "more wins"),
    ]
