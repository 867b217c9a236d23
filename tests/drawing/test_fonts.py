"""Which letters there are, and what fits."""

from __future__ import annotations

import pytest

from scorecard.drawing.fonts import FAMILY, fit, printable, runs, two_lines, width


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "Łukasz", "Ζωή", "Жанна", "שלום", "سلام", "Ngô Đình"]
)
def test_names_in_latin_greek_cyrillic_hebrew_and_arabic_are_shown_whole(name: str) -> None:
    assert printable(name) == name
    assert width(name, 20) > 10


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("🎉 Ann 🎉", "Ann"),
        ("李小龙", ""),
        ("👩‍👩‍👧", ""),
        ("Ann\u202eBob", "AnnBob"),
        ("Ann\n\tBob\x00", "Ann Bob"),
        ("e\u0301", "é"),
        ("  ", ""),
    ],
)
def test_what_no_font_has_is_left_out(name: str, shown: str) -> None:
    assert printable(name) == shown


def test_a_text_that_is_too_wide_is_shortened_and_then_fits() -> None:
    name = "Maximiliane-Charlotte von Hohenstein"
    short = fit(name, 20, 150)
    assert short.endswith("…")
    assert name.startswith(short[:-1])
    assert width(short, 20) <= 150
    assert fit("Ann", 20, 150) == "Ann"
    assert fit(name, 20, 0) == "…"


def test_wide_letters_are_wider_than_narrow_ones_and_figures_are_all_alike() -> None:
    assert width("W", 100) > 2 * width("i", 100)
    assert len({width(figure, 100) for figure in "0123456789"}) == 1


def test_a_text_is_split_where_its_letters_come_from_another_font() -> None:
    assert runs("سلام wins") == [("Noto Sans Arabic", "سلام "), (FAMILY, "wins")]
    assert runs("Ann") == [(FAMILY, "Ann")]
    assert runs("") == []


def test_a_long_name_is_parted_where_it_has_a_gap() -> None:
    parted = two_lines("Maximiliane-Charlotte von Hohenstein", 20, 250)
    assert parted == ["Maximiliane-Charlotte", "von Hohenstein"]
    assert two_lines("Ann", 20, 250) == ["Ann"]
    assert two_lines("W" * 40, 20, 250) == ["W" * 40]
