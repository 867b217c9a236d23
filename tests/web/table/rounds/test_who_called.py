"""What several phones say of one round: who is named in it, and what they say differently."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from tests.web.conftest import Program, seen
from tests.web.phone.test_without_scripts import code_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]


@pytest.fixture
def ann(phone: Phones) -> PlainBrowser:
    """A phone at a table of Pay Me, which plays for Ann."""
    keeper = phone().get("/games/new/pay_me")
    return keeper.press("Start", {"player": ["Ann", "Ben", "Cleo"], "me": "0"})


@pytest.fixture
def ben(ann: PlainBrowser, phone: Phones) -> PlainBrowser:
    return phone().get("/join").press("Join", {"code": code_of(ann)}).press("Ben")


def count(phone: PlainBrowser, seat: int, **typed: str) -> PlainBrowser:
    table = "/".join(phone.url.split("/")[:3])
    return phone.get(f"{table}/rounds/1/seats/{seat}").press("Save", {**typed})


def totals(phone: PlainBrowser) -> list[int]:
    seats = phone.client.get(f"/api/v1{phone.url}").get_json()["seats"]
    return [seat["total"] for seat in seats]


def preview(phone: PlainBrowser, path: str, **typed: str) -> str:
    table = "/".join(phone.url.split("/")[:3])
    answer = phone.client.post(f"{table}/rounds/1/{path}", data=typed)
    assert answer.status_code == 200
    return seen(" ".join(unescape(re.sub(r"<[^>]*>", "", answer.get_data(as_text=True))).split()))


class TestTheCallersOwnPhone:
    @pytest.mark.parametrize("style", ["quick", "bands", "cards"])
    def test_says_who_called_and_nothing_else(self, ben: PlainBrowser, style: str) -> None:
        count(ben, 2, style=style, went_out="Ben")
        assert ben.status == 200
        assert "Ben called · 0" in seen(ben.text)

    def test_shows_so_before_it_is_saved(self, ben: PlainBrowser) -> None:
        shown = preview(ben, "seats/2/preview", style="quick", went_out="Ben")
        assert shown.endswith("Ben: called · 0")

    def test_may_not_have_deadwood_as_well(self, ben: PlainBrowser) -> None:
        count(ben, 2, style="quick", quick="20", went_out="Ben")
        assert ben.status == 422
        assert "Ben called, so every card is melded" in seen(ben.text)

    def test_of_somebody_else_still_asks_for_what_is_left_over(self, ben: PlainBrowser) -> None:
        count(ben, 2, style="quick", went_out="Cleo")
        assert ben.status == 422
        assert "Missing: Deadwood" in ben.text
        assert seen(ben.text).count("Enter “Deadwood”, or 0.") == 1


class TestAnotherAnswer:
    def test_from_another_phone_is_asked_about(self, ann: PlainBrowser, ben: PlainBrowser) -> None:
        count(ben, 2, went_out="Ben")
        count(ann, 1, style="quick", quick="30", went_out="Cleo")
        assert ann.status == 409
        text = seen(ann.text)
        assert "Ben entered Who called? Ben. You typed Who called? Cleo." in text
        assert "meanwhile" not in text
        assert ann.field("quick") == "30"

    def test_is_saved_on_purpose(self, ann: PlainBrowser, ben: PlainBrowser) -> None:
        count(ben, 2, went_out="Ben")
        count(ann, 1, style="quick", quick="30", went_out="Cleo").press("Save mine instead")
        assert ann.status == 200
        assert "Cleo called" in seen(ann.text)

    def test_is_kept_as_it_was_and_the_own_count_saved(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        count(ben, 2, went_out="Ben")
        count(ann, 1, style="quick", quick="30", went_out="Cleo").press("Keep theirs")
        assert ann.status == 200
        assert "Ben called · 0" in seen(ann.text)
        assert "Waiting for Cleo" in seen(ann.text)

    def test_that_the_counter_called_leaves_nothing_to_save_beside_theirs(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        count(ben, 2, went_out="Ben")
        count(ann, 1, style="quick", went_out="Ann").press("Keep theirs")
        assert ann.status == 422
        assert ann.field("went_out") == "Ben"
        assert "Missing: Deadwood" in seen(ann.text)

    def test_from_the_same_phone_is_only_another_one(self, ben: PlainBrowser) -> None:
        count(ben, 2, went_out="Ben")
        count(ben, 2, style="quick", quick="30", went_out="Cleo")
        assert ben.status == 200
        assert "Cleo called · 0" in seen(ben.text)

    def test_that_nobody_called_is_an_answer_as_well(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        count(ben, 2, style="quick", quick="15", went_out="-")
        count(ann, 1, went_out="Ann")
        assert ann.status == 409

    def test_of_the_whole_round_is_asked_about_too(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        count(ben, 2, went_out="Ben")
        table = "/".join(ann.url.split("/")[:3])
        ann.get(f"{table}/rounds/1/all").press("Save", {"went_out": "Cleo", "style": "quick"})
        assert ann.status == 409
        assert "Who called? Ben" in seen(ann.text)

    def test_of_the_whole_round_is_left_and_the_counts_saved(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        table = ann.url
        ann.get(f"{table}/rounds/1/all")
        count(ben, 2, went_out="Ben")
        typed = {"went_out": "Cleo", "style": "quick", "s1-quick": "30", "s3-quick": "15"}
        ann.press("Save", typed).press("Keep theirs")
        assert ann.status == 200
        assert "Ben called" in seen(ann.text)
        assert totals(ann) == [30, 0, 15]

    def test_is_told_without_what_both_said(self, phone: Phones) -> None:
        ann = phone().get("/games/new/ace_deuce_jack")
        ann.press("Start", {"player": ["Ann", "Ben"], "me": "0"})
        ben = phone().get("/join").press("Join", {"code": code_of(ann)}).press("Ben")
        whole = f"{ann.url}/rounds/1/all"
        typed = {"how": "result", "style": "bet", "banker": "Ann", "s2-bet": "8"}
        ann.get(whole)
        ben.get(whole).press("Players win", typed)
        ann.press("Bank wins", typed)
        assert ann.status == 409
        assert "Ben entered Who won: Players win." in seen(ann.text)
        assert "You typed Who won: Bank wins." in seen(ann.text)

    def test_that_goes_on_from_what_was_said_is_none(self, program: Programs) -> None:
        ann = program().start("Ann", "Ben", "Cleo", "Dan", game="brag")
        ben = program().join(ann, 2)
        told: dict[str, Any] = {"dealer": "Dan", "actions": [["Ann", "bet", 2]]}
        assert ann.put("/rounds/1", {"said": told}).status_code == 200
        ben.sheet()
        more = told | {"actions": [["Ann", "bet", 2], ["Ben", "fold"]], "blind": ["Cleo"]}
        assert ben.put("/rounds/1", {"said": more}).status_code == 200
        less = more | {"actions": [["Ann", "bet", 3]]}
        ann.sheet()
        assert ann.put("/rounds/1", {"said": less}).status_code == 409

    def test_of_a_program_names_what_it_replaces(self, program: Programs) -> None:
        ann = program().start("Ann", "Ben", "Cleo", game="pay_me")
        ben = program().join(ann, 2)
        assert ben.enter(1, 2, 0, said={"went_out": "Ben"}).status_code == 200
        ann.sheet()
        refused = ann.enter(1, 1, 30, said={"went_out": "Cleo"})
        assert refused.status_code == 409
        found = refused.get_json()
        assert (found["current"], found["by"]) == ({"went_out": "Ben"}, "Ben")
        again = ann.enter(1, 1, 30, said={"went_out": "Cleo"}, seen=[found["version"]])
        assert again.status_code == 200


class TestAnotherCount:
    def test_in_the_whole_round_is_left_and_the_rest_saved(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        table = ann.url
        ann.get(f"{table}/rounds/1/all")
        count(ben, 2, style="quick", quick="20", went_out="-")
        typed = {"went_out": "-", "style": "quick"}
        ann.press("Save", typed | {"s1-quick": "30", "s2-quick": "25", "s3-quick": "15"})
        assert "Ben entered Deadwood 20. You typed Deadwood 25." in seen(ann.text)
        ann.press("Keep theirs")
        assert ann.status == 200
        assert totals(ann) == [30, 20, 15]

    def test_that_was_left_stands_in_the_form_where_more_is_asked(
        self, ann: PlainBrowser, ben: PlainBrowser, phone: Phones
    ) -> None:
        table = ann.url
        cleo = phone().get("/join").press("Join", {"code": code_of(ann)}).press("Cleo")
        ann.get(f"{table}/rounds/1/all")
        count(ben, 2, style="quick", quick="20", went_out="-")
        count(cleo, 3, style="quick", quick="5", went_out="-")
        typed = {"went_out": "-", "style": "quick"}
        ann.press("Save", typed | {"s1-quick": "30", "s2-quick": "25", "s3-quick": "15"})
        ann.press("Keep theirs")
        assert "Cleo entered Deadwood 5." in seen(ann.text)
        assert (ann.field("s2-quick"), ann.field("s3-quick")) == ("20", "15")
        ann.press("Save mine instead")
        assert totals(ann) == [30, 20, 15]

    def test_of_one_player_is_left_and_who_called_saved(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        ann.get(f"{ann.url}/rounds/1/seats/2")
        count(ben, 2, style="quick", quick="20")
        ann.press("Save", {"style": "quick", "quick": "25", "went_out": "Cleo"})
        assert "Ben entered Deadwood 20. You typed Deadwood 25." in seen(ann.text)
        ann.press("Keep theirs")
        assert "Cleo called · 0" in seen(ann.text)

    def test_that_is_all_there_is_leads_to_the_table(
        self, ann: PlainBrowser, ben: PlainBrowser
    ) -> None:
        table = ann.url
        ann.get(f"{table}/rounds/1/seats/2")
        count(ben, 2, style="quick", quick="20", went_out="-")
        ann.press("Save", {"style": "quick", "quick": "25", "went_out": "-"}).click("Keep theirs")
        assert (ann.status, ann.url) == (200, table)


def test_what_is_missing_is_named_at_its_field_and_shortly_in_the_bar(phone: Phones) -> None:
    ann = phone().get("/games/new/pitch")
    ann.press("Start", {"player": ["Ann", "Ben", "Cleo", "Dan"], "me": "0"})
    ann.get(f"{ann.url}/rounds/1/all").press("Save", {"bid": "3", "high": "A", "low": "A"})
    assert ann.status == 422
    text = seen(ann.text)
    assert text.count("Choose a player for “Who won the bidding?”.") == 1
    assert "Missing: Who won the bidding? · Jack" in text
    html = ann.response.get_data(as_text=True)
    assert 'value="Ann" aria-invalid="true" aria-describedby="pitcher-error"' in html
    assert 'class="problem"' not in html


def test_the_preview_of_a_whole_hand_says_everything_once(ann: PlainBrowser) -> None:
    typed = {"went_out": "Ben", "style": "quick", "s1-quick": "15", "s3-quick": "30"}
    shown = preview(ann, "preview", **typed)
    assert [shown.count(told) for told in ("Ben called.", "+15", "+30")] == [1, 1, 1]
    assert "went out" not in shown


def test_a_correction_shows_what_it_would_come_to(ann: PlainBrowser) -> None:
    table = ann.url
    typed = {"went_out": "Ben", "style": "quick", "s1-quick": "15", "s3-quick": "30"}
    ann.get(f"{table}/rounds/1/all").press("Save", typed)
    shown = preview(ann, "seats/1/preview", style="quick", quick="15", went_out="Cleo")
    assert "Cleo called, so every card is melded, but you entered 30 points" in shown


class TestARowOfTheWholeRound:
    @pytest.fixture
    def whole(self, ann: PlainBrowser, ben: PlainBrowser) -> PlainBrowser:
        """Ann has the whole round open, with what Ben had counted before he changed it."""
        table = ann.url
        count(ben, 2, style="quick", quick="20", went_out="-")
        ann.get(f"{table}/rounds/1/all")
        count(ben, 2, style="quick", quick="25", went_out="-")
        return ann

    def test_that_nobody_touched_is_left_to_whoever_changed_it(self, whole: PlainBrowser) -> None:
        whole.press("Save", {"s1-quick": "30"})
        assert whole.status == 200
        assert "Waiting for Cleo" in seen(whole.text)
        whole.get(f"{whole.url}/rounds/1/all")
        assert [whole.field(f"s{seat}-quick") for seat in (1, 2, 3)] == ["30", "25", ""]

    def test_is_still_nobodys_once_another_was_refused(self, whole: PlainBrowser) -> None:
        whole.press("Save", {"s1-quick": "thirty"})
        assert whole.status == 422
        whole.press("Save", {"s1-quick": "30"})
        assert whole.status == 200

    def test_that_was_changed_on_both_phones_is_asked_about(self, whole: PlainBrowser) -> None:
        whole.press("Save", {"s1-quick": "30", "s2-quick": "35"})
        assert whole.status == 409
        assert "You typed" in seen(whole.text)
