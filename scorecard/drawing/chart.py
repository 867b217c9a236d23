"""The line chart of everybody's totals, with a badge at the end of each line, as SVG.

Its colours come from styles: the board's and the table's from ``chart.css``, a picture's from
:func:`style`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from scorecard.drawing import colours
from scorecard.rules.words import MINUS, say

MOST_POINTS = 160
"""Points of a line, at most; a longer game's are thinned out."""
MOST_MARKS = 5
"""Numbers along an axis."""
DASHES = {**dict.fromkeys((5, 6, 7, 12), "9 7"), **dict.fromkeys((8, 9, 10, 11), "16 8 1 8")}
"""Dash patterns by colour, so that lines differ without colours, too."""
LABEL = 15
"""The font size along the axes, by which everything else is measured."""
BADGE = 14
"""The radius of a line's badge."""
LEAD = 8
"""The distance from a line's end to its badge."""
ONE_COLUMN = 6
"""The badges of more lines are in two columns, in turn."""
COLUMN, GAP = 2 * BADGE + 3, 5
"""The distance of two columns, and the least gap within one; leads pass through it."""
Translate = Callable[[object], str]
"""Returns a sentence or a number in the language of the reader."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: a colour's number, one or two letters, and a value, or None, per point."""

    colour: int
    initial: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Frame:
    """The area of a chart's lines, and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    last: float
    low: float
    high: float

    def x(self, step: float) -> float:
        """Return the x coordinate of a step."""
        return round(self.left + (self.right - self.left) * step / self.last, 1)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.bottom - (self.bottom - self.top) * share, 1)


def number_words(value: float) -> str:
    """Return a number as people write it: "1,250", "−300"."""
    return f"{value:,.10g}".replace("-", MINUS)


def english(what: object) -> str:
    """Return a number as people write it, and a sentence as it is."""
    return number_words(what) if isinstance(what, int | float) else str(what)


def with_signs(translate: Translate) -> Translate:
    """Return a translation for balances, with a plus sign before gains."""
    return lambda what: (
        f"+{translate(what)}" if isinstance(what, int) and what > 0 else translate(what)
    )


def draw(
    lines: Sequence[Line],
    *,
    width: int,
    height: int,
    target: int | None = None,
    steps: Sequence[str] = (),
    least: int = 1,
    translate: Translate = english,
) -> str:
    """Return the content of an SVG of this size: axes, the target, the lines, and their badges.

    The points are rounds from 0, unless ``steps`` names them; the chart is at least so many wide.
    """
    count = max((len(line.values) for line in lines), default=0)
    frame = _frame(lines, max(count - 1, least), width, height, target, translate)
    points_drawn = _points_drawn(count)
    parts = [_marks(frame, width, translate), _steps(frame, count, steps)]
    if target is not None:
        parts.append(_target(frame, target, translate))
    drawn = [_line(frame, line, points_drawn) for line in lines]
    # The first line is drawn last, above the others.
    parts.append(f'<g class="chart-lines">{"".join(reversed(drawn))}</g>')
    parts.append(_ends(frame, lines))
    return "".join(parts)


def style(numbers: Sequence[int], *, ink: str, soft: str, paper: str) -> str:
    """Return the styles of a chart outside of pages with a style sheet."""
    rules = [
        f".chart-mark{{stroke:{soft};stroke-opacity:.28}}.chart-zero{{stroke-opacity:.7}}",
        f".chart-label{{fill:{soft};font-size:{LABEL}px}}",
        f".chart-target{{stroke:{ink};stroke-dasharray:2 7;stroke-width:2.5;stroke-linecap:round}}",
        f".chart-target-label{{fill:{ink};font-weight:700;font-size:{LABEL}px}}",
        ".chart-line{fill:none;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}",
        f".chart-lead{{fill:none;stroke-width:1.5}}.chart-badge{{stroke:{paper};stroke-width:2}}",
        f".chart-initial{{font-weight:700;font-size:{LABEL}px;text-anchor:middle}}",
    ]
    for number in numbers:
        seat, on_seat = colours.SEATS[number]
        line = colours.on_paper(seat, paper, ink)
        rules.append(
            f".hue-{number} .chart-line,.hue-{number} .chart-lead{{stroke:{line}}}"
            f".hue-{number} .chart-badge{{fill:{seat}}}"
            f".hue-{number} .chart-initial{{fill:{on_seat}}}"
        )
    return "".join(rules)


def _frame(
    lines: Sequence[Line],
    last: int,
    width: int,
    height: int,
    target: int | None,
    translate: Translate,
) -> Frame:
    values = [value for line in lines for value in line.values if value is not None]
    low, high = min(0, *values, target or 0, 0), max(0, *values, target or 0, 0)
    if low == high:
        high = low + 1
    gap = (high - low) * 0.04
    low, high = (low - gap if low < 0 else low), high + gap
    room = max(len(translate(int(mark))) for mark in ticks(low, high)) * LABEL * 0.62
    return Frame(
        left=room + LABEL,
        top=LABEL,
        right=width - 2 * BADGE - 4 - _leads(len(lines)) - (_columns(len(lines)) - 1) * COLUMN,
        bottom=height - 2 * LABEL,
        last=last,
        low=low,
        high=high,
    )


def ticks(low: float, high: float) -> list[float]:
    """Return about MOST_MARKS round numbers between two others, in steps of 1, 2 or 5."""
    step, rough = 1.0, (high - low) / MOST_MARKS
    while step < rough:
        step *= 2.5 if f"{step:e}".startswith("2") else 2
    first = int(-(-low // step))
    return [number * step for number in range(first, int(high // step) + 1)]


def _marks(frame: Frame, width: int, translate: Translate) -> str:
    parts = []
    for mark in ticks(frame.low, frame.high):
        y = frame.y(mark)
        zero = "" if mark else " chart-zero"
        parts.append(
            f'<path class="chart-mark{zero}" d="M{frame.left} {y}H{width}"/>'
            f'<text class="chart-label" x="{frame.left - 8:.1f}" y="{y + LABEL * 0.35:.1f}" '
            f'text-anchor="end">{escape(translate(int(mark)))}</text>'
        )
    return "".join(parts)


def _steps(frame: Frame, count: int, names: Sequence[str]) -> str:
    """Return the labels of the time axis: every round, or every so many."""
    parts = []
    marks = [int(mark) for mark in ticks(0, max(count - 1, 1)) if mark == int(mark)]
    for mark in marks:
        if mark >= count or (not mark and not names):
            continue
        text = escape(names[mark]) if names else str(mark)
        parts.append(
            f'<text class="chart-label" x="{frame.x(mark)}" y="{frame.bottom + 1.5 * LABEL:.1f}" '
            f'text-anchor="middle">{text}</text>'
        )
    return "".join(parts)


def _target(frame: Frame, target: int, translate: Translate) -> str:
    y = frame.y(target)
    below = y + 1.3 * LABEL if y < 2 * LABEL else y - 0.5 * LABEL
    return (
        f'<path class="chart-target" d="M{frame.left} {y}H{frame.right}"/>'
        f'<text class="chart-target-label" x="{frame.left + 6:.1f}" y="{below:.1f}">'
        f"{escape(translate(say('to %(target)s', target=target)))}</text>"
    )


def _points_drawn(count: int) -> list[int]:
    """Return the points that are drawn: all, or evenly spaced ones from the first to the last."""
    if count <= MOST_POINTS:
        return list(range(count))
    step = (count - 1) / (MOST_POINTS - 1)
    return [round(number * step) for number in range(MOST_POINTS)]


def _line(frame: Frame, line: Line, points_drawn: Sequence[int]) -> str:
    points = [
        f"{frame.x(step)} {frame.y(value)}"
        for step in points_drawn
        if step < len(line.values) and (value := line.values[step]) is not None
    ]
    dashes = f' stroke-dasharray="{DASHES[line.colour]}"' if line.colour in DASHES else ""
    path = f"M{'L'.join(points)}" if points else ""
    return f'<g class="hue-{line.colour}"><path class="chart-line" d="{path}"{dashes}/></g>'


class _End(NamedTuple):
    """The end of a line."""

    y: float
    x: float
    line: Line


def _columns(count: int) -> int:
    return 1 if count <= ONE_COLUMN else 2


def _leads(count: int) -> int:
    """Return the width of the leads, which is larger for two columns of badges."""
    return LEAD * _columns(count) ** 2


def _ends(frame: Frame, lines: Sequence[Line]) -> str:
    """Return the badges at the ends of the lines, pushed apart where these are close."""
    ends = []
    for line in lines:
        there = [(step, value) for step, value in enumerate(line.values) if value is not None]
        if there:
            step, value = there[-1]
            ends.append(_End(frame.y(value), frame.x(step), line))
    ends.sort(key=lambda end: end.y)
    columns, lead = _columns(len(lines)), _leads(len(lines))
    apart = (2 * BADGE + (1 if columns == 1 else GAP)) / columns
    places = spread([end.y for end in ends], apart, BADGE, frame.bottom + LABEL)
    leads, badges = [], []
    for number, (end, y) in enumerate(zip(ends, places, strict=True)):
        bend = end.x + lead
        x = bend + BADGE + number % columns * COLUMN
        hue = f'<g class="hue-{end.line.colour}">'
        leads.append(
            f'{hue}<path class="chart-lead" d="M{end.x} {end.y}L{bend:.1f} {y:.1f}H{x:.1f}"/></g>'
        )
        badges.append(
            f'{hue}<circle class="chart-badge" cx="{x:.1f}" cy="{y:.1f}" r="{BADGE}"/>'
            f'<text class="chart-initial" x="{x:.1f}" y="{y + LABEL * 0.36:.1f}" '
            f'text-anchor="middle">{escape(end.line.initial)}</text></g>'
        )
    return f'<g class="chart-ends">{"".join([*leads, *badges])}</g>'


def spread(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return places near the ``wanted`` ones, ``step`` apart if there is room within the bounds."""
    if len(wanted) > 1:
        step = min(step, (high - low) / (len(wanted) - 1))
    # A group of touching places is at the average of the wanted ones.
    groups: list[tuple[float, int]] = []
    for at, place in enumerate(wanted):
        middle, size = place - at * step, 1
        while groups and groups[-1][0] > middle:
            other, many = groups.pop()
            middle, size = (middle * size + other * many) / (size + many), size + many
        groups.append((middle, size))
    free = [middle for middle, size in groups for _ in range(size)]
    highest = high - (len(wanted) - 1) * step
    return [min(max(place, low), highest) + at * step for at, place in enumerate(free)]
