"""No page says a word that no sentence has said: all that is read can be said in any language.

In the tests' language every sentence stands in brackets, and what is put into one between signs
that nobody sees. So whatever stands in no brackets, or between those signs, was typed by somebody,
is called the same everywhere, or was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import select

from scorecard import handbook
from scorecard.database.db import db
from scorecard.models import (
    Adjustment,
    Amendment,
    CashEntry,
    Comment,
    Division,
    Game,
    Group,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Round,
    Ruling,
    Season,
    Seat,
    Team,
)
from scorecard.services.groups import details
from scorecard.web.http.languages import COOKIE, END_ISOLATE, FIRST_STRONG, LEFT_TO_RIGHT, PSEUDO
from tests.browser.screens.gallery import SCREENS, Screen
from tests.browser.screens.seeded import furnished
from tests.catalogs import NO_WORDS, SHOWN_ATTRIBUTES, WORD
from tests.fuzzing.world import World

TYPED = (
    *(getattr(Group, key) for key in details.KEYS),
    *(Seat.name, Player.name, Season.name, HouseRules.name),
    *(Player.initial, HouseRulesVersion.notes, HouseRulesVersion.reason, Proposal.notes),
    *(Proposal.reason, Comment.text, Ruling.situation, Ruling.decision, Ruling.decided_by),
    *(Amendment.reason, Game.anecdote, Round.anecdote, Adjustment.reason, Team.name),
    Division.name,
    CashEntry.note,
)
"""What people have written, by where it is kept; it is never translated."""
ATTRIBUTES = (*SHOWN_ATTRIBUTES, "label", "data-label", "data-title", "data-short", "data-share")
ATTRIBUTES_OF = (("meta", "data-name"), ("button", "data-name"), ("option", "label"))
"""Attributes that are shown or read out, by browsers or by the scripts."""
STORED = {
    *("Bb", "Four-card game", "Chips", "Cabin", "Friday", "Late evenings", "Late", "evenings"),
    *("ANN", "Anns"),
}
"""What they have written, too, and is kept as part of something else."""
TITLES = {page.title for page in handbook.pages().values()}
"""What the pages of the handbook are called, which is in English everywhere."""
MADE_UP = {"Ada", "Bob", "Cleo", "Dan", "Ann", "Cy", "Di", "Ed"}
"""Who plays in the demo and in the examples of the rules."""
ADDRESS = re.compile(r"(https?:/)?/[\w./-]+|[0-9A-Z]{3} [0-9A-Z]{3}")
"""Where to go, and the code that lets a phone in."""
APART = re.compile(r"\s*[&,;:()“”.]\s*")
"""What stands between names, and between a name and what is said of it."""
SILENT = ("script", "style", "code", "pre", "textarea")
"""What is not read, or is as programs read it, or was typed just now."""
OPENS, CLOSES = ("⟦", FIRST_STRONG, LEFT_TO_RIGHT), ("⟧", END_ISOLATE)
BRACKET = re.compile(f"([{''.join(OPENS + CLOSES)}])")


class Page(HTMLParser):
    """Collects what a page says outside of sentences, also in the head and in attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.unsaid: list[str] = []
        self._open = [""]
        self._silent: list[str] = []
        self.feed(html)
        assert self._open == [""], "a bracket is open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if self._silent:
            self._silent += [tag] * (tag == self._silent[0])
        elif tag in SILENT or found.get("lang", PSEUDO) != PSEUDO:
            # What is marked as of another language is called so in all of them.
            self._silent = [tag]
        for name, value in found.items():
            if name in ATTRIBUTES or (tag, name) in ATTRIBUTES_OF:
                self.unsaid += unsaid(value or "", [""])

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[0]:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.unsaid += unsaid(data, self._open)


def unsaid(text: str, opened: list[str]) -> Iterator[str]:
    """Yield the pieces of a text with words in them that stand in no sentence themselves.

    ``opened`` are the brackets that are open before it, and then those after it.
    """
    for piece in BRACKET.split(text):
        if piece in OPENS:
            opened.append(piece)
        elif piece in CLOSES:
            opened.pop()
        elif opened[-1] != "⟦" and WORD.search(piece):
            yield piece.strip()


class Typed:
    """What people have written, and so may stand in no sentence."""

    def __init__(self, world: World) -> None:
        with world.app.app_context():
            found = (db.session.scalars(select(column)) for column in TYPED)
            self.texts = {text for texts in found for text in texts if text}
        self.texts |= STORED | MADE_UP | TITLES

    def __contains__(self, text: str) -> bool:
        is_called_so = {*WORD.findall(text)} <= NO_WORDS
        if is_called_so or text in self.texts or ADDRESS.fullmatch(text):
            return True
        pieces = [piece for piece in APART.split(text) if WORD.search(piece)]
        return pieces != [text] and all(piece in self for piece in pieces)


@pytest.fixture(scope="module")
def furnished_world(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[World, dict[str, str], Typed]]:
    with furnished(tmp_path_factory.mktemp("words")) as (world, places):
        yield world, places, Typed(world)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_word_of_a_page_is_said_in_a_sentence(
    furnished_world: tuple[World, dict[str, str], Typed], screen: Screen
) -> None:
    world, places, typed = furnished_world
    client = world.client(screen.role)
    client.set_cookie(COOKIE, PSEUDO)
    path = screen.path.format_map(places)
    response = client.get(path, follow_redirects=True)
    assert response.status_code == screen.status
    # An address that has got something unseen leads nowhere.
    assert not re.search(rf'(href|src|action)="[^"]*[{FIRST_STRONG}{END_ISOLATE}]', response.text)
    asked = {text for _name, text in parse_qsl(urlsplit(path).query)}
    assert [
        text for text in Page(response.text).unsaid if text not in typed and text not in asked
    ] == []


def test_a_word_that_was_forgotten_is_noticed() -> None:
    html = """<html lang="xx"><title>⟦Table⟧ Forgotten</title>
        <p title="Not said">⟦\u2068Ann\u2069 has \u2068points\u2069 and <b>this</b>⟧, too</p>
        <p>⟦All of <b>this</b>⟧</p><p lang="en">Nor this</p><code>Code</code> <img alt="Seen">"""
    assert Page(html).unsaid == ["Forgotten", "Not said", "Ann", "points", ", too", "Seen"]
