"""No write without a line of history: every service that writes is done here, and leaves one.

Long because every service that writes is named and done once.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorecard import services
from scorecard.models import Change, GroupChange, GroupMembership, Season
from scorecard.models.change import HistoryStands
from scorecard.rules.core import Json
from scorecard.services.book import (
    agreeing,
    commenting,
    consent,
    house_rules,
    rulings,
    scorecards,
    sharing,
)
from scorecard.services.cash import entries, stakes
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import house_rules_files, imports, undoing
from scorecard.services.files.past import past_results
from scorecard.services.groups import access, group_members, groups, phones, recovery_codes
from scorecard.services.history import members, undo_redo
from scorecard.services.keeping import bin as the_bin
from scorecard.services.keeping import forgetting
from scorecard.services.players import deleting, merging, rosters
from scorecard.services.seasons import (
    adjustments,
    parting,
    reopening,
    season_plans,
    seasons,
    weighing,
)
from scorecard.services.standings import lineups
from scorecard.services.table import (
    amending,
    anecdotes,
    games,
    occasions,
    rematches,
    rounds,
    seating,
)
from tests.factories import EVENING, Club, Table

LEAVE_NONE = {
    "anecdotes.resolve": "only says what an anecdote becomes, or refuses",
    "changes.earlier": "only looks a key up",
    "changes.earlier_by_anybody": "only looks a key up",
    "changes.remember": "only keeps a key",
    "changes.refuse_future": "only refuses",
    "changes.refuse_stale": "only refuses",
    "entering.changed_meanwhile": "only makes a refusal",
    "entering.refuse_beside_whole": "only refuses",
    "group_changes.refuse_stale": "only refuses",
    "groups.create_without_history": "makes the group that founding or an import leaves lines in",
    "recovery_codes.first": "is part of an import, whose history is to stay as it is",
    "scorecards.make": "belongs to no group and no game: its versions are its history",
    "scorecards.change": "is a version itself",
    "scorecards.delete": "as above; the bin says when",
    "scorecards.restore": "as above",
    "passkeys.come_back": "on the phone that made it changes nothing, else is a return_as",
}
"""What writes no line, and why."""
ARE_LINES = {
    "changes.add",
    "changes.line_of",
    "changes.note",
    "changes.record",
    "group_changes.note",
    "group_changes.note_detail",
    "group_changes.note_founded",
    "group_changes.note_new",
    "group_changes.record",
    "undoing.note_import",
    "voting.note",
}
"""What writes the lines."""
ELSEWHERE = {"passkeys.register", "passkeys.delete"}
"""What needs an authenticator: tests/services/groups/test_passkeys.py."""
SAY_ENOUGH = {
    *("renewed", "recovery", "imported", "import_undone", "passkey_made", "passkey_deleted"),
    # That somebody was forgotten says nothing of who they were.
    *("erased", "forgotten"),
}
"""Changes of a group that have no before and after that may be told: links and codes are secret."""
SCORECARD: dict[str, Json] = {
    "name": "Ours",
    "fields": [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}],
}


def writers() -> set[str]:
    """Return every public function of the services that takes a write."""
    found = set()
    for info in pkgutil.walk_packages(services.__path__, f"{services.__name__}."):
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            parameters = inspect.signature(function).parameters.values()
            takes = {str(one.annotation).rpartition(".")[2] for one in parameters}
            if function.__module__ == module.__name__ and name[0] != "_" and "Write" in takes:
                found.add(f"{info.name.rpartition('.')[2]}.{name}")
    return found


def lines(session: Session) -> int:
    session.flush()
    return sum(session.scalar(select(func.count(model.id))) or 0 for model in (Change, GroupChange))


class Everything:
    """A club in which everything is done once; each step leaves at least a line."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.club = Club(session, "Ann", "Bob", "Cy")
        self.table = Table(session, "Ann", "Bob", "Cy")
        self.done: set[str] = set()

    def do(self, name: str, action: Callable[[], Any]) -> Any:
        before = lines(self.session)
        found = action()
        assert lines(self.session) > before, f"{name} left no line"
        self.session.commit()
        self.done.add(name)
        return found

    def all(self) -> set[str]:
        self.roster()
        self.phones()
        self.seasons()
        self.cash()
        self.book()
        self.game()
        self.playing()
        self.group_games()
        self.files()
        self.bin()
        self.forget()
        return self.done

    def roster(self) -> None:
        session, club, group = self.session, self.club, self.club.group
        self.do(
            "groups.create", lambda: groups.create(session, club.write(), "Friday", club.SECRET)
        )
        di = self.do("rosters.add", lambda: rosters.add(session, group, club.write(), "Di"))
        self.do(
            "rosters.change",
            lambda: rosters.change(session, di, club.write(), name="Dee", colour=3, initial="D"),
        )
        self.do("rosters.retire", lambda: rosters.retire(session, di, club.write()))
        self.do("rosters.come_back", lambda: rosters.come_back(session, di, club.write()))
        dii = rosters.add(session, group, club.write(), "Dii")
        self.do("deleting.delete", lambda: deleting.delete(session, dii, club.write()))
        ann = club.players["Ann"]
        self.do("merging.merge", lambda: merging.merge(session, di, ann, club.write()))
        self.do("merging.unmerge", lambda: merging.unmerge(session, di, club.write()))
        self.do(
            "rosters.seat_players",
            lambda: rosters.seat_players(session, group, club.write(), ["Ann", "Ed"]),
        )
        self.do(
            "groups.change",
            lambda: groups.change(session, group, club.write(), name="Thu", time_zone="UTC"),
        )

    def keeping(self) -> GroupMembership:
        found = group_members.membership_of(self.session, self.club.group, self.club.keeper)
        assert found
        return found

    def phones(self) -> None:
        """Long because every write of a phone in a group is done once."""
        session, club, group = self.session, self.club, self.club.group
        device = access.new_device(session, club.at)
        mine = self.do(
            "group_members.join",
            lambda: group_members.join(session, group, device, club.write(device)),
        )
        bob = [club.players["Bob"]]
        self.do(
            "group_members.claim",
            lambda: group_members.claim(session, group, mine, bob, club.write(device)),
        )
        self.do(
            "group_members.make_keeper",
            lambda: group_members.make_keeper(session, group, device.id, club.write()),
        )
        code = self.do(
            "recovery_codes.make",
            lambda: recovery_codes.make(session, mine, club.write(device)),
        )
        new = access.new_device(session, club.at)
        self.do(
            "recovery_codes.recover",
            lambda: recovery_codes.recover(
                session, recovery_codes.find(session, code), new, club.write(new)
            ),
        )
        self.do(
            "recovery_codes.return_as",
            lambda: recovery_codes.return_as(session, mine, new, club.write(new), how="passkey"),
        )
        self.do(
            "group_members.unmake_keeper",
            lambda: group_members.unmake_keeper(session, group, device.id, club.write()),
        )
        self.do(
            "group_members.leave", lambda: group_members.leave(session, group, club.write(device))
        )
        self.do(
            "group_members.send_out",
            lambda: group_members.send_out(session, group, new.id, club.write(), club.SECRET),
        )
        self.do(
            "groups.renew_link",
            lambda: groups.renew_link(session, group, club.write(), club.SECRET),
        )
        self.do(
            "groups.switch_public",
            lambda: groups.switch_public(session, group, club.write(), club.SECRET, is_on=True),
        )

    def seasons(self) -> None:
        session, club = self.session, self.club
        plan = season_plans.Plan(name="Spring", starts_on=EVENING.date())
        other = season_plans.Plan(name="Springtime", starts_on=EVENING.date(), best_of=3)
        made = self.do(
            "seasons.make", lambda: seasons.make(session, club.group, club.write(), plan)
        )
        self.do("seasons.change", lambda: seasons.change(session, made, club.write(), other))
        given = self.do(
            "adjustments.give",
            lambda: adjustments.give(
                session,
                made,
                club.write(),
                club.players["Ann"],
                kind="penalty",
                points=-2,
                reason="was late",
            ),
        )
        self.do(
            "adjustments.take_back", lambda: adjustments.take_back(session, given, club.write())
        )
        self.do(
            "weighing.weigh",
            lambda: weighing.weigh(session, made, club.write(), EVENING.date(), 1.5),
        )
        self.parts_of(made)
        self.do("seasons.delete", lambda: seasons.delete(session, made, club.write()))
        self.do("seasons.restore", lambda: seasons.restore(session, made, club.write()))
        self.do("seasons.close", lambda: seasons.close(session, made, club.write()))
        self.do("reopening.reopen", lambda: reopening.reopen(session, made, club.write()))

    def parts_of(self, made: Season) -> None:
        session, club = self.session, self.club
        ann, bob = club.players["Ann"], club.players["Bob"]
        team = self.do(
            "parting.make",
            lambda: parting.make(session, made, club.write(), lineups.TEAMS, "Foxes", [ann]),
        )
        self.do(
            "parting.change", lambda: parting.change(session, team, club.write(), "Cubs", [bob])
        )
        division = parting.make(session, made, club.write(), lineups.DIVISIONS, "A", [ann])
        lower = parting.make(session, made, club.write(), lineups.DIVISIONS, "B", [bob])
        self.do("parting.promote", lambda: parting.promote(session, made, club.write(), 1))
        self.do("parting.move_up", lambda: parting.move_up(session, lower, club.write()))
        parting.remove(session, division, club.write())
        self.do("parting.remove", lambda: parting.remove(session, team, club.write()))

    def cash(self) -> None:
        session, club, group = self.session, self.club, self.club.group
        ann, bob = club.players["Ann"], club.players["Bob"]
        self.do(
            "entries.set_currency", lambda: entries.set_currency(session, group, club.write(), "€")
        )
        self.do("entries.fee", lambda: entries.fee(session, group, club.write(), [ann], 250))
        self.do(
            "entries.expense",
            lambda: entries.expense(session, group, club.write(), 300, paid_by=bob, note="Cake"),
        )
        paid = self.do(
            "entries.pay",
            lambda: entries.pay(session, group, club.write(), 300, payer=None, payee=bob),
        )
        self.do("entries.take_back", lambda: entries.take_back(session, paid, club.write()))
        self.do("entries.deposit", lambda: entries.deposit(session, group, club.write(), 900))
        table = club.play(Ann=500, Bob=300)
        stake = self.do(
            "stakes.put",
            lambda: stakes.put(session, group, club.write(), table.game, "winner", 100),
        )
        games.reopen(session, table.game, table.write())
        table.enter(1, {1: {"score": 100}}, is_confirmed=True)
        club.end(table)
        self.do("stakes.anew", lambda: stakes.anew(session, stake, club.write()))

    def book(self) -> None:
        """Long because every write to a book is done once."""
        session, club, group = self.session, self.club, self.club.group
        keeping, ann = self.keeping(), [self.club.players["Ann"]]
        group_members.claim(session, group, keeping, ann, club.write())
        cabin = self.do(
            "house_rules.create",
            lambda: house_rules.create(
                session, group, club.write(), "Cabin", "brownie_points", {"target": 9_000}
            ),
        )
        self.do(
            "house_rules.save",
            lambda: house_rules.save(session, cabin, club.write(), {"target": 8_000}),
        )
        self.do(
            "house_rules.rename",
            lambda: house_rules.rename(session, cabin, club.write(), "Hut"),
        )
        self.do(
            "agreeing.agree",
            lambda: agreeing.agree(session, cabin.latest, ann, club.write()),
        )
        self.do(
            "consent.agree",
            lambda: consent.agree(
                session, cabin.latest, keeping, [club.players["Cy"]], club.write()
            ),
        )
        self.do("house_rules.delete", lambda: house_rules.delete(session, cabin, club.write()))
        self.do("house_rules.restore", lambda: house_rules.restore(session, cabin, club.write()))
        self.do(
            "sharing.switch_public",
            lambda: sharing.switch_public(session, cabin, club.write(), club.SECRET, is_on=True),
        )
        file = house_rules_files.export(cabin)
        self.do(
            "house_rules_files.take_in",
            lambda: house_rules_files.take_in(session, group, club.write(), file, "From a file"),
        )
        ruling = self.do(
            "rulings.rule",
            lambda: rulings.rule(session, cabin, club.write(), "Elbows", "Do not count", "Ann"),
        )
        self.do("rulings.remove", lambda: rulings.remove(session, ruling, club.write()))
        self.do("rulings.restore", lambda: rulings.restore(session, ruling, club.write()))
        self.do(
            "consent.choose_threshold",
            lambda: consent.choose_threshold(session, group, club.write(), "majority", 1),
        )

        def propose(target: int) -> Any:
            return consent.propose(session, cabin, club.write(), {"target": target}, "", "shorter")

        wish = self.do("consent.propose", lambda: propose(7_000))
        said = self.do(
            "commenting.add", lambda: commenting.add(session, wish, club.write(), "Why?")
        )
        self.do(
            "commenting.remove",
            lambda: commenting.remove(session, said, club.write(), is_keeper=True),
        )
        self.do(
            "commenting.restore",
            lambda: commenting.restore(session, said, club.write(), is_keeper=True),
        )
        self.do(
            "consent.vote",
            lambda: consent.vote(session, wish, keeping, ann, "no", club.write()),
        )
        self.do(
            "consent.withdraw",
            lambda: consent.withdraw(session, wish, club.write(), is_keeper=True),
        )
        late = propose(6_000)
        late.deadline = club.at
        self.do("consent.settle", lambda: consent.settle(session, late, club.write()))

    def game(self) -> None:
        session, table, game = self.session, self.table, self.table.game
        self.do(
            "games.start",
            lambda: games.start(session, table.write(), "brownie_points", ["Ann", "Bob"], {}),
        )
        phone = table.device()
        self.do("access.join", lambda: access.join(session, game, "player", table.write(phone)))
        membership = members.find(session, game, phone)
        assert membership
        self.do(
            "access.claim",
            lambda: access.claim(session, game, membership, [1], table.write(phone)),
        )
        self.do(
            "access.watch",
            lambda: access.watch(session, game, membership, table.write(phone)),
        )
        self.do(
            "access.hand_over",
            lambda: access.hand_over(session, game, phone.id, table.write()),
        )
        access.hand_over(session, game, table.keeper.id, table.write(phone))
        self.do("access.renew", lambda: access.renew(session, game, table.write()))
        self.do(
            "access.send_out",
            lambda: access.send_out(session, game, phone.id, table.write()),
        )

    def playing(self) -> None:
        session, table, game = self.session, self.table, self.table.game
        self.do(
            "games.change_settings",
            lambda: games.change_settings(session, game, table.write(), {"target": 1_000}),
        )
        self.do(
            "seating.add_player", lambda: seating.add_player(session, game, table.write(), "Di")
        )
        self.do("seating.rename", lambda: seating.rename(session, game, table.write(), 4, "Dora"))
        self.do("seating.leave", lambda: seating.leave(session, game, table.write(), 4))
        self.do("seating.come_back", lambda: seating.come_back(session, game, table.write(), 4))
        seating.leave(session, game, table.write(), 4)
        score = {1: {"score": 550}, 2: {"score": 0}}
        self.do("rounds.enter", lambda: rounds.enter(session, game, table.write(), 1, score))
        self.do(
            "rounds.close",
            lambda: rounds.close(session, game, table.write(), 1, zero_for=[3]),
        )
        self.do(
            "undo_redo.undo", lambda: undo_redo.undo(session, game, table.write(), is_keeper=True)
        )
        self.do(
            "undo_redo.redo", lambda: undo_redo.redo(session, game, table.write(), is_keeper=True)
        )
        self.do(
            "seating.let_in", lambda: seating.let_in(session, game, table.write(), "Eve", "last")
        )
        undo_redo.undo(session, game, table.write(), is_keeper=True)
        wish = {"target": 90_000}
        self.do(
            "amending.propose",
            lambda: amending.propose(session, game, table.write(), wish, "longer"),
        )
        self.do("amending.withdraw", lambda: amending.withdraw(session, game, table.write()))

    def group_games(self) -> None:
        """Long because every write to a game of a group is done once."""
        session, table, game = self.session, self.table, self.table.game
        self.do(
            "amending.amend",
            lambda: amending.amend(
                session, game, table.write(), {"target": 80_000}, ["Ann", "Bob", "Cy"], "long"
            ),
        )
        amending.propose(session, game, table.write(), {"target": 1_000}, "short")
        self.do(
            "amending.consent",
            lambda: amending.consent(session, game, table.write(), game.seats),
        )
        table.enter(2, {seat: {"score": 500 * (seat == 1)} for seat in (1, 2, 3)})
        self.do("games.play_on", lambda: games.play_on(session, game, table.write(), 2_000))
        table.enter(3, {1: {"score": 50}, 2: {"score": 0}, 3: {"score": 0}}, is_confirmed=True)
        table.enter(1, {1: {"score": 2_000}}, is_confirmed=True)
        self.do(
            "rounds.drop_after_end", lambda: rounds.drop_after_end(session, game, table.write())
        )
        self.do(
            "anecdotes.tell",
            lambda: anecdotes.tell(session, game, table.write(), "The cat won", number=1),
        )
        self.do("games.finish", lambda: games.finish(session, game, table.write()))
        self.do("rematches.create", lambda: rematches.create(session, game, table.write()))
        self.do("games.reopen", lambda: games.reopen(session, game, table.write()))
        group = self.club.group
        self.do(
            "seating.move",
            lambda: seating.move(
                session, game, table.write(), group, {2: self.club.players["Bob"]}
            ),
        )
        self.do(
            "occasions.change",
            lambda: occasions.change(session, game, table.write(), day=date(2026, 3, 6)),
        )
        self.do(
            "rulings.begin_book",
            lambda: rulings.begin_book(session, game, table.write(), "Begun"),
        )
        member = access.new_device(session, table.at)
        inside = group_members.join(session, group, member, self.club.write(member))
        self.do(
            "group_members.enter_game",
            lambda: group_members.enter_game(session, game, inside, table.write(member)),
        )
        self.do("games.delete", lambda: games.delete(session, game, table.write()))
        self.do("games.restore", lambda: games.restore(session, game, table.write()))

    def files(self) -> None:
        session, club = self.session, self.club
        text = "date,game,player,total\n2026-01-03,Hearts,Ann,20\n2026-01-03,Hearts,Bob,30\n"
        look = past_results.preview(session, club.group, text, club.at)
        self.do(
            "past_results.carry_out",
            lambda: past_results.carry_out(session, club.group, look, club.write()),
        )
        line = undoing.newest(session, club.group)
        assert line
        self.do(
            "undoing.undo",
            lambda: undoing.undo(session, club.group, club.write(), line.version),
        )
        alone = Table(session, "Ann", "Bob").game
        document = exports.of_game(session, alone, club.at)
        document["game"]["uid"] = "elsewhere123"
        data = file_format.write(document).encode()
        plan = imports.plan(session, imports.read(data), club.keeper, into=club.group)
        self.do(
            "imports.carry_out",
            lambda: imports.carry_out(session, plan, club.write(), club.SECRET),
        )

    def bin(self) -> None:
        session, club = self.session, self.club
        season = club.season(name="Never", starts_on=EVENING.date().replace(year=2031))
        seasons.delete(session, season, club.write())
        self.do(
            "bin.take_out",
            lambda: the_bin.take_out(
                session, self.keeping(), the_bin.SEASON, season.uid, club.write()
            ),
        )
        self.do("groups.delete", lambda: groups.delete(session, club.group, club.write()))
        self.do("groups.restore", lambda: groups.restore(session, club.group, club.write()))

    def forget(self) -> None:
        session, club = self.session, self.club
        device = access.new_device(session, EVENING)
        group_members.join(session, club.group, device, club.write(device))
        self.do("phones.forget", lambda: phones.forget(session, club.write(device)))
        cy = club.players["Cy"]
        self.do("forgetting.forget", lambda: forgetting.forget(session, cy, club.write()))


