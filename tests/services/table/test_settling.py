"""Who pays whom, after a game and over an evening."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Device
from scorecard.rules.outcome.payments import Payment
from scorecard.services.groups import access, group_members
from scorecard.services.players import merging, rosters
from scorecard.services.table import games, rematches, seating, settling
from tests.factories import Club, Table, shown_of

DEFINITION: dict[str, Any] = {
    "name": "Four-card game",
    "fields": [{"kind": "points", "key": "points", "label": "Chips", "is_signed": True}],
    "is_zero_sum": True,
    "is_money": True,
}
MONEY: dict[str, Any] = {"rules": "own_scorecard", "options": {"scorecard": DEFINITION}}


def bank(session: Session, *names: str, **more: Any) -> Table:
    table = Table(session, *names, rules="ace_deuce_jack", **more)
    table.tell({"banker": names[0], "outcome": "bank"}, {2: 5, 3: 10})
    return table


def pay(table: Table, *chips: int) -> Table:
    """Play a round in which everybody wins or loses so much, and end the game."""
    table.tell({}, {seat: {"points": number} for seat, number in enumerate(chips, start=1)})
    return end(table)


def end(table: Table) -> Table:
    games.finish(table.session, table.game, table.write())
    table.session.commit()
    return table


def again(table: Table) -> Table:
    """Return the table of a game's rematch."""
    following = Table.__new__(Table)
    following.session, following.at, following.keeper = table.session, table.at, table.keeper
    following.game = rematches.create(table.session, table.game, table.write())
    table.session.commit()
    return following


def settled(table: Table, device: Device | None = None) -> dict[str, int]:
    """Return what everybody won or lost in the evening of a table's game."""
    evening = settling.of_evening(table.session, table.game, device or table.keeper)
    return settling.balances(table.session, table.game, evening.games)


def test_one_game_is_settled_when_it_has_ended(session: Session) -> None:
    table = bank(session, "Ann", "Bob", "Cy")
    assert shown_of(session, table.game)["payments"] == []
    end(table)
    assert shown_of(session, table.game)["payments"] == [
        {"payer": "Cy", "payee": "Ann", "amount": 10},
        {"payer": "Bob", "payee": "Ann", "amount": 5},
    ]


