"""Games of another day: typed in later, or moved to the day on which they were played."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Award, Feat, Game, Result, Season, Standing
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.history import changes, history, undo_redo
from scorecard.services.looking_back import archive, statistics
from scorecard.services.scoring import playing_time
from scorecard.services.seasons import prospects, season_chart, season_words, seasons
from scorecard.services.standings import awards, records, rerating, results, standings
from scorecard.services.table import occasions, rematches, seating
from scorecard.services.table.occasions import Occasion
from tests.factories import EVENING, Club, Table, shown_of
from tests.services.files.other_server import (
    Elsewhere,
    document_of,
    elsewhere,
    group_file,
    second_app,
)

__all__ = ["elsewhere", "second_app"]
TODAY = EVENING.date()
FRIDAY = date(2026, 3, 6)
WEEK = timedelta(days=7)
NO_GROUP = "Only a group’s game can be of another day, or friendly."


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


def on(club: Club, day: date, **scores: int) -> Table:
    """Enter a game of a day, of one round, and end it."""
    table = club.start(*scores, occasion=Occasion(day))
    table.play(*scores.values())
    return club.end(table)


def redate(table: Table, day: date) -> None:
    occasions.change(table.session, table.game, table.write(), day=day)
    table.session.commit()


def days(club: Club) -> list[str]:
    """Return the days of the group's games as they are listed, the latest first."""
    page = archive.search(club.session, club.group, archive.read(club.session, club.group, {}))
    return [game["day"] for game in page.games]


def kept(session: Session, season: Season) -> list[Any]:
    """Return what is kept of a season: what each game brought, and each player's standing."""
    columns = Award.order_key, Award.player_id, Award.points, Award.mu, Award.sigma
    awarded = select(*columns).where(Award.season_id == season.id)
    stand = select(Standing.player_id, Standing.form, Standing.points, Standing.mu, Standing.sigma)
    return [
        session.execute(awarded.order_by(Award.order_key, Award.player_id)).all(),
        session.execute(stand.where(Standing.season_id == season.id).order_by("player_id")).all(),
    ]


def is_as_counted_anew(session: Session, season: Season) -> bool:
    rerating.rerate_all(session, season)
    before = kept(session, season)
    awards.recount(session, season)
    return kept(session, season) == before


