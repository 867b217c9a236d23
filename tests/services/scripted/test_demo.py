"""The demo's evening: invented, but scored like any other."""

from __future__ import annotations

from scorecard.database.db import apart
from scorecard.services.scripted import demo
from tests.scoring import sheet_of


def test_it_is_a_whole_evening() -> None:
    with apart() as session:
        tables = [step.view.game for step in demo.play(session)]
    assert [table.version for table in tables] == list(range(1, 13))
    assert tables[0].status == "in_progress"
    assert not any(table.is_ended for table in tables[:-1])
    assert tables[-1].is_ended
    assert tables[-1].reason == "Cleo wins with 5,850 points; the target was 5,000."


def test_all_that_was_counted_adds_up() -> None:
    with apart() as session:
        for step in demo.play(session):
            table = step.view.game
            assert table.warnings == []
            assert table.last_check is None or table.last_check.is_complete


def test_the_rules_make_the_same_of_it() -> None:
    with apart() as session:
        *_, last = demo.play(session)
    sheet = sheet_of(demo.record())
    assert sheet.totals == {"Ada": 4_900, "Bob": 5_150, "Cleo": 5_850, "Dan": 5_600}
    assert sheet.totals == last.view.sheet.totals


def test_who_leads_is_not_clear_before_the_end() -> None:
    with apart() as session:
        leaders = [
            side.name
            for step in demo.play(session)
            for side in step.view.game.sides
            if side.rank == 1 and side.total
        ]
    assert (leaders[0], leaders[-1]) == ("Bob", "Cleo")


def test_it_is_the_same_every_time() -> None:
    with apart() as session:
        once = [step.view.game for step in demo.play(session)]
    with apart() as session:
        assert [step.view.game for step in demo.play(session)] == once
