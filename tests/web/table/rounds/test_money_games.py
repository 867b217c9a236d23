"""What the pages of a money game say of who sits out, and of what becomes of open money."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]


def page(phone: Program, path: str) -> str:
    return seen(PlainBrowser(phone.client).get(f"/games/{phone.id}{path}").text)


class TestEndGame:
    def farm(self, program: Programs, **options: str) -> str:
        ann = program().start("Ann", "Ben", "Cleo", game="farmer", options=options)
        hands = {str(seat): {"total": total} for seat, total in enumerate((15, 12, 14), start=1)}
        assert ann.put("/rounds/1", {"entries": hands}).status_code == 200
        return page(ann, "/end")

    def test_says_that_the_farm_is_shared_out_and_shows_it(self, program: Programs) -> None:
        shown = self.farm(program, farm_on_end="split")
        assert "the farm of 3 was shared out" in shown
        assert "Ann +2" in shown

    def test_says_that_the_farm_stays(self, program: Programs) -> None:
        shown = self.farm(program)
        assert "There are still 3 in the farm: decide who gets them." in shown
        assert "Ann +1" in shown

    def test_says_who_has_not_been_the_bank(self, program: Programs) -> None:
        ann = program().start("Ann", "Ben", game="ace_deuce_jack")
        ann.put("/rounds/1", {"entries": {"2": 5}, "said": {"outcome": "bank"}})
        assert "Not everybody was the bank equally often: Ann 1, Ben 0." in page(ann, "/end")


@pytest.mark.parametrize("bet", [None, 0])
def test_who_sits_out_has_no_secret(program: Programs, bet: int | None) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5, "3": bet}, "said": {"outcome": "bank"}})
    shown = page(ann, "/rounds/1")
    assert "sits out" in shown
    assert "in secret" not in shown


def test_that_nobody_called_need_not_be_confirmed(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="pay_me")
    entries = {"1": 15, "2": 20}
    answer = ann.put("/rounds/1", {"entries": entries, "said": {"went_out": None}})
    assert answer.get_json()["open_round"]["number"] == 2
    assert "Nobody called" in page(ann, "/rounds/1")


class TestAnotherBank:
    @pytest.fixture
    def ann(self, phone: Callable[[], PlainBrowser]) -> PlainBrowser:
        keeper = phone().get("/games/new/ace_deuce_jack")
        keeper.press("Start", {"player": ["Ann", "Ben", "Cleo", "Dan"], "me": "0"})
        return keeper.get(f"{keeper.url}/rounds/1/all")

    def test_lets_whoever_it_would_have_been_bet(self, ann: PlainBrowser) -> None:
        bets = {"s1-bet": "2", "s2-bet": "3", "s3-bet": "4"}
        ann.press("Save", {"how": "result", "banker": "Dan", "outcome": "bank", **bets})
        ann.press("Score it anyway")
        assert "Dan's bank collected 9." in seen(ann.text)

    def test_is_not_bet_against_by_the_bank(self, ann: PlainBrowser) -> None:
        typed = {"how": "result", "banker": "Dan", "outcome": "bank", "s4-bet": "2"}
        ann.press("Save", typed)
        assert "Dan is the banker and cannot bet" in seen(ann.text)
        assert ann.field("s4-bet") == "2"
