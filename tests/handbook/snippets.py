"""The files that the handbook shows for running it."""

from __future__ import annotations

import re

from scorecard import handbook

RUNNING = handbook.pages()["running"].text


def snippets(kind: str) -> list[str]:
    """Return the blocks of the handbook that are marked as a kind of file."""
    return re.findall(rf"^```{kind}\n(.*?)^```", RUNNING, re.MULTILINE | re.DOTALL)
