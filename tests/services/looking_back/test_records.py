"""Records are those of a group's own players."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorecard.services.standings import records
from tests.factories import Club


def test_those_of_another_group_are_its_own(session: Session) -> None:
    club, other = Club(session, "Ann", "Bob"), Club(session, "Cy", "Di")
    club.play(Ann=500, Bob=300)
    other.play(Cy=900, Di=-100)
    for of, highest, lowest in ((club, 500, 300), (other, 900, -100)):
        (book,) = records.of_group(session, of.group)
        found = {record.label: record.value for record in book.records}
        assert (found["Highest round"], found["Lowest round"]) == (highest, lowest)
