"""Read the JSON of a file, and refuse what a database cannot keep."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from scorecard import errors
from scorecard.rules import record
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say
from scorecard.services.files.format import complaints

LARGEST_NUMBER = 2**53
"""Programs that read JSON disagree on larger numbers."""
DEEPEST = 40
"""How many lists and objects may lie inside of each other."""
SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|\d{16}|[:\[,\s]-?\d[\d.]*[eE]")
"""What stands in every JSON text with a half character, a zero byte or a number too large."""


def load(data: bytes | str) -> tuple[str, Any]:
    """Return the text of a file and its JSON content; refuse what is no JSON."""
    text = decoded(data) if isinstance(data, bytes) else data
    if not text.strip():
        raise errors.BadInput(say("This file is empty."), field="file")
    try:
        return text, record.loads(text)
    except record.NotJson as error:
        raise errors.BadInput(
            _broken(text) or quoted(error.args[0]), field="file", code=record.NOT_JSON
        ) from None


def refuse_unwritable(document: Any) -> None:
    """Refuse values that JSON can hold and a database cannot."""
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        complaint = NOTHING
        if isinstance(value, dict | list):
            if len(place) > DEEPEST:
                complaint = say("is nested deeper than %(most)s levels", most=DEEPEST)
            items = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*place, step), item) for step, item in items]
            if isinstance(value, dict) and not all(map(_is_writable, value)):
                complaint = say("has a key with characters that cannot be kept")
        elif isinstance(value, str) and not _is_writable(value):
            complaint = say("has characters that cannot be kept")
        elif isinstance(value, float) and not math.isfinite(value):
            complaint = say("is no number that can be kept")
        elif type(value) is int and abs(value) > LARGEST_NUMBER:
            complaint = say("is a number too large to keep")
        if complaint:
            raise errors.BadInput(
                say(
                    "%(place)s %(complaint)s.",
                    place=joined(complaints.place_in_words(place), ", "),
                    complaint=complaint,
                )
            )


def _is_writable(text: str) -> bool:
    """Whether a database can hold a text: no zero byte, no half of a character."""
    return "\0" not in text and reading.is_unicode(text)


def decoded(data: bytes) -> str:
    """Return the text in a file's bytes; refuse what is not UTF-8, saying where."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise errors.BadInput(
            say("This file is written in UTF-16. Save it again with the encoding UTF-8."),
            field="file",
            code="wrong_encoding",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise errors.BadInput(
            say(
                "Line %(line)s is not written in UTF-8: byte %(number)s of the file is "
                "%(byte)s. Save the file again with the encoding UTF-8.",
                line=line,
                number=error.start + 1,
                byte=f"{data[error.start]:#04x}",
            ),
            field="file",
            code="wrong_encoding",
        ) from None
    return text


def _broken(text: str) -> Sentence:
    """Say where a text stops being JSON; "" where it is refused for something else."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        # A text or word that was cut is reported where it begins.
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        if is_cut and text.lstrip()[0] in "{[":
            return say(
                "The file ends in the middle, in line %(line)s: it was not copied whole.",
                line=text.count("\n") + 1,
            )
        if text.lstrip()[0] not in "{[":
            return say("This is no export of Scorecard: it is not JSON.")
        return say(
            "This is not JSON: line %(line)s, position %(position)s (%(why)s).",
            line=error.lineno,
            position=error.colno,
            why=error.msg,
        )
    except (ValueError, RecursionError):
        return NOTHING
    return NOTHING
