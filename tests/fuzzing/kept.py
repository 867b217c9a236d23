"""The small world with its good requests, made once in a run of tests and copied for each user."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fuzzing.requests import Requests
from tests.fuzzing.world import World, world_in

KNOWN = "known.pickle"


def keep(folder: Path) -> None:
    """Make a world in a folder, and write beside it what is to be known of it."""
    folder.mkdir(parents=True)
    with world_in(folder) as world:
        made = world.uids, world.here, world.elsewhere
        known = made, Requests(world).made()
    (folder / KNOWN).write_bytes(pickle.dumps(known))


@contextmanager
def copied(kept: Path, folder: Path) -> Iterator[tuple[World, Requests]]:
    """Copy a world that was kept into a folder; yield it with its requests."""
    shutil.copytree(kept, folder)
    made, requests = pickle.loads((folder / KNOWN).read_bytes())
    with world_in(folder, made) as world:
        yield world, Requests(world, made=requests)
