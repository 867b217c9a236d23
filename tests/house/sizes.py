"""Hold the sizes that can be read: of files, functions, folders and the lines of templates.

``python -m tests.house.sizes`` is part of ``make check``. A longer file or function says why in its
docstring, in a sentence with "Long because". What is too large otherwise stands in ``sizes.toml``,
with its size: a list that may only shrink. ``--shrink`` writes it anew after something was split,
shortened or moved, and refuses to where there would be more in it than before.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_suffix(".toml")
FILE_LINES, FUNCTION_LINES, TEMPLATE_COLUMNS = 400, 40, 120
FEWEST, MOST = 2, 15
"""How many things lie in a folder at least, and how many files at most."""
REASON = re.compile(r"\bLong because \w")
FOLDERS = {
    "scorecard/languages/*/LC_MESSAGES": "catalogs are looked for under this name",
    "migrations": "one for every step that databases have taken, none of which may go",
    "tests/data/releases": "one for every release",
    ".ci": "holds one command",
}
"""Folders of which the size says nothing, and why."""

Sizes = dict[str, int]
"""What is too large, and how large it is."""


def tracked(root: Path = ROOT) -> list[Path]:
    """Return the files of the project, without what is made while working on it."""
    command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return sorted(Path(name) for name in done.stdout.splitlines() if (root / name).is_file())


def long_files(root: Path, files: list[Path]) -> Sizes:
    """Return the Python files with too many lines, by path."""
    found = {}
    for path in _ending(files, ".py"):
        lines = (root / path).read_text().count("\n")
        if lines > FILE_LINES and not _has_reason(_parsed(root / path)):
            found[str(path)] = lines
    return found


def long_functions(root: Path, files: list[Path]) -> Sizes:
    """Return the functions with too many lines, by path and name."""
    found: Sizes = Counter()
    for path in _ending(files, ".py"):
        for node in ast.walk(_parsed(root / path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES and not _has_reason(node):
                    found[f"{path}:{node.name}"] += lines
    return dict(found)


def odd_folders(_root: Path, files: list[Path]) -> Sizes:
    """Return the folders in which too much lies, or a single thing."""
    held = Counter(path.parent for path in files)
    rooms = Counter(place.parent for place in {one for path in files for one in path.parents})
    return {
        str(place): count
        for place, count in held.items()
        if count + rooms[place] < FEWEST or count > MOST
        if not any(place.match(one) for one in FOLDERS)
    }


def wide_templates(root: Path, files: list[Path]) -> Sizes:
    """Return the templates with lines that are too long, and how many of them there are."""
    found = {}
    for path in _ending(files, ".html"):
        lines = (root / path).read_text().splitlines()
        if count := sum(len(line) > TEMPLATE_COLUMNS for line in lines):
            found[str(path)] = count
    return found


def _ending(files: list[Path], suffix: str) -> Iterator[Path]:
    return (path for path in files if path.suffix == suffix)


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _has_reason(node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return bool(REASON.search(ast.get_docstring(node) or ""))


Measure = Callable[[Path, list[Path]], Sizes]
MEASURES: Mapping[str, tuple[Measure, Callable[[int], int]]] = {
    "lines of files": (long_files, lambda lines: lines - FILE_LINES),
    "lines of functions": (long_functions, lambda lines: lines - FUNCTION_LINES),
    "files in folders": (odd_folders, lambda count: max(count - MOST, FEWEST - count)),
    "long lines of templates": (wide_templates, lambda count: count),
}
"""By what sizes are of: who finds what is too large, and by how much it is."""


def measure(root: Path = ROOT) -> dict[str, Sizes]:
    """Return everything that is too large."""
    files = tracked(root)
    return {kind: find(root, files) for kind, (find, _excess) in MEASURES.items()}


def listed(path: Path = LIST) -> dict[str, Sizes]:
    """Return what may be too large, and how large."""
    return tomllib.loads(path.read_text())


def problems(allowed: Mapping[str, Sizes], found: Mapping[str, Sizes]) -> Iterator[str]:
    """Yield what is larger than it may be, and what is listed without need."""
    for kind in MEASURES:
        for name, size in found[kind].items():
            limit = allowed[kind].get(name)
            if limit is None:
                yield f"{kind}: {name} has {size}"
            elif _excess(kind, size) > _excess(kind, limit):
                yield f"{kind}: {name} has {size}, and had {limit}"
        for name in allowed[kind].keys() - found[kind].keys():
            yield f"{kind}: {name} is listed in {LIST.name} without need; --shrink the list"


def shrunk(allowed: Mapping[str, Sizes], found: Mapping[str, Sizes]) -> dict[str, Sizes]:
    """Return the list as it would be now; raise ValueError where it would say more than before."""
    for kind in MEASURES:
        before, now = (
            sum(map(partial(_excess, kind), one[kind].values())) for one in (allowed, found)
        )
        if now > before:
            raise ValueError(f"{kind}: {now} too many in all, where there were {before}")
    return {kind: dict(sorted(found[kind].items())) for kind in MEASURES}


def _excess(kind: str, size: int) -> int:
    _find, excess = MEASURES[kind]
    return excess(size)


def write(sizes: Mapping[str, Sizes], path: Path = LIST) -> None:
    """Keep a list of what may be too large."""
    lines = ["# What is too large and has no reason to be. The list may only shrink: see sizes.py."]
    for kind, found in sizes.items():
        lines += ["", f'["{kind}"]', *(f'"{name}" = {size}' for name, size in found.items())]
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    """Say what is too large, or write the list anew."""
    allowed, found = listed(), measure()
    if sys.argv[1:] == ["--shrink"]:
        try:
            write(shrunk(allowed, found))
        except ValueError as grown:
            print(grown)
            print(*problems(allowed, found), sep="\n")
            return 1
        return 0
    wrong = list(problems(allowed, found))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
