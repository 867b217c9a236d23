"""Counting: entries come in, rounds close, and what was wrong is corrected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorecard.errors import Conflict, NotFound, Refused, Stale, Unconfirmed
from scorecard.models import Entry, Game, Round, Seat
from scorecard.rules import Refusal
from scorecard.rules.core import EntryForm, OpenRound
from scorecard.services import changes, members, sheets
from scorecard.services.changes import Write

Entries = Mapping[int, Mapping[str, Any]]
"""What was typed, by seat."""


def enter(
    session: Session,
    game: Game,
    write: Write,
    number: int,
    entries: Entries,
    *,
    is_confirmed: bool = False,
) -> None:
    """Enter what was counted for one or several seats, in the round being counted or a past one.

    The open round closes when everybody is in and nothing is to be warned about; with
    ``is_confirmed`` also when there is. A correction that brings a new warning is refused as
    :class:`Unconfirmed` until it is confirmed. What others wrote after ``write.version`` is
    never overwritten: that is :class:`Stale`. Whoever enters the one Squirts card takes it from
    whoever was seen to hold it.
    """
    changes.refuse_ended(game)
    round_ = _round(game, number)
    if round_ is None or not round_.is_closed:
        _enter_open(session, game, write, number, entries, is_confirmed)
    else:
        _correct(session, game, write, round_, entries, is_confirmed)


def _enter_open(
    session: Session,
    game: Game,
    write: Write,
    number: int,
    entries: Entries,
    is_confirmed: bool,
) -> None:
    _refuse_finished(game)
    before = sheets.read(game).open_round
    about: dict[str, Any] = {"round": number, "seats": sorted(entries)}
    with changes.record(session, game, write, "counted", about):
        round_ = _opened(session, game, number)
        _put(session, game, write, round_, entries, about)
        now = _looked_at(session, game)
        about["points"] = _points(game, before.scores if before else {}, now.scores, entries)
        if not now.missing and (is_confirmed or not now.warnings):
            _close(game, round_)
            about["closed"] = True


def _correct(
    session: Session,
    game: Game,
    write: Write,
    round_: Round,
    entries: Entries,
    is_confirmed: bool,
) -> None:
    before = sheets.read(game)
    about: dict[str, Any] = {"round": round_.number, "seats": sorted(entries)}
    with changes.record(session, game, write, "corrected", about):
        _put(session, game, write, round_, entries, about)
        session.flush()
        now = sheets.read(game)
        new = [warning for warning in now.warnings if warning not in before.warnings]
        if new and not is_confirmed:
            raise Unconfirmed(new)
        index = round_.number - 1
        about["points"] = _points(
            game, before.round_scores[index], now.round_scores[index], entries
        )


def close(
    session: Session,
    game: Game,
    write: Write,
    number: int,
    *,
    zero_for: Collection[int] = (),
    is_confirmed: bool = False,
) -> None:
    """Close the round being counted.

    Everybody must be in, but for the seats in ``zero_for``, who get an entered score of 0. Raises
    :class:`Unconfirmed` for warnings until they are confirmed.
    """
    changes.refuse_ended(game)
    _refuse_finished(game)
    round_ = game.open_round
    if round_ is None or round_.number != number:
        raise Conflict(f"Round {number} is not being counted.")
    changes.refuse_stale(session, game, write)
    missing = missing_seats(game, round_)
    unexpected = [seat.name for seat in missing if seat.position not in zero_for]
    if unexpected:
        raise Conflict(f"Round {number} still waits for {', '.join(unexpected)}.")
    about = {"round": number, "seats": [seat.position for seat in missing]}
    with changes.record(session, game, write, "closed", about):
        zeros = {seat.position: {"score": 0} for seat in missing}
        _put(session, game, write, round_, zeros, about)
        now = _looked_at(session, game)
        if now.warnings and not is_confirmed:
            raise Unconfirmed(now.warnings)
        _close(game, round_)


def describe(
    session: Session, game: Game, write: Write, number: int, said: Mapping[str, Any]
) -> None:
    """Say something about a whole round, such as how it ended."""
    changes.refuse_ended(game)
    round_ = _round(game, number)
    if round_ is None:
        _refuse_finished(game)
    if round_ and round_.version > write.version:
        raise _stale_round(session, game, write, round_)
    with changes.record(session, game, write, "described", {"round": number, "said": dict(said)}):
        round_ = round_ or _opened(session, game, number)
        round_.data = {**round_.data, **said}
        round_.version = game.version


def drop_after_end(session: Session, game: Game, write: Write) -> None:
    """Drop the rounds that a correction has put after the end of the game."""
    changes.refuse_ended(game)
    changes.refuse_stale(session, game, write)
    after_end = set(sheets.read(game).after_end)
    if game.status == "finished" and game.open_round:
        after_end.add(game.open_round.number)
    if not after_end:
        raise Conflict("No round comes after the end.")
    with changes.record(session, game, write, "dropped", {"rounds": sorted(after_end)}):
        for round_ in [round_ for round_ in game.rounds if round_.number in after_end]:
            game.rounds.remove(round_)


def is_hidden(game: Game, round_: Round | None) -> bool:
    """Whether a round's counts are secret: a blind game, in which somebody still counts."""
    is_counted = round_ is not None and round_.is_closed
    return game.is_blind and not is_counted and bool(missing_seats(game, round_))


