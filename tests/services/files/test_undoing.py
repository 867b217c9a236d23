"""An import is undone as one step; what was changed since stays, and is told."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import Conflict, NotFound, Stale
from scorecard.models import Game, Group, HouseRules, Result, Season
from scorecard.services.book import house_rules
from scorecard.services.files.importing import undoing
from scorecard.services.files.past import past_results
from scorecard.services.groups import groups
from scorecard.services.history import changes, group_changes
from scorecard.services.history.changes import Write
from scorecard.services.keeping import recounting
from scorecard.services.players import rosters
from scorecard.services.seasons import adjustments, parting, seasons
from scorecard.services.standings import lineups
from scorecard.services.table import anecdotes, games
from tests.factories import EVENING, Club
from tests.services.files.other_server import LATER, Elsewhere, elsewhere, group_file, second_app

__all__ = ["elsewhere", "second_app"]

RESULTS = """date,game,player,total
2026-01-03,Hearts,Ann,20
2026-01-03,Hearts,Bob,30
2026-01-04,Hearts,Ann,40
2026-01-04,Hearts,Flo,10
"""


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob")


def take_in(club: Club, text: str = RESULTS) -> int:
    look = past_results.preview(club.session, club.group, text, club.at)
    past_results.carry_out(club.session, club.group, look, club.write())
    club.session.commit()
    return club.group.version


def undo(club: Club, number: int) -> str:
    undoing.undo(club.session, club.group, club.write(), number)
    club.session.commit()
    return undoing.done(club.session, club.group, number)


def past_games(club: Club) -> list[Game]:
    return list(club.session.scalars(select(Game).order_by(Game.started_at)))


def roster(club: Club) -> list[str]:
    return [player.name for player in club.group.roster]


class TestLists:
    def test_games_go_into_the_bin_and_the_season_is_counted_anew(self, club: Club) -> None:
        season = club.season(starts_on=EVENING.date().replace(year=2026, month=1, day=1))
        club.play(Ann=500, Bob=100)
        before = club.standings(season)
        number = take_in(club)
        assert club.standings(season) != before
        assert undo(club, number) == "Import undone: 1 player and 2 games"
        assert club.standings(season) == before
        assert [game.deleted_at is None for game in past_games(club)] == [False, False, True]
        assert roster(club) == ["Ann", "Bob"]
        assert recounting.recount(club.session, club.group) == []

    def test_what_went_can_be_taken_out_of_the_bin(self, club: Club) -> None:
        undo(club, take_in(club))
        first = past_games(club)[0]
        games.restore(club.session, first, club.write(version=first.version))
        assert club.session.scalars(select(Result).where(Result.game_id == first.id)).all()

    def test_the_same_list_can_be_imported_again(self, club: Club) -> None:
        undo(club, take_in(club))
        look = past_results.preview(club.session, club.group, RESULTS, club.at)
        assert [len(look.games), look.is_good] == [2, True]
        undo(club, take_in(club))
        assert len(groups.deleted_games(club.session, club.group)) == 4

    def test_players_retire_who_sit_nowhere_else(self, club: Club) -> None:
        number = take_in(club, "name\nCy\nDi\nEd")
        club.players["Cy"] = rosters.named(club.group, "Cy")  # type: ignore[assignment]
        club.start("Ann", "Cy")
        ed = rosters.named(club.group, "Ed")
        assert ed
        rosters.change(club.session, ed, club.write(), name="Eddy", colour=3, initial="E")
        assert undo(club, number) == (
            "Import undone: 1 player. Changed or in use since, so here still: 2 players"
        )
        assert roster(club) == ["Ann", "Bob", "Cy", "Eddy"]

    def test_who_is_in_a_team_or_has_points_by_hand_stays(self, club: Club) -> None:
        season, binned = club.season(), club.season(name="Cup")
        number = take_in(club, "name\nCy\nDi\nEd")
        of = {player.name: player for player in club.group.roster}
        parting.make(club.session, season, club.write(), lineups.TEAMS, "Foxes", [of["Cy"]])
        said: dict[str, Any] = {"kind": "bonus", "points": 1, "reason": "cake"}
        adjustments.give(club.session, season, club.write(), of["Di"], **said)
        parting.make(club.session, binned, club.write(), lineups.TEAMS, "Foxes", [of["Ed"]])
        seasons.delete(club.session, binned, club.write())
        assert undo(club, number) == (
            "Import undone: 1 player. Changed or in use since, so here still: 2 players"
        )
        assert roster(club) == ["Ann", "Bob", "Cy", "Di"]

    def test_a_game_that_was_changed_stays(self, club: Club) -> None:
        number = take_in(club)
        kept = past_games(club)[1]
        anecdotes.tell(club.session, kept, club.write(version=kept.version), "The cat won")
        assert undo(club, number) == (
            "Import undone: 1 game. Changed or in use since, so here still: 1 player and 1 game"
        )
        assert kept.deleted_at is None
        assert roster(club) == ["Ann", "Bob", "Flo"]

    def test_where_all_was_changed_nothing_happens(self, club: Club) -> None:
        number = take_in(club)
        for game in past_games(club):
            anecdotes.tell(club.session, game, club.write(version=game.version), "The cat won")
        with pytest.raises(Conflict, match="All of this import was changed"):
            undo(club, number)

    def test_where_all_is_gone_nothing_happens(self, club: Club) -> None:
        number = take_in(club, RESULTS.replace("Flo", "Bob"))
        for game in past_games(club):
            games.delete(club.session, game, club.write(version=game.version))
        with pytest.raises(Conflict, match="Nothing of this import is here any more"):
            undo(club, number)

    def test_a_closed_season_keeps_what_it_counts(self, club: Club) -> None:
        season = club.season(starts_on=EVENING.date().replace(year=2026, month=1, day=1))
        number = take_in(club)
        seasons.close(club.session, season, club.write())
        club.session.commit()
        with pytest.raises(Conflict, match="Season Spring is closed and counts games"):
            undo(club, number)
        club.session.rollback()
        assert not groups.deleted_games(club.session, club.group)

    def test_only_what_was_imported_and_only_once(self, club: Club) -> None:
        number = take_in(club)
        with pytest.raises(NotFound, match="There is no such import"):
            undo(club, number - 1)
        undo(club, number)
        with pytest.raises(Conflict, match="undone already"):
            undo(club, number)
        with pytest.raises(NotFound, match="There is no such import"):
            undo(club, club.group.version)

    def test_a_phone_that_has_seen_more_than_there_is(self, club: Club) -> None:
        number, later = take_in(club), club.group.version + 1
        with pytest.raises(Stale, match="older here than on this phone"):
            undoing.undo(club.session, club.group, club.write(version=later), number)

    def test_the_newest_is_offered_first(self, club: Club) -> None:
        first, second = take_in(club), take_in(club, "name\nZoe")

        def newest() -> int | None:
            line = undoing.newest(club.session, club.group)
            return line.version if line else None

        assert newest() == second
        undo(club, second)
        assert newest() == first
        undo(club, first)
        assert newest() is None

    def test_each_game_tells_that_it_was_deleted(self, club: Club) -> None:
        undo(club, take_in(club))
        kinds = [line.kind for line in changes.lines(club.session, past_games(club)[0])]
        assert kinds == ["deleted", "past_result"]


class TestLines:
    @pytest.mark.parametrize(
        "new",
        [
            None,
            "all",
            {"games": ["nothing12"]},
            {"games": {"nothing12": "much"}},
            {"games": {"\0": 1}},
            {"players": {}},
            {"players": [7]},
        ],
    )
    def test_one_that_does_not_tell_what_it_brought(self, club: Club, new: Any) -> None:
        undone = {"what": "2 games", "of": ["nothing"]}
        group_changes.note(club.session, club.group, club.write(), "import_undone", undone)
        about = {"what": "2 games"} | ({} if new is None else {"new": new})
        group_changes.note(club.session, club.group, club.write(), "imported", about)
        assert undoing.newest(club.session, club.group) is None
        with pytest.raises(Conflict, match="does not tell what this import brought"):
            undo(club, club.group.version)

    def test_one_that_names_what_belongs_to_others(self, club: Club) -> None:
        other = Club(club.session, "Xa", "Ya")
        game = other.play(Xa=500, Ya=100).game
        new = {"games": {game.uid: game.version}, "players": [other.players["Xa"].uid]}
        about = {"what": "1 game", "new": new}
        group_changes.note(club.session, club.group, club.write(), "imported", about)
        with pytest.raises(Conflict, match="Nothing of this import is here"):
            undo(club, club.group.version)
        assert game.deleted_at is None

    def test_one_that_brought_too_much_is_short(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(undoing, "MOST_NEW", 2)
        number = take_in(club)
        with pytest.raises(Conflict, match="does not tell"):
            undo(club, number)

    def test_a_group_that_went_elsewhere_can_undo_there(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        number = take_in(club)
        group = elsewhere.take_in(group_file(club))
        line = undoing.newest(elsewhere.session, group)
        assert line
        assert line.version == number


class TestFiles:
    def test_a_groups_file_into_that_group(self, club: Club, elsewhere: Elsewhere) -> None:
        group = elsewhere.take_in(group_file(club))
        club.season(name="Later", starts_on=EVENING.date().replace(year=2031))
        house_rules.create(
            club.session, club.group, club.write(), "Hut", "brownie_points", {"target": 9_000}
        )
        club.players["Cy"] = rosters.add(club.session, club.group, club.write(), "Cy")
        club.play(Ann=500, Bob=100, Cy=50)
        club.session.commit()
        elsewhere.take_in(group_file(club))
        there, group = elsewhere.session, elsewhere.session.get_one(Group, group.id)
        line = undoing.newest(there, group)
        assert line
        write = Write(elsewhere.phone, LATER, version=group.version)
        undoing.undo(there, group, write, line.version)
        assert undoing.done(there, group, line.version) == (
            "Import undone: 1 player, 1 season, 1 game and 1 rule set"
        )
        assert [player.name for player in group.roster] == ["Ann", "Bob"]
        for model in (Game, Season, HouseRules):
            assert there.scalars(select(model).where(model.deleted_at.is_(None))).all() == []
