"""Stakes of games: what a result comes to in cents, and what becomes of it when that changes."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict
from scorecard.models import CashEntry
from scorecard.rules.outcome.stakes import Finish, cents
from scorecard.services.cash import balances, entries, ledger, stakes, wording
from scorecard.services.history import changes, group_changes
from scorecard.services.players import merging
from scorecard.services.table import games, seating
from tests.factories import Club, Table
from tests.rich_group import MONEY


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy", "Di")


def put(club: Club, table: Table, way: str = "points", amount: int = 2) -> CashEntry:
    entry = stakes.put(club.session, club.group, club.write(), table.game, way, amount)
    club.session.commit()
    return entry


def sums(club: Club) -> dict[str, int]:
    return {line.player.name: line.balance for line in balances.of_group(club.group).lines}


def is_outdated(club: Club) -> bool:
    club.session.commit()
    found = ledger.page(club.session, club.group).entries
    return bool(stakes.outdated(club.session, club.group, found))


def correct(club: Club, table: Table, score: int) -> None:
    games.reopen(club.session, table.game, table.write())
    table.enter(1, {1: {"score": score}}, is_confirmed=True)
    club.end(table)


class TestWhatAResultComesTo:
    def test_each_loser_pays_the_winner_for_each_point_behind(self, club: Club) -> None:
        entry = put(club, club.play(Ann=500, Bob=300, Cy=-50))
        assert sums(club) == {"Cy": -1_100, "Bob": -400, "Ann": 1_500}
        told = "Stakes of Brownie Points: Ann\xa0+15.00, Bob\xa0−4.00, Cy\xa0−11.00"
        assert wording.sentence(entry) == told
        assert entry.day == club.at.date()

    def test_each_loser_pays_the_winner_a_stake(self, club: Club) -> None:
        put(club, club.play(Ann=500, Bob=300, Cy=-50), "winner", 150)
        assert sums(club) == {"Bob": -150, "Cy": -150, "Ann": 300}

    def test_two_who_won_share_it_and_the_first_gets_the_odd_cent(self, club: Club) -> None:
        put(club, club.play(Ann=500, Bob=500, Cy=100, Di=50), "winner", 101)
        assert sums(club) == {"Cy": -101, "Di": -101, "Ann": 101, "Bob": 101}
        put(club, club.play(Ann=500, Bob=500, Cy=100), "winner", 3)
        assert (sums(club)["Ann"], sums(club)["Bob"]) == (103, 102)

    def test_of_a_game_for_money_it_is_what_each_took_home(self, club: Club) -> None:
        table = club.start("Ann", "Bob", "Cy", rules="own_scorecard", options={"scorecard": MONEY})
        table.tell({}, {1: {"points": 20}, 2: {"points": -5}, 3: {"points": -15}})
        put(club, club.end(table), "points", 10)
        assert sums(club) == {"Cy": -150, "Bob": -50, "Ann": 200}

    def test_where_the_lowest_wins_the_others_are_that_much_above(self, club: Club) -> None:
        table = club.start("Ann", "Bob", rules="own_scorecard", options={"scorecard": LOWEST})
        table.tell({}, {1: {"points": 30}, 2: {"points": 10}})
        put(club, club.end(table), "points", 5)
        assert sums(club) == {"Ann": -100, "Bob": 100}

    def test_it_adds_up_to_nothing_with_sides(self) -> None:
        won = [Finish(1, "A", 9, is_win=True), Finish(2, "A", 9, is_win=True)]
        lost = [Finish(number, "B", 4, is_win=False) for number in (3, 4, 5)]
        assert cents([*won, *lost], "points", 1, is_money=False) == {
            1: 8,
            2: 7,
            3: -5,
            4: -5,
            5: -5,
        }
        taken = [Finish(1, "A", 3, is_win=True), Finish(2, "A", 3, is_win=True)]
        gave = Finish(3, "B", -3, is_win=False)
        assert cents([*taken, gave], "points", 5, is_money=True) == {1: 8, 2: 7, 3: -15}

    def test_where_nobody_won_or_chips_are_nobodys_there_is_nothing(self) -> None:
        nobody = [Finish(1, "A", 0, is_win=False), Finish(2, "B", 0, is_win=False)]
        assert cents(nobody, "winner", 5, is_money=False) is None
        chips = [Finish(1, "A", 5, is_win=True), Finish(2, "B", -8, is_win=False)]
        assert cents(chips, "points", 5, is_money=True) is None


class TestWhatIsRefused:
    def test_a_game_twice_and_one_that_has_not_ended(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        put(club, table)
        with pytest.raises(Conflict, match="in the cash box already"):
            put(club, table)
        with pytest.raises(Conflict, match="no result yet"):
            put(club, club.start("Ann", "Bob"))

    def test_more_money_than_an_entry_may_be(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=-500)
        with pytest.raises(BadInput, match="too much money"):
            put(club, table, amount=1_000_000)
        with pytest.raises(BadInput, match="Say how"):
            put(club, table, "luck")
        assert sums(club) == {}

    def test_a_draw_in_points_owes_nothing(self, club: Club) -> None:
        with pytest.raises(Conflict, match="Nobody has won"):
            put(club, club.play(Ann=500, Bob=500))


class TestAResultThatChanges:
    def test_a_correction_is_said_and_written_anew_only_when_asked(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        entry = put(club, table)
        assert not is_outdated(club)
        correct(club, table, 200)
        assert is_outdated(club)
        assert sums(club) == {"Bob": -400, "Ann": 400}
        stakes.anew(club.session, entry, club.write())
        assert not is_outdated(club)
        assert sums(club) == {"Ann": -200, "Bob": 200}
        assert balances.recount(club.session, club.group) == []
        (line, *_others) = changes.lines(club.session, club.group)
        told = "Cash box, anew: Stakes of Brownie Points: Bob\xa0+2.00, Ann\xa0−2.00"
        assert group_changes.sentence(line) == told

    def test_a_game_that_runs_again_or_is_deleted_says_otherwise(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        entry = put(club, table)
        games.delete(club.session, table.game, table.write())
        assert is_outdated(club)
        with pytest.raises(Conflict, match="no result yet"):
            stakes.anew(club.session, entry, club.write())
        entries.take_back(club.session, entry, club.write())
        assert sums(club) == {}

    def test_a_game_that_left_the_group_says_otherwise(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        entry = put(club, table)
        seating.move(club.session, table.game, table.write(), None, {})
        assert is_outdated(club)
        with pytest.raises(Conflict, match="not in the group any more"):
            stakes.anew(club.session, entry, club.write())

    def test_a_merge_changes_nobodys_stakes(self, club: Club) -> None:
        put(club, club.play(Ann=500, Bob=300))
        merging.merge(club.session, club.players["Bob"], club.players["Di"], club.write())
        assert not is_outdated(club)
        assert sums(club) == {"Di": -400, "Ann": 400}


LOWEST = {
    "name": "Few points",
    "fields": [{"kind": "points", "key": "points", "label": "Points"}],
    "wins": "lowest",
}
