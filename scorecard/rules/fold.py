"""The fold over a game's rounds, from which every sheet is made: it scores one after the other.

A fold can be cached, continued, and cut before a round: it depends on nothing but the set-up and
the rounds scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from scorecard.rules import card_game, core, seating
from scorecard.rules.outcome import standings
from scorecard.rules.round_words import inside, numbered, or_undo
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING

Setups = list[tuple[int, core.Setup]]
"""A game's set-ups, each with the number of the round from which it holds."""


def in_force(setups: Setups, number: int) -> core.Setup:
    """Return the set-up that holds in a round."""
    return next(setup for first, setup in reversed(setups) if first <= number)


class Fold:
    """A game being scored: its set-up, and the history of the rounds scored so far.

    Only :meth:`add` changes what it comes to; :meth:`after` returns another fold.
    """

    def __init__(
        self, rules: card_game.GameRules[Any], setups: Setups, presence: seating.Presence
    ) -> None:
        self.rules = rules
        self.setups = setups
        self.setup = setup = in_force(setups, 1)
        self.presence = presence
        self.history = core.History([], presence.opening(setup.sides), self.present(1))
        self.outcome: core.Outcome | None = None
        self.late: list[core.RoundScore] = []
        self.last: tuple[core.Setup, Any] | None = None
        self.began_as: Fold | None = None
        self._previewed: tuple[str, core.OpenRound | core.Refusal] | None = None

    @property
    def root(self) -> Fold:
        """The fold that this one continues, round after round; itself where it continues none."""
        return self.began_as or self

    @property
    def next_number(self) -> int:
        """The number of the round after those scored so far."""
        return len(self.history.rounds) + len(self.late) + 1

    @property
    def scored(self) -> list[core.RoundScore]:
        """The rounds scored so far, those after the end last."""
        return [*self.history.rounds, *self.late]

    def read(self, data: core.Json, *, is_whole: bool = True) -> Any:
        """Return the next round as its game reads it, refusing what is none."""
        number = self.next_number
        if not isinstance(data, reading.OBJECTS):
            raise core.Refused(
                "malformed",
                "%(round)s must be an object, not %(data)s.",
                round=numbered(self.rules.round_word, number),
                data=reading.show(data),
            )
        present = self.present(number)
        if not present:
            raise core.Refused(
                "player_count",
                "Nobody plays %(round)s: all players had left before it.",
                round=inside(self.rules.round_word, number),
            )
        round_ = core.Round(number, present, data, is_whole, self.rules.round_word)
        return self.rules.read(self.setup, self.history, round_)

    def present(self, number: int) -> tuple[str, ...]:
        """Return who takes part in a round: who had come before it, and not left for good."""
        players = self.setup.players
        return self.presence.of(players, number) if self.presence else players

    def _refuse_after_end(self) -> None:
        if self.outcome:
            raise core.Refused(
                "game_over",
                "The game is over: %(round)s comes after it had finished. %(reason)s",
                round=inside(self.rules.round_word, self.next_number),
                reason=self.outcome.reason,
            )

    def add(self, data: core.Json, *, keep_after_end: bool = False) -> None:
        """Score the next round.

        A round after the end is refused, but where a correction moved the end it is scored,
        marked, and left out of the totals: it was played, and it is for people to say what
        becomes of it.
        """
        if not keep_after_end:
            self._refuse_after_end()
        if self.outcome:
            scored, self.last = self._score_late(data), None
        else:
            read = self.read(data)
            scored = self.rules.score_round(self.setup, self.history, read)
            self.last = self.setup, read
        self._count(scored)

    def _count(self, scored: core.RoundScore) -> None:
        """Add what the next round scored."""
        if self.outcome:
            self.late.append(scored)
            return
        history = self.history
        history.rounds.append(scored)
        history.state, history.turn = scored.state, scored.turn
        if self.presence:
            history.present = self.present(self.next_number)
        if scored.totals is None:
            totals = history.totals
            for side, points in scored.scores.items():
                totals[side] = (totals[side] or 0) + points
        else:
            history.totals = dict(scored.totals)
        if self.rules.outcome:
            self.outcome = self.rules.outcome(self.setup, history)
        if self.presence.joined and self.outcome is None:
            # Nobody who came only then has a part in how the game ended.
            history.totals.update(self.presence.starts(self.next_number - 1))
        if len(self.setups) > 1:
            # What a new target makes of the totals so far is asked only when the next round ends.
            self.setup = in_force(self.setups, self.next_number)

    def before(self, number: int) -> Fold:
        """Return the game before one of the rounds scored so far; none is scored again."""
        earlier = Fold(self.rules, self.setups, self.presence)
        for scored in self.scored[: number - 1]:
            earlier._count(scored)
        return earlier

    def after(self, *rounds: core.Json) -> Fold | core.Refusal:
        """Return the game after some rounds more, or why one of them cannot be; this one stays."""
        further = Fold(self.rules, self.setups, self.presence)
        further.setup, further.outcome, further.began_as = self.setup, self.outcome, self.root
        past = self.history
        further.history = replace(past, rounds=[*past.rounds], totals={**past.totals})
        further.late = [*self.late]
        for data in rounds:
            try:
                further.add(data, keep_after_end=True)
            except core.Refused as refused:
                return refusal(refused, further.sheet(), number=further.next_number)
        return further

    def _score_late(self, data: core.Json) -> core.RoundScore:
        """Score a round after the end as far as that makes sense; it does not count."""
        try:
            return self.rules.score_round(self.setup, self.history, self.read(data))
        except core.Refused:
            return core.RoundScore({})

    def _preview(self, data: core.Json) -> core.OpenRound:
        self._refuse_after_end()
        rules, setup, history = self.rules, self.setup, self.history
        read = self.read(data, is_whole=False)
        awaited = rules.awaits(setup, history, read)
        faults = rules.entry_faults(setup, read)
        notes = {**rules.entry_notes(setup, history, read), **faults}
        if awaited:
            side_of = core.side_of(setup.sides)
            scores = rules.entry_scores(setup, read)
            scored = core.RoundScore({side_of[name]: points for name, points in scores.items()})
        else:
            scored = rules.score_round(setup, history, read)
        return core.OpenRound(
            scores=scored.scores,
            notes=notes,
            row_notes={**notes, **rules.row_notes(setup, history, read)},
            awaited=awaited,
            hint=rules.hint(setup, history, read) if awaited else NOTHING,
            turns=rules.turns(setup, history, read),
            story=scored.story(),
            check=lambda: rules.check_table(setup, read),
            warnings=scored.warnings,
            roles=scored.roles,
            account=scored.account(),
            faults=tuple(faults),
            between=rules.during(setup, history, read),
        )

    @cached_property
    def check_of_last(self) -> core.TableCheck | None:
        """Whether what was counted in the last round adds up; None where that cannot be said.

        It is never said of a round after the end.
        """
        if self.last is None:
            return None
        return self.rules.check_table(*self.last)

    @cached_property
    def form(self) -> fields.EntryForm:
        """What is typed in the next round."""
        return self.forms(1)[0]

    def forms(self, rounds: int) -> list[fields.EntryForm]:
        """Return what is typed in each of so many rounds to come.

        A round that comes after one that is not scored yet presets nobody: who deals or banks then
        is not known.
        """
        coming = self.next_number
        forms = []
        for number in range(coming, coming + rounds):
            present, ahead = self.present(number), number - coming
            history = replace(self.history, present=present, ahead=ahead)
            form = self.rules.entry_form(in_force(self.setups, number), history)
            forms.append(_without_presets(form) if ahead else form)
        return forms

    def preview(self, data: core.Json) -> core.OpenRound | core.Refusal:
        """Return what can be said of the next round, parts of which may be missing.

        Where what is there cannot be, return why.
        """
        try:
            return self._preview(data)
        except core.Refused as refused:
            return refusal(refused, self.sheet(), number=self.next_number)

    def preview_stored(self, data: core.Json) -> core.OpenRound | core.Refusal:
        """Return the same of the next round as it is stored.

        The latest answer is kept, because a write needs the one that the write before it asked for,
        and so does the sheet.
        """
        question, latest = repr(data), self._previewed  # It tells True from 1, which are equal.
        if latest is None or latest[0] != question:
            latest = self._previewed = question, self.preview(data)
        return latest[1]

    def result(self, *, is_ended: bool = False) -> core.Result:
        """Return what the rounds scored so far came to."""
        rules, setup, history, outcome = self.rules, self.setup, self.history, self.outcome
        status: core.Status = "finished" if outcome else "in_progress"
        end_warnings: tuple[core.RuleWarning, ...] = ()
        if outcome is None and is_ended:
            outcome = rules.stopped(setup, history)
            end_warnings = rules.end_warnings(setup, history)
            status = "ended_early"
        rounds = self.scored
        ended = outcome.totals if outcome else None
        of_rounds = [warning for round_ in rounds for warning in round_.warnings]
        return core.Result(
            round_scores=tuple([round_.scores for round_ in rounds]),
            totals=dict(history.totals if ended is None else ended),
            status=status,
            winners=outcome.winners if outcome else (),
            reason=outcome.reason if outcome else NOTHING,
            warnings=(*setup.warnings, *of_rounds, *end_warnings),
            after_end=tuple(range(len(history.rounds) + 1, len(rounds) + 1)),
            extras=rules.extras(setup, history, outcome is not None),
            how=outcome.how if outcome else NOTHING,
        )

    def sheet(
        self, *, is_ended: bool = False, open_round: core.OpenRound | None = None
    ) -> core.Sheet:
        """Return the result with all that people look for, and the preview of the open round."""
        rules, setup, rounds = self.rules, self.setup, self.scored
        result = self.result(is_ended=is_ended)
        return core.Sheet(
            **{part: getattr(result, part) for part in core.Result.__slots__},
            sides=setup.sides,
            ranks=self._ranks(result.totals, result.winners),
            own_points=self._own_points(result.totals),
            joined=self.presence.joined,
            head_starts=self.presence.ahead(setup.sides),
            brought=tuple(round_.brought or round_.scores for round_ in rounds),
            round_stories=tuple(round_.story for round_ in rounds),
            target=rules.target(setup),
            has_end=self.has_end,
            between=(open_round and open_round.between) or self._between(result.status),
            open_round=open_round,
        )

    @property
    def has_end(self) -> bool:
        """Whether the game ends by itself."""
        return self.rules.outcome is not None and self.rules.has_end(self.setup)

    def _between(self, status: core.Status) -> core.Between:
        """Return what players look for before the next deal.

        After the end that is only whose deal it would be, in a rematch, and the marks; where a game
        was stopped that has no end, these were about the next deal as well.
        """
        between = self.rules.between(self.setup, self.history)
        if status == "ended_early" and not self.has_end:
            return replace(between, marks={})
        return core.Between(between.turn, marks=between.marks) if self.outcome else between

    def _ranks(
        self, totals: Mapping[str, int | None], winners: tuple[str, ...]
    ) -> Mapping[str, int]:
        if self.rules.ranks:
            return self.rules.ranks(self.setup, self.history)
        return standings.ranks(self._comparable(totals), self.rules.best, first=winners)

    def _own_points(self, totals: Mapping[str, int | None]) -> Mapping[str, int]:
        if self.rules.own_points:
            return self.rules.own_points(self.setup, self.history)
        comparable = self._comparable(totals)
        if None not in comparable.values():
            return {side: total or 0 for side, total in totals.items()}
        most = max((total for total in comparable.values() if total is not None), default=0)
        return {
            side: (total or 0) if comparable[side] is not None else max(total or 0, most)
            for side, total in totals.items()
        }

    def _comparable(self, totals: Mapping[str, int | None]) -> Mapping[str, int | None]:
        """Return the totals to compare; where low ones are good, only of who played last."""
        if not self.presence or self.rules.best == "highest" or not self.history.rounds:
            return totals
        return standings.of_stayers(totals, self.history.rounds[-1].scores)


def _without_presets(form: fields.EntryForm) -> fields.EntryForm:
    styles = [
        replace(
            style,
            fields=tuple(
                replace(field, default=None) if field.kind == "player" else field
                for field in style.fields
            ),
        )
        for style in form.rounds
    ]
    return replace(form, rounds=tuple(styles))


def refusal(
    refused: core.Refused, sheet: core.Sheet, *, number: int | None = None, edit: int | None = None
) -> core.Refusal:
    """Return a refusal as it leaves the rules: with its place, and the sheet of all before it."""
    return core.Refusal(
        code=refused.code,
        message=refused.message,
        kept=sheet,
        round=number,
        edit=edit,
        player=refused.player,
        item=refused.item,
    )


def with_way_out(refusal: core.Refusal, round_word: str, corrected: int, last: int) -> core.Refusal:
    """Return the refusal of a correction; if a later round is why, it names a way out."""
    if not refusal.round or refusal.round <= corrected:
        return refusal
    message = or_undo(refusal.message, round_word, refusal.round, last)
    return replace(refusal, message=message)
