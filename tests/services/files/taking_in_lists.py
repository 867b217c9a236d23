"""Import lists as keepers do: preview them, read what would happen, take them in."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.services.files.past import past_results
from scorecard.services.files.past.list_previews import Preview
from tests.factories import Club


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann")


def preview(club: Club, text: str) -> Preview:
    return past_results.preview(club.session, club.group, text, club.at)


def verdicts(club: Club, text: str) -> list[str]:
    return [f"{line.where} {line.mark}: {line.sentence}" for line in preview(club, text).verdicts]


def take_in(club: Club, text: str) -> Preview:
    previewed = preview(club, text)
    past_results.carry_out(club.session, club.group, previewed, club.write())
    club.session.commit()
    return previewed
