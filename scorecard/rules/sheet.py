"""Score a whole game record: its sheet, or why it is refused.

Nothing is accumulated between calls: every answer is worked out from the set-up and all rounds,
so that a correction of round 2 re-scores round 9 by itself. Only set-ups are cached, which are the
same for the same players and options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorecard.rules import bounds, cached, card_game, core, seating
from scorecard.rules.fold import Fold, Setups, in_force, refusal, with_way_out
from scorecard.rules.games import find
from scorecard.rules.options import check_chosen, resolve
from scorecard.rules.round_words import inside
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING, Sentence, quoted, say, say_n

SET_UP_KEYS = ("players", "options", "amendments")
EMPTY = core.Sheet((), {}, "in_progress", (), NOTHING, (), (), {})
"""The sheet of a game whose set-up was refused."""


class NotARecord(ValueError):
    """The input is no game record at all: not an object, or of a game nobody knows."""


def score(
    record: core.Json, *, open_round: Mapping[str, core.Json] | None = None
) -> core.Sheet | core.Refusal:
    """Return the sheet of a game record, or the refusal of the first thing in it that cannot be.

    ``record`` is ``{"game", "options", "players", "rounds"}`` with optional ``edits``
    (corrections made after all rounds), ``end_early``, ``left`` (``{name: rounds played}`` of
    players who left for good), ``joined`` (``{name: {after, start}}`` of players who joined late:
    after how many rounds, and what their total starts with), ``head_starts`` (``{name: points}`` of
    players whose totals start with so much from round 1 on), ``amendments``
    (``[{from_round, options}]``: house rules that were changed while the game ran) and
    ``keep_after_end`` (true keeps rounds that a correction has put after the end, marked and left
    out of the totals). Keys it does not know are left alone, so
    that a file may carry notes.

    ``open_round`` is the next round while it is being counted: entries may be missing. Where
    rounds are kept after the end, so is this one, and nothing is said about it.

    A record that is larger than :mod:`scorecard.rules.bounds` says is refused as a whole.

    Raises :class:`NotARecord` when ``record`` is not an object or names no known game.
    """
    folded = _fold_and_correct(record)
    if isinstance(folded, core.Refusal):
        return folded
    fold, is_ended, keep_after_end = folded
    if open_round is None or (fold.outcome and keep_after_end):
        return fold.sheet(is_ended=is_ended)
    preview = fold.preview(open_round)
    return preview if isinstance(preview, core.Refusal) else fold.sheet(open_round=preview)


def result(record: core.Json) -> core.Result | core.Refusal:
    """Return what :func:`score` does, without what only people look for."""
    folded = _fold_and_correct(record)
    if isinstance(folded, core.Refusal):
        return folded
    fold, is_ended, _keep_after_end = folded
    return fold.result(is_ended=is_ended)


def _fold_and_correct(record: core.Json) -> tuple[Fold, bool, bool] | core.Refusal:
    """Return the fold over a record, whether End Game was called, and what becomes of late rounds.

    The last tells whether rounds after the end are kept.
    """
    fold = _begun(record)
    if isinstance(fold, core.Refusal):
        return fold
    try:
        rounds = reading.sequence(record.get("rounds", []), say("The rounds"))
        edits = reading.sequence(record.get("edits", []), say("The edits"))
        _refuse_if(bounds.too_large(rounds, edits))
        is_ended = _flag(record, "end_early")
        keep_after_end = _flag(record, "keep_after_end")
    except core.Refused as refused:
        return refusal(refused, fold.sheet(), number=0)
    for data in rounds:
        try:
            fold.add(data, keep_after_end=keep_after_end)
        except core.Refused as refused:
            return refusal(refused, fold.sheet(), number=fold.next_number)
    corrected = _correct(fold, list(rounds), edits) if edits else fold
    if isinstance(corrected, core.Refusal):
        return corrected
    return corrected, is_ended, keep_after_end


def entry_form(record: core.Json) -> fields.EntryForm:
    """Return what is typed in the round after those in ``record``, which are legal."""
    fold = fold_of(record)
    assert isinstance(fold, Fold), "what is refused has no next round"
    return fold.form


def fold_of(record: core.Json) -> Fold | core.Refusal:
    """Return the fold over all rounds of a record, or the refusal of the first that cannot be.

    Rounds that a correction has put after the end are kept; ``edits`` are ignored.
    """
    fold = _begun(record)
    return fold.after(*record.get("rounds", [])) if isinstance(fold, Fold) else fold


def entry_form_for(
    rules: card_game.GameRules[Any], players: int, options: Mapping[str, core.Json]
) -> fields.EntryForm | None:
    """Return what is typed in the first round of a game of so many players, if it can be."""
    names = tuple(quoted(f"Player {seat}") for seat in range(1, players + 1))
    try:
        setup = rules.begin(names, resolve(rules.name, rules.options, options, names))
    except core.Refused:
        return None
    return rules.entry_form(setup, core.History([], dict.fromkeys(setup.sides, 0), setup.players))


def resolve_options(
    rules: card_game.GameRules[Any], given: Mapping[str, core.Json], players: Sequence[str]
) -> dict[str, core.Json] | core.Refusal:
    """Return every option's value for a game of these players, or why one cannot be."""
    try:
        return resolve(rules.name, rules.options, given, tuple(players))
    except core.Refused as refused:
        return refusal(refused, EMPTY, number=0)


