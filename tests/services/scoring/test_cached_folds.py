"""What is kept of a game in memory: it is what the walk from the first round on gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.errors import ScorecardError
from scorecard.models import Change, Game
from scorecard.rules.fold import Fold
from scorecard.services.history import undo_redo
from scorecard.services.scoring import cached_folds, sheets
from scorecard.services.table import anecdotes, games, rounds, seating
from tests.factories import Table, shown_of
from tests.work import statements


def kept(table: Table) -> Any:
    """Return the kept walk's sheet; the game is loaded as another request would find it."""
    table.session.expire_all()
    fold = cached_folds.find(table.game)
    assert fold is not None, "nothing is kept"
    return sheets.sheet_of(table.game, fold, table.game.open_round)


def test_after_every_count_the_kept_walk_is_the_one_from_the_first_round(session: Session) -> None:
    table = Table(session, "Ann", "Bob", "Cy", options={"target": 2_000})
    for number in range(1, 5):
        for seat in (1, 2, 3):
            table.enter(number, {seat: {"score": 100 * number - 50 * seat}})
            assert kept(table) == sheets.read(table.game)
    assert table.game.status == "in_progress"
    table.play(5_000, 0, 0)
    assert kept(table).status == "finished"
    assert kept(table) == sheets.read(table.game)


@contextmanager
def elsewhere(session: Session) -> Iterator[None]:
    """Have something done by another process: what is kept here stays as it was."""
    kept = cached_folds._cached[session.get_bind().engine]
    before = kept.copy()
    yield
    kept.clear()
    kept.update(before)
    session.expire_all()


def after_round_two(table: Table) -> None:
    """Correct round 2 of three."""
    table.enter(2, {1: {"score": -500}})


def undone(table: Table) -> None:
    """Undo what was done last."""
    undo_redo.undo(table.session, table.game, table.write(), is_keeper=True)
    table.session.commit()


def closed_without_bob(table: Table) -> None:
    """Close round 4 with 0 for Bob."""
    table.enter(4, {1: {"score": 50}})
    rounds.close(table.session, table.game, table.write(), 4, zero_for=[2])
    table.session.commit()


def without_bob(table: Table) -> None:
    """Let Cy leave, and play on."""
    seating.leave(table.session, table.game, table.write(), 3)
    table.session.commit()
    table.enter(4, {1: {"score": 50}})


def ended(table: Table) -> None:
    """End the game, and reopen it."""
    games.finish(table.session, table.game, table.write())
    games.reopen(table.session, table.game, table.write())
    table.session.commit()


@pytest.mark.parametrize(
    "change", [after_round_two, undone, closed_without_bob, without_bob, ended]
)
def test_whatever_changes_a_game_is_in_the_kept_walk(
    session: Session, change: Callable[[Table], None]
) -> None:
    table = Table(session, "Ann", "Bob", "Cy")
    for points in (100, 200, 300):
        table.play(points, -points, 50)
    if change is closed_without_bob:
        table.enter(4, {3: {"score": 50}})
    change(table)
    assert kept(table) == sheets.read(table.game)
    assert table.totals() == [sheets.read(table.game).totals[name] for name in ("Ann", "Bob", "Cy")]


def half_counted(table: Table) -> None:
    """Count Ann's part of round 4."""
    table.enter(4, {1: {"score": 50}})


def two_rounds_more(table: Table) -> None:
    """Play rounds 4 and 5, and begin to count round 6."""
    table.play(50, 100, 150)
    table.play(-50, 0, 50)
    table.enter(6, {3: {"score": 50}})


def over(table: Table) -> None:
    """Play on until somebody has won."""
    table.play(50, 100, 5_000)
    assert table.game.status == "finished"


def over_earlier(table: Table) -> None:
    """Play three rounds more, and correct the first of them, so that the others come too late."""
    for _ in range(3):
        table.play(50, 100, 150)
    table.enter(4, {1: {"score": 5_000}})
    assert sheets.read(table.game).after_end == (5, 6)


def told(table: Table) -> None:
    """Play round 4, and tell of it."""
    table.play(50, 100, 150)
    anecdotes.tell(table.session, table.game, table.write(), "What a night.", number=4)
    table.session.commit()


def undone_and_counted(table: Table) -> None:
    """Take round 3 back, and play it otherwise."""
    undo_redo.undo(table.session, table.game, table.write(), is_keeper=True)
    table.session.commit()
    table.enter(3, {1: {"score": 50}, 2: {"score": 100}, 3: {"score": 150}})


COUNTED_ONLY = (half_counted, two_rounds_more, closed_without_bob, over, over_earlier)
MORE_THAN_COUNTED = (after_round_two, undone, undone_and_counted, without_bob, ended, told)


@pytest.mark.parametrize("change", [*COUNTED_ONLY, *MORE_THAN_COUNTED])
def test_what_another_process_has_counted_is_added_and_all_else_walked_through_anew(
    session: Session, change: Callable[[Table], None]
) -> None:
    table = Table(session, "Ann", "Bob", "Cy", options={"target": 5_000})
    for points in (100, 200, 300):
        table.play(points, -points, 50)
    if change is closed_without_bob:
        table.enter(4, {3: {"score": 50}})
    table.whole()
    root = sheets.fold_of(table.game).root
    with elsewhere(session):
        change(table)
    shown = table.whole()
    assert kept(table) == sheets.read(table.game)
    assert (sheets.fold_of(table.game).root is root) == (change in COUNTED_ONLY)
    cached_folds._cached.clear()
    assert shown == table.whole()


