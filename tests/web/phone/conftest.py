"""Two phones at one table, Ann's and Bob's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.conftest import Program


@pytest.fixture
def ann(program: Callable[[], Program]) -> Program:
    return program().start("Ann", "Bob")


@pytest.fixture
def bob(program: Callable[[], Program], ann: Program) -> Program:
    return program().join(ann, 2)
