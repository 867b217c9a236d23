"""Joining: by the code or a link, with one tap on one's name."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.web.http.test_without_scripts import code_of, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]


def link_of(keeper: PlainBrowser) -> str:
    keeper.get(f"{keeper.url}/share")
    html = keeper.response.get_data(as_text=True)
    found: list[str] = re.findall(r'value="http[^"]*(/join/[^"]*)"', html)
    return found[0]


def test_one_tap_on_a_name_leads_to_the_table(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    bob = phone().get(link_of(keeper)).press("Bob")
    assert bob.url == table
    bob.click("Count cards")
    assert bob.url.endswith("/rounds/1/seats/2")
    assert "joined" in phone().get(link_of(keeper.get(table))).text


def test_nobody_is_no_answer_of_a_player(phone: Phones) -> None:
    keeper = start(phone())
    bob = phone().get("/join").press("Join", {"code": code_of(keeper)})
    bob.press("Continue")
    assert bob.status == 422
    assert "Tap your name" in bob.text


def test_a_shared_phone_counts_for_several(phone: Phones) -> None:
    keeper = start(phone(), "Ann", "Bob", "Cy")
    table = keeper.url
    bob = phone().get(link_of(keeper)).press("Continue", {"seat": ["2", "3"]})
    for seat in (2, 3):
        assert bob.get(f"{table}/rounds/1/seats/{seat}").status == 200
    assert bob.get(f"{table}/rounds/1/seats/1").status == 403


def test_a_name_that_is_too_long_is_told_beside_its_field(phone: Phones) -> None:
    guest = phone().get(link_of(start(phone())))
    guest.press("Add", {"name": "x" * 41})
    assert guest.status == 422
    assert guest.field("name") == "x" * 41
    assert 'id="name-error"' in guest.response.get_data(as_text=True)
    guest.press("Add", {"name": "Cy"})
    assert "Cy" in guest.text


def test_just_watching_by_the_players_link(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    guest = phone().get(link_of(keeper)).press("Just watch")
    assert guest.get(table).status == 200
    assert guest.get(f"{table}/rounds/1/seats/1").status == 403


def test_an_ended_game_asks_nobody_who_they_are(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    link = link_of(keeper)
    keeper.get(f"{table}/end").press("End Game")
    assert "Invite" not in keeper.get(table).text
    guest = phone().get(link)
    assert "Who are you?" not in guest.text
    assert guest.press("See how it ended").url == table


def test_a_game_that_has_ended_invites_nobody(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    assert "Invite" in keeper.get(f"{table}/devices").text
    keeper.get(f"{table}/end").press("End Game")
    for page in ("", "/devices", "/share"):
        keeper.get(f"{table}{page}")
        assert f"{table}/share" not in [href for _shown, href in keeper.page.links], page
        assert "Invite" not in keeper.text, page
    assert "The game has ended" in keeper.text
    assert "/join/" not in keeper.response.get_data(as_text=True)
    assert keeper.click("To the table").url == table


def test_a_board_is_offered_before_a_code_is_typed_only(phone: Phones) -> None:
    offer = "Show its board on this screen"
    guest = phone()
    assert offer in guest.get("/join").text
    assert offer not in guest.press("Join", {"code": "2479FH"}).text
    assert guest.status == 404
    assert offer not in guest.get("/join?code=2479FH").text
    assert guest.field("code") == "2479FH"
