"""The link to a group's public standings; house rules have theirs in ``tests/services/book``."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import NotFound
from scorecard.services.groups import groups, public_links
from scorecard.services.history import changes, group_changes
from tests.factories import Club

SECRETS = (Club.SECRET, "an older secret")


def test_public_standings_are_switched_on_renewed_and_off(session: Session) -> None:
    club = Club(session)
    assert public_links.token(club.group, SECRETS) is None
    groups.switch_public(session, club.group, club.write(), Club.SECRET, is_on=True)
    first = public_links.token(club.group, SECRETS) or ""
    assert groups.by_public_link(session, first) is club.group
    groups.switch_public(session, club.group, club.write(), Club.SECRET, is_on=True)
    second = public_links.token(club.group, SECRETS) or ""
    with pytest.raises(NotFound):
        groups.by_public_link(session, first)
    groups.switch_public(session, club.group, club.write(), Club.SECRET, is_on=False)
    with pytest.raises(NotFound):
        groups.by_public_link(session, second)
    told = [group_changes.sentence(line) for line in changes.lines(session, club.group)]
    assert [line for line in told if "ublic" in line] == [
        "Public standings switched off",
        "The link to the public standings renewed",
        "Public standings switched on",
    ]
