"""A group's motto, through every door: said, told, taken back, carried by files, forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Program
from tests.web.people.test_groups import found, html
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
MOTTO = "Ann deals last"


@pytest.fixture
def keeper(phone: Phones) -> PlainBrowser:
    """The phone of a group's scorekeeper, at the group's settings."""
    browser = phone()
    return browser.get(f"{found(browser, 'Ann', 'Bob')}/settings")


def group_of(keeper: PlainBrowser) -> str:
    return "/".join(keeper.url.split("/")[:3])


def say(keeper: PlainBrowser, motto: str) -> PlainBrowser:
    return keeper.get(f"{group_of(keeper)}/settings").press("Save", {"motto": motto})


def answer(keeper: PlainBrowser, **body: Any) -> Any:
    """Return what the API answers of the group, after a change if one is given."""
    url = f"/api/v1{group_of(keeper)}"
    now = keeper.client.get(url).get_json()
    if not body:
        return now
    return keeper.client.put(url, json={"version": now["version"], **body}).get_json()


def test_a_group_has_none_until_one_is_said(keeper: PlainBrowser) -> None:
    assert keeper.field("motto") == ""
    assert answer(keeper)["motto"] == ""
    group = group_of(keeper)
    head = html(keeper.get(group)).partition("</h1>")[2].partition("<nav")[0]
    assert head.strip() == ""


def test_it_stands_under_the_name_on_each_tab_and_on_boards(
    keeper: PlainBrowser, program: Callable[[], Program]
) -> None:
    say(keeper, f"  <b>{MOTTO}</b> ")
    shown = f'<p class="quiet"><bdi>&lt;b&gt;{MOTTO}&lt;/b&gt;</bdi></p>'
    for tab in ("", "/games", "/players", "/more"):
        assert shown in html(keeper.get(group_of(keeper) + tab)), tab
    started = keeper.client.post(
        "/api/v1/games",
        json={
            "game": "brownie_points",
            "players": ["Ann", "Bob"],
            "group": group_of(keeper).rpartition("/")[2],
        },
    )
    game = started.get_json()["game"]["id"]
    assert shown in html(keeper.get(f"/games/{game}/board"))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("x" * 61, "Motto cannot be longer than 60 characters; this has 61."),
        ("\N{RIGHT-TO-LEFT OVERRIDE}tsal slaed nnA", "Motto cannot contain control characters."),
        ("Ann\x07", "Motto cannot contain control characters."),
    ],
)
def test_what_it_cannot_be_is_said_beside_it_and_stays_typed(
    keeper: PlainBrowser, typed: str, why: str
) -> None:
    say(keeper, typed)
    assert keeper.status == 422
    assert f'<p class="field-error" id="motto-error">{why}</p>' in html(keeper)
    assert keeper.field("motto") == typed
    assert answer(keeper)["motto"] == ""
    assert answer(keeper, motto=typed)["field"] == "motto"


def test_history_tells_it_and_takes_it_back(keeper: PlainBrowser) -> None:
    group = group_of(keeper)
    say(keeper, MOTTO)
    keeper.get(f"{group}/history")
    assert "Settings changed: motto" in keeper.text
    assert f"Motto: none → {MOTTO}" in keeper.text
    keeper.press("Undo")
    assert keeper.field("motto") == ""
    assert f"Motto: {MOTTO} → none" in keeper.get(f"{group}/history").text
    keeper.press("Undo")
    assert answer(keeper)["motto"] == MOTTO


def test_programs_say_it_alone(keeper: PlainBrowser) -> None:
    said = answer(keeper, motto=MOTTO)
    assert (said["motto"], said["name"]) == (MOTTO, "Thursday")
    assert answer(keeper, motto=None)["motto"] == MOTTO
    assert answer(keeper, motto="")["motto"] == ""


@pytest.mark.parametrize("kind", ["group", "season"])
def test_files_carry_it_and_earlier_ones_have_none(
    keeper: PlainBrowser, phone: Phones, kind: str
) -> None:
    say(keeper, MOTTO)
    group = group_of(keeper)
    path = f"/api/v1{group}"
    if kind == "season":
        version = answer(keeper)["version"]
        body = {"version": version, "name": "All", "starts_on": "2000-01-01"}
        path = keeper.client.post(f"{path}/seasons", json=body).headers["Location"]
    text = keeper.client.get(f"{path}/export").get_data(as_text=True)
    for number, motto in ((10, MOTTO), (11, "")):
        # Everything in it is something else than what is here.
        file = json.loads(re.sub(r'("uid": ")..', rf"\g<1>{number}", text))
        assert file["version"] >= 6
        assert file["group"]["motto"] == MOTTO
        if not motto:
            del file["group"]["motto"]
            file["version"] = 5
        other = phone()
        taken = other.client.post("/api/v1/groups/import", json=file)
        assert taken.status_code == 200, taken.get_json()
        there = other.client.get(f"/api/v1/groups/{file['group']['uid']}").get_json()
        assert there["motto"] == motto


def test_who_is_forgotten_goes_from_it(keeper: PlainBrowser) -> None:
    say(keeper, MOTTO)
    (ann,) = [one["id"] for one in answer(keeper)["players"] if one["name"] == "Ann"]
    body = {"version": answer(keeper)["version"], "is_certain": True}
    url = f"/api/v1{group_of(keeper)}/players/{ann}/forget"
    assert keeper.client.post(url, json=body).status_code == 200
    assert answer(keeper)["motto"] == "Former player 1 deals last"
    assert "Ann" not in keeper.get(f"{group_of(keeper)}/history").text
