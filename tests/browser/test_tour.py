"""The tour that README shows can be made again at any time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from tests.browser.phone import Phone
from tests.browser.tour import FOLDER, SIZE, play
from tests.servers.server import Server


@pytest.mark.long
def test_half_a_minute_shows_an_evening(
    phones: Callable[..., Phone], server: Server, tmp_path: Path
) -> None:
    tour = play(phones, server)
    assert 25 <= tour.seconds <= 35
    assert all(one.tobytes() != next_one.tobytes() for one, next_one in pairwise(tour.frames))
    path = tmp_path / "tour.webp"
    tour.keep(path)
    with Image.open(path) as made:
        assert (made.size, getattr(made, "n_frames", 1)) == (SIZE, len(tour.frames))


def test_readme_shows_it() -> None:
    path = FOLDER / "tour.webp"
    address = path.relative_to(FOLDER.parent).as_posix()
    assert f"]({address})" in (FOLDER.parent / "README.md").read_text()
    with Image.open(path) as kept:
        assert kept.size == SIZE
        assert getattr(kept, "n_frames", 1) > 12
