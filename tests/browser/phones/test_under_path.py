"""Under a path of a host that serves other things, too, phones play as they do anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.phones.test_offline import count, sees_nothing_waiting, sees_waiting
from tests.servers.server import Server, free_port

ROOT = "/cards"
SCOPE = "navigator.serviceWorker.getRegistration().then((worker) => worker.scope)"
KEPT = """async () => {
  const store = idbKeyval.createStore("scorecard-pages/cards", "pages");
  return (await idbKeyval.keys(store)).filter((key) => key !== "asked");
}"""
"""The addresses of the pages that the phone has kept."""
AHEAD = """async (list) => {
  const store = idbKeyval.createStore("scorecard-pages/cards", "pages");
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await idbKeyval.get(list, store))?.next.round === 2) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""
"""Whether the phone is ready to count the second round without network."""


@pytest.fixture
def under_path(tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    public = {"PUBLIC_URL": f"http://localhost:{port}{ROOT}"}
    with Server(tmp_path / "data", port=port, environment=public) as server:
        yield server


def test_two_phones_play_under_a_path_also_while_the_server_is_away(
    phones: Callable[..., Phone], under_path: Server
) -> None:
    here = f"http://localhost:{under_path.port}"
    ann, bob = (phones(under_path, base_url=here) for _phone in range(2))
    ann.page.goto(ROOT)
    ann.open("New game").choose_game("Brownie Points").line_up("Ann", "Bob").start_as("Ann")
    _code, link = ann.invitation()
    assert link.startswith(f"{here}{ROOT}/join/")
    bob.page.goto(link)
    bob.press("Bob").page.wait_for_selector("#sheet")
    bob.table = bob.page.url
    assert bob.table == ann.table == f"{here}{ROOT}/games/{ann.uid}"
    # What one counts, the other sees at once.
    ann.is_live()
    count(bob, 1, 2, -50).save_and_see_table()
    ann.sees("−50")
    count(ann, 1, 1, 450).save_and_see_table()
    bob.sees_totals(Ann=450, Bob=-50).page.reload()
    bob.has_worker()
    assert bob.page.evaluate(SCOPE) == f"{here}{ROOT}/"
    assert bob.page.evaluate(AHEAD, f"{ROOT}/games/{bob.uid}/keep")
    # What is counted meanwhile waits, and goes out once the server is back.
    under_path.kill()
    bob.page.goto(f"{bob.table}/count")
    expect(bob.page).to_have_url(f"{bob.table}/rounds/2/seats/2")
    bob.choose("Just the total").page.get_by_label("Round score").fill("300")
    sees_waiting(bob.save(), "Bob’s count, round 2", "= 300")
    expect(bob.page).to_have_url(bob.table)
    bob.page.goto(f"{ROOT}/join")
    bob.page.locator(f".cards a[href='{ROOT}/games/{bob.uid}']").wait_for()
    under_path.start()
    bob.page.goto(bob.table)
    sees_nothing_waiting(bob)
    ann.at_table().sees("+300")
    # Nothing of it is anywhere else on the host.
    assert all(key.startswith(f"{ROOT}/") for key in bob.page.evaluate(KEPT))
    assert {cookie["path"] for cookie in bob.page.context.cookies()} == {f"{ROOT}/"}


def test_a_phone_forgets_what_is_ours_and_nothing_else_of_the_host(
    phones: Callable[..., Phone], under_path: Server
) -> None:
    phone = phones(under_path)
    page = phone.page
    page.goto(ROOT)
    phone.open("New game").choose_game("Brownie Points").line_up("Ann", "Bob").start_as("Ann")
    count(phone, 1, 1, 450)
    page.evaluate(
        "localStorage.theirs = sessionStorage.theirs = 'kept'; caches.open('theirs').then(() => {})"
    )
    page.goto(f"{ROOT}/forget")
    phone.press("Sign out this phone").page.wait_for_selector("html[data-emptied]")
    assert page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]") == (
        ["theirs", "theirs"]
    )
    assert page.evaluate("caches.keys()") == ["theirs"]
    page.goto(ROOT)
    expect(page.locator("main")).to_contain_text("A name is enough")
