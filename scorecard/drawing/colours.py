"""The colours of the pictures: a card table in warm light, as in the style sheet."""

from __future__ import annotations

TABLE = "#fbf3e4"
PAPER = "#fffaf0"
LINE = "#dcc7a3"
INK = "#2c1a10"
INK_SOFT = "#6a4f3c"
BROWN = "#4a2a1a"
ON_BROWN = "#fff3df"
ACCENT = "#ffb224"

SEATS = {
    1: ("#0063a8", "#fff"),
    2: ("#c24100", "#fff"),
    3: ("#00735a", "#fff"),
    4: ("#9c2f77", "#fff"),
    5: ("#ecc22e", "#2c1a10"),
    6: ("#55b4e6", "#14202a"),
    7: ("#3c3c43", "#fff"),
    8: ("#a8825c", "#1d120a"),
    9: ("#6a4fc4", "#fff"),
    10: ("#8fbf4a", "#18220a"),
    11: ("#f09ab0", "#30121b"),
    12: ("#8a1c1c", "#fff"),
}
"""A player's colour, and the text colour on it, by number."""
LEAST_CONTRAST = 3
"""Between a line and the paper it is drawn on."""


def on_paper(colour: str, paper: str = PAPER, ink: str = INK) -> str:
    """Return a colour mixed with ink until it stands out from the paper."""
    share = 0.0
    readable = colour
    while contrast(readable, paper) < LEAST_CONTRAST and share < 1:
        share += 0.1
        readable = _mixed(colour, ink, share)
    return readable


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _mixed(one: str, other: str, share: float) -> str:
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4  # noqa: PLR2004
        for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:  # noqa: PLR2004
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue
