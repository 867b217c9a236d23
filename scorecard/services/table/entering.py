"""Write entries into a round, unless somebody else wrote there first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Round, Seat
from scorecard.rules import core
from scorecard.rules.round_words import inside
from scorecard.rules.typed import fields
from scorecard.rules.words import Sentence, begun, say
from scorecard.services.history import changes, members
from scorecard.services.limits import bounds, quotas
from scorecard.services.scoring import counted_rounds, entry_wording, sheets
from scorecard.services.scoring.counted_rounds import CountedEntry, CountedRound

Entries = Mapping[int, Any]
"""What was typed, by seat: JSON in the game's own shape."""


def about_round(
    number: int, entries: Entries, table_entry: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return what the history keeps of a save: the round, the seats, the entry for the table."""
    seats = {"round": number, "seats": sorted(entries)}
    return seats if table_entry is None else seats | {"said": dict(table_entry)}


def seat_at(game: Game, position: int) -> Seat:
    """Return the seat of a game with this position."""
    otherwise = say("There is no seat %(position)s in this game.", position=position)
    return errors.found(game.seat_at(position), otherwise)


def refuse_misplaced(game: Game, entries: Entries, table_entry: Mapping[str, Any] | None) -> None:
    """Refuse entries of seats in what was typed about a round, or where a game knows none."""
    rules = sheets.rules_of(game)
    if table_entry and rules.entries_key in table_entry:
        raise errors.BadInput(
            say("%(key)s are entered by seat, not said about the round.", key=rules.entries_key),
            field="said",
        )
    if entries and not rules.entries_key:
        raise errors.BadInput(
            say(
                "In %(game)s everything is said about the round, nothing by seat.", game=rules.name
            ),
            field="entries",
        )


def refuse_beside_whole(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    entries: Entries,
    table_entry: Mapping[str, Any] | None,
) -> None:
    """Refuse entries of seats where somebody has meanwhile recorded the whole round without any."""
    form = sheets.form_of(game, round_.number)
    says = round_.data if table_entry is None else table_entry
    if not entries or not all(form.is_said_alone(said) for said in (round_.data, says)):
        return
    versus = entry_wording.whole_versus_entries(round_.data, entries.values(), form)
    raise changed_meanwhile(session, game, write, round_, versus)


def changed_meanwhile(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    versus: errors.Versus,
    *,
    version: int = 0,
) -> errors.Stale:
    """Return the refusal of what does not know what somebody has typed about a round.

    ``version`` is that of the round where it can be replaced, 0 where it can only be kept.
    """
    change = changes.at_version(session, game, round_.version)
    assert change is not None, "every version that a round was written at has its line"
    by = members.name_of(session, game, change.device_id, to=write.device)
    called = _called(game, round_.number)
    return errors.Stale(
        say("%(by)s has changed %(round)s meanwhile.", round=called, by=begun(by)),
        current=round_.data,
        by=by,
        version=version,
        versus=versus,
    )


def is_hidden(game: Game, round_: Round | CountedRound | None) -> bool:
    """Whether a round's counts are secret: those of a blind game, until everybody is in."""
    return game.is_blind and not (round_ and round_.is_closed)


def put(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    entries: Entries,
    form: fields.EntryForm,
    about: dict[str, Any],
) -> CountedRound:
    """Write the entries into the round, unless somebody else wrote there first; return it.

    An entry that is the same as before is not written again; where the history says what was
    typed, ``about`` has it as ``kept``.
    """
    is_told = sheets.rules_of(game).entry_words.is_told
    for position, data in entries.items():
        seat = seat_at(game, position)
        entry = round_.entry_of(seat)
        if entry and entry.data == data:
            if is_told:
                about.setdefault("kept", {})[str(position)] = data
            continue
        if entry and not write.has_seen(entry.version):
            raise _stale_entry(session, game, write, round_, entry, data, form)
        if entry is None and not seat.plays(round_.number):
            raise errors.Conflict(_absence(game, seat, round_.number))
        by = {"device_id": write.device.id, "entered_at": write.at, "version": game.version}
        round_ = counted_rounds.put(session, round_, seat.id, data=data, **by)
    return _move_single(session, game, write, round_, entries, form)


def _called(game: Game, number: int) -> Sentence:
    return inside(sheets.rules_of(game).round_word, number)


def _absence(game: Game, seat: Seat, number: int) -> Sentence:
    if seat.joined_after and number <= seat.joined_after:
        called = _called(game, seat.joined_after)
        return say("%(name)s joined after %(round)s.", name=seat.name, round=called)
    return say("%(name)s has left the game.", name=seat.name)


def _move_single(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    entries: Entries,
    form: fields.EntryForm,
) -> CountedRound:
    """Take the one card of its kind out of another entry, if the writer has seen that."""
    if not form.single or not any(form.has_single(data) for data in entries.values()):
        return round_
    entered = {seat_at(game, position).id for position in entries}
    for entry in round_.entries:
        was_seen = write.has_seen(entry.version)
        if was_seen and entry.seat_id not in entered and form.has_single(entry.data):
            now = {"data": {**entry.data, form.single: 0}, "version": game.version}
            round_ = counted_rounds.put(session, round_, entry.seat_id, **now)
    return round_


def begin_round(session: Session, game: Game, number: int, counted: int) -> CountedRound:
    """Begin to count the round with this number; ``counted`` is the number it must have."""
    if number != counted:
        code = "not_begun" if number > counted else None
        raise errors.Conflict(
            say(
                "You’re counting %(counted)s now, not %(other)s.",
                counted=_called(game, counted),
                other=_called(game, number),
            ),
            code=code,
        )
    # Rounds are counted one after the other, so this is the number of all rounds, too.
    quotas.refuse_beyond(bounds.ROUNDS_OF_GAME, number)
    return counted_rounds.begin(session, game, number)


def points(
    game: Game,
    before: Mapping[str, int],
    after: Mapping[str, int],
    entries: Entries,
    sides: Mapping[str, tuple[str, ...]],
) -> dict[str, list[int | None]]:
    """Return what each entered seat's points were and became, by seat, for the history.

    Where sides play, they are those of the side that the seat counts for.
    """
    side_of = core.side_of(sides)
    return {
        str(seat.position): [before.get(side_of[seat.name]), after.get(side_of[seat.name])]
        for seat in game.seats
        if seat.position in entries
    }


def _stale_entry(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    entry: CountedEntry,
    mine: core.Json,
    form: fields.EntryForm,
) -> errors.Stale:
    by = members.name_of(session, game, entry.device_id, to=write.device)
    is_secret = is_hidden(game, round_) and entry.device_id != write.device.id
    theirs = None if is_secret else entry.data
    words = sheets.rules_of(game).entry_words
    seat = next(seat for seat in game.seats if seat.id == entry.seat_id)
    return errors.Stale(
        say(
            "%(by)s has already entered %(what)s for %(round)s.",
            what=entry_wording.entry_called(theirs, form, words, seat.name),
            round=_called(game, round_.number),
            by=begun(by),
        ),
        current=theirs,
        by=by,
        seat=seat.position,
        version=entry.version,
        versus=entry_wording.entries_versus(theirs, mine, form),
    )
