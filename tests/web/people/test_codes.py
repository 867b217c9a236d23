"""The code of a game that nobody plays any more, and how there comes to be a new one."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from scorecard.services.limits import codes
from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

JOIN = "/api/v1/join"
Programs = Callable[[], Program]


class TestAForgottenGame:
    @pytest.fixture
    def days_later(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
        real = time.time

        def wait(days: float) -> None:
            seconds = timedelta(days=days).total_seconds()
            monkeypatch.setattr(time, "time", lambda: real() + seconds)

        return wait

    def test_shows_no_code_and_offers_a_new_one(
        self, phone: Callable[[], PlainBrowser], days_later: Callable[[float], None]
    ) -> None:
        keeper, guest = phone(), phone()
        keeper.get("/games/new/brownie_points").press("Start", {"player": ["Ann", "Bob"]})
        table = keeper.url
        share = keeper.get(f"{table}/share")
        old = _code(share)
        days_later(2.1)
        assert "The code has expired." in keeper.get(share.url).text
        assert _code(keeper) == ""
        assert old[:3] not in keeper.get(f"{table}/board").text
        refused = guest.get("/join").press("Join", {"code": old})
        assert refused.status == 404
        assert "No game is open under this code." in refused.text
        new = _code(keeper.get(f"{table}/share").press("Renew code and links"))
        assert len(new) == codes.CODE_LENGTH
        assert new != old
        assert guest.get("/join").press("Join", {"code": new}).status == 200

    def test_has_a_new_code_with_the_next_count(
        self, program: Programs, days_later: Callable[[float], None]
    ) -> None:
        keeper = program().start()
        old = keeper.get("/invitation").get_json()["code"]
        days_later(30)
        assert keeper.get("/invitation").get_json()["code"] is None
        assert keeper.enter(1, 1, {"score": 50}).status_code == 200
        new = keeper.get("/invitation").get_json()["code"]
        assert new not in (None, old)
        assert program().post(JOIN, {"code": old}).status_code == 404
        assert program().post(JOIN, {"code": new}).status_code == 200


def _code(page: PlainBrowser) -> str:
    after = page.response.get_data(as_text=True).partition('class="code"')[2]
    return after.partition(">")[2].partition("<")[0].replace(" ", "")
