"""What is told of votes: in the history, and of who made a version."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorecard.services.looking_back import history_pages
from tests.services.book.test_consent import Assembly


def test_the_same_word_again_is_told_once(session: Session) -> None:
    club = Assembly(session, "Ann", "Bob", "Cy")
    proposal = club.propose()
    for choice in ("yes", "yes", "no"):
        club.vote(proposal, choice, "Ann")
    lines = history_pages.of_group(session, club.group).lines
    assert [line.kind for line in lines].count("voted") == 2


def test_a_version_is_of_who_proposed_it_whoever_voted_last(session: Session) -> None:
    club = Assembly(session, "Ann", "Bob")
    proposal = club.propose()
    club.vote(proposal, "yes", "Bob", "Ann")
    assert club.cabin.latest.number == 2
    assert club.cabin.latest.device_id == proposal.device_id == club.keeper.id