def test_a_past_with_the_same_versions_is_not_added_to(session: Session) -> None:
    table = Table(session)
    table.play(100, 200)
    before = sheets.fold_of(table.game)
    with elsewhere(session):
        table.play(300, 400)
    assert cached_folds.find_earlier(table.game) is before
    # What another process has counted since a backup was restored came at other times.
    cached_folds._put(session, table.game.uid, cached_folds.Kept((2, table.at), before))
    assert cached_folds.find_earlier(table.game) is None


def test_a_write_that_is_taken_back_leaves_no_walk(session: Session) -> None:
    table = Table(session)
    table.play(100, 200)
    before = kept(table)
    write = table.write()
    rounds.enter(session, table.game, write, 2, {1: {"score": 50}, 2: {"score": 50}})
    session.rollback()
    assert kept(table) == before
    with pytest.raises(ScorecardError):
        table.enter(2, {1: {"score": 77}})
    session.rollback()
    assert kept(table) == before


def test_what_another_process_has_written_is_walked_through_anew(session: Session) -> None:
    table = Table(session)
    table.play(100, 200)
    assert kept(table)
    session.execute(
        sa.update(Game).where(Game.id == table.game.id).values(version=Game.version + 1)
    )
    session.commit()
    session.expire_all()
    assert cached_folds.find(table.game) is None
    assert shown_of(session, table.game)["sides"][0]["total"] == 100
    assert cached_folds.find(table.game) is not None


@pytest.mark.parametrize("where", [nullcontext, elsewhere], ids=["here", "elsewhere"])
def test_a_count_asks_the_database_no_more_after_thirty_rounds_than_after_two(
    session: Session, where: Callable[[Session], AbstractContextManager[None]]
) -> None:
    table = Table(session, options={"target": 100_000})
    asked = []
    for rounds_played in (2, 30):
        while table.game.next_number <= rounds_played:
            table.play(50, 50)
        with where(session):
            table.play(50, 50)
        session.expire_all()
        with statements(session) as told:
            table.enter(table.game.next_number, {1: {"score": 50}})
        asked.append(len(told))
        table.enter(table.game.next_number, {2: {"score": 50}})
    assert asked[0] == asked[1]


def test_a_count_loads_no_round_that_this_process_has_counted(session: Session) -> None:
    table = Table(session, "Ann", "Bob", options={"target": 100_000})
    for number in (1, 2):
        for seat in (1, 2):
            session.expire_all()
            with statements(session) as told:
                table.enter(number, {seat: {"score": 50}})
            loads = [one for one in told if one.startswith("SELECT") and "FROM rounds" in one]
            assert bool(loads) == ((number, seat) == (1, 1))
    session.expire_all()
    with elsewhere(session):
        table.enter(3, {1: {"score": 50}})
    with statements(session) as told:
        table.enter(3, {2: {"score": 50}})
    assert any("FROM rounds" in one for one in told)


def test_a_correction_scores_its_round_and_those_after_it_and_knows_the_open_one(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(session, "Ann", "Bob", options={"target": 100_000})
    for _ in range(6):
        table.play(50, 50)
    table.enter(7, {1: {"score": 50}})
    session.expire_all()
    scored: list[int] = []
    add = Fold.add

    def noted(fold: Fold, *data: Any, **more: Any) -> None:
        scored.append(fold.next_number)
        add(fold, *data, **more)

    monkeypatch.setattr(Fold, "add", noted)
    table.enter(4, {1: {"score": 100}})
    assert scored == [4, 5, 6]
    with statements(session) as told:
        table.enter(7, {2: {"score": 50}})
    assert not any(one.startswith("SELECT") and "FROM rounds" in one for one in told)
    assert kept(table) == sheets.read(table.game)
    assert table.totals() == [400, 350]


def reach_read_forwards(session: Session, game: Game) -> tuple[int | None, int | None]:
    """Return what undo and redo would do, read from the first line of history on."""
    done: list[int] = []
    undone: list[int] = []
    for line in session.scalars(
        sa.select(Change)
        .where(Change.game_id == game.id, Change.is_undoable)
        .order_by(Change.version)
    ):
        if line.kind == "undo":
            undone.append(done.pop())
        elif line.kind == "redo":
            done.append(undone.pop())
        else:
            done.append(line.id)
            undone.clear()
    return done[-1] if done else None, undone[-1] if undone else None


@pytest.mark.parametrize("steps", ["ccuurr", "ccucuu", "ccuruurrcu", "ccc" * 11 + "u" * 33 + "rr"])
def test_undo_and_redo_are_found_from_the_end_of_a_history(session: Session, steps: str) -> None:
    table = Table(session, options={"target": 100_000})
    for number, step in enumerate(steps):
        if step == "c":
            table.enter(table.game.next_number, {1: {"score": 50 * number}}, is_confirmed=True)
        else:
            do = undo_redo.undo if step == "u" else undo_redo.redo
            do(session, table.game, table.write(), is_keeper=True)
            session.commit()
        found = undo_redo.reach(session, table.game)
        ids = tuple(change.id if change else None for change in (found.undo, found.redo))
        assert ids == reach_read_forwards(session, table.game)
