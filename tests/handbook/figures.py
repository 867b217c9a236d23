"""Print what a benchmark found, and keep it on the handbook's page of figures."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.handbook import regions

ROOT = Path(__file__).parents[2]


def keep(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; write it into the region ``figures-NAME`` where the handbook has that one.

    With it stand the command, the day, the commit, and what machine it was.
    """
    table = regions.table(head, rows)
    print(table)
    try:
        regions.write(f"figures-{name}", f"{circumstances()}\n\n{table}")
    except LookupError as error:
        print(f"{error} These figures are kept nowhere.")


def circumstances() -> str:
    """Return what was run, when, at which commit and on what, without the name of anything."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    command = " ".join(["python -m", module.name if module else "…", *sys.argv[1:]])
    return (
        f"`{command}`, {datetime.now(UTC):%Y-%m-%d}, at {_commit()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}:"
    )


def _commit() -> str:
    """Return the commit that was measured; changes that are in none are said."""
    git = ("git", "-C", str(ROOT))
    ask = (*git, "rev-parse", "--short=7", "HEAD")
    commit = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    changed = (*git, "diff", "--quiet", "HEAD", "--", ".", ":!scorecard/handbook")
    has_changes = subprocess.run(changed, check=False).returncode != 0
    return f"`{commit}`{' with changes' if has_changes else ''}"
