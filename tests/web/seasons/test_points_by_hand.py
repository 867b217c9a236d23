"""Points by hand on a phone without scripts: typed, refused, read in the table, taken back."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from tests.web.conftest import NOON
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def test_a_penalty_is_given_with_a_reason_and_read_in_the_table(
    session: Session, app: Flask
) -> None:
    keeper = Keeper(session, app, "Ann", "Bob")
    season, member = keeper.club.season(), keeper.member()
    keeper.club.play(Ann=500, Bob=300)
    points = f"/seasons/{season.uid}/points"
    page = keeper.get(points)
    bob = keeper.club.players["Bob"].uid
    typed = {"player": bob, "kind": "-no_show", "points": "2"}
    refused = page.press("Save points", {**typed, "reason": " "})
    assert "Say why" in refused.text
    refused.press("Save points", {"reason": "did not come"})  # The rest is typed still.
    told = f"−2: no-show {NOON.day} {NOON:%b %Y}, “did not come”"
    assert told in keeper.get().text
    assert told in member.get(f"{keeper.path}{points}").text
    keeper.get(points).press("Take back")
    assert told not in keeper.get().text


@pytest.mark.parametrize("points", ["", "0", "-2", "many", "10001", "9" * 50])
def test_points_that_are_none_are_refused(session: Session, app: Flask, points: str) -> None:
    keeper = Keeper(session, app, "Ann")
    season = keeper.club.season()
    page = keeper.get(f"/seasons/{season.uid}/points")
    typed = {"player": keeper.club.players["Ann"].uid, "kind": "+bonus", "reason": "cake"}
    refused = page.press("Save points", {**typed, "points": points})
    assert "Type a whole number of points from 1 to 10000." in refused.text.replace(",", "")
    assert "Take back" not in keeper.get(f"/seasons/{season.uid}/points").text
