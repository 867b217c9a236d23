"""A mistyped player without scripts: put right, deleted, added again from the history, or kept."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from sqlalchemy.orm import Session

from tests.web.people.test_groups import found, html
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper


def test_a_mistyped_player_goes_and_comes_back_from_the_history(
    session: Session, app: Flask
) -> None:
    keeper = Keeper(session, app, "Ann", "Bbo")
    edit = f"/players/{keeper.club.players['Bbo'].uid}/edit"
    assert "Mistyped? Bbo is in no game yet." in keeper.get(edit).text
    assert "Bbo" not in keeper.browser.press("Delete Bbo").text
    assert keeper.get(edit).status == 404
    keeper.get("/history").press("Undo")
    assert "Bbo" in keeper.get("/players").text


def test_who_played_stays_and_can_be_merged(session: Session, app: Flask) -> None:
    keeper = Keeper(session, app, "Ann", "Bob", "Bbo")
    edit = f"/players/{keeper.club.players['Bbo'].uid}/edit"
    late = keeper.get(edit)
    keeper.club.play(Ann=500, Bbo=300)
    refused = late.press("Delete Bbo")
    why = "Bbo is in 1 game. Merge them with another player instead."
    assert refused.status == 409
    assert why in refused.text
    assert why in keeper.get(edit).text
    keeper.browser.press("Merge", {"into": keeper.club.players["Bob"].uid})
    assert "Bbo is Bob" in keeper.get("/players").text


def test_only_a_scorekeeper_is_offered_it(session: Session, app: Flask) -> None:
    keeper = Keeper(session, app, "Ann", "Bbo")
    member = keeper.member()
    path = f"{keeper.path}/players/{keeper.club.players['Bbo'].uid}"
    member.get(f"{keeper.path}/me").press("Bbo")
    assert "Delete" not in member.get(f"{path}/edit").text


def test_a_name_put_right_takes_its_initial_along(phone: Callable[[], PlainBrowser]) -> None:
    keeper = phone()
    found(keeper, "Bob")
    for typed, becomes in (
        ({"name": "Rob"}, "R"),
        ({"initial": "RO"}, "RO"),
        ({"name": "Bob"}, "RO"),
    ):
        (edit,) = [href for text, href in keeper.page.links if text.startswith("Change ")]
        keeper.get(edit).press("Save", typed)
        assert f'" aria-hidden="true">{becomes}<' in html(keeper)
