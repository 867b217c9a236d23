"""CSV that spreadsheets open: UTF-8 with a byte order mark, and no cell that runs as a formula.

Spreadsheets of countries that write decimals with a comma want semicolons between cells: a file
with semicolons has its numbers written that way, too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Literal

Separator = Literal["comma", "semicolon"]
SEPARATORS: dict[Separator, str] = {"comma": ",", "semicolon": ";"}
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
ID = "_id"
"""How the names of columns with ids end, which are written as they are: no id is a formula."""
BETWEEN_NAMES = ", "
BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
DECIMALS = 6


def write(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], separator: Separator = "comma"
) -> str:
    """Return the text of a CSV file; None is empty, true and false are 1 and 0, names one cell."""
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    writer.writerow(columns)
    are_ids = [column.endswith(ID) for column in columns]
    for row in rows:
        writer.writerow(
            cell if is_id else _cell(cell, separator)
            for cell, is_id in zip(row, are_ids, strict=True)
        )
    return out.getvalue()


def defused(cell: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell


def armed(cell: str) -> str:
    """Return a cell's text as it was before :func:`defused` put a sign before it."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA_SIGNS) else cell


def _cell(cell: Any, separator: Separator) -> str | int | None:
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, float):
        number = f"{cell:.{DECIMALS}f}".rstrip("0").rstrip(".")
        return number.replace(".", ",") if separator == "semicolon" else number
    if isinstance(cell, list):
        cell = BETWEEN_NAMES.join(cell)
    return defused(cell) if isinstance(cell, str) else cell