class TestBegun:
    """A game that is typed in later than it was played."""

    def test_it_counts_in_the_season_that_holds_its_day(self, club: Club) -> None:
        winter = club.season(name="Winter", starts_on=date(2026, 1, 1), ends_on=date(2026, 3, 9))
        spring = club.season(name="Spring", starts_on=date(2026, 3, 10))
        table = club.start("Ann", "Bob", occasion=Occasion(FRIDAY))
        table.play(500, 300)
        table.play(100, 50)
        (prospect,) = prospects.of_game(club.session, table.game)
        assert prospect.sentence == "This game counts in Winter: 5 – 3 – 2 – 1 for the places."
        club.end(table)
        assert club.standings(winter) == [("Ann", 1, 5.0), ("Bob", 2, 3.0)]
        assert club.standings(spring) == []
        assert days(club) == ["2026-03-06"]

    def test_several_of_a_day_keep_their_order(self, club: Club) -> None:
        late = club.start("Ann", "Bob", occasion=Occasion(FRIDAY))
        club.at += timedelta(hours=14)  # The next morning, earlier in the day.
        early = club.start("Ann", "Cy", occasion=Occasion(FRIDAY))
        assert late.game.started_at < early.game.started_at
        assert {results.day_of(one.game.started_at, club.group) for one in (late, early)} == {
            FRIDAY
        }

    def test_at_the_very_end_of_a_day_there_is_no_later(self, club: Club) -> None:
        club.at = datetime.combine(TODAY, datetime.max.time(), EVENING.tzinfo) - timedelta(
            minutes=10, seconds=1
        )
        for _number in range(3):
            club.at -= timedelta(minutes=10)
            table = club.start("Ann", "Bob", occasion=Occasion(FRIDAY))
            assert results.day_of(table.game.started_at, club.group) == FRIDAY

    def test_today_is_now(self, club: Club) -> None:
        table = club.start("Ann", "Bob", occasion=Occasion(TODAY))
        assert table.game.started_at == table.at

    @pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"])
    @pytest.mark.parametrize("day", [date(1900, 1, 1), FRIDAY, date(2025, 10, 26)])
    def test_the_day_is_that_of_where_the_group_lives(
        self, club: Club, zone: str, day: date
    ) -> None:
        groups.change(club.session, club.group, club.write(), time_zone=zone)
        table = club.start("Ann", "Bob", occasion=Occasion(day))
        assert results.day_of(table.game.started_at, club.group) == day
        assert table.game.started_at.year >= 1900

    @pytest.mark.parametrize(
        ("day", "why"),
        [
            (TODAY + timedelta(days=1), "That day is still to come."),
            (date.max, "That day is still to come."),
            (date(1899, 12, 31), "The first possible day is 1 Jan 1900."),
            (date.min, "The first possible day is 1 Jan 1900."),
        ],
    )
    def test_a_day_that_cannot_be_is_refused(self, club: Club, day: date, why: str) -> None:
        with pytest.raises(errors.BadInput, match=why) as refused:
            club.start("Ann", "Bob", occasion=Occasion(day))
        assert refused.value.field == "day"
        club.session.rollback()
        table = club.play(Ann=50, Bob=100)
        with pytest.raises(errors.BadInput, match=why):
            redate(table, day)

    def test_without_a_group_there_is_no_other_day(self, session: Session) -> None:
        with pytest.raises(errors.BadInput, match=NO_GROUP):
            Table(session, "Ann", "Bob", occasion=Occasion(FRIDAY))
        session.rollback()
        table = Table(session, "Ann", "Bob")
        with pytest.raises(errors.BadInput, match=NO_GROUP):
            redate(table, FRIDAY)

    def test_how_long_it_took_is_not_known(self, club: Club) -> None:
        def played(table: Table) -> timedelta:
            return playing_time.of_game(club.session, table.game).time

        assert played(on(club, FRIDAY, Ann=250, Bob=150)) == timedelta()
        live = club.play(Ann=250, Bob=150)
        took = played(live)
        assert took > timedelta()
        redate(live, FRIDAY)
        assert played(live) == timedelta()
        undo_redo.undo(club.session, live.game, live.write(), is_keeper=True)
        assert played(live) == took


