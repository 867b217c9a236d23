"""What the pieces of a game's page say of its sides, without a page."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.web.live.shown import SideLine, State, moved, steps

ROUND = {"has_entries": True, "missing": [1], "entries": [], "notes": []}
ENTRY = {"seat": 1, "points": 5}


def line(**more: Any) -> SideLine:
    given: dict[str, Any] = {
        "name": "Ann",
        "seats": [{"seat": 1, "left_after": None}],
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
        (line(seats=[{"seat": 1, "left_after": 3}], is_winner=True), None, True, "left"),
        (line(), ROUND, True, "leads"),
        (line(rank=2), ROUND, True, ""),
        (line(), ROUND | {"entries": [{"seat": 2}]}, True, "counting"),
        (line(entry=ENTRY), ROUND | {"missing": [], "entries": [ENTRY]}, True, "counted"),
        (line(entry=ENTRY), ROUND | {"entries": [ENTRY]}, True, "begun"),
        (line(note="bid 2"), ROUND | {"has_entries": False, "missing": []}, True, "begun"),
        (line(), ROUND | {"notes": [{"seat": 2, "note": "called · 0"}]}, True, "counting"),
        (line(), ROUND | {"missing": [2]}, False, ""),
        (line(), ROUND | {"has_entries": False, "entries": [ENTRY]}, False, ""),
        (line(total=None), ROUND, True, "leads"),
    ],
)
def test_who_leads_is_said_until_somebody_has_counted(
    side: SideLine, open_round: dict[str, Any] | None, is_leader_known: bool, said: State
) -> None:
    assert side.state(open_round, is_leader_known=is_leader_known) == said


def test_a_side_has_left_once_all_of_its_players_have() -> None:
    gone, there = {"seat": 1, "left_after": 0}, {"seat": 3, "left_after": None}
    assert not line(seats=[gone, there]).has_left
    assert line(seats=[gone, gone]).has_left


@pytest.mark.parametrize(
    ("before", "now", "move"),
    [(None, None, "unranked"), (None, 2, "stays"), (3, 2, "up"), (2, 3, "down"), (2, 2, "stays")],
)
def test_a_place_in_a_season_moves(before: int | None, now: int | None, move: str) -> None:
    assert moved({"rank_before": before, "rank": now}) == move


def test_a_game_that_has_ended_cannot_be_undone_and_a_deleted_one_does_nothing() -> None:
    sheet = {"is_deleted": False, "is_ended": False, "undo": {"label": "a"}, "redo": {"label": "b"}}
    assert [action for _step, action in steps(sheet)] == ["undo", "redo"]
    assert [action for _step, action in steps(sheet | {"is_ended": True})] == ["redo"]
    assert [action for _step, action in steps(sheet | {"undo": None})] == ["redo"]
    assert steps(sheet | {"is_deleted": True}) == []
