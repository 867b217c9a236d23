"""Pictures to share: right size, all names, whatever the names are."""

from __future__ import annotations

import struct
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from scorecard.drawing.chart import Line
from scorecard.drawing.png import png
from scorecard.drawing.poster import SIZES, Poster, Row, Shape, svg

NAMES = (
    *("Ann", "Maximiliane-Charlotte von Hohenstein", "李小龙", "🍫🍫", "Zoë", "Жанна"),
    *("Ζωή", "שלום", "<script>alert(1)</script>", "سلام", "A&B\"'", "\u202eEd"),
)


def poster(*names: str, rounds: int = 5, **more: object) -> Poster:
    rows = [
        Row(str(place), [(place % 12 + 1, name[0])], name, "1,250", place == 1)
        for place, name in enumerate(names, start=1)
    ]
    lines = [
        Line(place % 12 + 1, name[0], [number * 50 for number in range(rounds + 1)])
        for place, name in enumerate(names, start=1)
    ]
    made = Poster("Hearts", "14 Mar 2026", f"{names[0]} wins", "Because.", rows, lines, 1_000)
    return replace(made, **more)  # type: ignore[arg-type]


def texts(svg_text: str) -> list[str]:
    root = ET.fromstring(svg_text)
    return ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]


def size_of(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", image[16:24])


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("count", [1, 2, 6, 12])
def test_it_has_its_size_and_all_names_up_to_twelve(shape: Shape, count: int) -> None:
    drawn = svg(poster(*NAMES[:count]), shape)
    assert size_of(png(drawn)) == SIZES[shape]
    rows = texts(drawn)
    for name in ("Ann", "Maxi")[:count]:
        assert any(text.startswith(name) for text in rows), name
    assert rows.count("1,250") == count


@pytest.mark.parametrize("shape", SIZES)
def test_balances_have_their_sign_along_the_axis(shape: Shape) -> None:
    for is_money, marks in ((True, ["0", "+50", "+100"]), (False, ["0", "50", "100"])):
        drawn = svg(poster("Ann", rounds=2, target=None, is_money=is_money), shape)
        assert [text for text in texts(drawn) if text in marks] == marks


@pytest.mark.parametrize("shape", SIZES)
def test_names_cannot_break_the_picture(shape: Shape) -> None:
    drawn = svg(poster(*NAMES, title="<b>&", evening="]]>", reason="\x00\x07"), shape)
    assert "<script>" not in drawn
    assert "<script>alert(1)</script>" in texts(drawn)
    assert "A&B\"'" in texts(drawn)
    assert "سلام" in texts(drawn)
    assert size_of(png(drawn)) == SIZES[shape]


@pytest.mark.parametrize("shape", SIZES)
def test_of_more_than_twelve_it_says_how_many_are_left_out(shape: Shape) -> None:
    names = [f"Player number {number}" for number in range(40)]
    shown = texts(svg(poster(*names, note="3 games"), shape))
    assert "Player number 11" in shown
    assert "Player number 12" not in shown
    assert "and 28 more · 3 games" in shown


@pytest.mark.parametrize("shape", SIZES)
def test_before_any_round_there_is_no_chart(shape: Shape) -> None:
    drawn = svg(poster("Ann", "Bob", rounds=0), shape)
    assert "chart-lines" not in drawn
    assert size_of(png(drawn)) == SIZES[shape]


def test_a_long_name_is_made_smaller_before_it_is_shortened() -> None:
    drawn = svg(poster(NAMES[1], "Bob"), "wide")
    assert f"{NAMES[1]} wins" in texts(drawn)
    endless = svg(poster("W" * 40, "Bob"), "wide")
    assert any(text.startswith("WWW") and text.endswith("…") for text in texts(endless))


def test_letters_are_drawn_and_not_left_out() -> None:
    """Two names of letters of one script make two pictures: neither is empty, nor all boxes."""
    for one, other in (
        ("Ann", "Bob"),
        ("Жан", "Яна"),
        ("Ζωή", "Άρη"),
        ("שלום", "רותי"),
        ("سلام", "ليلى"),
    ):
        assert png(svg(poster(one), "wide")) != png(svg(poster(other), "wide"))


def test_a_total_below_zero_is_drawn_with_its_sign() -> None:
    """The fonts have no minus; a box stood there."""

    def drawn(total: str) -> bytes:
        return png(
            svg(replace(made, rows=[replace(row, total=total) for row in made.rows]), "wide")
        )

    made = poster("Ann", rounds=0)
    assert drawn("−50") == drawn("–50") != drawn("50")
    assert "−50 in all" in texts(svg(replace(made, reason="−50 in all"), "wide"))
