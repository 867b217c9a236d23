"""A game that is friendly in one season of its day, and counts in another."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Season
from scorecard.services.history import changes, history, undo_redo
from scorecard.services.looking_back import archive
from scorecard.services.seasons import late_results, prospects, reopening, season_words, seasons
from scorecard.services.standings import standings
from scorecard.services.table import occasions, rematches
from scorecard.services.table.occasions import Occasion
from tests.factories import EVENING, Club, Table, shown_of
from tests.services.files.other_server import Elsewhere, document_of, elsewhere, second_app
from tests.services.table.test_occasions import is_as_counted_anew, kept

__all__ = ["elsewhere", "second_app"]
TODAY = EVENING.date()


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob")


@pytest.fixture
def both(club: Club) -> tuple[Season, Season]:
    return club.season(tie_breaks=[]), club.season(name="Cup", tie_breaks=[])


def make(table: Table, *friendly_in: Season, **more: Any) -> None:
    uids = [season.uid for season in friendly_in]
    occasions.change(table.session, table.game, table.write(), friendly_in=uids, **more)
    table.session.commit()


def test_it_says_so_before_its_end_and_counts_in_the_other(
    club: Club, both: tuple[Season, Season]
) -> None:
    spring, cup = both
    table = club.start("Ann", "Bob", occasion=Occasion(friendly_in=(cup.uid,)))
    table.play(500, 300)
    assert [str(one.sentence) for one in prospects.of_game(club.session, table.game)] == [
        "This game counts in Spring: 5 – 3 – 2 – 1 for the places.",
        "It does not count in Cup: it is friendly there.",
    ]
    club.end(table)
    assert club.standings(spring) == [("Ann", 1, 5), ("Bob", 2, 3)]
    assert club.standings(cup) == []
    assert is_as_counted_anew(club.session, cup)
    shown = shown_of(club.session, table.game)
    assert shown["friendly_in"] == [{"id": cup.uid, "name": "Cup"}]
    assert shown["uncounted"] == []
    page = archive.search(club.session, club.group, archive.read(club.session, club.group, {}))
    assert [[vars(one) for one in game["friendly_in"]] for game in page.games] == [
        shown["friendly_in"]
    ]


def test_later_it_becomes_so_and_undo_takes_that_back(
    club: Club, both: tuple[Season, Season]
) -> None:
    spring, cup = both
    table = club.play(Ann=500, Bob=300)
    before = [kept(club.session, season) for season in both]
    make(table, cup)
    assert [kept(club.session, season) for season in both] == [before[0], [[], []]]
    change = undo_redo.undo(club.session, table.game, table.write(), is_keeper=True)
    assert history.sentence(change, table.game) == "Friendly in Cup"
    assert [kept(club.session, season) for season in both] == before
    undo_redo.redo(club.session, table.game, table.write(), is_keeper=True)
    make(table, spring)
    line = changes.lines(club.session, table.game)[0]
    said = "Friendly in Spring · Counts in Cup again"
    assert history.sentence(line, table.game) == said
    assert [kept(club.session, season) for season in both] == [[[], []], before[1]]


def test_friendly_in_all_it_counts_in_none(club: Club, both: tuple[Season, Season]) -> None:
    table = club.play(Ann=500, Bob=300)
    make(table, *both)
    said = [str(one.sentence) for one in prospects.of_ended(club.session, table.game)]
    assert said == [
        "It does not count in Cup: it is friendly there.",
        "It does not count in Spring: it is friendly there.",
    ]


def test_closing_a_season_waits_for_none_that_is_friendly_there(
    club: Club, both: tuple[Season, Season]
) -> None:
    spring, cup = both
    club.start("Ann", "Bob", occasion=Occasion(friendly_in=(cup.uid,)))
    waits = [
        any("still running" in line for line in lines)
        for lines in (
            season_words.closing(club.session, season, [TODAY], TODAY) for season in (spring, cup)
        )
    ]
    assert waits == [True, False]


def test_a_closed_season_keeps_what_it_brought_and_may_be_reopened(
    club: Club, both: tuple[Season, Season]
) -> None:
    _spring, cup = both
    table = club.play(Ann=500, Bob=300)
    seasons.close(club.session, cup, club.write())
    before = kept(club.session, cup)
    occasions.change(club.session, table.game, table.write(), is_friendly=True)
    assert kept(club.session, cup) == before
    moved = [str(line.sentence) for line in late_results.lines(club.session, cup)]
    assert moved == ["1 game has changed since. It counts as it was."]
    reopening.reopen(club.session, cup, club.write())
    assert kept(club.session, cup) == [[], []]


def test_its_rematch_is_so_too(club: Club, both: tuple[Season, Season]) -> None:
    spring, cup = both
    table = club.start("Ann", "Bob", occasion=Occasion(friendly_in=(cup.uid, spring.uid)))
    table.play(500, 300)
    club.end(table)
    seasons.delete(club.session, spring, club.write())
    again = rematches.create(club.session, table.game, table.write())
    assert again.friendly_in == [cup.uid]


def test_closed_seasons_are_neither_named_nor_left_out_any_more(
    club: Club, both: tuple[Season, Season]
) -> None:
    spring, cup = both
    friendly, table = club.play(Ann=500, Bob=300), club.play(Ann=500, Bob=300)
    make(friendly, cup)
    seasons.close(club.session, cup, club.write())
    club.session.commit()
    for change in (
        lambda: make(table, cup),
        lambda: make(friendly, spring),
        lambda: club.start("Ann", "Bob", occasion=Occasion(friendly_in=(cup.uid,))),
    ):
        with pytest.raises(errors.Conflict, match="Cup is closed"):
            change()
        club.session.rollback()
    make(friendly, spring, cup)
    assert (set(friendly.game.friendly_in), table.game.friendly_in) == ({spring.uid, cup.uid}, [])
    again = rematches.create(club.session, friendly.game, friendly.write())
    assert again.friendly_in == [spring.uid]


def test_only_seasons_of_the_group_can_be_named(club: Club, both: tuple[Season, Season]) -> None:
    table = club.play(Ann=500, Bob=300)
    for start in (
        lambda: club.start("Ann", "Bob", occasion=Occasion(friendly_in=("nothere",))),
        lambda: occasions.change(
            club.session, table.game, table.write(), friendly_in=[both[0].uid, "nothere"]
        ),
    ):
        with pytest.raises(errors.BadInput, match="no such season") as caught:
            start()
        assert caught.value.field == "friendly_in"
        club.session.rollback()
    assert table.game.friendly_in == []


def test_files_carry_it(club: Club, both: tuple[Season, Season], elsewhere: Elsewhere) -> None:
    _spring, cup = both
    table = club.play(Ann=500, Bob=300)
    make(table, cup)
    file = document_of(club)
    assert [game["friendly_in"] for game in file["games"]] == [[cup.uid]]
    there = elsewhere.take_in(file)
    tabled = {
        season.name: len(standings.present(elsewhere.session, season))
        for season in seasons.of_group(elsewhere.session, there)
    }
    assert tabled == {"Spring": 2, "Cup": 0}


def test_it_is_asked_of_seasons_in_which_the_game_could_count(club: Club) -> None:
    def asked(*chosen: str) -> list[str]:
        found = occasions.choices(club.session, club.group, "pitch", TODAY, chosen)
        return [season.name for season in found]

    first = club.season(name="All")
    club.season(name="Cucumber", kinds=["cucumber"])
    club.season(name="Later", starts_on=TODAY + timedelta(days=1))
    assert asked() == []
    assert asked(first.uid) == ["All"]
    pitch = club.season(name="Pitch", kinds=["pitch"])
    assert asked() == ["Pitch", "All"]
    seasons.close(club.session, pitch, club.write())
    assert asked(pitch.uid) == []
