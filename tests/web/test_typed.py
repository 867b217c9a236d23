"""Numbers and sums as they are typed."""

from __future__ import annotations

import pytest
from wtforms import Form

from scorecard.rules.core import Field, Json
from scorecard.rules.words import quoted
from scorecard.web.typed import typed, typed_sum

SUMS: dict[str, int | str | None] = {
    "450-200": 250,
    "3x150+50": 500,
    " 3 × 150 \N{MINUS SIGN} 50 ": 400,
    "50*3": 150,
    "1,000+200": 1_200,
    "2x1.500": 3_000,
    "-50+20": -30,
    "\N{MINUS SIGN}250": -250,
    "12": 12,
    "1,200": 1_200,
    "1.200": 1_200,
    "1 200": 1_200,
    "1’200": 1_200,
    "1'200": 1_200,
    "1\N{NO-BREAK SPACE}200": 1_200,
    "1\N{NARROW NO-BREAK SPACE}200": 1_200,
    "\N{MINUS SIGN}1.200.000": -1_200_000,
    "1.2": "1.2",
    "1,25": "1,25",
    "1.2000": "1.2000",
    "1200.500": "1200.500",
    "1 20": "1 20",
    ".200": ".200",
    "": None,
    "2x3x4": "2x3x4",
    "3*-50": "3*-50",
    "450 - ": "450 -",
    "--5": "--5",
    "many": "many",
    "1e3": "1e3",
    "9" * 41: "9" * 41,
}


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_is_added_up_and_anything_else_stays_as_it_was_typed(text: str) -> None:
    assert typed_sum(text) == SUMS[text]


@pytest.mark.parametrize(
    ("sent", "value"),
    [
        (["minus", "50"], -50),
        (["minus", "50+20"], -30),
        (["minus", "-50"], -50),
        (["minus", "many"], "many"),
        (["minus", ""], None),
        (["50-20"], 30),
    ],
)
def test_the_box_of_a_sign_stands_before_the_whole_sum(sent: list[str], value: Json) -> None:
    about = Field("score", quoted("Round score"), "signed_points")
    field = typed(about).bind(Form(), "score")
    field.process_formdata(sent)
    assert field.value() == value
