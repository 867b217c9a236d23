"""What the handbook lists by hand: the first cells of a table below a heading."""

from __future__ import annotations

import re

from scorecard import handbook

ROW = re.compile(r"^\| `(\w+)` \| \S", re.MULTILINE)


def listed(page: str, title: str) -> set[str]:
    """Return what the rows of the table below a heading of the second level begin with."""
    _before, _title, rest = handbook.page(page).text.partition(f"\n## {title}\n")
    return set(ROW.findall(rest.partition("\n## ")[0]))


REFUSALS = listed("api", "What the rules refuse")
WARNINGS = listed("api", "What the rules warn of")
"""The codes of the rules."""
SETTINGS = listed("running", "Settings")
"""The variables of the environment."""