def test_every_service_that_writes_leaves_a_line(session: Session) -> None:
    done = Everything(session).all()
    # Both are done only when somebody leaves, retires or comes: part of what leaves a line itself.
    # A phone leaves a game where it is forgotten.
    # Links and codes of a group are renewed where a phone is removed from it.
    inside = {"amending.settle", "consent.settle_open", "access.leave", "access.renew_all_of"}
    # So do starting and rematches, every way to count, and all that goes into the cash box.
    inside |= {"rosters.add_all", "changes.delete_all", "entries.add", "entering.put"}
    assert writers() == done | LEAVE_NONE.keys() | ARE_LINES | ELSEWHERE | inside
    assert not done & LEAVE_NONE.keys()
    for line in session.scalars(select(GroupChange)):
        assert line.what or line.kind in SAY_ENOUGH, line.kind
    assert {line.source for line in session.scalars(select(Change))} == {"form", "import"}


def test_a_scorecards_versions_are_its_history(session: Session) -> None:
    table = Table(session)
    own = scorecards.make(session, table.write(), SCORECARD)
    scorecards.change(session, table.write(), own, {**SCORECARD, "name": "Mine"})
    assert [version.definition["name"] for version in own.versions] == ["Ours", "Mine"]
    assert own.versions[0].at < own.versions[1].at


@pytest.mark.parametrize("model", [Change, GroupChange])
def test_no_line_can_be_changed_or_deleted(session: Session, model: type[Any]) -> None:
    club = Club(session, "Ann", "Bob")
    club.start("Ann", "Bob")
    line = session.scalars(select(model).limit(1)).one()
    line.about = {"name": "somebody else"}
    with pytest.raises(HistoryStands):
        session.flush()
    session.rollback()
    session.delete(session.scalars(select(model).limit(1)).one())
    with pytest.raises(HistoryStands):
        session.flush()
    session.rollback()
    with pytest.raises(HistoryStands):
        session.execute(update(model).values(kind="nothing"))
