"""Histories in words and by pages; and undo and redo to any depth, whatever came between."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound, RefusedByRules, Stale
from scorecard.models import Device
from scorecard.models.change import IMPORT, REPLAY
from scorecard.services.book import consent, house_rules
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import access, group_members, groups, public_links, recovery_codes
from scorecard.services.history import facts, group_changes, undo_redo
from scorecard.services.history.facts import Facts
from scorecard.services.looking_back import history_pages
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.seasons import season_plans, seasons
from scorecard.services.table import amending, games, rounds, seating
from tests.factories import EVENING, Club, Table


def told(table: Table, **asked: Any) -> list[str]:
    return [
        line.sentence for line in history_pages.of_game(table.session, table.game, **asked).lines
    ]


def newest(table: Table) -> history_pages.HistoryLine:
    return history_pages.of_game(table.session, table.game).lines[0]


def newest_of(club: Club) -> history_pages.HistoryLine:
    return history_pages.of_group(club.session, club.group).lines[0]


class TestAGamesLines:
    def test_a_correction_says_who_what_and_from_which_phone(self, session: Session) -> None:
        table = Table(session)
        bob = table.player(2)
        table.play(450, 100)
        table.enter(1, {2: {"score": 150}}, bob)
        line = newest(table)
        assert (line.sentence, line.phone) == ("Round 1 corrected: Bob 100 → 150", "Bob’s phone")
        assert (line.at, line.came) == (table.at, "")

    def test_what_a_newer_release_has_written_beside_this_one_is_a_line_too(
        self, session: Session
    ) -> None:
        table = Table(session)
        session.execute(sa.text("UPDATE changes SET kind = 'bewitched'"))
        assert told(table)[0] == "Something that this version of Scorecard does not know"

    def test_what_waited_on_a_phone_says_when_it_was_made(self, session: Session) -> None:
        table = Table(session)
        made_at = table.at - timedelta(minutes=6)
        write = replace(table.write(), source=REPLAY, made_at=made_at)
        rounds.enter(session, table.game, write, 1, {1: {"score": 450}})
        line = newest(table)
        assert (line.made_at, line.came) == (made_at, "sent late")

    def test_settings_and_amendments_say_what_was_before(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        games.change_settings(session, table.game, table.write(), {"target": 5_000}, is_blind=True)
        assert newest(table).details == (
            "Target 5,000 (before 15,000)",
            "Hidden scores: on, before off",
        )
        everybody = ["Ann", "Bob", "Cy"]
        amending.amend(session, table.game, table.write(), {"target": 2_000}, everybody, "late")
        assert newest(table).details == ("Target 2,000 (before 5,000)",)

    def test_many_counts_are_told_one_by_one_but_not_in_secret(self, session: Session) -> None:
        names = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
        for is_blind in (False, True):
            table = Table(session, *names, is_blind=is_blind)
            table.enter(1, {1: {"score": 50}})
            table.enter(1, {seat: {"score": 300} for seat in range(1, 6)})
            said = newest(table)
            assert said.sentence == "Round 1 count: 5 players"
            assert ("Ann 50 → 300" in said.details) is not is_blind

    def test_what_was_said_of_a_round_before_is_told(self, session: Session) -> None:
        table = Table(session)
        for how in ("slap", "dog_house"):
            rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": how})
        before = ("Before: How the round ended: A slap attack on the last card",)
        assert newest(table).details == before
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert newest(table).details == before
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert newest(table).details == ()

    def test_a_claim_says_whose_phone_it_was(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        membership = table.membership(phone)
        access.claim(session, table.game, membership, [2], table.write(phone))
        assert newest(table).details == ("Before: Ann",)

    def test_it_is_narrowed_down_to_a_round_and_a_player(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob")
        table.play(450, 100)
        table.play(200, 50)
        table.enter(1, {2: {"score": 150}})
        seating.rename(session, table.game, table.write(), 2, "Bobby")
        assert told(table, round_number=2) == ["Round 2 count: Ann 200, Bobby 50"]
        assert told(table, seat=2, round_number=1) == [
            "Round 1 corrected: Bobby 100 → 150",
            "Round 1 count: Ann 450, Bobby 100",
        ]
        assert told(table, seat=2)[0] == "Bob is now called Bobby"
        assert told(table, round_number=9) == []

    def test_a_long_history_comes_by_pages(self, session: Session) -> None:
        table = Table(session)
        table.play(0, 0)
        for number in range(120):
            table.enter(1, {1: {"score": 50 * (number % 7 + 1)}})
        first = history_pages.of_game(session, table.game)
        assert len(first.lines) == history_pages.ON_A_PAGE
        assert first.older == first.lines[-1].version
        rest = history_pages.of_game(session, table.game, before=first.older)
        assert rest.older is None
        versions = [line.version for line in (*first.lines, *rest.lines)]
        assert versions == list(range(table.game.version, 0, -1))
        assert len(history_pages.of_game(session, table.game, most=None).lines) == len(versions)


class TestAGroupsLines:
    def test_a_season_says_what_was_and_what_became(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        plan = season_plans.Plan(
            name="Spring",
            starts_on=season.starts_on,
            ends_on=EVENING.date().replace(month=6),
            kinds=["brownie_points"],
            scheme={"kind": "wins"},
            best_of=5,
        )
        seasons.change(session, season, club.write(), plan)
        line = newest_of(club)
        assert "Last day: open → 14 Jun 2026" in line.details
        assert "Card games: all → Brownie Points" in line.details
        assert "Best games that count: all → 5" in line.details
        assert any(detail.startswith("Points per game: ") for detail in line.details)

    def test_players_votes_and_claims_say_so_too(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        group, ann = club.group, club.players["Ann"]
        keeping = group_members.membership_of(session, group, club.keeper)
        assert keeping
        rosters.change(session, ann, club.write(), name="Anna", colour=7, initial="N")
        assert newest_of(club).details == (
            "Name: Ann → Anna",
            "Colour: 1 → 7",
            "Initial: A → N",
        )
        group_members.claim(session, group, keeping, [ann], club.write())
        assert newest_of(club).details == ("Whose phone: nobody → Anna",)
        cabin = house_rules.create(session, group, club.write(), "Cabin", "brownie_points", {})
        wish = consent.propose(session, cabin, club.write(), {"target": 9_000}, "", "shorter")
        for choice in ("no", "either"):
            consent.vote(session, wish, keeping, [ann], choice, club.write())
        assert newest_of(club).details == ("Anna: no → fine either way",)
        consent.choose_threshold(session, group, club.write(), "majority", 7)
        (what, until) = history_pages.of_group(session, group, about="rules").lines[0].details
        assert (what, until) == (
            "What a change needs: everyone’s OK → most votes",
            "Days until silence counts: never → 7",
        )
        # What stays as it was is no change.
        consent.choose_threshold(session, group, club.write(), "keeper", 7)
        assert history_pages.of_group(session, group, about="rules").lines[0].details == (
            "What a change needs: most votes → a scorekeeper’s OK",
        )

    def test_links_and_codes_are_never_told(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        keeping = group_members.membership_of(session, club.group, club.keeper)
        assert keeping
        code = recovery_codes.make(session, keeping, club.write())
        groups.switch_public(session, club.group, club.write(), club.SECRET, is_on=True)
        groups.renew_link(session, club.group, club.write(), club.SECRET)
        secrets = [
            code,
            code.replace("-", ""),
            public_links.token(club.group, [club.SECRET]),
            groups.link_token(club.group, [club.SECRET]),
            *(club.group.public_nonce, club.group.public_hash),
            *(club.group.join_nonce, club.group.join_hash),
        ]
        page = history_pages.of_group(session, club.group)
        text = file_format.write(exports.of_group(session, club.group, club.at)) + str(page)
        assert all(secret and secret not in text for secret in secrets)

    def test_it_is_narrowed_down_by_what_it_is_about(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        assert [
            line.kind for line in history_pages.of_group(session, club.group, about="seasons").lines
        ] == ["season_made"]
        with pytest.raises(NotFound):
            history_pages.of_group(session, club.group, about="cheese")

    def test_what_a_newer_release_has_written_beside_this_one_is_a_line_too(
        self, session: Session
    ) -> None:
        club = Club(session)
        session.execute(sa.text("UPDATE group_changes SET kind = 'bewitched'"))
        assert newest_of(club).sentence == (
            "Something that this version of Scorecard does not know"
        )

    def test_every_kind_of_change_has_one_place(self) -> None:
        placed = [kind for _words, kinds in group_changes.KINDS.values() for kind in kinds]
        assert sorted(placed) == sorted(group_changes.SENTENCES)


class TestFiles:
    def test_how_a_change_came_goes_along(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        write = replace(table.write(), source=REPLAY, made_at=EVENING)
        rounds.enter(session, table.game, write, 1, {1: {"score": 450}})
        session.commit()
        document = exports.of_game(session, table.game, club.at)
        line = document["game"]["history"][-1]
        assert (line["source"], line["made_at"]) == ("replay", EVENING.isoformat())
        groups.delete(session, club.group, club.write())
        session.delete(table.game)

    def test_a_file_of_version_1_is_read_and_its_lines_know_no_source(
        self, session: Session
    ) -> None:
        table = Table(session)
        table.play(450, 100)
        document = exports.of_game(session, table.game, table.at)
        document["version"] = 1
        document["game"]["uid"] = "from-before-1"
        for line in document["game"]["history"]:
            del line["source"], line["made_at"]
        data = file_format.write(document).encode()
        write = replace(table.write(), key="")
        game = imports.carry_out(
            session,
            imports.plan(session, imports.read(data), table.keeper),
            write,
            "a test's secret key",
        )
        page = history_pages.of_game(session, game)  # type: ignore[arg-type]
        assert {line.source for line in page.lines} == {None}
        again = imports.plan(session, imports.read(data), table.keeper)
        assert (again.is_empty, again.differing) == (True, [])

    def test_what_is_imported_into_a_group_says_so(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        document = exports.of_game(session, Table(session).game, club.at)
        document["game"]["uid"] = "from-elsewhere"
        plan = imports.plan(
            session,
            imports.read(file_format.write(document).encode()),
            club.keeper,
            into=club.group,
        )
        game = imports.carry_out(session, plan, club.write(), club.SECRET)
        page = history_pages.of_game(session, game)  # type: ignore[arg-type]
        assert [(line.kind, line.source) for line in page.lines] == [
            ("moved", IMPORT),
            ("started", "form"),
        ]


class TestUndoToAnyDepth:
    """Random evenings on several phones: n undos give exactly what was, n redos all of it again."""

    @pytest.mark.parametrize("seed", range(5))
    def test_n_undos_give_the_earlier_facts_and_n_redos_the_later(
        self, session: Session, seed: int
    ) -> None:
        dice = random.Random(seed)
        table = Table(session, "Ann", "Bob", "Cy")
        phones = [table.keeper, table.player(2), table.player(3)]
        states = [facts.of(table.game)]
        for _ in range(18):
            try:
                self.change(table, dice, dice.choice(phones))
            except (RefusedByRules, Conflict, BadInput, Stale):
                session.rollback()
                continue
            session.commit()
            if (now := facts.of(table.game)) != states[-1]:
                states.append(now)
        depth = dice.randint(1, len(states) - 1)
        self.step(table, states[::-1][: depth + 1], undo_redo.undo)
        # People coming and going between two steps take nothing from what can be redone.
        table.player(1)
        self.step(table, states[-depth - 1 :], undo_redo.redo)
        self.step(table, states[::-1], undo_redo.undo)
        assert undo_redo.reach(session, table.game).undo is None

    def step(self, table: Table, states: list[Facts], take: Any) -> None:
        for before, after in pairwise(states):
            assert facts.of(table.game) == before
            take(table.session, table.game, table.write(), is_keeper=True)
            table.session.commit()
            assert facts.of(table.game) == after

    def change(self, table: Table, dice: random.Random, phone: Device) -> None:
        session, game, write = table.session, table.game, table.write(phone)
        number = dice.randint(1, game.next_number)
        seat = dice.randint(1, len(game.seats))
        match dice.randrange(12):
            case 0:
                seating.rename(session, game, write, seat, f"N{dice.random()}"[:20])
            case 1:
                rounds.enter(session, game, write, number, {}, table_entry={"ended_by": "slap"})
            case 2:
                zero_for = [one.position for one in game.seats]
                rounds.close(session, game, write, number, zero_for=zero_for, is_confirmed=True)
            case 3:
                seating.leave(session, game, write, seat)
            case 4:
                seating.come_back(session, game, write, seat)
            case 5:
                newcomer = f"P{dice.random()}"[:20]
                if dice.random() < 0.5:
                    seating.add_player(session, game, write, newcomer)
                else:
                    start: seating.Start = dice.choice(["zero", "last"])
                    seating.let_in(session, game, write, newcomer, start)
            case 6:
                target = dice.choice([8_000, 9_000, 30_000])
                everybody = [one.name for one in game.seats if one.left_after is None]
                amending.amend(session, game, write, {"target": target}, everybody, "why not")
            case 7:
                # Somebody else's phone sends what it saw long ago.
                old = replace(write, version=max(1, write.version - 3))
                rounds.enter(session, game, old, number, {seat: {"score": 150}})
            case 8:
                games.finish(session, game, write)
            case _:
                entry = {"score": dice.randint(-20, 40) * 50}
                rounds.enter(session, game, write, number, {seat: entry}, is_confirmed=True)

    def test_a_name_that_is_taken_back_is_taken_back_in_what_waits_for_consent(
        self, session: Session
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="ace_deuce_jack")
        game = table.game
        amending.propose(session, game, table.write(), {"first_banker": "Bob"}, "his turn")

        def wanted() -> Any:
            waiting = amending.waiting(session, game)
            assert waiting
            return waiting.options["first_banker"]

        seating.rename(session, game, table.write(), 2, "Bobby")
        assert wanted() == "Bobby"
        undo_redo.undo(session, game, table.write(), is_keeper=True)
        assert wanted() == "Bob"
        undo_redo.redo(session, game, table.write(), is_keeper=True)
        assert wanted() == "Bobby"
        amending.consent(session, game, table.write(), game.seats)
        assert sheets.options_in_force(game)["first_banker"] == "Bobby"
