"""A phone's first seconds at a table: what it needs there is kept before anything can fail."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.phone import Phone
from tests.servers.server import Network, Server

Phones = Callable[..., Phone]
IMPATIENT = """
const real = window.setTimeout;
window.setTimeout = (action, pause, ...more) => pause >= 1000 ? 0 : real(action, pause, ...more);
"""
"""Nothing happens any more that waits for a second or longer."""


def test_at_a_new_table_the_count_is_kept_without_a_pause(
    phones: Phones, network: Network, server: Server
) -> None:
    """Over plain HTTP, as in a home network."""
    ann = phones(network, base_url=f"http://table.test:{network.port}")
    ann.page.add_init_script(IMPATIENT)
    ann.start("Ann", "Bob", me="Ann").keeps("/count")
    network.cut()
    ann.is_not_live().open("Count cards").page.wait_for_url("**/rounds/1/all")
    ann.sees("One player at a time")
