"""What people do most often takes no more of them than was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.flows import FLOWS, Effort, Play, main_button, played, row
from tests.browser.phone import Phone
from tests.servers.server import Server

Phones = Callable[..., Phone]


@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_takes_no_more_taps_keys_screens_and_scrolling_than_meant(
    phones: Phones, server: Server, name: str
) -> None:
    flow = FLOWS[name]
    found = played(flow, lambda: phones(server))
    print(" | ".join(row(name, flow, found)))
    assert not found.exceeds(flow.most), f"{found}, at most {flow.most}"


def test_what_is_counted_is_what_was_done(phones: Phones, server: Server) -> None:
    play = Play(lambda: phones(server))
    phone = play.begin(play.table())
    phone.tap(main_button(phone)).page.wait_for_url("**/rounds/1/all")
    phone.press_keys("12", "Next").page.keyboard.press("Escape")
    phone.page.goto("/handbook/playing")
    phone.page.evaluate("scrollTo(0, 300)")
    phone.page.wait_for_function("() => effort.end().scrolled")
    phone.at_table()
    assert play.effort() == Effort(taps=2, keys=3, screens=2, scrolled=300)
