"""What is guessed of a race to a target."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sqlalchemy.orm import Session

from scorecard.services.scoring import sheets
from scorecard.services.scoring.chances import EARLIEST, WORK, Guess, guess, of_game
from tests.factories import Club, Table

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


def about(session: Session, table: Table) -> Guess | None:
    return of_game(session, table.game, sheets.read(table.game))


def begun(table: Table, *scores: int) -> Table:
    """Play so many rounds of these scores that there is something to guess from."""
    for _ in range(EARLIEST):
        table.play(*scores)
    return table


def test_a_group_goes_by_its_own_rounds_of_the_card_game(session: Session) -> None:
    club, other = Club(session, "Ann", "Bob"), Club(session, "Cy", "Di")
    for _ in range(3):
        club.play(Ann=2_000, Bob=1_000)
        other.play(Cy=0, Di=-100)
    found = about(session, begun(club.start("Ann", "Bob"), 2_000, 1_000))
    assert found
    assert found.rounds == 3 + EARLIEST
    assert found.rounds_to_go[1] <= 10, "rounds of 2,000 and 1,000 do not take long"
    assert about(session, begun(other.start("Cy", "Di"), 0, 0)) is None, "none ever gets there"


def test_nothing_is_guessed_before_four_rounds_were_played(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    for _ in range(5):
        club.play(Ann=2_000, Bob=1_000)
    table = club.start("Ann", "Bob")
    for _ in range(3):
        table.play(500, 400)
        assert about(session, table) is None
    table.play(500, 400)
    assert about(session, table)


def test_a_game_of_nobodys_group_goes_by_its_own_rounds(session: Session) -> None:
    table = Table(session)
    Club(session, "Ann", "Bob").play(Ann=2_000, Bob=1_000)
    found = about(session, begun(table, 500, 400))
    assert found
    assert found.rounds == EARLIEST
    assert found.wins["Ann"] > found.wins["Bob"]


@pytest.mark.parametrize(
    "wins",
    [
        (0.475, 0.28, 0.185, 0.06),
        (1 / 3, 1 / 3, 1 / 3),
        (1 / 12,) * 12,
        (0.999, 0.001),
        (0.29, 0.71),
        (1.0, 0.0),
    ],
)
def test_what_is_shown_in_percent_adds_up_to_a_hundred(wins: tuple[float, ...]) -> None:
    found = Guess(dict(zip("ABCDEFGHIJKL", wins, strict=False)), (1, 2), 1_000, 4)
    assert sum(found.percents.values()) == 100
    assert list(found.percents) == list(found.wins)
    for side, percent in found.percents.items():
        assert abs(percent - 100 * found.wins[side]) < 1


def test_an_ended_game_and_one_without_a_target_are_not_guessed(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    assert about(session, club.play(Ann=2_000, Bob=1_000)) is None
    assert about(session, Table(session, "Ann", "Bob", "Cy", "Di", rules="brag")) is None
