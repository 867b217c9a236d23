"""A group in which every kind of line of history was written comes out of a file as it went in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import DivisionMember, Game, TeamMember
from scorecard.rules.words import Sentence
from scorecard.services.book import consent, house_rules, rulings
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import access, details, groups, passkeys, phones
from scorecard.services.history import changes, group_changes, history, undo_redo
from scorecard.services.keeping import bin as the_bin
from scorecard.services.players import rosters
from scorecard.services.seasons import adjustments, parting, seasons, weighing
from scorecard.services.standings import lineups
from scorecard.services.table import amending, anecdotes, games, rematches, rounds, seating
from tests.authenticator import Authenticator
from tests.factories import EVENING, Club
from tests.services.files.other_server import Elsewhere, elsewhere, group_file, second_app
from tests.services.groups.test_passkeys import SITE
from tests.services.history.test_every_write import Everything
from tests.services.keeping.test_bin import purged

__all__ = ["elsewhere", "second_app"]

OF_A_GROUP = group_changes.SENTENCES.keys()
OF_A_GAME = history.SENTENCES.keys() | {*history.COUNTS, "undo", "redo"}
LONG_NAME = "{:X<40}"


class EveryLine(Everything):
    """Everything, and what leaves a line where several things come together."""

    def all(self) -> set[str]:
        self.passkeys()
        self.erased()
        done = super().all()
        self.details()
        self.points_by_hand()
        self.teams()
        self.divisions()
        self.adopted()
        self.lines_of_games()
        self.session.commit()
        return done

    def passkeys(self) -> None:
        session, club, keeping = self.session, self.club, self.keeping()
        challenge = passkeys.new_challenge()
        options = passkeys.creation_options(session, keeping, SITE, challenge)
        typed = Authenticator().make(options)
        made = passkeys.register(session, keeping, club.write(), SITE, challenge, typed)
        passkeys.delete(session, keeping, made.id, club.write())

    def details(self) -> None:
        club = self.club
        for detail in details.ALL:
            typed = {detail.key: "Europe/Paris"}  # Good for a time zone and for any other text.
            groups.change(self.session, club.group, club.write(), **typed)

    def points_by_hand(self) -> None:
        season = self.club.season(name="By hand")
        adjustments.give(
            self.session,
            season,
            self.club.write(),
            self.club.players["Ann"],
            kind="penalty",
            points=-2,
            reason="was ill",
        )
        weighing.weigh(self.session, season, self.club.write(), EVENING.date(), 2)

    def teams(self) -> None:
        season = self.club.season(name="In teams")
        team = parting.make(
            self.session,
            season,
            self.club.write(),
            lineups.TEAMS,
            "Foxes",
            [self.club.players["Ann"]],
        )
        players = [self.club.players["Bob"]]
        parting.change(self.session, team, self.club.write(), "Foxes", players)
        self.session.delete(self.session.scalars(select(TeamMember)).one())
        self.session.flush()
        parting.remove(self.session, team, self.club.write())

    def divisions(self) -> None:
        season, write = self.club.season(name="In divisions"), self.club.write
        ann, bob, cy = (self.club.players[name] for name in ("Ann", "Bob", "Cy"))
        first = parting.make(self.session, season, write(), lineups.DIVISIONS, "First", [ann])
        second = parting.make(self.session, season, write(), lineups.DIVISIONS, "Second", [bob])
        parting.change(self.session, first, write(), "Premier", [ann, cy])
        parting.change(self.session, first, write(), "Premier", [ann])
        parting.promote(self.session, season, write(), 1)
        parting.move_up(self.session, second, write())
        parting.remove(self.session, first, write())
        of_second = select(DivisionMember).where(DivisionMember.division_id == second.id)
        member = self.session.scalars(of_second).one()
        self.session.delete(member)
        self.session.flush()
        parting.remove(self.session, second, write())

    def erased(self) -> None:
        season = self.club.season(name="Gone", starts_on=EVENING.date().replace(year=2033))
        seasons.delete(self.session, season, self.club.write())
        for day in range(the_bin.DAYS + 2):
            purged(self.session, self.club.at + timedelta(days=day))

    def adopted(self) -> None:
        session, club = self.session, self.club
        cabin = house_rules.of_group(session, club.group)[0]
        wish = consent.propose(session, cabin, club.write(), {"target": 5_500}, "", "shorter")
        everybody = club.group.roster
        consent.vote(session, wish, self.keeping(), everybody, "yes", club.write())
        assert wish.outcome == "adopted"

    def lines_of_games(self) -> None:
        session, club = self.session, self.club
        table = club.start("Ann", "Bob")
        game, bob = table.game, table.player(2)
        games.change_settings(session, game, table.write(), {"target": 1_000})
        phones.forget(session, table.write(bob))
        access.watch(session, game, table.membership(table.player()), table.write())
        heir = table.player(1)
        access.hand_over(session, game, heir.id, table.write())
        access.send_out(session, game, table.keeper.id, table.write(heir))
        table.keeper = heir
        access.renew(session, game, table.write())
        rounds.enter(session, game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        seating.add_player(session, game, table.write(), "Cleo")
        seating.leave(session, game, table.write(), 3)
        seating.come_back(session, game, table.write(), 3)
        seating.leave(session, game, table.write(), 3)
        seating.rename(session, game, table.write(), 1, "Anna")
        table.enter(1, {1: {"score": 50}})
        rounds.close(session, game, table.write(), 1, zero_for=[2])
        table.enter(2, {1: {"score": 50}, 2: {"score": 0}})
        table.enter(1, {1: {"score": 1_000}})
        rounds.drop_after_end(session, game, table.write())
        games.play_on(session, game, table.write(), 2_000)
        amending.propose(session, game, table.write(), {"target": 9_000}, "longer")
        amending.consent(session, game, table.write(), game.seats[:1])
        amending.withdraw(session, game, table.write())
        amending.propose(session, game, table.write(), {"target": 9_000}, "longer")
        amending.consent(session, game, table.write(), game.seats)
        book = rulings.begin_book(session, game, table.write(), "In the middle")
        rulings.rule(session, book, table.write(), "Elbows", "Do not count", "Ann", game=game)
        anecdotes.tell(session, game, table.write(), "The cat took the trick", number=1)
        anecdotes.tell(session, game, table.write(), "", number=1)
        games.finish(session, game, table.write())
        rematches.create(session, game, table.write(), is_confirmed=True)
        games.reopen(session, game, table.write())
        games.delete(session, game, table.write())
        games.restore(session, game, table.write())
        undo_redo.undo(session, game, table.write(), is_keeper=True)
        undo_redo.redo(session, game, table.write(), is_keeper=True)


def kinds_of(document: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Return the kinds of the lines of a file's group, and of its games."""
    of_games = {line["kind"] for game in document["games"] for line in game["history"]}
    return {line["kind"] for line in document["group"]["history"]}, of_games


