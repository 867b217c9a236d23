"""What a closed season awarded: it stands like its table, also after an import."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Game, Season
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.keeping import bin as the_bin
from scorecard.services.looking_back import statistics
from scorecard.services.seasons import season_chart, seasons
from scorecard.services.standings import standings
from scorecard.services.table import games, seating
from tests.factories import EVENING, Club, Table
from tests.services.files.other_server import (
    Elsewhere,
    document_of,
    elsewhere,
    group_file,
    second_app,
)
from tests.services.keeping.test_bin import purged

__all__ = ["elsewhere", "second_app"]


class Closed:
    """A club with a closed season of four games, two of which changed afterwards."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.club = club = Club(session, "Ann", "Bob", "Cy")
        self.season = club.season(scheme={"kind": "places", "places": [5, 3, 1]}, best_of=3)
        self.games = [
            club.play(Ann=500, Bob=300, Cy=100),
            club.play(Ann=100, Bob=300, Cy=500),
            club.play(Bob=500, Ann=300),
            club.play(Ann=500, Cy=300),
        ]
        seasons.close(session, self.season, club.write())
        session.commit()

    def correct(self, table: Table) -> None:
        games.reopen(self.session, table.game, table.write())
        table.enter(1, {1: {"score": -2_000}})
        self.club.end(table)

    def change(self) -> None:
        """Correct a game, delete one, add one and let one go into another group."""
        self.correct(self.games[0])
        games.delete(self.session, self.games[1].game, self.games[1].write())
        self.club.play(Bob=500, Cy=100)
        other = groups.create(self.session, self.club.write(version=0), "Friday", Club.SECRET)
        table = self.games[2]
        seating.move(self.session, table.game, table.write(), other, {})
        self.session.commit()

    def other(self) -> Any:
        return self.games[2].game.group


@pytest.fixture
def closed(session: Session) -> Closed:
    return Closed(session)


def shown(session: Session, season: Season) -> dict[str, Any]:
    """Return everything that is shown of a season."""
    chart = season_chart.chart(session, season)
    found = session.scalars(
        select(Game).where(Game.group_id == season.group_id).order_by(Game.started_at)
    )
    return {
        "table": standings.present(session, season),
        "chart": (chart.days, chart.points, chart.positions),
        "curves": [
            statistics.rating_curve(session, season, player) for player in season.group.players
        ],
        "moves": [standings.moves(session, season, game) for game in found],
    }


def ends_where_the_table_does(session: Session, season: Season) -> bool:
    chart = season_chart.chart(session, season)
    return chart.points[-1] == [row.points for row in chart.players]


class TestHere:
    def test_whatever_becomes_of_its_games_the_chart_ends_where_the_table_does(
        self, closed: Closed
    ) -> None:
        before = season_chart.chart(closed.session, closed.season)
        assert len(before.points) == 1
        closed.change()
        assert season_chart.chart(closed.session, closed.season) == before
        assert ends_where_the_table_does(closed.session, closed.season)

    def test_also_once_the_bin_was_emptied(self, closed: Closed) -> None:
        session, curve = closed.session, statistics.rating_curve
        cy = closed.club.players["Cy"]
        games.delete(session, closed.games[1].game, closed.games[1].write())
        session.commit()
        chart, before = (
            season_chart.chart(session, closed.season),
            curve(session, closed.season, cy),
        )
        for day in range(the_bin.DAYS + 2):
            purged(session, closed.club.at + timedelta(days=day))
            session.commit()
        assert len(groups.games_of(session, closed.club.group)) == 3
        assert season_chart.chart(session, closed.season) == chart
        after = curve(session, closed.season, cy)
        assert [row.rating for row in after] == [row.rating for row in before]
        assert [row.game is None for row in after] == [False, True, False]


