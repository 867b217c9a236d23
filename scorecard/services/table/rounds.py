"""Rounds: enter and correct them, close them, and drop those after the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Round, Seat
from scorecard.rules import Refusal, core
from scorecard.rules.fold import with_way_out
from scorecard.rules.round_words import inside, numbered, round_words
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import Sentence, say
from scorecard.services.history import changes
from scorecard.services.scoring import counted_rounds, entry_wording, sheets, typed_rounds
from scorecard.services.scoring.counted_rounds import CountedRound
from scorecard.services.scoring.typed_rounds import AnyRound
from scorecard.services.table import entering


def enter(
    session: Session,
    game: Game,
    write: changes.Write,
    number: int,
    entries: entering.Entries,
    *,
    table_entry: Mapping[str, Any] | None = None,
    is_confirmed: bool = False,
) -> None:
    """Enter a round, or parts of it: the round being counted, or a past one.

    ``entries`` is what was counted for one or several seats; ``table_entry``, where given, is what
    was typed about the whole round, and replaces what was there. The open round closes when nothing
    is missing and there is no warning, or with ``is_confirmed``. A correction that brings a new
    warning raises :class:`Unconfirmed` until it is confirmed. Where that would overwrite what
    others wrote and the writer has not seen, or contradict what another phone has typed about the
    round being counted, it raises :class:`Stale`.
    """
    changes.refuse_ended(game)
    if not entries and table_entry is None:
        raise errors.BadInput(say("Enter something first."), field="entries")
    entering.refuse_misplaced(game, entries, table_entry)
    rounds = typed_rounds.since(game, number)
    round_ = rounds[0] if rounds else None
    if round_ and not write.has_seen(round_.version):
        entering.refuse_beside_whole(session, game, write, round_, entries, table_entry)
    says_new = table_entry not in (None, round_.data if round_ else {})
    try:
        # An entry about the round that is empty can be replaced by anybody.
        if round_ and round_.data and table_entry is not None and says_new:
            _refuse_contradiction(session, game, write, round_, table_entry)
        if round_ is None or not round_.is_closed:
            put = partial(_enter_open, session, game, write, number, round_)
        else:
            put = partial(_correct, session, game, write, rounds)
        put(entries, table_entry, is_confirmed=is_confirmed)
    except errors.Stale as error:
        error.has_rest = len(entries) > 1 or (says_new and bool(entries))
        raise


def _enter_open(
    session: Session,
    game: Game,
    write: changes.Write,
    number: int,
    round_: CountedRound | None,
    entries: entering.Entries,
    table_entry: Mapping[str, Any] | None,
    *,
    is_confirmed: bool,
) -> None:
    refuse_finished(game)
    # Only this round is read and written: those played before cannot change by it.
    fold = sheets.fold_of(game)
    before = sheets.preview_open_round(game, fold, round_).scores if round_ else {}
    about = entering.about_round(number, entries, table_entry)
    kind = "counted" if entries else "described"
    counting = sheets.Counting(fold, [round_] if round_ else [])
    with changes.record(session, game, write, kind, about, counting=counting):
        round_ = round_ or entering.begin_round(session, game, number, fold.next_number)
        round_ = _put_table_entry(session, game, round_, table_entry, fold.form)
        round_ = entering.put(session, game, write, round_, entries, fold.form, about)
        try:
            now = sheets.preview_open_round(game, fold, round_)
        except errors.RefusedByRules as error:
            raise _without_secrets(game, round_, entries, error) from None
        about["points"] = entering.points(game, before, now.scores, entries, fold.setup.sides)
        if not now.awaited and (is_confirmed or not to_confirm(now.warnings)):
            round_ = _close(session, game, round_, now)
            about["closed"] = True
        counting.rounds = [round_]


def _correct(
    session: Session,
    game: Game,
    write: changes.Write,
    rounds: list[CountedRound],
    entries: entering.Entries,
    table_entry: Mapping[str, Any] | None,
    *,
    is_confirmed: bool,
) -> None:
    round_, fold = rounds[0], sheets.fold_of(game)
    counting = sheets.Counting(fold.before(round_.number), rounds, sheets.stored_points(game))
    about = entering.about_round(round_.number, entries, table_entry)
    form = counting.before.form
    kind = "corrected" if entries else "described"
    with changes.record(session, game, write, kind, about, counting=counting) as rescored:
        round_ = _put_table_entry(session, game, round_, table_entry, form)
        rounds[0] = entering.put(session, game, write, round_, entries, form, about)
        try:
            now = rescored().sheet
        except errors.RefusedByRules as error:
            word, last = sheets.rules_of(game).round_word, rounds[-1].number
            refusal = with_way_out(error.refusal, word, round_.number, last)
            raise errors.RefusedByRules(refusal) from None
        known = fold.result().warnings
        new = [one for one in to_confirm(now.warnings) if one not in known]
        if new and not is_confirmed:
            raise errors.Unconfirmed(new)
        index = round_.number - 1
        before, after = fold.scored[index].scores, now.round_scores[index]
        about["points"] = entering.points(game, before, after, entries, now.sides)


def _put_table_entry(
    session: Session,
    game: Game,
    round_: CountedRound,
    table_entry: Mapping[str, Any] | None,
    form: fields.EntryForm,
) -> CountedRound:
    """Replace the entry about the whole round; return the round.

    Where the round is now recorded in a way that has no entries for seats, these are removed; the
    history keeps them.
    """
    if table_entry is None or table_entry == round_.data:
        return round_
    now = {"data": dict(table_entry), "version": game.version}
    round_ = counted_rounds.change(session, round_, **now)
    style = round_style(form, table_entry)
    if style and not style.has_entries:
        return counted_rounds.clear(session, round_)
    return round_


def round_style(form: fields.EntryForm, data: Mapping[str, Any]) -> fields.RoundStyle | None:
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
    write: changes.Write,
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
    round_ = typed_rounds.open_round(game)
    if round_ is None or round_.number != number:
        raise errors.Conflict(say("%(round)s isn’t open.", round=_called(game, number)))
    changes.refuse_stale(session, game, write)
    absent = sheets.rules_of(game).absent_entry
    missing = missing_seats(game, round_)
    _refuse_missing(game, round_, missing, zero_for)
    about = {"round": number, "seats": [seat.position for seat in missing]}
    fold = sheets.fold_of(game)
    counting = sheets.Counting(fold, [round_])
    with changes.record(session, game, write, "closed", about, counting=counting):
        zeros = {seat.position: absent for seat in missing}
        round_ = entering.put(session, game, write, round_, zeros, fold.form, about)
        now = sheets.preview_open_round(game, fold, round_)
        if now.awaited:
            awaited = now.awaited.table
            raise errors.Conflict(
                say(
                    "%(round)s still waits for %(what)s.", round=_called(game, number), what=awaited
                )
            )
        if (warnings := to_confirm(now.warnings)) and not is_confirmed:
            raise errors.Unconfirmed(warnings)
        counting.rounds = [_close(session, game, round_, now)]


def _refuse_missing(
    game: Game, round_: CountedRound, missing: Sequence[Seat], zero_for: Collection[int]
) -> None:
    """Refuse to close a round while entries are missing, but for those that are to be 0."""
    called = _called(game, round_.number)
    if missing and sheets.rules_of(game).absent_entry is None:
        names = reading.listed([seat.name for seat in missing])
        raise errors.Conflict(
            say("%(round)s cannot be scored without %(names)s.", round=called, names=names)
        )
    unexpected = [seat.name for seat in missing if seat.position not in zero_for]
    if unexpected:
        names = reading.listed(unexpected)
        raise errors.Conflict(say("%(round)s still waits for %(what)s.", round=called, what=names))


def _called(game: Game, number: int) -> Sentence:
    return numbered(sheets.rules_of(game).round_word, number)


def drop_after_end(session: Session, game: Game, write: changes.Write) -> None:
    """Drop the rounds that a correction has put after the end of the game."""
    changes.refuse_ended(game)
    changes.refuse_stale(session, game, write)
    after_end = set(sheets.read(game).after_end)
    if game.status == "finished" and game.open_round:
        after_end.add(game.open_round.number)
    if not after_end:
        words = round_words(sheets.rules_of(game).round_word).words
        raise errors.Conflict(say("There are no %(rounds)s after the end.", rounds=words))
    with changes.record(session, game, write, "dropped", {"rounds": sorted(after_end)}):
        for round_ in [round_ for round_ in game.rounds if round_.number in after_end]:
            game.rounds.remove(round_)


def missing_seats(game: Game, round_: AnyRound | None) -> list[Seat]:
    """Return the seats whose entry the round being counted still waits for."""
    data = sheets.round_data(game, round_) if round_ else {}
    now = sheets.preview_round(game, game.next_number, data)
    awaited = now.awaited.players if isinstance(now, core.OpenRound) else ()
    return [seat for seat in game.seats if seat.name in awaited]


def asked_seats(game: Game, missing: Collection[Seat]) -> list[Seat]:
    """Return the seats whose side has an entry in the round being counted, or is ``missing`` one.

    Others, such as the bank, have nothing to enter for themselves.
    """
    entered = [entry.seat for entry in game.open_round.entries] if game.open_round else []
    asked = {seat.name for seat in (*missing, *entered)}
    sides = sheets.fold_of(game).setup.sides.values()
    names = {name for side in sides if asked.intersection(side) for name in side}
    return [seat for seat in game.seats if seat.name in names]


def close_if_whole(session: Session, game: Game, round_: Round) -> bool:
    """Close the open round if nothing is missing and there is no warning; return whether it did."""
    session.flush()
    now = sheets.read(game).open_round
    assert now is not None, "the round is open"
    if now.awaited or to_confirm(now.warnings):
        return False
    _close(session, game, counted_rounds.of(round_), now)
    return True


def to_confirm(warnings: Sequence[core.RuleWarning]) -> list[core.RuleWarning]:
    """Return the warnings to be confirmed: all but those about what was typed on purpose."""
    return [warning for warning in warnings if not warning.is_said]


def _close(session: Session, game: Game, round_: CountedRound, now: core.OpenRound) -> CountedRound:
    """Close a round, and store its roles that nobody typed, such as the dealer.

    They followed from the round before, and must not change when that is corrected.
    """
    data = {**now.roles, **round_.data}
    closed = {"is_closed": True, "version": game.version, "data": data}
    return counted_rounds.change(session, round_, **closed)


def _refuse_contradiction(
    session: Session,
    game: Game,
    write: changes.Write,
    round_: CountedRound,
    table_entry: Mapping[str, Any],
) -> None:
    """Refuse to replace an entry about a round that the writer has not seen, or another phone's.

    While the round is counted, a phone may only add to what another one has typed, unless the
    difference was shown on it: that a form had the other entry in it does not say so.
    """
    if write.has_seen(round_.version):
        if round_.is_closed or round_.version in write.seen or _adds_to(round_.data, table_entry):
            return
        change = changes.at_version(session, game, round_.version)
        if change is None or change.device_id == write.device.id:
            return
    form = sheets.form_of(game, round_.number)
    raise entering.changed_meanwhile(
        session,
        game,
        write,
        round_,
        entry_wording.table_entries_versus(round_.data, table_entry, form),
        version=round_.version,
    )


def _adds_to(before: Any, now: Any) -> bool:
    """Whether an entry about a round keeps all of the one before it, and at most adds to it."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return all(key in now and _adds_to(value, now[key]) for key, value in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return now[: len(before)] == before
    return bool(before == now)


