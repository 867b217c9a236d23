"""The points that a game awards to its players in a season, by the season's scheme.

Awards are whole numbers of parts of a point, with so many parts to a point that sharing among the
players of a table leaves no remainder: every sum is exact.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from scorecard.rules import core
from scorecard.rules.words import Sentence, say

UNIT = 55_440
"""Parts in a point: twice the least common multiple of 1 to 12, since awards may be halved."""
USUAL_PLACES = (5, 3, 2, 1)
MOST_PLACES = 12
HIGHEST_PLACE = 1000
"""Points a place may bring, at most."""

Kind = Literal["places", "wins", "points", "average", "relative", "size", "chips"]
Early = Literal["full", "half", "distance", "none"]

SCHEMES: Mapping[Kind, tuple[Sentence, Sentence]] = {
    "places": (say("Places"), say("Points for 1st, 2nd, 3rd and so on; a tie shares them.")),
    "wins": (say("Wins"), say("1 point for each win; a tie shares it.")),
    "points": (
        say("The game’s own points"),
        say("All totals add up; where the lowest total wins, they count as minus."),
    ),
    "average": (
        say("Against the average"),
        say("How far your total is above or below the average at the table."),
    ),
    "relative": (
        say("Against the table"),
        say("100 for beating everyone, 0 for beating no one, however many play."),
    ),
    "size": (
        say("Size of the table"),
        say("1 point, and 1 more for each player or side you beat; a tie shares."),
    ),
    "chips": (say("Net chips"), say("What you win or lose in money games.")),
}
"""Every scheme's name and explanation."""

EARLY: Mapping[Early, str] = {
    "full": say("counts like any other"),
    "half": say("brings half the points"),
    "distance": say("brings the table’s average and half the distance from it"),
    "none": say("does not count"),
}
"""How a game that was ended early counts. Games without an end of their own are never early."""