def check_options(
    rules: card_game.GameRules[Any], given: Mapping[str, core.Json]
) -> dict[str, core.Json] | core.Refusal:
    """Return options chosen for games to come, whoever plays, or why one cannot be."""
    try:
        return check_chosen(rules.name, rules.options, reading.mapping(given, say("The options")))
    except core.Refused as refused:
        return refusal(refused, EMPTY, number=0)


def rules_of(record: core.Json) -> card_game.GameRules[Any]:
    """Return the rules a record names; raise :class:`NotARecord` where there are none."""
    if not isinstance(record, reading.OBJECTS):
        raise NotARecord(
            say("A game record is an object, not %(record)s.", record=reading.show(record))
        )
    return rules_for(record.get("game"), record.get("options", {}))


def rules_for(key: core.Json, options: core.Json) -> card_game.GameRules[Any]:
    """Return the rules of the game with this key, as these options make it where they do.

    Options that cannot be are refused where a game is set up with them, not here. Raises
    :class:`NotARecord` where no game is called that.
    """
    rules = find(key) if isinstance(key, str) else None
    if rules is None:
        raise NotARecord(say("No game is called %(key)s.", key=reading.show(key)))
    if rules.specialised is None or not isinstance(options, Mapping):
        return rules
    return rules.specialised(options)


def _begun(record: core.Json) -> Fold | core.Refusal:
    """Return the fold over a record before round 1, or why it cannot be set up."""
    rules = rules_of(record)
    try:
        setups = _setups(rules, record)
        presence = seating.read_presence(rules, in_force(setups, 1), record)
    except core.Refused as refused:
        return refusal(refused, EMPTY, number=0)
    return Fold(rules, setups, presence)


_cached_setups: cached.Cache[Setups] = cached.Cache()


def _setups(rules: card_game.GameRules[Any], record: Mapping[str, core.Json]) -> Setups:
    """Return the set-ups of a game, from the cache if one was set up alike."""
    given = [(key, record[key]) for key in SET_UP_KEYS if key in record]
    return _cached_setups.find(
        given, lambda: _read_setups(rules, record), apart=(rules.key, rules.set_up)
    )


def _read_setups(rules: card_game.GameRules[Any], record: Mapping[str, core.Json]) -> Setups:
    players = _players(record.get("players"))
    given = reading.mapping(record.get("options", {}), say("The options"))
    options = resolve(rules.name, rules.options, given, players)
    setup = rules.begin(players, options)
    amendments = reading.sequence(record.get("amendments", []), say("The amendments"))
    _refuse_if(bounds.too_many_amendments(amendments))
    return _amended(rules, setup, options, amendments)


