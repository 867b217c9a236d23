"""Badges: colours and initials by which players are told apart at a table."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorecard.services.players import rosters
from scorecard.services.scoring.badges import badges
from tests.factories import Club, Table


def of(table: Table) -> list[tuple[int, str]]:
    return [(badge.colour, badge.initial) for badge in badges(table.game).values()]


def test_without_a_group_everybody_has_their_seats_colour(session: Session) -> None:
    assert of(Table(session, "Ann", "Bob", "Bea")) == [(1, "A"), (2, "Bb"), (3, "Ba")]


def test_where_letters_do_not_help_the_seat_stands(session: Session) -> None:
    assert of(Table(session, "Anna", "Ana", "🂡")) == [(1, "1"), (2, "2"), (3, "3")]


def test_players_of_a_group_keep_their_own(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    bob = club.players["Bob"]
    rosters.change(session, bob, club.write(), name="Bob", colour=9, initial="★")
    assert of(club.start("Cy", "Bob", "Ann")) == [(3, "C"), (9, "★"), (1, "A")]


def test_two_with_the_same_are_still_told_apart(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    bob = club.players["Bob"]
    rosters.change(session, bob, club.write(), name="Bob", colour=1, initial="A")
    assert of(club.start("Ann", "Bob")) == [(1, "A"), (2, "B")]
