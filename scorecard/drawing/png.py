"""An SVG as PNG, with the fonts that come with the app and no others."""

from __future__ import annotations

import resvg_py

from scorecard.drawing import fonts
from scorecard.rules.words import MINUS


def png(svg: str) -> bytes:
    """Return a picture as PNG, in the size the SVG says."""
    return resvg_py.svg_to_bytes(
        svg_string=svg.replace(MINUS, fonts.DASH),
        font_files=list(fonts.FILES),
        skip_system_fonts=True,
    )