class TestChanged:
    """The day of a game that was played already."""

    @pytest.fixture
    def season(self, club: Club) -> Season:
        return club.season(starts_on=date(2026, 1, 1), tie_breaks=[])

    def test_everything_follows_and_undo_takes_it_back(self, club: Club, season: Season) -> None:
        first, second = club.play(Ann=250, Bob=150), club.play(Bob=450, Cy=100)
        version = club.group.version
        before = kept(club.session, season)
        redate(second, FRIDAY)
        assert days(club) == ["2026-03-14", "2026-03-06"]
        assert club.group.version > version
        assert standings.is_latest(club.session, season, first.game)
        for model in (Result, Feat):
            keys = club.session.scalars(
                select(model.order_key).where(model.game_id == second.game.id)
            )
            assert {*keys} == {results.order_key(second.game)}, model
        assert kept(club.session, season)[1] != before[1]
        assert is_as_counted_anew(club.session, season)
        change = undo_redo.undo(club.session, second.game, second.write(), is_keeper=True)
        assert history.sentence(change, second.game) == "Day: 14 Mar 2026 → 6 Mar 2026"
        assert kept(club.session, season) == before
        undo_redo.redo(club.session, second.game, second.write(), is_keeper=True)
        assert days(club) == ["2026-03-14", "2026-03-06"]
        assert is_as_counted_anew(club.session, season)

    @pytest.mark.parametrize("at_once", [1, 2, 40])
    def test_ratings_follow_wherever_it_goes(
        self, club: Club, season: Season, at_once: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", at_once)
        tables = [
            on(club, TODAY - (6 - number) * WEEK, **scores)
            for number, scores in enumerate(
                [
                    {"Ann": 250, "Bob": 150},
                    {"Bob": 250, "Cy": 150},
                    {"Cy": 250, "Ann": 150},
                    {"Ann": 250, "Bob": 150, "Cy": 50},
                    {"Bob": 250, "Ann": 150},
                    {"Cy": 250, "Bob": 150},
                ]
            )
        ]
        for place, day in ((0, TODAY), (5, date(2026, 1, 2)), (2, FRIDAY), (0, FRIDAY)):
            redate(tables[place], day)
            assert all(row.mu for row in kept(club.session, season)[1])
            assert is_as_counted_anew(club.session, season)

    def test_it_moves_from_one_season_to_another(self, club: Club) -> None:
        winter = club.season(name="Winter", starts_on=date(2026, 1, 1), ends_on=date(2026, 3, 9))
        spring = club.season(name="Spring", starts_on=date(2026, 3, 10))
        table = club.play(Ann=250, Bob=150)
        redate(table, FRIDAY)
        assert (club.standings(spring), len(club.standings(winter))) == ([], 2)
        redate(table, TODAY)
        assert (len(club.standings(spring)), club.standings(winter)) == (2, [])

    def test_a_running_game_moves_too_whatever_is_counted_meanwhile(self, club: Club) -> None:
        table = club.start("Ann", "Bob")
        seen = table.write()
        table.play(250, 150)
        occasions.change(club.session, table.game, seen, day=FRIDAY)
        assert days(club) == ["2026-03-06"]
        with pytest.raises(errors.Stale, match="changed the game meanwhile"):
            occasions.change(club.session, table.game, seen, day=TODAY)

    def test_the_same_day_is_no_change(self, club: Club) -> None:
        table = club.play(Ann=250, Bob=150)
        before = table.game.version, table.game.started_at
        redate(table, TODAY)
        assert (table.game.version, table.game.started_at) == before


class TestClosed:
    """A season that is closed keeps its table, and names itself."""

    def closed(self, club: Club) -> Season:
        season = club.season(starts_on=date(2026, 3, 10))
        table = club.play(Ann=250, Bob=150)
        seasons.close(club.session, season, club.write())
        club.session.commit()
        self.table = table
        return season

    def test_its_table_and_chart_stand(self, club: Club) -> None:
        season = self.closed(club)
        before = standings.present(club.session, season)
        chart = season_chart.chart(club.session, season)
        redate(self.table, FRIDAY)
        assert standings.present(club.session, season) == before
        assert season_chart.chart(club.session, season) == chart
        said = [str(one.sentence) for one in prospects.of_ended(club.session, self.table.game)]
        assert said == ["Spring is closed: its table stands."]

    def test_a_closed_season_that_holds_the_new_day_is_named(self, club: Club) -> None:
        self.closed(club)
        other = on(club, FRIDAY, Ann=250, Bob=150)
        redate(other, TODAY)
        said = [str(one.sentence) for one in prospects.of_ended(club.session, other.game)]
        assert said == ["It counts in no season: Spring is closed."]

    def test_the_game_is_known_again_after_a_move(self, club: Club) -> None:
        season = self.closed(club)
        game = self.table.game
        redate(self.table, FRIDAY)
        seating.move(club.session, game, self.table.write(), None, {})
        assert seasons.awarding(club.session, game) == []
        seating.move(club.session, game, self.table.write(), club.group, {})
        assert seasons.awarding(club.session, game) == [season]

    def test_and_after_an_import(self, club: Club, elsewhere: Elsewhere) -> None:
        self.closed(club)
        redate(self.table, FRIDAY)
        file, other = group_file(club), elsewhere.session
        group = elsewhere.take_in(file)
        assert file_format.write(exports.of_group(other, group, EVENING)) == file
        game = other.scalars(select(Game)).one()
        assert game.started_at == self.table.game.started_at
        (season,) = seasons.awarding(other, game)
        assert season.is_closed


class TestFriendly:
    """A game that is there like any other, and counts in no season."""

    @pytest.fixture
    def season(self, club: Club) -> Season:
        return club.season(tie_breaks=[])

    def friendly(self, club: Club) -> Table:
        table = club.start("Ann", "Bob", occasion=Occasion(is_friendly=True))
        table.play(500, 300)
        return table

    def make(self, table: Table, *, is_friendly: bool) -> None:
        occasions.change(table.session, table.game, table.write(), is_friendly=is_friendly)
        table.session.commit()

    def test_it_says_so_before_its_end_and_brings_nothing(self, club: Club, season: Season) -> None:
        table = self.friendly(club)
        said = [str(one.sentence) for one in prospects.of_game(club.session, table.game)]
        assert said == ["Friendly game: counts in no season."]
        club.end(table)
        assert club.standings(season) == []
        assert shown_of(club.session, table.game)["uncounted"] == said
        assert is_as_counted_anew(club.session, season)

    def test_it_stands_in_the_list_and_counts_for_records_and_players(
        self, club: Club, season: Season
    ) -> None:
        club.end(self.friendly(club))
        club.play(Ann=50, Bob=100)
        page = archive.search(club.session, club.group, archive.read(club.session, club.group, {}))
        assert [game["is_friendly"] for game in page.games] == [False, True]
        (book,) = records.of_group(club.session, club.group)
        assert 500 in [record.value for record in book.records]
        overall = statistics.of_player(club.session, club.players["Ann"]).overall
        assert (overall.games, overall.wins) == (2, 1)

    def test_later_it_becomes_one_and_undo_takes_that_back(
        self, club: Club, season: Season
    ) -> None:
        table = club.play(Ann=500, Bob=300)
        before = kept(club.session, season)
        self.make(table, is_friendly=True)
        assert kept(club.session, season) == [[], []]
        change = undo_redo.undo(club.session, table.game, table.write(), is_keeper=True)
        assert history.sentence(change, table.game) == "Friendly game"
        assert kept(club.session, season) == before
        undo_redo.redo(club.session, table.game, table.write(), is_keeper=True)
        self.make(table, is_friendly=False)
        assert kept(club.session, season) == before
        line = changes.lines(club.session, table.game)[0]
        assert history.sentence(line, table.game) == "No longer a friendly game"

    def test_both_are_told_at_once(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        occasions.change(club.session, table.game, table.write(), day=FRIDAY, is_friendly=True)
        line = changes.lines(club.session, table.game)[0]
        said = "Day: 14 Mar 2026 → 6 Mar 2026 · Friendly game"
        assert history.sentence(line, table.game) == said

    def test_a_closed_season_keeps_what_it_brought(self, club: Club, season: Season) -> None:
        table = club.play(Ann=500, Bob=300)
        seasons.close(club.session, season, club.write())
        before = kept(club.session, season)
        self.make(table, is_friendly=True)
        assert kept(club.session, season) == before
        said = [str(one.sentence) for one in prospects.of_ended(club.session, table.game)]
        assert said == ["Spring is closed: its table stands."]

    def test_its_rematch_is_friendly_too_but_of_today(self, club: Club) -> None:
        table = club.start("Ann", "Bob", occasion=Occasion(FRIDAY, is_friendly=True))
        table.play(500, 300)
        club.end(table)
        again = rematches.create(club.session, table.game, table.write())
        assert again.is_friendly
        assert results.day_of(again.started_at, club.group) == TODAY

    def test_outside_of_groups_there_is_none(self, club: Club, session: Session) -> None:
        table = club.end(self.friendly(club))
        seating.move(session, table.game, table.write(), None, {})
        assert not rematches.create(session, table.game, table.write()).is_friendly
        with pytest.raises(errors.BadInput, match=NO_GROUP):
            Table(session, "Ann", "Bob", occasion=Occasion(is_friendly=True))

    def test_closing_a_season_waits_for_none(self, club: Club, season: Season) -> None:
        closing = partial(season_words.closing, club.session, season, [TODAY], TODAY)
        table = self.friendly(club)
        assert not [line for line in closing() if "still running" in line]
        self.make(table, is_friendly=False)
        assert [line for line in closing() if "still running" in line]

    def test_files_carry_it_and_earlier_ones_have_none(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        club.end(self.friendly(club))
        file = document_of(club)
        assert [game["is_friendly"] for game in file["games"]] == [True]
        elsewhere.take_in(file)
        assert elsewhere.session.scalars(select(Game.is_friendly)).one()
