"""New house rules for which another start is chosen while they are being written."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.people.test_groups import found
from tests.web.plain_browser import PlainBrowser


def test_another_start_takes_nothing_away_that_was_typed(phone: Callable[[], PlainBrowser]) -> None:
    page = phone()
    page.get(f"{found(page, 'Ann')}/book/new/brownie_points")
    page.press("Kind to children", {"notes": "Snacks first.\r\nThen cards."})
    assert page.field("name") == "Kind to children"
    page.press("Quick game to 5,000", {"name": "At Mum’s"})
    assert (page.field("name"), page.field("target")) == ("At Mum’s", "5000")
    page.press("Save house rules")
    assert "At Mum’s" in page.text
    assert "Snacks first. Then cards." in page.text
    assert "Started from the ready-made “Quick game to 5,000”" in page.text
