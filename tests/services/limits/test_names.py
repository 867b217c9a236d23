"""What may be a name, and which two nobody could tell apart."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.table import seating
from tests.factories import Club, Table

ALIKE = [
    ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"),
    ("Ann", "An\N{ZERO WIDTH JOINER}n"),
    ("Ann", "Ann\N{VARIATION SELECTOR-16}"),
    ("Ann", "Ann\N{HANGUL FILLER}"),
    ("Ann", "\N{FULLWIDTH LATIN CAPITAL LETTER A}nn"),
    ("Ann Lee", "Ann\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}Lee"),
    ("Bob", "\N{GREEK CAPITAL LETTER BETA}ob"),
]
APART = [
    ("Ann", "Anna"),
    ("Zoe", "Zoë"),
    ("Анна", "Anna"),
    ("🍫", "🍫🍫"),
    ("Al", "Ai"),
    ("Ann", "Ann 2"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_that_look_the_same_are_not_at_one_table(one: str, other: str) -> None:
    with pytest.raises(BadInput, match=f"looks just like {one}, who is there already") as refused:
        names.refuse_lookalike(other, [one])
    assert refused.value.code == "lookalike_name"


@pytest.mark.parametrize(("one", "other"), [*APART, ("Ann", "ANN")])
def test_two_that_can_be_told_apart_or_are_the_same_are_none_of_this(one: str, other: str) -> None:
    names.refuse_lookalike(other, [one])


@pytest.mark.parametrize(
    "name",
    [
        "Ann\N{RIGHT-TO-LEFT OVERRIDE}boB",
        "Ann\N{LEFT-TO-RIGHT ISOLATE}",
        "A\0nn",
        "A\nnn",
        "An\N{ZERO WIDTH SPACE}n",
        "An\N{SOFT HYPHEN}n",
        "An\N{LINE SEPARATOR}n",
        "\ud800",
        "\N{TAG LATIN SMALL LETTER A}Ann",
    ],
)
def test_signs_that_change_what_stands_around_them_are_in_no_name(name: str) -> None:
    with pytest.raises(BadInput):
        names.clean(name)


def test_nobody_joins_as_somebody_who_is_there(session: Session) -> None:
    fake = ALIKE[0][1]
    table = Table(session, "Ann", "Bob")
    for refused in (
        lambda: seating.add_player(session, table.game, table.write(), fake),
        lambda: seating.rename(session, table.game, table.write(), 2, fake),
        lambda: Table(session, "Ann", fake),
    ):
        with pytest.raises(BadInput, match="looks just like Ann"):
            refused()
        session.rollback()
    # One's own name may be written rightly.
    seating.rename(session, table.game, table.write(), 1, fake)
    club = Club(session, "Ann", "Bob")
    with pytest.raises(BadInput, match="looks just like Ann"):
        rosters.add(session, club.group, club.write(), fake)
    ann = club.players["Ann"]
    rosters.change(session, ann, club.write(), name=fake, colour=1, initial="")
