"""The drawings of Scorecard and its games, which are SVG files."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
MARK = "icons/icon.svg"
OF_ANY_GAME = "icons/games/own_scorecard.svg"
_PICTURE = re.compile(r'<svg[^>]*viewBox="0 0 (\d+) \1"[^>]*>(.*)</svg>', re.DOTALL)


@cache
def of_game(key: str) -> str:
    """Return the file of a game's drawing, or of the drawing for any game."""
    own = f"icons/games/{key}.svg"
    return own if Path(STATIC, own).is_file() else OF_ANY_GAME


def placed(name: str, x: float, y: float, size: float) -> str:
    """Return a drawing as a part of a larger picture."""
    across, inside = _drawing(name)
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / across:.4f})">{inside}</g>'


@cache
def _drawing(name: str) -> tuple[int, str]:
    """Return a drawing's width in units, and its SVG content."""
    found = _PICTURE.search(Path(STATIC, name).read_text(encoding="utf-8"))
    assert found, name
    return int(found[1]), found[2]
