"""What the pieces of a game's page say of its sides, without a page."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scorecard.web.live.shown import SideLine, State, moved, steps

ENTRY = SimpleNamespace(seat=1, points=5)


def round_with(**more: Any) -> Any:
    given = {"has_entries": True, "missing": [1], "entries": [], "notes": []}
    return SimpleNamespace(**given | more)


def seat(position: int, left_after: int | None = None) -> Any:
    return SimpleNamespace(seat=position, left_after=left_after)


def line(**more: Any) -> SideLine:
    given: dict[str, Any] = {
        "name": "Ann",
        "seats": [seat(1)],
        "entry": None,
        "note": "",
        "is_fault": False,
        "total": 30,
        "coming": None,
        "last": 5,
        "rank": 1,
        "lead": 10,
        "is_winner": False,
    }
    return SideLine(**given | more)


@pytest.mark.parametrize(
    ("side", "open_round", "is_leader_known", "said"),
    [
        (line(), None, True, "leads"),
        (line(), None, False, ""),
        (line(rank=2), None, True, ""),
        (line(is_winner=True), None, False, "won"),
        (line(seats=[seat(1, left_after=3)], is_winner=True), None, True, "left"),
        (line(), round_with(), True, "leads"),
        (line(rank=2), round_with(), True, ""),
        (line(), round_with(entries=[SimpleNamespace(seat=2)]), True, "counting"),
        (line(entry=ENTRY), round_with(missing=[], entries=[ENTRY]), True, "counted"),
        (line(entry=ENTRY), round_with(entries=[ENTRY]), True, "begun"),
        (line(note="bid 2"), round_with(has_entries=False, missing=[]), True, "begun"),
        (line(), round_with(notes=[SimpleNamespace(seat=2, note="called · 0")]), True, "counting"),
        (line(), round_with(missing=[2]), False, ""),
        (line(), round_with(has_entries=False, entries=[ENTRY]), False, ""),
        (line(total=None), round_with(), True, "leads"),
    ],
)
def test_who_leads_is_said_until_somebody_has_counted(
    side: SideLine, open_round: Any, is_leader_known: bool, said: State
) -> None:
    assert side.state(open_round, is_leader_known=is_leader_known) == said


def test_a_side_has_left_once_all_of_its_players_have() -> None:
    gone, there = seat(1, left_after=0), seat(3)
    assert not line(seats=[gone, there]).has_left
    assert line(seats=[gone, gone]).has_left


@pytest.mark.parametrize(
    ("before", "now", "move"),
    [(None, None, "unranked"), (None, 2, "stays"), (3, 2, "up"), (2, 3, "down"), (2, 2, "stays")],
)
def test_a_place_in_a_season_moves(before: int | None, now: int | None, move: str) -> None:
    award: Any = SimpleNamespace(rank_before=before, rank=now)
    assert moved(award) == move


def test_a_game_that_has_ended_cannot_be_undone_and_a_deleted_one_does_nothing() -> None:
    def actions(**more: Any) -> list[str]:
        given = {"is_deleted": False, "is_ended": False, "undo": "a", "redo": "b"}
        sheet: Any = SimpleNamespace(**given | more)
        return [action for _step, action in steps(sheet)]

    assert actions() == ["undo", "redo"]
    assert actions(is_ended=True) == ["redo"]
    assert actions(undo=None) == ["redo"]
    assert actions(is_deleted=True) == []