def _without_secrets(
    game: Game, round_: CountedRound, entries: entering.Entries, error: errors.RefusedByRules
) -> errors.RefusedByRules:
    """Return a refusal that does not give away what others have counted in secret."""
    if not entering.is_hidden(game, round_):
        return error
    own = {seat.name: entries[seat.position] for seat in game.seats if seat.position in entries}
    data = {**round_.data, sheets.rules_of(game).entries_key: own}
    alone = sheets.preview_round(game, round_.number, data)
    if isinstance(alone, Refusal):
        return errors.RefusedByRules(alone)
    sentence = say("This doesn’t fit the hidden counts. Count again.")
    return errors.RefusedByRules(replace(error.refusal, message=sentence, player="", item=""))


def refuse_unknown(game: Game, number: int, *, ahead: int = 0) -> None:
    """Refuse a round number below 1 or more than ``ahead`` after the round being counted."""
    last = sheets.fold_of(game).next_number + (0 if game.is_ended else ahead)
    if not 1 <= number <= last:
        called = inside(sheets.rules_of(game).round_word, number)
        raise errors.NotFound(say("There is no %(round)s in this game.", round=called))


def refuse_finished(game: Game) -> None:
    """Refuse a further round where the rules say that the game is over."""
    if game.status == "finished":
        sheet = sheets.read(game)
        raise errors.RefusedByRules(
            Refusal(
                code="game_over",
                message=say(
                    "The game is over: %(reason)s Play on to a higher target, or end it.",
                    reason=sheet.reason,
                ),
                kept=sheet,
                round=game.next_number,
            )
        )
