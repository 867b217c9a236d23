"""Counting: entries come in, rounds close, and what was wrong is corrected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from scorecard.errors import BadInput, Conflict, NotFound, Refused, Stale, Unconfirmed
from scorecard.models import Entry, Game, Round, Seat
from scorecard.rules import Refusal
from scorecard.rules.core import EntryForm, OpenRound, RoundStyle
from scorecard.rules.reading import listed
from scorecard.rules.words import say
from scorecard.services import bounds, changes, members, quotas, rows, sheets
from scorecard.services.changes import Write
from scorecard.services.sheets import Counting

Entries = Mapping[int, Any]
"""What was typed, by seat: JSON in the game's own shape."""


def enter(
    session: Session,
    game: Game,
    write: Write,
    number: int,
    entries: Entries,
    *,
    said: Mapping[str, Any] | None = None,
    is_confirmed: bool = False,
) -> None:
    """Enter a round, or parts of it: the round being counted, or a past one.

    ``entries`` is what was counted for one or several seats; ``said``, where given, replaces what
    was said about the whole round before. The open round closes when nothing is missing and
    nothing is to be warned about; with ``is_confirmed`` also when there is. A correction that
    brings a new warning is refused as :class:`Unconfirmed` until it is confirmed. What others
    wrote and the writer has not seen is never overwritten: that is :class:`Stale`. Whoever
    enters the one Squirts card takes it from whoever was seen to hold it.
    """
    changes.refuse_ended(game)
    if not entries and said is None:
        raise BadInput(say("Nothing was entered."), field="entries")
    refuse_entries_said(game, said)
    round_ = find(game, number)
    if round_ and said is not None and said != round_.data and not write.has_seen(round_.version):
        raise _stale_round(session, game, write, round_)
    if round_ is None or not round_.is_closed:
        _enter_open(session, game, write, number, round_, entries, said, is_confirmed=is_confirmed)
    else:
        _correct(session, game, write, round_, entries, said, is_confirmed)


def _enter_open(
    session: Session,
    game: Game,
    write: Write,
    number: int,
    round_: Round | None,
    entries: Entries,
    said: Mapping[str, Any] | None,
    *,
    is_confirmed: bool,
) -> None:
    refuse_finished(game)
    # Nothing but this round is looked at and written: what was played before stays as it is.
    fold = sheets.so_far(game)
    before = sheets.look(game, fold, round_).scores if round_ else {}
    about = _about(number, entries, said)
    kind = "counted" if entries else "described"
    counting = Counting(fold, round_)
    with changes.record(session, game, write, kind, about, counting=counting):
        counting.round_ = round_ = round_ or _opened(session, game, number, fold.next_number)
        _tell(game, round_, said, fold.form)
        _put(session, game, write, round_, entries, fold.form, about)
        try:
            now = sheets.look(game, fold, round_)
        except Refused as refused:
            raise _without_secrets(game, round_, entries, refused) from None
        about["points"] = _points(game, before, now.scores, entries)
        if not now.awaited and (is_confirmed or not now.warnings):
            _close(session, game, round_)
            about["closed"] = True


def _correct(
    session: Session,
    game: Game,
    write: Write,
    round_: Round,
    entries: Entries,
    said: Mapping[str, Any] | None,
    is_confirmed: bool,
) -> None:
    before = sheets.read(game)
    about = _about(round_.number, entries, said)
    form = sheets.form_of(game, round_.number)
    with changes.record(session, game, write, "corrected" if entries else "described", about):
        _tell(game, round_, said, form)
        _put(session, game, write, round_, entries, form, about)
        session.flush()
        now = sheets.read(game)
        new = [warning for warning in now.warnings if warning not in before.warnings]
        if new and not is_confirmed:
            raise Unconfirmed(new)
        index = round_.number - 1
        about["points"] = _points(
            game, before.round_scores[index], now.round_scores[index], entries
        )


def _about(number: int, entries: Entries, said: Mapping[str, Any] | None) -> dict[str, Any]:
    about: dict[str, Any] = {"round": number, "seats": sorted(entries)}
    return about if said is None else about | {"said": dict(said)}


def _tell(game: Game, round_: Round, said: Mapping[str, Any] | None, form: EntryForm) -> None:
    """Write what was said about the whole round in place of what was said before.

    Entries that the way it is recorded now has no room for go; the history keeps them.
    """
    if said is None or said == round_.data:
        return
    round_.data = dict(said)
    round_.version = game.version
    style = round_style(form, said)
    if style and not style.has_entries:
        round_.entries.clear()


