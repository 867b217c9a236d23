"""The fonts of the pictures: their characters, the width of texts, and line breaks.

They have Latin, Greek and Cyrillic, and for names Hebrew and Arabic. Other characters are left out,
so that no picture shows empty boxes.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from functools import cache
from pathlib import Path

from scorecard.rules.words import MINUS

FOLDER = Path(__file__).parent / "fonts"
REGULAR = "NotoSans-Regular.ttf"
BOLD = {
    "Noto Sans": "NotoSans-Bold.ttf",
    "Noto Sans Hebrew": "NotoSansHebrew-Bold.ttf",
    "Noto Sans Arabic": "NotoSansArabic-Bold.ttf",
}
"""The file of each family; a character is taken from the first that has it."""
FAMILY = next(iter(BOLD))
FILES = tuple(str(FOLDER / name) for name in (REGULAR, *BOLD.values()))
CAP_HEIGHT = 0.714
"""The height of a capital letter, as a share of the font's size."""
ELLIPSIS = "…"
DASH = "–"
"""Drawn where there is a minus, which the fonts do not have."""
JOINERS = "\u200c\u200d"
"""Invisible characters that join or part letters within Arabic words."""
LOOSE_JOINERS = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)")


def width(text: str, size: float) -> float:
    """Return about how wide a line of bold text is: the sum of its characters."""
    advances = _advances()
    return sum(advances.get(character, 0) for character in text) * size


def printable(text: str) -> str:
    """Return the characters of a text that the fonts have, on one line."""
    known = _advances()
    whole = unicodedata.normalize("NFC", text)
    shown = "".join(
        character if character in known or character in JOINERS else " "
        for character in whole
        if not unicodedata.category(character).startswith("C") or character in f"{JOINERS}\n\t"
    )
    return " ".join(LOOSE_JOINERS.sub("", shown).split())


def fit(text: str, size: float, most: float) -> str:
    """Return a text, shortened with an ellipsis if it is wider than ``most``."""
    if width(text, size) <= most:
        return text
    shortened = text
    while shortened and width(shortened + ELLIPSIS, size) > most:
        shortened = shortened[:-1]
    return shortened.rstrip() + ELLIPSIS


def two_lines(text: str, size: float, most: float) -> list[str]:
    """Return a text as one line, or as two, broken at a gap, if it is wider than ``most``."""
    if width(text, size) <= most:
        return [text]
    gaps = [at + 1 for at, character in enumerate(text[:-1]) if character in " -&"]
    if not gaps:
        return [text]
    at = min(gaps, key=lambda gap: max(width(text[:gap].rstrip(), size), width(text[gap:], size)))
    return [text[:at].rstrip(), text[at:].lstrip()]


def runs(text: str) -> list[tuple[str, str]]:
    """Return a text in pieces of one font family each."""
    pieces: list[tuple[str, str]] = []
    for character in text:
        family = _families().get(character, FAMILY)
        if pieces and (family == pieces[-1][0] or character == " " or character in JOINERS):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + character)
        else:
            pieces.append((family, character))
    return pieces


@cache
def _families() -> dict[str, str]:
    return {
        character: family
        for family, name in reversed(BOLD.items())
        for character in _measured(name)
    }


@cache
def _advances() -> dict[str, float]:
    """Return every character's width as a share of the size."""
    advances: dict[str, float] = {}
    for name in reversed(BOLD.values()):
        advances |= _measured(name)
    return advances | {MINUS: advances[DASH]}


@cache
def _measured(name: str) -> dict[str, float]:
    return _read((FOLDER / name).read_bytes())


def _read(data: bytes) -> dict[str, float]:
    """Read the widths of a TrueType font's characters, which it lists in segments (format 4)."""
    tables = {
        data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0]
        for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    }
    (units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (measured,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    cmap = tables[b"cmap"] + struct.unpack_from(">I", data, tables[b"cmap"] + 8)[0]
    kind, _length, _language, doubled = struct.unpack_from(">4H", data, cmap)
    assert kind == 4, "the fonts here have no characters outside of the first plane"  # noqa: PLR2004
    count = doubled // 2
    ends, starts, deltas, offsets = (
        cmap + 14,
        cmap + 16 + doubled,
        cmap + 16 + 2 * doubled,
        cmap + 16 + 3 * doubled,
    )
    widths: dict[str, float] = {}
    for segment in range(count):
        end, start, delta, offset = (
            struct.unpack_from(">H", data, place + 2 * segment)[0]
            for place in (ends, starts, deltas, offsets)
        )
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                place = offsets + 2 * segment + offset + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, place)
            if not offset or glyph:
                glyph = (glyph + delta) % 0x10000
            if glyph:
                place = tables[b"hmtx"] + 4 * min(glyph, measured - 1)
                widths[chr(code)] = struct.unpack_from(">H", data, place)[0] / units
    return widths
