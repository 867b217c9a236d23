"""Days as people and spreadsheets write them: read where they can be one day only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Literal

from scorecard import errors
from scorecard.rules.words import Sentence, say

Order = Literal["day first", "month first"]
TIME = r"(?:[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp]\.?\s*[Mm]\.?)?)?"
"""The time of day that spreadsheets put behind a date; a result has only its day."""
YEAR_FIRST = re.compile(rf"(\d{{4}})([-./])(\d{{1,2}})\2(\d{{1,2}})\.?{TIME}")
YEAR_LAST = re.compile(rf"(\d{{1,2}})([-./])\s?(\d{{1,2}})\2\s?(\d{{4}}){TIME}")
SERIAL = re.compile(r"[3-5]\d{4}(?:[.,]\d+)?")
SERIAL_BEGINS = date(1899, 12, 30)
"""The day from which most spreadsheets count; some count from four years later."""
FIRST_YEAR = 1900


def order_in(cells: Iterable[str]) -> Order | None:
    """Return whether day or month stands first in the dates of a list, None where no date tells.

    3/5/2025 may be two days; 3/25/2025, in the same list, says that the month stands first.
    """
    can_be: set[Order] = set()
    for cell in cells:
        match = YEAR_LAST.fullmatch(cell)
        if match and match[2] != "." and len(readings := _readings(match)) == 1:
            can_be.update(readings)
    return can_be.pop() if len(can_be) == 1 else None


def read(typed: str, today: date, order: Order | None = None) -> date:
    """Return the day that was typed; refuse none, and one of two unless the ``order`` tells."""
    if not typed:
        raise errors.BadInput(
            say("The date is missing: write it as %(day)s.", day=today.isoformat())
        )
    day = _day(typed, order)
    if day > today:
        raise errors.BadInput(say("%(day)s is still to come.", day=day))
    if day.year < FIRST_YEAR:
        raise errors.BadInput(say("%(day)s is too long ago.", day=day))
    return day


def _day(typed: str, order: Order | None) -> date:
    readings: dict[Order, date] = {}
    if match := YEAR_FIRST.fullmatch(typed):
        if day := _date(match[1], match[3], match[4]):
            return day
    elif match := YEAR_LAST.fullmatch(typed):
        readings = _readings(match)
    else:
        raise errors.BadInput(_not_a_date(typed))
    if len(set(readings.values())) == 1:
        return next(iter(readings.values()))
    if order in readings:
        return readings[order]
    if readings:
        first, second = readings.values()
        raise errors.BadInput(
            say(
                "“%(typed)s” could be %(one)s or %(other)s: write the one you mean.",
                typed=typed,
                one=first.isoformat(),
                other=second.isoformat(),
            )
        )
    raise errors.BadInput(say("%(typed)s is no date: there is no such day.", typed=typed))


def _readings(match: re.Match[str]) -> dict[Order, date]:
    """Return the days that a date with its year last can mean; with dots the day stands first."""
    first, separator, second, year = match.groups()
    readings: dict[Order, date | None] = {"day first": _date(year, second, first)}
    if separator != ".":
        readings["month first"] = _date(year, first, second)
    return {order: day for order, day in readings.items() if day}


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _not_a_date(typed: str) -> Sentence:
    if SERIAL.fullmatch(typed):
        day = SERIAL_BEGINS + timedelta(days=int(typed[:5]))
        return say(
            "“%(typed)s” is how a spreadsheet counts days: if it means %(day)s, write that.",
            typed=typed,
            day=day.isoformat(),
        )
    return say("“%(typed)s” is no date here: write it as 2025-02-28, year first.", typed=typed)
