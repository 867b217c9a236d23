"""The line-up in the form of a new game: the players' order, who begins, and who holds the phone.

Its buttons send the form and return it with another line-up; scripts do the same on the phone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import request

from scorecard.rules.typed import sums
from scorecard.rules.words import NOTHING, Sentence
from scorecard.services.looking_back import handicaps

RATINGS = "ratings"
BUTTONS = ("add", "remove", "earlier", "shuffle", "draw", "clear", RATINGS)
"""The names of the buttons that change the line-up."""
NOBODY = 0
"""The place of a phone that only keeps the score."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """The names in seating order, and the places of who begins and of who holds the phone.

    ``me`` is None while that is unknown. ``head_starts`` are the typed texts, by name; ``proposal``
    explains those that come from ratings.
    """

    names: Sequence[str] = field(default_factory=list)
    first: int = 1
    me: int | None = None
    head_starts: Mapping[str, str] = field(default_factory=dict)
    proposal: Sentence = NOTHING

    def place_of(self, names: Sequence[str]) -> int:
        """Return the first place of any of these names, by default 1."""
        wanted = {name.casefold() for name in names}
        places = (
            place for place, one in enumerate(self.names, 1) if one.strip().casefold() in wanted
        )
        return next(places, 1)

    def given(self) -> dict[str, Any]:
        """Return the head starts as numbers; other texts stay, for the rules to refuse."""
        typed = {name: sums.typed_number(self.head_starts.get(name)) for name in self.names}
        return {name: points for name, points in typed.items() if points is not None}


def sent() -> LineUp:
    """Return the line-up in the form that was sent; blank names are left out."""
    rows = request.form.getlist("player")
    me = request.form.get("me", "")
    return LineUp(
        [name for name in rows if name.strip()],
        _place(rows, request.form.get("first", "")) or 1,
        NOBODY if me == str(NOBODY) else _place(rows, me) or None,
        _typed_head_starts(rows),
    )


def with_proposal(lined_up: LineUp, proposal: handicaps.Proposal) -> LineUp:
    """Return a line-up with the head starts that ratings propose, if any."""
    proposed = {name: str(points) for name, points in proposal.head_starts.items()}
    head_starts = proposed or lined_up.head_starts
    return replace(lined_up, head_starts=head_starts, proposal=proposal.sentence)


def _typed_head_starts(rows: Sequence[str]) -> dict[str, str]:
    """Return the typed head starts by name; their fields have the numbers of the rows."""
    typed = {
        name: request.form.get(f"head_start-{row}", "").strip()
        for row, name in enumerate(rows, start=1)
        if name.strip()
    }
    return {name: text for name, text in typed.items() if text}


def is_rearranged() -> bool:
    """Whether the form was sent to change the line-up, and not to start."""
    return any(button in request.form for button in BUTTONS)


def rearranged(lineup: LineUp) -> LineUp:
    """Return the line-up as the pressed button makes it."""
    rows = request.form.getlist("player")
    names = list(lineup.names)
    order = list(range(len(names)))
    added = request.form.get("add", "").strip()
    if added and added.casefold() not in [name.strip().casefold() for name in names]:
        order.append(len(names))
        names.append(added)
    if place := _place(rows, request.form.get("remove", "")):
        order.remove(place - 1)
    if place := _place(rows, request.form.get("earlier", "")):
        order.insert((place - 2) % len(order), order.pop(place - 1))
    if "shuffle" in request.form:
        secrets.SystemRandom().shuffle(order)
    if "clear" in request.form:
        order = []
    moved = {was + 1: now for now, was in enumerate(order, start=1)}
    # 0 and None are no places, and stay.
    me = moved.get(lineup.me) if lineup.me else lineup.me
    first = moved.get(lineup.first, 1)
    if "draw" in request.form and names:
        first = secrets.randbelow(len(names)) + 1
    return replace(lineup, names=[names[was] for was in order], first=first, me=me)


def _place(rows: Sequence[str], typed: str) -> int:
    """Return the place of a row's name among those that are not blank, 0 for none."""
    row = sums.plain_number(typed) or 0
    if not 1 <= row <= len(rows) or not rows[row - 1].strip():
        return 0
    return sum(1 for name in rows[:row] if name.strip())
