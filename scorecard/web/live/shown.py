"""What a game's live pieces show: its sides in order, who won, and the open round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flask import url_for

from scorecard.database.db import db
from scorecard.rules.round_words import round_words
from scorecard.rules.words import NOTHING, Sentence, begun, joined, say
from scorecard.services.groups import access as devices
from scorecard.services.standings import standings
from scorecard.services.table import answers, tables
from scorecard.web.forms.typed_fields import options_of
from scorecard.web.forms.typed_forms import field_name

State = Literal["left", "won", "leads", "counted", "begun", "counting", ""]
"""A side's state in the open round; "begun" when only a part of its entry is in."""
Action = Literal["undo", "redo"]
Move = Literal["unranked", "up", "down", "stays"]
"""How a game moved a player's place in a season."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side as a line of the table: its seats, the ``entry`` of its first one, and its total.

    ``note`` is its entry in words, or what is wrong with that if ``is_fault``. ``coming`` is the
    total after the open round, None while that is unknown; ``lead`` is the first one's margin, 0 if
    it shares its place.
    """

    name: str
    seats: Sequence[answers.SeatAnswer]
    entry: answers.EntryAnswer | None
    note: str
    is_fault: bool
    total: int | None
    coming: int | None
    last: int | None
    rank: int
    lead: int | None
    is_winner: bool

    @property
    def seat(self) -> answers.SeatAnswer:
        """The first seat, which counts for the side."""
        return self.seats[0]

    @property
    def positions(self) -> list[int]:
        """The places of its seats at the table."""
        return [seat.seat for seat in self.seats]

    @property
    def has_left(self) -> bool:
        """Whether nobody of the side plays any more."""
        return all(seat.left_after is not None for seat in self.seats)

    @property
    def is_out(self) -> bool:
        """Whether the side is out of the game, and so has no total."""
        return self.total is None

    def is_asked(self, open_round: answers.OpenRoundAnswer | None) -> bool:
        """Whether the open round has, or awaits, an entry of the side."""
        if not open_round or not open_round.has_entries or self.has_left or self.is_out:
            return False
        return bool(self.entry) or self.is_missing(open_round)

    def is_missing(self, open_round: answers.OpenRoundAnswer) -> bool:
        """Whether the round still waits for the side."""
        return self.seat.seat in open_round.missing

    def state(self, open_round: answers.OpenRoundAnswer | None, *, is_leader_known: bool) -> State:
        """Return the side's state; "counting" only once somebody else's entry is in."""
        if self.has_left:
            return "left"
        if self.is_winner:
            return "won"
        if open_round and self.entry and not self.is_missing(open_round):
            return "counted"
        if open_round and (self.entry or self.note):
            return "begun"
        if open_round and self.is_asked(open_round) and is_begun(open_round):
            return "counting"
        return "leads" if self.rank == 1 and is_leader_known else ""


def is_begun(open_round: answers.OpenRoundAnswer) -> bool:
    """Whether the round has any entry."""
    return bool(open_round.entries or open_round.notes)


@dataclass(frozen=True, slots=True)
class SingleCard:
    """The card that only one player can hold: its seat, key and label."""

    seat: int | None
    key: str
    label: Sentence


@dataclass(frozen=True, slots=True)
class Opening:
    """The first question about a round: its label, the form field's name, and the answers.

    It is for a scorekeeper whose phone alone counts; ``phones`` is how many count, 0 or 1.
    """

    label: Sentence
    name: str
    answers: Sequence[tuple[str, Sentence]]
    phones: int


def page_values(view: tables.View) -> dict[str, Any]:
    """Return the template values that the pieces of table and board share."""
    sheet = view.game
    open_round = None if sheet.is_deleted else sheet.open_round
    winners = [side for side in sheet.sides if side.is_winner]
    is_over = sheet.is_ended or sheet.status == "finished"
    return {
        "sheet": sheet,
        "is_with_group": view.is_with_group,
        "path": url_for("games.table", game_uid=sheet.id),
        "called": round_words(sheet.round_word),
        "open": open_round,
        "is_bidding": bool(open_round and view.fold.form.parts and open_round.part == 0),
        "single": _single(view, open_round),
        "opening": _opening(view, open_round),
        "stop": _stop(view, open_round),
        "is_over": is_over,
        "is_leader_known": view.played > 0 and not is_over,
        "played": view.played,
        "has_rounds": view.fold.rules.has_rounds,
        "best_of_last": _best_of_last(view),
        "corrected": view.corrected,
        "seat_of": {seat.seat: seat for seat in sheet.seats},
        "sides": _sides(view, open_round),
        "how": how_it_ended(view),
        "winners": [side.name for side in winners],
        "is_one_winner": sum(len(side.seats) for side in winners) == 1,
    }


