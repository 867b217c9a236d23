"""Games played at random beside a plain list of rounds: both must always say the same.

Hypothesis plays: it enters, corrects, closes, undoes, ends, renames, moves, writes twice and too
late. The model keeps what was typed as plain data, and every state it was in. After each step the
stored game must be what the rules make of the model's rounds, and its history without a gap.

Long because one model plays every move of a game.
"""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, RefusedByRules, ScorecardError, Stale
from scorecard.models import Game
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.core import OpenRound
from scorecard.rules.sheet import rules_for
from scorecard.services.history import changes, facts, undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.scoring import cached_folds, counted_rounds, sheets
from scorecard.services.table import games, rounds, seating
from tests.factories import Club
from tests.rules.random_records import random_round

pytestmark = pytest.mark.long

PLAYERS = ("Ann", "Bob", "Cy", "Di")
OPTIONS: dict[str, dict[str, Any]] = {
    "brownie_points": {"target": 1_000},
    "ace_deuce_jack": {},
    "pitch": {},
}
"""A game of counted cards, one for money, and one of bids."""
SHORT_EXAMPLES, SHORT_STEPS = 12, 20
"""What fits into the test command; ``--hypothesis-profile=torture`` plays more and longer."""
MOST_SHORT, FEW_ROUNDS = 50, 2
MOST_TRIES = 8
"""How often a round that the rules refuse is drawn anew; one in five is taken as it is."""
SEEDS = st.integers(0, 2**20)
SEATS = st.integers(1, len(PLAYERS))


@dataclass
class Plain:
    """A game as plain data: its players, its rounds, and the round being counted."""

    key: str
    options: dict[str, Any]
    players: list[str]
    rounds: list[dict[str, Any]] = field(default_factory=list)
    open: dict[str, Any] | None = None
    left: dict[str, int] = field(default_factory=dict)
    is_ended: bool = False
    is_deleted: bool = False

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = {
            "game": self.key,
            "options": self.options,
            "players": self.players,
        }
        record |= {"rounds": self.rounds, "keep_after_end": True, "end_early": self.is_ended}
        return record | ({"left": self.left} if self.left else {})

    def sheet(self) -> Sheet | Refusal:
        counting = None if self.is_ended else self.open
        return score(self.record(), open_round=counting)

    def close_if_whole(self, *, is_confirmed: bool = False) -> None:
        """Close the round being counted once nobody is missing, as the rules see it."""
        sheet = self.sheet()
        assert isinstance(sheet, Sheet), f"a refused round was taken in: {sheet}"
        now = sheet.open_round
        assert self.open is not None
        assert now is not None
        if not now.awaited and (is_confirmed or not now.warnings):
            self._append(now)

    def close(self) -> None:
        """Close the round being counted, in which nothing is missing."""
        sheet = self.sheet()
        assert isinstance(sheet, Sheet), f"a round that is not whole was closed: {sheet}"
        assert sheet.open_round is not None
        self._append(sheet.open_round)

    def _append(self, now: OpenRound) -> None:
        """Take the round being counted as a closed one, which says who dealt or banked in it."""
        self.rounds.append({**now.roles, **(self.open or {})})
        self.open = None

    def rename(self, old: str, new: str) -> None:
        for name, value in vars(self).items():
            if name != "key":
                setattr(self, name, _renamed(value, old, new))


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {new if k == old else k: _renamed(v, old, new) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(one, old, new) for one in value]
    return new if isinstance(value, str) and value == old else value


