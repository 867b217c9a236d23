"""A count made against a version that the game has not reached: it was restored from a backup."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser


def test_the_page_says_so_once_and_saves_the_count_on_purpose(
    program: Callable[[], Program],
) -> None:
    ann = program().start("Ann", "Bob")
    page = PlainBrowser(ann.client).get(f"/games/{ann.id}/rounds/1/seats/1")
    page.press("Save", {"style": "direct", "score": "450", "version": "99"})
    assert page.status == 409
    assert page.text.count("The game is older here than on this phone.") == 1
    assert "You typed" not in page.text
    assert page.press("Save mine instead").status == 200
    assert ann.sheet()["open_round"]["entries"][0]["points"] == 450
