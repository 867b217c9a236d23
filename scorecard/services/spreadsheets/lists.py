"""Read CSV as people make it: any of three separators, with or without a line of headings."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorecard import errors
from scorecard.rules.typed import reading, sums
from scorecard.rules.words import NOTHING, Sentence, say
from scorecard.services.spreadsheets import csv_files, list_encodings, list_headings

SEPARATORS = "\t;,"
SEPARATOR_LINE = re.compile(r'\s*"?sep=([\t;,|])"?[\t;,|]*\r?(?:\n|$)', re.IGNORECASE)
"""The first line that some spreadsheets write, which names what separates the cells."""
ZERO_DECIMALS = re.compile(r"(.*[0-9])([.,])0{1,2}")
"""A number whose decimals are all 0: 12,00 or 1.250,0."""
NEEDED = {"players": ("name",), "results": ("date", "game", "player", "total")}
LARGEST = 1_000_000
"""How many characters a list may have."""
MOST_LINES = 2_000
MOST_CELLS = 100
"""How many cells a line may have; spreadsheets write empty ones behind those that are filled."""
TOO_MUCH = 10**12
"""Numbers are smaller than this."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: its number in the file, and its cells by their columns."""

    line: int
    cells: Mapping[str, str]
    problem: Sentence = NOTHING

    def cell(self, column: str) -> str:
        """Return what stands in a column, "" where there is nothing."""
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class List:
    """A list that was read: of ``players``, or of past ``results``."""

    kind: str
    rows: Sequence[Row]


def read(text: str, *, is_as_written: bool = False) -> List:
    """Return the list in a text; raise :class:`BadInput` where there is none.

    A row that looks as if it was read in the wrong encoding has that as its problem, unless the
    list ``is_as_written``.
    """
    listing = _read(text)
    if is_as_written:
        return listing
    return replace(listing, rows=[_check_encoding(row) for row in listing.rows])


def _check_encoding(row: Row) -> Row:
    """Return a row, with a problem where it looks as if it was read in the wrong encoding."""
    for cell in row.cells.values():
        if (repaired := list_encodings.repaired(cell)) != cell:
            return replace(
                row,
                problem=say(
                    "“%(typed)s” looks like “%(meant)s”, read in the wrong encoding.",
                    typed=cell,
                    meant=repaired,
                ),
            )
    return row


def _read(text: str) -> List:
    list_encodings.refuse_others(text)
    text = text.removeprefix("\N{BYTE ORDER MARK}").rstrip("\r\n")
    _refuse_large(text)
    rows = _split(text)
    if not rows:
        raise errors.BadInput(
            say("There is nothing to import yet: paste a list, or choose a file.")
        )
    columns, problem = _headings(rows[0][1])
    if columns:
        head, *rest = rows
        kind = "results" if {"date", "player", "total"} & set(columns) else "players"
        problem = problem or _missing(kind, columns)
        if problem:
            return List(kind, [Row(head[0], {}, problem)])
        if not rest:
            raise errors.BadInput(say("Below the headings there is nothing to import."))
        return List(kind, [_row(line, cells, columns) for line, cells in rest])
    kind = "results" if len(rows[0][1]) >= len(NEEDED["results"]) else "players"
    columns = list_headings.RESULT_COLUMNS if kind == "results" else list_headings.PLAYER_COLUMNS
    needed = len(NEEDED[kind])
    return List(kind, [_row(line, cells, columns, needed) for line, cells in rows])


def number(text: str) -> int | None:
    """Return the whole number that was typed, also as 15,450, 15 450, −2000 or 12,00, or None."""
    match = ZERO_DECIMALS.fullmatch(text.strip())
    # One and the same sign cannot stand between thousands and before decimals.
    typed = sums.typed_number(match[1] if match and match[2] not in match[1] else text)
    return typed if isinstance(typed, int) and abs(typed) < TOO_MUCH else None


