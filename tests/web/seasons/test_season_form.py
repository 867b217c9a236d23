"""The form of a season: a name and three schemes, and everything else folded away under More."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Program, group_of
from tests.web.plain_browser import PlainBrowser

OPEN = '<details class="more" open>'


@pytest.fixture
def form(program: Callable[[], Program]) -> PlainBrowser:
    keeper = program()
    uid = group_of(keeper.client, "Ann", "Bob")
    return PlainBrowser(keeper.client).get(f"/groups/{uid}/seasons/new")


def html(page: PlainBrowser) -> str:
    return page.response.get_data(as_text=True)


def test_a_name_is_enough(form: PlainBrowser) -> None:
    first = html(form).split("<details")[0]
    assert [first.count(f'value="{key}"') for key in ("places", "wins", "points")] == [1, 1, 1]
    assert first.count("<input") - first.count('type="hidden"') == 4
    assert OPEN not in html(form)
    assert form.press("Start", {"name": "Spring"}).text.startswith("Spring")


@pytest.mark.parametrize("field", ["starts_on", "places", "best_of"])
def test_a_refusal_under_more_opens_it(form: PlainBrowser, field: str) -> None:
    form.press("Start", {"name": "Spring", field: "soon"})
    assert form.status == 422
    assert OPEN in html(form)
    assert form.field("name") == "Spring"


def test_a_refused_name_leaves_it_closed(form: PlainBrowser) -> None:
    form.press("Start", {"name": " "})
    assert form.status == 422
    assert OPEN not in html(form)


def test_a_scheme_from_under_more_is_seen_when_the_season_is_changed(form: PlainBrowser) -> None:
    form.press("Start", {"name": "Spring", "scheme": "relative"}).click("Change")
    assert OPEN in html(form)
    assert form.field("scheme") == "relative"
