"""Real phones (Chromium with a phone's viewport) against a real server process."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests import bounded
from tests.browser.browsers import ARGUMENTS, find, find_firefox, find_playwrights_firefox
from tests.browser.phone import Phone
from tests.browser.screens.seeded import Seeded, furnish, serving
from tests.servers.server import Network, Server

PHONE = {"width": 390, "height": 844}
USUAL: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
EXPECTED = "|".join(
    (
        r"status of 4\d\d|net::ERR_|unknown error occurred when fetching the script",
        r"Opener-Policy header has been ignored",
        r"The connection to .* was interrupted|can.t establish a connection",
        r"^Transition was skipped$",
    )
)
"""What consoles say of refused forms, of a header over plain HTTP, of dead networks, and of going
on before a page has come to rest."""
PATIENT = """
const plainly = setTimeout;
window.setTimeout = (what, milliseconds, ...more) =>
  plainly(what, more[0] === true ? 60_000 : milliseconds, ...more);
"""
"""Has a phone wait for an answer as long as it takes, where people would wait half a second.

On a busy machine the outbox would else get what is sent, and something else be seen. The script of
forms alone tells itself so (``isSlow``).
"""
UNHURRIED = """
const anyTime = setTimeout;
window.setTimeout = (what, milliseconds, ...more) =>
  anyTime(what, milliseconds === 6_000 ? 60_000 : milliseconds, ...more);
"""
"""Has the way back from what was just done, which is offered for six seconds, stay within reach of
a hand that a busy machine makes slow."""
PATIENCE = 60_000
"""Milliseconds until something that is waited for is missing; a busy machine takes its time."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: run python -m tests.browser.browsers"
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return Debian's Firefox, or Playwright's own where that is what there is."""
    path = find_firefox()
    if path:
        relay = tmp_path_factory.mktemp("firefox") / "firefox"
        script = Path(__file__).with_name("firefox_relay.py")
        relay.write_text(f'#!/bin/sh\nFIREFOX="{path}" exec "{sys.executable}" "{script}" "$@"\n')
        relay.chmod(0o700)
        firefox = playwright.firefox.launch(channel="moz-firefox", executable_path=relay)
    else:
        assert find_playwrights_firefox(), "no Firefox: run python -m tests.browser.browsers"
        firefox = playwright.firefox.launch()
    yield firefox
    firefox.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets pictures wait for each other for as long as a test waits for them."""
    under = bounded.under({"aside.helpers.PATIENCE_SECONDS": PATIENCE // 1_000})
    server = Server(tmp_path_factory.mktemp("server"), under=under).start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """The server all tests share; one that is stopped and killed has its own."""
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data").start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def seeded_server(
    made_once: Callable[[str, Callable[[Path], None]], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Seeded]:
    """A server of this worker on a database with some of everything, which nobody changes."""
    folder = tmp_path_factory.mktemp("seeded") / "data"
    shutil.copytree(made_once("seeded", furnish), folder)
    with serving(folder) as served:
        yield served


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    network = Network(server)
    yield network
    network.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What browsers have complained of; there must be nothing."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


def phone_in(context: BrowserContext, complaints: list[str], *, has_touch: bool = True) -> Phone:
    """Return a phone that is a page of a browser, with its complaints noted."""

    def note(text: str) -> None:
        if not re.search(EXPECTED, text):
            complaints.append(text)

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            note(message.text)

    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", hear)
    page.on("pageerror", lambda error: note(str(error)))
    return Phone(page, has_touch=has_touch)


@pytest.fixture
def phones(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Phone]]:
    """Return a maker of phones, each a browser of its own."""
    contexts: list[BrowserContext] = []

    def make(server: Server | Network, *, is_patient: bool = True, **options: Any) -> Phone:
        contexts.append(browser.new_context(**{**USUAL, "base_url": server.url, **options}))
        contexts[-1].add_init_script(UNHURRIED)
        if is_patient:
            contexts[-1].add_init_script(PATIENT)
        return phone_in(contexts[-1], complaints)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def firefox_phones(firefox: Browser, complaints: list[str]) -> Iterator[Callable[..., Phone]]:
    """Return a maker of phones that are Firefox, which knows neither touch nor a phone's viewport.

    What fills in a field for us there may not do so under the pages' own policy about scripts.
    """
    contexts: list[BrowserContext] = []
    networks: list[Network] = []

    def make(server: Server) -> Phone:
        networks.append(Network(server, without_policy=True))
        contexts.append(firefox.new_context(viewport=PHONE, base_url=networks[-1].url))  # type: ignore[arg-type]
        return phone_in(contexts[-1], complaints, has_touch=False)

    yield make
    for context in contexts:
        context.close()
    for network in networks:
        network.close()


@pytest.fixture
def persistent_phone(
    playwright: Playwright, complaints: list[str], tmp_path: Path
) -> Iterator[Callable[[Server], Phone]]:
    """Return a maker of one phone that keeps what it has stored when it is closed and reopened."""
    contexts: list[BrowserContext] = []

    def make(server: Server) -> Phone:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "phone",
            executable_path=find(),
            args=ARGUMENTS,
            base_url=server.url,
            **USUAL,
        )
        contexts.append(context)
        return phone_in(context, complaints)

    yield make
    for context in contexts:
        context.close()