class BadScheme(ValueError):
    """An invalid scheme; ``field`` is the form field with the error."""

    def __init__(self, message: Sentence, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to award, and for ``places`` the points of each place from the first."""

    kind: Kind
    places: tuple[int, ...] = USUAL_PLACES

    def to_json(self) -> dict[str, core.Json]:
        """Return the scheme as a JSON object, which :func:`read_scheme` reads."""
        if self.kind == "places":
            return {"kind": self.kind, "places": list(self.places)}
        return {"kind": self.kind}

    @property
    def name(self) -> Sentence:
        """Its name, with the points of the places: "Places: 5 – 3 – 2 – 1"."""
        name = SCHEMES[self.kind][0]
        if self.kind != "places":
            return name
        return say("%(name)s: %(places)s", name=name, places=" – ".join(map(str, self.places)))

    @property
    def is_balance(self) -> bool:
        """Whether its awards sum to 0, so that they are shown with a sign."""
        return self.kind in ("average", "chips")

    @property
    def sentence(self) -> Sentence:
        """Its explanation."""
        return SCHEMES[self.kind][1]


@dataclass(frozen=True, slots=True)
class Finish:
    """One side's result: its rank from 1, and ``worth``: its total, negated if the lowest wins."""

    rank: int
    worth: int
    is_win: bool


def read_scheme(data: core.Json) -> Scheme:
    """Return a scheme from JSON; raise :class:`BadScheme` for an invalid one."""
    name = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in SCHEMES:
        raise BadScheme(
            say("An award scheme is one of %(schemes)s.", schemes=", ".join(SCHEMES)), "scheme"
        )
    kind = cast(Kind, name)
    if unknown := sorted(set(map(str, data)) - {"kind", "places"}):
        raise BadScheme(
            say("%(unknown)s means nothing in an award scheme.", unknown=unknown[0]), "scheme"
        )
    if kind != "places":
        return Scheme(kind)
    places = data.get("places", list(USUAL_PLACES))
    if not isinstance(places, list) or not 1 <= len(places) <= MOST_PLACES:
        raise BadScheme(
            say("Give points for 1 to %(most_places)s places.", most_places=MOST_PLACES), "places"
        )
    for place, points in enumerate(places, start=1):
        if type(points) is not int or not 0 <= points <= HIGHEST_PLACE:
            raise BadScheme(
                say(
                    "Place %(place)s brings a whole number of points from 0 to %(highest_place)s.",
                    place=place,
                    highest_place=HIGHEST_PLACE,
                ),
                "places",
            )
    for place in range(1, len(places)):
        if places[place] > places[place - 1]:
            raise BadScheme(
                say(
                    "Place %(place)s cannot bring more than place %(place2)s.",
                    place=place + 1,
                    place2=place,
                ),
                "places",
            )
    return Scheme(kind, tuple(places))


def refuse_early(scheme: Scheme, early: str) -> None:
    """Raise :class:`BadScheme` if the scheme does not allow this choice for early ends."""
    if early not in EARLY:
        raise BadScheme(say("%(early)s says nothing about early ends.", early=early), "early")
    if early == "distance" and scheme.kind != "points":
        raise BadScheme(
            say("Half the distance goes with the game’s own points only. Take half the award."),
            "early",
        )


def counts(scheme: Scheme, early: Early, *, is_money: bool, is_early: bool) -> bool:
    """Return whether a game counts under a scheme and a choice for early ends."""
    return not (is_early and early == "none") and (is_money or scheme.kind != "chips")


def among(
    sides: Collection[str], finishes: Mapping[str, Finish], *, is_money: bool
) -> dict[str, Finish]:
    """Return the results among some of the sides, as if the others had not played.

    The sides move up in rank. If none of them has won, the best of them has; in a money game only
    with a gain.
    """
    if finishes.keys() <= set(sides):
        return dict(finishes)
    left = {side: finishes[side] for side in finishes if side in sides}
    has_won = any(finish.is_win for finish in left.values())
    passes_on = not has_won and any(finish.is_win for finish in finishes.values())

    def moved(mine: Finish) -> Finish:
        rank = 1 + sum(other.rank < mine.rank for other in left.values())
        is_win = passes_on and rank == 1 and (mine.worth > 0 or not is_money)
        return Finish(rank, mine.worth, mine.is_win or is_win)

    return {side: moved(finish) for side, finish in left.items()}


def awards(
    scheme: Scheme, early: Early, finishes: Mapping[str, Finish], *, is_early: bool
) -> dict[str, int]:
    """Return each side's award in a game that counts, in parts of a point.

    Each of a side's partners gets all of it.
    """
    shares = {side: _award(scheme, finishes, side) for side in finishes}
    if is_early and early == "half":
        return {side: award // 2 for side, award in shares.items()}
    if is_early and early == "distance":
        average = sum(shares.values()) // len(shares)
        return {side: (award + average) // 2 for side, award in shares.items()}
    return shares


def _award(scheme: Scheme, finishes: Mapping[str, Finish], side: str) -> int:
    mine = finishes[side]
    level = sum(other.rank == mine.rank for other in finishes.values())
    match scheme.kind:
        case "places":
            taken = range(mine.rank - 1, mine.rank - 1 + level)
            points = sum(scheme.places[place] for place in taken if place < len(scheme.places))
            return points * UNIT // level
        case "wins":
            winners = sum(other.is_win for other in finishes.values())
            return UNIT // winners if mine.is_win else 0
        case "average":
            total = sum(other.worth for other in finishes.values())
            return (mine.worth * len(finishes) - total) * UNIT // len(finishes)
        case "relative":
            beaten = sum(other.rank > mine.rank for other in finishes.values())
            halves = 2 * beaten + level - 1
            return 100 * UNIT * halves // (2 * (len(finishes) - 1)) if len(finishes) > 1 else 0
        case "size":
            beaten = sum(other.rank > mine.rank for other in finishes.values())
            return (2 * beaten + level + 1) * UNIT // 2
        case _:
            return mine.worth * UNIT
