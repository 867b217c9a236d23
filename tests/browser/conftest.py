"""Real phones (Chromium with a phone's viewport) against a real server process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.browser.chromium import ARGUMENTS, find
from tests.browser.phone import Phone
from tests.browser.server import Network, Server

PHONE = {"width": 390, "height": 844}
PATIENCE = 20_000
"""Milliseconds until something that is waited for is missing; a busy machine takes its time."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: run python -m tests.browser.chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server")).start()
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


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    network = Network(server)
    yield network
    network.close()


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[..., Phone]]:
    """Return a maker of phones, each a browser of its own; afterwards none may have complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # A refused form is answered with a 4xx, which the console calls an error.
        expected = re.search(r"status of 4\d\d|net::ERR_", message.text)
        if message.type in ("error", "warning") and not expected:
            complaints.append(message.text)

    def make(server: Server | Network, **options: Any) -> Phone:
        usual = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "base_url": server.url}
        options = {**usual, **options}
        context = browser.new_context(**options)
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return Phone(page)

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
