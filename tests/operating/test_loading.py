"""While things are loaded nobody looks for garbage; afterwards, only in what comes then."""

from __future__ import annotations

import subprocess
import sys

LOAD = """
import gc
from scorecard.serving.loading import loading

class Kept: pass

try:
    with loading():
        assert not gc.isenabled()
        kept = Kept()
        {end}
except ZeroDivisionError:
    pass
assert gc.isenabled()
assert not any(one is kept for one in gc.get_objects())
dropped = [Kept()]
assert any(one is dropped for one in gc.get_objects())
"""


def loads(end: str) -> str:
    """Load in a process of its own, so that this one is not frozen; return what went wrong."""
    command = [sys.executable, "-c", LOAD.format(end=end)]
    return subprocess.run(command, check=False, capture_output=True, text=True).stderr


def test_what_is_loaded_is_not_looked_through() -> None:
    assert not loads("pass")


def test_garbage_is_looked_for_again_where_loading_fails() -> None:
    assert not loads("1 / 0")
