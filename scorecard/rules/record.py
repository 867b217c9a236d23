"""Read JSON strictly: what is not JSON by the standard is refused, whatever the bytes."""

from __future__ import annotations

import json
from typing import NoReturn

from scorecard.rules.core import Json
from scorecard.rules.sheet import NotARecord, score


class NotJson(ValueError):
    """The bytes are not JSON, or are nested too deeply to read."""


def loads(data: bytes | str) -> Json:
    """Return the JSON value in ``data``; raise :class:`NotJson` for anything else.

    Unlike the standard library this refuses ``NaN`` and the infinities, and answers too deep
    nesting and too long numbers with the same error as any other broken input.
    """
    try:
        return json.loads(data, parse_constant=_refuse_constant)
    except RecursionError:
        raise NotJson("This JSON is nested too deeply.") from None
    except ValueError as error:  # JSONDecodeError, UnicodeDecodeError, numbers of 4,300 digits
        raise NotJson(f"This is not JSON: {error}.") from None


def answer(record: Json) -> tuple[int, dict[str, Json]]:
    """Return a status and the JSON answer to one record, as the score command gives it.

    The status is 0 when it was scored, 1 when it was refused, 2 when it is no record.
    """
    try:
        result = score(record)
    except NotARecord as error:
        refused = {"round": 0, "code": "not_a_record", "message": str(error)}
        return 2, {"error": refused, "kept": {}}
    return ("error" in (found := result.to_json())) * 1, found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