@pytest.mark.long
def test_every_kind_of_line_goes_through_a_file(session: Session, elsewhere: Elsewhere) -> None:
    world = EveryLine(session)
    world.all()
    file = group_file(world.club)
    of_group, of_games = kinds_of(file_format.read(file.encode()))
    assert OF_A_GROUP - of_group == set()
    assert OF_A_GAME - of_games == set()
    group = elsewhere.take_in(file)
    assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file
    assert elsewhere.plan(file).is_empty


def test_every_line_says_there_what_it_said_here(session: Session, elsewhere: Elsewhere) -> None:
    world = EveryLine(session)
    world.all()
    group = elsewhere.take_in(group_file(world.club))

    def told(of: Any, at: Session) -> list[Sentence]:
        lines = [group_changes.sentence(line) for line in changes.lines(at, of)]
        found: list[Game] = sorted(groups.games_of(at, of), key=lambda game: game.uid)
        for game in found:
            lines += [history.sentence(line, game) for line in changes.lines(at, game)]
        return lines

    assert told(group, elsewhere.session) == told(world.club.group, session)


def test_a_phone_that_counts_for_everybody(session: Session, elsewhere: Elsewhere) -> None:
    names = [LONG_NAME.format(letter) for letter in "ABCDEFGHIJKL"]
    club = Club(session, *names)
    table = club.start(*names, options={"deck": "expansion"}, is_confirmed=True)
    table.player(*range(1, 13))
    session.commit()
    file = group_file(club)
    group = elsewhere.take_in(file)
    assert file_format.write(exports.of_group(elsewhere.session, group, EVENING)) == file
    assert rosters.named(elsewhere.session.merge(group), names[0])
