"""Check what the lines of a game's history say of its facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from scorecard import errors
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.format import complaints, game_parts, values

LATER = ConfigDict(defer_build=True)
FACTS: Mapping[str, TypeAdapter[Any]] = {
    "options": TypeAdapter(values.Json, config=LATER),
    "is_blind": TypeAdapter(bool, config=ConfigDict(strict=True, defer_build=True)),
    "ended_at": TypeAdapter(values.Moment | None, config=LATER),
    "deleted_at": TypeAdapter(values.Moment | None, config=LATER),
    "group": TypeAdapter(values.Uid | None, config=LATER),
    "seat": TypeAdapter(game_parts.SeatFact | None),
    "amendments": TypeAdapter(list[game_parts.AmendmentPart]),
    "anecdote": TypeAdapter(values.Anecdote | None, config=LATER),
    "round": TypeAdapter(game_parts.RoundFact | None),
    "entry": TypeAdapter(game_parts.EntryFact | None),
}
"""How each fact in a history's ``what`` is read, by its noun."""
FACT_NAME = re.compile(
    r"(options|is_blind|ended_at|deleted_at|group|amendments|anecdote)"
    r"|(seat|round|anecdote)/[1-9][0-9]{0,3}|(entry)/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}"
)


def check(where: Sentence, what: Mapping[str, list[Any]]) -> None:
    """Refuse the facts of a history line that have unknown names, or values of another shape."""
    for fact, pair in what.items():
        if not FACT_NAME.fullmatch(fact):
            raise errors.BadInput(
                say("%(where)s: there is no fact %(fact)s.", where=where, fact=reading.show(fact))
            )
        reader = FACTS[fact.split("/")[0]]
        for value in pair:
            try:
                reader.validate_python(value)
            except ValidationError as error:
                raise errors.BadInput(
                    say(
                        "%(where)s, %(fact)s: %(error)s",
                        where=where,
                        fact=fact,
                        error=complaints.sentence(error),
                    )
                ) from None
