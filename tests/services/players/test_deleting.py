"""A mistyped player is deleted; whoever has left a trace stays, and it is said which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.database import portable
from scorecard.errors import Conflict, NotFound, Stale
from scorecard.models import Player, Proposal
from scorecard.services.book import consent, house_rules
from scorecard.services.files.exporting import exports
from scorecard.services.groups import access, group_members
from scorecard.services.history import changes, undo_redo
from scorecard.services.looking_back import history_pages
from scorecard.services.players import deleting, merging, rosters
from scorecard.services.seasons import adjustments, parting, seasons
from scorecard.services.standings import lineups
from scorecard.services.table import games, seating
from tests.factories import EVENING, Club
from tests.services.files.other_server import Elsewhere, elsewhere, second_app

__all__ = ["elsewhere", "second_app"]
MERGE = " Merge them with another player instead."


@pytest.fixture
def club(session: Session) -> Club:
    club = Club(session, "Ann", "Bob", "Bbo")
    club.season()
    return club


def delete(club: Club) -> None:
    deleting.delete(club.session, club.players["Bbo"], club.write())
    club.session.commit()


class TestWhoLeftNoTrace:
    def test_they_are_gone_and_the_name_is_free(self, club: Club) -> None:
        version = club.group.version
        delete(club)
        assert club.group.version == version + 1
        assert [player.name for player in club.group.roster] == ["Ann", "Bob"]
        with pytest.raises(NotFound):
            rosters.find(club.group, club.players["Bbo"].uid)
        again = rosters.add(club.session, club.group, club.write(), "bbo")
        assert again in club.group.roster

    def test_the_history_offers_to_add_them_again_until_the_name_is_taken(self, club: Club) -> None:
        bbo = club.players["Bbo"]
        said: dict[str, Any] = {"name": "Bbo", "colour": 7, "initial": "BO", "is_guest": True}
        rosters.change(club.session, bbo, club.write(), **said)
        delete(club)
        (line, *_older) = history_pages.of_group(club.session, club.group).lines
        assert line.sentence == "Bbo deleted"
        typed = {"name": "Bbo", "colour": "7", "initial": "BO", "is_guest": "y"}
        assert line.earlier == typed
        rosters.add(club.session, club.group, club.write(), "BBO")
        lines = history_pages.of_group(club.session, club.group).lines
        assert not any(line.earlier for line in lines)

    def test_a_file_knows_nothing_of_them(self, club: Club, elsewhere: Elsewhere) -> None:
        club.play(Ann=500, Bob=300)
        uid = club.players["Bbo"].uid
        member = join(club)
        group_members.claim(
            club.session, club.group, member, [club.players["Bbo"]], club.write(member.device)
        )
        group_members.claim(club.session, club.group, member, [], club.write(member.device))
        delete(club)
        file = exports.of_group(club.session, club.group, club.at)
        assert uid not in [player["uid"] for player in file["players"]]
        there = elsewhere.take_in(file)
        assert exports.of_group(elsewhere.session, there, club.at) == file

    def test_a_proposal_waits_for_them_no_more(self, club: Club) -> None:
        proposal = vote(club, "Ann", "Bob")
        assert proposal.outcome is None
        delete(club)
        assert proposal.outcome == "adopted"

    def test_who_was_changed_meanwhile_stays(self, club: Club) -> None:
        seen = club.group.version
        said: dict[str, Any] = {"name": "Bobby", "colour": 7, "initial": ""}
        rosters.change(club.session, club.players["Bbo"], club.write(), **said)
        with pytest.raises(Stale):
            deleting.delete(club.session, club.players["Bbo"], club.write(version=seen))


def vote(club: Club, *names: str) -> Proposal:
    """Propose a change of house rules, for which some vote."""
    session, group = club.session, club.group
    of = house_rules.create(session, group, club.write(), "Cabin", "brownie_points", {})
    proposal = consent.propose(session, of, club.write(), {"target": 500}, "", "sooner")
    keeper = group_members.membership_of(session, group, club.keeper)
    assert keeper
    for name in names:
        consent.vote(session, proposal, keeper, [club.players[name]], "yes", club.write())
    return proposal


def join(club: Club) -> Any:
    device = access.new_device(club.session, EVENING)
    return group_members.join(club.session, club.group, device, club.write(device))


def play(club: Club) -> None:
    club.play(Ann=500, Bbo=300)
    club.play(Ann=500, Bbo=300)


def play_and_bin(club: Club) -> None:
    table = club.start("Ann", "Bbo")
    games.delete(club.session, table.game, table.write())


def give(club: Club) -> None:
    (season,) = seasons.of_group(club.session, club.group)
    said: dict[str, Any] = {"kind": "bonus", "points": 1, "reason": "cake"}
    adjustments.give(club.session, season, club.write(), club.players["Bbo"], **said)


def team_up(club: Club) -> None:
    (season,) = seasons.of_group(club.session, club.group)
    parting.make(club.session, season, club.write(), lineups.TEAMS, "Foxes", [club.players["Bbo"]])


def divide(club: Club) -> None:
    (season,) = seasons.of_group(club.session, club.group)
    parting.make(club.session, season, club.write(), lineups.DIVISIONS, "B", [club.players["Bbo"]])


def close_and_leave(club: Club) -> None:
    """Play in a season that is closed, and take the game out of the group."""
    table = club.play(Ann=500, Bbo=300)
    (season,) = seasons.of_group(club.session, club.group)
    seasons.close(club.session, season, club.write())
    seating.move(club.session, table.game, table.write(), None, {})


def agree(club: Club) -> None:
    vote(club, "Bbo")


def merge(club: Club) -> None:
    merging.merge(club.session, club.players["Bob"], club.players["Bbo"], club.write())


def claim(club: Club) -> None:
    member = join(club)
    bbo = club.players["Bbo"]
    group_members.claim(club.session, club.group, member, [bbo], club.write(member.device))


@pytest.mark.parametrize(
    ("hang", "why"),
    [
        (play, "Bbo is in 2 games." + MERGE),
        (play_and_bin, "Bbo is in 1 game in the trash." + MERGE),
        (give, "Bbo is in the table of Spring." + MERGE),
        (team_up, "Bbo is in the team Foxes." + MERGE),
        (divide, "Bbo is in the division B." + MERGE),
        (close_and_leave, "Bbo is in the table of Spring." + MERGE),
        (agree, "Bbo has voted on house rules, or agreed to them." + MERGE),
        (merge, "Bob is merged into Bbo." + MERGE),
        (claim, "Bbo is on 1 phone. Say there who plays on it."),
    ],
)
def test_on_whom_something_hangs_stays(club: Club, hang: Callable[[Club], None], why: str) -> None:
    bbo: Player = club.players["Bbo"]
    assert deleting.hanging(club.session, bbo) == ""
    hang(club)
    club.session.commit()
    assert deleting.hanging(club.session, bbo) == why
    version = club.group.version
    with pytest.raises(Conflict) as caught:
        deleting.delete(club.session, bbo, club.write())
    assert (caught.value.message, caught.value.code) == (why, deleting.IN_USE)
    assert club.group.version == version
    assert bbo in club.group.players


def test_who_was_merged_is_taken_apart_first(club: Club) -> None:
    merging.merge(club.session, club.players["Bbo"], club.players["Bob"], club.write())
    with pytest.raises(Conflict, match=r"Bbo is Bob now\. Undo the merge first"):
        delete(club)


@pytest.mark.parametrize("colon", [":", ": "])
def test_whom_redo_would_seat_again_stays(club: Club, colon: str) -> None:
    """Else somebody else could get their number, and their seat; earlier lines have spaces."""
    session = club.session
    table = club.start("Ann", "Bob")
    table.play(500, 300)
    seating.let_in(session, table.game, table.write(), "Bbo", "last")
    undo_redo.undo(session, table.game, table.write(), is_keeper=True)
    (lines,) = (table for table in portable.our_tables() if table.name == "changes")
    for line in session.execute(select(lines.c.id, lines.c.what)):
        what = {"what": line.what.replace(":", colon)}
        session.execute(update(lines).where(lines.c.id == line.id).values(what))
    session.commit()
    assert [seat.name for seat in table.game.seats] == ["Ann", "Bob"]
    with pytest.raises(Conflict, match="Redo would bring them back"):
        delete(club)
    undo_redo.redo(session, table.game, table.write(), is_keeper=True)
    assert table.game.seats[2].player is club.players["Bbo"]
    assert [row.kind for row in changes.lines(session, club.group)].count("player_deleted") == 0
