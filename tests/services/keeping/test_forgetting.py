"""Forget a player: the name is gone from everywhere, and everything that was played stays."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Game, Passkey, Season
from scorecard.services.book import commenting, voting
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import group_members, groups
from scorecard.services.history import changes, group_changes, history, members, undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.standings import standings
from scorecard.services.table import anecdotes, seating
from tests.factories import EVENING, Club
from tests.rich_group import rich_group


def everything(session: Session) -> str:
    """Return all that the database holds, as text."""
    session.flush()
    connection: Connection = session.connection()
    found = []
    for table in inspect(connection).get_table_names():
        for row in connection.execute(text(f'SELECT * FROM "{table}"')):
            for value in row:
                if isinstance(value, str) and value.startswith(("[", "{")):
                    found.append(json.dumps(json.loads(value), ensure_ascii=False))
                else:
                    found.append(str(value))
    return "\n".join(found)


def names(word: str, text: str) -> list[str]:
    # By chance an id holds "-Di".
    return re.findall(rf".{{0,40}}(?<![\w-]){re.escape(word)}(?![\w-]).{{0,40}}", text)


def figures(session: Session, club: Club) -> list[Any]:
    """Return every score, total, rank and standing, without names."""
    found: list[Any] = []
    for game in groups.games_of(session, club.group):
        sheet = sheets.read(game)
        found.append([list(scores.values()) for scores in sheet.round_scores])
        found.append([(seat.total, seat.rank, seat.is_winner) for seat in game.seats])
    for season in session.scalars(select(Season).order_by(Season.id)):
        hidden = ("name", "initial", "is_retired")
        found.append(
            [
                {key: value for key, value in vars(row).items() if key not in hidden}
                for row in standings.present(session, season)
            ]
        )
    return found


def test_the_names_are_nowhere_any_more_and_every_figure_stays(session: Session) -> None:
    club = rich_group(session)
    before = figures(session, club)
    also = {"Cy": ["Cyrus"], "Ed": ["Edward"]}
    for number, (name, player) in enumerate(club.players.items(), start=1):
        assert names(name, everything(session))
        assert forgetting.forget(session, player, club.write()) == f"Former player {number}"
        session.commit()
        found = everything(session)
        for gone in (name, *also.get(name, ())):
            assert names(gone, found) == []
        assert (player.initial, player.retired_at is None) == ("F", False)
    assert figures(session, club) == before
    assert recounting.recount(session, club.group) == []


def test_every_line_of_history_can_still_be_told(session: Session) -> None:
    club = rich_group(session)
    for name in ("Ann", "Bob", "Cy"):
        forgetting.forget(session, club.players[name], club.write())
    session.commit()
    for game in groups.games_of(session, club.group):
        for change in changes.lines(session, game):
            assert history.sentence(change, game)
    told = [group_changes.sentence(line) for line in changes.lines(session, club.group)]
    assert told[0] == "A player was forgotten, now called Former player 3"


def test_undo_goes_on_and_brings_no_name_back(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy", "Di")
    table = club.start(rules="pitch")
    table.tell({"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"})
    seating.rename(session, table.game, table.write(), 1, "Annie")
    session.commit()
    before = table.totals()
    forgetting.forget(session, club.players["Ann"], club.write())
    session.commit()
    game = session.get_one(Game, table.game.id)
    assert game.rounds[0].data["pitcher"] == "Former player 1"
    undone = 0
    while undo_redo.reach(session, game).undo:
        undo_redo.undo(session, game, table.write(version=game.version), is_keeper=True)
        undone += 1
    assert [seat.total for seat in game.seats] == [0, 0, 0, 0]
    for _ in range(undone):
        undo_redo.redo(session, game, table.write(version=game.version), is_keeper=True)
    session.commit()
    assert [seat.total for seat in game.seats] == before
    assert not names("Ann", everything(session))
    assert not names("Annie", everything(session))


def test_somebody_else_s_name_is_left_alone(session: Session) -> None:
    """Bob was once called Ann by mistake; the real Ann keeps her name."""
    club = Club(session, "Ann", "Bob", "Annabel")
    table = club.play(Ann=100, Bob=200, Annabel=300)
    double = rosters.add(session, club.group, club.write(), "Anne")
    rosters.change(session, double, club.write(), name="Dora", colour=1, initial="")
    forgetting.forget(session, club.players["Bob"], club.write())
    forgetting.forget(session, double, club.write())
    session.commit()
    names_now = [seat.name for seat in session.get_one(Game, table.game.id).seats]
    assert names_now == ["Ann", "Former player 1", "Annabel"]
    assert [player.name for player in club.group.roster] == ["Ann", "Annabel"]
    assert not names("Anne", everything(session))


def test_what_anybody_wrote_about_them_has_no_name_in_it(session: Session) -> None:
    club = rich_group(session)
    (wish,) = voting.open_proposals(session, club.group)
    commenting.add(session, wish, club.write(), "Bob said so. Bobby's table, (Bob)!")
    forgetting.forget(session, club.players["Bob"], club.write())
    session.commit()
    assert wish.comments[-1].text == ("Former player 1 said so. Bobby's table, (Former player 1)!")


def test_words_that_are_nearly_the_name_go_where_that_is_meant(session: Session) -> None:
    club = rich_group(session)
    will = rosters.add(session, club.group, club.write(), "Will")
    rosters.add(session, club.group, club.write(), "Willy")
    table = club.start("Ann", "Bob")
    anecdotes.tell(session, table.game, table.write(), "WILLS dog ate WILLS cards")
    anecdotes.tell(session, table.game, table.write(), "Willy will win, willing or not")
    (wish,) = voting.open_proposals(session, club.group)
    commenting.add(session, wish, club.write(), "Will will do it. willows")
    session.commit()
    assert forgetting.words_alike(session, will) == {"WILLS": 2, "will": 2}
    # What is no such word is nobody's to replace.
    new = forgetting.forget(session, will, club.write(), also=["WILLS", "do", "willows"])
    session.commit()
    assert wish.comments[-1].text == f"{new} will do it. willows"
    found = everything(session)
    assert "WILLS" not in found
    assert f"{new} dog ate {new} cards" in found
    assert "Willy will win, willing or not" in found
    assert forgetting.words_alike(session, club.players["Ann"]) == {}


def test_a_name_that_is_a_word_of_ours_breaks_nothing(session: Session) -> None:
    """People may be called anything, also what rules and history call things."""
    odd = ("score", "points", "on", "counted", "keeper", "pitcher", "renewed")
    club = Club(session, *odd)
    groups.switch_public(session, club.group, club.write(), club.SECRET, is_on=True)
    table = club.start("score", "points", "pitcher", "on", rules="pitch")
    table.tell({"pitcher": "points", "bid": 2, "high": "B", "low": "B", "jack": None, "game": "B"})
    undo_redo.undo(session, table.game, table.write(), is_keeper=True)
    undo_redo.redo(session, table.game, table.write(), is_keeper=True)
    club.end(table)
    plain = club.play(score=100, on=200)
    before = figures(session, club)
    for name in odd:
        forgetting.forget(session, club.players[name], club.write())
    session.commit()
    assert figures(session, club) == before
    for game in (table.game, plain.game):
        for change in changes.lines(session, game):
            assert history.sentence(change, game)
    assert all(group_changes.sentence(one) for one in changes.lines(session, club.group))


class TestPhones:
    def test_their_own_is_out_and_its_ways_back_are_gone(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        phone = table.player(2)
        mine = group_members.join(session, club.group, phone, club.write(phone))
        group_members.claim(session, club.group, mine, [club.players["Bob"]], club.write(phone))
        session.add(
            Passkey(
                membership=mine, credential_id="x", public_key=b"", sign_count=0, made_at=EVENING
            )
        )
        session.commit()
        forgetting.forget(session, club.players["Bob"], club.write(phone))
        session.commit()
        assert mine.removed_at
        assert not mine.is_barred
        assert not mine.players
        assert session.scalars(select(Passkey)).all() == []
        at_table = members.find(session, table.game, phone)
        assert at_table
        assert at_table.removed_at
        assert at_table.seats == []

    def test_a_keeper_s_or_shared_one_stays_for_the_others(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        keeper = group_members.membership_of(session, club.group, club.keeper)
        assert keeper
        everybody = list(club.players.values())
        group_members.claim(session, club.group, keeper, everybody[:1], club.write())
        shared = group_members.join(session, club.group, club.start().device(), club.write())
        group_members.claim(session, club.group, shared, everybody, club.write(shared.device))
        forgetting.forget(session, club.players["Ann"], club.write())
        session.commit()
        assert keeper.is_keeper
        assert keeper.players == []
        assert not shared.removed_at
        assert [player.name for player in shared.players] == ["Bob"]


def test_who_was_merged_is_forgotten_as_one(session: Session) -> None:
    club = rich_group(session)
    double = next(player for player in club.group.players if player.name == "Edward")
    forgetting.forget(session, double, club.write())
    session.commit()
    assert {double.name, club.players["Ed"].name} == {"Former player 1"}


def test_nobody_is_forgotten_twice(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    forgetting.forget(session, club.players["Ann"], club.write())
    with pytest.raises(BadInput, match="Former player 1 was forgotten already"):
        forgetting.forget(session, club.players["Ann"], club.write())


def test_an_export_made_afterwards_keeps_them_forgotten(session: Session) -> None:
    club = rich_group(session)
    old = file_format.write(exports.of_group(session, club.group, EVENING))
    forgetting.forget(session, club.players["Bob"], club.write())
    session.commit()
    told = file_format.write(exports.of_group(session, club.group, EVENING))
    assert not names("Bob", told)
    file_format.read(told.encode())
    # A file of before brings the name back into no group that has forgotten it.
    plan = imports.plan(session, imports.read(old.encode()), club.keeper, into=None)
    imports.carry_out(session, plan, Write(club.keeper, EVENING), club.SECRET)
    assert club.players["Bob"].name == "Former player 1"
    assert not names("Bob", everything(session))
