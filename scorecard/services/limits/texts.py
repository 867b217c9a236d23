"""Longer texts that people write: notes, reasons, comments, rulings; and single lines."""

from __future__ import annotations

import re
import unicodedata

from scorecard import errors
from scorecard.rules import sheet
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.limits import names

LONGEST_NOTES = 20_000
"""Characters of a rule set's notes."""
MOST_LINES = 500
"""Lines of a rule set's notes: more take long to compare."""
MOST_COLUMNS = 30
"""Columns of a table in the notes: every row is filled up to that many when it is shown."""
LINE_END = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line besides a plain line feed."""
LONGEST_TEXT = 2_000
"""Characters of a reason, a comment, or a part of a ruling."""


def clean(value: str, what: Sentence, *, field: str, longest: int = LONGEST_TEXT) -> str:
    """Return a longer text trimmed, with plain line ends; refuse one that is too long."""
    cleaned = LINE_END.sub("\n", value).strip()
    if len(cleaned) > longest:
        raise errors.BadInput(
            say(
                "%(what)s cannot be longer than %(longest)s characters; this has %(length)s.",
                what=what,
                longest=longest,
                length=len(cleaned),
            ),
            field=field,
        )
    if "\x00" in cleaned:
        raise errors.BadInput(
            say("%(what)s cannot contain control characters.", what=what), field=field
        )
    if not reading.is_unicode(cleaned):
        raise errors.BadInput(
            say("%(what)s holds half a character, which cannot be kept.", what=what), field=field
        )
    return cleaned


def reason(typed: str, blank: Sentence) -> str:
    """Return why somebody wants a change, trimmed; ``blank`` is the refusal of no reason at all."""
    cleaned = clean(typed, say("The reason"), field="reason")
    if not cleaned:
        raise errors.BadInput(blank, field="reason", code="reason_required")
    return cleaned


def line(value: str, what: Sentence, *, field: str, longest: int) -> str:
    """Return a line trimmed, "" where nobody would see it; refuse long and unseen ones."""
    cleaned = clean(unicodedata.normalize("NFC", value), what, field=field, longest=longest)
    if any(map(names.is_control, cleaned)):
        raise errors.BadInput(
            say("%(what)s cannot contain control characters.", what=what), field=field
        )
    return "" if sheet.is_blank(cleaned) else cleaned


def notes(notes: str) -> str:
    """Return notes trimmed; refuse what takes too long to show and to compare."""
    cleaned = clean(notes, say("The notes"), field="notes", longest=LONGEST_NOTES)
    lines = cleaned.split("\n")
    if len(lines) > MOST_LINES:
        raise errors.BadInput(
            say(
                "The notes cannot have more than %(most)s lines; these have %(lines)s.",
                most=MOST_LINES,
                lines=len(lines),
            ),
            field="notes",
        )
    if any(line.count("|") > MOST_COLUMNS + 1 for line in lines):
        raise errors.BadInput(
            say("A table in the notes cannot have more than %(most)s columns.", most=MOST_COLUMNS),
            field="notes",
        )
    return cleaned
