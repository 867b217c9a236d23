"""What a server does without: looking for garbage often, and for what nobody has installed."""

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


KEEP = """
import gc
from scorecard.serving.loading import loading

with loading():
    pass
before = gc.get_stats()[2]["collections"]
kept = [[] for _ in range(300_000)]
assert gc.get_stats()[2]["collections"] == before
"""


def fails(code: str) -> str:
    """Run code in a process of its own, so that this one stays as it is; return what went wrong."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=False, capture_output=True, text=True).stderr


def test_what_is_loaded_is_not_looked_through() -> None:
    assert not fails(LOAD.format(end="pass"))


def test_garbage_is_looked_for_again_where_loading_fails() -> None:
    assert not fails(LOAD.format(end="1 / 0"))


def test_a_server_that_holds_ever_more_phones_does_not_look_through_all_of_them() -> None:
    assert not fails(KEEP)


ASKING = """
import importlib.metadata
asked = []
was = importlib.metadata.entry_points
def count(**about):
    asked.append(about["group"])
    return was(**about)
importlib.metadata.entry_points = count
from scorecard.serving import server
import gevent.monkey
assert gevent.monkey.is_module_patched("threading")
asked = [group for group in asked if group.startswith("gevent")]
assert not asked, asked
"""


def test_gevent_does_not_look_for_plugins_in_all_that_is_installed() -> None:
    assert not fails(ASKING)