def round_style(form: EntryForm, data: Mapping[str, Any]) -> RoundStyle | None:
    """Return the way in which a round was recorded, or None where it can be any."""
    places = [place for place in data if data[place] is not None]
    fitting = [
        style
        for style in form.rounds
        if {field.key.split(".")[0] for field in style.fields} >= set(places)
    ]
    return fitting[0] if fitting else None


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
    refuse_finished(game)
    round_ = game.open_round
    if round_ is None or round_.number != number:
        raise Conflict(say("Round %(number)s is not being counted.", number=number))
    changes.refuse_stale(session, game, write)
    absent = sheets.rules_of(game).absent_entry
    missing = missing_seats(game, round_)
    if missing and absent is None:
        names = listed([seat.name for seat in missing])
        raise Conflict(
            say("Round %(number)s cannot be scored without %(names)s.", number=number, names=names)
        )
    unexpected = [seat.name for seat in missing if seat.position not in zero_for]
    if unexpected:
        raise Conflict(
            say(
                "Round %(number)s still waits for %(names)s.",
                number=number,
                names=listed(unexpected),
            )
        )
    about = {"round": number, "seats": [seat.position for seat in missing]}
    fold = sheets.so_far(game)
    counting = Counting(fold, round_)
    with changes.record(session, game, write, "closed", about, counting=counting):
        zeros = {seat.position: absent for seat in missing}
        _put(session, game, write, round_, zeros, fold.form, about)
        now = sheets.look(game, fold, round_)
        if now.awaited:
            raise Conflict(
                say(
                    "Round %(number)s still waits for %(what)s.",
                    number=number,
                    what=now.awaited.table,
                )
            )
        if now.warnings and not is_confirmed:
            raise Unconfirmed(now.warnings)
        _close(session, game, round_)


def drop_after_end(session: Session, game: Game, write: Write) -> None:
    """Drop the rounds that a correction has put after the end of the game."""
    changes.refuse_ended(game)
    changes.refuse_stale(session, game, write)
    after_end = set(sheets.read(game).after_end)
    if game.status == "finished" and game.open_round:
        after_end.add(game.open_round.number)
    if not after_end:
        raise Conflict(say("No round comes after the end."))
    with changes.record(session, game, write, "dropped", {"rounds": sorted(after_end)}):
        for round_ in [round_ for round_ in game.rounds if round_.number in after_end]:
            game.rounds.remove(round_)


def is_hidden(game: Game, round_: Round | None) -> bool:
    """Whether a round's counts are secret: those of a blind game, until everybody is in."""
    return game.is_blind and not (round_ and round_.is_closed)


def missing_seats(game: Game, round_: Round | None) -> list[Seat]:
    """Return the seats whose entry the round being counted still waits for."""
    data = sheets.round_data(game, round_) if round_ else {}
    now = sheets.look_at(game, game.next_number, data)
    awaited = now.awaited.players if isinstance(now, OpenRound) else ()
    return [seat for seat in game.seats if seat.name in awaited]


def find(game: Game, number: int) -> Round | None:
    """Return a round of the game, or None where nobody has begun to count it."""
    return game.round(number)


def _put(
    session: Session,
    game: Game,
    write: Write,
    round_: Round,
    entries: Entries,
    form: EntryForm,
    about: dict[str, Any],
) -> None:
    """Write the entries into the round, unless somebody else wrote there first."""
    seats = {seat.position: seat for seat in game.seats}
    for position, data in entries.items():
        seat = seats.get(position)
        if seat is None:
            raise NotFound(say("There is no seat %(position)s in this game.", position=position))
        entry = round_.entry_of(seat)
        if entry and entry.data == data:
            continue
        if entry and not write.has_seen(entry.version):
            raise _stale_entry(session, game, write, round_, entry)
        if entry is None and seat.left_after is not None and round_.number > seat.left_after:
            raise Conflict(say("%(name)s has left the game.", name=seat.name))
        if entry is None:
            _add(session, game, write, round_, seat, data)
        else:
            round_.put(seat, data, write.device.id, write.at, game.version)
    _move_single(game, write, round_, entries, form, about)


def _add(session: Session, game: Game, write: Write, round_: Round, seat: Seat, data: Any) -> None:
    """Write what was typed for a seat that was not counted before."""
    entry = Entry(
        round_id=round_.id,
        seat_id=seat.id,
        data=data,
        device_id=write.device.id,
        entered_at=write.at,
        version=game.version,
    )
    rows.insert(session, entry)
    set_committed_value(entry, "seat", seat)
    entries = sorted([*round_.entries, entry], key=lambda one: one.seat_id)
    set_committed_value(round_, "entries", entries)


