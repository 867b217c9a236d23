"""A player's own count that comes after the round was recorded without any."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.api.test_api import problem
from tests.web.conftest import Program, seen
from tests.web.phone.test_without_scripts import code_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]


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


def test_nobody_is_said_to_have_recorded_what_only_this_phone_sends(program: Programs) -> None:
    keeper = program().start("Ann", "Ben", game="cucumber")
    before = keeper.version
    keeper.enter(1, 2, "Q")
    keeper.version = before
    body = {"said": {"winner": "Ann", "rank": "K"}, "entries": {"1": "K"}}
    problem(keeper.put("/rounds/1", body), 422, "malformed")
