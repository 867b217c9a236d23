"""A player's own count that comes after the round was recorded without any."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import seen
from tests.web.phone.test_without_scripts import code_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]


@pytest.fixture
def ben(phone: Phones) -> PlainBrowser:
    """Ben's phone with his card open, after Ann's has said who took the trick and with what."""
    ann = phone().get("/games/new/cucumber")
    ann.press("Start", {"player": ["Ann", "Ben", "Cleo"], "me": "1"})
    table = ann.url
    ben = phone().get("/join").press("Join", {"code": code_of(ann)}).press("Ben")
    ben.get(f"{table}/rounds/1/seats/2")
    ann.get(f"{table}/rounds/1/all").press(
        "Save", {"how": "quick", "winner": "Ann", "rank": "Q", "tied": ["Ben"]}
    )
    assert ann.status == 200
    return ben


@pytest.mark.parametrize("leader", ["", "Ben"])
def test_sees_what_was_recorded_and_can_only_keep_it(ben: PlainBrowser, leader: str) -> None:
    ben.press("Save", {"card": "Q", "leader": leader})
    assert ben.status == 409
    text = seen(ben.text)
    assert (
        "Ann entered Who took the last trick? Ann · With which card? Q · "
        "Who else had that card? Ben. You typed Card in the last trick Q." in text
    )
    assert "Keep theirs" in text
    assert "Save mine instead" not in text
