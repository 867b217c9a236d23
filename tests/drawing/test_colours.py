"""The colours of pictures and charts are those of the style sheet, and stand out."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from scorecard.drawing import colours
from scorecard.drawing.chart import DASHES
from scorecard.drawing.colours import LEAST_CONTRAST, SEATS, contrast, on_paper

Matrix = tuple[tuple[float, float, float], ...]
SIGHTS: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear light for who sees this: protanopia, deuteranopia and tritanopia as
Machado, Oliveira and Fernandes measured them in 2009."""
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
LEAST_DISTANCE = 10
"""Between two players' colours, in the CIE's Lab: four times what is just told apart."""

STATIC = Path(colours.__file__).parents[1] / "static"
NIGHT_TABLE = "#1c120c"


def test_players_have_the_colours_of_the_style_sheet() -> None:
    css = (STATIC / "styles" / "every_page" / "tokens.css").read_text()
    found = re.findall(r"\.hue-(\d+) \{ --seat: (#\w+); --on-seat: (#\w+); \}", css)
    assert {int(number): (seat, on_seat) for number, seat, on_seat in found} == SEATS
    for name in ("table", "paper", "line", "ink", "ink-soft", "brown", "on-brown", "accent"):
        # By day, which comes first.
        in_css = re.search(rf"--{name}: (#\w+);", css)
        assert in_css
        assert in_css[1] == getattr(colours, name.replace("-", "_").upper())


@pytest.mark.parametrize("number", SEATS)
def test_every_line_stands_out_from_its_paper(number: int) -> None:
    seat, on_seat = SEATS[number]
    assert contrast(on_paper(seat), colours.PAPER) >= LEAST_CONTRAST
    assert contrast(seat, on_seat) >= LEAST_CONTRAST
    by_day, by_night = lines_in_css(number)
    assert contrast(by_day or seat, colours.TABLE) >= LEAST_CONTRAST
    assert contrast(by_night or by_day or seat, NIGHT_TABLE) >= LEAST_CONTRAST


def lines_in_css(number: int) -> tuple[str | None, str | None]:
    """Return the colour of a line by day and by night, where it is not the player's own."""
    day, _, night = (STATIC / "styles" / "chart.css").read_text().partition("@media")
    by_day, by_night = (
        re.search(rf"\.hue-{number} \{{ --line-of: (#\w+)", text) for text in (day, night)
    )
    return by_day and by_day[1], by_night and by_night[1]


def test_contrast_is_what_the_guidelines_say() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777") == pytest.approx(1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_badges_look_alike_whatever_colours_somebody_sees(sight: str) -> None:
    seen = [as_seen(seat, SIGHTS[sight]) for seat, _on_seat in SEATS.values()]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= LEAST_DISTANCE


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("by_night", [False, True])
def test_no_two_lines_look_alike_whatever_colours_somebody_sees(
    sight: str, *, by_night: bool
) -> None:
    for one, other in combinations(SEATS, 2):
        if DASHES.get(one) == DASHES.get(other):
            its, others = (
                as_seen(line_of(number, by_night=by_night), SIGHTS[sight])
                for number in (one, other)
            )
            assert dist(its, others) >= LEAST_DISTANCE, f"{one} and {other}"


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    black, white = (as_seen(colour, SIGHTS["no red"]) for colour in ("#000000", "#ffffff"))
    assert dist(black, white) == pytest.approx(100, abs=0.1)


def line_of(number: int, *, by_night: bool) -> str:
    """Return the colour of a player's line."""
    seat, _on_seat = SEATS[number]
    day, night = lines_in_css(number)
    return (night if by_night else None) or day or seat


def as_seen(colour: str, sight: Matrix) -> tuple[float, float, float]:
    """Return where a colour stands in Lab for somebody who sees like this."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(max(part, 0), 1) for part in times(sight, light)]
    x, y, z = (
        cube_root(part / white) for part, white in zip(times(TO_XYZ, seen), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def times(matrix: Matrix, parts: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def cube_root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
