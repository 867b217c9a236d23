"""The cash box on a phone without scripts: written, refused, settled, taken back, and who may."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.cash import entries
from scorecard.services.table import games
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture
def keeper(session: Session, app: Flask) -> Keeper:
    return Keeper(session, app, "Ann", "Bob", "Cy")


@pytest.fixture
def member(keeper: Keeper) -> PlainBrowser:
    return keeper.member()


def uid(keeper: Keeper, name: str) -> str:
    return keeper.club.players[name].uid


def test_a_fee_is_owed_and_settled_with_one_tap_each(keeper: Keeper, member: PlainBrowser) -> None:
    both = [uid(keeper, "Ann"), uid(keeper, "Bob")]
    typed: dict[str, str | list[str]] = {"players": both, "note": "final"}
    refused = keeper.get("/cash/fees").press("Save", {**typed, "amount": "1,250"})
    assert "Type an amount such as 2 or 2.50" in refused.text
    page = refused.press("Save", {"amount": "2,50"})  # The rest is typed still.
    assert "Fee of 2.50 each: Ann and Bob, “final”" in page.text
    assert page.text.count("owes 2.50") == 2
    assert "5.00 is still to come in" in page.text
    page = page.press("Paid").press("Paid")
    assert "Nobody owes anybody anything." in page.text
    assert "owes 2.50" not in page.text
    assert "Bob paid the cash box 2.50" in page.text
    shown = member.get(f"{keeper.path}/cash")
    assert "Fee of 2.50 each" in shown.text
    assert "Take back" not in shown.text


def test_who_played_today_is_ticked_for_a_fee(keeper: Keeper) -> None:
    def ticked(page: PlainBrowser) -> list[str]:
        (form,) = [form for form in page.forms.values() if ("note", "") in form.fields]
        return [value for name, value in form.fields if name == "players"]

    assert ticked(keeper.get("/cash/fees")) == []
    keeper.session.rollback()
    keeper.club.play(Bob=500, Cy=300)
    page = keeper.get("/cash/fees")
    assert ticked(page) == [uid(keeper, "Bob"), uid(keeper, "Cy")]
    # What is typed stays as it is where the form is refused.
    refused = page.press("Save", {"players": [uid(keeper, "Ann")], "amount": "x"})
    assert ticked(refused) == [uid(keeper, "Ann")]


def test_an_expense_is_shared_and_taken_back(keeper: Keeper) -> None:
    form = keeper.get("/cash/expenses")
    typed = {"amount": "10", "paid_by": uid(keeper, "Cy")}
    refused = form.press("Save", typed)
    assert "Say what it was for" in refused.text
    everybody = [uid(keeper, name) for name in ("Ann", "Bob", "Cy")]
    page = refused.press("Save", {"note": "drinks", "shared_by": everybody})
    assert "Cy laid out 10.00, shared by Ann, Bob and Cy, “drinks”" in page.text
    assert "owes 3.34" in page.text
    page = page.press("Take back")
    assert "Fees, drinks and stakes" in page.text


@pytest.mark.parametrize("amount", ["", "0", "-2", "2.505", "2 50", "two", "100001", "9" * 30])
def test_an_amount_that_is_none_is_refused(keeper: Keeper, amount: str) -> None:
    page = keeper.get("/cash/payments")
    typed = {"payer": uid(keeper, "Ann"), "payee": "box", "amount": amount}
    assert "Type an amount such as 2 or 2.50" in page.press("Save", typed).text
    assert "Fees, drinks and stakes" in keeper.get("/cash").text


def test_nobody_who_was_chosen_is_said_beside_the_field(keeper: Keeper) -> None:
    page = keeper.get("/cash/payments").press("Save", {"amount": "2"})
    assert "Choose a player, or the cash box." in page.text
    assert (
        keeper.get("/cash/fees")
        .press("Save", {"amount": "2"})
        .text.count("Choose who pays the fee.")
    )


def test_the_currency_stands_where_each_language_has_it(keeper: Keeper) -> None:
    session, club = keeper.session, keeper.club
    entries.fee(session, club.group, club.write(), [club.players["Ann"]], 123_456)
    session.commit()
    page = keeper.get("/cash").press("Save", {"currency": "€"})
    assert "owes €1,234.56" in page.text
    page.client.set_cookie("language", "de")
    assert "schuldet 1.234,56 €" in keeper.get("/cash").text
    page.client.set_cookie("language", "fr")
    assert "doit 1 234,56 €" in keeper.get("/cash").text


def test_a_game_is_put_in_once_and_says_when_it_was_corrected(keeper: Keeper) -> None:
    table = keeper.club.play(Ann=500, Bob=300)
    path = f"/games/{table.game.uid}"
    # Where nobody uses the cash box nobody is asked.
    assert "Into the cash box" not in keeper.browser.get(path).text
    keeper.get("/cash").press("Save", {"currency": "€"})
    keeper.session.rollback()
    page = keeper.browser.get(path).click("Into the cash box")
    page = page.press("Show", {"way": "points", "amount": "0.5"})
    # What is shown is what is saved: nothing else can be typed beside it.
    assert "· €0.50" in page.text
    typed = [field for form in page.page.forms.values() for field in form.fields]
    assert [value for name, value in typed if name == "amount"] == ["0.5"]
    shown = page.click("Change").press("Show", {"way": "points", "amount": "0.05"})
    assert "Ann +€10.00Bob −€10.00" in shown.text
    page = shown.press("Into the cash box")
    assert "Bob owes €10.00" in page.text
    assert "−\N{WORD JOINER}€10.00" in page.text
    again = keeper.browser.get(path).click("Into the cash box")
    assert "This game is in the cash box already." in again.text
    keeper.session.rollback()
    games.reopen(keeper.session, table.game, table.write())
    table.enter(1, {1: {"score": 400}}, is_confirmed=True)
    keeper.club.end(table)
    page = keeper.get("/cash")
    assert "The result has changed since." in page.text
    assert "Bob owes €10.00" in page.text
    page = page.press("Update")
    assert "Bob owes €5.00" in page.text
    assert "says otherwise" not in page.text


def test_a_spreadsheet_has_a_line_for_each_player(keeper: Keeper) -> None:
    session, club = keeper.session, keeper.club
    both = [club.players["Ann"], club.players["Bob"]]
    entries.fee(session, club.group, club.write(), both, 250, note="=1+1")
    entries.deposit(session, club.group, club.write(), 500)
    session.commit()
    response = keeper.browser.client.get(f"{keeper.path}/export.csv?part=cash")
    heading, *rows = response.get_data(as_text=True).lstrip("\ufeff").split("\r\n")
    assert heading.split(",")[1:4] == ["day", "kind", "note"]
    told = [re.sub(r"[^,]*$", "", row).split(",") for row in rows if row]
    assert [(row[2], row[3], row[6], row[8], row[9]) for row in told] == [
        ("fee", "'=1+1", "Ann", "-2.5", "0"),
        ("fee", "'=1+1", "Bob", "-2.5", "0"),
        ("deposit", "", "", "0", "5"),
    ]


def test_history_narrows_to_the_cash_box_only_where_there_is_one(keeper: Keeper) -> None:
    def offered() -> bool:
        page = keeper.browser.client.get(f"{keeper.path}/history").text
        return '<option value="cash"' in page

    assert not offered()
    keeper.get("/cash").press("Save", {"currency": "€"})
    assert offered()
    assert "Settings changed: currency" in keeper.get("/history").text


def test_what_was_corrected_after_it_was_shown_is_shown_anew(keeper: Keeper) -> None:
    table = keeper.club.play(Ann=500, Bob=300)
    path = f"{keeper.path}/cash/games/{table.game.uid}?way=points&amount=0.05"
    shown = keeper.browser.get(path)
    assert "Ann +10.00Bob −10.00" in shown.text
    keeper.session.rollback()
    games.reopen(keeper.session, table.game, table.write())
    table.enter(1, {1: {"score": 400}}, is_confirmed=True)
    keeper.club.end(table)
    refused = shown.press("Into the cash box")
    assert refused.status == 409
    assert "The result has changed since." in refused.text
    assert "Ann +5.00Bob −5.00" in refused.text
    assert "Bob owes 5.00" in refused.press("Into the cash box").text
