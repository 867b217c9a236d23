"""Charts of a game, made once for its board, its picture and its table."""

from __future__ import annotations

from markupsafe import Markup, escape

from scorecard.drawing import chart
from scorecard.rules.outcome import progress
from scorecard.rules.round_words import round_words
from scorecard.rules.words import say
from scorecard.services.table import tables
from scorecard.web.http import languages

TALL, WIDE, SMALL = (480, 530), (640, 300), (400, 300)
"""Widths and heights of charts, in units that the page scales."""
LEAST_ROUNDS = 4
"""The least width of a running game's chart, in rounds."""


def lines_of(view: tables.View) -> list[chart.Line]:
    """Return everybody's line, the leader's first: the total before and after each round."""
    rounds = progress.totals_by_round(view.fold, view.sheet)
    badge_of = {seat.seat: seat for seat in view.game.seats}
    lines = []
    for side in sorted(view.game.sides, key=lambda side: side.rank):
        badge = badge_of[side.seats[0]]
        values = [totals[side.side] for totals in rounds]
        lines.append(chart.Line(badge.colour, badge.initial, values))
    return lines


def of_game(view: tables.View, size: tuple[int, int]) -> Markup | None:
    """Return a game's chart as SVG of a size, or None before the first round is played."""
    lines = lines_of(view)
    if not any(len(line.values) > 1 for line in lines):
        return None
    width, height = size
    drawn = chart.draw(
        lines,
        width=width,
        height=height,
        target=view.game.target,
        least=LEAST_ROUNDS,
        translate=chart.with_signs(languages.translated)
        if view.game.is_money
        else languages.translated,
    )
    word = round_words(view.game.round_word).word
    what = languages.translated(say("Chart of the totals after each %(round)s", round=word))
    return Markup(  # noqa: S704 - its texts are escaped where it is drawn
        f'<svg class="chart-svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(what)}" data-steps="{view.played}">{drawn}</svg>'
    )
