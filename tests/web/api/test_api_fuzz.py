"""The API and the forms under hostile requests, and under people who tap whatever there is.

In full: ``python -m tests.fuzzing.api``, ``python -m tests.fuzzing.bodies`` and
``python -m tests.fuzzing.wandering``.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis.errors import Flaky
from sqlalchemy import update

from scorecard.database.db import begin_write, db
from scorecard.errors import Conflict
from scorecard.models import Group, Seat
from scorecard.rules.words import say
from scorecard.web.http.access import anyone
from tests.fuzzing.bodies import Range
from tests.fuzzing.requests import Requests
from tests.fuzzing.wandering import Wanderer
from tests.fuzzing.world import World

pytestmark = pytest.mark.long

EXAMPLES = 2
"""Of each operation of the API, both as its description allows and as it forbids."""
BODIES = 1_200
WALKS = 3
SEED = 6


@pytest.fixture(scope="module")
def world(kept_world: tuple[World, Requests]) -> World:
    return kept_world[0]


@pytest.fixture(scope="module")
def target(kept_world: tuple[World, Requests]) -> Range:
    return Range(kept_world[1])


def test_the_api_answers_as_it_is_described(world: World) -> None:
    # Only here: what it brings along takes every process seconds to import.
    from tests.fuzzing.api import Api

    found = Api(world).ask_everything(EXAMPLES, SEED)
    assert not found.faults, "\n".join(f"{what}\n{why}" for what, why in found.faults.items())
    assert len(found.operations) > 100
    assert {200, 201, 404, 409, 422} <= set(found.statuses)


def test_an_operation_that_is_given_up_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.fuzzing.api import MOST_TRIES, Api

    def send(*_arguments: object) -> None:
        raise Flaky("it drew something else", [])

    monkeypatch.setattr(Api, "_send", send)
    api = Api(world)
    first = next(api._operations())
    monkeypatch.setattr(Api, "_operations", lambda _self: iter([first]))
    found = api.ask_everything(1)
    assert [*found.faults] == [f"{first.label}: given up"]
    assert found.begun_again == MOST_TRIES


# A file in a form that breaks off is left to be closed by the library that read it.
@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning")
def test_hostile_bodies_break_nothing_and_leave_no_trace(target: Range) -> None:
    found = target.fire(SEED, range(BODIES))
    gc.collect()
    assert not found.faults, "\n".join(f"{what}\n{shot}" for what, shot in found.faults.items())
    assert found.saved > BODIES / 10, "hardly any was good enough to be saved"
    assert {200, 201, 303, 400, 403, 404, 405, 409, 411, 415, 422} <= set(found.statuses)


class TestWandering:
    @pytest.fixture
    def wanderer(self, world: World, tmp_path: Path) -> Iterator[Wanderer]:
        yield Wanderer(world, tmp_path)
        world.restore()

    def test_whoever_taps_whatever_there_is_breaks_nothing(self, wanderer: Wanderer) -> None:
        for number in range(WALKS):
            wanderer.walk(SEED, number, 100)
        found = wanderer.outcome
        assert not found.faults, "\n".join(f"{what}\n{how}" for what, how in found.faults.items())
        assert found.accepted.total() > WALKS * 10, "hardly any form was taken"

    def test_what_breaks_is_told(self, wanderer: Wanderer, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken() -> str:
            raise RuntimeError("the inside")

        views = wanderer.world.app.view_functions
        monkeypatch.setitem(views, "home.index", anyone(broken))
        wanderer.beginnings = ["/"]
        wanderer.walk(SEED, 0, 3)
        assert any("RuntimeError" in fault for fault in wanderer.outcome.faults)

    def test_what_is_left_behind_is_told(self, wanderer: Wanderer) -> None:
        with wanderer.world.app.app_context():
            db.session.execute(update(Seat).values(total=5))
            db.session.commit()
        assert any("other totals" in fault for fault in wanderer._left_behind())


class TestJudge:
    """What is wrong is found."""

    @pytest.fixture
    def view(self, target: Range, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
        yield monkeypatch
        target.world.restore()

    def fire(self, target: Range) -> str:
        asks = dict(target.asks)
        target.asks.clear()
        target.asks["POST", "/scorecards/new"] = asks["POST", "/scorecards/new"]
        try:
            return "\n".join(target.fire(SEED, range(30)).faults)
        finally:
            target.asks.update(asks)

    def test_a_fault_of_the_app(self, target: Range, view: pytest.MonkeyPatch) -> None:
        def broken() -> str:
            raise RuntimeError("the inside")

        view.setitem(target.world.app.view_functions, "scorecards.make", anyone(broken))
        assert "RuntimeError" in self.fire(target)

    def test_something_saved_by_a_refused_one(
        self, target: Range, view: pytest.MonkeyPatch
    ) -> None:
        def careless() -> str:
            begin_write(db.session)
            db.session.execute(update(Group).values(name="Spoilt"))
            db.session.commit()
            raise Conflict(say("Too late."))

        view.setitem(target.world.app.view_functions, "scorecards.make", anyone(careless))
        assert "yet something was saved" in self.fire(target)

    def test_a_traceback_shown(self, target: Range, view: pytest.MonkeyPatch) -> None:
        view.setitem(
            target.world.app.view_functions,
            "scorecards.make",
            anyone(lambda: "Traceback (most recent call last)"),
        )
        assert "Traceback" in self.fire(target)

    def test_totals_that_are_not_those_of_the_rounds(self, world: World) -> None:
        assert world.faults() == []
        with world.app.app_context():
            db.session.execute(update(Seat).values(total=5))
            db.session.commit()
        assert any("other totals" in fault for fault in world.faults())
        world.restore()
