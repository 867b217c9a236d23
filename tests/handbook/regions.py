"""The regions of the handbook that programs write: text between two marks, each with a name.

A region goes from ``<!-- generated: NAME -->`` to the next ``<!-- end -->``. What follows from the
code is held by a test; figures are written by the benchmarks that measure them. What the handbook
lists by hand, in a table below a heading, tests look up there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from scorecard import handbook

ROW = re.compile(r"^\| `(\w+)` \| \S", re.MULTILINE)
MARKED = re.compile(r"<!-- generated: (?P<name>[\w-]+) -->\n(?P<text>.*?)<!-- end -->", re.DOTALL)


def all_regions(folder: Path = handbook.FOLDER) -> Iterator[tuple[str, Path, str]]:
    """Yield the name, the file and the text of every region."""
    for path in sorted(folder.glob("*.md")):
        for found in MARKED.finditer(path.read_text()):
            yield found["name"], path, found["text"]


def write(name: str, text: str, folder: Path = handbook.FOLDER) -> None:
    """Put a text into a region; raise LookupError where no page has one of that name."""
    for known, path, _text in all_regions(folder):
        if known == name:
            mark = f"<!-- generated: {name} -->\n"
            before, _, rest = path.read_text().partition(mark)
            _old, end, after = rest.partition("<!-- end -->")
            path.write_text(f"{before}{mark}{text}{end}{after}")
            return
    raise LookupError(f"No page of the handbook has a region {name}.")


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown; a bar in a cell stays one."""
    lines = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    heading = list(head)
    marks = ["---"] * len(heading)
    return "".join(f"| {' | '.join(line)} |\n" for line in (heading, marks, *lines))


def heading(level: int, title: str) -> str:
    """Return a heading with the blank line below it."""
    return f"{'#' * level} {title}\n\n"


def listed(page: str, title: str) -> set[str]:
    """Return what the rows of the table below a heading of the second level begin with."""
    _before, _title, rest = handbook.pages()[page].text.partition(f"\n## {title}\n")
    return set(ROW.findall(rest.partition("\n## ")[0]))


REFUSALS = listed("api", "What the rules refuse")
WARNINGS = listed("api", "What the rules warn of")
"""The codes of the rules."""
SETTINGS = listed("running", "Settings")
"""The variables of the environment."""
