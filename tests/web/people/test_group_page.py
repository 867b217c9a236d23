"""The first tab of a group: what is being played, what waits for a vote, and what leads on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Program, group_of
from tests.web.people.test_groups import found, html, join, link_of
from tests.web.plain_browser import PlainBrowser


class Group:
    """A keeper's phone in a group of Ann and Bob."""

    def __init__(self, keeper: Program, *players: str) -> None:
        self.keeper = keeper
        self.uid = group_of(keeper.client, *players, name="Thursday")

    def page(self, path: str = "") -> PlainBrowser:
        return PlainBrowser(self.keeper.client).get(f"/groups/{self.uid}{path}")


@pytest.fixture
def group(program: Callable[[], Program]) -> Group:
    return Group(program(), "Ann", "Bob")


def test_there_are_four_tabs_and_rules_and_records_are_under_more(group: Group) -> None:
    page = group.page()
    tabs = [text for text, href in page.page.links if f"/groups/{group.uid}" in href][:4]
    assert tabs == ["Standings", "Games", "Players", "More"]
    more = page.click("More")
    assert "More House rules How you play, and who agreed Records" in more.text
    assert more.click("House rules").click("More").click("Records").status == 200


def test_who_leads_is_said_once_a_round_is_in_and_not_while_all_are_level(group: Group) -> None:
    group.keeper.start("Ann", "Bob", group=group.uid)
    assert "Now playing Brownie Points Ann, Bob" in group.page().text
    assert "leads" not in group.page().text
    group.keeper.play(200, 1_500)
    assert "Brownie Points Ann, Bob 1,500 Bob leads" in group.page().text
    group.keeper.play(1_300, 0)
    assert "leads" not in group.page().text


def test_three_who_lead_together_are_not_listed_once_more(program: Callable[[], Program]) -> None:
    four = Group(program(), "Ann", "Bob", "Cy", "Di")
    four.keeper.start("Ann", "Bob", "Cy", "Di", group=four.uid).play(100, 100, 50, 0)
    assert "Ann, Bob, Cy, Di 100 Ann and Bob lead" in four.page().text
    four.keeper.play(0, 0, 50, 0)
    assert "lead" not in four.page().text


def test_three_games_stand_there_and_the_others_are_folded_away(group: Group) -> None:
    for _game in range(5):
        group.keeper.start("Ann", "Bob", group=group.uid)
    html = group.page().response.get_data(as_text=True)
    shown, folded = html.split("<summary>2 more games</summary>")
    assert shown.count('class="game-row"') == 3
    assert folded.count('class="game-row"') == 2


def test_a_game_that_is_over_stands_among_the_latest(group: Group) -> None:
    group.keeper.start("Ann", "Bob", group=group.uid).play(200, 1_500)
    group.keeper.post("/end")
    text = group.page().text
    assert "Now playing" not in text
    assert "Latest games B Bob won Brownie Points" in text


@pytest.fixture
def group_with_a_list(group: Group) -> Group:
    listed = "date,game,player,total\n2025-03-14,Hearts,Ann,12\n2025-03-14,Hearts,Bob,14\n"
    import_list = group.page("/import")
    assert import_list.press("Preview", {"text": listed}).press("Import").status == 200
    return group


def test_of_a_result_from_a_list_nobody_knows_the_rounds(group_with_a_list: Group) -> None:
    text = group_with_a_list.page().text
    assert "Latest games A Ann won Hearts" in text
    assert "1 round" not in text


def test_a_result_from_a_list_was_entered_by_no_phone(group_with_a_list: Group) -> None:
    table = group_with_a_list.page().click("A Ann won Hearts")
    assert "entered by" not in table.get(f"{table.url}/rounds/1").text


def test_a_fresh_group_leads_to_its_players_and_then_to_a_season(
    program: Callable[[], Program],
) -> None:
    fresh = Group(program())
    page = fresh.page()
    assert "Nobody here yet." in page.text
    assert "New game" not in page.text
    page.click("Add players").press("Add", {"name": "Ann"})
    page = fresh.page()
    assert "No season yet. A season adds up your games." in page.text
    assert page.click("New season").press("Start", {"name": "Spring"}).status == 200
    to_it = f"{fresh.uid}/seasons/"
    shown = [
        text
        for text, href in fresh.page().page.links
        if to_it in href and "/" not in href.split(to_it)[1]
    ]
    assert shown == [], "the only season there is needs no way to it"


def test_a_refused_form_of_a_group_names_the_code_that_scripts_tell_it_by(group: Group) -> None:
    page = group.page("/settings").press("Save", {"name": ""})
    assert page.status == 422
    assert page.response.headers["Scorecard-Code"] == "blank_name"


def test_only_who_began_a_game_is_asked_to_invite_the_others(
    group: Group, phone: Callable[[], PlainBrowser]
) -> None:
    bob = join(phone(), link_of(group.page(), f"/groups/{group.uid}"), "Bob")
    group.page("/devices").press("Make scorekeeper")
    group.keeper.start("Ann", "Bob", group=group.uid)
    table = f"/games/{group.keeper.id}"
    assert "data-invitation" in html(PlainBrowser(group.keeper.client).get(table))
    bob.get(table)
    assert "End Game" in bob.text, "a scorekeeper of the group keeps the game, too"
    assert "data-invitation" not in html(bob)


def test_whose_phone_is_in_the_group_is_not_waited_for_at_its_table(
    group: Group, phone: Callable[[], PlainBrowser]
) -> None:
    link = link_of(group.page(), f"/groups/{group.uid}")
    join(phone(), link, "Bob")
    group.page("/me").press("Ann")
    keeper = PlainBrowser(group.keeper.client)
    group.keeper.start("Ann", "Bob", "Cy", group=group.uid)
    table = f"/games/{group.keeper.id}"
    assert "data-invitation" in html(keeper.get(table))
    assert "Ann joined Bob joined Cy" in keeper.get(f"{table}/share").text
    join(phone(), link, "Cy")
    assert "data-invitation" not in html(keeper.get(table))
    assert "Cy joined" in keeper.get(f"{table}/share").text


def test_the_last_scorekeeper_is_not_asked_to_stop(phone: Callable[[], PlainBrowser]) -> None:
    keeper, bob = phone(), phone()
    group = found(keeper, "Ann", "Bob")
    assert "Removing a phone" not in keeper.get(f"{group}/devices").text, "there is no other one"
    join(bob, link_of(keeper, group), "Bob")
    keeper.get(f"{group}/devices").press("Make scorekeeper")
    *_, mine = [button.action for button in bob.get(f"{group}/devices").page.buttons]
    bob.press("No longer a scorekeeper")
    assert "No longer a scorekeeper" not in bob.text
    assert "Removing a phone" in bob.text
    late = bob.client.post(mine)
    assert late.status_code == 409
    assert "A group needs a scorekeeper." in late.text
