"""What the pages of a money game say of who sits out, and of what becomes of open money."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scorecard.rules.games.ofcp import about
from tests.web.conftest import Program, seen
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]
FOUL = "Foul: the front (pair of aces) is not weaker than the middle (pair of kings)"


def page(phone: Program, path: str) -> str:
    return seen(PlainBrowser(phone.client).get(f"/games/{phone.id}{path}").text)


class TestEndGame:
    def farm(self, program: Programs, totals: tuple[int, ...], **options: str) -> PlainBrowser:
        ann = program().start("Ann", "Ben", "Cleo", game="farmer", options=options)
        hands = {str(seat): {"total": total} for seat, total in enumerate(totals, start=1)}
        assert ann.put("/rounds/1", {"entries": hands}).status_code == 200
        return PlainBrowser(ann.client).get(f"/games/{ann.id}/end")

    @pytest.mark.parametrize("agreed", ["ask", "split", "farmer"])
    def test_asks_what_becomes_of_the_farm(self, program: Programs, agreed: str) -> None:
        ann = self.farm(program, (15, 12, 14), farm_on_end=agreed)
        assert ann.field("at_end") == agreed
        shown = seen(ann.text)
        assert "There are still 3 in the farm: decide who gets them." in shown
        assert shown.index("Ann +1") < shown.index("Ann +2") < shown.index("Ben pays Ann 1")

    def test_asks_in_the_language_of_the_phone(self, program: Programs) -> None:
        ann = self.farm(program, (15, 12, 14))
        page = ann.client.get(ann.url, headers={"Accept-Language": "de"}).get_data(as_text=True)
        assert "In der Farm sind noch 3" in page
        assert "There are still" not in page

    def test_shares_the_farm_out_where_that_is_said(self, program: Programs) -> None:
        ann = self.farm(program, (15, 12, 14)).press("End Game", {"at_end": "split"})
        assert "the farm of 3 was shared out" in ann.text
        assert "Ben pays Ann 1" in seen(ann.text)

    def test_gives_the_farm_to_the_farmer_where_that_is_said(self, program: Programs) -> None:
        ann = self.farm(program, (15, 12, 14))
        assert "The farmer takes it" in ann.text
        ended = ann.press("End Game", {"at_end": "farmer"})
        assert "Ann took the farm of 3" in ended.text

    def test_does_the_same_through_the_api(self, program: Programs) -> None:
        ann = program().start("Ann", "Ben", game="farmer")
        ann.put("/rounds/1", {"entries": {"1": {"total": 15}, "2": {"total": 12}}})
        ended = ann.post("/end", {"at_end": "farmer"}).get_json()
        assert "Ann took the farm of 2" in ended["reason"]
        assert [one["total"] for one in ended["seats"]] == [2, -2]

    def test_leaves_the_farm_where_nothing_else_is_said(self, program: Programs) -> None:
        ann = self.farm(program, (15, 12, 14)).press("End Game")
        assert "with 3 left in the farm" in ann.text

    def test_asks_nothing_where_the_farm_is_empty(self, program: Programs) -> None:
        assert self.farm(program, (16, 12, 14)).field("at_end") is None

    def test_goes_before_what_was_changed_in_mid_game(self, program: Programs) -> None:
        ann = program().start("Ann", "Ben", game="farmer")
        ann.put("/rounds/1", {"entries": {"1": {"total": 15}, "2": {"total": 12}}})
        said = {"options": {"farm_on_end": "split"}, "reason": "Fair"}
        amended = ann.post("/amendments", {**said, "agreed_by": ["Ann", "Ben"]})
        assert amended.status_code == 200
        ended = ann.post("/end", {"at_end": "ask"}).get_json()
        assert "with 2 left in the farm" in ended["reason"]
        assert ann.post("/undo").get_json()["is_ended"] is False

    @pytest.mark.parametrize(
        ("game", "code"), [("farmer", "option_out_of_range"), ("pay_me", "bad_input")]
    )
    def test_refuses_what_it_did_not_ask(self, program: Programs, game: str, code: str) -> None:
        ann = program().start("Ann", "Ben", game=game)
        answer = ann.post("/end", {"at_end": "Ann"})
        assert (answer.status_code, answer.get_json()["code"]) == (422, code)

    def test_says_who_has_not_been_the_bank_while_that_can_be_mended(
        self, program: Programs
    ) -> None:
        ann = program().start("Ann", "Ben", game="ace_deuce_jack")
        ann.put("/rounds/1", {"entries": {"2": 5}, "said": {"outcome": "bank"}})
        assert "Ben has not been the bank yet." in page(ann, "/end")
        assert ann.post("/end").get_json()["rounds"][0]["warnings"] == []


def test_a_fair_moment_to_stop_leads_to_the_end_until_the_next_hand_is_begun(
    program: Programs,
) -> None:
    ann = program().start("Ann", "Ben", game="ace_deuce_jack")
    said = "Everybody has been the bank equally often: a fair moment to stop. End Game"
    ann.put("/rounds/1", {"entries": {"2": 5}, "said": {"outcome": "bank"}})
    assert said not in page(ann, "")
    ann.put("/rounds/2", {"entries": {"1": 5}, "said": {"outcome": "bank"}})
    assert said in page(ann, "")
    ann.enter(3, 2, 4)
    assert "fair moment" not in page(ann, "")


def test_a_bet_that_stands_as_last_time_is_marked_until_it_was_typed(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5, "3": 4}, "said": {"outcome": "bank"}})
    form = PlainBrowser(ann.client).get(f"/games/{ann.id}/rounds/2/all")
    assert (form.field("s2-bet"), form.field("s3-bet")) == ("5", "4")
    assert seen(form.text).count("as last time") == 2
    ann.enter(2, 3, 6)
    form = PlainBrowser(ann.client).get(f"/games/{ann.id}/rounds/2/all")
    assert (form.field("s3-bet"), seen(form.text).count("as last time")) == ("6", 1)


@pytest.mark.parametrize("bet", [None, 0])
def test_who_sits_out_has_no_secret(program: Programs, bet: int | None) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5, "3": bet}, "said": {"outcome": "bank"}})
    shown = page(ann, "/rounds/1")
    assert "sits out" in shown
    assert "in secret" not in shown


def test_the_bank_has_a_row_among_the_players(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 5}, "said": {"outcome": "bank"}})
    shown = page(ann, "/rounds/1")
    assert "Ann +5" in shown
    assert "Ben −5" in shown


def test_balances_have_their_sign_wherever_they_stand(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="ace_deuce_jack")
    ann.put("/rounds/1", {"entries": {"2": 40}, "said": {"outcome": "bank"}})
    ann.put("/rounds/2", {"entries": {"1": 10}, "said": {"outcome": "players"}})
    for path in ("", "/chart", "/board", "/end"):
        shown = page(ann, path)
        assert "+50" in shown, path
        assert "−50" in shown, path
        assert not re.search(r"(?<![+−\d])50", shown.replace("pays Ann 50", "")), path
    assert "The best hand: +40 for Ann." in page(ann, "/chart")
    chart = ann.client.get(f"/games/{ann.id}/chart").get_data(as_text=True)
    marks = re.findall(r'class="chart-label"[^>]* text-anchor="end">([^<]*)', chart)
    assert marks == ["−50", "0", "+50"]


def test_a_hand_of_open_face_says_how_it_adds_up_and_why_it_fouls(program: Programs) -> None:
    ann = program().start(*about.EXAMPLE_HANDS, game="ofcp")
    hands = dict(enumerate(about.EXAMPLE_HANDS.values(), start=1))
    ann.put("/rounds/1", {"entries": {str(seat): hand for seat, hand in hands.items()}})
    shown = page(ann, "/rounds/1")
    assert "Ann–Bob: rows 6 + 15 − 1 = 20" in shown
    assert FOUL in shown


@pytest.mark.parametrize("where", ["", "/board"])
def test_a_foul_is_red_at_the_table_before_the_hand_is_closed(
    program: Programs, where: str
) -> None:
    ann = program().start(*about.EXAMPLE_HANDS, game="ofcp")
    for seat, name in ((1, "Ann"), (3, "Cy")):
        assert ann.enter(1, seat, about.EXAMPLE_HANDS[name]).status_code == 200
    table = ann.client.get(f"/games/{ann.id}{where}").get_data(as_text=True)
    assert re.findall(r'class="fault">([^<]*)', table) == [FOUL]


def test_that_nobody_called_need_not_be_confirmed(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="pay_me")
    entries = {"1": 15, "2": 20}
    answer = ann.put("/rounds/1", {"entries": entries, "said": {"went_out": None}})
    assert answer.get_json()["open_round"]["number"] == 2
    shown = page(ann, "/rounds/1")
    assert "Nobody called" in shown
    assert "Who called?" not in shown
    assert "+15" in shown
    assert "Deadwood 15" not in shown


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
        assert "Dan’s bank collected 9." in seen(ann.text)

    def test_stands_in_the_head_with_the_limits_of_the_hand(self, ann: PlainBrowser) -> None:
        table = ann.url.partition("/rounds")[0]
        typed = {"how": "result", "banker": "Dan", "min": "2", "max": "7", "s1-bet": "3"}
        ann.press("Save", typed)
        assert "Dan banks" in seen(ann.get(table).text)
        again = seen(ann.get(f"{table}/rounds/1/all").text)
        assert "bets 2–7" in again
        assert [ann.field(f"s{seat}-bet") for seat in (1, 2, 3)] == ["3", "", ""]

    def test_is_not_bet_against_by_the_bank(self, ann: PlainBrowser) -> None:
        typed = {"how": "result", "banker": "Dan", "outcome": "bank", "s4-bet": "2"}
        ann.press("Save", typed)
        assert "Dan is the banker and cannot bet" in seen(ann.text)
        assert ann.field("s4-bet") == "2"


def test_the_dealer_of_a_log_is_whoever_deals_at_the_table(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", "Dan", game="brag")
    for number, dealer in enumerate(("Ann", "Ben", "Cleo"), start=1):
        assert f"{dealer} deals" in page(ann, "")
        form = PlainBrowser(ann.client).get(f"/games/{ann.id}/rounds/{number}/all?how=log")
        assert form.field("dealer") == dealer
        said = {"contrib": {"Ann": 2, "Ben": 2, "Cleo": 0, "Dan": 0}, "winner": "Ben"}
        assert ann.put(f"/rounds/{number}", {"said": said}).status_code == 200
    past = PlainBrowser(ann.client).get(f"/games/{ann.id}/rounds/1/all")
    assert past.field("dealer") is None


def test_the_way_to_what_is_missing_besides_bets_stands_there_once(program: Programs) -> None:
    ann = program().start("Ann", "Ben", "Cleo", game="ace_deuce_jack")
    ann.enter(1, 2, 5)
    assert "Waiting for Cleo and who won Enter it…" in page(ann, "")
    ann.enter(1, 3, 2)
    shown = page(ann, "")
    assert "Waiting for who won" in shown
    assert "Enter it…" not in shown
    phone = PlainBrowser(ann.client).get(f"/games/{ann.id}").click("Enter the hand")
    assert phone.url.endswith("/rounds/1/all")


def test_the_games_of_an_evening_are_chosen_where_there_are_several(program: Programs) -> None:
    ann = program().start("Ann", "Ben", game="ace_deuce_jack")
    said = {"banker": "Ann", "outcome": "bank"}
    ann.put("/rounds/1", {"said": said, "entries": {"2": 5}})
    ann.post("/end")
    shown = page(ann, "/settle")
    assert "Ben pays Ann 5" in shown
    assert "Add these up" not in shown
