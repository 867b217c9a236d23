"""A setting that cannot be: told once, beside its field, which is brought into view."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.conftest import group_of
from tests.web.plain_browser import PlainBrowser

CANNOT_BE = [{"target": "100"}, {"values-10": "-5"}, {"squirts_cards": "9"}, {"deck": "tarot"}]


def refused_in(phone: PlainBrowser) -> str:
    """Return the tag of what was refused, beside which the sentence stands."""
    html = phone.response.get_data(as_text=True)
    assert (phone.status, html.count(" must be ")) == (422, 1)
    (refused,) = re.findall(r"<[^>]* aria-invalid=[^>]*>", html)
    (error,) = re.findall(r'aria-describedby="(\S*-error)"', refused)
    assert f'class="field-error" id="{error}"' in html
    assert "autofocus" in refused, "without scripts it is found by that"
    return str(refused)


@pytest.mark.parametrize("typed", CANNOT_BE)
def test_of_a_game(phone: Callable[[], PlainBrowser], typed: dict[str, str]) -> None:
    keeper = phone().get("/games/new/brownie_points")
    refused_in(keeper.press("Start", {"player": ["Ann", "Bob"], **typed}))
    keeper.get("/games/new/brownie_points").press("Start", {"player": ["Ann", "Bob"]})
    refused_in(keeper.get(f"{keeper.url}/settings").press("Save", dict(typed)))


@pytest.mark.parametrize("typed", CANNOT_BE)
def test_of_house_rules(phone: Callable[[], PlainBrowser], typed: dict[str, str]) -> None:
    keeper = phone()
    keeper.get(f"/groups/{group_of(keeper.client, 'Ann')}/book/new/brownie_points")
    refused = refused_in(keeper.press("Save house rules", {"name": "Cabin", **typed}))
    html = keeper.response.get_data(as_text=True)
    folded = html.partition('<details class="more"')[2]
    assert folded.startswith(" open") == (refused in folded), "it is unfolded for what is in there"


def test_what_is_usually_no_number_is_small_within_a_sentence(
    phone: Callable[[], PlainBrowser],
) -> None:
    keeper = phone()
    keeper.get(f"/groups/{group_of(keeper.client, 'Ann')}/book/new/brag")
    keeper.press("Save house rules", {"name": "Dear", "max_bet": "10"})
    assert "Largest bet 10 (usually no limit)" in keeper.text