class TestInAFile:
    @pytest.mark.parametrize("is_changed", [False, True])
    def test_what_was_awarded_is_read_back_and_not_counted_anew(
        self, closed: Closed, elsewhere: Elsewhere, is_changed: bool
    ) -> None:
        if is_changed:
            closed.change()
        file = group_file(closed.club)
        here = shown(closed.session, closed.season)
        group = elsewhere.take_in(file)
        there = elsewhere.session.scalars(select(Season)).one()
        assert shown(elsewhere.session, there) == here
        assert ends_where_the_table_does(elsewhere.session, there)
        assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file

    def test_of_a_season_by_itself(self, closed: Closed, elsewhere: Elsewhere) -> None:
        closed.change()
        file = file_format.write(exports.of_season(closed.session, closed.season, EVENING))
        elsewhere.take_in(file)
        there = elsewhere.session.scalars(select(Season)).one()
        chart = season_chart.chart(closed.session, closed.season)
        assert season_chart.chart(elsewhere.session, there).points == chart.points
        assert file_format.write(exports.of_season(elsewhere.session, there, EVENING)) == file

    def test_where_players_are_others_there(self, closed: Closed, elsewhere: Elsewhere) -> None:
        closed.change()
        there = Club(elsewhere.session, "Cy", "Bob", "Ann")
        file = file_format.write(exports.of_season(closed.session, closed.season, EVENING))
        phone = elsewhere.phone = there.keeper
        elsewhere.take_in(file, into=there.group, device=phone)
        season = elsewhere.session.scalars(select(Season)).one()
        assert ends_where_the_table_does(elsewhere.session, season)
        assert elsewhere.plan(file, into=there.group, device=phone).is_empty

    def test_that_another_season_has_its_name_is_said(
        self, closed: Closed, elsewhere: Elsewhere
    ) -> None:
        there = Club(elsewhere.session, "Ann", "Bob", "Cy")
        there.season(name="spring")
        document = exports.of_season(closed.session, closed.season, EVENING)
        plan = elsewhere.plan(document, into=there.group, device=there.keeper)
        assert "Another season is called spring." in plan.lines()

    def test_an_open_season_is_counted(self, session: Session, elsewhere: Elsewhere) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=100)
        document = document_of(club)
        assert document["seasons"][0]["awards"] is None
        elsewhere.take_in(document)
        there = elsewhere.session.scalars(select(Season)).one()
        assert standings.present(elsewhere.session, there) == standings.present(session, season)

    def test_a_file_of_before_is_counted_anew(self, closed: Closed, elsewhere: Elsewhere) -> None:
        document = document_of(closed.club)
        document["version"] = 3
        for season in document["seasons"]:
            del season["awards"]
        here = shown(closed.session, closed.season)
        elsewhere.take_in(document)
        there = elsewhere.session.scalars(select(Season)).one()
        assert shown(elsewhere.session, there) == here
        assert elsewhere.plan(document).is_empty

    @pytest.mark.parametrize(
        ("spoil", "complaint"),
        [
            (lambda season: season.update(closed_at=None, final=None), "only a closed season"),
            (lambda season: season["awards"].append(season["awards"][0]), "same id"),
            (
                lambda season: season["awards"][0]["players"].append(
                    season["awards"][0]["players"][0]
                ),
                "same id",
            ),
            (
                lambda season: season["awards"][0]["players"][0].update(player="nobody-at-all"),
                "no player nobody-at-all",
            ),
            (
                lambda season: season["awards"][0]["players"][0].update(points="many"),
                "award 1, player 1: “points” must be a whole number",
            ),
            (lambda season: season["awards"][0].update(players=[]), "nobody"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, closed: Closed, elsewhere: Elsewhere, spoil: Any, complaint: str
    ) -> None:
        document = document_of(closed.club)
        spoil(document["seasons"][0])
        with pytest.raises(BadInput) as refused:
            elsewhere.plan(document)
        assert complaint in str(refused.value.message)

    def test_two_of_the_file_who_are_one_here(self, closed: Closed, elsewhere: Elsewhere) -> None:
        """A game that the file does not hold any more may name two who are one by now."""
        games.delete(closed.session, closed.games[3].game, closed.games[3].write())
        document = exports.of_season(closed.session, closed.season, EVENING)
        there = Club(elsewhere.session, "Ann")
        ann = there.players["Ann"]
        ann.uid, ann.name = closed.club.players["Ann"].uid, "Cy"
        elsewhere.session.commit()
        for game in list(document["games"]):
            document["games"].remove(game)
        with pytest.raises(BadInput) as refused:
            elsewhere.take_in(document, into=there.group, device=there.keeper)
        assert refused.value.code == "player_in_two_seats"


class TestMoved:
    def test_a_game_that_comes_back_is_known_again(self, closed: Closed) -> None:
        session, table = closed.session, closed.games[2]
        before = shown(session, closed.season)
        names = {seat.position: seat.player for seat in table.game.seats}
        other = groups.create(session, closed.club.write(version=0), "Friday", Club.SECRET)
        seating.move(session, table.game, table.write(), other, {})
        assert seasons.awarding(session, table.game) == []
        seating.move(session, table.game, table.write(), closed.club.group, names)
        session.commit()
        assert shown(session, closed.season) == before
        assert seasons.awarding(session, table.game) == [closed.season]
