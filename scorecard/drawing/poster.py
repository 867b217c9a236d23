"""The picture of a game's or season's ending, to share: the ranking and the chart.

It has two shapes: "wide" for previews of links, and "upright" for phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

from scorecard.drawing import chart, motifs
from scorecard.drawing.colours import (
    ACCENT,
    BROWN,
    INK,
    INK_SOFT,
    LINE,
    ON_BROWN,
    PAPER,
    SEATS,
    TABLE,
)
from scorecard.drawing.fonts import CAP_HEIGHT, FAMILY, fit, printable, runs, two_lines, width
from scorecard.rules.words import say_n

Shape = Literal["wide", "upright"]
SIZES: dict[Shape, tuple[int, int]] = {"wide": (1200, 630), "upright": (1080, 1920)}
"""Width and height in pixels."""
MOST_ROWS = 12
"""Rows of the ranking; others are only counted."""
CROWN = "M2.5 7.5 7.6 11 12 4l4.4 7 5.1-3.5-2 11.5h-15Z"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the ranking: place, name, total, and ``seats`` with colours and initials."""

    rank: str
    seats: Sequence[tuple[int, str]]
    name: str
    total: str
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class Poster:
    """The texts and the chart of a picture."""

    title: str
    evening: str
    headline: str
    reason: str
    rows: Sequence[Row]
    lines: Sequence[chart.Line]
    target: int | None = None
    steps: Sequence[str] = ()
    note: str = ""
    motif: str = ""
    """The motif of the game."""
    has_crown: bool = False
    is_money: bool = False
    """Whether its numbers are balances."""


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout of a shape: the places of its parts, and its font sizes."""

    margin: int
    band: int
    """The height of the brown band at the top."""
    title: float
    headline: float
    small: float
    ranking: _Box
    chart: _Box
    tallest_row: float


PLANS: dict[Shape, _Plan] = {
    "wide": _Plan(
        48, 158, 30, 52, 21, _Box(48, 176, 520, 400), _Box(604, 180, 560, 396), tallest_row=104
    ),
    "upright": _Plan(
        64, 380, 46, 84, 32, _Box(64, 420, 952, 840), _Box(64, 0, 952, 0), tallest_row=132
    ),
}


def svg(poster: Poster, shape: Shape, translate: chart.Translate = chart.english) -> str:
    """Return the picture as SVG; texts that are not the poster's go through ``translate``."""
    across, down = SIZES[shape]
    plan = PLANS[shape]
    colours = sorted({colour for row in poster.rows for colour, _initial in row.seats})
    colours += sorted({line.colour for line in poster.lines} - set(colours))
    style = chart.style(colours, ink=INK, soft=INK_SOFT, paper=PAPER)
    rows = poster.rows[:MOST_ROWS]
    has_chart = any(len(line.values) > 1 for line in poster.lines)
    ranking, of_chart = _boxes(plan, shape, len(rows), has_chart=has_chart)
    step = min(plan.tallest_row, ranking.height / max(len(rows), 1))
    parts = [
        f'<rect width="{across}" height="{down}" fill="{TABLE}"/>',
        _head(poster, plan, shape, across),
        *(_row(row, ranking, ranking.y + place * step, step) for place, row in enumerate(rows)),
        _chart(poster, of_chart, translate) if has_chart else "",
        _foot(poster, plan, across, down, translate),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
        f'viewBox="0 0 {across} {down}" font-family="{FAMILY}"><style>{style}</style>'
        f"{''.join(parts)}</svg>"
    )


def _boxes(plan: _Plan, shape: Shape, rows: int, *, has_chart: bool) -> tuple[_Box, _Box]:
    """Return the places of the ranking and of the chart, which gets the rest."""
    ranking, box = plan.ranking, plan.chart
    used = min(ranking.height, rows * plan.tallest_row)
    if shape == "upright":
        top = ranking.y + used + 40
        return ranking, replace(box, y=top, height=SIZES[shape][1] - 130 - top)
    if not has_chart:
        ranking = replace(ranking, width=box.x + box.width - ranking.x)
    return replace(ranking, y=ranking.y + (ranking.height - used) / 2), box


