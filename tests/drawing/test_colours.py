"""The colours of pictures and charts are those of the style sheet, and stand out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorecard.drawing import colours
from scorecard.drawing.colours import LEAST_CONTRAST, SEATS, contrast, on_paper

STATIC = Path(colours.__file__).parents[1] / "static"
NIGHT_TABLE = "#1c120c"


def test_players_have_the_colours_of_the_style_sheet() -> None:
    css = (STATIC / "scorecard.css").read_text()
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
    day, _, night = (STATIC / "chart.css").read_text().partition("@media")
    by_day, by_night = (
        re.search(rf"\.hue-{number} \{{ --line-of: (#\w+)", text) for text in (day, night)
    )
    return by_day and by_day[1], by_night and by_night[1]


def test_contrast_is_what_the_guidelines_say() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777") == pytest.approx(1)
