"""Games that begin, end or go show on a group's phones by themselves, at home and in the group."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.groups.test_seasons import found_group, invitation, join_group, say_who
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


def together(ann: Phone, bob: Phone, name: str) -> str:
    """Create a group on one phone, and let another one in as Bob; return its path."""
    group = found_group(ann, name, "Ann", "Bob")
    join_group(bob, invitation(ann, group))
    say_who(ann, group, "Ann")
    say_who(bob, group, "Bob")
    return group


def begin(ann: Phone, group: str) -> str:
    """Begin a game of the group; return its table's address."""
    page = ann.page
    page.goto(f"/games/new/brownie_points?group={group.rsplit('/', 1)[-1]}")
    for name in ("Ann", "Bob"):
        page.get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    return page.url


@pytest.mark.parametrize("has_scripts", [True, False])
def test_players_have_their_colours_before_the_game_begins(
    phones: Phones, server: Server, *, has_scripts: bool
) -> None:
    ann = phones(server, java_script_enabled=has_scripts)
    group = found_group(ann, "Thursday", "Ann", "Bob")
    page = ann.page
    page.goto(f"/games/new/cucumber?group={group.rsplit('/', 1)[-1]}")
    for name in ("Bob", "Ann"):
        page.get_by_role("button", name=name, exact=True).tap()
    expect(page.locator(".seat")).to_have_class([re.compile(r"hue-2\b"), re.compile(r"hue-1\b")])
    dealers = page.locator(".first .chip")
    expect(dealers).to_have_class([re.compile(r"hue-2\b"), re.compile(r"hue-1\b")])
    page.get_by_role("button", name="Start", exact=True).tap()
    badges = page.locator("#sheet .player .badge")
    expect(badges).to_have_class([re.compile(r"hue-2\b"), re.compile(r"hue-1\b")])


def test_a_phone_whose_player_stays_out_takes_nobody_elses_seat(
    phones: Phones, server: Server
) -> None:
    ann = phones(server)
    group = found_group(ann, "Thursday", "Ann", "Bob", "Cy")
    say_who(ann, group, "Ann")
    page = ann.page
    page.goto(f"/games/new/brownie_points?group={group.rsplit('/', 1)[-1]}")
    chosen = page.locator("select[name=me] option:checked")
    for name in ("Bob", "Cy"):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(chosen).to_have_text("I just keep score")
    page.get_by_role("button", name="Ann", exact=True).tap()
    expect(chosen).to_have_text("I’m Ann")
    page.get_by_role("button", name="Remove Ann").tap()
    expect(chosen).to_have_text("I just keep score")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_selector("#sheet")
    assert not page.locator("body").get_attribute("data-me")


def end(ann: Phone, table: str) -> None:
    ann.page.goto(f"{table}/end")
    ann.page.get_by_role("button", name="End Game").tap()
    ann.page.get_by_text("Rematch").wait_for()


def watch(phone: Phone, path: str, words: str) -> Locator:
    """Open a page that moves by itself; return what says on it that a game has begun."""
    phone.page.goto(path)
    expect(phone.page.locator("#live")).to_have_attribute("data-state", "on")
    told = phone.page.locator("main").get_by_text(words)
    expect(told).to_have_count(0)
    return told


def test_a_game_comes_and_goes_on_the_groups_page(phones: Phones, server: Server) -> None:
    ann, bob = phones(server), phones(server)
    group = together(ann, bob, "Thursday")
    playing = watch(bob, group, "Now playing")
    table = begin(ann, group)
    expect(playing).to_be_visible()
    for seat, points in ((1, "700"), (2, "300")):
        ann.table = table
        ann.open_count(1, seat).choose("Just the total")
        ann.page.get_by_label("Round score").fill(points)
        ann.save_and_see_table()
    bob.sees("Ann leads")
    ann.page.goto(f"{table}/delete")
    ann.page.locator(".bottom-bar button.main").tap()
    expect(playing).to_have_count(0)
    ann.page.wait_for_url(table)
    ann.page.locator(".bottom-bar button.main").tap()
    expect(playing).to_be_visible()
    end(ann, table)
    expect(playing).to_have_count(0)


def test_a_game_comes_and_goes_at_home(phones: Phones, server: Server) -> None:
    ann, bob = phones(server), phones(server)
    group = together(ann, bob, "Thursday")
    begun = watch(bob, "/", "Ann has started Brownie Points.")
    table = begin(ann, group)
    expect(begun).to_be_visible()
    end(ann, table)
    expect(begun).to_have_count(0)
    ann.press("Reopen")
    expect(begun).to_be_visible()
    bob.open("Take your seat").page.wait_for_url(table)
    bob.sees("Bob")


def test_home_hears_of_every_group_of_the_phone(phones: Phones, server: Server) -> None:
    ann, bob = phones(server), phones(server)
    first = together(ann, bob, "Thursday")
    together(ann, bob, "Friday")
    begun = watch(bob, "/", "Ann has started Brownie Points.")
    begin(ann, first)
    expect(begun).to_be_visible()


def test_home_misses_nothing_that_begins_while_it_is_being_opened(
    phones: Phones, server: Server
) -> None:
    """Over plain HTTP, where no worker has the script already."""
    plain = f"http://table.test:{server.port}"
    ann, bob = phones(server, base_url=plain), phones(server, base_url=plain)
    first = together(ann, bob, "Thursday")
    together(ann, bob, "Friday")
    coming: list[Route] = []

    def hold(route: Route) -> None:
        coming.append(route)

    bob.page.route("**/home.js*", hold)
    bob.page.goto("/", wait_until="commit")
    begin(ann, first)
    bob.page.wait_for_selector(".home-groups")
    expect(bob.page.get_by_text("has started")).to_have_count(0)
    coming.pop().continue_()
    expect(bob.page.get_by_text("Ann has started Brownie Points.")).to_be_visible()
