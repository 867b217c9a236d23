"""The API answers every byte as it did when its answers were recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzzing.answers import RECORDED, answers, digest, recordable
from tests.fuzzing.requests import Requests
from tests.fuzzing.world import world_in


@pytest.mark.long
def test_every_answer_is_as_it_was(tmp_path: Path) -> None:
    with recordable(), world_in(tmp_path) as world:
        told = answers(world, Requests(world))
        found = {f"{digest(text)} {asked}": text for asked, text in told}
    kept = RECORDED.read_text().splitlines()
    assert len(kept) > 150
    # What is answered otherwise stands here whole; what it was, python -m tests.fuzzing.answers
    # FILE writes in a copy of the project before the change.
    assert {asked: text for asked, text in found.items() if asked not in kept} == {}
    assert found.keys() == set(kept)