def _move_single(
    game: Game,
    write: Write,
    round_: Round,
    entries: Entries,
    form: EntryForm,
    about: dict[str, Any],
) -> None:
    """Take the card that only one can hold from whoever was seen to hold it before."""
    if not form.single or not any(holds(data, form) for data in entries.values()):
        return
    for entry in round_.entries:
        was_seen = write.has_seen(entry.version)
        if was_seen and entry.seat.position not in entries and holds(entry.data, form):
            entry.data = {**entry.data, form.single: 0}
            entry.version = game.version
            about["taken_from"] = entry.seat.position


def holds(data: Any, form: EntryForm) -> bool:
    """Whether an entry claims the card that only one can hold."""
    if not isinstance(data, Mapping):
        return False
    is_ticked = form.single not in data and any(
        data.get(switch) is True for switch, other in form.ticks.items() if other == form.single
    )
    return is_ticked or data.get(form.single) == 1


def _opened(session: Session, game: Game, number: int, counted: int) -> Round:
    """Begin to count a round, which must be the one ``counted`` next."""
    if number != counted:
        code = "not_begun" if number > counted else None
        raise Conflict(
            say(
                "Round %(number)s is not being counted; round %(counted)s is.",
                number=number,
                counted=counted,
            ),
            code=code,
        )
    quotas.check(session, bounds.ROUNDS_OF_GAME, game.id)
    round_ = Round(
        game_id=game.id,
        number=number,
        data={},
        is_closed=False,
        version=game.version,
        anecdote="",
    )
    rows.insert(session, round_)
    set_committed_value(round_, "entries", [])
    if "rounds" not in inspect(game).unloaded:
        set_committed_value(game, "rounds", [*game.rounds, round_])
    return round_


def close_if_whole(session: Session, game: Game) -> bool:
    """Close the open round if nothing is missing and nothing to be warned about; say whether."""
    now = _looked_at(session, game)
    round_ = game.open_round
    if round_ is None or now.awaited or now.warnings:
        return False
    _close(session, game, round_)
    return True


def _close(session: Session, game: Game, round_: Round) -> None:
    rows.update(session, round_, is_closed=True, version=game.version)


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
        say(
            "%(name)s's count for round %(number)s was already entered by %(by)s.",
            name=entry.seat.name,
            number=round_.number,
            by=by,
        ),
        current=None if is_secret else entry.data,
        by=by,
        seat=entry.seat.position,
        version=entry.version,
    )


def _stale_round(session: Session, game: Game, write: Write, round_: Round) -> Stale:
    change = changes.at_version(session, game, round_.version)
    assert change is not None, "every version that a round was written at has its line"
    by = members.name_of(session, game, change.device_id, to=write.device)
    return Stale(
        say("Round %(number)s was changed in the meantime by %(by)s.", number=round_.number, by=by),
        current=round_.data,
        by=by,
        version=round_.version,
    )


def _without_secrets(game: Game, round_: Round, entries: Entries, refused: Refused) -> Refused:
    """Return a refusal that says nothing of what others have counted in secret."""
    if not is_hidden(game, round_):
        return refused
    own = {seat.name: entries[seat.position] for seat in game.seats if seat.position in entries}
    data = {**round_.data, sheets.rules_of(game).entries_key: own}
    alone = sheets.look_at(game, round_.number, data)
    if isinstance(alone, Refusal):
        return Refused(alone)
    sentence = say("This cannot be, together with what others have counted in secret. Count again.")
    return Refused(replace(refused.refusal, message=sentence, player="", item=""))


def refuse_entries_said(game: Game, said: Mapping[str, Any] | None) -> None:
    """Refuse entries among what is said about a whole round: those are entered by seat."""
    if said and (key := sheets.rules_of(game).entries_key) in said:
        raise BadInput(
            say("%(key)s are entered by seat, not said about the round.", key=key), field="said"
        )


def refuse_unknown(game: Game, number: int, *, ahead: int = 0) -> None:
    """Refuse a round that was neither played, nor is the next, nor lies so near ahead of it."""
    last = sheets.so_far(game).next_number + (0 if game.is_ended else ahead)
    if not 1 <= number <= last:
        raise NotFound(say("There is no round %(number)s in this game.", number=number))


def refuse_finished(game: Game) -> None:
    """Refuse a further round where the rules say that the game is over."""
    if game.status == "finished":
        kept = sheets.read(game)
        raise Refused(
            Refusal(
                code="game_over",
                message=say(
                    "The game is over: %(reason)s Play on to a higher target, or end it.",
                    reason=kept.reason,
                ),
                kept=kept,
                round=game.next_number,
            )
        )
