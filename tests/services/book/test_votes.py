"""What the history tells of votes."""

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
