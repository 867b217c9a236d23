"""How long a save takes on a slow line: until one is back at the table, and until it is safe.

    python -m tests.benchmarks.slow_line [--json FILE]

Chromium with a phone's screen at a table in a home network (plain HTTP, so no worker answers), on
lines that the browser itself slows down from just before the tap on. *Back at the table* is until
the table stands there with what was saved; *acknowledged* is until the phone has heard that the
server has it. Without a line that is counted from when there is one again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.browser.browsers import ARGUMENTS, find
from tests.browser.conftest import USUAL, phone_in
from tests.browser.phone import Phone
from tests.handbook import figures
from tests.servers.server import Server

TIMES = 6
NAMES = ("Ann", "Bob")
BACK = """points => document.querySelector("#sheet")
  && document.body.textContent.includes(points)"""
KNOWN = """seat => !document.querySelector("#outbox")
  && !/sending|waiting/.test(document.querySelector(`#seat-${seat}`).textContent)"""


def line(kilobits: float, latency: int) -> Mapping[str, Any]:
    """Return a line of so many kbit/s, with so many milliseconds there and back."""
    bytes_a_second = kilobits * 1_000 / 8
    return MappingProxyType(
        {
            "offline": False,
            "latency": latency,
            "downloadThroughput": bytes_a_second,
            "uploadThroughput": bytes_a_second,
        }
    )


FAST = MappingProxyType({**line(0, 0), "downloadThroughput": -1, "uploadThroughput": -1})
OFFLINE = MappingProxyType({**FAST, "offline": True})
LINES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "as fast as it goes": FAST,
        "400 kbit/s, 300 ms": line(400, 300),
        "50 kbit/s, 300 ms": line(50, 300),
        "400 kbit/s, 2 s": line(400, 2_000),
        "no line": OFFLINE,
    }
)


def save(phone: Phone, turn: int, limits: Mapping[str, Any]) -> tuple[float, float]:
    """Save the next count over a line; return the seconds until one is back, and knows it saved."""
    number, seat, points = turn // 2 + 1, turn % 2 + 1, str(100 + 50 * turn)
    phone.open_count(number, seat).choose("Just the total")
    phone.page.get_by_label("Round score").fill(points)
    tools = phone.page.context.new_cdp_session(phone.page)
    tools.send("Network.enable")
    slow_down(tools, limits)
    begun = time.perf_counter()
    phone.save()
    phone.page.wait_for_function(BACK, arg=points)
    back = time.perf_counter() - begun
    if limits["offline"]:
        slow_down(tools, FAST)
        begun = time.perf_counter()
    phone.page.wait_for_function(KNOWN, arg=seat)
    known = time.perf_counter() - begun
    slow_down(tools, FAST)
    tools.detach()
    phone.page.goto(phone.table)
    phone.keeps("/count")
    return back, known


def slow_down(tools: CDPSession, limits: Mapping[str, Any]) -> None:
    tools.send("Network.emulateNetworkConditions", dict(limits))


def measure(browser: Browser, server: Server, limits: Mapping[str, Any]) -> dict[str, float]:
    """Return the seconds that saves of a new phone take over a line."""
    home = f"http://table.test:{server.port}"
    phone = phone_in(browser.new_context(**{**USUAL, "base_url": home}), [])
    phone.start(*NAMES, me="Ann").keeps("").keeps("/count")
    times = [save(phone, turn, limits) for turn in range(TIMES)]
    phone.page.context.close()
    back, known = (sorted(some) for some in zip(*times, strict=True))
    return {
        "back": round(statistics.median(back), 2),
        "back_most": round(back[-1], 2),
        "acknowledged": round(statistics.median(known), 2),
        "acknowledged_most": round(known[-1], 2),
    }


def main() -> None:
    """Measure, print a table, and write the figures where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        with Server(Path(folder) / "data") as server:
            found = {name: measure(browser, server, limits) for name, limits in LINES.items()}
        browser.close()
    rows = ((name, *(f"{seconds:.2f} s" for seconds in of.values())) for name, of in found.items())
    head = ("line", "back at the table, p50", "most", "acknowledged, p50", "most")
    figures.keep("slow_line", head, rows)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