class TestInAGroup:
    def test_the_same_player_is_one_whatever_they_were_called(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        first = pay(club.start("Ann", "Bob", "Cy", **MONEY), 15, -5, -10)
        bob = club.players["Bob"]
        rosters.change(session, bob, club.write(), name="Robert", colour=2, initial="R")
        seating.rename(session, first.game, first.write(), 1, "Annie")
        second = pay(club.start("Robert", "Ann", **MONEY), 20, -20)
        assert settled(first) == {"Ann": -5, "Robert": 15, "Cy": -10}
        assert settling.settle(settled(second)) == [
            Payment("Cy", "Robert", 10),
            Payment("Ann", "Robert", 5),
        ]

    def test_players_who_were_merged_do_not_pay_themselves(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Bobby")
        pay(club.start("Ann", "Bob", **MONEY), 10, -10)
        last = pay(club.start("Bobby", "Ann", **MONEY), 10, -10)
        merging.merge(session, club.players["Bobby"], club.players["Bob"], club.write())
        assert settled(last) == {"Ann": 0, "Bob": 0}

    def test_games_of_other_groups_are_others_even_if_the_names_are_the_same(
        self, session: Session
    ) -> None:
        club, other = Club(session, "Ann", "Bob"), Club(session, "Ann", "Carl")
        other.keeper = club.keeper
        mine = pay(club.start("Bob", "Ann", **MONEY), 7, -7)
        theirs = pay(other.start("Ann", "Carl", **MONEY), 7, -7)
        alone = pay(Table(session, "Ann", "Bob", keeper=club.keeper, **MONEY), 5, -5)
        assert settled(mine) == {"Bob": 7, "Ann": -7}
        assert settled(theirs) == {"Ann": 7, "Carl": -7}
        assert settled(alone) == {"Ann": 5, "Bob": -5}

    def test_every_member_sees_all_games_and_a_guest_their_own(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        first, second = (club.start("Ann", "Bob", **MONEY) for _game in range(2))
        guest, sent_out = second.player(role="spectator"), second.player()
        for device in (member := first.device(), sent_out):
            group_members.join(session, club.group, device, club.write(device))
        access.send_out(session, second.game, sent_out.id, second.write())
        pay(first, 5, -5)
        pay(second, 5, -5)
        assert settled(first, member) == settled(second, member) == {"Ann": 10, "Bob": -10}
        assert settled(second, guest) == {"Ann": 5, "Bob": -5}
        assert settled(first, sent_out) == {"Ann": 5, "Bob": -5}


class TestOutsideOfGroups:
    def test_a_game_and_its_rematches_go_together(self, session: Session) -> None:
        first = pay(Table(session, "Ann", "Bob", "Cy", **MONEY), 15, -5, -10)
        second = pay(again(first), 20, -30, 10)
        third = pay(again(second), -1, 0, 1)
        for table in (first, second, third):
            assert settled(table) == {"Ann": 34, "Bob": -35, "Cy": 1}

    def test_a_seat_is_one_person_whatever_it_is_called(self, session: Session) -> None:
        first = Table(session, "Ann", "Bob", "Cy", **MONEY)
        seating.rename(session, first.game, first.write(), 2, "Bobby")
        pay(first, 15, -5, -10)
        second = again(first)
        seating.rename(session, first.game, first.write(), 2, "Bob")
        seating.rename(session, second.game, second.write(), 2, "Robert")
        seating.rename(session, second.game, second.write(), 3, "Bob")
        pay(second, 20, -30, 10)
        assert settled(second) == {"Ann": 35, "Robert": -35, "Bob": 0}

    def test_two_who_are_called_the_same_are_told_apart(self, session: Session) -> None:
        first = Table(session, "Ann", "Bob", "Cy", **MONEY)
        seating.leave(session, first.game, first.write(), 2)
        first.tell({}, {1: {"points": 10}, 3: {"points": -10}})
        second = again(end(first))
        seating.add_player(session, second.game, second.write(), "bob")
        pay(second, 20, 10, -30)
        assert settled(second) == {"Ann": 30, "Bob": 0, "Cy": 0, "bob (2)": -30}

    def test_who_comes_back_after_the_rematch_began_is_not_taken_for_a_neighbour(
        self, session: Session
    ) -> None:
        first = Table(session, "Ann", "Bob", "Cy", **MONEY)
        first.tell({}, {1: {"points": 15}, 2: {"points": -5}, 3: {"points": -10}})
        seating.leave(session, first.game, first.write(), 1)
        second = again(end(first))
        games.reopen(session, first.game, first.write())
        seating.come_back(session, first.game, first.write(), 1)
        end(first)
        pay(second, 20, -20)
        assert settled(second) == {"Ann": 15, "Bob": 15, "Cy": -30}

    def test_games_that_are_each_others_rematch_are_there_once(self, session: Session) -> None:
        first = pay(Table(session, "Ann", "Bob", **MONEY), 15, -15)
        second = pay(again(first), 20, -20)
        first.game.rematch_of_id = second.game.id
        session.commit()
        assert settled(first) == settled(second) == {"Ann": 35, "Bob": -35}

    def test_other_games_of_the_phone_are_others(self, session: Session) -> None:
        first = pay(Table(session, "Ann", "Bob", **MONEY), 15, -15)
        pay(Table(session, "Ann", "Bob", keeper=first.keeper, **MONEY), 1, -1)
        assert settled(first) == {"Ann": 15, "Bob": -15}


def test_games_that_run_are_not_counted_but_said(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    ended = pay(club.start("Ann", "Bob", **MONEY), 5, -5)
    running = club.start("Ann", "Bob", **MONEY)
    club.start("Ann", "Bob", rules="brownie_points")
    evening = settling.of_evening(session, running.game, club.keeper)
    assert (evening.games, evening.running) == ([ended.game], 1)


def test_other_evenings_games_in_the_bin_and_games_of_points_do_not_count(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    pay(club.start("Ann", "Bob", **MONEY), 5, -5)
    club.at += timedelta(days=1)
    deleted, kept = (pay(club.start("Ann", "Bob", **MONEY), 5, -5) for _game in range(2))
    club.play(Ann=50, Bob=0)
    games.delete(session, deleted.game, deleted.write())
    session.commit()
    evening = settling.of_evening(session, kept.game, club.keeper)
    assert (evening.games, evening.running) == ([kept.game], 0)


def test_partners_share_what_their_side_won(session: Session) -> None:
    options = {"scorecard": DEFINITION | {"sides": 2}}
    table = Table(session, "Ann", "Bob", "Cy", "Di", rules="own_scorecard", options=options)
    table.tell({}, {1: {"points": 15}, 2: {"points": -15}})
    end(table)
    assert settled(table) == {"Ann": 8, "Bob": -7, "Cy": 7, "Di": -8}
    payments = shown_of(session, table.game)["payments"]
    assert {payment["payer"] for payment in payments} == {"Bob", "Di"}


def test_chips_on_the_table_belong_to_nobody(session: Session) -> None:
    table = Table(session, "Ann", "Bob", rules="farmer", options={"ante": 2})
    table.tell({"farmer": "Ann"}, {1: {"total": 15}, 2: {"total": 13}})
    balances = settling.balances(session, table.game, [table.game])
    assert settling.left_over(balances) == 4
    assert settling.settle(balances) == []
