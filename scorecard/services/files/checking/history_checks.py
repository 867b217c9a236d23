"""What must hold in the histories of an export: each leads to what its game holds now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scorecard import errors
from scorecard.models import Change, Game, Seat
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.checking import file_ids
from scorecard.services.files.format import file_format, game_parts
from scorecard.services.history import changes, facts, history


def check(
    where: Sentence, game: file_format.Document, players: Mapping[str, Any], group_uid: str | None
) -> None:
    """Refuse a game's history that has gaps, cannot be read, or does not lead to the game."""
    refuse_unordered(where, game)
    _refuse_gap(where, game)
    table = Game(
        rules=game["rules"],
        options=game["options"],
        amendments=[],
        is_blind=False,
        seats=[Seat(position=seat["position"], name=seat["name"]) for seat in game["seats"]],
    )
    done: list[int] = []
    undone: list[int] = []
    for number, line in enumerate(game["history"], start=1):
        place = say("%(where)s, history line %(number)s", where=where, number=number)
        refuse_untold(place, line, partial(_sentence, line, table))
        can_be_undone = bool(line["what"]) and line["kind"] not in changes.NOT_UNDOABLE
        if line["is_undoable"] is not can_be_undone:
            raise errors.BadInput(
                say("%(place)s: only what changed something can be undone.", place=place)
            )
        _check_references(place, line["what"], players, group_uid)
        _follow(place, line, done, undone)
    _rewind(where, game, group_uid)


def _sentence(line: file_format.Document, game: Game) -> Sentence | None:
    change = Change(kind=line["kind"], about=line["about"], what=line["what"])
    return history.sentence(change, game) if history.is_known(change) else None


def refuse_untold(
    place: Sentence, line: file_format.Document, in_words: Callable[[], Sentence | None]
) -> None:
    """Refuse a line of a history that cannot be put in words."""
    try:
        is_told = isinstance(in_words(), str)
    except facts.BROKEN:
        is_told = False
    if not is_told:
        raise errors.BadInput(
            say("%(place)s: %(kind)s cannot be read.", place=place, kind=reading.show(line["kind"]))
        )


def _follow(
    place: Sentence, line: file_format.Document, done: list[int], undone: list[int]
) -> None:
    """Move a version between ``done`` and ``undone``; refuse to revert any but the last."""
    source = {"undo": done, "redo": undone}.get(line["kind"])
    # Once a name is forgotten, the line that changed it has nothing left to undo or redo.
    is_earlier = 0 < (line["reverts"] or 0) < line["version"]
    may_revert = source is not None and (line["is_undoable"] or is_earlier)
    if line["reverts"] is not None and not may_revert:
        raise errors.BadInput(
            say("%(place)s: only undo and redo revert another line.", place=place)
        )
    if not line["is_undoable"]:
        return
    if source is None:
        done.append(line["version"])
        undone.clear()
        return
    if not source or source[-1] != line["reverts"]:
        version = reading.show(line["reverts"])
        raise errors.BadInput(
            say("%(place)s cannot undo version %(version)s.", place=place, version=version)
            if source is done
            else say("%(place)s cannot redo version %(version)s.", place=place, version=version)
        )
    (undone if source is done else done).append(source.pop())


def _check_references(
    place: Sentence, what: Mapping[str, Any], players: Mapping[str, Any], group_uid: str | None
) -> None:
    for fact, pair in what.items():
        for value in pair:
            if fact == "group" and value is not None and value != group_uid:
                file_ids.refuse_unknown(place, "group", value, ())
            if fact.startswith("seat/") and value and value.get("player") is not None:
                file_ids.refuse_unknown(place, "player", value["player"], players)


def _rewind(where: Sentence, game: file_format.Document, group_uid: str | None) -> None:
    """Undo a history from its end; refuse a line that says another value than stands there."""
    stood = _facts_of(game, group_uid)
    for number, line in reversed([*enumerate(game["history"], start=1)]):
        for fact, (before, after) in line["what"].items():
            stands = stood.get(fact)
            if fact.startswith("seat/") and stands and after:
                # The first histories do not say which player sat there.
                stands = {key: value for key, value in stands.items() if key in after}
            if stands != after:
                raise errors.BadInput(
                    say(
                        "%(where)s, history line %(number)s: it does not lead to what stands "
                        "there now (%(fact)s).",
                        where=where,
                        number=number,
                        fact=fact,
                    )
                )
            is_seat = fact.startswith("seat/") and stands and before
            stood[fact] = {**stood[fact], **before} if is_seat else before


def _facts_of(game: file_format.Document, group_uid: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {name: game[name] for name in facts.columns(Game)}
    found["group"], found["anecdote"] = group_uid, game["anecdote"] or None
    for seat in game["seats"]:
        found[f"seat/{seat['position']}"] = {
            name: seat[name]
            for name in game_parts.SeatFact.model_fields
            # The facts of those who did not join late, or start ahead, do not say so.
            if name not in ("joined", "head_start") or seat[name]
        }
    for round_ in game["rounds"]:
        found[f"round/{round_['number']}"] = {
            name: round_[name] for name in game_parts.RoundFact.model_fields
        }
        found[f"anecdote/{round_['number']}"] = round_["anecdote"] or None
        for entry in round_["entries"]:
            found[f"entry/{round_['number']}/{entry['seat']}"] = {
                name: entry[name] for name in game_parts.EntryFact.model_fields
            }
    return found


def refuse_unordered(where: Sentence, part: file_format.Document) -> None:
    """Refuse a history of a game or group whose versions do not rise, or exceed its version."""
    before = 0
    for number, line in enumerate(part["history"], start=1):
        if line["version"] <= before:
            raise errors.BadInput(
                say(
                    "%(where)s, line %(number)s: version %(version)s comes after version "
                    "%(before)s.",
                    where=where,
                    number=number,
                    version=reading.show(line["version"]),
                    before=reading.show(before),
                )
            )
        before = line["version"]
        place = say("%(where)s, line %(number)s", where=where, number=number)
        refuse_later(place, line, part)


def _refuse_gap(where: Sentence, game: file_format.Document) -> None:
    """Refuse a history in which a version of the game has no line."""
    versions = [line["version"] for line in game["history"]]
    if len(versions) < game["version"]:
        gaps = (number for number, version in enumerate(versions, start=1) if number != version)
        missing = next(gaps, len(versions) + 1)
        raise errors.BadInput(
            say(
                "%(where)s: its history has no line for version %(missing)s.",
                where=where,
                missing=reading.show(missing),
            )
        )


def refuse_later(where: Sentence, part: file_format.Document, whole: file_format.Document) -> None:
    """Refuse a part of a game or group with a later version than the game or group itself has."""
    if part["version"] > whole["version"]:
        raise errors.BadInput(
            say(
                "%(where)s: version %(version)s is later than the whole, which is at "
                "version %(latest)s.",
                where=where,
                version=reading.show(part["version"]),
                latest=reading.show(whole["version"]),
            )
        )