def _amended(
    rules: card_game.GameRules[Any],
    setup: core.Setup,
    options: Mapping[str, core.Json],
    amendments: Sequence[core.Json],
) -> Setups:
    """Return the set-ups that hold from one round on each, in order: the first, then the amended.

    An amendment changes what it names; the rest stays as it was before it.
    """
    setups = [(1, setup)]
    for amendment in amendments:
        part = reading.parts(amendment, ("from_round", "options"), say("An amendment"))
        first = reading.whole(part.get("from_round"), say("The first round of an amendment"))
        if first < setups[-1][0]:
            raise core.Refused(
                "malformed",
                say(
                    "The amendment from %(round)s on comes after a later one.",
                    round=inside(rules.round_word, first),
                ),
            )
        changed = reading.mapping(part.get("options", {}), say("The options of an amendment"))
        options = resolve(rules.name, rules.options, {**options, **changed}, setup.players)
        amended = rules.begin(setup.players, options)
        if amended.sides != setup.sides:
            raise core.Refused("malformed", "Who plays together cannot be changed during a game.")
        setups.append((first, amended))
    return setups


def _refuse_if(complaint: Sentence) -> None:
    if complaint:
        raise core.Refused("malformed", complaint)


def _players(names: core.Json) -> tuple[str, ...]:
    """Return the trimmed names in seating order, refusing blank ones and any used twice."""
    seen: dict[str, str] = {}
    players = []
    for seat, name in enumerate(reading.sequence(names, say("The players")), start=1):
        if not isinstance(name, str) or is_blank(name):
            raise core.Refused("blank_name", say("Player %(seat)s has no name.", seat=seat))
        trimmed = name.strip()
        if other := seen.get(trimmed.casefold()):
            raise core.Refused(
                "duplicate_name",
                say("Two players are called %(name)s.", name=trimmed)
                if other == trimmed
                else say(
                    "Two players are called %(name)s (%(other)s and %(name)s).",
                    name=trimmed,
                    other=other,
                ),
                player=trimmed,
            )
        seen[trimmed.casefold()] = trimmed
        players.append(trimmed)
    return tuple(players)


def is_blank(name: str) -> bool:
    """Whether a name shows nothing: empty, or only spaces and invisible characters."""
    return not any(character.isprintable() and not character.isspace() for character in name)


def _flag(record: Mapping[str, core.Json], key: str) -> bool:
    value = record.get(key, False)
    if type(value) is not bool:
        raise core.Refused(
            "malformed",
            say("%(key)s must be true or false, not %(show)s.", key=key, show=reading.show(value)),
        )
    return value


def _correct(
    fold: Fold, rounds: list[core.Json], edits: Sequence[core.Json]
) -> Fold | core.Refusal:
    """Apply the corrections one by one, re-scoring what each of them changes."""
    for position, edit in enumerate(edits, start=1):
        try:
            number, data = _edit(edit, len(rounds))
        except core.Refused as refused:
            return refusal(refused, fold.sheet(), edit=position)
        rounds[number - 1] = data
        corrected = fold.before(number).after(*rounds[number - 1 :])
        if isinstance(corrected, core.Refusal):
            why = with_way_out(corrected, fold.rules.round_word, number, len(rounds))
            return replace(why, kept=fold.sheet(), round=None, edit=position)
        fold = corrected
    return fold


def _edit(edit: core.Json, rounds: int) -> tuple[int, core.Json]:
    edit = reading.mapping(edit, say("A correction"))
    number = reading.whole(edit.get("round"), say("The number of the round to correct"))
    if not 1 <= number <= rounds:
        message = say_n(
            "There is no round %(number)s to correct: %(num)s is recorded.",
            "There is no round %(number)s to correct: %(num)s are recorded.",
            rounds,
            number=reading.show(number),
        )
        raise core.Refused("malformed", message)
    if "with" not in edit:
        raise core.Refused(
            "missing_entry",
            say("The correction of round %(number)s has no round to put in.", number=number),
        )
    return number, edit["with"]
