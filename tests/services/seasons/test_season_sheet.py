"""Who got what in a season: evening by evening, game by game, on pages, and as CSV."""

from __future__ import annotations

import csv
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.models import Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.seasons import adjustments, season_sheet, seasons
from scorecard.services.spreadsheets import csv_files, season_lists
from scorecard.services.table import games
from tests.factories import EVENING, Club

TODAY = EVENING.date()
Shown = tuple[float | None, float | None] | None


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


def two_evenings(club: Club, **plan: Any) -> Season:
    """Play three games: two on one evening, one on the next day, without Cy."""
    season = club.season(**plan)
    club.play(Ann=900, Bob=350, Cy=-250)
    club.play(Ann=100, Bob=900, Cy=900)
    club.at += timedelta(days=1)
    club.play(Ann=300, Bob=500)
    return season


def cell(one: season_sheet.Cell | None) -> Shown:
    if one is None:
        return None
    return tuple(  # type: ignore[return-value]
        None if points is None else points / UNIT for points in (one.counted, one.dropped)
    )


def lines(sheet: season_sheet.Sheet) -> dict[str, list[Shown]]:
    return {line.row.name: [cell(one) for one in (line.total, *line.cells)] for line in sheet.lines}


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(text.removeprefix("\ufeff").splitlines(), delimiter=delimiter))


def test_evenings_add_up_to_the_table(session: Session, club: Club) -> None:
    sheet = season_sheet.sheet(session, two_evenings(club))
    assert [column.day for column in sheet.columns] == [TODAY, TODAY + timedelta(days=1)]
    # 5 – 3 – 2 for the places; Bob and Cy share 5 + 3 in the second game.
    assert lines(sheet) == {
        "Bob": [(12, None), (7, None), (5, None)],
        "Ann": [(10, None), (7, None), (3, None)],
        "Cy": [(6, None), (6, None), None],
    }
    assert not sheet.has_dropped
    assert (sheet.page, sheet.pages, sheet.first, sheet.last, sheet.all_columns) == (1, 1, 1, 2, 2)


def test_games_have_a_column_each_and_lead_to_their_table(session: Session, club: Club) -> None:
    season = two_evenings(club)
    gone = club.play(Ann=300, Bob=500)
    sheet = season_sheet.sheet(session, season, "game")
    assert [(one.number, one.name) for one in sheet.columns] == [
        (1, "Brownie Points"),
        (2, "Brownie Points"),
        (1, "Brownie Points"),
        (2, "Brownie Points"),
    ]
    assert sheet.columns[-1].game == gone.game.uid
    assert lines(sheet)["Cy"] == [(6, None), (2, None), (4, None), None, None]
    seasons.close(session, season, club.write())
    games.delete(session, gone.game, gone.write())
    session.commit()
    last = season_sheet.sheet(session, season, "game").columns[-1]
    assert (last.game, last.name, last.number) == ("", "", 2)


def test_what_does_not_count_stands_apart(session: Session, club: Club) -> None:
    season = two_evenings(club, best_of=2)
    sheet = season_sheet.sheet(session, season)
    assert lines(sheet) == {
        "Bob": [(9, 3), (4, 3), (5, None)],
        "Ann": [(8, 2), (5, 2), (3, None)],
        "Cy": [(6, None), (6, None), None],
    }
    assert sheet.has_dropped
    by_game = lines(season_sheet.sheet(session, season, "game"))
    assert by_game["Bob"] == [(9, 3), (None, 3), (4, None), (5, None)]


def test_a_closed_seasons_sheet_stands(session: Session, club: Club) -> None:
    season = two_evenings(club)
    before = lines(season_sheet.sheet(session, season))
    seasons.close(session, season, club.write())
    club.play(Cy=500, Ann=300)
    assert lines(season_sheet.sheet(session, season)) == before


def test_more_than_a_page_is_summed_up_at_its_ends(
    session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_sheet, "ON_A_PAGE", 1)
    season = two_evenings(club)
    pages = [season_sheet.sheet(session, season, "game", page) for page in (1, 2, 3, 9)]
    assert [(page.page, page.pages, page.first, page.last) for page in pages] == [
        (1, 3, 3, 3),
        (2, 3, 2, 2),
        (3, 3, 1, 1),
        (3, 3, 1, 1),
    ]
    found = [
        [cell(one) for one in (line.earlier, *line.cells, line.later)]
        for page in pages[:3]
        for line in page.lines
        if line.row.name == "Bob"
    ]
    assert found == [
        [(7, None), (5, None), None],
        [(3, None), (4, None), (5, None)],
        [None, (3, None), (9, None)],
    ]
    assert [column.number for page in pages[:3] for column in page.columns] == [1, 2, 1]


def test_without_games_there_is_nothing(session: Session, club: Club) -> None:
    sheet = season_sheet.sheet(session, club.season())
    assert (sheet.columns, sheet.lines, sheet.pages) == ([], [], 1)


def test_points_by_hand_have_a_column_of_their_own(session: Session, club: Club) -> None:
    season = two_evenings(club)
    ann = club.players["Ann"]
    assert not season_sheet.sheet(session, season).has_points_by_hand
    adjustments.give(
        session, season, club.write(), ann, kind="penalty", points=-2, reason="phone at the table"
    )
    sheet = season_sheet.sheet(session, season)
    by_hand = {line.row.name: line.by_hand for line in sheet.lines}
    assert by_hand == {"Ann": -2 * UNIT, "Bob": None, "Cy": None}
    for line in sheet.lines:
        games = sum(one.points for one in line.cells if one)
        assert line.total.points == games + (line.by_hand or 0)
    told = {row["player"]: row["by_hand"] for row in rows(season_lists.of_sheet(session, season))}
    assert told == {"Ann": "-2", "Bob": "0", "Cy": "0"}


def test_a_spreadsheet_gets_exact_points_and_every_evening(
    session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_sheet, "ON_A_PAGE", 1)
    season = club.season(scheme={"kind": "wins"}, best_of=1)
    club.play(Ann=500, Bob=500, Cy=500)
    club.at += timedelta(days=1)
    club.play(Ann=500, Bob=300)
    ann, bob, cy = rows(season_lists.of_sheet(session, season))
    day, next_day = TODAY.isoformat(), (TODAY + timedelta(days=1)).isoformat()
    before, after = "rank player player_id division", "by_hand all_points dropped points team"
    assert list(ann) == [*before.split(), day, next_day, *after.split()]
    assert ann == {
        "rank": "1",
        "player": "Ann",
        "player_id": club.players["Ann"].uid,
        "division": "",
        day: "0.333333",
        next_day: "1",
        "by_hand": "0",
        "all_points": "1.333333",
        "dropped": "0.333333",
        "points": "1",
        "team": "",
    }
    assert (bob[next_day], cy[next_day]) == ("0", "")
    semicolons: csv_files.Separator = "semicolon"
    (first, *_others) = rows(season_lists.of_sheet(session, season, semicolons), ";")
    assert first[day] == "0,333333"
