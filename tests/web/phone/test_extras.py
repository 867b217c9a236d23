"""Who goes first, a timer and dice: what the server does of it where no script runs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]


def said(html: str) -> list[str]:
    """Return what the page says has come out: of the draw, of whose turn it is, of the dice."""
    found = re.findall(r'role="status"[^>]*>(.*?)</p>', html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def test_the_draw_falls_on_each_who_plays_and_on_nobody_else(program: Programs) -> None:
    ann = program().start("Ann", "Bob", "Cy")
    ann.post("/seats/2/leave")
    drawn = {said(ann.client.get(f"/games/{ann.id}/extras?draw=yes").text)[0] for _ in range(60)}
    assert drawn == {"Ann begins", "Cy begins"}


def test_without_a_game_people_are_as_many_numbers_as_were_asked_for(client: FlaskClient) -> None:
    drawn = {said(client.get("/extras?players=3&draw=yes").text)[0] for _ in range(80)}
    assert drawn == {f"Player {number} begins" for number in (1, 2, 3)}


@pytest.mark.parametrize(("asked", "shown"), [("1", 2), ("99", 12), ("x", 4), ("-3", 4), ("", 4)])
def test_there_are_two_to_twelve_people(client: FlaskClient, asked: str, shown: int) -> None:
    html = client.get(f"/extras?players={asked}").text
    assert re.findall(r'name="players"[^>]*value="(\d+)"', html) == [str(shown)]
    lots = re.findall(r'<li class="lot [^>]*>', html)
    assert len([lot for lot in lots if not lot.endswith(" hidden>")]) == shown


def test_dice_show_every_side_and_their_sum(client: FlaskClient) -> None:
    seen = set()
    for _ in range(40):
        *_others, dice = said(client.get("/extras?tool=dice&dice=3&roll=yes").text)
        total, *parts = map(int, re.findall(r"\d+", dice))
        assert total == sum(parts)
        assert len(parts) == 3
        seen |= {*parts}
    assert seen == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("sides", [4, 8, 10, 12, 20])
def test_dice_may_have_other_sides(client: FlaskClient, sides: int) -> None:
    # A side of twenty is missing by chance once in 10**12.
    rolls = [client.get(f"/extras?dice=6&faces={sides}&roll=yes").text for _ in range(100)]
    die = re.compile(rf'data-faces="{sides}" data-value="(\d+)"')
    found = {int(value) for roll in rolls for value in die.findall(roll)}
    assert found == set(range(1, sides + 1))


def test_what_no_die_has_is_rolled_with_a_usual_one(client: FlaskClient) -> None:
    html = client.get("/extras?tool=nothing&dice=99&faces=7&roll=yes").text
    assert html.count('data-faces="6"') == 6 + 1, "six dice, and the pattern for scripts"


def test_the_page_is_worked_without_scripts(program: Programs) -> None:
    page = PlainBrowser(program().client).get("/")
    page.click("First player, timer, dice")
    assert page.press("Pick at random").text.count(" begins") == 1
    assert " = " not in page.press("Roll").text
    assert len(re.findall(r'data-faces="6" data-value', page.response.text)) == 2 + 1


def test_only_who_is_in_a_game_sees_its_names(program: Programs) -> None:
    ann = program().start("Ann", "Bob")
    watcher = program().join(ann, role="spectator")
    assert "Bob" in watcher.client.get(f"/games/{ann.id}/extras").text
    refused = program().client.get(f"/games/{ann.id}/extras")
    assert refused.status_code == 404
    assert "Bob" not in refused.text


def test_who_begins_is_drawn_before_the_game_starts(program: Programs) -> None:
    sent = {"player": ["Ann", "Bob", "Cy"], "first": "1", "draw": ""}
    client = program().client
    chosen = set()
    for _ in range(60):
        html = client.post("/games/new/brownie_points", data=sent).text
        chosen |= {*re.findall(r"checked><span><bdi>(\w+)", html)}
    assert chosen == {"Ann", "Bob", "Cy"}
