"""Anecdotes by plain forms and over the API: told, changed, taken back, refused, kept."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from tests.web.conftest import Program
from tests.web.people.test_groups import html
from tests.web.phone.test_without_scripts import code_of, count, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
CAT = "Bob’s cat took the trick"


@pytest.fixture
def ann(phone: Phones) -> PlainBrowser:
    """Return a phone at whose table one round was played."""
    ann = start(phone(), "Ann", "Bob")
    for seat in (1, 2):
        count(ann, seat, 1, {"score": "100", "style": "score"})
    if "Score it anyway" in ann.text:
        ann.press("Score it anyway")
    return ann


def test_a_round_and_its_game_are_told_of_without_scripts(ann: PlainBrowser) -> None:
    table = ann.url
    ann.click("Round 1").press("Save note", {"anecdote": f" {CAT} "})
    assert (ann.status, ann.url) == (200, table)
    assert f'title="{CAT}"' in html(ann)
    assert f"Note: {CAT}" in ann.text
    ann.click("Settings").click("Note…").press("Save", {"anecdote": "It rained <b>cats</b>"})
    assert "It rained &lt;b&gt;cats&lt;/b&gt;" in html(ann)
    ann.click("History")
    assert "Note on the game: It rained" in ann.text
    ann.get(f"{table}/rounds/1").press("Save note", {"anecdote": ""})
    assert CAT not in ann.text
    ann.click("History")
    assert "Undo “Bob’s count, round 1”" in ann.text
    assert "Note on round 1 removed" in ann.text


def test_what_is_refused_is_still_there(ann: PlainBrowser) -> None:
    ann.click("Settings").click("Note…").press("Save", {"anecdote": "x" * 141})
    assert ann.status == 422
    assert "A note has at most 140 characters; this one has 141." in ann.text
    assert ann.field("anecdote") == "x" * 141


def test_what_two_have_told_stands_side_by_side(ann: PlainBrowser, phone: Phones) -> None:
    table = ann.url
    bob = phone().get("/join")
    bob.press("Join", {"code": code_of(ann)}).press("Bob")
    bob.get(f"{table}/rounds/1")
    ann.get(f"{table}/rounds/1").press("Save note", {"anecdote": CAT})
    bob.press("Save note", {"anecdote": "It slept"})
    assert bob.status == 409
    assert f"The scorekeeper wrote {CAT} You wrote It slept" in bob.text
    assert bob.field("anecdote") == "It slept"
    assert bob.page.buttons[0].name == ""
    bob.press("Save mine instead")
    assert bob.url == table
    assert 'title="It slept"' in html(bob)


def test_end_game_takes_it_along(ann: PlainBrowser) -> None:
    table = ann.url
    ann.click("End Game").press("End Game", {"anecdote": "a\u0007b"})
    assert ann.status == 422
    assert "A note is one line of plain text" in ann.text
    ann.press("End Game", {"anecdote": CAT})
    assert ann.url == table
    assert CAT in ann.text
    ann.click("Picture to share")
    assert CAT in ann.text
    ann.get(f"{table}/anecdote").press("Save", {"anecdote": "It rained"})
    assert "It rained" in ann.text


def test_an_end_page_kept_from_before_takes_nothing_back(ann: PlainBrowser, phone: Phones) -> None:
    table = ann.url
    ann.get(f"{table}/end")
    form = next(form for form in ann.forms.values() if ("anecdote", "") in form.fields)
    ann.get(f"{table}/anecdote").press("Save", {"anecdote": CAT})
    version = re.search(r'data-version="(\d+)"', html(ann))
    assert version
    fields = dict(form.fields) | {"version": version[1]}
    assert ann.client.post(f"{table}/end", data=fields).status_code == 303
    assert CAT in ann.get(table).text


@pytest.fixture
def bob(ann: PlainBrowser, phone: Phones) -> PlainBrowser:
    """Return a second phone at Ann's table."""
    bob = phone().get("/join")
    return bob.press("Join", {"code": code_of(ann)}).press("Bob")


