"""How soon a phone that was never here before can be used, over a slow network.

    python -m tests.benchmarks.first_load [--json FILE]

Chromium with a phone's screen, a processor slowed down four times, and a network of 1.6 Mbit/s
down, 750 kbit/s up and 150 ms for the way there and back, against a real server process. Each page
is loaded with nothing kept, several times. Bytes are what came over the network, headers included;
*painted* is the first content on the screen; *ready* is when every script has run, so that every
tap is answered (forms and links work before).
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.handbook import figures
from tests.servers.clients import Phone
from tests.servers.server import Server

TIMES = 5
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
SCREEN: ViewportSize = {"width": 390, "height": 844}
TIMING = """() => {
  const page = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return { painted: paint?.startTime ?? null, ready: page.domContentLoadedEventEnd };
}"""


def load(browser: Browser, server: Server, cookies: dict[str, str], path: str) -> dict[str, float]:
    """Load a page with nothing kept; return its bytes, and the milliseconds until it could be used.

    With ``cookies`` it is a phone that is in a game, but has kept no file of ours.
    """
    context = browser.new_context(viewport=SCREEN, device_scale_factor=2, has_touch=True)
    context.add_cookies(
        [{"name": name, "value": text, "url": server.url} for name, text in cookies.items()]
    )
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", NETWORK)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    came: list[float] = []
    tools.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    page.goto(f"{server.url}{path}", wait_until="load")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    found: dict[str, float] = page.evaluate(TIMING)
    context.close()
    return {"bytes": sum(came), "painted_ms": found["painted"], "ready_ms": found["ready"]}


def main() -> None:
    """Measure, print a table, and write the figures where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data").start()
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        try:
            phone = Phone("Ann", server.port)
            players = [f"Player {seat}" for seat in range(1, 9)]
            begun = {"game": "brownie_points", "players": players}
            game = phone.do("POST", "/games", begun)["game"]["id"]
            pages: dict[str, tuple[dict[str, str], str]] = {
                "home": ({}, "/"),
                "new game": ({}, "/games/new/brownie_points"),
                "table of 8": (phone.cookies, f"/games/{game}"),
                "counting": (phone.cookies, f"/games/{game}/rounds/1/seats/1"),
            }
            for name, (cookies, path) in pages.items():
                loads = [load(browser, server, cookies, path) for _ in range(TIMES)]
                found[name] = {
                    key: round(statistics.median(one[key] for one in loads)) for key in loads[0]
                }
        finally:
            browser.close()
            server.stop()
    rows = (
        (
            name,
            f"{of_page['bytes'] / 1024:.0f} KB",
            f"{of_page['painted_ms'] / 1000:.2f} s",
            f"{of_page['ready_ms'] / 1000:.2f} s",
        )
        for name, of_page in found.items()
    )
    figures.keep("first_load", ("page", "bytes", "first paint", "ready to tap"), rows)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