def _head(poster: Poster, plan: _Plan, shape: Shape, across: int) -> str:
    """Return the band at the top: title, evening, headline and reason."""
    beginning = _wide_beginning if shape == "wide" else _upright_beginning
    parts, start, y = beginning(poster, plan, across)
    x = start
    if poster.has_crown:
        parts.append(_crown(x, y, plan.headline))
        x += plan.headline * 1.15
    room_right = across - plan.margin - x
    headline, size = _shrunk(poster.headline, plan.headline, room_right, 0.3)
    parts.append(_text(x, y, headline, size, ON_BROWN))
    after = x + width(headline, size) + 26
    if shape == "upright":
        reason = _shown(poster.reason, plan.small, across - 2 * plan.margin)
        parts.append(_text(plan.margin, y + 2 * plan.small, reason, plan.small, ON_BROWN, 400))
    elif across - plan.margin - after > plan.headline * 3:
        reason = _shown(poster.reason, plan.small, across - plan.margin - after)
        parts.append(
            _text(across - plan.margin, y, reason, plan.small, ON_BROWN, 400, anchor="end")
        )
    band = f'<rect width="{across}" height="{plan.band}" fill="{BROWN}"/>'
    return "".join((band, *parts))


def _wide_beginning(poster: Poster, plan: _Plan, across: int) -> tuple[list[str], float, float]:
    """Return motif, title and evening in one line, and the headline's place below them."""
    size = plan.band - 44
    start, parts = float(plan.margin), []
    if poster.motif:
        parts.append(motifs.placed(poster.motif, start - 14, 22, size))
        start += size
    room = across - plan.margin - start
    evening = _shown(poster.evening, plan.small, room * 0.6)
    left = room - width(evening, plan.small) - 30
    y = plan.margin + 12
    parts += [
        _text(start, y, *_shrunk(poster.title, plan.title, left, 0.7), ON_BROWN),
        _text(across - plan.margin, y, evening, plan.small, ON_BROWN, anchor="end"),
    ]
    return parts, start, y + plan.headline + 14


def _upright_beginning(poster: Poster, plan: _Plan, across: int) -> tuple[list[str], float, float]:
    """Return title and evening below each other, the motif beside them, the headline's place."""
    size = 4 * plan.small
    room, parts = across - 2 * plan.margin - size, []
    if poster.motif:
        parts.append(motifs.placed(poster.motif, plan.margin + room, plan.margin - 6, size))
    evening = _shown(poster.evening, plan.small, room)
    y = plan.margin + plan.title
    parts += [
        _text(plan.margin, y, *_shrunk(poster.title, plan.title, room - 20, 0.7), ON_BROWN),
        _text(plan.margin, y + 1.5 * plan.small, evening, plan.small, ON_BROWN),
    ]
    return parts, plan.margin, y + 1.5 * plan.small + plan.headline + 44


def _row(row: Row, box: _Box, y: float, step: float) -> str:
    """Return one row of the ranking, as a card with a height of nearly ``step``."""
    tall = step * 0.88
    middle = y + tall / 2
    size = tall * 0.48
    radius = tall * 0.33
    outline = f' stroke="{ACCENT}" stroke-width="{max(2.5, tall * 0.05):.1f}"'
    parts = [
        f'<rect x="{box.x}" y="{y:.1f}" width="{box.width}" height="{tall:.1f}" '
        f'rx="{tall * 0.24:.1f}" fill="{PAPER}"{outline if row.is_winner else ""}/>',
        _text(
            box.x + tall * 0.5, _base(middle, size), row.rank, size * 0.9, INK_SOFT, anchor="middle"
        ),
    ]
    x = box.x + tall * 0.98 + radius
    for colour, initial in row.seats:
        fill, on_seat = SEATS[colour]
        shown = printable(initial)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="{radius:.1f}" fill="{fill}"/>'
            + _text(x, _base(middle, radius * 0.95), shown, radius * 0.95, on_seat, anchor="middle")
        )
        x += radius * 2.15
    x += tall * 0.12 - radius
    total_size = tall * 0.58
    end = box.x + box.width - tall * 0.34
    room = end - width(row.total, total_size) - tall * 0.3 - x
    parts += _name(printable(row.name), x, middle, size, room)
    parts += [
        _text(end, _base(middle, total_size), row.total, total_size, INK, anchor="end"),
    ]
    return "".join(parts)


