"""The API answers every byte as it did when its answers were recorded."""

from __future__ import annotations

import pytest

from tests.fuzzing.answers import RECORDED, answers, digest
from tests.fuzzing.requests import Requests
from tests.fuzzing.world import World


@pytest.mark.long
def test_every_answer_is_as_it_was(kept_world: tuple[World, Requests]) -> None:
    found = {f"{digest(text)} {asked}": text for asked, text in answers(*kept_world)}
    kept = RECORDED.read_text().splitlines()
    assert len(kept) > 150
    # What is answered otherwise stands here whole; what it was, python -m tests.fuzzing.answers
    # FILE writes in a copy of the project before the change.
    assert {asked: text for asked, text in found.items() if asked not in kept} == {}
    assert found.keys() == set(kept)