@pytest.mark.parametrize(("page", "button"), [("anecdote", "Save"), ("rounds/1", "Save note")])
def test_what_a_table_has_shown_since_does_not_make_an_older_form_cover_it(
    ann: PlainBrowser, bob: PlainBrowser, page: str, button: str
) -> None:
    table = ann.url
    bob.get(f"{table}/{page}")
    ann.get(f"{table}/{page}").press(button, {"anecdote": CAT})
    version = re.search(r'data-version="(\d+)"', html(ann))
    assert version
    bob.press(button, {"anecdote": "It slept", "version": version[1]})
    assert bob.status == 409
    assert f"The scorekeeper wrote {CAT} You wrote It slept" in bob.text
    bob.click("Keep theirs")
    assert CAT in html(bob)


def test_what_was_typed_beside_an_end_that_came_too_late_is_told_all_the_same(
    ann: PlainBrowser, bob: PlainBrowser
) -> None:
    table = ann.url
    bob.get(f"{table}/end")
    ann.get(f"{table}/end").press("End Game", {})
    bob.press("End Game", {"anecdote": CAT})
    assert (bob.status, bob.url) == (200, table)
    assert CAT in bob.text


def test_beside_an_end_that_came_too_late_nothing_else_is_covered(
    ann: PlainBrowser, bob: PlainBrowser
) -> None:
    table = ann.url
    bob.get(f"{table}/end")
    ann.get(f"{table}/end").press("End Game", {"anecdote": CAT})
    bob.press("End Game", {"anecdote": "It rained"})
    assert bob.status == 409
    assert f"The scorekeeper wrote {CAT} You wrote It rained" in bob.text
    bob.press("Save mine instead")
    assert (bob.status, bob.url) == (200, table)
    assert "It rained" in bob.text


@pytest.mark.parametrize(("button", "told"), [("Keep theirs", CAT), ("Save mine", "It rained")])
def test_beside_end_game_either_of_two_anecdotes_can_be_chosen(
    ann: PlainBrowser, bob: PlainBrowser, button: str, told: str
) -> None:
    table = ann.url
    bob.get(f"{table}/end")
    ann.get(f"{table}/anecdote").press("Save", {"anecdote": CAT})
    bob.press("End Game", {"anecdote": "It rained"})
    assert bob.status == 409
    assert "Which one counts?" in bob.text
    assert bob.field("anecdote") == "It rained"
    # The key that sends a form presses its first button, which must not choose.
    assert bob.page.buttons[0].name == ""
    assert "This game has ended" not in ann.get(f"{table}/end").text
    bob.press(button)
    assert (bob.status, bob.url) == (200, table)
    assert told in bob.text
    assert "This game has ended" in ann.get(f"{table}/end").text


def test_of_a_round_that_nobody_has_counted_there_is_no_page(ann: PlainBrowser) -> None:
    ann.get(f"{ann.url}/rounds/2/anecdote")
    assert ann.status == 404
    assert "Nobody has counted round 2 of this game yet." in ann.text


def test_programs_tell_it_too(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Bob")
    ann.play(100, 100)
    told = ann.put("/rounds/1/anecdote", {"text": CAT})
    assert told.get_json()["rounds"][0]["anecdote"] == CAT
    assert ann.put("/anecdote", {"text": "It rained"}).get_json()["anecdote"] == "It rained"
    refused = ann.put("/anecdote", {"text": "two\nlines"})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "bad_anecdote")
    assert ann.put("/rounds/7/anecdote", {"text": "x"}).status_code == 404
    ended = ann.post("/end", {"anecdote": "It poured"}).get_json()
    assert (ended["anecdote"], ended["is_ended"]) == ("It poured", True)
    record = ann.get("/record").get_json()
    assert "anecdote" not in str(record)


def test_the_same_anecdote_arriving_twice_is_told_once(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Bob")
    version = ann.version
    for _time in range(2):
        ann.version = version
        answer = ann.put("/anecdote", {"text": CAT}, headers={"Idempotency-Key": "once"})
        assert answer.status_code == 200
    assert ann.version == version + 1


def test_end_game_and_the_ended_table_say_how_long_it_took(
    ann: PlainBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.url
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 30 * 60)
    ann.get(f"{table}/end")
    assert "<li>30 min</li>" in html(ann)
    ann.press("End Game", {})
    assert '<p class="took">30 min</p>' in html(ann)
    assert ann.text.count("1 round") == 1
    assert not re.search("data-played", html(ann))