class Play(RuleBasedStateMachine):
    """One game, played by its keeper and by a player's phone."""

    def __init__(self, session: Session, key: str, done: Counter[str]) -> None:
        super().__init__()
        self.session = session
        self.done = done
        self.club = Club(session, *PLAYERS)
        self.table = self.club.start(rules=key, options=OPTIONS[key], is_confirmed=True)
        self.game = self.table.game
        self.phone = self.table.player(2)
        self.entries_key = rules_for(key, self.game.options).entries_key
        self.plain = Plain(key, dict(self.game.options), list(PLAYERS))
        self.undone: list[Plain] = []
        self.before: list[Plain] = []
        self.names = 0
        self.last: tuple[Write, Callable[[Write], object]] | None = None
        self.cached = self.folds().copy()

    def write(self, what: str, action: Callable[[Write], object], change: Any = None) -> bool:
        """Do a write of the keeper's; where it is taken in, change the model in the same way."""
        self.names += 1
        write = self.table.write(key=f"key-{self.names}", fingerprint=f"{what} {self.names}")
        version, stood = self.game.version, facts.of(self.game)
        try:
            action(write)
            self.session.commit()
        except ScorecardError:
            self.session.rollback()
            assert (self.game.version, facts.of(self.game)) == (version, stood)
            self.done[f"{what} refused"] += 1
            return False
        self.done[what] += 1
        self.last = (write, action)
        if change is not None:
            earlier = copy.deepcopy(self.plain)
            change()
            if self.plain != earlier:
                self.before.append(earlier)
                self.undone.clear()
        return True

    def drawn(self, number: int, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a random round: what is said of it, and the entries by name."""
        before = self.plain.record() | {"rounds": self.plain.rounds[: number - 1]}
        rules = rules_for(self.plain.key, self.plain.options)
        data: Any = {}
        for again in range(MOST_TRIES if seed % 5 else 1):
            try:
                data = random_round(rules, before, number, seed + again)
            except RefusedByRules:
                return {}, {}
            if isinstance(score(before, open_round=data), Sheet):
                break
        if not isinstance(data, dict):
            return {"odd": data}, {}
        entries = data.get(self.entries_key, {}) if self.entries_key else {}
        if not isinstance(entries, dict):
            return {"odd": entries}, {}
        return {k: v for k, v in data.items() if k != self.entries_key}, entries

    def enter(self, what: str, number: int, seed: int, is_confirmed: bool) -> None:
        said, entries = self.drawn(number, seed)
        if self.entries_key and len(entries) > 1 and seed % 3:
            entries = dict(Random(seed).sample(sorted(entries.items()), seed % len(entries) + 1))
        seats = {seat.name: seat.position for seat in self.game.seats}
        typed = {seats[name]: entry for name, entry in entries.items() if name in seats}
        wanted = said or None if self.entries_key else said

        def change() -> None:
            is_open = number > len(self.plain.rounds)
            was = (self.plain.open or {}) if is_open else self.plain.rounds[number - 1]
            kept = was.get(self.entries_key, {}) if self.entries_key else {}
            told = {k: v for k, v in was.items() if k != self.entries_key}
            data = dict(told if wanted is None else wanted)
            if self.entries_key:
                named = {self.plain.players[seat - 1]: entry for seat, entry in typed.items()}
                if merged := {**self._without_single(kept, named), **named}:
                    data[self.entries_key] = merged
            if is_open:
                self.plain.open = data
                self.plain.close_if_whole(is_confirmed=is_confirmed)
            else:
                self.plain.rounds[number - 1] = data

        self.write(
            what,
            lambda write: rounds.enter(
                self.session,
                self.game,
                write,
                number,
                typed,
                table_entry=wanted,
                is_confirmed=is_confirmed,
            ),
            change,
        )

    def _without_single(self, kept: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
        """Take the card that only one can hold from whoever held it, where it is entered anew."""
        form = sheets.form_of(self.game)
        if not form.single or not any(form.has_single(entry) for entry in named.values()):
            return kept
        return {
            name: {**entry, form.single: 0} if form.has_single(entry) else entry
            for name, entry in kept.items()
        }

    def folds(self) -> OrderedDict[str, Any]:
        """Return what is cached of all games."""
        return cached_folds._cached.setdefault(self.session.get_bind().engine, OrderedDict())

    @rule()
    def be_another_process(self) -> None:
        """Know what was known when this was done last, as if all since had been done elsewhere."""
        folds, known = self.folds(), self.cached
        self.cached = folds.copy()
        folds.clear()
        folds.update(known)

    @rule(seed=SEEDS, is_confirmed=st.booleans())
    def count(self, seed: int, is_confirmed: bool) -> None:
        self.enter("count", len(self.plain.rounds) + 1, seed, is_confirmed)

    @precondition(lambda self: not (self.plain.is_ended or self.plain.is_deleted))
    @rule(seed=SEEDS)
    def play_whole_round(self, seed: int) -> None:
        self.enter("count", len(self.plain.rounds) + 1, seed - seed % 3, is_confirmed=True)

    @precondition(lambda self: len(self.plain.rounds) < FEW_ROUNDS)
    @rule(seed=SEEDS)
    def begin_with_some_rounds(self, seed: int) -> None:
        for more in range(2):
            if not (self.plain.is_ended or self.plain.is_deleted):
                self.play_whole_round(seed + 3 * more)

    @precondition(lambda self: self.plain.rounds)
    @rule(seed=SEEDS, is_confirmed=st.booleans())
    def correct(self, seed: int, is_confirmed: bool) -> None:
        number = seed % len(self.plain.rounds) + 1
        self.enter("correct", number, seed, is_confirmed)

    @precondition(lambda self: self.plain.open is not None)
    @rule(is_confirmed=st.booleans())
    def close(self, is_confirmed: bool) -> None:
        number, missing = len(self.plain.rounds) + 1, self._missing()

        def change() -> None:
            zero = sheets.rules_of(self.game).absent_entry
            open_ = self.plain.open or {}
            if missing:
                zeros = {name: copy.deepcopy(zero) for name in missing}
                open_[self.entries_key] = {**open_.get(self.entries_key, {}), **zeros}
            self.plain.open = open_
            self.plain.close()

        seats = [seat.position for seat in self.game.seats if seat.name in missing]
        self.write(
            "close",
            lambda write: rounds.close(
                self.session,
                self.game,
                write,
                number,
                zero_for=seats,
                is_confirmed=is_confirmed,
            ),
            change,
        )

    def _missing(self) -> list[str]:
        """Return who has not counted yet, as the rules see it."""
        looked = score(self.plain.record(), open_round=self.plain.open)
        if not isinstance(looked, Sheet) or looked.open_round is None:
            return []
        return list(looked.open_round.awaited.players)

    @precondition(lambda self: self.before)
    @rule(depth=st.integers(1, 8), back=st.integers(0, 8))
    def undo(self, depth: int, back: int) -> None:
        """Undo to any depth, and redo some of it."""
        for _ in range(min(depth, len(self.before))):
            self.write("undo", self._undo)
            self.undone.append(self.plain)
            self.plain = self.before.pop()
            self.it_says_what_the_model_says()
        self.redo(back)

    def _undo(self, write: Write) -> None:
        undo_redo.undo(self.session, self.game, write, is_keeper=True)

    @precondition(lambda self: self.undone)
    @rule(depth=st.integers(1, 8))
    def redo(self, depth: int) -> None:
        for _ in range(min(depth, len(self.undone))):
            self.write("redo", self._redo)
            self.before.append(self.plain)
            self.plain = self.undone.pop()
            self.it_says_what_the_model_says()

    def _redo(self, write: Write) -> None:
        undo_redo.redo(self.session, self.game, write, is_keeper=True)

    @precondition(lambda self: not self.before and self.names % 4 == 0)
    @rule()
    def undo_nothing(self) -> None:
        assert not self.write("undo nothing", self._undo)

    @rule(is_end=st.booleans())
    def end_or_reopen(self, is_end: bool) -> None:
        action = games.finish if is_end else games.reopen
        self.write(
            "end" if is_end else "reopen",
            lambda write: action(self.session, self.game, write),
            lambda: setattr(self.plain, "is_ended", is_end),
        )

    @rule(is_delete=st.booleans())
    def delete_or_restore(self, is_delete: bool) -> None:
        # What lies in the bin is soon taken out again, so that it is played on.
        is_delete = is_delete and not self.plain.is_deleted and self.names % 3 == 0
        action = games.delete if is_delete else games.restore
        self.write(
            "delete" if is_delete else "restore",
            lambda write: action(self.session, self.game, write),
            lambda: setattr(self.plain, "is_deleted", is_delete),
        )

    @rule(seat=SEATS, is_odd=st.booleans())
    def rename(self, seat: int, is_odd: bool) -> None:
        old = self.plain.players[seat - 1]
        new = self.plain.players[seat % len(PLAYERS)] if is_odd else f"Name {self.names}"
        self.write(
            "rename",
            lambda write: seating.rename(self.session, self.game, write, seat, new),
            lambda: self.plain.rename(old, new),
        )

    @rule(seat=SEATS, is_back=st.booleans())
    def leave_or_come_back(self, seat: int, is_back: bool) -> None:
        name = self.plain.players[seat - 1]

        def leave() -> None:
            self.plain.left[name] = len(self.plain.rounds)
            if self.plain.open is not None:
                entries = self.plain.open.get(self.entries_key, {}) if self.entries_key else {}
                if entries.pop(name, None) is not None and not entries:
                    del self.plain.open[self.entries_key]
                self.plain.close_if_whole()

        def come_back() -> None:
            del self.plain.left[name]

        action = seating.come_back if is_back else seating.leave
        self.write(
            "come back" if is_back else "leave",
            lambda write: action(self.session, self.game, write, seat),
            come_back if is_back else leave,
        )

    @rule(more=st.integers(-1, 5))
    def play_on(self, more: int) -> None:
        target = max(seat.total for seat in self.game.seats) + 50 * more
        self.write(
            "play on",
            lambda write: games.play_on(self.session, self.game, write, target),
            lambda: self.plain.options.update(target=target),
        )

    @rule(is_in=st.booleans())
    def move(self, is_in: bool) -> None:
        group = self.club.group if is_in else None
        # Who sits where is not undone, and no fact of the model.
        self.write("move", lambda write: seating.move(self.session, self.game, write, group, {}))

    @precondition(lambda self: self.last is not None)
    @rule(is_other=st.booleans())
    def write_again(self, is_other: bool) -> None:
        """Send the last write once more, or another one under its key."""
        assert self.last
        write, _action = self.last
        if is_other:
            with pytest.raises(BadInput):
                changes.earlier(self.session, replace(write, fingerprint="other"))
            return
        done = changes.earlier(self.session, write)
        assert done
        assert done.game_id == self.game.id
        self.done["write again"] += 1

    @precondition(lambda self: self.before and not self.plain.is_ended)
    @rule()
    def write_too_late(self) -> None:
        """Write against the game as it was before anything was changed."""
        for action in (
            lambda write: games.finish(self.session, self.game, write),
            lambda write: undo_redo.undo(self.session, self.game, write, is_keeper=True),
            lambda write: games.delete(self.session, self.game, write),
        ):
            with pytest.raises(Stale):
                action(self.table.write(version=1))
            self.session.rollback()
        self.done["write too late"] += 1

    @precondition(lambda self: self.plain.key == "brownie_points" and not self.plain.is_ended)
    @rule(points=st.integers(-10, 10))
    def count_what_another_phone_counted(self, points: int) -> None:
        """Write for a seat against a version before its entry: what stands there stays."""
        round_ = self.game.open_round
        entry = round_.entry_of(self.game.seats[1]) if round_ else None
        if round_ is None or entry is None or self.plain.is_deleted:
            return
        typed = {2: {"score": 50 * points}}
        write = self.table.write(self.phone, version=entry.version - 1)
        if entry.data == typed[2] or self.game.status == "finished":
            return
        with pytest.raises(Stale):
            rounds.enter(self.session, self.game, write, round_.number, typed)
        self.session.rollback()
        self.done["count too late"] += 1

    @invariant()
    def it_says_what_the_model_says(self) -> None:
        self.session.expire_all()
        found = games.find_game(self.session, self.game.uid)
        assert found is not None
        plain = self.plain
        assert [seat.name for seat in found.seats] == plain.players
        assert [sheets.round_data(found, one) for one in found.closed_rounds] == plain.rounds
        open_ = found.open_round
        assert (sheets.round_data(found, open_) if open_ else None) == plain.open
        kept = sheets.sheet_of(found, sheets.fold_of(found), None if found.is_ended else open_)
        assert kept == sheets.read(found), "what is kept is what walking through it gives"
        if known := cached_folds.last_round(found):
            stored = next(one for one in found.rounds if one.number == known.number)
            assert known == counted_rounds.of(stored), "what is known is what is stored"
            assert known.is_closed == (open_ is None)
        left = {s.name: s.left_after for s in found.seats if s.left_after is not None}
        assert left == plain.left
        assert found.options == plain.options
        assert (found.is_ended, found.deleted_at is not None) == (plain.is_ended, plain.is_deleted)
        self._is_scored_as_the_rules_say(found)

    def _is_scored_as_the_rules_say(self, found: Game) -> None:
        sheet = self.plain.sheet()
        assert isinstance(sheet, Sheet)
        side_of = {name: side for side, names in sheet.sides.items() for name in names}
        totals = {seat.name: None if seat.is_out else seat.total for seat in found.seats}
        assert totals == {name: sheet.totals[side_of[name]] for name in totals}
        assert found.status == sheet.status
        name_of = {seat.id: seat.name for seat in found.seats}
        points = sheets.stored_points(found)
        for number in range(1, len(found.closed_rounds) + 1):
            scores = sheet.round_scores[number - 1] if number not in sheet.after_end else {}
            stored = {name_of[seat_id]: one for seat_id, one in points.get(number, {}).items()}
            expected = {n: scores[side] for n, side in side_of.items() if side in scores}
            assert stored == expected

    @invariant()
    def its_history_has_no_gap_and_undo_reaches_back(self) -> None:
        lines = changes.lines(self.session, self.game)
        assert [line.version for line in lines] == list(range(self.game.version, 0, -1))
        depth = 0
        for line in reversed(lines):
            if line.is_undoable:
                depth += -1 if line.kind == "undo" else 1
        assert depth == len(self.before)
        reach = undo_redo.reach(self.session, self.game)
        assert (reach.undo is not None, reach.redo is not None) == (
            bool(self.before),
            bool(self.undone),
        )


@pytest.mark.parametrize("key", OPTIONS)
def test_a_game_is_what_the_rules_make_of_its_rounds(session: Session, key: str) -> None:
    done: Counter[str] = Counter()
    present = settings()
    is_short = present.max_examples <= MOST_SHORT
    run_state_machine_as_test(
        cast(type[RuleBasedStateMachine], lambda: Play(session, key, done)),
        settings=settings(
            max_examples=SHORT_EXAMPLES if is_short else present.max_examples,
            stateful_step_count=SHORT_STEPS if is_short else present.stateful_step_count,
            derandomize=is_short,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    for what in ("count", "count refused", "undo", "redo", "rename", "write again"):
        assert done[what], f"{what} was never tried: {done}"
