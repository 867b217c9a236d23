"""The text of a list: read as UTF-8 where it is that, else as what people are asked about.

A file in Windows-1252 is recognised, because it is no UTF-8. A list that some program read as
Windows-1252 though it was UTF-8, and saved again, is legal text with “ZoÃ«” where “Zoë” was. What
it would be when repaired is offered, and never put in its place unasked.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from scorecard import errors
from scorecard.rules.words import NOTHING, Sentence, say

FALLBACK = "cp1252"
ZIP = b"PK\x03\x04"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
FOREIGN = re.compile(r"[^\x00-\x7f]+")
WORD = re.compile(r"\S*[^\x00-\x7f]\S*")
NO_TEXT = say("This file is no text. Save the list as CSV in UTF-8.")
NO_LISTS = {
    "BEGIN:VCALENDAR": say("This is a calendar, no list of players or results."),
    "BEGIN:VCARD": say("This is an address book, no list of players or results."),
    "<!DOCTYPE": say("This is a web page, no list of players or results."),
    "<HTML": say("This is a web page, no list of players or results."),
}
"""How texts begin that are no lists, and what to say of them."""


class Decoded(NamedTuple):
    """The text of a file, and what to ask about it, "" where it can be read in one way only."""

    text: str
    question: Sentence = NOTHING


def decoded(data: bytes) -> Decoded:
    """Return the text in a file's bytes; refuse what is none, such as a spreadsheet's own file."""
    if data.startswith(ZIP):
        raise errors.BadInput(
            say("This is a spreadsheet’s own file. Save the list as CSV, then choose that file."),
            field="file",
        )
    if data.startswith(UTF_16):
        return Decoded(_utf_16(data))
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        text = _fallback(data)
        line = data.count(b"\n", 0, error.start) + 1
        words = WORD.findall(text.split("\n")[line - 1])
        return Decoded(
            text,
            say(
                "The file is not written in UTF-8. Read as Windows-1252, line %(line)s says "
                "“%(word)s”. If that is right, go on; else save it again as UTF-8.",
                line=line,
                word=words[0],
            ),
        )


def refuse_others(text: str) -> None:
    """Refuse a text that is something else than a list, such as a calendar."""
    begin = text.lstrip("\N{BYTE ORDER MARK} \t\r\n")[:40].upper()
    for start, sentence in NO_LISTS.items():
        if begin.startswith(start):
            raise errors.BadInput(sentence, field="text")


def repaired(text: str) -> str:
    """Return a text with what was UTF-8, but read as Windows-1252, read as UTF-8 again."""
    return FOREIGN.sub(lambda match: _as_utf_8(match[0]), text)


def _as_utf_8(text: str) -> str:
    try:
        return b"".join(map(_byte, text)).decode()
    except UnicodeError:
        return text


def _byte(character: str) -> bytes:
    try:
        return character.encode(FALLBACK)
    except UnicodeEncodeError:
        # Programs keep the bytes that stand for nothing in Windows-1252.
        return character.encode("latin-1")


def _fallback(data: bytes) -> str:
    if b"\0" in data:
        raise errors.BadInput(NO_TEXT, field="file")
    try:
        return data.decode(FALLBACK)
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _utf_16(data: bytes) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError:
        raise errors.BadInput(NO_TEXT, field="file") from None
