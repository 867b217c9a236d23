"""The history and the way back tell what was entered in the words of the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]


def last_line(phone: Program) -> str:
    return str(phone.get("/changes").get_json()["changes"][0]["sentence"])


def undone_by(phone: Program) -> str:
    return str(phone.sheet()["undo"]["label"])


def test_a_bet_its_bank_and_who_won(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.enter(1, 2, 5)
    assert (last_line(ann), undone_by(ann)) == ("Hand 1 bets: Ben 5", "Ben’s bet, hand 1")
    # The smallest bet is what it is anyway.
    said = {"outcome": "bank", "min": 1}
    ann.put("/rounds/1", {"entries": {"2": 4, "3": 0}, "said": said})
    told = "Hand 1 bets: Ben 4 (−4), Cleo sits out (0) · Ann banks · Bank wins"
    assert last_line(ann) == told
    ann.put("/rounds/1", {"entries": {"2": 6}, "said": {"outcome": "players"}})
    line = ann.get("/changes").get_json()["changes"][0]
    assert line["sentence"] == "Hand 1 corrected: Ben 6 (−4 → +6) · Players win"
    assert line["details"] == ["Before: Ann banks · Bank wins"]
    ann.post("/undo")
    ann.post("/undo")
    assert last_line(ann) == f"Undone: {told}"


def test_a_bet_that_stays_as_it_was_is_told_with_what_it_brings(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.enter(1, 2, 5)
    ann.put("/rounds/1", {"entries": {"2": 5, "3": 4}, "said": {"outcome": "bank"}})
    assert last_line(ann) == "Hand 1 bets: Ben 5 (−5), Cleo 4 (−4) · Ann banks · Bank wins"
    ann.put("/rounds/1", {"entries": {"2": 5, "3": 4}, "said": {"outcome": "players"}})
    told = "Hand 1 corrected: Ben 5 (−5 → +5), Cleo 4 (−4 → +4) · Players win"
    assert last_line(ann) == told
    ann.post("/undo")
    assert last_line(ann) == f"Undone: {told}"


def test_what_somebody_else_has_entered_is_called_as_in_the_game(program: Programs) -> None:
    for game, bet, what in (("ace_deuce_jack", 5, "Ben’s bet"), ("pay_me", 15, "Ben’s count")):
        ann = program().start("Ann", "Ben", "Cleo", game=game)
        version = ann.sheet()["version"]
        ann.enter(1, 2, bet)
        again = ann.put("/rounds/1", {"entries": {"2": 9}, "version": version})
        assert again.status_code == 409
        assert f"already entered {what} for hand 1." in again.get_json()["detail"]
        page = seen(ann.client.get(f"/games/{ann.id}/rounds/1").get_data(as_text=True))
        assert f'History<span class="sr-only">: {what}</span>' in page


def test_a_hand_of_farmer_and_who_farmed(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="farmer")
    ann.enter(1, 2, {"total": 16, "cards": 3})
    assert (last_line(ann), undone_by(ann)) == ("Deal 1 hands: Ben 16", "Ben’s hand, deal 1")
    ann.enter(1, 1, {"cards": ["7c", "9d"]})
    ann.enter(1, 1, {"cards": ["7c", "5d"]})
    assert last_line(ann) == "Deal 1 corrected: Ann 7♣ 5♦ (+1 → −1)"
    ann.put("/rounds/2", {"entries": {"1": {"total": 12}, "2": {"total": 18}}})
    assert last_line(ann) == "Deal 2 hands: Ann 12 (−1), Ben 18 (−1) · Ben farms"


def test_who_called_and_who_took_the_pot(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="pay_me")
    ann.put("/rounds/1", {"entries": {"2": 15}, "said": {"went_out": "Ann"}})
    assert last_line(ann) == "Hand 1 count: Ben 15 · Ann called"
    ben = program().start("Ann", "Ben", "Cleo", "Dan", game="brag")
    bets = {"Ann": 4, "Ben": 2, "Cleo": 0, "Dan": 0}
    ben.put("/rounds/1", {"said": {"contrib": bets, "winner": "Ann"}})
    assert last_line(ben) == "Hand 1: Ann won · Bets: Ann 4, Ben 2, Cleo 0, Dan 0"


def test_of_many_players_each_is_told_with_a_sign(program: Programs) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    ann = program().start(*names, game="ace_deuce_jack")
    bets = {str(seat): seat for seat in range(2, 7)}
    ann.put("/rounds/1", {"entries": bets, "said": {"outcome": "players"}})
    line = ann.get("/changes").get_json()["changes"][0]
    assert line["sentence"] == "Hand 1 bets: 5 players · Ann banks · Players win"
    assert line["details"][:2] == ["Ben 2 (+2)", "Cleo 3 (+3)"]


def test_a_secret_hand_is_not_told(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack", is_blind=True)
    ann.enter(1, 2, 5)
    assert last_line(ann) == "Hand 1 bets: Ben"


@pytest.mark.parametrize(
    ("game", "one", "everybodys"),
    [
        ("ace_deuce_jack", "Ben’s bet", "All bets"),
        ("farmer", "Ben’s hand", "All hands"),
        ("pay_me", "Ben’s count", "All counts"),
    ],
)
def test_what_waits_on_a_phone_is_called_the_same(
    program: Programs, game: str, one: str, everybodys: str
) -> None:
    ann = program().start("Ann", "Ben", game=game)
    for path, label in (("seats/2", one), ("all", everybodys)):
        page = ann.client.get(f"/games/{ann.id}/rounds/1/{path}").get_data(as_text=True)
        assert f'data-label="{label}"' in page


def test_what_waits_is_called_a_correction_where_the_round_is_closed(program: Programs) -> None:
    ann = program().start("Ann", "Ben")
    ann.play(100, 200)
    for number, label in ((1, "Correction"), (2, "All counts")):
        page = ann.client.get(f"/games/{ann.id}/rounds/{number}/all").get_data(as_text=True)
        assert f'data-label="{label}"' in page


def test_the_history_of_a_bet_is_said_in_the_language_of_the_phone(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5}, "said": {"outcome": "bank"}})
    page = PlainBrowser(ann.client).get(f"/games/{ann.id}/history").url
    german = ann.client.get(page, headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "Einsätze: Ben 5 (−5) · Ann hält die Bank · Bank gewinnt" in seen(german)