def _name(name: str, x: float, middle: float, size: float, room: float) -> list[str]:
    """Return a name in ``room``: smaller, on two lines, or shortened, until it fits."""
    lines = two_lines(name, size * 0.85, room)
    if len(lines) == 1:
        shown, size = _shrunk(name, size, room, 0.7)
        return [_text(x, _base(middle, size), shown, size, INK)]
    size *= 0.72
    size = min(_shrunk(line, size, room, 0.7)[1] for line in lines)
    half = size * 0.62
    return [
        _text(x, _base(middle + shift, size), fit(line, size, room), size, INK)
        for line, shift in zip(lines, (-half, half), strict=True)
    ]


def _chart(poster: Poster, box: _Box, translate: chart.Translate) -> str:
    """Return the chart in its box, scaled so that its font size fits the picture's."""
    scale = box.width / 560
    across, down = round(box.width / scale), round(box.height / scale)
    lines = [replace(line, initial=printable(line.initial)) for line in poster.lines]
    steps = [printable(step) for step in poster.steps]
    inside = chart.draw(
        lines,
        width=across,
        height=down,
        target=poster.target,
        steps=steps,
        translate=chart.with_signs(translate) if poster.is_money else translate,
    )
    return f'<g transform="translate({box.x} {box.y}) scale({scale:.4f})">{inside}</g>'


def _foot(poster: Poster, plan: _Plan, across: int, down: int, translate: chart.Translate) -> str:
    y = down - plan.margin * 0.42
    size = plan.small * 0.86
    left_out = len(poster.rows) - MOST_ROWS
    more = (
        translate(say_n("and %(num)s more", "and %(num)s more", left_out)) if left_out > 0 else ""
    )
    note = _shown(" · ".join(filter(None, (more, poster.note))), size, across * 0.6)
    line = y - size * 1.25
    name = across - plan.margin - width("Scorecard", size)
    return (
        f'<path d="M{plan.margin} {line:.1f}H{across - plan.margin}" stroke="{LINE}"/>'
        + _text(plan.margin, y, note, size, INK_SOFT, 400)
        + motifs.placed(motifs.MARK, name - size * 1.7, y - size * 1.02, size * 1.35)
        + _text(across - plan.margin, y, "Scorecard", size, INK_SOFT, anchor="end")
    )


def _crown(x: float, base: float, size: float) -> str:
    scale = size / 24
    return (
        f'<path transform="translate({x:.1f} {base - size * 0.86:.1f}) scale({scale:.3f})" '
        f'd="{CROWN}" fill="{ACCENT}"/>'
    )


def _base(middle: float, size: float) -> float:
    """Return the baseline of text whose middle is at ``middle``."""
    return middle + size * CAP_HEIGHT / 2


def _shown(text: str, size: float, most: float) -> str:
    return fit(printable(text), size, most)


def _shrunk(text: str, size: float, most: float, least: float) -> tuple[str, float]:
    """Return a text and its font size that fit: reduced to the share ``least``, then shortened."""
    shown = printable(text)
    share = max(least, min(1, most / max(width(shown, size), 1)))
    return fit(shown, size * share, most), size * share


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str,
    weight: int = 700,
    *,
    anchor: str = "start",
) -> str:
    # Each piece names its font: the renderer's fallback font does not join Arabic letters.
    pieces = "".join(
        escape(piece)
        if family == FAMILY
        else f'<tspan font-family="{family}">{escape(piece)}</tspan>'
        for family, piece in runs(text)
    )
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'fill="{fill}" text-anchor="{anchor}">{pieces}</text>'
    )
