"""Reads JSON strictly by the standard, and scores game records for the score command."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import NoReturn

from scorecard.rules import core, sheet
from scorecard.rules.typed import reading
from scorecard.rules.words import quoted, say


class NotJson(ValueError):
    """The bytes are not JSON, or are nested too deeply to read."""


SCORED, REFUSED, NO_RECORD = range(3)
"""The exit codes of the score command."""
NOT_JSON = "not_json"
"""The error code for invalid JSON."""
LONGEST_NUMBER = 4000
"""The most digits that are parsed as a number."""


def loads(data: bytes | str) -> core.Json:
    """Return the JSON value in ``data``; raise :class:`NotJson` for anything else.

    Unlike the standard library this refuses ``NaN``, the infinities and duplicate keys, and raises
    the same error for too deep nesting. A number that is too long stays text, for the rules to
    refuse.
    """
    with suppress(ValueError, RecursionError):
        value, keys = _loads_and_counts_keys(data)
        # Every key in the text has a colon: with as many keys as colons there is no duplicate.
        colons = data.count(":") if isinstance(data, str) else data.count(b":")
        if keys == colons:
            return value
    return _loads_looking_at_every_key(data)


def _loads_and_counts_keys(data: bytes | str) -> tuple[core.Json, int]:
    """Return the value and the number of its objects' keys; twice as fast as comparing them."""
    keys = 0

    def count(members: dict[str, core.Json]) -> dict[str, core.Json]:
        nonlocal keys
        keys += len(members)
        return members

    return json.loads(data, parse_constant=_refuse_constant, object_hook=count), keys


def _loads_looking_at_every_key(data: bytes | str) -> core.Json:
    try:
        return json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except RecursionError:
        raise NotJson(say("This JSON is nested too deeply.")) from None
    except (json.JSONDecodeError, UnicodeDecodeError, NotJson) as error:
        reason = quoted(str(error).rstrip("."))
        raise NotJson(say("This is not JSON: %(reason)s.", reason=reason)) from None
    except ValueError:
        # Tried last, because ``parse_int`` costs a third of the speed.
        return json.loads(
            data,
            parse_constant=_refuse_constant,
            object_pairs_hook=_object,
            parse_int=_whole_or_text,
        )


def extent(value: core.Json) -> tuple[int, int]:
    """Return the number of keys and items in a JSON value, and the depth of its nesting."""
    values, depth = 0, 0
    # Level by level, because recursion would fail for deep nesting.
    level = [value] if _is_outer(value) else []
    while level:
        values += sum(map(len, level))
        depth += 1
        level = [
            item
            for outer in level
            for item in (outer.values() if type(outer) is dict else outer)
            if _is_outer(item)
        ]
    return values, depth


def answer(record: core.Json) -> tuple[int, dict[str, core.Json]]:
    """Return the score command's exit code and JSON output for one record."""
    try:
        result = sheet.result(record)
    except sheet.NotARecord as error:
        refused = {"round": 0, "code": "not_a_record", "message": str(error)}
        return NO_RECORD, {"error": refused, "kept": {}}
    return REFUSED if isinstance(result, core.Refusal) else SCORED, result.to_json()


def _is_outer(value: core.Json) -> bool:
    return type(value) is dict or type(value) is list


def _refuse_constant(name: str) -> NoReturn:
    raise NotJson(say("%(name)s is not a number", name=name))


def _object(pairs: list[tuple[str, core.Json]]) -> dict[str, core.Json]:
    """Return an object, refusing duplicate keys."""
    members: dict[str, core.Json] = {}
    for key, value in pairs:
        if key in members:
            raise NotJson(say("%(twice)s is said twice in one object", twice=reading.show(key)))
        members[key] = value
    return members


def _whole_or_text(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits
