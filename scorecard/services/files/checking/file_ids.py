"""Refuse ids that stand in a file twice, or are of nothing in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from scorecard import errors
from scorecard.rules.words import Sentence, say


def refuse_twice(what: Sentence, ids: Sequence[Any]) -> None:
    """Refuse ids of which two are the same, and say at which places, counted from 1."""
    seen: dict[Any, int] = {}
    for number, uid in enumerate(ids, start=1):
        first = seen.setdefault(uid, number)
        if first != number:
            raise errors.BadInput(
                say(
                    "%(what)s %(first)s and %(number)s have the same id, %(uid)s.",
                    what=what,
                    first=first,
                    number=number,
                    uid=uid,
                ),
                code="duplicate_id",
            )


def unknown(
    where: Sentence, noun: Literal["player", "game", "group", "house_rules"], uid: str
) -> errors.BadInput:
    """Return the refusal of an id that is named in a file, but of nothing in it."""
    match noun:
        case "player":
            refusal = say(
                "%(where)s: there is no player %(uid)s in this file.", where=where, uid=uid
            )
        case "game":
            refusal = say("%(where)s: there is no game %(uid)s in this file.", where=where, uid=uid)
        case "group":
            refusal = say(
                "%(where)s: there is no group %(uid)s in this file.", where=where, uid=uid
            )
        case "house_rules":
            refusal = say(
                "%(where)s: there is no set of house rules %(uid)s in this file.",
                where=where,
                uid=uid,
            )
    return errors.BadInput(refusal, code="unknown_reference")


def refuse_unknown(
    where: Sentence, noun: Literal["player", "game", "group"], uid: str, known: Iterable[str]
) -> None:
    """Refuse an id that is not among the known ones of a file."""
    if uid not in known:
        raise unknown(where, noun, uid)