def missing_seats(game: Game, round_: Round | None) -> list[Seat]:
    """Return the seats that the round being counted still waits for."""
    counted = {entry.seat_id for entry in round_.entries} if round_ else set()
    return [seat for seat in game.seats if seat.left_after is None and seat.id not in counted]


def _put(
    session: Session,
    game: Game,
    write: Write,
    round_: Round,
    entries: Entries,
    about: dict[str, Any],
) -> None:
    """Write the entries into the round, unless somebody else wrote there first."""
    seats = {seat.position: seat for seat in game.seats}
    for position, data in entries.items():
        seat = seats.get(position)
        if seat is None:
            raise NotFound(f"There is no seat {position} in this game.")
        entry = round_.entry_of(seat)
        if entry and entry.data == data:
            continue
        if entry and entry.version > write.version:
            raise _stale_entry(session, game, write, round_, entry)
        if entry is None and seat.left_after is not None and round_.number > seat.left_after:
            raise Conflict(f"{seat.name} has left the game.")
        round_.put(seat, dict(data), write.device.id, write.at, game.version)
    _move_single(game, write, round_, entries, about)
    session.flush()


def _move_single(
    game: Game, write: Write, round_: Round, entries: Entries, about: dict[str, Any]
) -> None:
    """Take the card that only one can hold from whoever was seen to hold it before."""
    form = sheets.form_of(game)
    if not form.single or not any(holds(data, form) for data in entries.values()):
        return
    for entry in round_.entries:
        was_seen = entry.version <= write.version
        if was_seen and entry.seat.position not in entries and holds(entry.data, form):
            entry.data = {**entry.data, form.single: 0}
            entry.version = game.version
            about["taken_from"] = entry.seat.position


def holds(data: Mapping[str, Any], form: EntryForm) -> bool:
    """Whether an entry claims the card that only one can hold."""
    is_ticked = form.single not in data and any(
        data.get(switch) is True for switch, other in form.ticks.items() if other == form.single
    )
    return is_ticked or data.get(form.single) == 1


def _opened(session: Session, game: Game, number: int) -> Round:
    """Return the round being counted, beginning it when nobody has yet."""
    if number != game.next_number:
        raise Conflict(f"Round {number} is not being counted; round {game.next_number} is.")
    round_ = game.open_round
    if round_ is None:
        round_ = Round(number=number, version=game.version)
        game.rounds.append(round_)
        session.flush()
    return round_


def _close(game: Game, round_: Round) -> None:
    round_.is_closed = True
    round_.version = game.version


def _round(game: Game, number: int) -> Round | None:
    return next((round_ for round_ in game.rounds if round_.number == number), None)


def _looked_at(session: Session, game: Game) -> OpenRound:
    session.flush()
    now = sheets.read(game).open_round
    assert now is not None, "entries were just put into the open round"
    return now


def _points(
    game: Game, before: Mapping[str, int], after: Mapping[str, int], entries: Entries
) -> dict[str, list[int | None]]:
    """Return what each entered seat's points were and became, by seat, for the history."""
    return {
        str(seat.position): [before.get(seat.name), after.get(seat.name)]
        for seat in game.seats
        if seat.position in entries
    }


def _stale_entry(session: Session, game: Game, write: Write, round_: Round, entry: Entry) -> Stale:
    by = members.name_of(session, game, entry.device_id, to=write.device)
    is_secret = is_hidden(game, round_) and entry.device_id != write.device.id
    return Stale(
        f"{entry.seat.name}'s count for round {round_.number} was already entered by {by}.",
        current=None if is_secret else entry.data,
        by=by,
    )


def _stale_round(session: Session, game: Game, write: Write, round_: Round) -> Stale:
    change = changes.at_version(session, game, round_.version)
    assert change is not None, "every version that a round was written at has its line"
    by = members.name_of(session, game, change.device_id, to=write.device)
    return Stale(
        f"Round {round_.number} was changed in the meantime by {by}.",
        current=round_.data,
        by=by,
    )


def _refuse_finished(game: Game) -> None:
    """Refuse a further round where the rules say that the game is over."""
    if game.status == "finished":
        kept = sheets.read(game)
        raise Refused(
            Refusal(
                code="game_over",
                message=f"The game is over: {game.reason} Play on to a higher target, or end it.",
                kept=kept,
                round=game.next_number,
            )
        )
