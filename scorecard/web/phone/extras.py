"""Tools beside the score: who goes first, a turn timer, dice.

They run on the phone and store nothing. Without scripts, the server draws and rolls.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from flask import request

from scorecard.rules.words import Sentence, say
from scorecard.web.http import access
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("extras", __name__)

TOOLS = ("first", "timer", "dice")
FEWEST, USUAL, MOST = 2, 4, 12
"""The number of people without a game."""
FACES = (4, 6, 8, 10, 12, 20)
USUAL_FACES = 6
MOST_DICE = 6


class Person(NamedTuple):
    """A person at the table, with the colour of their seat."""

    name: str | Sentence
    initial: str
    colour: int


@blueprint.open_page("/extras")
def page() -> str:
    """Show them without a game: people are numbers, counted round the table."""
    count = min(max(writes.number_asked("players") or USUAL, FEWEST), MOST)
    people = [
        Person(say("Player %(number)s", number=one), str(one), one) for one in range(1, MOST + 1)
    ]
    return _page(people[:count], people)


@blueprint.game_page("/games/<uid:game_uid>/extras", "spectator")
def at_table(visit: access.Visit) -> str:
    """Show them for those who play a game."""
    seats = rendered(visit.game).sheet.seats
    people = [
        Person(seat.name, seat.initial, seat.colour) for seat in seats if seat.left_after is None
    ]
    return _page(people, people)


def _page(playing: Sequence[Person], people: Sequence[Person]) -> str:
    """Return the page; it shows those ``playing``, and holds all ``people``."""
    tool = request.args.get("tool")
    dice = min(max(writes.number_asked("dice") or 2, 1), MOST_DICE)
    faces = writes.number_asked("faces")
    faces = faces if faces in FACES else USUAL_FACES
    return responses.page(
        "phone/extras/page.html",
        tool=tool if tool in TOOLS else TOOLS[0],
        people=people,
        playing=len(playing),
        fewest=FEWEST,
        drawn=secrets.choice(playing) if playing and "draw" in request.args else None,
        dice=dice,
        most_dice=MOST_DICE,
        faces=faces,
        all_faces=FACES,
        rolled=[secrets.randbelow(faces) + 1 for _ in range(dice)]
        if "roll" in request.args
        else [],
    )
