"""Numbers and sums as they are typed."""

from __future__ import annotations

from dataclasses import asdict
from inspect import signature
from typing import Any

import pytest

from scorecard.rules.core import Json
from scorecard.rules.typed import fields
from scorecard.rules.typed.sums import plain_number, typed_sum
from scorecard.rules.words import NOTHING, quoted
from scorecard.web.forms.typed_fields import KINDS, TypedNumber
from scorecard.web.pages.templating import where_asked, with_cards

SUMS: dict[str, int | str | None] = {
    "450-200": 250,
    "3x150+50": 500,
    " 3 × 150 \N{MINUS SIGN} 50 ": 400,
    "3 x 150": 450,
    "3×150": 450,
    "3X150": 450,
    "50*3": 150,
    "1,000+200": 1_200,
    "1.250+50": 1_300,
    "1 250 + 50": 1_300,
    "1\N{NARROW NO-BREAK SPACE}250\N{NO-BREAK SPACE}+ 3 × 50": 1_400,
    "2x1.500": 3_000,
    "3 150": 3_150,
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
    "1\N{THIN SPACE}200": 1_200,
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


def bound(about: fields.Field) -> Any:
    """Return the form's field for a field of a game."""
    return KINDS[about.kind](about, about.key)


def send(field: Any, texts: list[str]) -> None:
    """Give a form's field what a phone sends for it."""
    field.data = texts


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_is_added_up_and_anything_else_stays_as_it_was_typed(text: str) -> None:
    assert typed_sum(text) == SUMS[text]


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1,2", "²", "١", "1000"])
def test_a_plain_number_has_so_many_digits_and_nothing_else(text: str) -> None:
    assert plain_number(text, 3) is None
    assert [plain_number(number, 3) for number in ("0", "7", "007", "999")] == [0, 7, 7, 999]
    assert [plain_number("9" * digits) for digits in (9, 10)] == [999_999_999, None]


@pytest.mark.parametrize("kind", [kind for kind, read in KINDS.items() if read is TypedNumber])
def test_every_number_of_a_round_may_be_a_sum(kind: Any) -> None:
    field = bound(fields.Field("points", quoted("Points"), kind))
    send(field, ["1.250 + 3×50"])
    assert field.value() == 1_400


def test_so_may_every_amount_and_every_bet() -> None:
    field = bound(fields.Field("bets", quoted("Bets"), "amounts", names=("Ann", "Bob", "Cy")))
    send(field, ["450-200", "", "1 250"])
    assert field.value() == {"Ann": 250, "Cy": 1_250}
    log = bound(fields.Field("actions", quoted("In turn"), "log", names=("Ann", "Ann Lee")))
    send(log, ["Ann bet 3 x 50\r\nAnn Lee raise 1 250\nAnn 3\nAnn fold\nAnn Lee"])
    assert log.value() == [
        ["Ann", "bet", 150],
        ["Ann Lee", "raise", 1_250],
        ["Ann", 3],
        ["Ann", "fold"],
        ["Ann Lee"],
    ]


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
    about = fields.Field("score", quoted("Round score"), "signed_points")
    field = bound(about)
    send(field, sent)
    assert field.value() == value


def test_one_player_holds_a_single_card_as_programs_are_told_whatever_the_game() -> None:
    assert asdict(fields.EntryForm(single="squirts"))["single_limit"] == 1
    assert "single_limit" not in signature(fields.EntryForm).parameters


def test_a_field_is_asked_in_some_ways_to_record_a_round_each_time_at_its_place() -> None:
    ante, winner, bank = (
        fields.Field(key, NOTHING, "number") for key in ("ante", "winner", "bank")
    )
    ways = (
        fields.RoundStyle("short", NOTHING, fields=(winner,)),
        fields.RoundStyle("long", NOTHING, fields=(ante, winner)),
    )
    form = fields.EntryForm(rounds=ways)
    assert where_asked(form, winner) == "short:1 long:2"
    assert where_asked(form, ante) == "long:1"
    assert where_asked(form, bank) == ""


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("10♥", '<span class="playing-card" data-suit="h">10♥</span>'),
        (
            "Front K♠ 2♣",
            'Front <span class="playing-card" data-suit="s">K♠</span> '
            '<span class="playing-card" data-suit="c">2♣</span>',
        ),
        (
            "2♣, 3",
            '<span class="with-card"><span class="playing-card" data-suit="c">2♣</span>,</span> 3',
        ),
        ("Ann: 10, K", "Ann: 10, K"),
        ("<b>♦</b>", "&lt;b&gt;♦&lt;/b&gt;"),
    ],
)
def test_cards_in_words_are_drawn_and_nothing_else(words: str, drawn: str) -> None:
    assert with_cards(words) == drawn
