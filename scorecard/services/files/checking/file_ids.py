"""Refuse ids and numbers in a file that stand there twice, have gaps, or refer to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from scorecard import errors
from scorecard.rules.words import Sentence, say, shown
from scorecard.services.files.format import file_format


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


def refuse_gaps(what: Sentence, numbers: Sequence[int]) -> None:
    """Refuse numbers that do not go up from 1 by one."""
    if list(numbers) != list(range(1, len(numbers) + 1)):
        raise errors.BadInput(say("%(what)s are not numbered 1, 2, 3 and so on.", what=what))


def refuse_no_seats(place: Sentence, numbers: Iterable[int], game: file_format.Document) -> None:
    """Refuse numbers of seats that a game does not have."""
    for number in numbers:
        if number > len(game["seats"]):
            raise errors.BadInput(
                say("%(place)s: there is no seat %(seat)s.", place=place, seat=shown(number))
            )


@contextmanager
def inside(where: Sentence) -> Iterator[None]:
    """Put the place before the message of whatever the ``with`` block refuses."""
    try:
        yield
    except errors.BadInput as error:
        raise errors.BadInput(
            say("%(where)s: %(message)s", where=where, message=error.message)
        ) from error


def refuse_unknown(
    where: Sentence,
    noun: Literal["player", "game", "group", "house_rules"],
    uid: str,
    known: Iterable[str],
) -> None:
    """Refuse a reference to something that is not in the file: whose id is not ``known``."""
    if uid in known:
        return
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
    raise errors.BadInput(refusal, code="unknown_reference")
