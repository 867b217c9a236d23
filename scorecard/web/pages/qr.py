"""QR codes that stand in a page."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """Return a QR code as SVG that stands in the page and is dark on light in any theme."""
    code = segno.make(link, error="m", micro=False)
    return Markup(  # noqa: S704 - made of numbers alone
        code.svg_inline(omitsize=True, svgclass="qr", light="#fff", dark="#000")
    )
