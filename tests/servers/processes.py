"""Processes that are killed: found by their parent, and waited for until they are no more."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

END_SECONDS = 60


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [child for child, parent, _group in _all() if parent == pid]


def group(pid: int) -> list[int]:
    """Return the processes of the group that a process leads."""
    return [member for member, _parent, leader in _all() if leader == pid]


def _all() -> Iterator[tuple[int, int, int]]:
    """Yield every process with its parent and its group."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name stands in brackets and may hold anything; state, parent and group follow.
            _state, parent, leader = stat.read_text().rpartition(")")[2].split()[:3]
            yield int(stat.parent.name), int(parent), int(leader)


def kill(pids: Iterable[int]) -> None:
    """Kill processes, and wait until they are gone."""
    pids = [*pids]
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + END_SECONDS
    while any(_is_running(pid) for pid in pids):
        assert time.monotonic() < deadline, f"{pids} could not be killed"
        time.sleep(0.01)


def _is_running(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    # One whose parent has not asked yet how it ended is no more.
    return stat.rpartition(")")[2].split()[0] != "Z"
