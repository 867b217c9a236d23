"""What is guessed of a race to a target."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorecard.services.chances import WORK, guess

ROUNDS = [(900, 400, 100, -200), (600, 500, 300, 0), (1_200, -300, 200, 100)]


def test_the_chances_add_up_and_follow_the_totals() -> None:
    found = guess({"Ann": 6_000, "Bob": 4_000, "Cy": 2_000, "Di": 0}, 10_000, ROUNDS, 1)
    assert found
    assert sum(found.wins.values()) == pytest.approx(1)
    assert all(more > less for more, less in pairwise(found.wins.values()))


def test_level_sides_have_about_the_same_chance() -> None:
    found = guess({"Ann": 3_000, "Bob": 3_000}, 10_000, ROUNDS, 1)
    assert found
    assert found.wins["Ann"] == pytest.approx(0.5, abs=0.08)


def test_a_race_with_one_possible_round_has_one_possible_length() -> None:
    found = guess({"Ann": 0, "Bob": 0}, 1_000, [(300, 300)], 7)
    assert found
    assert found.rounds_to_go == (4, 4)
    assert found.wins == {"Ann": 0.5, "Bob": 0.5}


def test_who_needs_what_no_round_gives_at_once_can_still_lose_the_race() -> None:
    found = guess({"Ann": 900, "Bob": 0}, 1_000, [(100, 0)], 7)
    assert found
    assert found.wins["Ann"] == 1
    assert found.rounds_to_go[0] == 1


def test_the_same_seed_gives_the_same_guess() -> None:
    totals = {"Ann": 1_000, "Bob": 500, "Cy": 0}
    assert guess(totals, 10_000, ROUNDS, 3) == guess(totals, 10_000, ROUNDS, 3)
    assert guess(totals, 10_000, ROUNDS, 3) != guess(totals, 10_000, ROUNDS, 4)


def test_rounds_of_fewer_players_serve_more() -> None:
    found = guess(dict.fromkeys("ABCDEFGH", 0), 2_000, ROUNDS, 5)
    assert found
    assert set(found.wins) == set("ABCDEFGH")


@pytest.mark.parametrize(
    ("totals", "played"),
    [
        ({"Ann": 0, "Bob": 0}, []),
        ({"Ann": 0, "Bob": 0}, [()]),
        ({}, ROUNDS),
        ({"Ann": 10_000, "Bob": 0}, ROUNDS),
        ({"Ann": 0, "Bob": 0}, [(0, 0), (-100, -50)]),
    ],
)
def test_where_there_is_nothing_to_go_by_nothing_is_guessed(
    totals: dict[str, int], played: list[tuple[int, ...]]
) -> None:
    assert guess(totals, 10_000, played, 1) is None


def test_the_work_is_bounded_however_far_the_target_is() -> None:
    found = guess(dict.fromkeys("ABCDEFGHIJKL", 0), 150 * 100, [(100,) * 12], 1)
    assert found
    assert found.games * 150 * 12 <= WORK + 150 * 12