def _refuse_large(text: str) -> None:
    """Refuse a list that would take longer to import than anybody waits."""
    if len(text) > LARGEST:
        raise errors.BadInput(
            say(
                "A list can have up to %(most)s characters; this one has %(length)s. Import it in "
                "several parts.",
                most=LARGEST,
                length=len(text),
            )
        )
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise errors.BadInput(
            say(
                "A list has at most %(most)s lines; this one has %(lines)s. Import it in several "
                "parts.",
                most=MOST_LINES,
                lines=len(lines),
            )
        )
    separator = _separator(lines)
    for number, line in enumerate(lines, start=1):
        if line.count(separator) >= MOST_CELLS:
            raise errors.BadInput(
                say(
                    "Line %(line)s has %(cells)s cells; %(most)s is the most.",
                    line=number,
                    cells=line.count(separator) + 1,
                    most=MOST_CELLS,
                )
            )


def _split(text: str) -> list[tuple[int, list[str]]]:
    """Return the cells of every line that is not blank, with the number of the line."""
    separator = _separator(text.splitlines())
    if declared := SEPARATOR_LINE.match(text):
        separator = declared[1]
        text = "\n" + text[declared.end() :]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return rows
        except csv.Error as error:
            raise errors.BadInput(
                say(
                    "Line %(line)s: this cannot be read (%(error)s). A cell that begins with a "
                    "quotation mark ends with one, too.",
                    line=line,
                    error=str(error),
                )
            ) from None
        if any(cell.strip() for cell in cells):
            rows.append((line, [csv_files.armed(cell.strip()) for cell in cells]))
        line = reader.line_num + 1


def _separator(lines: Sequence[str]) -> str:
    """Return what separates the cells: what the first line, else the whole list, has most of."""
    first = next((line for line in lines if line.strip()), "")
    counted = [first] if any(map(first.count, SEPARATORS)) else lines
    return max(SEPARATORS, key=lambda separator: sum(line.count(separator) for line in counted))


def _headings(cells: Sequence[str]) -> tuple[tuple[str, ...], Sentence]:
    """Return the columns that a first line names, if it is one of headings, and what is wrong."""
    known = {*list_headings.PLAYER_COLUMNS, *list_headings.RESULT_COLUMNS}
    columns = list_headings.columns_of(cells)
    while columns and not columns[-1]:
        columns.pop()
    # Who has a column for each player begins with the day all the same.
    if columns[:1] != ["date"] and sum(column in known for column in columns) * 2 < len(columns):
        return (), NOTHING
    # A list of one column is of names, and somebody may be called as another column is.
    if len(columns) == 1 and columns != ["name"]:
        return (), NOTHING
    unknown = [cell for cell, column in zip(cells, columns, strict=False) if column not in known]
    if unknown:
        every = reading.listed([*list_headings.PLAYER_COLUMNS, *list_headings.RESULT_COLUMNS])
        problem = say(
            "“%(typed)s” is no column. There are %(every)s.", typed=unknown[0], every=every
        )
        return tuple(columns), problem
    twice = next((column for column in columns if columns.count(column) > 1), "")
    if not twice:
        return tuple(columns), NOTHING
    return tuple(columns), say("The column %(column)s is there twice.", column=twice)


def _missing(kind: str, columns: Sequence[str]) -> Sentence:
    missing = [column for column in NEEDED[kind] if column not in columns]
    if not missing:
        return NOTHING
    if kind == "players":
        return say("A list of players needs a column %(columns)s.", columns=reading.listed(missing))
    return say("A list of results needs a column %(columns)s.", columns=reading.listed(missing))


def _row(line: int, cells: Sequence[str], columns: Sequence[str], needed: int = 1) -> Row:
    cells = list(cells)
    while len(cells) > len(columns) and not cells[-1]:
        cells.pop()
    problem = NOTHING
    if len(cells) > len(columns):
        problem = say(
            "%(cells)s cells are more than the %(columns)s columns. A number such as 10,450 needs "
            "quotation marks round it, or no comma in it.",
            cells=len(cells),
            columns=len(columns),
        )
    elif len(cells) < needed:
        problem = say(
            "%(needed)s cells are needed: %(columns)s.",
            needed=needed,
            columns=reading.listed(columns[:needed]),
        )
    return Row(line, dict(zip(columns, cells, strict=False)), problem)
