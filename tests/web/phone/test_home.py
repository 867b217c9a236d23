"""The home page: what is being played first, then a new game, the group, and what was played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.conftest import Program, group_of
from tests.web.plain_browser import Page, PlainBrowser

Home = Callable[[Program], PlainBrowser]


@pytest.fixture
def home() -> Home:
    return lambda phone: PlainBrowser(phone.client).get("/")


def test_a_new_phone_is_asked_what_it_plays(program: Callable[[], Program], home: Home) -> None:
    page = home(program())
    assert "What are you playing?" in page.text
    assert "no account, no email" in page.text
    assert page.click("Join with a code").url == "/join"


def test_the_running_game_comes_first_with_its_totals_and_leads_back(
    program: Callable[[], Program], home: Home
) -> None:
    ann = program().start("Ann", "Bob")
    assert "Now playing · round 1" in home(ann).text
    ann.play(1250, -450)
    page = home(ann)
    assert "Now playing · round 2 Brownie Points AAnn 1,250 BBob −450 Continue" in page.text
    (address,) = [href for text, href in page.page.links if "Continue" in text]
    assert address == f"/games/{ann.id}"


def test_a_new_game_is_for_the_group_of_the_last_one(
    program: Callable[[], Program], home: Home
) -> None:
    ann = program()
    uid = group_of(ann.client, "Ann", "Bob", name="Thursday")
    assert "New game for Thursday" in home(ann).click("New game").text
    ann.start("Ann", "Bob", group=uid).play(1250, -450)
    page = home(ann).click("New game")
    assert "New game for Thursday" in page.text
    assert 'value="Bob"' in page.response.get_data(as_text=True)
    assert "Thursday" not in page.click("Not for Thursday").text
    ann.start("Cy", "Di")
    assert "Thursday" not in home(ann).click("New game").text


def test_a_group_without_standings_is_no_heading_of_the_next_one(
    program: Callable[[], Program], home: Home
) -> None:
    ann = program()
    uids = [group_of(ann.client, "Ann", "Bob", name=name) for name in ("Thursday", "Lunch")]
    html = home(ann).response.get_data(as_text=True)
    for uid in uids:
        assert f'<a class="card" href="/groups/{uid}">' in html


def test_what_has_ended_stands_below_with_its_winner(
    program: Callable[[], Program], home: Home
) -> None:
    ann = program().start("Ann", "Bob")
    ann.play(1250, -450)
    ann.post("/end")
    page = home(ann)
    assert "Now playing" not in page.text
    assert "Earlier A Ann won Brownie Points" in page.text
    html = page.response.get_data(as_text=True)
    assert re.search(r"[A-Z][a-z]{2}&nbsp;· \d\N{NO-BREAK SPACE}rounds?<", html), "a number alone"
    assert "1 round 1,250" in page.text


def test_a_game_that_is_won_is_not_played_any_more(
    program: Callable[[], Program], home: Home
) -> None:
    ann = program().start("Ann", "Bob", options={"target": 1000})
    ann.play(1250, 1250)
    page = home(ann)
    assert "Now playing" not in page.text
    assert "Ann and Bob won Brownie Points" in page.text
    assert f"/games/{ann.id}" in [href for text, href in page.page.links if "won" in text]


def test_the_group_stands_below_with_who_leads_its_season(
    program: Callable[[], Program], home: Home
) -> None:
    keeper = program()
    uid = group_of(keeper.client, "Ann", "Bob", name="Thursday")
    season = {"name": "Autumn", "starts_on": "2020-01-01", "scheme": {"kind": "wins"}}
    made = keeper.client.post(f"/api/v1/groups/{uid}/seasons", json=season | {"version": 3})
    assert made.status_code == 201, made.get_json()
    keeper.start("Ann", "Bob", group=uid).play(1250, -450)
    keeper.post("/end")
    assert "Thursday Autumn 1AAnn 1 2BBob 0" in home(keeper).text


def test_who_has_started_a_game_of_the_group_is_said_and_leads_to_ones_seat(
    program: Callable[[], Program], home: Home
) -> None:
    ann, bob = program(), program()
    uid = group_of(ann.client, "Ann", "Bob", name="Thursday")
    group = f"/groups/{uid}"
    link = re.search(r"/groups/join/[\w-]+", ann.client.get(f"{group}/share").text)
    assert link
    PlainBrowser(bob.client).get(link.group()).press("Add", {"name": "Cy"})
    assert "has started" not in home(bob).text
    ann.start("Ann", "Bob", group=uid)
    assert "Brownie Points has started in Thursday. Join" in home(bob).text
    PlainBrowser(ann.client).get(f"{group}/me").press("Ann")
    page = home(bob)
    assert "Ann has started Brownie Points. Join" in page.text
    # Cy does not sit there, and so is asked who they are; Ann is in already, and told nothing.
    assert page.click("Join").url == f"/games/{ann.id}/me"
    assert "has started" not in home(ann).text
    PlainBrowser(bob.client).get(f"{group}/me").press("Bob")
    page = home(bob)
    assert "Ann has started Brownie Points. Take your seat" in page.text
    assert page.click("Take your seat").url == f"/games/{ann.id}"


class TestRematch:
    def test_of_the_game_played_last_is_one_tap(
        self, program: Callable[[], Program], home: Home
    ) -> None:
        ann = program().start("Ann", "Bob")
        ann.play(1250, -450)
        assert "Rematch" not in home(ann).text, "it is still played"
        ann.post("/end")
        ann.id = ""
        ann.start("Cy", "Di").play(50, 100)
        ann.post("/end")
        page = home(ann)
        assert page.text.count("Rematch") == 1
        page.press("Rematch")
        assert page.status == 200
        assert "Cy" in page.text
        assert page.url != f"/games/{ann.id}"
        assert "Rematch" not in home(ann).text, "it is being played"

    def test_is_not_begun_by_who_only_watched_nor_twice(
        self, program: Callable[[], Program], home: Home
    ) -> None:
        ann = program().start("Ann", "Bob")
        ann.play(1250, -450)
        watching, bob = program().join(ann, role="spectator"), program().join(ann, 2)
        ann.post("/end")
        assert "Rematch" not in home(watching).text
        page = home(bob)
        ann.post("/rematch")
        page.press("Rematch")
        assert "Rematch" not in home(bob).text

    def test_asks_nothing_of_a_game_without_a_round(
        self, program: Callable[[], Program], home: Home
    ) -> None:
        ann = program().start("Ann", "Bob")
        ann.post("/end")
        assert "Rematch" not in home(ann).text


@pytest.mark.parametrize("path", ["/demo", "/about", "/phone-setup", "/forget", "/bin", "/rules"])
def test_one_way_leads_home_from_the_head_of_a_page(
    program: Callable[[], Program], path: str
) -> None:
    html = PlainBrowser(program().client).get(path).response.get_data(as_text=True)
    head = Page(html.partition("</header>")[0])
    assert [text for text, href in head.links if href == "/"] == ["Scorecard"]