def how_it_ended(view: tables.View) -> Sentence:
    """Return how the game was won, to follow the winner's name; or why nobody won."""
    sheet = view.sheet
    if not sheet.winners:
        return sheet.reason
    lead = _lead(view.game)
    parts = [say("Ended early.")] if sheet.is_early else []
    if sheet.how:
        parts.append(say("%(how)s.", how=begun(sheet.how)))
    if lead:
        parts.append(say("Ahead by %(points)s.", points=lead))
    return joined(parts)


def _stop(view: tables.View, open_round: answers.OpenRoundAnswer | None) -> Sentence:
    """Return why now is a fair moment to stop, before anything is entered of the next round."""
    is_between = open_round and not open_round.entries and not open_round.said
    return view.sheet.between.stop if is_between else NOTHING


def _best_of_last(view: tables.View) -> tuple[list[str], int] | None:
    """Return the names of those with the best score of the last round, and that score.

    A 0 of several, as of all but one in a hand of Cucumber, is no news.
    """
    best = view.best_of(view.played) if view.played else []
    if not best:
        return None
    names = [side.name for side in view.game.sides if side.side in best]
    points = view.sheet.round_scores[view.played - 1][best[0]]
    return (names, points) if points or len(names) == 1 else None


def _sides(view: tables.View, open_round: answers.OpenRoundAnswer | None) -> list[SideLine]:
    sheet = view.game
    seat_of = {seat.seat: seat for seat in sheet.seats}
    entry_of = {entry.seat: entry for entry in open_round.entries} if open_round else {}
    note_of = {note.seat: note for note in open_round.notes} if open_round else {}
    # Where rounds set the totals, points cannot be added to them.
    is_sum = all(scored.totals is None for scored in view.fold.history.rounds)
    lead = _lead(sheet)
    lines = []
    for side in sorted(sheet.sides, key=lambda side: side.rank):
        entry, total = entry_of.get(side.seats[0]), side.total
        points = entry.points if entry and is_sum else None
        note = next(filter(None, map(note_of.get, side.seats)), None)
        line = SideLine(
            name=side.name,
            seats=[seat_of[number] for number in side.seats],
            entry=entry,
            note=note.note if note else "",
            is_fault=bool(note and note.is_fault),
            total=total,
            coming=None if points is None or total is None else total + points,
            last=side.last,
            rank=side.rank,
            lead=lead if side.rank == 1 else None,
            is_winner=side.is_winner,
        )
        lines.append(line)
    return lines


def _lead(sheet: answers.ShownGame) -> int | None:
    """Return how far the first of those that still play is ahead of the next.

    None where only one plays, or where it is not the totals that put one before the other, as a
    cucumber does.
    """
    seat_of = {seat.seat: seat for seat in sheet.seats}
    playing = [
        (side.rank, side.total)
        for side in sorted(sheet.sides, key=lambda side: side.rank)
        if side.total is not None
        and any(seat_of[number].left_after is None for number in side.seats)
    ]
    match playing:
        case [(rank, total), (next_rank, next_total), *_]:
            margin = total - next_total if sheet.best == "highest" else next_total - total
            return margin if margin > 0 or rank == next_rank else None
    return None


def _single(view: tables.View, open_round: answers.OpenRoundAnswer | None) -> SingleCard | None:
    held = open_round.single if open_round else None
    field = view.fold.form.single_field
    return SingleCard(held.seat, field.key, field.label) if held and field else None


def _opening(view: tables.View, open_round: answers.OpenRoundAnswer | None) -> Opening | None:
    """Return the open round's first question before anything is entered of it, None for several."""
    field = view.fold.form.opening_field
    if field is None or open_round is None or open_round.entries or open_round.said:
        return None
    phones = devices.how_many_count(db.session, view.game_id)
    if phones > 1:
        return None
    return Opening(field.label, field_name(field.key), options_of(field), phones)


def moved(player: standings.AwardAnswer) -> Move:
    """Return how a game moved a player's place in a season."""
    before, now = player.rank_before, player.rank
    if not now:
        return "unranked"
    if not before or now == before:
        return "stays"
    return "up" if now < before else "down"


def steps(sheet: answers.ShownGame) -> list[tuple[answers.UndoStepAnswer, Action]]:
    """Return the undo and redo steps that are possible, each with the end of its address."""
    if sheet.is_deleted:
        return []
    found: list[tuple[answers.UndoStepAnswer, Action]] = []
    if sheet.undo and not sheet.is_ended:
        found.append((sheet.undo, "undo"))
    if sheet.redo:
        found.append((sheet.redo, "redo"))
    return found
