"""Undo, redo, keys and history: nothing is done twice, and anything can be taken back."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.errors import BadInput, Conflict, NotAllowed, RefusedByRules, Stale
from scorecard.models import Change, Game, WriteKey
from scorecard.services.book import rulings
from scorecard.services.files.format import history_facts
from scorecard.services.groups import access
from scorecard.services.history import changes, facts, history, undo_redo
from scorecard.services.keeping import old_keys
from scorecard.services.table import (
    amending,
    anecdotes,
    games,
    occasions,
    rematches,
    rounds,
    seating,
)
from tests.factories import EVENING, Club, Table, shown_of


def undo(table: Table, *, is_keeper: bool = True, **more: Any) -> Change:
    return undo_redo.undo(table.session, table.game, table.write(**more), is_keeper=is_keeper)


def redo(table: Table) -> Change:
    return undo_redo.redo(table.session, table.game, table.write(), is_keeper=True)


class TestUndo:
    def test_it_names_and_takes_back_the_last_change(self, session: Session) -> None:
        table = Table(session)
        table.play(450, 100)
        label = shown_of(session, table.game)["undo"]["label"]
        assert label == "Round 1"
        undo(table)
        assert table.totals() == [0, 0]
        assert table.game.rounds == []

    def test_it_equals_the_game_without_the_last_round(self, session: Session) -> None:
        table = Table(session)
        table.play(450, 100)
        before = facts.of(table.game)
        table.play(300, -50)
        undo(table)
        assert facts.of(table.game) == before
        assert table.totals() == [450, 100]

    def test_it_goes_back_to_the_start_and_redo_comes_all_the_way_back(
        self, session: Session
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        games.change_settings(session, table.game, table.write(), {"target": 5_000})
        seating.add_player(session, table.game, table.write(), "Di")
        table.enter(1, {1: {"squirts": 1}})
        table.enter(1, {2: {"squirts": 1}})
        rounds.close(session, table.game, table.write(), 1, zero_for=[3, 4])
        seating.rename(session, table.game, table.write(), 1, "Anna")
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        table.enter(1, {3: {"score": 650}})
        seating.leave(session, table.game, table.write(), 4)
        table.enter(2, {1: {"score": 4_500}})
        table.enter(2, {2: {"score": 0}, 3: {"score": 0}})
        table.enter(2, {1: {"score": 5_500}})
        games.play_on(session, table.game, table.write(), 9_000)
        games.finish(session, table.game, table.write())
        end = facts.of(table.game)
        steps = 0
        while undo_redo.reach(session, table.game).undo:
            undo(table)
            steps += 1
        assert steps == 14
        assert [seat.name for seat in table.game.seats] == ["Ann", "Bob", "Cy"]
        assert (table.game.rounds, table.game.options["target"]) == ([], 15_000)
        while undo_redo.reach(session, table.game).redo:
            redo(table)
        again = facts.of(table.game)
        assert again == end

    def test_a_new_change_forgets_what_was_undone(self, session: Session) -> None:
        table = Table(session)
        table.play(450, 100)
        undo(table)
        table.play(50, 50)
        assert undo_redo.reach(session, table.game).redo is None
        with pytest.raises(Conflict):
            redo(table)

    def test_with_nothing_to_undo_it_says_so(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            undo(table)

    def test_a_player_takes_back_only_what_their_own_phone_did(self, session: Session) -> None:
        table = Table(session)
        ann, bob = table.player(1), table.player(2)
        table.enter(1, {1: {"score": 450}}, ann)
        with pytest.raises(NotAllowed):
            undo_redo.undo(session, table.game, table.write(bob), is_keeper=False)
        undo_redo.undo(session, table.game, table.write(ann), is_keeper=False)
        assert table.game.rounds == []

    def test_made_against_an_older_version_it_is_stale(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        version = table.game.version
        table.enter(1, {2: {"score": 100}})
        with pytest.raises(Stale) as stale:
            undo(table, version=version)
        assert stale.value.by == "this phone"
        assert stale.value.current["did"] == "Round 1 count: Bob 100"

    def test_people_coming_and_going_are_not_undone(self, session: Session) -> None:
        table = Table(session)
        table.enter(1, {1: {"score": 450}})
        table.player(2)
        assert undo(table).kind == "counted"

    def test_end_game_can_be_undone_and_gives_a_new_code(self, session: Session) -> None:
        table = Table(session)
        games.finish(session, table.game, table.write())
        undo(table)
        assert not table.game.is_ended
        assert table.game.code

    def test_every_column_that_is_a_fact_is_restored_and_carried_by_files(
        self, session: Session
    ) -> None:
        game, moment = Table(session).game, EVENING.isoformat()
        other = {"options": {"target": 500}, "is_blind": True, "ended_at": moment}
        other |= {"deleted_at": moment, "amendments": [{"from_round": 2}], "first_seat": 2}
        other |= {"started_at": (EVENING - timedelta(days=7)).isoformat(), "is_friendly": True}
        other |= {"friendly_in": ["a0b1c2d3e4f5"]}
        assert other.keys() == facts.columns(Game).keys()
        before = facts.of(game)
        facts.restore(session, game, other)
        assert facts.of(game) == before | other
        assert other.keys() <= history_facts.FACTS.keys()

    def test_random_evenings_can_be_undone_step_by_step(self, session: Session) -> None:
        """After any mixture of changes, each undo gives exactly the facts of the step before."""
        for seed in range(6):
            dice = random.Random(seed)
            table = Table(session, "Ann", "Bob", "Cy")
            states = [facts.of(table.game)]
            for _ in range(15):
                try:
                    self.random_change(table, dice)
                except (RefusedByRules, Conflict, BadInput):
                    session.rollback()
                    continue
                session.commit()
                if facts.of(table.game) != states[-1]:
                    states.append(facts.of(table.game))
            while len(states) > 1:
                assert facts.of(table.game) == states.pop()
                undo(table)
                session.commit()
            assert facts.of(table.game) == states[0]

    def random_change(self, table: Table, dice: random.Random) -> None:
        session, game, write = table.session, table.game, table.write()
        number = dice.randint(1, game.next_number)
        entry = {"score": dice.randint(-20, 40) * 50}
        match dice.randrange(8):
            case 0:
                seating.rename(session, game, write, dice.randint(1, 3), f"N{dice.random()}"[:20])
            case 1:
                rounds.enter(session, game, write, number, {}, table_entry={"ended_by": "slap"})
            case 2:
                zero_for = [seat.position for seat in game.seats]
                rounds.close(session, game, write, number, zero_for=zero_for, is_confirmed=True)
            case 3:
                seating.leave(session, game, write, dice.randint(1, 3))
            case 4:
                games.finish(session, game, write)
            case _:
                seat = dice.randint(1, 3)
                rounds.enter(session, game, write, number, {seat: entry}, is_confirmed=True)


class TestKeys:
    def test_the_same_write_again_is_found(self, session: Session) -> None:
        table = Table(session)
        write = table.write(key="k1", fingerprint="f")
        assert changes.earlier(session, write) is None
        rounds.enter(session, table.game, write, 1, {1: {"score": 450}})
        session.commit()
        done = changes.earlier(session, write)
        assert done
        assert (done.game_id, done.version) == (table.game.id, table.game.version)

    def test_another_write_under_the_same_key_is_refused(self, session: Session) -> None:
        table = Table(session)
        write = table.write(key="k1", fingerprint="f")
        rounds.enter(session, table.game, write, 1, {1: {"score": 450}})
        session.commit()
        with pytest.raises(BadInput) as refused:
            changes.earlier(session, table.write(key="k1", fingerprint="g"))
        assert refused.value.code == "key_reused"

    def test_another_phone_may_use_the_same_key(self, session: Session) -> None:
        table = Table(session)
        write = table.write(key="k1", fingerprint="f")
        rounds.enter(session, table.game, write, 1, {1: {"score": 450}})
        bob = table.player(2)
        assert changes.earlier(session, table.write(bob, key="k1", fingerprint="g")) is None

    def test_a_refused_write_leaves_no_key(self, session: Session) -> None:
        table = Table(session)
        write = table.write(key="k1", fingerprint="f")
        with pytest.raises(RefusedByRules):
            rounds.enter(session, table.game, write, 1, {1: {"score": 75}})
        session.rollback()
        assert session.scalar(select(func.count(WriteKey.id))) == 0

    def test_writes_without_a_key_are_not_remembered(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 0)
        assert session.scalar(select(func.count(WriteKey.id))) == 0

    def test_keys_are_forgotten_after_half_a_year_the_oldest_first(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(old_keys, "AT_ONCE", 2)
        table = Table(session)
        for number in range(1, 5):
            write = table.write(key=f"k{number}", fingerprint="f")
            rounds.enter(session, table.game, write, number, {1: {"score": 50}, 2: {"score": 0}})
            if number == 3:
                third = table.at
                table.at += timedelta(days=1)
        session.commit()
        assert old_keys.forget_some(session, third + old_keys.KEPT - timedelta(hours=1)) == []
        at = third + old_keys.KEPT
        assert [len(old_keys.forget_some(session, at)) for _ in range(3)] == [2, 1, 0]
        assert changes.earlier(session, table.write(key="k4", fingerprint="f"))
        assert changes.earlier(session, table.write(key="k3", fingerprint="f")) is None
        # A count that comes once more even then is there already; another one comes too late.
        stands, late = table.game.version, table.write(key="k3", fingerprint="f", version=1)
        rounds.enter(session, table.game, late, 3, {1: {"score": 50}})
        assert table.game.version == stands
        with pytest.raises(Stale):
            rounds.enter(session, table.game, late.keyless, 3, {1: {"score": 100}})


class TestHistory:
    def test_a_correction_says_what_it_was_and_what_it_became(self, session: Session) -> None:
        table = Table(session)
        table.play(450, 100)
        table.enter(1, {1: {"score": -550}})
        newest = changes.lines(session, table.game)[0]
        assert history.sentence(newest, table.game) == "Round 1 corrected: Ann 450 → −550"
        assert newest.what["entry/1/1"][0]["data"] == {"score": 450}
        assert newest.what["entry/1/1"][1]["data"] == {"score": -550}
        assert newest.device_id == table.keeper.id
        assert newest.at == table.at

    def test_whose_an_entry_is_and_when_is_kept_once_and_told_whole(self, session: Session) -> None:
        table = Table(session)
        bob = table.player(2)
        table.play(450, 100)
        first = table.at
        was = {"data": {"score": 450}, "device": table.keeper.id, "at": first.isoformat()}
        table.enter(1, {1: {"score": 400}})
        table.enter(2, {2: {"score": 50}}, bob)
        counted, corrected, *_earlier = changes.lines(session, table.game)
        became = was | {"data": {"score": 400}, "at": corrected.at.isoformat()}
        assert corrected.at != first
        assert corrected.what["entry/1/1"] == [was, {"data": {"score": 400}}]
        assert facts.whole(corrected)["entry/1/1"] == [was, became]
        assert counted.what["entry/2/2"] == [None, {"data": {"score": 50}}]
        assert facts.whole(counted)["entry/2/2"][1]["device"] == bob.id
        now = facts.of(table.game)
        for line in (counted, corrected):
            for fact, (_before, after) in facts.whole(line).items():
                assert now[fact] == after

    def test_a_line_that_says_everything_as_all_did_once_is_told_the_same(
        self, session: Session
    ) -> None:
        table = Table(session)
        table.play(450, 100)
        (line,) = changes.lines(session, table.game, after=table.game.version - 1)
        kept, whole = line.what, facts.whole(line)
        assert kept != whole
        set_committed_value(line, "what", whole)
        assert facts.whole(line) == whole
        assert facts.as_kept(whole, line.device_id, line.at) == kept

    def test_undo_and_redo_bring_back_whose_an_entry_was_and_when(self, session: Session) -> None:
        table = Table(session)
        bob = table.player(2)
        table.enter(1, {2: {"score": 50}}, bob)
        by_bob = table.at
        table.enter(1, {2: {"score": 100}})
        corrected = table.at
        (entry,) = table.game.rounds[0].entries

        def stands() -> tuple[Any, ...]:
            session.refresh(entry)
            return entry.data["score"], entry.device_id, entry.entered_at

        assert stands() == (100, table.keeper.id, corrected)
        undo(table)
        session.flush()
        assert stands() == (50, bob.id, by_bob)
        redo(table)
        session.flush()
        assert stands() == (100, table.keeper.id, corrected)

    def test_every_kind_of_change_has_a_sentence(self, session: Session) -> None:
        """Long because every kind of change is made once."""
        table = Table(session, "Ann", "Bob", "Cy")
        games.change_settings(session, table.game, table.write(), {"target": 1_000})
        seating.add_player(session, table.game, table.write(), "Di")
        bob = table.player(2)
        access.watch(session, table.game, table.membership(table.player()), table.write())
        seating.rename(session, table.game, table.write(), 1, "Anna")
        seating.leave(session, table.game, table.write(), 4)
        seating.come_back(session, table.game, table.write(), 4)
        seating.leave(session, table.game, table.write(), 4)
        table.enter(1, {1: {"score": 450}})
        rounds.enter(session, table.game, table.write(), 1, {}, table_entry={"ended_by": "slap"})
        rounds.close(session, table.game, table.write(), 1, zero_for=[2, 3])
        table.enter(1, {2: {"score": 550}})
        table.enter(2, {1: {"score": 50}, 2: {"score": 0}, 3: {"score": 0}})
        table.enter(1, {1: {"score": 1_000}})
        rounds.drop_after_end(session, table.game, table.write())
        games.play_on(session, table.game, table.write(), 2_000)
        undo(table)
        redo(table)
        access.renew(session, table.game, table.write())
        access.hand_over(session, table.game, bob.id, table.write())
        access.send_out(session, table.game, table.keeper.id, table.write(bob))
        anecdotes.tell(session, table.game, table.write(), "The cat took the trick", number=1)
        anecdotes.tell(session, table.game, table.write(), "", number=1)
        games.finish(session, table.game, table.write())
        rematches.create(session, table.game, table.write())
        games.reopen(session, table.game, table.write())
        games.delete(session, table.game, table.write())
        games.restore(session, table.game, table.write())
        everybody = table.game.seats
        amending.propose(session, table.game, table.write(), {"target": 90_000}, "longer")
        amending.consent(session, table.game, table.write(), everybody[:1])
        amending.withdraw(session, table.game, table.write())
        amending.propose(session, table.game, table.write(), {"target": 90_000}, "longer")
        amending.consent(session, table.game, table.write(), everybody)
        group = Club(session).group
        seating.move(session, table.game, table.write(), group, {})
        occasions.change(session, table.game, table.write(), day=date(2026, 3, 6))
        book = rulings.begin_book(session, table.game, table.write(), "Cabin")
        rulings.rule(
            session, book, table.write(), "Elbows", "They do not count.", "Ann", game=table.game
        )
        lines = changes.lines(session, table.game)
        sentences = [history.sentence(change, table.game) for change in lines]
        assert all(sentences)
        told = {change.kind for change in lines}
        # Told in the tests of what comes in, of who and what is forgotten, and of latecomers.
        elsewhere = {"past_result", "forgotten", "phone_left", "let_in"}
        kinds = history.SENTENCES.keys() - elsewhere
        assert told == kinds | {"counted", "corrected", "undo", "redo"}

    def test_points_counted_in_secret_stay_secret(self, session: Session) -> None:
        table = Table(session, is_blind=True)
        table.enter(1, {1: {"score": 450}})
        newest = changes.lines(session, table.game)[0]
        assert "450" not in history.sentence(newest, table.game)
        table.enter(1, {2: {"score": 100}})
        assert "450" in history.sentence(newest, table.game)
