"""The chart of totals: where its lines go, and whose they are."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from scorecard.drawing.chart import MOST_POINTS, Line, draw, number_words, spread, ticks

SIZE: dict[str, Any] = {"width": 640, "height": 440}


def points(svg: str, colour: int) -> list[tuple[float, float]]:
    found = re.search(rf'hue-{colour}"><path class="chart-line" d="M([^"]*)"', svg)
    assert found
    pairs = (pair.split() for pair in found[1].split("L"))
    return [(float(x), float(y)) for x, y in pairs]


def test_a_line_goes_from_round_to_round_and_up_with_its_total() -> None:
    svg = draw([Line(1, "A", [0, 100, 300]), Line(2, "B", [0, 50, -20])], **SIZE)
    ann, bob = points(svg, 1), points(svg, 2)
    assert ann[0] == bob[0]
    assert [x for x, _y in ann] == sorted(x for x, _y in ann)
    assert ann[2][1] < ann[1][1] < ann[0][1]
    assert bob[2][1] > bob[0][1]
    # The same number of points is the same way up, wherever it is.
    assert ann[0][1] - ann[1][1] == pytest.approx((ann[1][1] - ann[2][1]) / 2, abs=0.2)


def test_the_target_is_on_the_chart_although_nobody_is_near_it() -> None:
    svg = draw([Line(1, "A", [0, 100])], target=10_000, **SIZE)
    assert "to 10,000" in svg
    assert "chart-target" not in draw([Line(1, "A", [0, 100])], **SIZE)


def test_a_line_ends_where_its_side_is_out_and_its_letters_stand_there() -> None:
    svg = draw(
        [Line(1, "A", [0, 1, 2, 3, 4, 5]), Line(2, "B", [0, 4, None, None, None, None])], **SIZE
    )
    assert len(points(svg, 2)) == 2
    a, b = (float(found) for found in re.findall(r'class="chart-initial" x="([\d.]+)"', svg))
    assert b < a or a < b
    assert min(a, b) < 300 < max(a, b)


def test_a_long_game_is_thinned_out_and_keeps_its_ends() -> None:
    values = [number * 7 % 1_000 for number in range(5_000)]
    drawn = points(draw([Line(3, "C", values)], **SIZE), 3)
    assert len(drawn) == MOST_POINTS
    few = points(draw([Line(3, "C", values[:1] + values[-1:])], **SIZE), 3)
    assert drawn[0][0] == few[0][0]
    assert drawn[-1][0] > 500


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [Line(1, "A", [])],
        [Line(1, "A", [0])],
        [Line(1, "A", [0, 0]), Line(2, "B", [0, 0])],
        [Line(1, "A", [None, None])],
        [Line(1, "<", [0, -5]), Line(2, "&", [0, 2**62])],
        [Line(seat, str(seat), [0, 5]) for seat in range(1, 13)],
    ],
)
def test_whatever_is_drawn_is_whole_and_stays_inside(lines: list[Line]) -> None:
    svg = draw(lines, target=0, **SIZE)
    root = ET.fromstring(f"<svg>{svg}</svg>")
    for circle in root.iter("circle"):
        assert 0 < float(circle.attrib["cx"]) < 640
        assert 0 < float(circle.attrib["cy"]) < 440


def test_letters_at_the_ends_stand_apart_in_the_order_of_their_lines() -> None:
    places = spread([100, 101, 102, 300], 20, 0, 400)
    assert places == [81, 101, 121, 300]
    assert spread([395, 396], 20, 0, 400) == [380, 400]
    assert spread([0, 0, 0], 20, 10, 400) == [10, 30, 50]
    crowded = spread([5.0] * 10, 20, 0, 90)
    assert crowded == [pytest.approx(10 * number) for number in range(10)]


@pytest.mark.parametrize("size", [(400, 300), (640, 300), (480, 530)])
@pytest.mark.parametrize("count", [2, 6, 7, 12])
@pytest.mark.parametrize("spread_by", [0, 10, 1_100])
def test_letters_of_up_to_twelve_never_overlap(
    size: tuple[int, int], count: int, spread_by: int
) -> None:
    lines = [Line(seat, str(seat), [0, 300 + seat * spread_by]) for seat in range(1, count + 1)]
    svg = draw(lines, width=size[0], height=size[1], target=15_000, least=4)
    root = ET.fromstring(f"<svg>{svg}</svg>")
    circles = [
        [float(circle.attrib[name]) for name in ("cx", "cy", "r")] for circle in root.iter("circle")
    ]
    assert len(circles) == count
    for x, y, radius in circles:
        assert radius <= x <= size[0] - radius
        assert radius <= y <= size[1] - radius
    for (x1, y1, r1), (x2, y2, r2) in combinations(circles, 2):
        assert hypot(x1 - x2, y1 - y2) > r1 + r2
    # In the order of their lines, the highest total on top.
    initials = [text.text for text in root.iter("text") if text.get("class") == "chart-initial"]
    assert spread_by == 0 or initials == [str(seat) for seat in range(count, 0, -1)]


def test_axes_have_round_numbers() -> None:
    assert ticks(0, 10_400) == [0, 5_000, 10_000]
    assert ticks(-250, 900) == [0, 500]
    assert ticks(-50, 100) == [-50, 0, 50, 100]
    assert ticks(0, 1.04) == [0, 1]
    assert ticks(0, 8) == [0, 2, 4, 6, 8]
    assert number_words(-1_250) == "−1,250"
    assert number_words(2.5) == "2.5"
