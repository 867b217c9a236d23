"""The API answers every byte as it did when its answers were recorded."""

from __future__ import annotations

from tests.fuzzing.answers import RECORDED, answers, digest
from tests.fuzzing.requests import Requests
from tests.fuzzing.world import World


def test_every_answer_is_as_it_was(kept_world: tuple[World, Requests]) -> None:
    found = [f"{digest(text)} {asked}" for asked, text in answers(*kept_world)]
    kept = RECORDED.read_text().splitlines()
    assert len(kept) > 150
    assert found == kept, "python -m tests.fuzzing.answers FILE shows what is answered"
